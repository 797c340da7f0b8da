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
	"pizzini/web/link"
	"pizzini/web/words"
)

// players says how many players the match is for, and who they are so far.
func (w *writer) players() string {
	var seated []string
	for _, name := range w.names {
		if name != "" {
			seated = append(seated, name)
		}
	}
	text := fmt.Sprintf("It is for %d players.", w.match.Players())
	if len(seated) > 0 {
		text += " At the table so far: " + strings.Join(seated, ", ") + "."
	}
	return text
}

// options says how the match is played, where there was a choice: what was chosen
// of the options that stand for themselves, and the house rules.
func (w *writer) options() {
	if w.match.Rules == nil {
		return
	}
	var list List
	for _, o := range words.Options(w.catalogue, w.match.Rules, w.match.Players(), game.Options(w.match.Table.Created.Options)) {
		if o.Own || o.House {
			list = append(list, Item{Text: o.Label + ": " + o.Value + ".", Note: o.Help})
		}
	}
	if list != nil {
		w.add(Heading("How it is played"), list)
	}
}

// invitation offers the seats that one command offered to the reader.
func (w *writer) invitation() error {
	who := "You are invited"
	if w.host != "" {
		who = w.host + " invites you"
	}
	w.Title = who + " to a game of " + w.game
	w.add(Para("A slow game: each player moves when it suits, and you get a letter when it is your turn. There is nothing to install and no account to make. "+w.players()),
		Para("Look at the invitation first. Nothing happens before you press the button there."))
	command := w.match.Log[w.Key.N-1].Cmd
	for i, s := range w.match.Table.Seats {
		seat := game.Seat(i + 1)
		person, ok := invited(s)
		n := w.match.LinkNumber(seat)
		if !ok || person != w.person || n == 0 || w.match.Log[n-1].Cmd != command {
			continue
		}
		token, err := w.Signer.Token(link.Claim{Purpose: link.Invitation, Match: w.match.ID, Seat: i + 1, Number: n})
		if err != nil {
			return err
		}
		w.add(Button{"Look at seat " + seat.String(), w.Site.Landing(token)})
	}
	w.options()
	w.add(Para("If you do not want to play, do nothing: this letter comes once, and only the host can have it sent again, a few times at most."))
	return nil
}

// hostToken is the token of the host's link.
func (w *writer) hostToken() (string, error) {
	return w.Signer.Token(link.Claim{Purpose: link.Host, Match: w.match.ID, Number: w.hostNumber})
}

// hostLink gives the host the link that makes him the host.
func (w *writer) hostLink() error {
	w.Title = "Your match of " + w.game
	token, err := w.hostToken()
	if err != nil {
		return err
	}
	w.add(Para("You are the host of this match. Keep this letter: whoever has its link can send invitations again, make new links for seats, put a bot on an empty seat, and end the match."),
		Button{"Go to the host's page", w.Site.Landing(token)}, Para(w.players()))
	for i := range w.match.Table.Seats {
		seat := game.Seat(i + 1)
		if w.match.Person(seat) != w.person {
			continue
		}
		token, err := w.Signer.Token(link.Claim{Purpose: link.Seat, Match: w.match.ID, Seat: i + 1, Number: w.match.LinkNumber(seat)})
		if err != nil {
			return err
		}
		w.add(Button{"Go to your seat " + seat.String(), w.Site.Landing(token)})
	}
	w.options()
	return nil
}

func (w *writer) newLink() error {
	w.Title = "A new link to your seat"
	w.add(Para(fmt.Sprintf("Somebody asked for a new link to seat %d: you, or the host of the match. Links in older letters do not work any more.", w.Key.Seat)))
	return w.button("Go to your seat")
}

func (w *writer) left() error {
	w.Title = fmt.Sprintf("You left seat %d", w.Key.Seat)
	what := "The seat is open again, and older links to it do not work any more."
	if data, err := w.match.Log[w.Key.N-1].Decode(); err == nil {
		if v, ok := data.(*events.SeatVacated); ok && v.Next == "bot" {
			what = "A bot plays on from here, and the result will say so. Older links to the seat do not work any more."
		}
	}
	w.add(Para(what))
	return nil
}

func (w *writer) seated() error {
	w.Title = fmt.Sprintf("Seat %d is yours", w.Key.Seat)
	w.add(Para("You play on from where the match stands. You get a letter when it is your turn."))
	return w.button("Go to your seat")
}

// tell says in the words of the log what happened.
func (w *writer) tell() error {
	w.Title = map[Kind]string{Proposal: "A proposal to go back", Answer: "Your proposal to go back", Clock: "The clock of the match"}[w.Kind]
	for _, h := range w.match.Story(w.Key.Seat, w.Key.N-1, w.Key.N) {
		w.add(Para(strings.Join(words.Happening(h, w.catalogue, w.reader), " ")))
	}
	return w.button("Go to your seat")
}

// refused tells the host that a letter did not arrive.
func (w *writer) refused(code string) error {
	seat := w.Key.Seat
	w.Title = fmt.Sprintf("A letter to seat %d was refused", seat)
	why := "the mail server does not accept the address"
	if code == codeGivenUp {
		why = "the mail server has not taken it for two weeks"
	} else if code != "" {
		why += " (code " + code + ")"
	}
	who := ""
	if name := w.names.Of(seat); name != "" {
		who = " (" + name + ")"
	}
	token, err := w.hostToken()
	if err != nil {
		return err
	}
	w.add(Para(fmt.Sprintf("The player of seat %d%s does not get the letters of this match: %s. Ask for another address, or send a new link in another way.", seat, who, why)),
		Button{"Go to the host's page", w.Site.Landing(token)})
	return nil
}

// over tells how the match ended, with the table of points.
func (w *writer) over() error {
	w.Title = "The match is over"
	view := w.match.View(w.Key.Seat)
	if view != nil && w.catalogue != nil && w.match.Status() == engine.Ended {
		asked := w.catalogue.Asked(view, w.reader)
		w.Title = asked.Title
		if text := strings.TrimSpace(asked.Text); text != "" {
			w.add(Para(text))
		}
	}
	if w.match.Table.Abandoned != "" {
		w.add(Para("The match was ended before its end, without a result."))
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
	w.add(Para("Everything that was secret can be seen now, from the deal on. Look back at each move, and take the log with you: by it anybody can check that nothing was changed."))
	return w.button("Look back at the match")
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
