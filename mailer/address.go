package mailer

import (
	"errors"
	"net/mail"
	"strings"

	gomail "github.com/go-mail/mail/v2"

	"pizzini/events/people"
)

// ParseSender reads who the letters are from: "Games <games@example.org>" or the
// address alone.
func ParseSender(text string) (name, address string, err error) {
	bad := errors.New("the sender cannot be read: write \"Games <games@example.org>\" or games@example.org")
	if strings.ContainsAny(text, "\r\n") {
		return "", "", bad
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil || bare(parsed.Address) != nil {
		return "", "", bad
	}
	if parsed.Name == "" {
		return "", parsed.Address, nil
	}
	if name, err = people.CleanName(parsed.Name); err != nil {
		return "", "", bad
	}
	return name, parsed.Address, nil
}

// bare refuses whatever is not one address and nothing else: it would stand in
// SMTP commands and headers as it is.
func bare(address string) error {
	clean, err := people.CleanAddress(address)
	if err != nil {
		return err
	}
	if clean != address {
		return errors.New("this is more than a mail address: only anna@example.org is sent to")
	}
	return nil
}

// domain is the part of an address after the "@", in lower case.
func domain(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// shownName is the name that a header shows before an address. One that would not
// come back from the header as it was is left out: the address alone always arrives.
func shownName(name, address string) string {
	name, err := people.CleanName(name)
	if err != nil {
		return ""
	}
	back, err := mail.ParseAddress(gomail.NewMessage().FormatAddress(address, name))
	if err != nil || back.Name != name || back.Address != address {
		return ""
	}
	return name
}
