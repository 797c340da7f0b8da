// Package link makes and reads the capabilities of pizzini: signed tokens that
// open a seat, an invitation or a match's host page, the values of its cookies,
// and the URLs in which they and the pages are named.
//
// A token is bound to its purpose: what opens a seat never ends a
// subscription, and a link is no cookie. It is revoked by a counter that the match
// keeps (a seat's link number), so nothing about it is stored. Tokens never
// stand in a log: a reader of requests logs the path of LoggedPath.
package link

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrToken is the one error of a token that does not hold. It does not say
// whether the token was malformed, forged, or made for something else: whoever
// tries tokens learns nothing.
var ErrToken = errors.New("this link does not hold: ask for a new one, or copy the whole link from the letter")

// Purpose is what a token is for. Its byte stands in the token and is never
// given to another purpose.
type Purpose byte

const (
	// Seat is the link of a seat: match, seat, number = the seat's link counter.
	Seat Purpose = 's'
	// Invitation offers a seat: match, seat, number = number of the event that offered it.
	Invitation Purpose = 'i'
	// InvitationLetter is an Invitation that only a letter carries: who follows it reads
	// the letters to the address that was invited.
	InvitationLetter Purpose = 'l'
	// Host is the link of a match's host: match, number = counter.
	Host Purpose = 'h'
	// Operator is the link that is printed when the server starts: number = counter.
	Operator Purpose = 'o'
	// UnsubscribeMatch stops the letters of one match to one person: person, match.
	UnsubscribeMatch Purpose = 'u'
	// UnsubscribeAll stops every letter to one person: person.
	UnsubscribeAll Purpose = 'a'
	// NotMe says that an address is not the person's: person, digest of the address.
	NotMe Purpose = 'n'
	// SignIn opens a person's own page: person, digest of the address to which it was
	// sent, number = his counter SignInCounter.
	SignIn Purpose = 'p'
	// ConfirmAddress makes an address the person's: person, digest of the address,
	// number = his counter ConfirmCounter.
	ConfirmAddress Purpose = 'c'
	// SeatSession is the cookie of a seat: match, seat, number = the seat's link counter.
	SeatSession Purpose = 'S'
	// HostSession is the cookie of a match's host: match, number = counter.
	HostSession Purpose = 'H'
	// OperatorSession is the operator's cookie: number = counter.
	OperatorSession Purpose = 'O'
	// PersonSession is the cookie of a person's own page: person, digest of the address
	// that he had when he signed in, number = the device. It dies with the address: all
	// persons of one address are one human, and whoever gives himself another's address
	// must not come in there with the session that he has.
	PersonSession Purpose = 'P'
)

// HostCounter is the name under which the host of a match has the counter of his
// links.
func HostCounter(match string) string { return "host-" + match }

// HostNumber is the number of a host's links and sessions: since is the event that
// made him the host, 0 for who was it from the beginning, and counter that of his
// links. Every number of a later host is above all those of the hosts before him.
func HostNumber(since, counter int) int { return since<<hostRenewals + min(counter, 1<<hostRenewals-1) }

// hostRenewals is how many bits of a host's number count his new links.
const hostRenewals = 10

// The names under which a person has the counters of his links: of those that sign
// him in, and of those that confirm an address. The newest letter renews the counter,
// so that the links of older ones are dead.
const (
	SignInCounter  = "sign-in"
	ConfirmCounter = "confirm"
)

// fields says which fields of a claim a purpose has, in the order in which they
// stand in the token: m match, p person, a address digest, s seat, n number.
var fields = map[Purpose]string{
	Seat: "msn", Invitation: "msn", InvitationLetter: "msn", Host: "mn", Operator: "n",
	UnsubscribeMatch: "pm", UnsubscribeAll: "p", NotMe: "pa",
	SignIn: "pan", ConfirmAddress: "pan",
	SeatSession: "msn", HostSession: "mn", OperatorSession: "n", PersonSession: "pan",
}

// Claim is what a token says. Fields that its purpose does not have are zero.
type Claim struct {
	Purpose Purpose
	Match   string // match id
	Person  string // person id
	Address string // what Signer.AddressDigest gives
	Seat    int
	Number  int // counter, or event number
}

const (
	version  = 1
	macBytes = 16
	longest  = 2 + 10 + 10 + 4 + macBytes
)

var ids = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Signer makes and reads tokens with the installation's key.
type Signer struct {
	Key []byte // of this installation alone, at least 16 bytes
}

// Token writes a claim as a token of letters, digits, "-" and "_". A claim that
// lacks what its purpose needs, or has more, is an error of the program.
func (s Signer) Token(c Claim) (string, error) {
	body, err := c.body()
	if err != nil {
		return "", err
	}
	if len(s.Key) < 16 {
		return "", fmt.Errorf("link: the installation key has %d bytes, at least 16 are needed", len(s.Key))
	}
	return base64.RawURLEncoding.EncodeToString(append(body, s.mac("token", body)...)), nil
}

// Parse reads a token that must be for one of the given purposes. Whatever is
// wrong with it, the error is ErrToken.
func (s Signer) Parse(token string, purposes ...Purpose) (Claim, error) {
	if len(token) > base64.RawURLEncoding.EncodedLen(longest) || len(s.Key) < 16 {
		return Claim{}, ErrToken
	}
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) < 2+macBytes {
		return Claim{}, ErrToken
	}
	body, mac := raw[:len(raw)-macBytes], raw[len(raw)-macBytes:]
	if !hmac.Equal(mac, s.mac("token", body)) {
		return Claim{}, ErrToken
	}
	c, ok := readBody(body)
	// The decoder overlooks line breaks and stray bits: only one text is the token.
	if !ok || base64.RawURLEncoding.EncodeToString(raw) != token {
		return Claim{}, ErrToken
	}
	for _, p := range purposes {
		if c.Purpose == p {
			return c, nil
		}
	}
	return Claim{}, ErrToken
}

// AddressDigest stands for an address in a NotMe token, so that a token tells
// nobody the address and dies with it when the person has another one.
func (s Signer) AddressDigest(address string) string {
	return ids.EncodeToString(s.mac("address", []byte(strings.ToLower(address)))[:10])
}

// FormID is the id that a form makes out of what it holds: the same each time it
// is sent, and nobody can find a form that makes a given id.
func (s Signer) FormID(parts ...string) string {
	data, _ := json.Marshal(parts) // strings always have a JSON form
	return ids.EncodeToString(s.mac("form", data)[:10])
}

func (s Signer) mac(use string, data []byte) []byte {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte("pizzini/link/" + use + "\x00"))
	h.Write(data)
	return h.Sum(nil)[:macBytes]
}

// body writes version, purpose and the purpose's fields.
func (c Claim) body() ([]byte, error) {
	order, ok := fields[c.Purpose]
	if !ok {
		return nil, fmt.Errorf("link: no purpose %q", byte(c.Purpose))
	}
	body := []byte{version, byte(c.Purpose)}
	rest := c
	rest.Purpose = 0
	for _, f := range order {
		switch f {
		case 'm', 'p', 'a':
			field := rest.id(f)
			raw, err := ids.DecodeString(*field)
			if err != nil || len(raw) != 10 || len(*field) != 16 {
				return nil, fmt.Errorf("link: %q is no id of 16 characters", *field)
			}
			body = append(body, raw...)
			*field = ""
		case 's':
			if c.Seat < 1 || c.Seat > math.MaxUint8 {
				return nil, fmt.Errorf("link: no seat %d", c.Seat)
			}
			body = append(body, byte(c.Seat))
			rest.Seat = 0
		case 'n':
			if c.Number < 0 || c.Number > math.MaxInt32 {
				return nil, fmt.Errorf("link: no number %d", c.Number)
			}
			body = binary.BigEndian.AppendUint32(body, uint32(c.Number))
			rest.Number = 0
		}
	}
	if rest != (Claim{}) {
		return nil, fmt.Errorf("link: a token for %q cannot carry %+v", byte(c.Purpose), rest)
	}
	return body, nil
}

// id is the field of a claim that a letter of fields names.
func (c *Claim) id(field rune) *string {
	switch field {
	case 'm':
		return &c.Match
	case 'p':
		return &c.Person
	default:
		return &c.Address
	}
}

// fieldSize is the number of bytes of a field in a token.
func fieldSize(field rune) int {
	switch field {
	case 's':
		return 1
	case 'n':
		return 4
	default:
		return 10
	}
}

// readBody is the exact inverse of body.
func readBody(body []byte) (Claim, bool) {
	if len(body) < 2 || body[0] != version {
		return Claim{}, false
	}
	c := Claim{Purpose: Purpose(body[1])}
	order, ok := fields[c.Purpose]
	if !ok {
		return Claim{}, false
	}
	rest := body[2:]
	for _, f := range order {
		size := fieldSize(f)
		if len(rest) < size {
			return Claim{}, false
		}
		switch f {
		case 's':
			c.Seat = int(rest[0])
		case 'n':
			c.Number = int(binary.BigEndian.Uint32(rest))
		default:
			*c.id(f) = ids.EncodeToString(rest[:size])
		}
		rest = rest[size:]
	}
	if again, err := c.body(); err != nil || !bytes.Equal(again, body) {
		return Claim{}, false
	}
	return c, true
}
