package main

import (
	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
)

// secretTalk is what the viewer of a pair must see nowhere.
const secretTalk = "zwischen uns gesagt"

// beside puts beside the second match what the viewer may not know of: notes and
// programmed moves of others, with what became of them, and, where he only watches,
// what was said at the table. Beside both it puts what a player may know: talk, and
// notes and programmed moves of his own.
func (p *pair) beside() {
	p.Helper()
	p.private()
	if p.viewer == game.Spectator {
		return
	}
	for _, i := range []*installation{p.one, p.two} {
		for seat := game.Seat(1); int(seat) <= p.left.Players(); seat++ {
			if person := p.left.Person(seat); person != "" {
				if _, err := i.node.book.Say(p.Context(), person, p.left.ID, "hello from "+seat.String(), i.now); err != nil {
					p.Fatal(err)
				}
			}
		}
		i.note(p.left, p.viewer, "my own thought")
		i.settle()
	}
}

// private puts beside the second match what the viewer may not know of.
func (p *pair) private() {
	p.Helper()
	for seat := game.Seat(1); int(seat) <= p.left.Players(); seat++ {
		person := p.left.Person(seat)
		if person == "" || seat == p.viewer {
			continue
		}
		p.two.note(p.left, seat, secretTalk)
		if p.viewer == game.Spectator {
			if _, err := p.two.node.book.Say(p.Context(), person, p.left.ID, secretTalk, p.two.now); err != nil {
				p.Fatal(err)
			}
		}
	}
	p.two.settle()
}

// note keeps a note and programmed moves for who sits at a seat.
func (i *installation) note(m *engine.Match, seat game.Seat, text string) {
	i.t.Helper()
	person := m.Person(seat)
	err := i.node.book.SetNote(i.t.Context(), person, m.ID, m.N(), text)
	if err == nil {
		err = i.node.book.ChangeOrders(i.t.Context(), person, m.ID, int(seat), func(all *people.Orders) error {
			order := people.Order{Kind: string(engine.OrderSingle), Round: m.Round(), After: m.N(), At: i.now}
			all.Given = []people.Order{order}
			order.End, order.Over = string(engine.OrderChoice), i.now
			all.Ended = []people.Order{order}
			for n := range m.N() { // whatever was played, was played for him
				all.Played = append(all.Played, n)
			}
			return nil
		})
	}
	if err != nil {
		i.t.Fatal(err)
	}
}
