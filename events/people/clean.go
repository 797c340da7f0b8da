package people

import (
	"errors"
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	maxName    = 60  // characters
	maxAddress = 254 // bytes, as mail allows
	maxMarks   = 3   // accents on one letter
)

// CleanName makes a name fit to be shown: it takes out control characters, what
// turns the direction of text and what cannot be seen, makes any white space one
// space, and cuts after 60 characters. An error says how to mend the name and does
// not quote it.
func CleanName(text string) (string, error) {
	var name []rune
	marks := 0 // since the last letter
	gap, seen := false, false
	for _, r := range strings.ToValidUTF8(text, "") {
		if unicode.IsSpace(r) {
			gap = true
			continue
		}
		if invisible(r) {
			continue
		}
		if unicode.In(r, unicode.M) {
			if marks++; marks > maxMarks || len(name) == 0 || gap {
				continue // no tower of accents, and none on nothing
			}
		} else {
			marks, seen = 0, true
		}
		if gap && len(name) > 0 {
			name = append(name, ' ')
		}
		gap = false
		if name = append(name, r); len(name) >= maxName {
			break
		}
	}
	if !seen {
		return "", errors.New("the name is empty: give at least one letter or digit that can be seen")
	}
	return strings.TrimSpace(string(name[:min(len(name), maxName)])), nil
}

// invisible tells whether a character shows nothing: controls, formats (bidi,
// zero width, tags), private and unassigned ones, fillers.
func invisible(r rune) bool {
	switch r {
	case '\u034F', '\u115F', '\u1160', '\u17B4', '\u17B5', '\u3164', '\uFFA0', '\u2800', '\uFFFC', '\uFFFD':
		return true
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector)
}

// CleanAddress returns the bare mail address in text, which may also be written as
// "Anna <anna@example.org>". It refuses what is no address and what could be taken
// for something else in a letter's header or envelope. An error says how to mend
// the address and does not quote it.
func CleanAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "\r\n") {
		return "", errors.New("the address has a line break: write one address on one line")
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil {
		return "", errors.New("this is no mail address: write it like anna@example.org")
	}
	address := parsed.Address
	if len(address) > maxAddress {
		return "", errors.New("the address is too long: at most 254 characters")
	}
	for _, r := range address {
		if r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsControl(r) || invisible(r) {
			return "", errors.New("the address has characters that cannot be seen: type it anew")
		}
	}
	// What needed quotes would be read differently without them (RFC 5321, 4.1.2).
	at := strings.LastIndexByte(address, '@')
	local, domain := address[:at], address[at+1:]
	if local == "" || domain == "" || len(local) > 64 || strings.ContainsAny(address, `"(),:;<>[\]`) || strings.Contains(local, "@") ||
		strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(address, "..") ||
		strings.HasPrefix(domain, "-") || strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") {
		return "", errors.New("the address is of a kind that pizzini does not write to: use one like anna@example.org")
	}
	return address, nil
}

var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

// clean returns the profile with every field as it may be kept.
func (p Profile) clean() (Profile, error) {
	var err error
	if p.Erased {
		return Profile{}, ErrErased
	}
	if p.Name == "" && p.Address == "" {
		return Profile{}, errors.New("a person needs a name or a mail address: give one of them")
	}
	if p.Name != "" {
		if p.Name, err = CleanName(p.Name); err != nil {
			return Profile{}, err
		}
	}
	if p.Address != "" {
		if p.Address, err = CleanAddress(p.Address); err != nil {
			return Profile{}, err
		}
	}
	if p.Language != "" && !languageForm.MatchString(p.Language) {
		return Profile{}, errors.New("the language is not known: give its short form, like en")
	}
	if p.Zone != "" {
		if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" {
			return Profile{}, errors.New("the time zone is not known: give one like Europe/Rome")
		}
	}
	return p, nil
}
