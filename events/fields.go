package events

import (
	"encoding/json"
	"errors"
	"fmt"
)

func (d *Created) read(s *scanner, field string) (err error) {
	switch field {
	case "kind":
		d.Kind, err = s.filled()
	case "rules":
		d.Rules, err = s.number(1)
	case "players":
		if d.Players, err = s.number(1); err == nil && d.Players > MaxPlayers {
			err = fmt.Errorf("more than %d", MaxPlayers)
		}
	case "options":
		d.Options, err = s.options()
	case "clock":
		d.Clock, err = s.clock()
	case "watch":
		d.Watch, err = s.boolean()
	case "host":
		if d.Host, err = s.string(); err == nil && !ValidID(d.Host) {
			err = errors.New("a person's id is needed")
		}
	case "seed":
		d.Seed, err = s.hex(64)
	case "words":
		if d.Words, err = s.bySeat(validWords); err == nil && len(d.Words) == 0 {
			err = errors.New("they are absent where the host fills no seat at once")
		}
	}
	return err
}

func (d *SeatOffered) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "to":
		if d.To, err = s.string(); err == nil && d.To != "link" && d.To != "bot" && !isPerson(d.To) {
			err = errors.New("person:<id>, link or bot is needed")
		}
	}
	return err
}

func (d *SeatTaken) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "who":
		if d.Who, err = s.string(); err == nil && d.Who != "bot" && !isPerson(d.Who) {
			err = errors.New("person:<id> or bot is needed")
		}
	case "words":
		if d.Words, err = s.string(); err == nil {
			err = validWords(d.Words)
		}
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *SeatLinked) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "link":
		d.Link, err = s.number(1)
	}
	return err
}

func (d *SeatVacated) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "next":
		if d.Next, err = s.string(); err == nil && d.Next != "bot" && d.Next != "open" {
			err = errors.New("bot or open is needed")
		}
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *Started) read(s *scanner, field string) (err error) {
	switch field {
	case "mix":
		d.Mix, err = s.hex(64)
	case "setup":
		d.Setup, err = s.rawObject()
	case "drew":
		d.Drew, err = s.drew()
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *Played) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "move":
		d.Move, err = s.filled()
	case "chance":
		d.Chance, err = s.chance()
	case "drew":
		d.Drew, err = s.drew()
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *Rewound) read(s *scanner, field string) (err error) {
	switch field {
	case "to":
		d.To, err = s.number(1)
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *RewindProposed) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "to":
		d.To, err = s.number(1)
	}
	return err
}

func (d *RewindAnswered) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "agree":
		d.Agree, err = s.boolean()
	}
	return err
}

func (d *RewindLapsed) read(*scanner, string) error { return nil }

func (d *ClockChanged) read(s *scanner, field string) (err error) {
	switch field {
	case "clock":
		d.Clock, err = s.clock()
	case "seat":
		d.Seat, err = s.number(1)
	case "why":
		if d.Why, err = s.string(); err == nil && d.Why != WhyAway {
			err = errors.New("away is needed")
		}
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *ClockExpired) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "policy":
		d.Policy, err = s.filled()
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *Paused) read(s *scanner, field string) (err error) {
	switch field {
	case "until":
		d.Until, err = s.time()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *Resumed) read(s *scanner, field string) (err error) {
	switch field {
	case "due":
		d.Due, err = s.due()
	case "bank":
		d.Bank, err = s.bank()
	}
	return err
}

func (d *Ended) read(s *scanner, _ string) (err error) {
	d.Result, err = s.rawObject()
	return err
}

func (d *Abandoned) read(s *scanner, _ string) (err error) {
	if d.Why, err = s.string(); err == nil {
		switch d.Why {
		case "host", "agreed", "clock", "never-started", "operator", "broken":
		default:
			err = errors.New("host, agreed, clock, never-started, operator or broken is needed")
		}
	}
	return err
}

func (d *ConsentProposed) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "what":
		if d.What, err = s.string(); err == nil {
			switch d.What {
			case WhatPause, WhatResume, WhatEnd, WhatClock:
			default:
				err = errors.New("pause, resume, end or clock is needed")
			}
		}
	case "clock":
		d.Clock, err = s.clock()
	case "until":
		d.Until, err = s.time()
	}
	return err
}

// fits asks that a clock and a time stand with what they belong to, and only there.
func (d *ConsentProposed) fits(clock, until bool) error {
	if clock != (d.What == WhatClock) {
		return errors.New("clock stands exactly where another clock is proposed")
	}
	if until != (d.What == WhatPause) {
		return errors.New("until stands exactly where a pause is proposed")
	}
	return nil
}

func (d *ConsentAnswered) read(s *scanner, field string) (err error) {
	switch field {
	case "seat":
		d.Seat, err = s.number(1)
	case "agree":
		d.Agree, err = s.boolean()
	}
	return err
}

func (d *ConsentLapsed) read(*scanner, string) error { return nil }

func (d *HostChanged) read(s *scanner, _ string) (err error) {
	if d.Host, err = s.string(); err == nil && !ValidID(d.Host) {
		err = errors.New("a person's id is needed")
	}
	return err
}

// filled reads a string that is not empty.
func (s *scanner) filled() (string, error) {
	text, err := s.string()
	if err == nil && text == "" {
		err = errors.New("it is empty")
	}
	return text, err
}

// number reads a whole number that is not below least.
func (s *scanner) number(least int) (int, error) {
	n, err := s.integer()
	if err == nil && n < least {
		err = fmt.Errorf("%d is less than %d", n, least)
	}
	return n, err
}

func (s *scanner) rawObject() (json.RawMessage, error) {
	if s.peek() != '{' {
		return nil, s.fail("an object is needed")
	}
	return s.raw()
}

// clock reads an object, or null as nil.
func (s *scanner) clock() (json.RawMessage, error) {
	if s.peek() == 'n' {
		return nil, s.literal("null")
	}
	return s.rawObject()
}

// bySeat reads an object whose keys are seats.
func (s *scanner) bySeat(valid func(string) error) (map[string]string, error) {
	m := map[string]string{}
	err := s.object(func(key []byte) error {
		if _, ok := parseSeat(string(key)); !ok {
			return fmt.Errorf("%.40q is no seat", key)
		}
		text, err := s.string()
		if err == nil {
			err = valid(text)
		}
		m[string(key)] = text
		return err
	})
	return m, err
}

func (s *scanner) due() (map[string]string, error) {
	return s.bySeat(func(text string) error {
		_, err := ParseTime(text)
		return err
	})
}

// bank reads an object from seats to whole seconds.
func (s *scanner) bank() (map[string]int, error) {
	m := map[string]int{}
	err := s.object(func(key []byte) (err error) {
		if _, ok := parseSeat(string(key)); !ok {
			return fmt.Errorf("%.40q is no seat", key)
		}
		m[string(key)], err = s.number(0)
		return err
	})
	return m, err
}

// time reads a moment and keeps its text.
func (s *scanner) time() (string, error) {
	text, err := s.string()
	if err == nil {
		_, err = ParseTime(text)
	}
	return text, err
}

func (s *scanner) drew() (*Drew, error) {
	d := &Drew{First: -1, Part: -1}
	err := s.object(func(key []byte) (err error) {
		switch string(key) {
		case "first":
			d.First, err = s.number(1)
		case "part":
			d.Part, err = s.number(0)
		default:
			err = s.skip()
		}
		return err
	})
	if err == nil && (d.First < 0 || d.Part < 0) {
		err = errors.New("first and part are needed")
	}
	return d, err
}

// scalar reads a string, a whole number or, where it may, a truth value.
func (s *scanner) scalar(truth bool) (any, error) {
	switch c := s.peek(); {
	case c == '"':
		return s.string()
	case truth && (c == 't' || c == 'f'):
		return s.boolean()
	case c == '-' || '0' <= c && c <= '9':
		return s.integer()
	}
	return nil, s.fail("a string or a whole number is needed")
}

func (s *scanner) options() (map[string]any, error) {
	m := map[string]any{}
	err := s.object(func(key []byte) (err error) {
		m[string(key)], err = s.scalar(true)
		return err
	})
	return m, err
}

func (s *scanner) chance() ([]any, error) {
	var list []any
	err := s.array(func() error {
		outcome, err := s.scalar(false)
		list = append(list, outcome)
		return err
	})
	if err == nil && len(list) == 0 {
		err = errors.New("it is absent where there is none")
	}
	return list, err
}

func isPerson(text string) bool {
	return len(text) == len("person:")+16 && text[:len("person:")] == "person:" && ValidID(text[len("person:"):])
}

func validWords(text string) error {
	if text != "" && !isHex(text, 64) {
		return errors.New("a digest of 64 lower-case hex digits, or nothing, is needed")
	}
	return nil
}
