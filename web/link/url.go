package link

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"pizzini/engine/game"
)

// Site is where a server is reached from outside, without a slash at the end:
// "https://games.example". The empty Site gives paths alone, as pages use them.
type Site string

// ParseSite reads the URL under which people reach the server.
func ParseSite(text string) (Site, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	mend := fmt.Errorf("the server's URL %q must look like https://games.example: scheme and host, no path, user or query", text)
	switch {
	case err != nil, u.Scheme != "https" && u.Scheme != "http", u.Host == "":
		return "", mend
	case u.User != nil:
		return "", errors.New("the server's URL must not contain a user or password: write https://games.example")
	case u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return "", mend
	}
	return Site(u.Scheme + "://" + u.Host), nil
}

// Home is the front page.
func (s Site) Home() string { return string(s) + "/" }

// Match is the page of a match for those who may watch it.
func (s Site) Match(id string) string { return string(s) + "/m/" + id }

// MatchAt is the match after event n, for those who may watch it.
func (s Site) MatchAt(id string, n int) string { return s.Match(id) + "/at/" + strconv.Itoa(n) }

// HostPage is the page of a match's host.
func (s Site) HostPage(id string) string { return s.Match(id) + "/host" }

// SeatPage is the page of a seat; also the path of its cookie.
func (s Site) SeatPage(id string, seat game.Seat) string {
	return s.Match(id) + "/s/" + strconv.Itoa(int(seat))
}

// SeatAt is the match after event n as the seat may see it.
func (s Site) SeatAt(id string, seat game.Seat, n int) string {
	return s.SeatPage(id, seat) + "/at/" + strconv.Itoa(n)
}

// SeatDraft is the seat's page with a draft on it.
func (s Site) SeatDraft(id string, seat game.Seat, d Draft) string {
	return s.SeatPage(id, seat) + d.query()
}

// Landing is where every link with a token leads: a page that shows what the
// token opens, with a button. A GET there changes nothing.
func (s Site) Landing(token string) string { return string(s) + "/l/" + token }

// LandingDraft is the landing of a seat's link that goes on to a draft.
func (s Site) LandingDraft(token string, d Draft) string { return s.Landing(token) + d.query() }

// Unsubscribe is where letters are stopped: by a page's button, or by a mail
// program's one POST (RFC 8058).
func (s Site) Unsubscribe(token string) string { return string(s) + "/u/" + token }

// NotMe is where somebody says that an address is not the person's.
func (s Site) NotMe(token string) string { return string(s) + "/not-me/" + token }

// Secure says whether people reach the server by https.
func (s Site) Secure() bool { return strings.HasPrefix(string(s), "https://") }

// plain are the pieces of a path that a route leaves open and that tell nothing: an
// id, a number, a word. No token looks like one.
var plain = regexp.MustCompile(`^([a-z2-7]{16}|[0-9]{1,9}|[a-z-]{1,20})$`)

// LoggedPath is a request's path as a log may have it: as far as its route names
// it or leaves an id, a number or a word open. What follows may be a token or
// anything else that somebody has typed, and is "…"; so is what has no route.
// route is the pattern of http.ServeMux: "GET /m/{id}".
func LoggedPath(route, path string) string {
	_, route, _ = strings.Cut(route, " ")
	names, parts := strings.Split(route, "/"), strings.Split(path, "/")
	for i, part := range parts {
		known := i < len(names) && names[i] == part
		if i < len(names) && strings.HasPrefix(names[i], "{") && names[i] != "{token}" && !strings.HasSuffix(names[i], "...}") {
			known = plain.MatchString(part) || names[i] == "{$}" && part == ""
		}
		if !known {
			return strings.Join(parts[:i], "/") + "/…"
		}
	}
	return path
}

// Limits of a draft in a URL.
const (
	MaxTries = 40
	MaxQuery = 2 << 10
)

// Draft is a turn that is tried out in the URL: the decision number that the
// seat was asked with, and the moves tried since.
type Draft struct {
	Decision int // 0 = none: an empty draft
	Moves    []game.Move
}

// ErrDraft says that a URL's query is no draft.
var ErrDraft = fmt.Errorf("the address of this page holds no draft of moves: at most %d moves and %d characters, with the number of the decision", MaxTries, MaxQuery)

// ParseDraft reads a draft from a URL's raw query; other keys are ignored. Texts
// are brought into the canonical form; whether they are moves, the engine says.
func ParseDraft(rawQuery string) (Draft, error) {
	if len(rawQuery) > MaxQuery {
		return Draft{}, ErrDraft
	}
	values, err := url.ParseQuery(rawQuery)
	if err != nil || len(values["try"]) > MaxTries || len(values["d"]) > 1 {
		return Draft{}, ErrDraft
	}
	var d Draft
	if text := values.Get("d"); text != "" {
		d.Decision, err = strconv.Atoi(text)
		if err != nil || d.Decision < 1 {
			return Draft{}, ErrDraft
		}
	}
	for _, text := range values["try"] {
		d.Moves = append(d.Moves, game.Parse(text))
	}
	if d.Decision == 0 && len(d.Moves) > 0 {
		return Draft{}, ErrDraft
	}
	return d, nil
}

// With is the draft with one more move tried.
func (d Draft) With(m game.Move) Draft {
	return Draft{Decision: d.Decision, Moves: append(d.Moves[:len(d.Moves):len(d.Moves)], m)}
}

// query is "?d=41&try=henchman+c2&try=loot", or nothing for an empty draft.
func (d Draft) query() string {
	if d.Decision == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("?d=" + strconv.Itoa(d.Decision))
	for _, m := range d.Moves {
		b.WriteString("&try=" + url.QueryEscape(string(m)))
	}
	return b.String()
}
