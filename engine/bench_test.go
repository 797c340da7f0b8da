package engine_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// moves is how many moves the matches of these benchmarks have in all: a long match.
const moves = 300

// randomLogs are the logs of whole random matches of a kind until they have so many
// moves, as they are stored: the payloads of their slips.
func randomLogs(b *testing.B, kind string) (logs [][][]byte) {
	b.Helper()
	count := 0
	for seed := uint64(1); count < moves; seed++ {
		var file bytes.Buffer
		match := engine.Simulated{Kind: kind, Players: 4, Seed: seed}
		if err := match.Export(&file, nil); err != nil {
			b.Fatal(err)
		}
		x, err := events.ReadExport(&file)
		if err != nil {
			b.Fatal(err)
		}
		count += played(x.Log)
		logs = append(logs, payloads(x.Log))
	}
	return logs
}

// payloads are the slips of a log as they are stored.
func payloads(log []*events.Event) (slips [][]byte) {
	for i, e := range log {
		if i == 0 || e.Cmd != log[i-1].Cmd {
			slips = append(slips, nil)
		}
		slips[len(slips)-1] = events.AppendLog(slips[len(slips)-1], e)
	}
	return slips
}

func parse(b *testing.B, slips [][]byte) (log []*events.Event) {
	b.Helper()
	for _, payload := range slips {
		slip, err := events.ParseSlip(payload)
		if err != nil {
			b.Fatal(err)
		}
		log = append(log, slip...)
	}
	return log
}

func played(log []*events.Event) (count int) {
	for _, e := range log {
		if e.Type == events.TypePlayed {
			count++
		}
	}
	return count
}

// longMatch is one match of so many moves that is still played: every move that
// can be taken back is, again and again.
func longMatch(t testing.TB) *engine.Match {
	t.Helper()
	n := newNode(t)
	m := n.started("patronize", 3)
	for again := 0; played(m.Log) < moves; again++ {
		seat := m.Active()[0]
		legal := m.Legal(seat)
		m = n.play(m, seat, legal[again%len(legal)])
		if last, _, ok := m.TakeBack(seat); ok && again%25 != 24 {
			if _, err := n.PlayTakeBack(t.Context(), m.ID, seat, last); err != nil {
				t.Fatal(err)
			}
			m = n.match(m.ID)
		}
	}
	return m
}

func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*moves), "ns/move")
}

// BenchmarkFold folds stored matches of 300 moves in all that are read and parsed
// already; below 0.3 ms is asked. The long one has a take-back after nearly each of its
// moves.
func BenchmarkFold(b *testing.B) {
	fold := func(name string, logs [][]*events.Event) {
		b.Run(name, func(b *testing.B) {
			count := 0
			for _, log := range logs {
				count += played(log)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, log := range logs {
					if m := engine.Fold(log); m.Broken != nil {
						b.Fatal(m.Broken)
					}
				}
			}
			perMove(b, count)
		})
	}
	for _, kind := range kinds() {
		var logs [][]*events.Event
		for _, slips := range randomLogs(b, kind) {
			logs = append(logs, parse(b, slips))
		}
		fold(kind, logs)
	}
	fold("long", [][]*events.Event{longMatch(b).Log})
}

// BenchmarkParseAndFold is what a match costs that is not in memory, but for
// reading it.
func BenchmarkParseAndFold(b *testing.B) {
	for _, kind := range kinds() {
		b.Run(kind, func(b *testing.B) {
			logs := randomLogs(b, kind)
			count := 0
			for _, slips := range logs {
				count += played(parse(b, slips))
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, slips := range logs {
					if m := engine.Fold(parse(b, slips)); m.Broken != nil {
						b.Fatal(m.Broken)
					}
				}
			}
			perMove(b, count)
		})
	}
}

// kinds are the games that people play here: not that of the tests.
func kinds() (kinds []string) {
	for _, rules := range engine.Kinds() {
		if kind := rules.Info().Kind; kind != "toy" {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// BenchmarkAt looks at past positions of a long match, which is in memory: each must
// cost next to nothing, as the present one does.
func BenchmarkAt(b *testing.B) {
	m := longMatch(b)
	for _, n := range []int{m.N() / 4, m.N() / 2, m.N() - 1} {
		b.Run(fmt.Sprintf("%dof%d", n, m.N()), func(b *testing.B) {
			for b.Loop() {
				if _, err := m.At(n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStory tells the latest twelve events of a long match, as its page does.
func BenchmarkStory(b *testing.B) {
	m := longMatch(b)
	b.ReportAllocs()
	for b.Loop() {
		m.Story(1, m.N()-12, m.N())
	}
}

// BenchmarkWith folds one more event onto a long match.
func BenchmarkWith(b *testing.B) {
	m := longMatch(b)
	before, last := engine.Fold(m.Log[:m.N()-1]), m.Log[m.N()-1:]
	b.ReportAllocs()
	for b.Loop() {
		if before.With(last).Broken != nil {
			b.Fatal("it does not fold")
		}
	}
}

// BenchmarkDraft lists what a seat may choose, each with what it would do.
func BenchmarkDraft(b *testing.B) {
	m := longMatch(b)
	seat := m.Active()[0]
	choices := 0
	for b.Loop() {
		d, err := m.Draft(seat, nil)
		if err != nil {
			b.Fatal(err)
		}
		choices = len(d.Choices)
	}
	b.ReportMetric(float64(choices), "choices")
}

// BenchmarkAccept carries out commands on a real event store, which waits for the
// disk: one move, and the longest drafts of up to five that random play comes to.
func BenchmarkAccept(b *testing.B) {
	for _, kind := range kinds() {
		rules, err := engine.Newest(kind)
		if err != nil {
			b.Fatal(err)
		}
		for _, length := range []int{1, 3, 5} {
			if length > 1 && !has(rules, length) {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", kind, length), func(b *testing.B) {
				n := newNode(b)
				players := rules.Info().MinPlayers
				m := n.started(kind, players)
				choose := game.Random(uint64(length))
				for b.Loop() {
					b.StopTimer()
					var seat game.Seat
					var draft []game.Move
					for draft = nil; len(draft) < length; {
						if len(m.Active()) == 0 {
							m = n.started(kind, players)
						}
						seat = m.Active()[0]
						if draft = drafted(m.State, seat, length); len(draft) < length {
							legal := m.Legal(seat)
							m = n.play(m, seat, legal[choose(uint64(len(legal)))])
						}
					}
					b.StartTimer()
					if _, err := n.Play(b.Context(), turn(m, seat, draft...)); err != nil {
						b.Fatal(err)
					}
					b.StopTimer()
					m = n.match(m.ID)
					b.StartTimer()
				}
			})
		}
	}
}

// drafted is a draft of a seat of at most so many moves, of which only the last may
// open something.
func drafted(s game.State, seat game.Seat, most int) (longest []game.Move) {
	for _, move := range s.Legal(seat) {
		draft := []game.Move{move}
		tape := game.Refusing()
		next, err := game.Play(s, seat, move, tape)
		if most > 1 && err == nil && !tape.Opened() && slices.Contains(next.Active(), seat) {
			draft = append(draft, drafted(next, seat, most-1)...)
		}
		if len(draft) > len(longest) {
			longest = draft
		}
		if len(longest) == most {
			break
		}
	}
	return longest
}

// has says whether random play of a kind comes to such drafts often enough.
func has(kind game.Rules, length int) bool {
	found := 0
	for seed := range uint64(20) {
		config := game.Config{Players: kind.Info().MinPlayers}
		config.Options, _ = kind.Resolve(config.Players, nil)
		s := game.Simulation{Rules: kind, Config: config, Chance: game.Random(seed), Choose: game.Random(seed)}
		_ = s.Play(func(r game.Record) error {
			for _, seat := range r.State.Active() {
				if len(drafted(r.State, seat, length)) == length {
					found++
				}
			}
			return nil
		})
	}
	return found > 1
}
