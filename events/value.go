package events

import (
	"encoding/base32"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID makes an id of a match or a person from 80 random bits.
func NewID(random io.Reader) (string, error) {
	var b [10]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("no randomness for an id: %w", err)
	}
	return idEncoding.EncodeToString(b[:]), nil
}

// ValidID says whether a text is written like the id of a match or a person: 16
// characters of lower-case base32.
func ValidID(id string) bool {
	if len(id) != 16 {
		return false
	}
	for i := 0; i < len(id); i++ {
		if c := id[i]; (c < 'a' || 'z' < c) && (c < '2' || '7' < c) {
			return false
		}
	}
	return true
}

const timeForm = "2006-01-02T15:04:05.000Z"

// FormatTime writes a time as a log does: UTC, whole milliseconds.
func FormatTime(t time.Time) string { return t.UTC().Format(timeForm) }

// ParseTime reads a time that is written exactly as FormatTime writes it.
func ParseTime(text string) (time.Time, error) {
	if len(text) != len(timeForm) {
		return time.Time{}, badTime(text)
	}
	for i := 0; i < len(text); i++ {
		if want := timeForm[i]; '0' <= want && want <= '9' {
			if text[i] < '0' || '9' < text[i] {
				return time.Time{}, badTime(text)
			}
		} else if text[i] != want {
			return time.Time{}, badTime(text)
		}
	}
	number := func(from, to int) int {
		n := 0
		for _, c := range text[from:to] {
			n = n*10 + int(c-'0')
		}
		return n
	}
	year, month, day := number(0, 4), number(5, 7), number(8, 10)
	hour, minute, second := number(11, 13), number(14, 16), number(17, 19)
	t := time.Date(year, time.Month(month), day, hour, minute, second, number(20, 23)*int(time.Millisecond), time.UTC)
	// time.Date takes 30 February for 2 March: what does not come back was no time.
	if y, m, d := t.Date(); y != year || int(m) != month || d != day || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, badTime(text)
	}
	return t, nil
}

func badTime(text string) error {
	return fmt.Errorf("%.40q is no time of the form 2026-11-29T21:40:00.123Z", text)
}

// isHex says whether a text has so many lower-case hex digits and nothing else.
func isHex(text string, digits int) bool {
	if len(text) != digits {
		return false
	}
	for i := 0; i < len(text); i++ {
		if !hexDigits[text[i]] {
			return false
		}
	}
	return true
}

// hexDigits is looked up, since the processor cannot guess how comparisons of random
// digits come out, and a log is full of them.
var hexDigits = func() (is [256]bool) {
	for _, c := range "0123456789abcdef" {
		is[c] = true
	}
	return is
}()

// parseSeat reads a seat's number as it is written in keys and in "seat:2".
func parseSeat(text string) (int, bool) {
	if len(text) == 0 || len(text) > 9 || text[0] == '0' {
		return 0, false
	}
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || '9' < text[i] {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, true
}

// By is who gave a command: the person or the bot that sits at a seat, the host,
// the clock or the operator.
type By struct {
	Role string // "seat", "bot", "host", "clock", "operator"
	Seat int    // of "seat" and "bot"; else 0
}

// ParseBy reads an event's `by`.
func ParseBy(text string) (By, error) {
	switch text {
	case "host", "clock", "operator":
		return By{Role: text}, nil
	}
	role, number, _ := strings.Cut(text, ":")
	if seat, ok := parseSeat(number); ok && (role == "seat" || role == "bot") {
		return By{role, seat}, nil
	}
	return By{}, fmt.Errorf("%.40q is none of seat:N, bot:N, host, clock, operator", text)
}

// String writes it as an event has it.
func (b By) String() string {
	if b.Role == "seat" || b.Role == "bot" {
		return b.Role + ":" + strconv.Itoa(b.Seat)
	}
	return b.Role
}
