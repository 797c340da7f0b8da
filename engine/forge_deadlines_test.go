package engine_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"pizzini/engine"
	"pizzini/events"
)

// TestForgedDeadlines changes deadlines and banks in a log that is written anew: what
// can be known of them without anybody's calendar is found.
func TestForgedDeadlines(t *testing.T) {
	t.Parallel()
	banked, plain := newTimed(t, 0), newTimed(t, 0)
	for _, s := range []struct {
		*timed
		clock string
	}{{banked, `{"kind":"bank","bank":7200,"add":60,"cap":7200,"policy":"note"}`}, {plain, hourly("note")}} {
		s.begin("1 Dec 12:00", s.clock, nil)
		for _, does := range []string{"A bid 1", "tick", "B bid 1", "C bid 1"} {
			s.now = s.now.AddDate(0, 0, 1)
			if got := s.do(does); does != "tick" && got != "" {
				t.Fatal(does, got)
			}
		}
	}
	late := func(string) string { return "2026-12-01T11:59:59.999Z" }
	for name, forgery := range map[string]struct {
		of     *timed
		change func(due map[string]string, bank map[string]int)
		check  string
	}{
		"as it was":                       {banked, func(map[string]string, map[string]int) {}, ""},
		"as it was, without banks":        {plain, func(map[string]string, map[string]int) {}, ""},
		"a deadline for who is not asked": {plain, func(due map[string]string, _ map[string]int) { due["1"] = due["2"] }, "events"},
		"none for who is asked":           {plain, func(due map[string]string, _ map[string]int) { delete(due, "2") }, "events"},
		"none at all":                     {plain, func(due map[string]string, _ map[string]int) { clear(due) }, "events"},
		"a deadline of yesterday":         {plain, func(due map[string]string, _ map[string]int) { due["2"] = late(due["2"]) }, "times"},
		"a bank lost":                     {banked, func(_ map[string]string, bank map[string]int) { delete(bank, "1") }, "events"},
		"a bank for a clock without":      {plain, func(_ map[string]string, bank map[string]int) { bank["1"] = 60 }, "events"},
	} {
		t.Run(name, func(t *testing.T) {
			m := forgery.of.match(forgery.of.id)
			f := forger{t, m.Log}
			first := f.first(func(e *events.Event, _ any) bool { return e.Type == events.TypePlayed })
			x := f.write(func(n int, entry *events.Entry) bool {
				if n != first {
					return true
				}
				due, bank := events.Deadlines(entry.Data)
				changed := map[string]int{}
				maps.Copy(changed, *bank)
				if forgery.change(*due, changed); *bank != nil || len(changed) > 0 {
					*bank = changed
				}
				return true
			})
			var failed []string
			for _, c := range engine.Verify(x, nil) {
				if c.Verdict == events.Fails {
					failed = append(failed, c.Name)
				}
			}
			if forgery.check == "" && failed != nil || forgery.check != "" && !slices.Contains(failed, forgery.check) {
				t.Errorf("%q fail, want %q", failed, forgery.check)
			}
		})
	}
}

// A clock that this program cannot read stops the match where it stands: it is shown,
// exported, and nothing is written to it.
func TestAClockOfAnotherProgram(t *testing.T) {
	t.Parallel()
	s := newTimed(t, 0)
	s.begin("1 Dec 12:00", hourly("note"), nil)
	m := s.match(s.id)
	f := forger{t, m.Log}
	x := f.write(func(n int, entry *events.Entry) bool {
		if d, ok := entry.Data.(*events.Created); ok {
			d.Clock = []byte(`{"kind":"hourglass"}`)
		}
		return true
	})
	broken := engine.Fold(x.Log)
	if broken.Status() != engine.Stopped || broken.Broken == nil || !broken.Wake(21).IsZero() {
		t.Errorf("it is %s: %v", broken.Status(), broken.Broken)
	}
	var file bytes.Buffer
	if err := events.WriteExport(&file, events.All, broken.Log); err != nil {
		t.Error(err)
	}
	for _, c := range engine.Verify(x, nil) {
		if c.Verdict == events.Fails {
			t.Errorf("what cannot be read is called wrong: %s", c)
		}
	}
}
