package words

import (
	"fmt"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// Happening tells one event of a match as sentences for a reader: what the game
// tells of a move, and what the house tells of seats, links and the match's life.
// The catalogue may be nil, for a game without words.
func Happening(h engine.Happening, c Catalogue, r Reader) []string {
	e := english{r}
	switch d := h.Data.(type) {
	case *events.Created:
		return []string{fmt.Sprintf("The match is made, for %d players.", d.Players)}
	case *events.SeatOffered:
		switch d.To {
		case "link":
			return []string{fmt.Sprintf("Seat %d is open to whoever follows its link.", d.Seat)}
		case "bot":
			return []string{fmt.Sprintf("Seat %d is kept for a bot.", d.Seat)}
		}
		if h.Again {
			return []string{fmt.Sprintf("Seat %d is kept for %s.", d.Seat, e.name(h.Seat))}
		}
		return []string{fmt.Sprintf("Somebody is invited to seat %d.", d.Seat)}
	case *events.SeatTaken:
		if d.Who == "bot" {
			return []string{fmt.Sprintf("A bot takes seat %d.", d.Seat)}
		}
		back := ""
		if h.Again {
			back = " back"
		}
		return []string{e.does(h.Seat, "take", "takes") + fmt.Sprintf(" seat %d", d.Seat) + back + "."}
	case *events.SeatLinked:
		return []string{fmt.Sprintf("Seat %d has a new link; older ones do not work any more.", d.Seat)}
	case *events.SeatVacated:
		return []string{e.vacated(h, d)}
	case *events.Started:
		return []string{"The match starts."}
	case *events.Played:
		return move(h, c, r)
	case *events.Rewound:
		if h.Agreed {
			return []string{fmt.Sprintf("The match goes back to event %d, and on from there.", d.To)}
		}
		return []string{e.does(h.Seat, "take back your", "takes back the") + fmt.Sprintf(" latest choice: the match goes on from event %d.", d.To)}
	case *events.RewindProposed:
		return []string{e.does(h.Seat, "propose", "proposes") + fmt.Sprintf(" to go back to event %d.", d.To)}
	case *events.RewindAnswered:
		if d.Agree {
			return []string{e.does(h.Seat, "agree", "agrees") + " to go back."}
		}
		return []string{e.does(h.Seat, "do", "does") + " not agree to go back."}
	case *events.RewindLapsed:
		if h.Seat > 0 {
			return []string{e.does(h.Seat, "withdraw", "withdraws") + " the proposal to go back."}
		}
		return []string{"The proposal to go back lapses."}
	case *events.ConsentProposed:
		return e.proposed(h, d)
	case *events.ConsentAnswered:
		if d.Agree {
			return []string{e.does(h.Seat, "agree", "agrees") + "."}
		}
		return []string{e.does(h.Seat, "do", "does") + " not agree, so nothing changes."}
	case *events.ConsentLapsed:
		if h.Seat > 0 {
			return []string{e.does(h.Seat, "withdraw", "withdraws") + " the proposal."}
		}
		return []string{"The proposal lapses."}
	case *events.ClockChanged:
		return e.clockChanged(h, d)
	case *events.ClockExpired:
		return []string{e.expired(h, d)}
	case *events.Paused:
		return []string{"The match is paused" + e.until(h, d.Until) + "."}
	case *events.Resumed:
		if h.By == "clock" {
			return []string{"The pause is over: the match goes on."}
		}
		return []string{"The match goes on."}
	case *events.HostChanged:
		if h.Seat > 0 {
			return []string{e.does(h.Seat, "are", "is") + " the host of the match from now on."}
		}
		return []string{"The match has another host from now on."}
	case *events.Ended:
		return []string{"The match is over. Everything that was secret can be seen now."}
	case *events.Abandoned:
		if d.Why == "never-started" {
			return []string{abandoned(d.Why)}
		}
		return []string{abandoned(d.Why) + " There is no result. Everything that was secret can be seen now."}
	}
	return []string{h.Type}
}

// played says whether an event is a move whose facts the reader may know.
func played(h engine.Happening) bool {
	_, ok := h.Data.(*events.Played)
	return ok && !h.Hidden && len(h.Facts) > 0
}

func move(h engine.Happening, c Catalogue, r Reader) []string {
	e := english{r}
	if h.Hidden {
		return []string{e.does(h.Seat, "have", "has") + " chosen in secret."}
	}
	var told []string
	if joiner, ok := c.(Joiner); ok {
		told = joiner.Facts([][]game.Fact{h.Facts}, r)
	} else if c != nil {
		for _, f := range h.Facts {
			if text := c.Fact(f, r); text != "" {
				told = append(told, text)
			}
		}
	}
	if c != nil {
		if told == nil && h.Label != nil {
			if text := c.Choice(*h.Label, r); text != "" {
				told = []string{capital(e.alone(h.Seat)) + ": " + text + "."}
			}
		}
	}
	if told == nil {
		told = []string{capital(e.alone(h.Seat)) + ": " + string(h.Move) + "."}
	}
	return told
}
