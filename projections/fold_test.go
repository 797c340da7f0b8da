package projections

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events"
	"pizzini/events/stream"
)

// What cannot be read or folded stops its match only, and a program that can fold
// it goes on.
func TestWhatCannotBeReadStopsItsMatchOnly(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	persons := []string{engine.NewID(), engine.NewID(), engine.NewID()}
	command := func(i int) string { return fmt.Sprintf("%032x", i) }
	raw := func(match string, i int, payload string) {
		t.Helper()
		slips, err := n.store.Slips(t.Context(), match, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := n.store.Append(t.Context(), match, slips[len(slips)-1].Seq, command(i), []byte(payload)); err != nil {
			t.Fatal(err)
		}
	}
	line := func(match, kind, data string, i int) string {
		m := n.match(match)
		return fmt.Sprintf(`{"v":1,"match":%q,"n":%d,"type":%q,"at":%q,"by":"host","cmd":%q,"prev":%q,"data":%s}`+"\n",
			match, m.N()+1, kind, events.FormatTime(time.Now().Add(time.Second)), command(i), m.Head().Hash, data)
	}
	for i, c := range []struct {
		name, says string
		unread     bool // the slip as a whole
		payload    func(match string) string
	}{
		{"no slip at all", "cannot be folded", true, func(string) string { return "\x00 no slip" }},
		{"an unknown type", "newer pizzini", false, func(match string) string { return line(match, "match.sparkled", "{}", 2) }},
		{"a newer format", "newer pizzini", true, func(match string) string {
			return strings.Replace(line(match, "match.paused", "{}", 3), `"v":1`, `"v":2`, 1)
		}},
		{"an event of another match", "cannot be folded", true, func(match string) string {
			return strings.Replace(line(match, "match.paused", "{}", 4), match, "aaaaaaaaaaaaaaaa", 1)
		}},
		{"an event that may not come now", "cannot be folded", false, func(match string) string {
			return line(match, "match.rewound", `{"to":1}`, 5)
		}},
	} {
		bad, good := n.started(persons...), n.started(persons...)
		n.play(bad, 2)
		before := n.match(bad)
		after := line(bad, "seat.linked", fmt.Sprintf(`{"seat":1,"link":%d}`, before.Table.Seats[0].Link+1), i+100)
		raw(bad, i+1, c.payload(bad))
		n.play(good, 2)
		n.followed()
		row, ok, err := n.db.MatchRow(t.Context(), bad)
		if err != nil || !ok || row.Status != engine.Stopped || !strings.Contains(row.Broken, c.says) || row.N < before.N() || len(row.Active) > 0 || row.Kind != "patronize" {
			t.Errorf("%s: the row is %+v %v", c.name, row, err)
		}
		other, _, err := n.db.MatchRow(t.Context(), good)
		if m := n.match(good); err != nil || other.Broken != "" || other.N != m.N() || len(other.Active) != 1 {
			t.Errorf("%s: another match is %+v %v", c.name, other, err)
		}
		// What comes after is kept, and does not revive the match.
		raw(bad, i+100, after)
		n.followed()
		slips, err := n.db.Slips(t.Context(), bad, 0)
		want, wantErr := n.store.Slips(t.Context(), bad, 0)
		if err != nil || wantErr != nil || len(slips) != len(want) {
			t.Errorf("%s: %d slips are kept of %d: %v %v", c.name, len(slips), len(want), err, wantErr)
		}
		later, _, err := n.db.MatchRow(t.Context(), bad)
		if err != nil || later.Status != engine.Stopped || later.Broken != row.Broken || c.unread && later.N != before.N() {
			t.Errorf("%s: after another slip the row is %+v %v", c.name, later, err)
		}
	}
	var tasks []Task
	for _, person := range persons {
		his, err := n.db.ToDo(t.Context(), person)
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, his...)
	}
	if len(tasks) != 5 {
		t.Fatalf("the persons are asked %d times in 5 matches that go on: %+v", len(tasks), tasks)
	}
	for _, task := range tasks {
		if row, _, err := n.db.MatchRow(t.Context(), task.Match); err != nil || row.Broken != "" {
			t.Errorf("a person is asked in a match that cannot be folded: %+v %v", task, err)
		}
	}
	broken, err := n.db.Matches(t.Context(), Filter{Broken: true})
	if err != nil || len(broken) != 5 {
		t.Errorf("%d matches are listed as broken, want 5 (%v)", len(broken), err)
	}
	if all, found, err := n.db.Check(t.Context()); err != nil || all != 10 || len(found) != 5 {
		t.Errorf("the check finds %d of %d: %v", len(found), all, err)
	}
	n.sameAsBuiltAnew()

	// Another program marked a match that this one can fold.
	good := tasks[0].Match
	n.closeCopy()
	was := rows(t, n.db.Path())
	execute(t, n.db.Path(), `update match set status = 'stopped', broken = 'needs a newer pizzini' where id = ?`, good)
	execute(t, n.db.Path(), `update seat set call = 0, decision = 0, since = 0 where match = ?`, good)
	n.open()
	sameRows(t, was, rows(t, n.db.Path()))

	// A restore puts back what could not be read too.
	n.close()
	moved(t, n.dir, "nats", "away")
	n.store = openStore(t, n.dir)
	done, err := RestoreFromCopy(t.Context(), n.config())
	if err != nil || len(done.Unverified) != 5 {
		t.Fatalf("restored %+v %v", done, err)
	}
	if last, err := n.store.Last(t.Context(), stream.Matches); err != nil || int(last) != done.Messages[stream.Matches] {
		t.Errorf("%d slips were restored, the stream has %d (%v)", done.Messages[stream.Matches], last, err)
	}
}

// A check finds a position that is not what the log says.
func TestCheckComparesDigests(t *testing.T) {
	t.Parallel()
	n := newNode(t, t.TempDir())
	n.fill()
	n.followed()
	if all, found, err := n.db.Check(t.Context()); err != nil || all != 2 || len(found) != 0 {
		t.Errorf("of %d matches %v are found wanting: %v", all, found, err)
	}
	n.closeCopy()
	path := n.db.Path()
	execute(t, path, `update slip set payload = cast(replace(cast(payload as text), '"state":"', '"state":"0') as blob) where seq = (select max(seq) from slip)`)
	db, err := Open(t.Context(), n.config())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, found, err := db.Check(t.Context())
	if err != nil || len(found) != 2 || found[0].Match != "" || !strings.Contains(found[0].Why, "pizzini rebuild") || found[1].Match == "" {
		t.Errorf("found %v: %v", found, err)
	}
}
