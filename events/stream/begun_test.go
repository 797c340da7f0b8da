package stream

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// What a process leaves that dies while it makes a stream is in nobody's way; a
// stream that was used and cannot be read is.
func TestAStreamWhoseMakingWasBrokenOff(t *testing.T) {
	t.Parallel()
	for name, lacks := range map[string][]string{
		"all":          {"msgs", "obs", "meta.inf", "meta.sum"},
		"its settings": {"meta.inf", "meta.sum"},
		"their sum":    {"meta.sum"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := open(t, dir)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			for _, st := range all {
				folder := filepath.Join(dir, "nats", "jetstream", "$G", "streams", string(st))
				if err := os.Remove(filepath.Join(folder, "msgs", "index.db")); err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err) // it is written at a clean stop
				}
				for _, part := range lacks {
					if err := os.RemoveAll(filepath.Join(folder, part)); err != nil {
						t.Fatal(err)
					}
				}
			}
			s = open(t, dir)
			mustAppend(t, s, anna, 0, command(1), "one")
			if _, err := s.Put(t.Context(), Keys, "key.a", []byte("k"), nil); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			for _, st := range []Stream{Keys, Matches} {
				meta := filepath.Join(dir, "nats", "jetstream", "$G", "streams", string(st), "meta.inf")
				was, err := os.ReadFile(meta)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Remove(meta); err != nil {
					t.Fatal(err)
				}
				mustFailSoon(t, Config{Dir: dir})
				if err := os.WriteFile(meta, was, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s = open(t, dir)
			if m, err := s.LastOn(t.Context(), Matches, "match."+anna); err != nil || string(m.Data) != "one" {
				t.Errorf("%s %v", m.Data, err)
			}
		})
	}
}
