package main

import (
	"strings"
	"testing"
)

func TestAClockOfTheCommandLine(t *testing.T) {
	t.Parallel()
	usual := clockFlags{ClockPolicy: "note", ClockGrace: "15m", ClockZone: "UTC", ClockRemind: []int{50, 90}}
	for _, c := range []struct {
		change func(*clockFlags)
		want   string // the clock, or a part of what is wrong
	}{
		{func(f *clockFlags) {}, ""},
		{func(f *clockFlags) { f.Clock = "3d" }, `{"grace":900,"kind":"decision","policy":"note","remind":[50,90],"time":259200,"zone":"UTC"}`},
		{func(f *clockFlags) {
			f.Clock, f.ClockPolicy, f.ClockGrace, f.ClockRemind = "1d12h", "bot", "0", []int{0}
		}, `{"kind":"decision","policy":"bot","time":129600,"zone":"UTC"}`},
		{func(f *clockFlags) { f.Clock = "5d+12h" }, `{"add":43200,"bank":432000,"cap":432000,"grace":900,"kind":"bank","policy":"note","remind":[50,90],"zone":"UTC"}`},
		{func(f *clockFlags) {
			f.Clock, f.ClockOff, f.ClockZone = "5d+12h/7d", []string{"sun", "SAT", "2026-12-25"}, "Europe/Rome"
		},
			`{"add":43200,"bank":432000,"cap":604800,"dates":["2026-12-25"],"grace":900,"kind":"bank","policy":"note","remind":[50,90],"weekdays":["sat","sun"],"zone":"Europe/Rome"}`},
		{func(f *clockFlags) { f.ClockPolicy = "bot" }, "give one by --clock"},
		{func(f *clockFlags) { f.ClockOff = []string{"sat"} }, "give one by --clock"},
		{func(f *clockFlags) { f.Clock = "three days" }, "write it like 3d"},
		{func(f *clockFlags) { f.Clock = "3d+" }, "write it like 3d"},
		{func(f *clockFlags) { f.Clock = "5d+12h/1d" }, "is not capped at"},
		{func(f *clockFlags) { f.Clock, f.ClockOff = "3d", []string{"someday"} }, "There is no weekday"},
		{func(f *clockFlags) { f.Clock, f.ClockZone = "3d", "Mars" }, "There is no time zone"},
	} {
		f := usual
		c.change(&f)
		got, err := f.chosen()
		if strings.HasPrefix(c.want, "{") || c.want == "" {
			if err != nil || string(got) != c.want {
				t.Errorf("%+v: %s, %v; want %s", f, got, err, c.want)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", f, err, c.want)
		}
	}
}
