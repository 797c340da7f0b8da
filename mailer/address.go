package mailer

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	gomail "github.com/go-mail/mail/v2"
)

// ParseAddress reads an address that a person typed and gives it bare, without a
// name. The error says how to mend it and does not repeat the address.
func ParseAddress(text string) (string, error) {
	bad := errors.New("this is no mail address: write it like anna@example.org")
	text = strings.TrimSpace(text)
	if len(text) > 254 || !utf8.ValidString(text) || strings.ContainsFunc(text, unsafe) {
		return "", bad
	}
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != text {
		return "", bad
	}
	at := strings.LastIndexByte(text, '@')
	// A quoted local part may hold spaces and other @: no real address needs it.
	if strings.ContainsAny(text[:at], "\" @<>") || strings.ContainsAny(text[at+1:], "[] ") {
		return "", bad
	}
	return text, nil
}

// Domain is the part of an address after the "@", in lower case.
func Domain(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// maxName is the most characters of a name in a header.
const maxName = 60

// CleanName makes a name or title fit for one line: without control characters,
// line and paragraph separators and marks that turn the direction of text, with
// single spaces, and of at most 60 characters.
func CleanName(name string) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.FieldsFunc(strings.ToValidUTF8(name, ""), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		if n > 0 && n < maxName {
			b.WriteByte(' ')
			n++
		}
		for _, r := range word {
			if n == maxName {
				break
			}
			if !unsafe(r) {
				b.WriteRune(r)
				n++
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// unsafe says whether a character may forge a line or hide what is written.
func unsafe(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == utf8.RuneError, r == '\ufeff':
		return true
	case r == '\u061c', r == '\u200e', r == '\u200f', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true // marks of direction
	}
	return false
}

// addressHeader writes a name and an address for a header. A name that would not
// come back from it as it was is left out: the address alone always arrives.
func addressHeader(name, address string) string {
	name = CleanName(name)
	if name == "" {
		return "<" + address + ">"
	}
	header := gomail.NewMessage().FormatAddress(address, name)
	back, err := mail.ParseAddress(header)
	if err != nil || back.Name != name || back.Address != address {
		return "<" + address + ">"
	}
	return header
}
