package stream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// filled makes a stopped store with 20 messages on each stream, and some that were
// replaced and erased.
func filled(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := open(t, dir)
	var last uint64
	for i := 1; i <= 20; i++ {
		text := fmt.Sprintf("message-%02d-%0200d", i, i)
		last = mustAppend(t, s, anna, last, command(i), text)
		for st, subject := range map[Stream]string{Keys: "key.k%d", People: "person.p%d.profile", Letters: "letter.m.1.%d"} {
			if _, err := s.Put(t.Context(), st, fmt.Sprintf(subject, i), []byte(text), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Erase(t.Context(), Keys, "key.k3"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), People, "person.p4.profile", []byte("again"), nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func blocks(dir string, st Stream) string {
	return filepath.Join(dir, "nats", "jetstream", "$G", "streams", string(st), "msgs")
}

// flip changes one byte of a message in the stream's file.
func flip(t *testing.T, dir string, st Stream, message int) {
	t.Helper()
	path := filepath.Join(blocks(dir, st), "1.blk")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(content, fmt.Appendf(nil, "message-%02d", message))
	if at < 0 {
		t.Fatal("the message is not in the file")
	}
	content[at+20] ^= 1
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// killed makes a stopped store look like one whose process was killed: the
// server's account of its files is gone.
func killed(t *testing.T, dir string) {
	t.Helper()
	for _, st := range all {
		if err := os.Remove(filepath.Join(blocks(dir, st), "index.db")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "lock"), []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Damage of MATCHES is an error of Open that names the way out; that of another
// stream is one too when the server would cut it off, and is told else. Nothing is
// cut off.
func TestOneByteIsFound(t *testing.T) {
	t.Parallel()
	for _, st := range []Stream{Matches, Keys, People, Letters} {
		for _, message := range []int{1, 6, 20} {
			for _, stopped := range []string{"cleanly", "by a kill"} {
				t.Run(fmt.Sprintf("%s %d %s", st, message, stopped), func(t *testing.T) {
					t.Parallel()
					dir := filled(t)
					flip(t, dir, st, message)
					if stopped != "cleanly" {
						killed(t, dir)
						if message == 20 && (st == Matches || st == Letters) { // the last: it may have been cut off by the kill
							open(t, dir)
							return
						}
					}
					path := filepath.Join(blocks(dir, st), "1.blk")
					before, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					for range 2 {
						s, err := Open(t.Context(), Config{Dir: dir, Log: quiet(t), FreeForMatch: 1, FreeForMove: 1})
						if err == nil {
							err = s.Damage()
							if st == Matches || stopped != "cleanly" {
								t.Error("it was opened")
							}
							if err := s.Close(); err != nil {
								t.Fatal(err)
							}
						}
						if !errors.Is(err, ErrDamaged) {
							t.Fatalf("the damage is not told: %v", err)
						}
						for _, says := range []string{path, "mv " + filepath.Join(dir, "nats"), "pizzini restore --from-copy --data " + dir, "put a backup of " + dir} {
							if !strings.Contains(err.Error(), says) {
								t.Errorf("the error does not say %q: %v", says, err)
							}
						}
					}
					if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
						t.Errorf("the file was changed: %v", err)
					}
				})
			}
		}
	}
}

// Every byte of a file counts, be it text, length or checksum.
func TestAnyByteIsFound(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	content, err := os.ReadFile(filepath.Join(blocks(dir, Letters), "1.blk"))
	if err != nil {
		t.Fatal(err)
	}
	if found := damagedBlock(content, "LETTERS-1", false); found.why != "" {
		t.Fatalf("the sound file: %+v", found)
	}
	unseen := 0
	for at := range content {
		content[at] ^= 0x10
		if damagedBlock(content, "LETTERS-1", false).why == "" {
			unseen++
		}
		content[at] ^= 0x10
	}
	if unseen > 0 {
		t.Errorf("%d bytes of %d do not count", unseen, len(content))
	}
	for _, short := range []int{1, 8, 29, 200} {
		cut := content[:len(content)-short]
		if whole, torn := damagedBlock(cut, "LETTERS-1", false), damagedBlock(cut, "LETTERS-1", true); !whole.cuts || torn.why != "" {
			t.Errorf("without its last %d bytes: torn %+v, else %+v", short, torn, whole)
		}
	}
}

// Whatever byte of the keys' file is damaged, the store either does not open and the
// file stays as it is, or all keys but one are read.
func TestDamageDoesNotSpread(t *testing.T) {
	t.Parallel()
	sound := filled(t)
	path := filepath.Join(blocks(sound, Keys), "1.blk")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sixth := bytes.Index(content, []byte("message-06")) // the record that is damaged, part by part
	record := bytes.LastIndex(content[:sixth], []byte("key.k6")) - recordHead
	opened, refused := 0, 0
	for _, at := range []int{0, 1, 2, 3, 4, 5, 9, 11, 12, 19, 20, 21, 22, 27, 28, 29, 31, 40, sixth - record - 1, sixth - record, 300, 350} {
		for _, bit := range []byte{0x01, 0x80} {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
				t.Fatal(err)
			}
			damaged := bytes.Clone(content)
			damaged[record+at] ^= bit
			path := filepath.Join(blocks(dir, Keys), "1.blk")
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), Config{Dir: dir, Log: quiet(t), FreeForMatch: 1, FreeForMove: 1})
			if err != nil {
				refused++
				if after, failed := os.ReadFile(path); failed != nil || !bytes.Equal(after, damaged) || !errors.Is(err, ErrDamaged) {
					t.Errorf("byte %d: the file was changed, or another error: %v", at, err)
				}
				continue
			}
			opened++
			if s.Damage() == nil {
				t.Errorf("byte %d is not found", at)
			}
			for i := 1; i <= 20; i++ {
				_, err := s.LastOn(t.Context(), Keys, fmt.Sprintf("key.k%d", i))
				if i != 3 && i != 6 && err != nil {
					t.Errorf("byte %d: key %d: %v", at, i, err)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			read := 0
			_ = s.Follow(ctx, Keys, 1, func(m Message) error {
				if read++; m.Subject == "key.k20" {
					cancel()
				}
				return nil
			})
			cancel()
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if after, err := os.ReadFile(path); err != nil || len(after) != len(damaged) || read < 18 {
				t.Errorf("byte %d: %d keys were read, of %d bytes %d are left (%v)", at, read, len(damaged), len(after), err)
			}
		}
	}
	if opened == 0 || refused == 0 {
		t.Errorf("%d were opened, %d refused: the test shows nothing", opened, refused)
	}
	t.Logf("%d opened, %d refused", opened, refused)
}

// A sound store is not taken for a damaged one: after a kill, packed, with what was
// erased and replaced.
func TestSoundIsNotDamaged(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	for _, change := range []func(){
		func() {},
		func() { killed(t, dir) },
		func() {
			s := open(t, dir)
			c := settings(Matches)
			c.Compression = jetstream.S2Compression
			if _, err := s.js.UpdateStream(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			s.Close()
		},
	} {
		change()
		s := open(t, dir)
		if err := s.Damage(); err != nil {
			t.Error(err)
		}
		if slips, err := s.Slips(t.Context(), anna, 0); err != nil || len(slips) != 20 {
			t.Errorf("%d slips, %v", len(slips), err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A file of MATCHES that is gone leaves a gap, or nothing at all.
func TestLostFileIsFound(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	if err := os.Remove(filepath.Join(blocks(dir, Matches), "1.blk")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := mustFailSoon(t, Config{Dir: dir}); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "0 messages of 20") {
			t.Errorf("%v", err)
		}
	}
}

// After a kill the log says once what happened, and nothing that reads like damage.
func TestLogAfterAKill(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	stale := map[Stream][]byte{}
	for _, st := range all {
		content, err := os.ReadFile(filepath.Join(blocks(dir, st), "index.db"))
		if err != nil {
			t.Fatal(err)
		}
		stale[st] = content
	}
	s := open(t, dir)
	for st, subject := range map[Stream]string{Keys: "key.new", People: "person.new.profile", Letters: "letter.m.2.2"} {
		if _, err := s.Put(t.Context(), st, subject, []byte("new"), nil); err != nil {
			t.Fatal(err)
		}
	}
	mustAppend(t, s, berta, 0, command(99), "new")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for st, content := range stale { // as a kill leaves them: older than the messages
		if err := os.WriteFile(filepath.Join(blocks(dir, st), "index.db"), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "lock"), []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const words = "was not stopped cleanly and has checked itself"
	for start, want := range []int{1, 0} {
		var log lines
		s, err := Open(t.Context(), Config{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), FreeForMatch: 1, FreeForMove: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.LastOn(t.Context(), Keys, "key.new"); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(log.String(), words); n != want {
			t.Errorf("start %d says it %d times, want %d", start, n, want)
		}
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, "level=WARN") || strings.Contains(line, "level=ERROR") {
				t.Errorf("start %d: %s", start, line)
			}
		}
		if start == 0 && !strings.Contains(log.String(), "Stream state outdated") {
			t.Error("the server has nothing to say: the test shows nothing")
		}
	}
}

func TestGaps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		st    Stream
		state jetstream.StreamState
		gap   bool
	}{
		{Matches, jetstream.StreamState{}, false},
		{Matches, jetstream.StreamState{Msgs: 3, FirstSeq: 1, LastSeq: 3}, false},
		{Matches, jetstream.StreamState{Msgs: 2, FirstSeq: 1, LastSeq: 3, NumDeleted: 1}, true},
		{Matches, jetstream.StreamState{Msgs: 2, FirstSeq: 2, LastSeq: 3}, true},
		{Matches, jetstream.StreamState{FirstSeq: 4, LastSeq: 3}, true},
		{Keys, jetstream.StreamState{Msgs: 2, FirstSeq: 2, LastSeq: 4, NumDeleted: 1}, false},
		{Keys, jetstream.StreamState{Msgs: 2, FirstSeq: 1, LastSeq: 3, Lost: &jetstream.LostStreamData{Msgs: []uint64{2}}}, true},
	} {
		if got := gaps(c.st, c.state); (got != "") != c.gap {
			t.Errorf("%s %+v: %q", c.st, c.state, got)
		}
	}
}

// Looking through a block costs a start little.
func TestLookingThroughIsQuick(t *testing.T) {
	dir := filled(t)
	content, err := os.ReadFile(filepath.Join(blocks(dir, Matches), "1.blk"))
	if err != nil {
		t.Fatal(err)
	}
	begun, n := time.Now(), 0
	for ; n < newestMatches; n += len(content) {
		if found := damagedBlock(content, "MATCHES-1", false); found.why != "" {
			t.Fatal(found)
		}
	}
	took := time.Since(begun)
	t.Logf("%d bytes took %s", n, took)
	if took > 2*time.Second {
		t.Errorf("%d bytes took %s", n, took)
	}
}
