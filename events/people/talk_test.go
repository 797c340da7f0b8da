package people

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	match = "mmmmmmmmmmmmmmmm"
	other = "oooooooooooooooo"
)

func TestCleanText(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Good move!":                        "Good move!",
		"one\r\ntwo\rthree\u2028four":       "one\ntwo\nthree\nfour",
		"\n\n one  \t two \n\n\n\n three\n": "one two\n\nthree",
		"a\u202eb\u2066c\u200bd\x00\x1b[1m": "abcd[1m",
		"<script>x</script>":                "<script>x</script>",
		"e\u0301\u0301\u0301\u0301\u0301":   "e\u0301\u0301\u0301",
		strings.Repeat("ä", 2000):           strings.Repeat("ä", 2000),
		strings.Repeat("🦊\n", 1000):         strings.TrimSpace(strings.Repeat("🦊\n", 1000)),
	} {
		got, err := CleanText(given)
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", given, got, err, want)
		}
		if again, err := CleanText(got); err != nil || again != got {
			t.Errorf("%q: cleaned again %q, %v", given, again, err)
		}
	}
	for _, given := range []string{"", " \r\n\t", "\u200b\n\u202e", "\xff", strings.Repeat("ä", 2001), strings.Repeat("b\n", 1001)} {
		if got, err := CleanText(given); err == nil || len(given) > 5 && strings.Contains(err.Error(), given[:4]) {
			t.Errorf("%.20q was taken as %.20q: %v", given, got, err)
		}
	}
}

func TestTalk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := openStore(t, dir)
	b := New(store, nil)
	ctx := t.Context()
	anna, ben := create(t, b, anna), create(t, b, Profile{Name: "Ben"})
	at := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	say := func(who, text string, minute, k int) {
		t.Helper()
		if got, err := b.Say(ctx, who, match, text, at.Add(time.Duration(minute)*time.Minute)); err != nil || got != k {
			t.Fatalf("%q is number %d of his, want %d: %v", text, got, k, err)
		}
	}
	say(anna, "Marmalade,\r\nthen.\u202e", 0, 1)
	say(ben, "Jam.", 2, 1)
	say(anna, "No!", 1, 2)
	if _, err := b.Say(ctx, anna, other, "elsewhere", at); err != nil {
		t.Fatal(err)
	}
	want := []Said{{anna, 1, at, "Marmalade,\nthen."}, {anna, 2, at.Add(time.Minute), "No!"}, {ben, 1, at.Add(2 * time.Minute), "Jam."}}
	both := []string{ben, anna, "bbbbbbbbbbbbbbbb"}
	if got, err := b.Talk(ctx, both, match); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	if holding(t, dir, []byte("Marmalade")) != 0 {
		t.Error("the talk can be read on the disk")
	}
	if err := b.Unsay(ctx, anna, match, 2); err != nil {
		t.Fatal(err)
	}
	say(anna, "Well.", 3, 3) // a number that was taken back is not given again
	want = []Said{want[0], want[2], {anna, 3, at.Add(3 * time.Minute), "Well."}}
	if got, err := New(store, nil).Talk(ctx, both, match); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	for _, err := range []error{
		b.Unsay(ctx, anna, match, 4), b.Unsay(ctx, anna, match, -1), b.Unsay(ctx, anna, "x", 1),
		second(b.Say(ctx, anna, match, "\u200b", at)), second(b.Say(ctx, anna, "*", "x", at)), second(b.Talk(ctx, both, "*")),
	} {
		if err == nil {
			t.Error("was taken")
		}
	}
	if err := b.Erase(ctx, anna); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Talk(ctx, both, match); err != nil || !slices.Equal(got, want[1:2]) {
		t.Errorf("%v %v", got, err)
	}
	if _, err := b.Say(ctx, anna, match, "x", at); !errors.Is(err, ErrErased) {
		t.Error(err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestTalkAtOneTime(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	b := New(store, nil)
	id := create(t, b, anna)
	var all sync.WaitGroup
	for range 8 {
		b := New(store, nil)
		all.Go(func() {
			if _, err := b.Say(t.Context(), id, match, "both tabs", time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, err := b.Talk(t.Context(), []string{id}, match); err != nil || len(got) != 8 {
		t.Errorf("%d of 8 were kept: %v", len(got), err)
	}
}

func TestNotesAndReasons(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	id, ben := create(t, b, anna), create(t, b, Profile{Name: "Ben"})
	for n, text := range map[int]string{12: "late", 3: "early\r\nbird", 7: "gone"} {
		if err := b.SetNote(ctx, id, match, n, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.SetNote(ctx, id, match, 7, " "); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Notes(ctx, id, match); err != nil || !slices.Equal(got, []Note{{3, "early\nbird"}, {12, "late"}}) {
		t.Errorf("%v %v", got, err)
	}
	for n, want := range map[int]string{3: "early\nbird", 4: "", 7: ""} {
		if got, err := b.Note(ctx, id, match, n); err != nil || got != want {
			t.Errorf("%d: %q %v", n, got, err)
		}
	}
	if got, err := b.Notes(ctx, ben, match); err != nil || got != nil {
		t.Errorf("another's: %v %v", got, err)
	}
	if err := b.SetNote(ctx, id, match, 3, strings.Repeat("x", 2001)); err == nil {
		t.Error("a note of any length was taken")
	}
	if got, err := b.Reason(ctx, id, match, 2); err != nil || got != (Reason{}) {
		t.Errorf("%v %v", got, err)
	}
	if err := b.SetReason(ctx, id, match, 2, Reason{N: 41, Text: "I mis\u202eread the card"}); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Reason(ctx, id, match, 2); err != nil || got != (Reason{41, "I misread the card"}) {
		t.Errorf("%v %v", got, err)
	}
	if err := b.SetReason(ctx, id, match, 2, Reason{N: 44}); err != nil {
		t.Fatal(err)
	}
}

func TestOrdersAndExtras(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	id := create(t, b, anna)
	no := errors.New("not that")
	pass := Order{Kind: "pass", Key: "round", Round: 3, After: 40, At: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
	for _, do := range []func(*Orders) error{
		func(o *Orders) error {
			o.Given = append(o.Given, pass, Order{Kind: "single", Round: 3, After: 41})
			return nil
		},
		func(o *Orders) error { o.Played = append(o.Played, 44, 47); return nil },
		func(o *Orders) error { o.Given = nil; return no },
		func(o *Orders) error { o.Given = nil; return ErrUnchanged },
	} {
		if err := b.ChangeOrders(ctx, id, match, 1, do); err != nil && !errors.Is(err, no) {
			t.Fatal(err)
		}
	}
	o, err := b.Orders(ctx, id, match, 1)
	if err != nil || len(o.Given) != 2 || o.Given[0] != pass || !o.WasPlayed(47) || !o.Holds(pass) || o.Holds(Order{Kind: "pass", Key: "round", Round: 3, After: 39}) {
		t.Errorf("%+v %v", o, err)
	}
	if !o.Drop(pass) || o.Drop(pass) || len(o.Given) != 1 || !o.Forget(47) || o.Forget(47) || !o.WasPlayed(44) {
		t.Errorf("%+v", o)
	}
	if o, err := b.Orders(ctx, id, match, 2); err != nil || o.Given != nil || o.Played != nil {
		t.Errorf("%+v %v", o, err)
	}
	if matches, err := b.Ordered(ctx); err != nil || len(matches) != 1 || matches[0] != match {
		t.Errorf("orders were given in %q: %v", matches, err)
	}
	if err := b.ChangeExtras(ctx, id, match, func(e *Extras) error { e.WatchersTalk = true; return nil }); err != nil {
		t.Fatal(err)
	}
	if e, err := b.Extras(ctx, id, match); err != nil || !e.WatchersTalk {
		t.Errorf("%+v %v", e, err)
	}
}
