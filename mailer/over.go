package mailer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/words"
)

// over tells how the match ended, with the table of points.
func (w *writer) over() error {
	w.Title = "The match is over"
	kept := w.match.Person(w.Key.Seat) != w.person
	if kept { // what a bot did in his place he did not do
		w.reader.Viewer = game.Spectator
	}
	view := w.match.View(w.Key.Seat)
	if w.match.Table.Started == 0 {
		w.Title = "The match never started"
	}
	if view != nil && w.catalogue != nil && w.match.Status() == engine.Ended {
		asked := w.catalogue.Asked(view, w.reader)
		w.Title = asked.Title
		if text := strings.TrimSpace(asked.Text); text != "" {
			w.add(Para(text))
		}
	}
	if w.match.Table.Abandoned != "" {
		for _, text := range w.told(w.Key.N-1, w.Key.N) {
			w.add(Para(text))
		}
	}
	if w.match.State != nil {
		if result, ok := w.match.State.Result(); ok {
			if t, ok := resultTable(result, w.names); ok {
				w.add(t)
			}
		}
	}
	w.add(w.bots()...)
	if view != nil {
		w.add(Heading("The table at the end"), w.seats(), Board(view.Text()))
	}
	if w.match.Table.Started == 0 {
		return w.button("Look at the match")
	}
	if kept {
		return w.keptToTheEnd()
	}
	w.add(Para("Everything that was secret can be seen now, from the deal on. Look back at each move, and take the log with you: by it anybody can check that nothing was changed."))
	return w.button("Look back at the match")
}

// keptToTheEnd tells who lost a seat that it cannot be taken back any more.
func (w *writer) keptToTheEnd() error {
	token, err := w.invitationToken(w.Key.Seat)
	if err != nil {
		return err
	}
	w.add(Para("A bot kept your seat until the match was over: it cannot be taken back any more."), Button{"Look at the end", w.Site.Landing(token)})
	return nil
}

// bots says since when a bot played a person's seat.
func (w *writer) bots() []Block {
	var list List
	for _, e := range w.match.Log {
		if e.Type != events.TypeSeatVacated {
			continue
		}
		if data, err := e.Decode(); err == nil {
			if v := data.(*events.SeatVacated); v.Next == "bot" && w.match.Bot(game.Seat(v.Seat)) {
				list = append(list, Item{Text: fmt.Sprintf("A bot played seat %d from event %d on.", v.Seat, e.N)})
			}
		}
	}
	if list == nil {
		return nil
	}
	return []Block{list}
}

// resultTable is the table of points, a column for each player, best first: the
// parts of the scores in the order in which the game writes them, the total last.
func resultTable(r game.Result, n words.Names) (Table, bool) {
	var whole struct{ Scores []json.RawMessage }
	if json.Unmarshal(r.JSON, &whole) != nil || len(whole.Scores) != len(n) {
		return Table{}, false
	}
	parts := slices.DeleteFunc(numbers(whole.Scores[0]), func(key string) bool { return key == "total" })
	parts = append(parts, "total")
	t := Table{Head: []string{""}, Rows: [][]string{{"Place"}}}
	for _, key := range parts {
		t.Rows = append(t.Rows, []string{spoken(key)})
	}
	placed := map[game.Seat]bool{}
	column := func(place string, seat game.Seat) {
		placed[seat] = true
		t.Head = append(t.Head, short(n.Or(seat)))
		t.Rows[0] = append(t.Rows[0], place)
		var score map[string]json.RawMessage
		if json.Unmarshal(whole.Scores[seat-1], &score) != nil {
			score = nil
		}
		for i, key := range parts {
			t.Rows[i+1] = append(t.Rows[i+1], string(score[key]))
		}
	}
	place := 1
	for _, tied := range r.Ranking {
		for _, seat := range tied {
			column(strconv.Itoa(place), seat)
		}
		place += len(tied)
	}
	for seat := game.Seat(1); int(seat) <= len(n); seat++ {
		if !placed[seat] {
			column("out", seat)
		}
	}
	return t, true
}

// short is a name that fits over a column.
func short(name string) string {
	const most = 12
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// numbers lists the keys of a JSON object that have a number, in its order.
func numbers(object json.RawMessage) []string {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if t, err := decoder.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var keys []string
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return keys
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return keys
		}
		if text, ok := key.(string); ok && len(value) > 0 && strings.IndexByte("-0123456789", value[0]) >= 0 {
			keys = append(keys, text)
		}
	}
	return keys
}

// spoken makes a heading of a key in lower camel case: "fameCards" is "Fame cards".
func spoken(key string) string {
	var b strings.Builder
	for i, r := range key {
		switch {
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
