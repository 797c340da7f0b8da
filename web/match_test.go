package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/engine/patronize"
	"pizzini/events"
)

// group is a match of Patronize with three players in three browsers. Anna is the
// host and sits at seat 1, Bruno was invited, Chiara followed an open link.
type group struct {
	*house
	id      string
	host    *reader
	readers [4]*reader // by seat
}

func (g *group) seatPage(seat int) string { return fmt.Sprintf("/m/%s/s/%d", g.id, seat) }

// gather makes a match through the pages alone.
func gather(t testing.TB, h *house, change url.Values) *group {
	t.Helper()
	g := &group{house: h}
	g.readers[1], g.readers[2], g.readers[3] = h.operator(), h.reader(), h.reader()
	g.host = g.readers[1]
	fields := url.Values{
		"name": {"Anna"}, "words": {"quattro gatti"},
		"who-1": {"me"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"open"},
	}
	for key, values := range change {
		fields[key] = values
	}
	page := g.host.open("/").is(http.StatusOK).follow("New match").submit("Make the match", fields).is(http.StatusOK)
	g.id = strings.Split(page.at.Path, "/")[2]
	g.readers[2].open(page.shownLink("link-2")).says("invites you to Patronize").submit("Take seat 2", url.Values{"words": {"otto"}}).is(http.StatusOK)
	g.readers[3].open(page.shownLink("link-3")).submit("Take seat 3", url.Values{"name": {"Chiara"}}).is(http.StatusOK)
	return g
}

func TestAMatchIsPlayedByLinksAndForms(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	g.readers[2].open(g.seatPage(2)).says("You are Bruno, at seat 2 of 3")
	moves := 0
	for pick := 0; ; pick = (pick*31 + 17) % 101 {
		m := g.match(g.id)
		if m.Table.Over {
			break
		}
		seat := int(m.Active()[0])
		page := g.readers[seat].open(g.seatPage(seat)).is(http.StatusOK).says("Your turn", "Your choice")
		g.discreet(seat)
		choices := page.choices()
		if len(choices) != len(m.Legal(game.Seat(seat))) {
			t.Fatalf("seat %d is offered %d choices, %d moves are legal", seat, len(choices), len(m.Legal(game.Seat(seat))))
		}
		tried := g.readers[seat].open(choices[pick%len(choices)]).is(http.StatusOK).says("You chose:")
		if n := g.match(g.id).N(); n != m.N() {
			t.Fatalf("trying a move wrote event %d", n)
		}
		tried.follow("Back").is(http.StatusOK).silent("You chose")
		wanted := 1
		if more := tried.choices(); len(more) > 0 && pick%2 == 0 {
			tried = g.readers[seat].open(more[pick%len(more)]).is(http.StatusOK).says("You chose, in this order:")
			wanted = 2
		}
		done := tried.submit("Play", nil).is(http.StatusOK)
		if played := played(g.match(g.id), m.N()); played != wanted {
			t.Fatalf("%d moves were tried and %d were played", wanted, played)
		}
		if done.at.Path != g.seatPage(seat) || done.at.Query().Get("n") == "" {
			t.Fatalf("after a move the browser is at %s", done.at)
		}
		moves++
		other := seat%3 + 1
		g.readers[other].open(g.seatPage(other)).is(http.StatusOK)
		// Looking back, one sees what one might know then.
		if move := g.match(g.id).Story(game.Seat(seat), m.N(), m.N()+1)[0].Move; !g.match(g.id).Table.Over && strings.HasPrefix(string(move), "play ") {
			g.readers[other].open(fmt.Sprintf("%s/at/%d", g.seatPage(other), m.N())).is(http.StatusOK).hides(strings.Fields(string(move))[1])
		}
	}
	if moves < 7*3 {
		t.Errorf("the match ended after %d moves", moves)
	}
	for seat := 1; seat <= 3; seat++ {
		page := g.readers[seat].open(g.seatPage(seat)).says("The result", "The match is over").silent("Your choice", "would be taken from")
		g.readers[seat].open(g.seatPage(seat)+"/resign").is(http.StatusConflict).says("The match is over", "To the match")
		page.follow("All of it").says("The match starts.", "The match is over.")
		file := g.readers[seat].open(g.seatPage(seat) + "/export")
		export, err := events.ReadExport(strings.NewReader(file.body))
		if err != nil {
			t.Fatal(err)
		}
		for _, check := range engine.Verify(export, nil) {
			if check.Verdict != events.Holds {
				t.Errorf("seat %d's export: %v", seat, check)
			}
		}
		if want := `filename="` + g.id + `-all.jsonl"`; !strings.Contains(file.header.Get("Content-Disposition"), want) {
			t.Errorf("the export is called %q", file.header.Get("Content-Disposition"))
		}
	}
}

func TestATakeBackSaysTrulyWhoHasAnswered(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	r := h.operator()
	answered, alone := 0, 0
	for range 6 {
		page := r.open("/").submit("Try it against bots", nil).is(http.StatusOK)
		seat := page.at.Path
		id := strings.Split(seat, "/")[2]
		for !h.match(id).Table.Over {
			page = r.open(seat + "?n=1") // waits for the bots
			choices := page.choices()
			if len(choices) == 0 {
				continue
			}
			before := h.match(id).N()
			r.open(choices[len(choices)-1]).submit("Play", nil).is(http.StatusOK)
			page = r.open(seat + "?n=1")
			last, _, ok := h.match(id).TakeBack(1)
			shown := strings.Contains(page.text(), "take it back")
			n, err := strconv.Atoi(value(page.all("main")[0], "data-n"))
			if h.match(id).Table.Over || err != nil || n != h.match(id).N() {
				continue // the bots went on meanwhile
			}
			if shown != ok || ok && last <= before {
				t.Fatalf("taking back is offered: %v, possible: %v", shown, ok)
			}
			switch bots := played(h.match(id), last) > 0; {
			case !ok:
			case bots:
				page.says("Only bots have moved since").silent("Nobody has moved since")
				answered++
			default:
				page.says("Nobody has moved since").silent("Only bots have moved")
				alone++
			}
		}
	}
	if answered == 0 {
		t.Errorf("no take-back after %d answers of bots, %d without", answered, alone)
	}
}

// played counts the moves after an event.
func played(m *engine.Match, after int) int {
	count := 0
	for _, e := range m.Log[after:] {
		if e.Type == events.TypePlayed {
			count++
		}
	}
	return count
}

// discreet checks every page of every seat for cards that the seat may not know.
func (g *group) discreet(now int) {
	g.t.Helper()
	m := g.match(g.id)
	whole, err := m.State.MarshalJSON()
	if err != nil {
		g.t.Fatal(err)
	}
	var state struct {
		FameDeck, RemovedFame, RemovedCharacters []string
		Seats                                    []struct{ Hand []string }
	}
	if err := json.Unmarshal(whole, &state); err != nil {
		g.t.Fatal(err)
	}
	for viewer := range 4 {
		if viewer != 0 && viewer != now {
			continue
		}
		secret := append(append(append([]string(nil), state.FameDeck...), state.RemovedFame...), state.RemovedCharacters...)
		for i, seat := range state.Seats {
			if i+1 != viewer {
				secret = append(secret, seat.Hand...)
			}
		}
		from := g.readers[1]
		base := "/m/" + g.id + "/host"
		pages := []string{base, base + "/log", base + "/audit", base + "/export", fmt.Sprintf("%s/at/%d", base, m.N())}
		if viewer > 0 {
			from, base = g.readers[viewer], g.seatPage(viewer)
			pages = []string{base, base + "/log", base + "/audit", base + "/export", fmt.Sprintf("%s/at/%d", base, m.N()-1)}
		}
		for _, address := range pages {
			from.open(address).is(http.StatusOK).hides(secret...)
		}
	}
}

// hides checks that a page names none of some cards.
func (s *sheet) hides(cards ...string) {
	s.r.t.Helper()
	// One card's text names two others.
	body := strings.ReplaceAll(s.body, "He cannot copy the Student or the Lawman.", "")
	for _, card := range cards {
		if regexp.MustCompile(`(?i)\b(` + card + `|` + nameOf(card) + `)\b`).MatchString(body) {
			s.r.t.Fatalf("%s shows the secret card %s", s.at.Path, card)
		}
	}
}

func nameOf(card string) string {
	for _, c := range patronize.Characters() {
		if c.ID() == card {
			return c.Name()
		}
	}
	for _, f := range patronize.FameCards() {
		if f.ID() == card {
			return f.Name()
		}
	}
	return card
}
