package words

import (
	"fmt"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/clock"
	"pizzini/engine/game"
	"pizzini/events"
)

// What the house tells of a match's clock, of what its players agree on, and of who
// comes and goes.

// vacated says how somebody left a seat: "Bruno leaves the match", "The host takes
// Bruno from seat 2".
func (e english) vacated(h engine.Happening, d *events.SeatVacated) string {
	seat := game.Seat(d.Seat)
	end := ", and the seat is open again."
	if d.Next == "bot" {
		end = ", and a bot plays on from here."
	}
	switch h.By {
	case "seat:" + seat.String():
		return e.does(seat, "leave", "leaves") + " seat " + seat.String() + end
	case "host":
		return "The host takes " + e.name(seat) + " from seat " + seat.String() + end
	}
	if d.Next == "bot" {
		return fmt.Sprintf("A bot plays seat %d from here, in place of %s.", d.Seat, e.name(seat))
	}
	return capital(e.whose(seat)) + " seat is open again."
}

// proposed says what somebody asks the others to agree on.
func (e english) proposed(h engine.Happening, d *events.ConsentProposed) []string {
	who := e.does(game.Seat(d.Seat), "propose", "proposes")
	switch d.What {
	case events.WhatPause:
		return []string{who + " to pause the match" + e.until(h, d.Until) + "."}
	case events.WhatResume:
		return []string{who + " to end the pause."}
	case events.WhatEnd:
		return []string{who + " to end the match now, without a result."}
	}
	if d.Clock == nil {
		return []string{who + " to play on without a clock."}
	}
	return append([]string{who + " another clock."}, clockOf(d.Clock)...)
}

func (e english) clockChanged(h engine.Happening, d *events.ClockChanged) []string {
	switch {
	case d.Seat > 0:
		text := capital(e.whose(game.Seat(d.Seat))) + " vacation changed, and the deadline with it"
		if due, err := events.ParseTime(d.Due[strconv.Itoa(d.Seat)]); err == nil {
			text += ": it is " + Moment(due, h.At, e.Zone) + " now"
		}
		return []string{text + "."}
	case d.Clock == nil:
		return []string{"The match goes on without a clock."}
	}
	return append([]string{"The match has another clock from now on."}, clockOf(d.Clock)...)
}

// clockOf says how a clock of an event runs; nothing where it cannot be read.
func clockOf(raw []byte) []string {
	s, err := clock.Parse(raw)
	if err != nil {
		return nil
	}
	return Clock(s)
}

// expired says that a seat's time is up and what comes of it.
func (e english) expired(h engine.Happening, d *events.ClockExpired) string {
	seat := game.Seat(d.Seat)
	by := bySeat(h.By)
	up := capital(e.whose(seat)) + " time is up"
	switch d.Policy {
	case events.PolicyNote:
		return up + ". The match waits on."
	case events.PolicyClaim:
		return up + ": the other players may give the seat to a bot, or more time to its player."
	case events.PolicyMove:
		return up + ": a bot makes this decision."
	case events.PolicyBot:
		return up + ": a bot plays the seat until its player comes back."
	case events.PolicyResign:
		return up + ", and the seat with it."
	case events.PolicyClaimed:
		return e.does(by, "give", "gives") + " " + e.whose(seat) + " seat to a bot, since the time was up."
	case events.PolicyWaved:
		return e.does(by, "give", "gives") + " " + e.name(seat) + " the time once more."
	}
	return up + "."
}

// until ends a sentence with the moment to which something goes.
func (e english) until(h engine.Happening, text string) string {
	at, err := events.ParseTime(text)
	if text == "" || err != nil {
		return ""
	}
	return " until " + Moment(at, h.At, e.Zone)
}

// abandoned says why a match ended before its end.
func abandoned(why string) string {
	switch why {
	case "host":
		return "The host ended the match before its end."
	case "agreed":
		return "All agreed to end the match here."
	case "clock":
		return "The match was ended before its end, since no player was left at the table."
	case "never-started":
		return "The match was given up, since its invitations were not taken up in time."
	case "operator":
		return "Whoever runs this server ended the match before its end."
	}
	return "The match was ended before its end, since it could not go on."
}

// bySeat is the seat whose player gave a command; 0 = none did.
func bySeat(by string) game.Seat {
	n, err := strconv.Atoi(strings.TrimPrefix(by, "seat:"))
	if err != nil {
		return 0
	}
	return game.Seat(n)
}
