package mailer

import (
	"net/mail"
	"strings"
	"testing"
)

// FuzzParseKey reads names of letters: what is read is written as it was.
func FuzzParseKey(f *testing.F) {
	for _, text := range []string{"abcdefghijklmnop.2.41", "abcdefghijklmnop.0.1.refused", "abcdefghijklmnop.02.41", "abcdefghijklmnop.2", "..", "abcdefghijklmnop.2.99999999999999999999", "abcdefghijklmnop.-1.1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := ParseKey(text)
		if err == nil && (k.String() != text || k.Seat < 0 || k.N < 1) {
			t.Errorf("%q is read as %+v", text, k)
		}
		if err != nil && k != (Key{}) {
			t.Errorf("%q is refused and gives %+v", text, k)
		}
	})
}

// FuzzParseSender reads senders: what is read makes one header line and is read
// from it again.
func FuzzParseSender(f *testing.F) {
	for _, text := range []string{"Games <games@example.org>", "games@example.org", `"a, b" <x@y.example>`, "=?utf-8?q?a=0Ab?= <x@y.example>", "a@b\r\nBcc: c@d", "Ü <ü@ü.example>", "g: a@b;"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, address, err := ParseSender(text)
		if err != nil {
			if name != "" || address != "" {
				t.Errorf("%q is refused and gives %q %q", text, name, address)
			}
			return
		}
		header := (&mail.Address{Name: name, Address: address}).String()
		if strings.ContainsAny(name+address, "\r\n\x00") || strings.ContainsAny(header, "\r\n") {
			t.Errorf("%q is read as %q %q", text, name, address)
		}
		again, back, err := ParseSender(header)
		if err != nil || again != name || back != address {
			t.Errorf("%q is read as %q %q, and written and read again as %q %q, %v", text, name, address, again, back, err)
		}
	})
}

// FuzzParseSMTP reads mail servers' URLs: none is shown with its password, whether
// it is read or refused.
func FuzzParseSMTP(f *testing.F) {
	for _, text := range []string{"smtp://user:pa55word@mail.example:587", "smtps://mail.example", "smtp://[::1]:25", "smtp://u:p%40@h", "http://x", "smtp://h:99999", "smtp://h/path", "smtp://u@h", "%zz", "smtp://user:pa55wordmail.example:587", "smtps://pa55word:465:mail.example", "smtp://[fe80::1%25eth0]", "smtp://[fe80:80::%25:%25e]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSMTP(text)
		if err != nil {
			_, _, fits := strings.Cut(err.Error(), "write smtp://user:password@host:587 or smtps://")
			if s != (SMTP{}) || !fits {
				t.Errorf("%q: %+v, %v", text, s, err)
			}
			return
		}
		if s.Host == "" || s.Port < 1 || s.Port > 65535 || (s.User == "") != (s.Password == "") {
			t.Errorf("%q is read as %+v", text, s)
		}
		again, err := ParseSMTP(strings.Replace(s.String(), "%", "%25", 1)) // of an address's zone
		s.User, s.Password = "", ""
		if err != nil || again != s {
			t.Errorf("%q is read as %+v, and shown and read again as %+v, %v", text, s, again, err)
		}
	})
}
