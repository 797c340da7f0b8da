package web

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
)

// clocked are the fields of a new match that has a clock.
func clocked(policy string) url.Values {
	return url.Values{"clock": {"decision"}, "clock-time": {"3"}, "clock-policy": {policy}, "clock-grace": {"900"}, "clock-zone": {"Europe/Rome"}, "watch": {"yes"}}
}

// sent finds a form by the end of its action and by a field in it.
func (s *sheet) sent(action, field, is string) (string, url.Values) {
	s.r.t.Helper()
	for _, f := range s.all("form") {
		if fields := filled(f); strings.HasSuffix(value(f, "action"), action) && (field == "" || fields.Get(field) == is) {
			return s.resolve(value(f, "action")), fields
		}
	}
	s.r.t.Fatalf("%s has no form to %s with %s=%s: %s", s.at.Path, action, field, is, s.text())
	return "", nil
}

func TestTheyAgreeToGoBack(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), url.Values{"watch": {"yes"}})
	start := g.match(g.id).Table.Started
	g.hurry(start + 4)
	now := g.match(g.id).N()
	to := start + 1

	// Anna looks back and proposes.
	page := g.readers[1].open(fmt.Sprintf("%s/at/%d", g.seatPage(1), to)).follow("Propose to go back to here").is(http.StatusOK)
	page.says("the position after event "+strconv.Itoa(to), "struck out by it", "It happens when everybody who plays agrees.")
	action, fields := page.form("Propose it")
	fields.Set("reason", "I took the wrong card <b>")
	g.readers[1].post(action, fields).is(http.StatusOK)
	g.settled()
	g.readers[1].open(g.seatPage(1)).says("You propose to go back to event "+strconv.Itoa(to), "I took the wrong card <b>", "Still asked: Bruno and Chiara", "Withdraw my proposal").silent("I agree")
	again := maps.Clone(fields)
	again.Set("reason", "Another reason")
	g.readers[1].post(action, again).is(http.StatusOK)
	g.settled()
	g.readers[1].open(g.seatPage(1)).says("I took the wrong card").silent("Another reason")
	if n := g.match(g.id).N(); n != now+1 {
		t.Fatalf("the same form sent twice wrote %d events", n-now)
	}

	// Those who play read the reason, the others do not, and the past has no offer now.
	proposed := strconv.Itoa(now + 1)
	bruno := g.readers[2].open(g.seatPage(2)).says("Anna proposes to go back to event "+strconv.Itoa(to), "I took the wrong card", "Look at the match as it stood then")
	for _, address := range []string{"/m/" + g.id, fmt.Sprintf("/m/%s/host/at/%d", g.id, now+1)} {
		g.host.open(address).says("Anna proposes to go back").silent("wrong card", "I agree", "Withdraw")
	}
	g.readers[2].open(fmt.Sprintf("%s/at/%d", g.seatPage(2), to)).silent("Propose to go back")

	// A form without its number, or with another, does nothing.
	yes, answer := bruno.sent("/answer", "agree", "yes")
	for _, change := range []url.Values{{"n": {"x"}}, {"agree": {"perhaps"}}, {"n": {""}}} {
		wrong := maps.Clone(answer)
		maps.Copy(wrong, change)
		g.readers[2].post(yes, wrong).is(http.StatusBadRequest)
	}
	wrong := maps.Clone(answer)
	wrong.Set("n", strconv.Itoa(start))
	g.readers[2].post(yes, wrong).is(http.StatusConflict).says("is not open any more")

	g.readers[2].post(yes, answer).is(http.StatusOK).says("Bruno agrees", "Still asked: Chiara").silent("I agree")
	g.readers[2].post(yes, answer).is(http.StatusOK) // a double click
	chiara := g.readers[3].open(g.seatPage(3))
	_, last := chiara.sent("/answer", "agree", "yes")
	if last.Get("n") != proposed {
		t.Errorf("the form answers event %s, and event %s proposes", last.Get("n"), proposed)
	}
	chiara.submit("I agree", nil).is(http.StatusOK).says("The match goes back to event " + strconv.Itoa(to)).silent("I agree")
	m := g.match(g.id)
	if len(m.Table.Line) != 1 || m.Table.Line[0] != to || m.Proposal() != nil {
		t.Errorf("the line is %v, the proposal %v", m.Table.Line, m.Proposal())
	}
	_, no := chiara.sent("/answer", "agree", "no")
	g.readers[3].post(chiara.resolve(g.seatPage(3)+"/answer"), no).is(http.StatusConflict).says("is not open any more")

	// What was dropped stays in the log, struck out; permalinks lead where they did.
	dropped := strconv.Itoa(to + 1)
	log := g.readers[2].open(g.seatPage(2) + "/log")
	if struck := len(log.all("del")); struck == 0 {
		t.Error("nothing is struck out in the log")
	}
	g.readers[2].open(g.seatPage(2) + "/audit").says("move.played taken back")
	g.readers[2].open(g.seatPage(2) + "/at/" + dropped).is(http.StatusOK).says("The move of event " + dropped + " was taken back since").silent("Propose to go back")
	g.readers[2].open(g.seatPage(2)+"/at/"+strconv.Itoa(start)).says("Propose to go back to here", "After event "+strconv.Itoa(start)+" of "+strconv.Itoa(m.N()))
	g.hurry(1000)
	if !g.match(g.id).Table.Over {
		t.Error("the match does not go on after it went back")
	}
}

func TestAProposalEndsByRefusalByAMoveOrByItsProposer(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	propose := func(seat int, what string, fields url.Values) *sheet {
		return g.readers[seat].open(g.seatPage(seat)+"/propose/"+what).is(http.StatusOK).submit("Propose it", fields).is(http.StatusOK)
	}
	propose(1, "end", nil).says("You propose to end the match now")
	g.readers[2].open(g.seatPage(2)).submit("I do not agree", nil).is(http.StatusOK).says("You do not agree, so nothing changes.").silent("I agree")
	if g.match(g.id).Proposal() != nil {
		t.Error("a proposal outlives a refusal")
	}

	page := propose(2, "end", nil)
	g.readers[1].open(g.seatPage(1) + "/propose/end").is(http.StatusOK).silent("Propose it") // one at a time
	page.submit("Withdraw my proposal", nil).is(http.StatusOK).says("You withdraw the proposal.")
	page.submit("Withdraw my proposal", nil).is(http.StatusOK) // a double click

	propose(3, "end", nil)
	seat, _, _ := g.turn()
	late := g.readers[seat%3+1].open(g.seatPage(seat%3 + 1))
	action, fields := g.readers[seat].open(g.readers[seat].open(g.seatPage(seat)).choices()[0]).form("Play it")
	g.readers[seat].post(action, fields).is(http.StatusOK).says("The proposal lapses.")
	if seat%3+1 != 3 {
		late.submit("I agree", nil).is(http.StatusConflict).says("is not open any more")
	}

	// Of a form that the match has overtaken nothing comes, and it says so.
	old := g.readers[1].open(g.seatPage(1) + "/propose/end")
	g.hurry(g.match(g.id).N() + 1)
	before := g.written()
	old.submit("Propose it", nil).is(http.StatusConflict).says("Something has happened since this page was made")
	g.readers[1].post(g.seatPage(1)+"/propose", url.Values{"what": {"fly"}, "after": {"9"}}).is(http.StatusBadRequest)
	g.readers[1].post(g.seatPage(1)+"/propose", url.Values{"what": {"end"}}).is(http.StatusBadRequest)
	if after := g.written(); after != before {
		t.Errorf("forms that fit nothing wrote: %s, before %s", after, before)
	}

	propose(1, "end", nil)
	g.readers[2].open(g.seatPage(2)).submit("I agree", nil)
	g.readers[3].open(g.seatPage(3)).submit("I agree", nil).is(http.StatusOK).says("All agreed to end the match here.", "The match was ended")
	if m := g.match(g.id); m.Status() != engine.Abandoned || m.Table.Abandoned != "agreed" {
		t.Errorf("the match is %s: %s", m.Status(), m.Table.Abandoned)
	}
}

func TestTheyPauseAndGoOn(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), clocked("note"))
	form := g.readers[1].open(g.seatPage(1) + "/propose/pause").says("The match goes on at the beginning of")
	form.submit("Propose it", url.Values{"until": {"soon"}}).is(http.StatusUnprocessableEntity).says("Choose the day")
	form.submit("Propose it", url.Values{"until": {g.now().AddDate(1, 0, 0).Format(time.DateOnly)}}).is(http.StatusUnprocessableEntity).says("from 1 to 90 days")
	day := g.now().AddDate(0, 0, 10)
	form.submit("Propose it", url.Values{"until": {day.Format(time.DateOnly)}, "reason": {"Snow"}}).says("You propose to pause the match until " + day.Format("Mon 2 Jan") + ", 00:00 (Rome)")
	g.settled()
	g.readers[2].open(g.seatPage(2)).says("Snow")
	seat, r, turn := g.turn()
	action, fields := r.open(turn.choices()[0]).form("Play it")
	for other := 2; other <= 3; other++ {
		g.readers[other].open(g.seatPage(other)).submit("I agree", nil).is(http.StatusOK)
	}
	page := g.readers[seat].open(g.seatPage(seat)).says("The match is paused until "+day.Format("Mon 2 Jan")+", 00:00 (Rome)", "The match is paused", "Nobody can choose anything")
	if len(page.choices()) > 0 {
		t.Error("a paused match offers choices")
	}
	r.post(action, fields).is(http.StatusConflict).says("paused until")
	g.readers[1].open(g.seatPage(1)+"/propose/resume").submit("Propose it", nil).says("You propose to end the pause.")
	for other := 2; other <= 3; other++ {
		g.readers[other].open(g.seatPage(other)).submit("I agree", nil).is(http.StatusOK)
	}
	g.readers[1].open(g.seatPage(1)).says("The match goes on.").silent("Nobody can choose anything")
	if _, paused := g.match(g.id).Paused(); paused {
		t.Error("the match is still paused")
	}
}

func TestTheyChangeTheClock(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	form := g.readers[1].open(g.seatPage(1) + "/propose/clock")
	form.submit("Propose it", url.Values{"clock": {"decision"}, "clock-time": {"own"}, "clock-days": {"x"}}).is(http.StatusUnprocessableEntity).says("Write days and hours as numbers")
	form.submit("Propose it", url.Values{"clock": {"bank"}, "clock-cap-days": {"1"}}).is(http.StatusUnprocessableEntity).says("is not capped at")
	form.submit("Propose it", url.Values{"clock": {"bank"}, "clock-policy": {"bot"}, "clock-zone": {"Europe/Rome"}}).is(http.StatusOK).
		says("You propose another clock.", "Each player has 5 days in a bank, and gets 12 hours for each decision that is finished")
	for other := 2; other <= 3; other++ {
		g.readers[other].open(g.seatPage(other)).submit("I agree", nil).is(http.StatusOK)
	}
	seat, _, page := g.turn()
	page.says("The match has another clock from now on.", "You choose until", "(Rome)", "a bot plays on until the player comes back")
	for other := 1; other <= 3; other++ {
		if other != seat {
			g.readers[other].open(g.seatPage(other)).says("You have 5 days in the bank")
		}
	}
}

func TestTheOthersDecideAboutWhoseTimeIsUp(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), clocked("claim"))
	late, _, page := g.turn()
	page.says("You choose until", "in 2 days").silent("ran out of time")
	other, third := late%3+1, (late+1)%3+1
	names := []string{"", "Anna", "Bruno", "Chiara"}
	g.pass(73*time.Hour, g.id)
	g.readers[late].open(g.seatPage(late)).says("Your time is up: the other players", "You ran out of time").silent("Let a bot play on")
	g.reader().open("/m/" + g.id).says(names[late] + "'s time is up").silent("Let a bot play on")
	box := g.readers[other].open(g.seatPage(other)).says(names[late]+"’s time is up", "Give the time once more", "Let a bot play on")
	tardy := g.readers[third].open(g.seatPage(third))
	box.submit("Give the time once more", nil).is(http.StatusOK).says("You give " + names[late] + " the time once more.").silent("Let a bot play on")
	box.submit("Give the time once more", nil).is(http.StatusOK)
	tardy.submit("Let a bot play on", nil).is(http.StatusConflict).says("nothing to decide about the time")
	g.readers[other].post(g.seatPage(other)+"/claim", url.Values{"about": {"9"}, "n": {"1"}}).is(http.StatusBadRequest)
	g.readers[other].post(g.seatPage(other)+"/wave", url.Values{"about": {strconv.Itoa(late)}}).is(http.StatusBadRequest)

	g.pass(74*time.Hour, g.id)
	g.readers[third].open(g.seatPage(third)).submit("Let a bot play on", nil).is(http.StatusOK).says("You give "+names[late]+"'s seat to a bot", "Who played when", "Seat "+strconv.Itoa(late)+": "+names[late])
	if !g.match(g.id).Bot(game.Seat(late)) {
		t.Error("the bot does not play")
	}
}

func TestAPlayerTakesHisSeatBackFromTheBot(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), clocked("bot"))
	late, r, _ := g.turn()
	names := []string{"", "Anna", "Bruno", "Chiara"}
	older := r.open(g.seatPage(late)).shownLink("own-link")
	g.pass(73*time.Hour, g.id)
	if !g.match(g.id).Bot(game.Seat(late)) {
		t.Fatal("the bot has not taken over")
	}
	g.readers[late%3+1].open(g.seatPage(late%3+1)).says(names[late]+"'s time is up: a bot plays the seat until its player comes back.", "plays until the seat’s player takes it back", "is kept for "+names[late]+".")
	page := r.open(g.seatPage(late)).is(http.StatusOK).says("Your seat in Patronize is kept for you").silent("Lucky words")
	g.reader().open(g.seatPage(late)).is(http.StatusNotFound)
	r.open(older).is(http.StatusNotFound)
	page.submit("Take my seat back", nil).is(http.StatusOK).says("You are "+names[late], "Seat "+strconv.Itoa(late)+" is kept for you.", "You take seat "+strconv.Itoa(late)+" back.")
	page.submit("Take my seat back", nil).is(http.StatusOK).says("You are " + names[late])
	if g.match(g.id).Person(game.Seat(late)) == "" {
		t.Error("the seat is not the player's again")
	}
	// The session of before is good for nothing once the seat is taken back.
	g.readers[late].open(g.seatPage(late)).is(http.StatusOK).says("Who played when")
}

// TestEachIsToldTimeInHisOwnZone looks at one match from two zones, with a vacation in it.
func TestEachIsToldTimeInHisOwnZone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, clocked("note"))
	book := people.New(h.store, h.copy)
	away := map[int]string{1: "Asia/Tokyo", 2: "America/New_York"}
	for seat, zone := range away {
		if err := book.SetSettings(t.Context(), g.match(g.id).Person(game.Seat(seat)), people.Settings{Zone: zone}); err != nil {
			t.Fatal(err)
		}
	}
	if err := book.SetAway(t.Context(), g.match(g.id).Person(3), []people.Away{{From: h.now().AddDate(0, 0, -1).Format(time.DateOnly), To: h.now().AddDate(0, 0, 5).Format(time.DateOnly)}}); err != nil {
		t.Fatal(err)
	}
	h.settled()
	g.readers[1].open(g.seatPage(1)).says("(Tokyo) on this server", "is on vacation until").silent("(Rome)")
	g.readers[2].open(g.seatPage(2)).says("(New York) on this server", "is on vacation until").silent("(Tokyo)")
	g.readers[3].open(g.seatPage(3)).says("(Rome) on this server", "are on vacation until") // the match's zone, where nobody named one
	g.reader().open("/m/"+g.id).says("(Rome) on this server", "is on vacation until")
}
