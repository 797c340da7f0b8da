package mailer

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/events"
)

// log is a match made by hand, for events that no command writes yet.
type log struct {
	t     testing.TB
	house *house
	match *engine.Match
	now   time.Time
}

// started is a match of Patronize in which three persons sit.
func started(t *testing.T) *log {
	t.Helper()
	h := newHouse(t)
	return &log{t: t, house: h, match: h.match(h.play()), now: h.clock.time()}
}

// add writes one slip and gives its bytes.
func (l *log) add(by string, data ...any) []byte {
	l.t.Helper()
	slip := events.Slip{Match: l.match.ID, By: by, Cmd: fmt.Sprintf("%032x", l.match.N()), At: l.now, Prev: l.match.Head(), Seed: make([]byte, 32), Random: rand.Reader,
		Part: func(r events.Ref) *events.Part { return l.match.Log[r.N-1].Sealed[r.I] }}
	for _, d := range data {
		e := events.Entry{Data: d}
		if _, ok := d.(*events.Rewound); ok {
			state, err := l.match.State.MarshalJSON()
			if err != nil {
				l.t.Fatal(err)
			}
			e.State = state
		}
		slip.Entries = append(slip.Entries, e)
	}
	payload, written, err := slip.Write()
	if err != nil {
		l.t.Fatal(err)
	}
	l.match = l.match.With(written)
	if l.match.Broken != nil {
		l.t.Fatal(l.match.Broken)
	}
	return payload
}

// due lists what is due, as "kind seat event", without the host's link and turns.
func (l *log) due() []string {
	var list []string
	for _, d := range DueLetters(l.match, l.now) {
		if d.Kind != HostLink && d.Kind != YourTurn {
			list = append(list, fmt.Sprintf("%s %d %d", d.Kind, d.Key.Seat, d.Key.N))
		}
	}
	slices.Sort(list)
	return list
}

func (l *log) want(want ...string) {
	l.t.Helper()
	slices.Sort(want)
	if got := l.due(); !slices.Equal(got, want) {
		l.t.Errorf("after event %d: %q, want %q", l.match.N(), got, want)
	}
}

func TestAProposalIsAskedAndItsEndIsTold(t *testing.T) {
	t.Parallel()
	l := started(t)
	start := l.match.Table.Started
	l.want()
	l.add("seat:2", &events.RewindProposed{Seat: 2, To: start})
	asked := l.match.N()
	l.want(fmt.Sprintf("consent 1 %d", asked), fmt.Sprintf("consent 3 %d", asked))
	l.add("seat:1", &events.RewindAnswered{Seat: 1, Agree: true})
	l.want(fmt.Sprintf("consent 3 %d", asked))
	l.add("seat:3", &events.RewindAnswered{Seat: 3, Agree: false})
	l.want(fmt.Sprintf("answer 2 %d", l.match.N()))

	l.add("seat:3", &events.RewindProposed{Seat: 3, To: start})
	asked = l.match.N()
	l.want(fmt.Sprintf("answer 2 %d", asked-1), fmt.Sprintf("consent 1 %d", asked), fmt.Sprintf("consent 2 %d", asked))
	l.add("seat:1", &events.RewindLapsed{})
	l.want(fmt.Sprintf("answer 2 %d", asked-1), fmt.Sprintf("answer 3 %d", asked+1))
	// After two weeks nobody needs the news any more.
	l.now = l.now.Add(tooOld)
	l.want()
}

func TestAChangedClockIsToldToAllOnce(t *testing.T) {
	t.Parallel()
	l := started(t)
	clock := json.RawMessage(`{"kind":"decision","policy":"note","time":86400,"zone":"UTC"}`)
	due := map[string]string{l.match.Active()[0].String(): events.FormatTime(l.now.Add(24 * time.Hour))}
	for range 2 {
		l.add("host", &events.ClockChanged{Clock: clock, Due: due})
	}
	n := l.match.N()
	l.want(fmt.Sprintf("clock 1 %d", n), fmt.Sprintf("clock 2 %d", n), fmt.Sprintf("clock 3 %d", n))
}

func TestAnOldDecisionStillAsksForItsLetter(t *testing.T) {
	t.Parallel()
	l := started(t)
	l.now = l.now.Add(300 * 24 * time.Hour)
	due := DueLetters(l.match, l.now)
	if len(due) != 1 || due[0].Kind != YourTurn || due[0].Key.Seat != l.match.Active()[0] {
		t.Errorf("%+v", due)
	}
}

func TestAMatchThatCannotBeFoldedSendsNothing(t *testing.T) {
	t.Parallel()
	l := started(t)
	broken := *l.match
	broken.Broken = engine.ErrUnknown
	if due := DueLetters(&broken, l.now); len(due) != 0 {
		t.Errorf("%+v", due)
	}
	if due := DueLetters(engine.Fold(nil), l.now); len(due) != 0 {
		t.Errorf("%+v", due)
	}
}

func TestTheLastAgreementEndsAProposal(t *testing.T) {
	t.Parallel()
	l := started(t)
	start := l.match.Table.Started
	l.add("seat:2", &events.RewindProposed{Seat: 2, To: start})
	l.add("seat:1", &events.RewindAnswered{Seat: 1, Agree: true})
	l.add("seat:3", &events.RewindAnswered{Seat: 3, Agree: true}, &events.Rewound{To: start})
	l.want(fmt.Sprintf("answer 2 %d", l.match.N()-1))
}

// The letters that only tell what happened can be written too.
func TestNewsSayWhatHappened(t *testing.T) {
	t.Parallel()
	l := started(t)
	l.add("seat:2", &events.RewindProposed{Seat: 2, To: l.match.Table.Started})
	l.says(Consent, "ben proposes to go back")
	l.add("seat:1", &events.RewindAnswered{Seat: 1, Agree: false})
	l.says(Answer, "anna does not agree")
}

func (l *log) says(kind Kind, words string) {
	l.t.Helper()
	due := DueLetters(l.match, l.now)
	i := slices.IndexFunc(due, func(d Due) bool { return d.Kind == kind })
	if i < 0 {
		l.t.Fatalf("no letter %s", kind)
	}
	letter, err := l.house.composer.Compose(l.t.Context(), due[i].Key, Record{Kind: kind, Person: due[i].Person, At: l.now}, l.match)
	if err != nil {
		l.t.Fatal(err)
	}
	if text := strings.Join(strings.Fields(letter.Text()), " "); !strings.Contains(text, words) {
		l.t.Errorf("%s:\n%s", kind, letter.Text())
	}
}
