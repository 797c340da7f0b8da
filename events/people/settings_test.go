package people

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pizzini/events/stream"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	id := create(t, b, anna)
	for _, who := range []string{id, "bbbbbbbbbbbbbbbb"} {
		if s, err := b.Settings(ctx, who); err != nil || s != usual {
			t.Errorf("nothing chosen: %+v %v", s, err)
		}
	}
	chosen := Settings{Language: "it", Zone: "Europe/Rome", NightFrom: 22 * 60, NightTo: 7 * 60, Digest: true, DigestHour: 0, Results: true}
	if err := b.SetSettings(ctx, id, chosen); err != nil {
		t.Fatal(err)
	}
	if s, err := b.Settings(ctx, id); err != nil || s != chosen {
		t.Errorf("%+v %v", s, err)
	}
	yes := true
	if err := b.SetMatchSettings(ctx, id, match, MatchSettings{Turns: &yes}); err != nil {
		t.Fatal(err)
	}
	want := chosen
	want.Turns = true
	if s, err := b.SettingsIn(ctx, id, match); err != nil || s != want {
		t.Errorf("in the match: %+v %v", s, err)
	}
	if s, err := b.SettingsIn(ctx, id, other); err != nil || s != chosen {
		t.Errorf("in another: %+v %v", s, err)
	}
	for _, wrong := range []func(*Settings){
		func(s *Settings) { s.Language = "../x" },
		func(s *Settings) { s.Zone = "Europe/Atlantis" },
		func(s *Settings) { s.Zone = "Local" },
		func(s *Settings) { s.NightFrom = -1 },
		func(s *Settings) { s.NightTo = 24 * 60 },
		func(s *Settings) { s.NightFrom, s.NightTo = 8*60, 7*60+59 },
		func(s *Settings) { s.DigestHour = 24 },
	} {
		err := b.ChangeSettings(ctx, id, func(s *Settings) error { wrong(s); return nil })
		if err == nil || strings.Contains(err.Error(), "Atlantis") {
			t.Errorf("wrong settings: %v", err)
		}
	}
	if s, err := b.Settings(ctx, id); err != nil || s != chosen {
		t.Errorf("after refusals: %+v %v", s, err)
	}
}

// Two tabs, two nodes: each change finds what the other has left.
func TestChangesAtOneTimeDoNotUndoEachOther(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	ctx := t.Context()
	one := New(store, nil)
	id, twin := create(t, one, anna), create(t, one, Profile{Name: "A.", Address: "ANNA@example.org"})
	if err := one.ProveAll(ctx, id); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i, who := range []string{id, twin, id, twin, id, twin} {
		b := New(store, nil)
		day := time.Date(2027, 1, 1+2*i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		all.Go(func() {
			err := b.ChangeAway(ctx, who, func(list []Away) ([]Away, error) { return append(list, Away{day, day}), nil })
			if err != nil {
				t.Error(err)
			}
			if _, err := b.SignIn(ctx, id, "tab", time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, who := range []string{id, twin} {
		if list, err := one.Away(ctx, who); err != nil || len(list) != 6 {
			t.Errorf("away: %v %v", list, err)
		}
	}
	devices, err := one.Devices(ctx, id)
	numbers := map[int]bool{}
	for _, d := range devices {
		numbers[d.ID] = true
	}
	if err != nil || len(numbers) != 6 {
		t.Errorf("devices: %v %v", devices, err)
	}
}

func TestOneHumanWithSeveralInvitations(t *testing.T) {
	t.Parallel()
	store := openStore(t, t.TempDir())
	b := New(store, nil)
	ctx := t.Context()
	first := create(t, b, anna)
	stranger, nameless := create(t, b, Profile{Name: "Ben", Address: "ben@example.org"}), create(t, b, Profile{Name: "Anna"})
	chosen := usual
	chosen.Zone = "Asia/Tokyo"
	if err := b.SetSettings(ctx, first, chosen); err != nil {
		t.Fatal(err)
	}
	vacation := []Away{{"2027-08-01", "2027-08-14"}}
	if err := b.SetAway(ctx, first, vacation); err != nil {
		t.Fatal(err)
	}
	second := create(t, b, Profile{Address: "Anna@Example.org"}) // invited again
	for _, who := range []string{first, second} {
		if err := b.Prove(ctx, who); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{first, second}
	slices.Sort(want)
	for _, who := range want {
		if same, err := b.SameAddress(ctx, who); err != nil || !slices.Equal(same, want) {
			t.Errorf("%v %v, want %v", same, err, want)
		}
		if s, err := b.Settings(ctx, who); err != nil || s != chosen {
			t.Errorf("%+v %v", s, err)
		}
		if list, err := b.Away(ctx, who); err != nil || !slices.Equal(list, vacation) {
			t.Errorf("%+v %v", list, err)
		}
	}
	if at, err := b.At(ctx, "anna@EXAMPLE.org"); err != nil || !slices.Equal(at, want) {
		t.Errorf("%v %v", at, err)
	}
	if at, err := b.At(ctx, ""); err != nil || at != nil {
		t.Errorf("no address: %v %v", at, err)
	}
	for _, who := range []string{stranger, nameless} {
		if same, err := b.SameAddress(ctx, who); err != nil || !slices.Equal(same, []string{who}) {
			t.Errorf("%v %v", same, err)
		}
		if s, err := b.Settings(ctx, who); err != nil || s != usual {
			t.Errorf("%+v %v", s, err)
		}
	}
	chosen.Zone = "Europe/Oslo"
	if err := b.SetSettings(ctx, second, chosen); err != nil { // whichever he changes
		t.Fatal(err)
	}
	if s, err := b.Settings(ctx, first); err != nil || s != chosen {
		t.Errorf("%+v %v", s, err)
	}
	// Erased he is found by nobody, and nothing of him is set.
	if err := b.Erase(ctx, first); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*Book{b, New(store, nil)} {
		if at, err := b.At(ctx, anna.Address); err != nil || !slices.Equal(at, []string{second}) {
			t.Errorf("%v %v", at, err)
		}
		if _, err := b.SameAddress(ctx, first); !errors.Is(err, ErrErased) {
			t.Error(err)
		}
		if c, err := b.Calendar(ctx, first); err != nil || c.Zone != "" || c.Away != nil {
			t.Errorf("%+v %v", c, err)
		}
		if err := b.SetAway(ctx, first, nil); !errors.Is(err, ErrErased) {
			t.Error(err)
		}
		if err := b.SetSettings(ctx, second, chosen); err != nil {
			t.Error(err)
		}
	}
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	id := create(t, b, anna)
	for zone, want := range map[string][2]string{
		"":                 {"2026-03-28T00:00:00Z", "2026-03-30T00:00:00Z"},
		"Europe/Rome":      {"2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z"}, // summer time begins on the 29th
		"Asia/Beirut":      {"2026-03-27T22:00:00Z", "2026-03-29T21:00:00Z"}, // at midnight: the 29th begins at one
		"America/New_York": {"2026-03-28T04:00:00Z", "2026-03-30T04:00:00Z"},
	} {
		s := usual
		s.Zone, s.NightFrom, s.NightTo = zone, 60, 120
		if err := b.SetSettings(ctx, id, s); err != nil {
			t.Fatal(err)
		}
		if err := b.SetAway(ctx, id, []Away{{"2026-03-28", "2026-03-29"}}); err != nil {
			t.Fatal(err)
		}
		c, err := b.Calendar(ctx, id)
		if err != nil || c.Zone != zone || c.NightFrom != 60 || c.NightTo != 120 || len(c.Away) != 1 {
			t.Fatalf("%+v %v", c, err)
		}
		if got := [2]string{c.Away[0].From.Format(time.RFC3339), c.Away[0].To.Format(time.RFC3339)}; got != want {
			t.Errorf("%s: away %v, want %v", zone, got, want)
		}
	}
	// The day on which the clock is put forward at midnight begins at one o'clock, and
	// the one before which it is put back begins once.
	for _, c := range []struct{ day, zone, want string }{
		{"2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00Z"},
		{"2026-10-25", "Asia/Beirut", "2026-10-24T22:00:00Z"},
		{"2026-10-25", "America/Havana", "2026-10-25T04:00:00Z"},
		{"2026-11-01", "America/Havana", "2026-11-01T04:00:00Z"}, // its first hour comes twice
	} {
		place, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := begin(date(c.day), place).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s begins %s, want %s", c.day, c.zone, got, c.want)
		}
	}
}

func TestDaysLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list []Away
		year int
		want int
	}{
		{nil, 2026, 30},
		{[]Away{{"2026-12-20", "2026-12-20"}}, 2026, 29},
		{[]Away{{"2026-12-20", "2027-01-06"}}, 2026, 18},
		{[]Away{{"2026-12-20", "2027-01-06"}}, 2027, 24},
		{[]Away{{"2026-12-20", "2027-01-06"}}, 2028, 30},
		{[]Away{{"2026-03-28", "2026-03-30"}, {"2026-03-29", "2026-03-31"}, {"2026-04-01", "2026-04-01"}}, 2026, 25},
		{[]Away{{"2026-01-01", "2026-12-31"}}, 2026, -335},
	} {
		if got := DaysLeft(c.list, c.year, 30); got != c.want {
			t.Errorf("%v in %d: %d left, want %d", c.list, c.year, got, c.want)
		}
	}
	b := New(openStore(t, t.TempDir()), nil)
	id := create(t, b, anna)
	for _, wrong := range []Away{{}, {"2026-12-20", ""}, {"20.12.2026", "2026-12-21"}, {"2026-12-21", "2026-12-20"}, {"2026-02-30", "2026-03-01"}, {"2026-01-01", "2027-06-01"}, {"0001-01-01", "0001-01-02"}} {
		if err := b.SetAway(t.Context(), id, []Away{wrong}); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	if err := b.SetAway(t.Context(), id, []Away{{"2027-02-01", "2027-02-03"}, {"2026-12-28", "2027-01-02"}, {"2027-01-03", "2027-01-05"}}); err != nil {
		t.Fatal(err)
	}
	if list, err := b.Away(t.Context(), id); err != nil || !slices.Equal(list, []Away{{"2026-12-28", "2027-01-05"}, {"2027-02-01", "2027-02-03"}}) {
		t.Errorf("%v %v", list, err)
	}
}

func TestDevices(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	id := create(t, b, anna)
	at := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	in := func(device int) bool {
		t.Helper()
		yes, err := b.SignedIn(ctx, id, device)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	one, err := b.SignIn(ctx, id, "Fire\u202efox\r\n", at)
	two, err2 := b.SignIn(ctx, id, "\u200b", at.Add(time.Hour))
	if err != nil || err2 != nil || one != 1 || two != 2 || !in(1) || !in(2) || in(0) || in(3) {
		t.Fatal(one, two, err, err2)
	}
	if got, err := b.Devices(ctx, id); err != nil || !slices.Equal(got, []Device{{2, at.Add(time.Hour), ""}, {1, at, "Firefox"}}) {
		t.Errorf("%v %v", got, err)
	}
	if err := b.SignOut(ctx, id, 1); err != nil || in(1) || !in(2) {
		t.Error(err)
	}
	if err := b.SignOutEverywhere(ctx, id); err != nil || in(2) {
		t.Error(err)
	}
	if three, err := b.SignIn(ctx, id, "", at); err != nil || three != 3 {
		t.Error("a number was given twice: an old cookie would open the page", three, err)
	}
	for range maxDevices {
		if _, err := b.SignIn(ctx, id, "", at); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := b.Devices(ctx, id); err != nil || len(got) != maxDevices || in(3) {
		t.Errorf("%d devices, the oldest is in: %v, %v", len(got), in(3), err)
	}
}

func TestEverything(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	id, ben := create(t, b, anna), create(t, b, Profile{Name: "Ben"})
	for _, err := range []error{
		b.Put(ctx, id, UnsubscribedFrom(match), true),
		b.Put(ctx, id, WordsOf(match, 1), Words{Text: "foxes"}),
		b.SetNote(ctx, id, match, 7, "the cellist has the rat"),
		b.SetNote(ctx, ben, match, 7, "Ben's own"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := b.Everything(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Person  string
		Records map[string]struct {
			Kept time.Time
			Is   any
		}
	}
	if err := json.Unmarshal(text, &all); err != nil || all.Person != id || len(all.Records) != 4 || all.Records["note-"+match+"-7"].Is != "the cellist has the rat" ||
		all.Records["unsubscribed-"+match].Is != true || all.Records["profile"].Kept.IsZero() {
		t.Errorf("%s %v", text, err)
	}
	for _, missing := range []string{"Anna Rossi", "anna@example.org", "foxes"} {
		if !strings.Contains(string(text), missing) {
			t.Errorf("without %s", missing)
		}
	}
	if strings.Contains(string(text), "Ben") {
		t.Error("it has what is another's")
	}
	if err := b.Erase(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Everything(ctx, id); !errors.Is(err, ErrErased) {
		t.Error(err)
	}
	if _, err := b.Everything(ctx, "bbbbbbbbbbbbbbbb"); !errors.Is(err, stream.ErrNone) {
		t.Error(err)
	}
}
