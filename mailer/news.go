package mailer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/words"
)

// slip tells all that the slip of the letter's event did, from that event on.
func (w *writer) slip() {
	n := w.Key.N
	for _, text := range w.told(n-1, w.endOfSlip()) {
		w.add(Para(text))
	}
}

// endOfSlip is the last event of the slip of the letter's event.
func (w *writer) endOfSlip() int {
	n := w.Key.N
	for n < w.match.N() && w.match.Log[n].Cmd == w.match.Log[w.Key.N-1].Cmd {
		n++
	}
	return n
}

// news tells what happened and asks for nothing.
func (w *writer) news() error {
	w.Title = map[Kind]string{
		Answer: w.outcome(), Clock: "Another clock", Away: "A player's vacation", Paused: "The match is paused", Resumed: "The match goes on", Seats: "Who sits there now",
	}[w.Kind]
	w.slip()
	if w.Kind == Seats {
		w.add(w.seats())
	}
	return w.rest("Go to your seat")
}

// outcome says how the proposal of the reader ended.
func (w *writer) outcome() string {
	data, _ := w.match.Log[w.Key.N-1].Decode()
	agreed := false
	switch d := data.(type) {
	case *events.RewindAnswered:
		agreed = d.Agree
	case *events.ConsentAnswered:
		agreed = d.Agree
	default:
		return "Your proposal has lapsed"
	}
	if agreed {
		return "All agree to your proposal"
	}
	return "Your proposal was turned down"
}

// rest ends a letter about a running match: the reader's own deadline, the way to
// his seat, what else is asked of him, and what happened besides.
func (w *writer) rest(button string) error {
	w.deadline()
	if err := w.button(button); err != nil {
		return err
	}
	if w.Kind != Consent {
		w.open(game.Seat(expiredSeat(w.match.Log[w.Key.N-1])))
	}
	w.story(w.match.Log[w.Key.N-1].Cmd)
	return nil
}

// consent asks for an answer to the open proposal.
func (w *writer) consent() error {
	p := w.match.Proposal()
	if p == nil || p.N != w.Key.N {
		// The mailbox shows a letter that was not sent because the proposal ended.
		w.Title = "A proposal"
		w.slip()
		return w.button("Go to your seat")
	}
	proposer := words.Begin(w.names.Or(game.Seat(p.Seat)))
	w.Title = proposer + map[string]string{
		events.WhatRewind: " proposes to go back", events.WhatPause: " proposes a pause", events.WhatResume: " proposes to end the pause",
		events.WhatEnd: " proposes to end the match", events.WhatClock: " proposes another clock",
	}[p.What]
	for _, text := range w.told(p.N-1, p.N) {
		w.add(Para(text))
	}
	if reason := w.reasoned(); reason != "" {
		w.add(Para(strings.TrimSpace(reason)))
	}
	if p.What == events.WhatRewind {
		w.since(p.To)
	}
	w.add(Para("It happens when every player at the table agrees, and not if one says no. It lapses when the match goes on meanwhile."))
	return w.rest("Look at the proposal and answer")
}

// reasoned is the reason that the proposer of the open proposal gave.
func (w *writer) reasoned() string {
	if w.reason == "" || w.match.Proposal() == nil {
		return ""
	}
	return words.Begin(w.names.Or(game.Seat(w.match.Proposal().Seat))) + " writes: “" + w.reason + "” "
}

// expired tells that somebody's time is up, and what comes of it for the reader:
// for the player of the seat how he gets it back, for the others what they may do.
func (w *writer) expired() error {
	data, _ := w.match.Log[w.Key.N-1].Decode()
	expired, ok := data.(*events.ClockExpired)
	if !ok {
		return fmt.Errorf("event %d is no time that is up", w.Key.N)
	}
	seat := game.Seat(expired.Seat)
	if w.match.Person(w.Key.Seat) != w.person {
		return w.lost()
	}
	who, waved := w.before(w.Key.N).Or(seat), expired.Policy == events.PolicyWaved
	switch own := seat == w.Key.Seat; {
	case waved && own:
		w.Title = "You have the time once more"
	case waved:
		w.Title = who + " has the time once more"
	case own:
		w.Title = "Your time is up"
	default:
		w.Title = "The time of " + who + " is up"
	}
	w.slip()
	if slices.Contains(w.claims(), seat) {
		w.add(Para("You can do either on the page of your seat. Nothing happens by itself."))
	}
	return w.rest("Go to your seat")
}

// before is who sat where before an event.
func (w *writer) before(n int) words.Names {
	for _, s := range slices.Backward(w.sittings) {
		if s.from < n {
			return s.names
		}
	}
	return w.names
}

// lost tells a player that he has lost his seat because his time was up.
func (w *writer) lost() error {
	seat := w.Key.Seat
	w.Title = fmt.Sprintf("Your time was up: a bot plays seat %d", seat)
	w.slip()
	s := w.match.Table.Seats[seat-1]
	if person, ok := invited(s); !ok || person != w.person {
		w.add(Para("The result will say from when on a bot played. If you want to come back, ask the host to invite you again: older links to the seat do not work any more."))
		return nil
	}
	token, err := w.invitationToken(seat)
	if err != nil {
		return err
	}
	w.add(Para("The seat is kept for you. You can take it back at any time, and play on from where the match stands then. Older links to the seat do not work any more."),
		Button{"Come back to seat " + seat.String(), w.Site.Landing(token)})
	return nil
}

// claims lists the seats whose time is up so that the reader may claim or wave it.
func (w *writer) claims() []game.Seat {
	var found []game.Seat
	for _, seat := range w.match.Active() {
		if n, policy := w.match.Expired(seat); n > 0 && policy == events.PolicyClaim && seat != w.Key.Seat {
			found = append(found, seat)
		}
	}
	return found
}

// reason is why the proposer of a match's open proposal made it, in his own words;
// empty where he gave none, or it was for another one.
func (c *Composer) reason(ctx context.Context, m *engine.Match) (string, error) {
	p := m.Proposal()
	if p == nil {
		return "", nil
	}
	r, err := c.People.Reason(ctx, m.Person(game.Seat(p.Seat)), m.ID, p.Seat)
	if err != nil || r.N != p.N {
		return "", err
	}
	return r.Text, nil
}

// since says what was drawn or revealed after the position to which somebody wants
// to go back: what was seen stays seen.
func (w *writer) since(to int) {
	var seen List
	for _, h := range w.match.Since(to, w.Key.Seat) {
		for _, text := range words.Happening(h, w.catalogue, w.reader) {
			seen = append(seen, Item{Text: text})
		}
	}
	if seen == nil {
		w.add(Para("Nothing was drawn or revealed since then."))
		return
	}
	if more := len(seen) - maxItems; more > 0 {
		seen = append(seen[:maxItems:maxItems], Item{Text: fmt.Sprintf("And %d things more.", more)})
	}
	w.add(Heading("Drawn or revealed since then"), Para("What was seen stays seen. What was drawn is drawn anew."), seen)
}
