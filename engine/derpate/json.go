package derpate

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// MarshalJSON writes the view in the form of the game's page (section 11). It is
// written by hand since a match writes a state for every move, and ids as small
// types of their own make encoding/json slow; a test holds it to the field tags,
// by which a view is read.
func (v *View) MarshalJSON() ([]byte, error) {
	b := make(document, 0, 3072)
	b.text(`{"game":"`, v.Game, `","edition":"`, v.Edition, `","openMoney":`, strconv.FormatBool(v.OpenMoney))
	b.number(`,"round":`, v.Round)
	b.text(`,"phase":"`, v.Phase.ID(), `","active":`)
	b.numbers(v.Active)
	b.text(`,"over":`, strconv.FormatBool(v.Over))
	if v.Result != nil {
		result, err := json.Marshal(v.Result)
		if err != nil {
			return nil, err
		}
		b.text(`,"result":`, string(result))
	}
	b.number(`,"startPlayer":`, v.StartPlayer)
	b.id(`,"car":`, v.Car.ID())
	b.text(`,"businesses":{`)
	for i, stop := range v.Street {
		if i > 0 {
			b.text(`,`)
		}
		b.text(`"`, businessIDs[i], `":{`)
		b.owner(`"owner":`, stop.Owner)
		b.owner(`,"bloodDebt":`, stop.BloodDebt)
		b.text(`}`)
	}
	b.number(`},"eventTrack":{"gray":`, v.EventTrack.Gray)
	b.number(`,"red":`, v.EventTrack.Red)
	b.id(`},"koTrack":`, v.KOTrack.ID())
	b.id(`,"event":`, v.Event.ID())
	b.text(`,"eventsSeen":`)
	list(&b, v.EventsSeen)
	if v.EventDeck != nil {
		b.text(`,"eventDeck":`)
		list(&b, v.EventDeck)
	}
	b.number(`,"eventsLeft":`, v.EventsLeft)
	b.text(`,"eventQueue":`)
	b.numbers(v.EventQueue)
	b.number(`,"friendsLeft":`, v.FriendsLeft)
	b.text(`,"turn":`)
	b.turn(v.Turn)
	b.text(`,"seats":[`)
	for i := range v.Seats {
		if i > 0 {
			b.text(`,`)
		}
		b.family(&v.Seats[i])
	}
	b.text(`]}`)
	return b, nil
}

// document is a JSON text that grows.
type document []byte

func (b *document) text(parts ...string) {
	for _, part := range parts {
		*b = append(*b, part...)
	}
}

func (b *document) number(key string, n int) {
	*b = append(*b, key...)
	*b = strconv.AppendInt(*b, int64(n), 10)
}

func (b *document) numbers(list []int) {
	b.text(`[`)
	for i, n := range list {
		if i > 0 {
			b.text(`,`)
		}
		b.number("", n)
	}
	b.text(`]`)
}

// id writes an id, which needs no escaping; null for "".
func (b *document) id(key, id string) {
	*b = append(*b, key...)
	*b = append(*b, quoted(id)...)
}

func (b *document) owner(key string, o Owner) {
	if o == Nobody {
		b.text(key, `null`)
		return
	}
	b.number(key, int(o))
}

func (b *document) face(key string, f Face) {
	if f.IsNumber() {
		b.text(key, f.ID())
		return
	}
	b.id(key, f.ID())
}

func list[T interface{ ID() string }](b *document, items []T) {
	b.text(`[`)
	for i, item := range items {
		if i > 0 {
			b.text(`,`)
		}
		b.id("", item.ID())
	}
	b.text(`]`)
}

func (b *document) turn(t *Turn) {
	if t == nil {
		b.text(`null`)
		return
	}
	b.number(`{"seat":`, t.Seat)
	b.number(`,"row":`, t.Row)
	b.text(`,"step":"`, t.Step.ID(), `","dice":{`)
	b.face(`"black":`, t.Dice.Black)
	b.face(`,"white":`, t.Dice.White)
	b.face(`,"gray":`, t.Dice.Gray)
	b.face(`,"red":`, t.Dice.Red)
	b.text(`},"placed":[`)
	for i, p := range t.Placed {
		if i > 0 {
			b.text(`,`)
		}
		b.number(`{"row":`, p.Row)
		b.text(`,"die":"`, p.Die.ID(), `"`)
		b.face(`,"face":`, p.Face)
		b.id(`,"space":`, p.Space.ID())
		b.text(`}`)
	}
	b.number(`],"favorsUsed":`, t.FavorsUsed)
	b.id(`,"choice":`, t.Choice.ID())
	b.text(`}`)
}

func (b *document) family(f *Family) {
	b.number(`{"seat":`, f.Seat)
	b.text(`,"family":"`, f.Family, `"`)
	if f.Money != nil {
		b.number(`,"money":`, *f.Money)
	}
	b.number(`,"reputation":`, f.Reputation)
	b.number(`,"influence":`, f.Influence)
	b.number(`,"income":`, f.Income)
	b.number(`,"favors":`, f.Favors)
	b.number(`,"supply":`, f.Supply)
	b.number(`,"prison":`, f.Prison)
	b.number(`,"hudson":`, f.Hudson)
	b.number(`,"friends":`, f.Friends)
	b.text(`,"tiles":`)
	list(b, f.Tiles)
	b.number(`,"debtSupply":`, f.DebtSupply)
	b.text(`,"owes":`)
	b.numbers(f.Owes)
	b.text(`}`)
}

// MarshalJSON writes the businesses by id, in street order.
func (s Street) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, stop := range s {
		if i > 0 {
			text = append(text, ',')
		}
		inner, err := json.Marshal(stop)
		if err != nil {
			return nil, err
		}
		text = append(append(append(text, quoted(businessIDs[i])...), ':'), inner...)
	}
	return append(text, '}'), nil
}

// UnmarshalJSON reads all twelve businesses by id.
func (s *Street) UnmarshalJSON(text []byte) error {
	var stops map[string]Stop
	if err := json.Unmarshal(text, &stops); err != nil {
		return err
	}
	for i := range s {
		stop, ok := stops[businessIDs[i]]
		if !ok {
			return fmt.Errorf("businesses: %s is missing", businessIDs[i])
		}
		s[i] = stop
	}
	return nil
}
