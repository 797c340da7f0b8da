package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/projections"
)

// turn is the seat whose turn it is, its reader and its page.
func (g *group) turn() (seat int, r *reader, page *sheet) {
	g.t.Helper()
	seat = int(g.match(g.id).Active()[0])
	return seat, g.readers[seat], g.readers[seat].open(g.seatPage(seat)).is(http.StatusOK)
}

// play plays the move whose text is given and gives the page after it.
func (g *group) play(move string) *sheet {
	g.t.Helper()
	_, r, page := g.turn()
	for _, choice := range page.choices() {
		if strings.HasSuffix(choice, "&try="+url.QueryEscape(move)+"#choices") {
			return r.open(choice).submit("Play it", nil).is(http.StatusOK)
		}
	}
	g.t.Fatalf("%q is not offered: %v", move, page.choices())
	return nil
}

func TestTheSameFormSentOftenPlaysOnce(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	_, r, page := g.turn()
	action, fields := r.open(page.choices()[0]).form("Play it")
	before := g.match(g.id).N()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			answer, err := r.client.PostForm(action, fields)
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("a repeated form is answered with %d", answer.StatusCode)
			}
		})
	}
	all.Wait()
	if n := g.match(g.id).N(); n != before+1 {
		t.Errorf("20 times the same form wrote %d events", n-before)
	}
}

func TestAStaleFormTellsWhatChangedAndWhatWasChosen(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, page := g.turn()
	pass := page.choices()[0] // in another tab
	tab := r.open(pass)
	g.play(string(g.match(g.id).Legal(game.Seat(seat))[1]))
	before := g.match(g.id).N()
	late := tab.submit("Play it", nil)
	if late.status != http.StatusConflict {
		t.Errorf("a stale form is answered with %d", late.status)
	}
	late.says("You had chosen:", "Pass", "Waiting for").silent("You chose:")
	// The address of the draft itself is stale now, too.
	r.open(pass).is(http.StatusOK).says("The position has changed", "You had chosen:", "Pass")
	if n := g.match(g.id).N(); n != before {
		t.Errorf("a stale form wrote event %d", n)
	}
}

func TestWhatCannotBePlayedIsRefusedOnThePage(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, _ := g.turn()
	before := g.written()
	decision := fmt.Sprint(g.match(g.id).Decision(game.Seat(seat)))
	base := g.seatPage(seat)
	for _, c := range []struct {
		name   string
		fields url.Values
		status int
		says   string
	}{
		{"a move that is none", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}, "move": {"fly away"}}, 422, "fly away"},
		{"two moves of which one is illegal", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}, "move": {"pass", "pass"}}, 422, "pass"},
		{"no move", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}}, 422, "Choose something first."},
		{"another seat's form", url.Values{"seat": {fmt.Sprint(seat%3 + 1)}, "d": {decision}, "move": {"pass"}}, 400, "incomplete"},
		{"no decision", url.Values{"seat": {fmt.Sprint(seat)}, "move": {"pass"}}, 400, "incomplete"},
		{"an old decision", url.Values{"seat": {fmt.Sprint(seat)}, "d": {"1"}, "move": {"pass"}}, 409, "earlier decision"},
		{"too many moves", url.Values{"seat": {fmt.Sprint(seat)}, "d": {decision}, "move": make([]string, 41)}, 400, "incomplete"},
		{"a flood", url.Values{"seat": {strings.Repeat("x", maxForm)}}, 413, "too long"},
	} {
		page := r.post(base+"/play", c.fields)
		if page.status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, page.status, c.status)
		}
		page.says(c.says)
	}
	other := seat%3 + 1
	page := g.readers[other].post(g.seatPage(other)+"/play", url.Values{"seat": {fmt.Sprint(other)}, "d": {"7"}, "move": {"pass"}})
	page.is(http.StatusConflict).says("It is not your turn")
	if after := g.written(); after != before {
		t.Errorf("refused forms wrote: %s, before %s", after, before)
	}
	// A draft in the address that fits nothing is told and left out.
	for _, query := range []string{"?d=" + decision + "&try=fly+away", "?d=99&try=pass", "?try=pass", "?d=x", "?d=" + decision + strings.Repeat("&try=pass", 41)} {
		r.open(base+query).is(http.StatusOK).says("Your turn", "Your choice")
	}
}

func TestATakenBackMoveIsStruckOut(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	seat, r, _ := g.turn()
	done := g.play("pass").says("Nobody has moved since")
	action, fields := done.form("Take my latest choice back")
	back := r.post(action, fields).is(http.StatusOK).says("Your turn", "take back your latest choice")
	if !strings.Contains(back.body, `<del class="struck">`) {
		t.Error("the move taken back is not struck out in the log")
	}
	n := g.match(g.id).N()
	r.post(action, fields).is(http.StatusOK)
	if again := g.match(g.id).N(); again != n {
		t.Errorf("the same take-back sent twice wrote %d more events", again-n)
	}
	g.play("pass")
	g.play("pass")
	late := r.post(g.seatPage(seat)+"/take-back", url.Values{"last": {fmt.Sprint(n + 1)}})
	late.is(http.StatusConflict).says("cannot be taken back any more")
}

func TestASecretChoiceIsAFormAndNeverALink(t *testing.T) {
	t.Parallel()
	p := &matchPage{Match: engine.Fold(nil), Base: "/m/x/s/2", Viewer: 2}
	d := p.decision(&engine.Draft{Seat: 2, Moves: []game.Move{"henchman c2"}, Choices: []engine.Choice{{Move: "intrigue betray", Secret: true}, {Move: "loot"}}}, 41)
	var b bytes.Buffer
	if err := choices(*d).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	page := &sheet{r: &reader{t: t}, at: &url.URL{Path: "/m/x/s/2"}, root: root}
	for _, address := range page.links() {
		if strings.Contains(address, "betray") {
			t.Errorf("the link %s holds the secret choice", address)
		}
	}
	action, fields := page.form("intrigue betray")
	if action != "/m/x/s/2/play" || fmt.Sprint(fields["move"]) != "[henchman c2 intrigue betray]" || fields.Get("d") != "41" || fields.Get("seat") != "2" {
		t.Errorf("the form sends %s %v", action, fields)
	}
}

func TestWhenTheStoreIsAway(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	_, r, page := g.turn()
	tried := r.open(page.choices()[0])
	before := g.match(g.id).N()
	if err := g.store.Close(); err != nil {
		t.Fatal(err)
	}
	answer := tried.submit("Play it", nil).is(http.StatusServiceUnavailable)
	answer.says("You had chosen:", "Your choice")
	if answer.header.Get("Retry-After") == "" {
		t.Error("it is not said when to try again")
	}
	if n := g.match(g.id).N(); n != before {
		t.Errorf("the match has %d events, had %d", n, before)
	}
}

func TestAWrongMethodIsAPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	id := engine.NewID()
	for _, c := range []struct{ method, path, allow string }{
		{http.MethodPost, "/", "GET, HEAD"}, {http.MethodPost, "/nothing", "GET, HEAD"}, {http.MethodDelete, "/demo", "GET, HEAD, POST"},
		{http.MethodPut, "/m/" + id + "/s/1/play", "GET, HEAD, POST"}, {http.MethodPost, "/m/" + id, "GET, HEAD"},
		{http.MethodPatch, "/new/patronize", "GET, HEAD, POST"}, {"BREW", "/rules", "GET, HEAD"}, {http.MethodOptions, "/l/x", "GET, HEAD"},
	} {
		request, err := http.NewRequest(c.method, h.server.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := h.reader()
		page := r.read(r.client.Do(request)).is(http.StatusMethodNotAllowed).says("This address works differently", "To the front page")
		if got := page.header.Get("Allow"); got != c.allow {
			t.Errorf("%s %s: allowed are %q, want %q", c.method, c.path, got, c.allow)
		}
		if got := page.header.Get("Content-Security-Policy"); got != policy {
			t.Errorf("%s %s has the policy %q", c.method, c.path, got)
		}
	}
	// An address that is written oddly leads to the right one, and no further.
	r := h.reader()
	r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if page := r.post("/m//"+id, nil); page.status < 300 || page.status > 399 || page.header.Get("Location") != "/m/"+id {
		t.Errorf("status %d, to %q", page.status, page.header.Get("Location"))
	}
}

// failing is a book of persons that cannot be read.
type failing struct{ People }

func (failing) Profile(context.Context, string) (Profile, error) {
	return Profile{}, errors.New("the disk has a secret fault")
}

// panicking is a read model with a fault in it.
type panicking struct{ Projections }

func (panicking) Matches(context.Context, projections.Filter) ([]projections.MatchRow, error) {
	panic("a secret fault")
}

func TestAFaultOfOursIsAPageAndALineInTheLog(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(c *Config) {
		c.People, c.Projections = failing{c.People}, panicking{c.Projections}
		c.Health = func() error { return errors.New("a secret fault") }
	})
	operator := h.operator().open("/rules").is(http.StatusOK).r
	id := engine.NewID()
	_, err := h.engine.Create(t.Context(), engine.Creation{ID: id, Kind: "patronize", Host: engine.NewID(), Watch: true,
		Seats: []engine.Invitation{{Who: engine.Himself}, {Who: engine.Bot}, {Who: engine.Bot}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"/m/" + id, "/"} {
		operator.open(address).is(http.StatusInternalServerError).says("Something broke on our side").silent("secret")
	}
	operator.open("/readyz").is(http.StatusServiceUnavailable).silent("secret")
	operator.open("/healthz").is(http.StatusOK)
	if said := h.log.String(); strings.Count(said, "secret fault") < 3 {
		t.Errorf("the log does not tell the faults: %s", said)
	}
}

// A match that this program cannot fold further is shown as far as it can be.
func TestAMatchThatCannotBeFoldedFurther(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	m := g.match(g.id)
	seat := int(m.Active()[0])
	seed, err := hex.DecodeString(whole(t, m.Log[0]).(*events.Created).Seed)
	if err != nil {
		t.Fatal(err)
	}
	cmd := strings.Repeat("0a", 16)
	slip, _, err := events.Slip{Match: g.id, By: fmt.Sprintf("seat:%d", seat), Cmd: cmd, At: time.Now(), Prev: m.Head(), Seed: seed, Random: rand.Reader,
		Entries: []events.Entry{{Data: &events.Played{Seat: seat, Move: "play dragon"}, State: []byte(`{}`)}}}.Write()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := g.store.Append(t.Context(), g.id, m.Version(), cmd, slip); err != nil {
		t.Fatal(err)
	}
	if err := g.copy.Wait(t.Context(), g.id, m.N()+1); err != nil {
		t.Fatal(err)
	}
	r := g.readers[seat]
	page := r.open(g.seatPage(seat)).is(http.StatusOK).says("This match cannot go on here", "The match stands still", "play dragon").silent("Your choice")
	for _, more := range []string{"/log", "/audit", "/export", fmt.Sprintf("/at/%d", m.N())} {
		r.open(page.at.Path + more).is(http.StatusOK)
	}
	r.post(page.at.Path+"/play", url.Values{"seat": {fmt.Sprint(seat)}, "d": {fmt.Sprint(m.Decision(game.Seat(seat)))}, "move": {"pass"}}).is(http.StatusConflict).says("cannot go on")
	g.host.open("/m/" + g.id + "/host").is(http.StatusOK).says("cannot go on here")
	g.host.open("/").says("stands still")
}

func whole(t *testing.T, e *events.Event) any {
	t.Helper()
	data, err := e.Decode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAStoreThatIsAwayIsToldAndNothingIsLost(t *testing.T) {
	t.Parallel()
	for code, want := range map[engine.Code]int{
		engine.NotFound: 404, engine.Invalid: 422, engine.Stale: 409, engine.NotYourTurn: 409, engine.Illegal: 422, engine.Opens: 422,
		engine.Over: 409, engine.Taken: 409, engine.Away: 503, engine.Full: 503, engine.Unknown: 503, engine.Broken: 409,
	} {
		f, internal := failed(fmt.Errorf("deep down: %w", &engine.Refusal{Code: code, What: "What.", Mend: "Mend."}))
		if internal || f.Status != want || f.What != "What." || f.Mend != "Mend." || f.Title == "" {
			t.Errorf("%s: %+v", code, f)
		}
	}
	if f, internal := failed(io.ErrUnexpectedEOF); !internal || f.Status != 500 || strings.Contains(f.What+f.Mend, "EOF") {
		t.Errorf("an unknown error is shown as %+v", f)
	}
}
