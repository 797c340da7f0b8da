package projections

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pizzini/engine"
	"pizzini/engine/game"
)

// Whatever people do, the lists say whose turn it is as a fold of the whole log
// does: after take-backs, resignations and new players too, in a pause and after it.
func TestListsAreWhatAFoldSays(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.clock = json.RawMessage(`{"bank":432000,"add":3600,"cap":500000,"kind":"bank","policy":"bot","zone":"Europe/Rome"}`)
	persons := []string{engine.NewID(), engine.NewID(), engine.NewID()}
	rapid.Check(t, func(r *rapid.T) {
		id := n.started(persons...)
		for range rapid.IntRange(1, 12).Draw(r, "commands") {
			m := n.match(id)
			seat := game.Seat(rapid.IntRange(1, 3).Draw(r, "seat"))
			command := engine.SeatCommand{Match: id, Seat: seat, Answers: m.LinkNumber(seat)}
			var err error
			switch what := rapid.SampledFrom([]string{"play", "play", "play", "play", "take back", "take back", "link", "resign", "return", "bots", "propose", "answer", "answer", "host", "end"}).Draw(r, "what"); what {
			case "play":
				if legal := m.Legal(seat); len(legal) > 0 {
					move := rapid.SampledFrom(legal).Draw(r, "move")
					_, err = n.Play(t.Context(), engine.Turn{Match: id, Seat: seat, Decision: m.Decision(seat), Moves: []game.Move{move}})
				}
			case "take back":
				if last, _, ok := m.TakeBack(seat); ok {
					_, err = n.PlayTakeBack(t.Context(), id, seat, last)
				}
			case "link":
				_, err = n.Link(t.Context(), command, true)
			case "resign":
				_, err = n.Resign(t.Context(), command)
			case "return":
				_, err = n.Take(t.Context(), command, persons[seat-1], "")
			case "propose":
				p := engine.Proposing{Match: id, Seat: seat, After: m.N(), What: "pause", Until: time.Now().Add(48 * time.Hour)}
				if _, paused := m.Paused(); paused {
					p.What, p.Until = "resume", time.Time{}
				}
				_, err = n.Propose(t.Context(), p)
			case "answer":
				if p := m.Proposal(); p != nil {
					for _, asked := range m.Asked() {
						if _, err = n.Answer(t.Context(), id, asked, p.N, true); err != nil {
							break
						}
					}
				}
			case "host":
				_, err = n.PassHost(t.Context(), id, m.Host(), persons[seat-1], "host")
			case "bots":
				_, err = n.Engine.Bots(t.Context(), id)
			case "end":
				if rapid.IntRange(0, 9).Draw(r, "really") == 0 {
					_, err = n.Abandon(t.Context(), id)
				}
			}
			if refusal := (*engine.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
				r.Fatal(err)
			}
			if err := n.db.Wait(t.Context(), id, n.match(id).N()); err != nil {
				r.Fatal(err)
			}
			n.compareLists(r, id, persons)
		}
	})
	n.sameAsBuiltAnew()
}

// compareLists compares what the lists say of a match with a fold.
func (n *node) compareLists(r *rapid.T, id string, persons []string) {
	m := n.match(id)
	var want []string
	for _, seat := range m.Active() {
		want = append(want, fmt.Sprintf("seat %d, %s: call %d, decision %d, since %v", seat, m.Person(seat), m.Call(seat), m.Decision(seat), m.Log[m.Call(seat)-1].At))
	}
	var got []string
	tell := func(who string, tasks []Task, err error) {
		if err != nil {
			r.Fatal(err)
		}
		for _, task := range tasks {
			if task.Match != id {
				continue
			}
			if task.N != m.N() || task.Kind != "patronize" {
				r.Errorf("a task of event %d of %s at event %d", task.N, task.Kind, m.N())
			}
			got = append(got, fmt.Sprintf("seat %d, %s: call %d, decision %d, since %v", task.Seat, who, task.Call, task.Decision, task.Since))
		}
	}
	for _, person := range persons {
		tasks, err := n.db.ToDo(n.t.Context(), person)
		tell(person, tasks, err)
	}
	tasks, err := n.db.Bots(n.t.Context())
	tell("", tasks, err)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		r.Errorf("the lists say %q, the fold %q", got, want)
	}
	row, ok, err := n.db.MatchRow(n.t.Context(), id)
	if err != nil || !ok || row.Status != m.Status() || !slices.Equal(row.Active, m.Active()) || row.N != m.N() || row.Hash != m.Head().Hash ||
		!row.Changed.Equal(m.Log[m.N()-1].At) || !row.Created.Equal(m.Log[0].At) || row.Players != 3 || row.Host != m.Host() {
		r.Errorf("the match's row is %+v %v", row, err)
	}
	if until, paused := m.Paused(); row.Paused != paused || !row.Until.Equal(until) {
		r.Errorf("the match's row says paused %v until %v, the fold %v until %v", row.Paused, row.Until, paused, until)
	}
	wakes, err := n.db.Wakes(n.t.Context(), 21)
	i := slices.IndexFunc(wakes, func(w Wake) bool { return w.Match == id })
	if at := m.Wake(21); err != nil || (i < 0) != at.IsZero() || i >= 0 && !wakes[i].At.Equal(at) {
		r.Errorf("the clock wakes %v, %v; the fold says %v", wakes, err, at)
	}
	seats, err := n.db.Seats(n.t.Context(), id)
	if err != nil || len(seats) != 3 {
		r.Fatalf("seats %v %v", seats, err)
	}
	for _, s := range seats {
		if !s.Due.Equal(m.Due(s.Seat)) {
			r.Errorf("seat %d is due %v, in the fold %v", s.Seat, s.Due, m.Due(s.Seat))
		}
		if s.Link != m.LinkNumber(s.Seat) || s.Who != m.Table.Seats[s.Seat-1].Who || s.Offered != m.Table.Seats[s.Seat-1].Offered {
			r.Errorf("seat %+v", s)
		}
	}
}

// Lists are filtered by host, person, status and number, newest first.
func TestMatchesAreFiltered(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	host, guest, stranger := engine.NewID(), engine.NewID(), engine.NewID()
	open := n.create(host, engine.Himself, engine.Person(guest), engine.Anybody)
	playing := n.started(guest, host, stranger)
	ended := n.started(stranger, host, guest)
	if _, err := n.Abandon(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	n.play(playing, 2)
	away := engine.NewID()
	kept := n.started(engine.NewID(), engine.NewID(), away)
	_, err := n.Resign(t.Context(), engine.SeatCommand{Match: kept, Seat: 3, Answers: n.match(kept).LinkNumber(3)})
	if err == nil { // a bot plays the seat, until he takes it again
		_, err = n.Offer(t.Context(), engine.SeatCommand{Match: kept, Seat: 3, Answers: n.match(kept).LinkNumber(3)}, engine.Person(away))
	}
	if err != nil {
		t.Fatal(err)
	}
	n.followed()
	for _, c := range []struct {
		name string
		f    Filter
		want []string
	}{
		{"all", Filter{}, []string{kept, playing, ended, open}},
		{"the newest", Filter{Limit: 1}, []string{kept}},
		{"of one for whom a bot's seat is kept", Filter{Person: away}, []string{kept}},
		{"of a host", Filter{Host: host}, []string{open}},
		{"of a person who sits there", Filter{Person: stranger}, []string{playing, ended}},
		{"of one who is invited", Filter{Person: guest}, []string{playing, ended, open}},
		{"gathering", Filter{Status: engine.Gathering}, []string{open}},
		{"ended", Filter{Status: engine.Abandoned, Person: host}, []string{ended}},
		{"of nobody", Filter{Person: engine.NewID()}, nil},
		{"broken", Filter{Broken: true}, nil},
	} {
		found, err := n.db.Matches(t.Context(), c.f)
		var ids []string
		for _, row := range found {
			ids = append(ids, row.ID)
		}
		if err != nil || !slices.Equal(ids, c.want) {
			t.Errorf("%s: got %q %v, want %q", c.name, ids, err, c.want)
		}
	}
	if _, ok, err := n.db.MatchRow(t.Context(), engine.NewID()); ok || err != nil {
		t.Errorf("a match that is not there: %v %v", ok, err)
	}
	if none, err := n.db.Deadlines(t.Context()); err != nil || len(none) > 0 {
		t.Errorf("deadlines without a clock: %v %v", none, err)
	}
}

// A match that gathers wakes the clock when the invitations expire, and not where
// they never do; who comes, or is invited anew, begins the time again.
func TestWakesOfMatchesThatGather(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	host := engine.NewID()
	gathers, playing := n.create(host, engine.Anybody, engine.Anybody, engine.Bot), n.started(host, engine.NewID(), engine.NewID())
	wakes := func(days int) (found []Wake) {
		t.Helper()
		n.followed()
		found, err := n.db.Wakes(t.Context(), days)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for range 2 {
		for _, days := range []int{1, 21} {
			if got := wakes(days); len(got) != 1 || got[0].Match != gathers || !got[0].At.Equal(n.match(gathers).Wake(days)) {
				t.Errorf("with %d days %v, want %s, not %s, at %v", days, got, gathers, playing, n.match(gathers).Wake(days))
			}
		}
		if got := wakes(0); len(got) > 0 {
			t.Errorf("invitations never expire, but %v", got)
		}
		c := engine.SeatCommand{Match: gathers, Seat: 1, Answers: n.match(gathers).LinkNumber(1)}
		if _, err := n.Link(t.Context(), c, true); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := n.Abandon(t.Context(), gathers); err != nil {
		t.Fatal(err)
	}
	if got := wakes(1); len(got) > 0 {
		t.Errorf("over, but %v", got)
	}
	n.sameAsBuiltAnew()
}
