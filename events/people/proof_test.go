package people

import (
	"slices"
	"testing"
)

// TestATypedAddressShowsNothingOfItsOwner is of somebody who types another's address
// at an open seat: until a letter to it proves who he is, he neither gets nor changes
// what its owner has set.
func TestATypedAddressShowsNothingOfItsOwner(t *testing.T) {
	t.Parallel()
	b := New(openStore(t, t.TempDir()), nil)
	ctx := t.Context()
	owner := create(t, b, anna)
	if err := b.Prove(ctx, owner); err != nil {
		t.Fatal(err)
	}
	vacation := []Away{{"2027-08-01", "2027-08-14"}}
	chosen := func(zone string) Settings {
		s := usual
		s.Zone, s.NightFrom, s.NightTo = zone, 60, 120
		return s
	}
	set := func(id, zone string) {
		t.Helper()
		if err := b.SetSettings(ctx, id, chosen(zone)); err != nil {
			t.Fatal(err)
		}
		if err := b.SetAway(ctx, id, vacation); err != nil {
			t.Fatal(err)
		}
	}
	has := func(id string, want Settings, away int) {
		t.Helper()
		s, err := b.Settings(ctx, id)
		if err != nil || s != want {
			t.Errorf("the settings are %+v, want %+v: %v", s, want, err)
		}
		if list, err := b.Away(ctx, id); err != nil || len(list) != away {
			t.Errorf("away: %v, %v", list, err)
		}
	}
	his := func(id string, want ...string) {
		t.Helper()
		slices.Sort(want)
		if ids, err := b.SameHuman(ctx, id); err != nil || !slices.Equal(ids, want) {
			t.Errorf("one human is %v, want %v: %v", ids, want, err)
		}
	}
	set(owner, "Asia/Tokyo")
	typed := create(t, b, Profile{Name: "Mallory", Address: anna.Address}) // after they were set
	has(typed, usual, 0)
	set(owner, "Europe/Oslo") // and before
	has(typed, usual, 0)
	his(owner, owner)
	his(typed, typed)
	if err := b.SetProfile(ctx, typed, Profile{Name: "Mal", Address: anna.Address}); err != nil {
		t.Fatal(err)
	}
	if err := b.ChangeAway(ctx, typed, func([]Away) ([]Away, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	has(typed, usual, 0)
	has(owner, chosen("Europe/Oslo"), 1)

	// The proof is of an address: another one that is typed is none.
	other := create(t, b, Profile{Name: "Ben", Address: "ben@example.org"})
	if err := b.Prove(ctx, other); err != nil {
		t.Fatal(err)
	}
	if err := b.Keep(ctx, other, Profile{Name: "Ben", Address: anna.Address}); err != nil {
		t.Fatal(err)
	}
	his(other, other)
	has(other, usual, 0)

	// The owner of the address signs in by a letter to it: what was typed is his.
	if err := b.ProveAll(ctx, owner); err != nil {
		t.Fatal(err)
	}
	his(typed, owner, typed, other)
	has(typed, chosen("Europe/Oslo"), 0) // its times away were set, to none
	set(typed, "America/New_York")
	has(owner, chosen("America/New_York"), 1)
	late := create(t, b, anna)
	has(late, usual, 0)
	if err := b.Prove(ctx, late); err != nil {
		t.Fatal(err)
	}
	has(late, chosen("America/New_York"), 1)

	// Without an address there is nothing to prove.
	nameless := create(t, b, Profile{Name: "Nemo"})
	if err := b.Prove(ctx, nameless); err != nil {
		t.Fatal(err)
	}
	his(nameless, nameless)
	if err := b.Erase(ctx, late); err != nil {
		t.Fatal(err)
	}
	if err := b.Prove(ctx, late); err == nil {
		t.Error("an erased person has proven an address")
	}
	if err := b.ProveAll(ctx, owner); err != nil {
		t.Error(err)
	}
}
