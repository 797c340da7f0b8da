package words

import (
	"fmt"
	"strings"
	"time"

	"pizzini/engine/clock"
)

// Policy is what happens when a player's time is up, as a form offers it.
type Policy struct {
	Code  string // of clock.Settings
	Label string
	Means string // a sentence or two
}

// Policies lists what may happen when a player's time is up, the mildest first.
func Policies() []Policy {
	return []Policy{
		{clock.PolicyNote, "Everybody is told, and nothing else happens", "The match waits on for that player, as long as it takes."},
		{clock.PolicyClaim, "The others decide whether a bot plays on", "Any other player may give the seat to a bot, or give the player the time for this decision once more."},
		{clock.PolicyMove, "A bot makes this one decision", "The seat stays the player's, who is asked again for the next one."},
		{clock.PolicyBot, "A bot plays on until the player comes back", "The seat waits for its player: a letter brings a link with which it is taken back at any time."},
		{clock.PolicyResign, "The player leaves the match", "A bot plays the seat to the end, as if the player had resigned."},
	}
}

// PolicyLabel is what a policy is called; its code where it has no words.
func PolicyLabel(code string) string {
	for _, p := range Policies() {
		if p.Code == code {
			return p.Label
		}
	}
	return code
}

// Clock says how a match's clock runs, in sentences.
func Clock(s clock.Settings) []string {
	var told []string
	switch s.Kind {
	case clock.KindBank:
		text := "Each player has " + Lasting(seconds(s.Bank)) + " in a bank"
		if s.Add > 0 {
			text += ", and gets " + Lasting(seconds(s.Add)) + " for each decision that is finished"
		}
		if s.Cap > 0 {
			text += ", up to " + Lasting(seconds(s.Cap)) + " in all"
		}
		told = append(told, text+".")
	default:
		told = append(told, "Each decision may take "+Lasting(seconds(s.Time))+".")
	}
	still := []string{"each player’s own night hours", "and vacation"}
	if off := daysOff(s); off != "" {
		still = []string{off + ",", "in each player’s own night hours", "and vacation"}
		told = append(told, "The clock stands still "+strings.Join(still, " ")+".")
	} else {
		told = append(told, "The clock stands still in "+strings.Join(still, " ")+".")
	}
	up := "When the time is up"
	if s.Grace > 0 {
		up += ", and " + Lasting(seconds(s.Grace)) + " more have gone"
	}
	told = append(told, up+": "+lower(PolicyLabel(s.Policy))+".")
	if len(s.Remind) == 0 {
		return append(told, "No reminders are sent.")
	}
	var shares []string
	for _, percent := range s.Remind {
		shares = append(shares, fmt.Sprintf("%d %%", percent))
	}
	return append(told, "A reminder goes out when "+list(shares, "and")+" of the time are gone.")
}

// daysOff says on which days nobody's time runs: "on Saturdays, Sundays and 25 Dec 2026".
func daysOff(s clock.Settings) string {
	var days []string
	for _, short := range s.Weekdays {
		for d := time.Sunday; d <= time.Saturday; d++ {
			if strings.EqualFold(d.String()[:3], short) {
				days = append(days, d.String()+"s")
			}
		}
	}
	for _, date := range s.Dates {
		if day, err := time.Parse(time.DateOnly, date); err == nil {
			days = append(days, day.Format("2 Jan 2006"))
		}
	}
	if len(days) == 0 {
		return ""
	}
	return "on " + list(days, "and")
}

// Lasting is a length of time in words, exact to the two largest of its parts:
// "3 days", "1 day and 4 hours", "35 minutes".
func Lasting(d time.Duration) string {
	d = max(d, 0).Truncate(time.Second)
	if d >= time.Minute {
		d = d.Truncate(time.Minute)
	}
	var parts []string
	for _, unit := range []struct {
		size      time.Duration
		one, many string
	}{{24 * time.Hour, "day", "days"}, {time.Hour, "hour", "hours"}, {time.Minute, "minute", "minutes"}, {time.Second, "second", "seconds"}} {
		n := int(d / unit.size)
		d -= time.Duration(n) * unit.size
		if n > 0 {
			parts = append(parts, count(n, unit.one, unit.many))
		}
		if len(parts) == 2 || len(parts) == 1 && n == 0 {
			break
		}
	}
	if len(parts) == 0 {
		return "no time"
	}
	return strings.Join(parts, " and ")
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// lower begins a clause that stood as a sentence.
func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }
