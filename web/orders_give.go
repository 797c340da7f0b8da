package web

import (
	"context"
	"net/http"
	"slices"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/words"
)

// ordersBox is what who sits at a seat has programmed, and can. Nobody else ever
// sees it: not who takes the seat after him, not the host.
type ordersBox struct {
	Round int
	Holds []orderLine // what holds now
	Offer []orderLine // what he can say besides
	Ended []string    // what has ended before it was carried out, and why
}

// orderLine is an order as a form names it.
type orderLine struct {
	Kind, Key string
	Round     int
	After     int
	Words     string
}

// ordersBox gathers the orders of the visit's player; nil = there are none, and
// nothing can be programmed.
func (s *server) ordersBox(ctx context.Context, v *visit, p *matchPage) (*ordersBox, error) {
	m := v.match
	all, err := s.People.Orders(ctx, v.person(), m.ID, int(v.viewer))
	if err != nil {
		return nil, err
	}
	p.playedForYou(all)
	if p.Past {
		return nil, nil
	}
	box := &ordersBox{Round: m.Round()}
	for _, o := range all.Ended {
		box.Ended = append(box.Ended, words.Order(p.kind(), ordered(o))+": "+words.OrderEnded(engine.OrderEnd(o.End)))
	}
	if m.Status() == engine.Playing {
		for _, o := range all.Given {
			if o.Round == box.Round {
				box.Holds = append(box.Holds, orderLine{o.Kind, o.Key, o.Round, o.After, words.Order(p.kind(), ordered(o))})
			}
		}
		for _, o := range orderOffers(m, v.viewer) {
			if !slices.ContainsFunc(box.Holds, func(h orderLine) bool { return h.Kind == string(o.Kind) && h.Key == o.Key }) {
				box.Offer = append(box.Offer, orderLine{string(o.Kind), o.Key, o.Round, m.N(), words.Order(p.kind(), o)})
			}
		}
	}
	if len(box.Holds)+len(box.Offer)+len(box.Ended) == 0 {
		return nil, nil
	}
	return box, nil
}

// ordered is a kept order as the engine judges it.
func ordered(o people.Order) engine.Order {
	return engine.Order{Kind: engine.OrderKind(o.Kind), Key: o.Key, Round: o.Round, After: o.After}
}

// orderOffers are the orders that can be given for a seat in this round.
func orderOffers(m *engine.Match, seat game.Seat) []engine.Order {
	var list []engine.Order
	for _, p := range m.Passes(seat) {
		list = append(list, engine.Order{Kind: engine.OrderPass, Key: p.Key, Round: p.Round, After: m.N()})
	}
	return append(list, engine.Order{Kind: engine.OrderSingle, Round: m.Round(), After: m.N()})
}

// playedForYou says in the lines of the log which moves orders have played.
func (p *matchPage) playedForYou(all people.Orders) {
	for _, decision := range all.Played {
		n := p.Match.AnswerTo(p.Viewer, decision)
		for i, l := range p.Lines {
			if n > 0 && l.First <= n && n <= l.N {
				p.Lines[i].Words = append(slices.Clone(l.Words), words.PlayedForYou)
			}
		}
	}
}

// giveOrder programmes a move for the rest of the round. A form that was made in an
// earlier round is not read in the sense of this one.
func (s *server) giveOrder(w http.ResponseWriter, r *http.Request, v *visit) error {
	kind, key, round := r.PostForm.Get("kind"), r.PostForm.Get("key"), formInt(r, "round")
	at := slices.IndexFunc(orderOffers(v.match, v.viewer), func(o engine.Order) bool { return string(o.Kind) == kind && o.Key == key && o.Round == round })
	if v.match.Status() != engine.Playing || at < 0 {
		return s.refuseBeside(w, r, v, http.StatusConflict, note{Title: "Something has changed since", Warn: true,
			Text: "This can not be said beforehand any more, so nothing was. Look at what can be said now."})
	}
	given := people.Order{Kind: kind, Key: key, Round: round, After: v.match.N(), At: s.Now().UTC()}
	err := s.People.ChangeOrders(r.Context(), v.person(), v.match.ID, int(v.viewer), func(all *people.Orders) error {
		if slices.ContainsFunc(all.Given, func(o people.Order) bool {
			return o.Kind == kind && o.Key == key && o.Round == round && v.match.Ordered(v.person(), v.viewer, ordered(o)).End == ""
		}) {
			return people.ErrUnchanged // sent twice: it is said already
		}
		// What one says of the same thing replaces what one said before.
		all.Given = append(slices.DeleteFunc(slices.Clone(all.Given), func(o people.Order) bool { return o.Kind == kind }), given)
		return nil
	})
	if err != nil {
		return err
	}
	return redirect(w, r, v.base+"#orders")
}

// cancelOrder takes an order back. Cancelled twice it is cancelled.
func (s *server) cancelOrder(w http.ResponseWriter, r *http.Request, v *visit) error {
	gone := people.Order{Kind: r.PostForm.Get("kind"), Key: r.PostForm.Get("key"), Round: formInt(r, "round"), After: formInt(r, "after")}
	err := s.People.ChangeOrders(r.Context(), v.person(), v.match.ID, int(v.viewer), func(all *people.Orders) error {
		if !all.Drop(gone) {
			return people.ErrUnchanged
		}
		return nil
	})
	if err != nil {
		return err
	}
	return redirect(w, r, v.base+"#orders")
}

// readOrders takes away what was told of orders that have ended.
func (s *server) readOrders(w http.ResponseWriter, r *http.Request, v *visit) error {
	err := s.People.ChangeOrders(r.Context(), v.person(), v.match.ID, int(v.viewer), func(all *people.Orders) error {
		if len(all.Ended) == 0 {
			return people.ErrUnchanged
		}
		all.Ended = nil
		return nil
	})
	if err != nil {
		return err
	}
	return redirect(w, r, v.base)
}
