package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/events/stream"
	"pizzini/mailer"
)

// settle waits for the last letters, ends the server, and compares what people
// saw with what the log holds.
func (s *siege) settle() {
	t := s.t
	t.Helper()
	allowed := map[string]int{} // letters asked for at any time
	var wanted []string         // those that must have come by now
	applied := map[turn]ack{}   // the moves of the logs, each with its slip's last event
	logs := map[string]int{}
	for _, match := range s.matches[1] {
		m := truth(t, s.dir, match)
		logs[match] = m.N()
		for key, seat := range asked(t, m) {
			allowed[key] = seat
		}
		for _, seat := range m.Active() {
			wanted = append(wanted, fmt.Sprintf("%s.%d.%d", match, seat, m.Call(seat)))
		}
		if m.Table.Over {
			for seat := 1; seat <= 3; seat++ {
				wanted = append(wanted, fmt.Sprintf("%s.%d.%d", match, seat, m.Table.Ended))
			}
		} else {
			wanted = append(wanted, match+".0.1")
		}
		taken := map[int]int{}
		for _, e := range m.Log {
			data, err := e.Decode()
			if err != nil {
				t.Fatal(err)
			}
			switch d := data.(type) {
			case *events.SeatTaken:
				taken[d.Seat]++
			case *events.Played:
				before, err := m.At(e.N - 1)
				if err != nil {
					t.Fatal(err)
				}
				end := e.N
				for end < m.N() && m.Log[end].Cmd == e.Cmd {
					end++
				}
				c := turn{match, d.Seat, before.Decision(game.Seat(d.Seat)), d.Move}
				if !s.attempts[c] {
					t.Errorf("event %d plays %q for seat %d at decision %d of match %s: nobody sent that", e.N, d.Move, d.Seat, c.decision, match)
				}
				if _, twice := applied[c]; twice {
					t.Errorf("%+v was applied twice", c)
				}
				applied[c] = ack{"play", c, end}
			}
		}
		for seat, times := range taken {
			if times > 1 {
				t.Errorf("seat %d of match %s was taken %d times", seat, match, times)
			}
		}
		for _, a := range s.acks {
			if a.turn.match == match && (a.what == "take" && taken[a.turn.seat] != 1 || a.n > m.N()) {
				t.Errorf("%+v was acknowledged, and match %s has %d events", a, match, m.N())
			}
		}
	}
	played := 0
	for _, a := range s.acks {
		if logs[a.turn.match] == 0 {
			t.Errorf("%+v was acknowledged, and the match was lost", a)
		}
		if a.what == "play" {
			played++
			if applied[a.turn] != a {
				t.Errorf("%+v was acknowledged, the log has %+v", a, applied[a.turn])
			}
		}
	}
	for i, key := range wanted {
		s.arrives(key, i)
	}
	if err := s.server.stop(); err != nil {
		t.Errorf("the last server ended with: %v\n%s", err, s.server.log)
	}

	store := s.openStore()
	defer store.Close()
	times := map[string][]int{} // letter → runs in which it arrived
	for _, r := range s.received {
		key := r.letter.key
		if seat, ok := allowed[key]; !ok || players[seat].address != r.letter.to {
			t.Errorf("nothing asks for the letter %s to %s", key, r.letter.to)
		}
		if before := times[key]; len(before) > 0 && (!s.doubtful[key] || before[len(before)-1] == r.run) {
			t.Errorf("the letter %s came in run %v and again in run %d; it was in doubt: %v", key, before, r.run, s.doubtful[key])
		}
		times[key] = append(times[key], r.run)
		if state := s.record(store, key).State; state != mailer.Sent && !s.doubtful[key] {
			t.Errorf("the letter %s came, and is noted as %s", key, state)
		}
	}
	again := 0
	for key := range allowed {
		if len(times[key]) > 1 {
			again++
		}
		m, err := store.LastOn(t.Context(), stream.Letters, "letter."+key)
		if err == nil && len(times[key]) == 0 && strings.Contains(string(m.Data), `"state":"sent"`) {
			t.Errorf("the letter %s is noted as sent, and never came", key)
		}
	}
	t.Logf("%d matches, %d moves acknowledged, %d letters of %d that were asked for at some time, %d of them again", len(logs), played, len(times), len(allowed), again)
	if played < 2*kills {
		t.Errorf("only %d moves were made", played)
	}
}

// arrives waits for a letter.
func (s *siege) arrives(key string, i int) {
	s.t.Helper()
	late := time.After(100 * time.Second) // what a dead process had in hand is free after a minute
	for {
		letters, more := s.post.all()
		if slices.ContainsFunc(letters, func(l *letter) bool { return l.key == key }) {
			return
		}
		select {
		case <-more:
		case <-late:
			s.t.Fatalf("the letter %s is due and does not come; %d others did\n%s", key, i, s.server.log)
		}
	}
}
