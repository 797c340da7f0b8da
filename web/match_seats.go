package web

import (
	"context"
	"strconv"
	"strings"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/words"
)

// sitting is somebody's time at a seat, from one event on.
type sitting struct {
	Seat game.Seat
	Name string
	Bot  bool
	From int // the event that seated him, or with which the match started
	At   time.Time
	To   int // the last event that he sat there for; 0 = he sits there still, or sat there at the end
}

// sittings tells who sat where while the match ran, for the seats at which somebody
// came or went; none where all played to the end.
func (s *server) sittings(ctx context.Context, m *engine.Match) ([]sitting, error) {
	if m.Table.Started == 0 {
		return nil, nil
	}
	seats := make([][]sitting, m.Players())
	who := make([]string, m.Players())
	sit := func(i int, id string, e *events.Event) error {
		list := seats[i]
		if last := len(list) - 1; last >= 0 {
			if who[i] == id {
				return nil
			}
			if list[last].To = e.N - 1; list[last].To < list[last].From {
				list = list[:last]
			}
		}
		who[i] = id
		names, err := s.namesOf(ctx, who)
		seats[i] = append(list, sitting{Seat: game.Seat(i + 1), Name: names.Or(game.Seat(i + 1)), Bot: id == "bot", From: e.N, At: e.At})
		return err
	}
	begin := m.Log[m.Table.Started-1]
	before, err := m.At(begin.N)
	if err != nil {
		return nil, err
	}
	for i, seat := range before.Table.Seats {
		who[i] = seat.Who
	}
	at := append([]string(nil), who...)
	for i, id := range at {
		who[i] = ""
		if err := sit(i, id, begin); err != nil {
			return nil, err
		}
	}
	for _, e := range m.Log[begin.N:] {
		if e.Type != events.TypeSeatTaken && e.Type != events.TypeSeatVacated {
			continue
		}
		data, err := e.Decode()
		if err != nil {
			return nil, err
		}
		switch d := data.(type) {
		case *events.SeatTaken:
			err = sit(d.Seat-1, d.Who, e)
		case *events.SeatVacated:
			err = sit(d.Seat-1, strings.TrimPrefix(d.Next, "open"), e)
		}
		if err != nil {
			return nil, err
		}
	}
	var told []sitting
	for _, list := range seats {
		if len(list) > 1 {
			told = append(told, list...)
		}
	}
	return told, nil
}

// says tells a sitting: "Bot 2 since event 42, 30 Nov 2026".
func (s sitting) says(p *matchPage) string {
	from := "from the start"
	if s.From > p.Match.Table.Started {
		from = "from event " + strconv.Itoa(s.From) + " on, " + words.Moment(s.At, s.At, p.Zone)
	}
	if s.To > 0 {
		return from + ", to event " + strconv.Itoa(s.To)
	}
	if p.Match.Table.Over {
		return from + ", to the end"
	}
	return from
}
