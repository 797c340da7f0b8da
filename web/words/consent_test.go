package words

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// TestTheHouseTellsWhoDoesWhatAndWhy reads what the log says of clocks, agreements
// and of who comes and goes: to Bruno at seat 2, who lives in Rome.
func TestTheHouseTellsWhoDoesWhatAndWhy(t *testing.T) {
	t.Parallel()
	names := Names{"Anna", "Bruno", "Chiara"}
	reader := names.Reader(2)
	reader.Zone = "Europe/Rome"
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	fast := clock.Settings{Kind: clock.KindDecision, Time: 3 * 24 * 3600, Zone: "UTC", Policy: clock.PolicyClaim, Grace: 900, Remind: []int{50, 90}, Weekdays: []string{"sat", "sun"}}.JSON()
	for _, c := range []struct {
		by   string
		seat game.Seat
		data any
		want string
	}{
		{"seat:1", 1, &events.SeatVacated{Seat: 1, Next: "bot"}, "Anna leaves seat 1, and a bot plays on from here."},
		{"seat:2", 2, &events.SeatVacated{Seat: 2, Next: "open"}, "You leave seat 2, and the seat is open again."},
		{"host", 3, &events.SeatVacated{Seat: 3, Next: "bot"}, "The host takes Chiara from seat 3, and a bot plays on from here."},
		{"clock", 3, &events.SeatVacated{Seat: 3, Next: "bot"}, "A bot plays seat 3 from here, in place of Chiara."},
		{"seat:1", 3, &events.SeatVacated{Seat: 3, Next: "bot"}, "A bot plays seat 3 from here, in place of Chiara."},
		{"host", 3, &events.SeatOffered{Seat: 3, To: "person:x"}, "Somebody is invited to seat 3."},
		{"seat:1", 1, &events.ConsentProposed{Seat: 1, What: events.WhatPause, Until: "2026-12-07T23:00:00.000Z"}, "Anna proposes to pause the match until Tue 8 Dec, 00:00 (Rome)."},
		{"seat:2", 2, &events.ConsentProposed{Seat: 2, What: events.WhatResume}, "You propose to end the pause."},
		{"seat:1", 1, &events.ConsentProposed{Seat: 1, What: events.WhatEnd}, "Anna proposes to end the match now, without a result."},
		{"seat:1", 1, &events.ConsentProposed{Seat: 1, What: events.WhatClock}, "Anna proposes to play on without a clock."},
		{"seat:1", 1, &events.ConsentProposed{Seat: 1, What: events.WhatClock, Clock: fast}, "Anna proposes another clock. Each decision may take 3 days. The clock stands still on Saturdays and Sundays, in each player’s own night hours and vacation. When the time is up, and 15 minutes more have gone: the others decide whether a bot plays on. A reminder goes out when 50 % and 90 % of the time are gone."},
		{"seat:2", 2, &events.ConsentAnswered{Seat: 2, Agree: true}, "You agree."},
		{"seat:3", 3, &events.ConsentAnswered{Seat: 3}, "Chiara does not agree, so nothing changes."},
		{"seat:3", 0, &events.ConsentLapsed{}, "The proposal lapses."},
		{"seat:3", 3, &events.ConsentLapsed{}, "Chiara withdraws the proposal."},
		{"seat:2", 2, &events.Rewound{To: 12}, "You take back your latest choice: the match goes on from event 12."},
		{"seat:3", 3, &events.Paused{Until: "2026-12-07T23:00:00.000Z"}, "The match is paused until Tue 8 Dec, 00:00 (Rome)."},
		{"clock", 0, &events.Resumed{}, "The pause is over: the match goes on."},
		{"seat:1", 1, &events.Resumed{}, "The match goes on."},
		{"seat:1", 1, &events.ClockChanged{}, "The match goes on without a clock."},
		{"clock", 0, &events.ClockChanged{Clock: fast, Seat: 1, Why: events.WhyAway, Due: map[string]string{"1": "2026-12-07T23:00:00.000Z"}}, "Anna's vacation changed, and the deadline with it: it is Tue 8 Dec, 00:00 (Rome) now."},
		{"clock", 0, &events.ClockExpired{Seat: 2, Policy: events.PolicyNote}, "Your time is up. The match waits on."},
		{"clock", 0, &events.ClockExpired{Seat: 1, Policy: events.PolicyClaim}, "Anna's time is up: the other players may give the seat to a bot, or more time to its player."},
		{"clock", 0, &events.ClockExpired{Seat: 1, Policy: events.PolicyMove}, "Anna's time is up: a bot makes this decision."},
		{"clock", 0, &events.ClockExpired{Seat: 1, Policy: events.PolicyBot}, "Anna's time is up: a bot plays the seat until its player comes back."},
		{"clock", 0, &events.ClockExpired{Seat: 1, Policy: events.PolicyResign}, "Anna's time is up, and the seat with it."},
		{"seat:2", 2, &events.ClockExpired{Seat: 1, Policy: events.PolicyClaimed}, "You give Anna's seat to a bot, since the time was up."},
		{"seat:1", 1, &events.ClockExpired{Seat: 2, Policy: events.PolicyWaved}, "Anna gives you the time once more."},
		{"host", 2, &events.HostChanged{}, "You are the host of the match from now on."},
		{"host", 0, &events.HostChanged{}, "The match has another host from now on."},
		{"seat:3", 3, &events.Abandoned{Why: "agreed"}, "All agreed to end the match here. There is no result. Everything that was secret can be seen now."},
		{"clock", 0, &events.Abandoned{Why: "never-started"}, "The match was given up, since its invitations were not taken up in time."},
	} {
		told := Happening(engine.Happening{N: 40, At: at, By: c.by, Seat: c.seat, Data: c.data}, nil, reader)
		if got := strings.Join(told, " "); got != c.want {
			t.Errorf("%T is told as %q, want %q", c.data, got, c.want)
		}
	}
}

func TestASeatIsKeptForItsPlayerWhoTakesItBack(t *testing.T) {
	t.Parallel()
	for data, want := range map[any]string{
		&events.SeatOffered{Seat: 1, To: "person:x"}: "Seat 1 is kept for Anna.",
		&events.SeatTaken{Seat: 1, Who: "person:x"}:  "Anna takes seat 1 back.",
	} {
		h := engine.Happening{N: 40, By: "clock", Seat: 1, Again: true, Data: data}
		if got := Happening(h, nil, Names{"Anna", "Bruno"}.Reader(2))[0]; got != want {
			t.Errorf("%T is told as %q, want %q", data, got, want)
		}
	}
}

func TestAFormerPlayerBeginsASentenceWithACapital(t *testing.T) {
	t.Parallel()
	h := engine.Happening{N: 40, By: "seat:1", Seat: 1, Data: &events.ConsentProposed{Seat: 1, What: events.WhatEnd}}
	if got, want := Happening(h, nil, Names{FormerPlayer, "Bruno"}.Reader(2))[0], "A former player proposes to end the match now, without a result."; got != want {
		t.Errorf("told as %q, want %q", got, want)
	}
	if got := Begin("anna"); got != "anna" {
		t.Errorf("a name that its owner typed began a sentence as %q", got)
	}
}

func TestARewindThatAllAgreedOnIsNobodysTakeBack(t *testing.T) {
	t.Parallel()
	h := engine.Happening{N: 40, By: "seat:2", Seat: 2, Agreed: true, Data: &events.Rewound{To: 12}}
	if got, want := Happening(h, nil, Names{"Anna", "Bruno"}.Reader(2))[0], "The match goes back to event 12, and on from there."; got != want {
		t.Errorf("a rewind is told as %q, want %q", got, want)
	}
}

func TestAClockIsToldInWords(t *testing.T) {
	t.Parallel()
	bank := clock.Settings{Kind: clock.KindBank, Bank: 5 * 24 * 3600, Add: 12 * 3600, Cap: 7 * 24 * 3600, Zone: "UTC", Policy: clock.PolicyBot, Dates: []string{"2026-12-25"}}
	want := []string{
		"Each player has 5 days in a bank, and gets 12 hours for each decision that is finished, up to 7 days in all.",
		"The clock stands still on 25 Dec 2026, in each player’s own night hours and vacation.",
		"When the time is up: a bot plays on until the player comes back.",
		"No reminders are sent.",
	}
	if got := Clock(bank); !slices.Equal(got, want) {
		t.Errorf("a bank is told as %q", got)
	}
	for _, code := range clock.Policies {
		if PolicyLabel(code) == code {
			t.Errorf("the policy %s has no words", code)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "no time", -time.Hour: "no time", 45 * time.Second: "45 seconds", 90 * time.Second: "1 minute", 12 * time.Hour: "12 hours",
		26*time.Hour + 40*time.Minute: "1 day and 2 hours", 72*time.Hour + 20*time.Minute: "3 days", time.Hour + 5*time.Minute: "1 hour and 5 minutes",
	} {
		if got := Lasting(d); got != want {
			t.Errorf("%v is told as %q, want %q", d, got, want)
		}
	}
}
