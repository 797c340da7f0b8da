package engine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

func TestSampleOfTheFormatVerifies(t *testing.T) {
	t.Parallel()
	file, err := os.Open(filepath.Join("..", "events", "testdata", "sample.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	x, err := events.ReadExport(file)
	if err != nil {
		t.Fatal(err)
	}
	checks := engine.Verify(x, &events.Head{N: 44, Hash: x.Log[43].Hash})
	if len(checks) != 15 {
		t.Errorf("%d checks: %v", len(checks), checks)
	}
	for _, c := range checks {
		if c.Verdict != events.Holds {
			t.Error(c)
		}
	}
}

func TestSimulatedMatchesVerifyAndAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"patronize", "toy"} {
		rules, err := engine.Newest(kind)
		if err != nil {
			t.Fatal(err)
		}
		info := rules.Info()
		for players := info.MinPlayers; players <= info.MaxPlayers; players++ {
			s := engine.Simulated{Kind: kind, Players: players, Seed: uint64(players)}
			var first, second bytes.Buffer
			if err := s.Export(&first, nil); err != nil {
				t.Fatal(err)
			}
			if err := s.Export(&second, nil); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("%s, %d players: two exports of one seed differ (%v)", kind, players, err)
			}
			var moves []game.Move
			if err := s.Run(func(r game.Record) error { moves = append(moves, r.Move); return nil }); err != nil {
				t.Fatal(err)
			}
			x, err := events.ReadExport(&first)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range engine.Verify(x, nil) {
				if c.Verdict != events.Holds {
					t.Errorf("%s, %d players: %s", kind, players, c)
				}
			}
			if played := len(engine.Fold(x.Log).Table.Line); played != len(moves)-1 {
				t.Errorf("%s: the export has %d moves and the trace %d", kind, played, len(moves)-1)
			}
		}
	}
}
