package web

import (
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"pizzini/engine/clock"
)

// clockForm is a match's clock as a form asks for it, with what was typed and what
// is wrong with it: of a new match, and of a proposal for another clock.
type clockForm struct {
	Kind     string // noClock, or that of clock.Settings
	Preset   string // days of each decision, or ownTime
	Time     amount
	Bank     amount
	Add      amount
	Cap      amount
	Weekdays []string
	Dates    string
	Zone     string
	Policy   string
	Grace    string // seconds
	Remind   []string
	Errors   map[string]string
}

// amount is a length of time as it is typed: days and hours.
type amount struct{ Days, Hours string }

const (
	noClock = "none"
	ownTime = "own"
)

// What the form offers to choose from.
var (
	presetDays = []string{"1", "2", "3", "7", "14"}
	weekdays   = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
	graces     = []string{"0", "300", "900", "3600", "21600", "86400"}
	reminders  = []string{"50", "75", "90"}
	zones      = []string{"UTC", "Africa/Cairo", "Africa/Johannesburg", "America/Chicago", "America/Los_Angeles", "America/New_York", "America/Sao_Paulo",
		"Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Europe/Berlin", "Europe/London", "Europe/Paris", "Europe/Rome", "Europe/Vienna", "Europe/Zurich", "Pacific/Auckland"}
)

// usualClock is the form as nobody has touched it: no clock, and a mild one where
// somebody wants one.
func usualClock() clockForm {
	return clockForm{Kind: noClock, Preset: "3", Time: amount{"3", "0"}, Bank: amount{"5", "0"}, Add: amount{"0", "12"}, Cap: amount{"7", "0"},
		Zone: "UTC", Policy: clock.PolicyNote, Grace: "900", Remind: []string{"50", "90"}}
}

// clockFormOf is the form that asks for a clock that is there.
func clockFormOf(s clock.Settings, ok bool) clockForm {
	f := usualClock()
	if !ok {
		return f
	}
	f.Kind, f.Weekdays, f.Dates, f.Zone, f.Policy, f.Grace = s.Kind, s.Weekdays, strings.Join(s.Dates, ", "), s.Zone, s.Policy, strconv.Itoa(s.Grace)
	f.Remind = nil
	for _, percent := range s.Remind {
		f.Remind = append(f.Remind, strconv.Itoa(percent))
	}
	switch s.Kind {
	case clock.KindDecision:
		f.Time, f.Preset = amountOf(s.Time), ownTime
		if days := strconv.Itoa(s.Time / day); s.Time%day == 0 && slices.Contains(presetDays, days) {
			f.Preset = days
		}
	case clock.KindBank:
		f.Bank, f.Add, f.Cap = amountOf(s.Bank), amountOf(s.Add), amountOf(s.Cap)
	}
	return f
}

// readClockForm reads the form's fields; those that are not there are as usual.
func readClockForm(sent url.Values) clockForm {
	f := usualClock()
	if !sent.Has("clock") {
		return f
	}
	get := func(name string) string { return strings.TrimSpace(sent.Get("clock-" + name)) }
	both := func(name string) amount { return amount{get(name + "days"), get(name + "hours")} }
	return clockForm{Kind: sent.Get("clock"), Preset: get("time"), Time: both(""), Bank: both("bank-"), Add: both("add-"), Cap: both("cap-"),
		Weekdays: sent["clock-off"], Dates: get("dates"), Zone: get("zone"), Policy: get("policy"), Grace: get("grace"), Remind: sent["clock-remind"]}
}

// values are the form's fields, as readClockForm reads them.
func (f clockForm) values() url.Values {
	v := url.Values{"clock": {f.Kind}}
	if f.Kind == noClock {
		return v
	}
	set := func(name, text string) { v.Set("clock-"+name, text) }
	set("time", f.Preset)
	for name, a := range map[string]amount{"": f.Time, "bank-": f.Bank, "add-": f.Add, "cap-": f.Cap} {
		set(name+"days", a.Days)
		set(name+"hours", a.Hours)
	}
	v["clock-off"], v["clock-remind"] = f.Weekdays, f.Remind
	set("dates", f.Dates)
	set("zone", f.Zone)
	set("policy", f.Policy)
	set("grace", f.Grace)
	return v
}

const (
	hour = 60 * 60
	day  = 24 * hour
)

func amountOf(seconds int) amount {
	return amount{strconv.Itoa(seconds / day), strconv.FormatFloat(float64(seconds%day)/hour, 'f', -1, 64)}
}

// seconds is the length of time that was typed; false where it is none.
func (a amount) seconds() (int, bool) {
	total := 0.0
	for _, part := range []struct {
		text string
		size float64
	}{{a.Days, day}, {a.Hours, hour}} {
		if part.text == "" {
			continue
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(part.text, ",", "."), 64)
		if err != nil || math.IsNaN(n) || n < 0 || n > 10_000 {
			return 0, false
		}
		total += n * part.size
	}
	return int(math.Round(total)), true
}

// settings is the clock that was chosen, nil where none is. What is wrong is written
// beside its field.
func (f *clockForm) settings() json.RawMessage {
	f.Errors = map[string]string{}
	if f.Kind == noClock {
		return nil
	}
	s := clock.Settings{Kind: f.Kind, Weekdays: f.Weekdays, Zone: f.Zone, Policy: f.Policy, Dates: strings.FieldsFunc(f.Dates, func(r rune) bool { return strings.ContainsRune(" ,;\t\r\n", r) })}
	read := func(field string, a amount, into *int) {
		n, ok := a.seconds()
		if !ok {
			f.Errors["clock-"+field] = "Write days and hours as numbers, like 3 and 12."
		}
		*into = n
	}
	switch f.Kind {
	case clock.KindDecision:
		a := f.Time
		if f.Preset != ownTime {
			a = amount{f.Preset, "0"}
		}
		read("time", a, &s.Time)
	case clock.KindBank:
		read("bank", f.Bank, &s.Bank)
		read("add", f.Add, &s.Add)
		read("cap", f.Cap, &s.Cap)
	}
	number := func(text, field string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			f.Errors[field] = "Choose one of the values offered."
		}
		return n
	}
	s.Grace = number(f.Grace, "clock-grace")
	for _, percent := range f.Remind {
		s.Remind = append(s.Remind, number(percent, "clock-remind"))
	}
	slices.Sort(s.Remind)
	if len(f.Errors) > 0 {
		return nil
	}
	known, err := clock.Parse(s.JSON()) // in order, each day once
	if err != nil {
		f.Errors["clock"] = err.Error()
		return nil
	}
	return known.JSON()
}

// offered are the values that the form lists, with those that were chosen besides.
func offered(usual, chosen []string) []string {
	all := slices.Clone(usual)
	for _, c := range chosen {
		if _, err := strconv.Atoi(c); err == nil && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return wholeNumber(a) - wholeNumber(b) })
	return all
}

func wholeNumber(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
