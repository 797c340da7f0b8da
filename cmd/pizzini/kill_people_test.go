package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// persist asks until there is an answer, as somebody does whose browser says that
// the server cannot be reached. It gives nil when the test has failed.
func (s *siege) persist(r *reader, method, address string, fields url.Values) *sheet {
	for unsure := 0; ; {
		s.mu.Lock()
		for !s.up && !s.t.Failed() {
			s.changed.Wait()
		}
		run := s.runs
		s.events++
		s.changed.Broadcast()
		s.mu.Unlock()
		if s.t.Failed() {
			return nil
		}
		page, err := r.ask(method, address, fields)
		switch {
		case err != nil:
			r.client.CloseIdleConnections()
			s.mu.Lock()
			if s.up && s.runs == run {
				s.t.Errorf("%s: %v", address, err)
			}
			s.mu.Unlock()
		case page.status == http.StatusServiceUnavailable && unsure < 100:
			unsure++ // "not known yet"
		case page.status >= 400:
			s.t.Errorf("%s %s: status %d: %s", method, page.at.Path, page.status, page.text())
			return nil
		default:
			return page
		}
	}
}

// send sends a form until it is acknowledged, and gives where the answer leads.
func (s *siege) send(page *sheet, button string, fill url.Values) (next *url.URL) {
	action, fields, ok := page.form(button)
	if !ok {
		s.t.Errorf("%s has no form with a button %q: %s", page.at.Path, button, page.text())
		return nil
	}
	for name, values := range fill {
		fields[name] = values
	}
	answer := s.persist(page.r, http.MethodPost, action, fields)
	if answer == nil {
		return nil
	}
	if answer.status != http.StatusSeeOther {
		s.t.Errorf("%s: status %d: %s", action, answer.status, answer.text())
		return nil
	}
	next, err := url.Parse(answer.resolve(answer.header.Get("Location")))
	if err != nil {
		s.t.Error(err)
		return nil
	}
	return next
}

// acknowledge notes a command that was acknowledged.
func (s *siege) acknowledge(what string, c turn, next *url.URL) {
	n, err := strconv.Atoi(next.Query().Get("n"))
	if err != nil {
		s.t.Errorf("%s: the answer leads to %s", what, next)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acks = append(s.acks, ack{what, c, n})
	if what != "play" {
		s.matches[c.seat] = append(s.matches[c.seat], c.match)
	}
	s.last[c.match] = max(s.last[c.match], n)
	s.progress++
	s.changed.Broadcast()
}

// host makes a new match whenever one has ended.
func (s *siege) host() {
	r := s.readers[1]
	s.mu.Lock()
	operator := s.server.operator
	s.mu.Unlock()
	landing := s.persist(r, http.MethodGet, operator, nil)
	if landing == nil || s.send(landing, "Continue as operator", nil) == nil {
		return
	}
	fields := url.Values{"name": {players[1].name}, "address": {players[1].address}, "who-1": {"me"}}
	for seat := 2; seat <= 3; seat++ {
		n := strconv.Itoa(seat)
		fields["who-"+n], fields["name-"+n], fields["address-"+n] = []string{"person"}, []string{players[seat].name}, []string{players[seat].address}
	}
	for {
		s.mu.Lock()
		for len(s.matches[1])-len(s.over) >= atOnce && !s.ending && !s.t.Failed() {
			s.changed.Wait()
		}
		ending := s.ending
		s.mu.Unlock()
		if ending || s.t.Failed() {
			return
		}
		form := s.persist(r, http.MethodGet, "/new/patronize", nil)
		if form == nil {
			return
		}
		next := s.send(form, "Make the match", fields)
		if next == nil {
			return
		}
		s.acknowledge("create", turn{match: matchOf(s.t, next.Path), seat: 1}, next)
	}
}

// play plays a seat of all matches until the end.
func (s *siege) play(seat int, random *rand.Rand) {
	for read := 0; ; {
		s.mu.Lock()
		progress, ending, letters := s.progress, s.ending, s.received[read:]
		matches := slices.DeleteFunc(slices.Clone(s.matches[seat]), func(match string) bool { return s.over[match] })
		s.mu.Unlock()
		if ending || s.t.Failed() {
			return
		}
		read += len(letters)
		for _, r := range letters {
			if r.letter.to == players[seat].address {
				s.follow(seat, r.letter, random)
			}
		}
		for _, match := range matches {
			if seat != 3 {
				s.turns(seat, match, random)
			}
		}
		s.mu.Lock()
		for s.progress == progress && !s.ending && !s.t.Failed() {
			s.changed.Wait()
		}
		s.mu.Unlock()
	}
}

// follow does what a letter asks: takes a seat or, as the third player, moves.
func (s *siege) follow(seat int, l *letter, random *rand.Rand) {
	match, rest, _ := strings.Cut(l.key, ".")
	switch {
	case strings.HasPrefix(rest, "0."):
	case strings.Contains(l.title(), "invites you"):
		s.mu.Lock()
		taken := slices.Contains(s.matches[seat], match) // the letter came again
		s.mu.Unlock()
		if taken {
			return
		}
		page := s.persist(s.readers[seat], http.MethodGet, l.button(s.t, "Look at seat"), nil)
		if page == nil {
			return
		}
		if next := s.send(page, "Take seat", nil); next != nil {
			s.acknowledge("take", turn{match: match, seat: seat}, next)
		}
	case seat == 3:
		page := s.persist(s.readers[seat], http.MethodGet, l.links()[0], nil)
		if page != nil && s.send(page, "Continue as", nil) != nil {
			s.turns(seat, match, random)
		}
	}
}

// turns makes all choices that a seat is asked for now.
func (s *siege) turns(seat int, match string, random *rand.Rand) {
	for {
		s.mu.Lock()
		n := s.last[match]
		s.mu.Unlock()
		page := s.persist(s.readers[seat], http.MethodGet, fmt.Sprintf("%s?n=%d", seatPage(match, seat), n), nil)
		if page == nil {
			return
		}
		choices := page.choices()
		if len(choices) == 0 {
			if strings.Contains(page.text(), "The match is over") {
				s.mu.Lock()
				s.over[match] = true
				s.changed.Broadcast()
				s.mu.Unlock()
			}
			return
		}
		tried := s.persist(s.readers[seat], http.MethodGet, choices[random.IntN(len(choices))], nil)
		if tried == nil {
			return
		}
		_, fields, ok := tried.form("Play it")
		decision, err := strconv.Atoi(fields.Get("d"))
		if !ok || err != nil {
			s.t.Errorf("nothing to play at seat %d: %s", seat, tried.text())
			return
		}
		c := turn{match, seat, decision, fields.Get("move")}
		s.mu.Lock()
		s.attempts[c] = true
		s.mu.Unlock()
		next := s.send(tried, "Play it", nil)
		if next == nil {
			return
		}
		s.acknowledge("play", c, next)
	}
}
