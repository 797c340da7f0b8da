package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"pizzini/engine/clock"
)

// clockFlags say how much time the players of a new match have.
type clockFlags struct {
	Clock       string   `placeholder:"TIME" help:"The match's clock: 3d gives each decision three days; 5d+12h gives each player a bank of five days to which each finished decision adds twelve hours, and 5d+12h/7d lets the bank grow to seven. Without it nobody is hurried."`
	ClockPolicy string   `default:"note" enum:"note,claim,move,bot,resign" help:"What happens when a player's time is up: ${enum}: everybody is told; the others decide whether a bot plays on; a bot makes that decision; a bot plays until the player comes back; the player leaves the match."`
	ClockGrace  string   `default:"15m" placeholder:"TIME" help:"How long after the deadline that happens."`
	ClockOff    []string `placeholder:"DAY" help:"A day on which nobody's time runs: sat, sun, 2026-12-25; several with commas."`
	ClockZone   string   `default:"UTC" placeholder:"ZONE" help:"The time zone of players who have named none: Europe/Rome."`
	ClockRemind []int    `default:"50,90" placeholder:"PERCENT" help:"When a reminder is sent: how much of the time is gone; several with commas, 0 for never."`
}

// chosen is the clock that the flags describe, nil where there is none.
func (f clockFlags) chosen() (json.RawMessage, error) {
	if f.Clock == "" {
		if f.ClockPolicy != "note" || f.ClockOff != nil {
			return nil, errors.New("the match has no clock for --clock-policy and --clock-off to go with: give one by --clock, like 3d")
		}
		return nil, nil
	}
	s := clock.Settings{Kind: clock.KindDecision, Zone: f.ClockZone, Policy: f.ClockPolicy}
	var err error
	start, more, bank := strings.Cut(f.Clock, "+")
	if bank {
		s.Kind = clock.KindBank
		add, most, capped := strings.Cut(more, "/")
		if !capped {
			most = start
		}
		err = errors.Join(parseLasting(start, &s.Bank), parseLasting(add, &s.Add), parseLasting(most, &s.Cap))
	} else {
		err = parseLasting(start, &s.Time)
	}
	if err := errors.Join(err, parseLasting(f.ClockGrace, &s.Grace)); err != nil {
		return nil, err
	}
	for _, day := range f.ClockOff {
		if strings.Contains(day, "-") {
			s.Dates = append(s.Dates, day)
		} else {
			s.Weekdays = append(s.Weekdays, strings.ToLower(day))
		}
	}
	for _, percent := range f.ClockRemind {
		if percent != 0 {
			s.Remind = append(s.Remind, percent)
		}
	}
	known, err := clock.Parse(s.JSON())
	if err != nil {
		return nil, fmt.Errorf("--clock: %w", err)
	}
	return known.JSON(), nil
}

var spans = regexp.MustCompile(`^(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$`)

// parseLasting reads a length of time into seconds: 3d, 12h, 1d12h, 30m, 45s; 0 is
// none.
func parseLasting(text string, seconds *int) error {
	*seconds = 0
	if text == "0" {
		return nil
	}
	parts := spans.FindStringSubmatch(text)
	if parts == nil || text == "" {
		return wrong("%q is no length of time: write it like 3d, 12h, 1d12h or 30m", text)
	}
	for i, size := range []int{24 * 60 * 60, 60 * 60, 60, 1} {
		n, _ := strconv.Atoi("0" + parts[i+1])
		*seconds += n * size
	}
	return nil
}
