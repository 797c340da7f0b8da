package mailer

import (
	"fmt"
	"slices"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
	"pizzini/web/words"
)

func (w *writer) yourTurn() error {
	seat := w.Key.Seat
	w.Title = "Your turn"
	if w.catalogue != nil {
		asked := w.catalogue.Asked(w.match.View(seat), w.reader)
		w.Title = asked.Title
		if asked.Text != "" {
			w.add(Para(asked.Text))
		}
	}
	w.deadline()
	if err := w.button("Go to your seat"); err != nil {
		return err
	}
	w.open(0)
	w.story("")
	w.add(Heading("The table"), w.seats(), Board(w.match.View(seat).Text()))
	if w.catalogue != nil {
		if hand := w.catalogue.Hand(w.match.View(seat), w.reader); len(hand.Rows) > 0 {
			w.add(Heading(hand.Caption), Table{hand.Head, hand.Rows}.narrow())
		}
	}
	return w.choices()
}

// seats says who sits where: a drawing in plain text knows numbers only.
func (w *writer) seats() Para {
	var seats []string
	for i, name := range w.names {
		switch {
		case game.Seat(i+1) == w.Key.Seat:
			name = "you"
		case name == "":
			name = "open"
		}
		seats = append(seats, fmt.Sprintf("seat %d: %s", i+1, name))
	}
	return Para("S" + strings.Join(seats, ", ")[1:] + ".")
}

// deadline says how long the reader has, and what happens then.
func (w *writer) deadline() {
	due := w.match.Due(w.Key.Seat)
	if due.IsZero() || w.match.Call(w.Key.Seat) == 0 {
		return
	}
	if !due.After(w.now) {
		w.add(Para("Your time was up on " + words.Moment(due, w.now, w.zone) + "."))
		return
	}
	text := "Your time runs until " + words.Deadline(due, w.now, w.zone) + "."
	if s, ok := w.match.Clock(); ok {
		text += " When it is up: " + lower(words.PolicyLabel(s.Policy)) + "."
	}
	w.add(Para(text))
}

// lower begins a clause that stood as a sentence.
func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// open tells what else is asked of the reader: an answer to a proposal, or what is
// to become of a player whose time is up, but for one about whom the letter is.
func (w *writer) open(about game.Seat) {
	var asked List
	if slices.Contains(w.match.Asked(), w.Key.Seat) {
		n := w.match.Proposal().N
		asked = append(asked, Item{Text: strings.Join(w.told(n-1, n), " "), Note: w.reasoned() + "You are asked whether you agree: answer on the page of your seat."})
	}
	for _, seat := range w.claims() {
		if w.Kind == Expired && seat == about {
			continue // the letter says it already
		}
		asked = append(asked, Item{Text: "The time of " + w.names.Or(seat) + " is up.", Note: "You may give the seat to a bot, or more time to its player, on the page of your seat."})
	}
	if asked != nil {
		w.add(Heading("You are asked"), asked)
	}
}

// told tells events with numbers above after, up to and with upTo.
func (w *writer) told(after, upTo int) []string {
	var told []string
	for _, h := range w.match.Story(w.Key.Seat, after, upTo) {
		if h.Type == events.TypeSeatOffered || h.Type == events.TypeSeatLinked {
			continue // told to whom it concerns
		}
		told = append(told, strings.Join(words.Happening(h, w.catalogue, w.then(h)), " "))
	}
	return told
}

// then is the reader with the names of those who sat at the table when something
// happened: who left a seat is told by his own.
func (w *writer) then(h engine.Happening) words.Reader {
	r := w.reader
	for _, s := range slices.Backward(w.sittings) {
		if s.from < h.N || s.from == h.N && h.Type == events.TypeSeatTaken {
			r.Name = s.names.Of
			break
		}
	}
	return r
}

// story tells what happened since the reader last moved, but for the slip of which
// the letter tells already.
func (w *writer) story(but string) {
	seat := w.Key.Seat
	since := 0
	for _, e := range slices.Backward(w.match.Log) {
		if e.Type != events.TypePlayed {
			continue
		}
		if data, err := e.Decode(); err == nil && game.Seat(data.(*events.Played).Seat) == seat {
			since = e.N
			break
		}
	}
	var story []engine.Happening
	for _, h := range w.match.Story(seat, since, w.match.N()) {
		if but != "" && w.match.Log[h.N-1].Cmd == but {
			continue
		}
		switch h.Type {
		case events.TypeCreated, events.TypeSeatOffered, events.TypeSeatLinked:
			continue
		case events.TypeSeatTaken:
			if w.match.Table.Started == 0 || h.N < w.match.Table.Started {
				continue
			}
		}
		story = append(story, h)
	}
	var told List
	for len(story) > 0 {
		n, sentences := words.Line(story, w.catalogue, w.then(story[0]))
		for _, sentence := range sentences {
			if story[0].Dropped {
				sentence += " (taken back)"
			}
			told = append(told, Item{Text: sentence})
		}
		story = story[n:]
	}
	if len(told) == 0 {
		return
	}
	if more := len(told) - maxItems; more > 0 {
		told = append(List{{Text: fmt.Sprintf("%d things more, earlier: the log of the match has them all.", more)}}, told[more:]...)
	}
	title := "Since your last move"
	if since == 0 {
		title = "Until now"
	}
	w.add(Heading(title), told)
}

// choices lists the legal moves, each with what it would do and a link that tries
// it on the page. A secret one is named and never linked: links lie in mailboxes,
// histories and logs.
func (w *writer) choices() error {
	seat := w.Key.Seat
	draft, err := w.match.Draft(seat, nil)
	if err != nil {
		return err
	}
	token, err := w.seatLink()
	if err != nil {
		return err
	}
	w.propose(draft, token)
	return nil
}

// propose lists the choices of a draft.
func (w *writer) propose(draft *engine.Draft, token string) {
	w.add(Heading("What you can do"))
	if slices.ContainsFunc(draft.Choices, func(c engine.Choice) bool { return !c.Secret }) {
		w.add(Para("A link shows the board as it would be then. Nothing is played before you press the button there."))
	}
	if slices.ContainsFunc(draft.Choices, func(c engine.Choice) bool { return c.Secret }) {
		w.add(Para("What is chosen in secret is chosen on the page: nobody else may see it yet."))
	}
	var groups []string // in the order of their first choice
	lists := map[string]List{}
	for i, choice := range words.InOrder(draft.Choices, w.catalogue) {
		if i == maxItems {
			w.add(Para(fmt.Sprintf("%d more choices are on the page.", len(draft.Choices)-maxItems)))
			break
		}
		group := choice.Label.Group
		if lists[group] == nil {
			groups = append(groups, group)
		}
		lists[group] = append(lists[group], w.item(choice, draft, token))
	}
	for _, group := range groups {
		if w.catalogue != nil {
			if title := w.catalogue.Group(group); title != "" {
				w.add(Para(title + ":"))
			}
		}
		w.add(lists[group])
	}
}

// item is a choice with its consequence and the link that tries it.
func (w *writer) item(choice engine.Choice, draft *engine.Draft, token string) Item {
	item := Item{Text: string(choice.Move)}
	if w.catalogue != nil {
		item.Text = w.catalogue.Choice(choice.Label, w.reader)
		item.Note = w.catalogue.Consequence(choice.Label, choice.Facts, w.reader)
		if choice.Opens {
			item.Note = strings.TrimSpace(item.Note + " " + w.catalogue.Opening(choice.Label, choice.Reveals))
		}
	}
	if choice.Secret {
		return item
	}
	item.URL = w.Site.LandingDraft(token, link.Draft{Decision: w.match.Decision(draft.Seat), Moves: []game.Move{choice.Move}})
	return item
}
