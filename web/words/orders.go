package words

import "pizzini/engine"

// passings say what each game lets a seat pass beforehand.
var passings = map[string]map[string]string{
	"patronize": {"round": "Pass for the rest of this round"},
	"der-pate":  {"event": "Decline what this round’s event card offers"},
	"die-patin": {
		"score": "At the end of this round score the mission that I can score, if it is only one",
		"keep":  "At the end of this round score no mission, if there is only one that I could score",
	},
}

// Order says what an order does, as its owner would say it; kind is the game's.
func Order(kind string, o engine.Order) string {
	if o.Kind == engine.OrderSingle {
		return "For the rest of this round: if I am asked only one thing, play it"
	}
	if text := passings[kind][o.Key]; text != "" {
		return text
	}
	return "Pass for the rest of this round (" + o.Key + ")"
}

// orderEnds say why an order has ended before it was carried out.
var orderEnds = map[engine.OrderEnd]string{
	engine.OrderRewound: "The match went back, so it does not hold any more, and nothing was played.",
	engine.OrderChoice:  "There was a choice to make, which it does not make for you, so nothing was played.",
	engine.OrderTells:   "You were asked only one thing, and the others cannot know that: played at once it would have told them, so nothing was played.",
	engine.OrderFailed:  "It could not be carried out, so nothing was played.",
}

// OrderEnded says why an order has ended; empty where there is nothing to tell.
func OrderEnded(end engine.OrderEnd) string { return orderEnds[end] }

// PlayedForYou is said of a move that an order played, to its owner alone.
const PlayedForYou = "You were asked, and it was played for you, as you had said."
