package mailer

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	gomail "github.com/go-mail/mail/v2"
)

// HTML is the letter as a page of its own.
func (l Letter) HTML() (string, error) {
	var b strings.Builder
	// templ stops when its context ends: half a letter would be worse than none.
	if err := document(l).Render(context.Background(), &b); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Text is the letter in plain text, with all that the HTML has.
func (l Letter) Text() string {
	var p plain
	Heading(l.Title).text(&p)
	for _, b := range l.Blocks {
		b.text(&p)
	}
	p.WriteString("\n-- \n")
	for _, item := range l.Foot {
		p.wrap("", "", item.Text+":")
		p.WriteString(item.URL + "\n")
	}
	if l.Head.N > 0 {
		p.WriteByte('\n')
		p.wrap("", "", headText)
		p.WriteString(l.head() + "\n")
	}
	return p.String()
}

// Message is the letter as bytes to be sent. It is composed whole before anything
// goes out, since go-mail delivers what was written before an error.
func (c *Composer) Message(l Letter, now time.Time) ([]byte, error) {
	if err := bare(l.Address); err != nil {
		return nil, fmt.Errorf("letter %s: %w", l.Key, err)
	}
	if err := bare(c.FromAddress); err != nil {
		return nil, fmt.Errorf("the sender: %w", err)
	}
	html, err := l.HTML()
	if err != nil {
		return nil, fmt.Errorf("letter %s: %w", l.Key, err)
	}
	m := gomail.NewMessage()
	// Header names are given as go-mail writes them itself, or it writes them twice.
	set := func(name, value string) { m.SetHeader(name, value) }
	m.SetAddressHeader("From", c.FromAddress, shownName(c.FromName, c.FromAddress))
	m.SetAddressHeader("To", l.Address, shownName(l.Name, l.Address))
	set("Subject", oneLine(l.Subject))
	set("Message-ID", messageID("letter."+l.Key.String(), c.host()))
	thread := messageID(l.Key.thread(), c.host())
	set("In-Reply-To", thread)
	set("References", thread)
	if l.unsubscribe != "" {
		set("List-Unsubscribe", "<"+l.unsubscribe+">")
		set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	set("Auto-Submitted", "auto-generated")
	set("X-Auto-Response-Suppress", "All")
	m.SetDateHeader("Date", now)
	m.SetBody("text/plain", l.Text())
	m.AddAlternative("text/html", html)
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("letter %s: %w", l.Key, err)
	}
	return b.Bytes(), nil
}

// messageID is the same whenever the letter is sent again: a mailbox that already
// has it drops the second.
func messageID(local, host string) string { return "<" + local + "@" + host + ">" }

// host is the right side of message ids: the sender's domain, where it is ASCII.
func (c *Composer) host() string {
	host := domain(c.FromAddress)
	for _, r := range host {
		if r > unicode.MaxASCII {
			return "pizzini.invalid"
		}
	}
	return host
}

// oneLine is a text as a header may have it.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}
