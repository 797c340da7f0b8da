package stream

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestAppendRecognisesItsOwnCommand(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ctx := t.Context()
	one := mustAppend(t, s, anna, 0, command(1), "one")
	two := mustAppend(t, s, anna, one, command(2), "two")
	three := mustAppend(t, s, anna, two, command(3), "three")

	// The same command again, from what was known then: the answer of then.
	for _, expect := range []uint64{0, one} {
		if seq, repeated, err := s.Append(ctx, anna, expect, command(2), []byte("two")); seq != two || !repeated || err != nil {
			t.Errorf("again after %d: %d %v %v", expect, seq, repeated, err)
		}
	}
	// Known to be up to date, within the server's memory of ids.
	if seq, repeated, err := s.Append(ctx, anna, three, command(2), []byte("two")); seq != two || !repeated || err != nil {
		t.Errorf("again at the end: %d %v %v", seq, repeated, err)
	}
	// Another command on old knowledge: a conflict, and how far one must read.
	if seq, _, err := s.Append(ctx, anna, one, command(4), []byte("four")); !errors.Is(err, ErrConflict) || seq != three {
		t.Errorf("conflict: %d %v", seq, err)
	}
	if seq, _, err := s.Append(ctx, anna, 77, command(4), []byte("four")); !errors.Is(err, ErrConflict) {
		t.Errorf("conflict ahead: %d %v", seq, err)
	}
	if slips, err := s.Slips(ctx, anna, 0); err != nil || len(slips) != 3 {
		t.Errorf("%d slips %v", len(slips), err)
	}
}

// The server's memory of message ids is one for all subjects: it must not take a
// slip for written because another match has one with its id.
func TestAppendIDOfAnotherMatch(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	mustAppend(t, s, anna, 0, command(1), "one")
	seq, repeated, err := s.Append(t.Context(), berta, 0, command(1), []byte("one"))
	if err == nil || repeated || errors.Is(err, ErrUnknown) || errors.Is(err, ErrConflict) {
		t.Fatalf("%d %v %v", seq, repeated, err)
	}
	if slips, err := s.Slips(t.Context(), berta, 0); len(slips) != 0 || err != nil {
		t.Fatalf("%v %v", slips, err)
	}
}

func TestAppendParallelOneWins(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	first := mustAppend(t, s, anna, 0, command(999), "first")
	type answer struct {
		seq      uint64
		repeated bool
		err      error
	}
	all := func(n int, cmd func(int) string, expect uint64) []answer {
		answers := make([]answer, n)
		var group sync.WaitGroup
		for i := range n {
			group.Go(func() {
				a := &answers[i]
				a.seq, a.repeated, a.err = s.Append(t.Context(), anna, expect, cmd(i), []byte(cmd(i)))
			})
		}
		group.Wait()
		return answers
	}
	// 100 different commands on the same knowledge.
	var won uint64
	for _, a := range all(100, command, first) {
		switch {
		case a.err == nil && !a.repeated && won == 0:
			won = a.seq
		case !errors.Is(a.err, ErrConflict):
			t.Errorf("a second one: %+v", a)
		}
	}
	if won == 0 {
		t.Fatal("none won")
	}
	// One command 50 times: a double click on many nodes.
	fresh := 0
	for _, a := range all(50, func(int) string { return command(500) }, won) {
		if a.err != nil || a.seq != won+1 {
			t.Errorf("%+v", a)
		}
		if !a.repeated {
			fresh++
		}
	}
	if fresh != 1 {
		t.Errorf("%d say that they wrote it", fresh)
	}
	if slips, err := s.Slips(t.Context(), anna, 0); err != nil || len(slips) != 3 {
		t.Errorf("%d slips, %v", len(slips), err)
	}
}

// Two matches whose slips alternate: an expectation is of the match, not of the stream.
func TestAppendInterleaved(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	var group sync.WaitGroup
	for m, match := range []string{anna, berta} {
		group.Go(func() {
			var last uint64
			for i := range 50 {
				seq, _, err := s.Append(t.Context(), match, last, command(1000*m+i), []byte("slip"))
				if err != nil || seq <= last {
					t.Errorf("%s %d: %d %v", match, i, seq, err)
					return
				}
				last = seq
			}
		})
	}
	group.Wait()
	for _, match := range []string{anna, berta} {
		if slips, err := s.Slips(t.Context(), match, 0); err != nil || len(slips) != 50 {
			t.Errorf("%s: %d slips, %v", match, len(slips), err)
		}
	}
}

func TestAppendRefusesBadInput(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for _, match := range []string{"", "*", ">", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaa.", "AAAAAAAAAAAAAAAA", "aaaaaaaaaaaaaaa\n", strings.Repeat("a", 5000)} {
		if _, _, err := s.Append(t.Context(), match, 0, command(1), nil); err == nil {
			t.Errorf("match %.20q was taken", match)
		}
		if _, err := s.Slips(t.Context(), match, 0); err == nil {
			t.Errorf("match %.20q was read", match)
		}
	}
	for _, cmd := range []string{"", "x y", "x\r\nNats-Rollup: all", strings.Repeat("a", 129)} {
		if _, _, err := s.Append(t.Context(), anna, 0, cmd, nil); err == nil {
			t.Errorf("command %.20q was taken", cmd)
		}
	}
	if _, _, err := s.Append(t.Context(), anna, 0, command(1), make([]byte, maxData+1)); err == nil || errors.Is(err, ErrUnknown) {
		t.Errorf("too long: %v", err)
	}
	if last, err := s.Last(t.Context(), Matches); last != 0 || err != nil {
		t.Errorf("%d messages, %v", last, err)
	}
	big := bytes.Repeat([]byte("x"), maxData)
	one, _, err := s.Append(t.Context(), anna, 0, command(1), big)
	if err != nil {
		t.Fatalf("the longest slip: %v", err)
	}
	if m, err := s.At(t.Context(), Matches, one); err != nil || !bytes.Equal(m.Data, big) {
		t.Errorf("the longest slip came back with %d bytes, %v", len(m.Data), err)
	}
}

func TestPut(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ctx := t.Context()
	none, subject := new(uint64), "letter."+anna+".2.17"
	claim, err := s.Put(ctx, Letters, subject, []byte("claimed"), none)
	if err != nil {
		t.Fatal(err)
	}
	// A second claim with the very same words is another's.
	if _, err := s.Put(ctx, Letters, subject, []byte("claimed"), none); !errors.Is(err, ErrConflict) {
		t.Errorf("second claim: %v", err)
	}
	sent, err := s.Put(ctx, Letters, subject, []byte("sent"), &claim)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := s.LastOn(ctx, Letters, subject); err != nil || m.Seq != sent || string(m.Data) != "sent" {
		t.Errorf("%+v %v", m, err)
	}
	if _, err := s.At(ctx, Letters, claim); !errors.Is(err, ErrNone) {
		t.Errorf("the claim is still there: %v", err)
	}
	for range 3 {
		if _, err := s.Put(ctx, People, "person."+anna+".profile", []byte("x"), nil); err != nil {
			t.Error(err)
		}
	}
	for st, subject := range map[Stream]string{
		Matches: "match." + anna, Outbox: "outbox.x", People: "person.x", Keys: "person.x.y", Letters: "letter.a b", Stream("X"): "x.y",
	} {
		if _, err := s.Put(ctx, st, subject, nil, nil); err == nil {
			t.Errorf("%s %s was put", st, subject)
		}
	}
}

func TestKeysAreWrittenOnce(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	ctx := t.Context()
	first, err := s.Put(ctx, Keys, "key."+anna, []byte("first"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, expect := range []*uint64{nil, new(uint64), &first} {
		if _, err := s.Put(ctx, Keys, "key."+anna, []byte("second"), expect); !errors.Is(err, ErrConflict) {
			t.Errorf("second: %v", err)
		}
	}
	if m, err := s.LastOn(ctx, Keys, "key."+anna); err != nil || string(m.Data) != "first" {
		t.Errorf("%+v %v", m, err)
	}
}

func TestPutParallelOneWins(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	won := make([]error, 40)
	var group sync.WaitGroup
	for i := range won {
		group.Go(func() {
			_, won[i] = s.Put(t.Context(), Keys, "key.installation.1", fmt.Appendf(nil, "%d", i), new(uint64))
		})
	}
	group.Wait()
	winner := -1
	for i, err := range won {
		switch {
		case err == nil && winner < 0:
			winner = i
		case !errors.Is(err, ErrConflict):
			t.Errorf("%d: %v", i, err)
		}
	}
	if m, err := s.LastOn(t.Context(), Keys, "key.installation.1"); err != nil || string(m.Data) != fmt.Sprint(winner) {
		t.Errorf("winner %d, stored %s, %v", winner, m.Data, err)
	}
}
