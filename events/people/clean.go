package people

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxName    = 60  // characters
	maxAddress = 254 // bytes, as mail allows
	maxMarks   = 3   // accents on one letter
	maxText    = 2000
)

// CleanName makes a name fit to be shown: it takes out control characters, what
// turns the direction of text and what cannot be seen, makes any white space one
// space, and cuts after 60 characters. An error says how to mend the name and does
// not quote it.
func CleanName(text string) (string, error) {
	name := shown(text, maxName)
	if name == "" {
		return "", errors.New("the name is empty: give at least one letter or digit that can be seen")
	}
	return name, nil
}

// shown is what can be seen of a text, on one line, cut after most characters.
func shown(text string, most int) string {
	var line []rune
	marks := 0 // since the last letter
	gap := false
	for _, r := range strings.ToValidUTF8(text, "") {
		if unicode.IsSpace(r) {
			gap = true
			continue
		}
		if invisible(r) {
			continue
		}
		if unicode.In(r, unicode.M) {
			if marks++; marks > maxMarks || len(line) == 0 || gap {
				continue // no tower of accents, and none on nothing
			}
		} else {
			marks = 0
		}
		if gap && len(line) > 0 {
			line = append(line, ' ')
		}
		gap = false
		if line = append(line, r); len(line) >= most {
			break
		}
	}
	return strings.TrimSpace(string(line[:min(len(line), most)]))
}

var errNoText = errors.New("the text is empty: write something that can be seen")

// CleanText makes a text of several lines fit to be shown, as CleanName does a name:
// line breaks and spaces stay, but no more than one empty line comes between two
// others. It refuses what has more than 2,000 characters. An error does not quote it.
func CleanText(text string) (string, error) {
	var cleaned []string
	length := 0
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text), "\n") {
		line = shown(line, len(line))
		if line == "" && (len(cleaned) == 0 || cleaned[len(cleaned)-1] == "") {
			continue
		}
		cleaned = append(cleaned, line)
		length += utf8.RuneCountInString(line) + 1
	}
	text = strings.TrimSpace(strings.Join(cleaned, "\n"))
	if text == "" {
		return "", errNoText
	}
	if n := utf8.RuneCountInString(text); n > maxText {
		return "", fmt.Errorf("the text has %d characters: at most %d", n, maxText)
	}
	return text, nil
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
	return p, nil
}
