package people

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Anna":                               "Anna",
		"  Anna \t\n Rossi  ":                "Anna Rossi",
		"Rossi, Anna":                        "Rossi, Anna",
		"a@b":                                "a@b",
		"O'Neill \"Bob\" <b>":                "O'Neill \"Bob\" <b>",
		"А\u043d\u043d\u0430":                "Анна", // Cyrillic stays: it is a name
		"Anna\u2028Berta\u2029":              "Anna Berta",
		"an\u202Ena\u202C\u200B\u2066\uFEFF": "anna",
		"a\x00b\x1bc\u0085d\u009fe":          "abc de",
		"An\r\nBcc: x":                       "An Bcc: x",
		"\u00adso\u00adft":                   "soft",
		"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301": "e\u0301\u0301\u0301",
		"\u0301Anna":             "Anna",
		"स्त्री":                 "स्त्री",
		"서울":                     "서울",
		"Nguyễn Thị":             "Nguyễn Thị",
		"bad\xffutf8":            "badutf8",
		strings.Repeat("x", 200): strings.Repeat("x", 60),
		strings.Repeat("x ", 50): strings.TrimSpace(strings.Repeat("x ", 30)),
		strings.Repeat("🦊", 40):  strings.Repeat("🦊", 40),
		"👨\u200d👩\u200d👧":        "👨👩👧",
		"\U000E0041x\U000E0001":  "x",
	} {
		got, err := CleanName(given)
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", given, got, err, want)
		}
		if again, err := CleanName(got); err != nil || again != got {
			t.Errorf("%q: cleaned again %q, %v", given, again, err)
		}
	}
	for _, given := range []string{"", " ", "\u200b", "\u202e\u2066", "\u3164\u115f", "\u0301\u0301", "\ufe0f", "\x00", "\xff", "\u2800"} {
		if got, err := CleanName(given); err == nil {
			t.Errorf("%q was taken as %q", given, got)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("Anna \u202e\u200b Rossi")
	f.Add("e\u0301\u0301\u0301\u0301")
	f.Fuzz(func(t *testing.T, given string) {
		name, err := CleanName(given)
		if err != nil {
			return
		}
		if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxName || name == "" || strings.TrimSpace(name) != name || strings.Contains(name, "  ") {
			t.Errorf("%q became %q", given, name)
		}
		for _, r := range name {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
				t.Errorf("%q keeps %U", given, r)
			}
		}
		if again, err := CleanName(name); err != nil || again != name {
			t.Errorf("%q became %q, and that %q, %v", given, name, again, err)
		}
	})
}

func TestCleanAddress(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"anna@example.org":                   "anna@example.org",
		" anna@example.org ":                 "anna@example.org",
		"Anna <anna@example.org>":            "anna@example.org",
		"\"Rossi, Anna\" <anna@example.org>": "anna@example.org",
		"anna+games@example.org":             "anna+games@example.org",
		"o'neill@example.org":                "o'neill@example.org",
		"jörg@bücher.example":                "jörg@bücher.example",
		"anna@localhost":                     "anna@localhost",
		"Anna.Rossi@Example.ORG":             "Anna.Rossi@Example.ORG",
	} {
		if got, err := CleanAddress(given); err != nil || got != want {
			t.Errorf("%q: %q, %v", given, got, err)
		}
	}
	for _, given := range []string{
		"", "anna", "anna@", "@example.org", "a b@example.org", "anna@exa mple.org",
		"anna@example.org\r\nBcc: x@example.org", "anna@example.org\n", "\"a\r\nb\"@example.org",
		"anna@example.org, berta@example.org", "\"a b\"@example.org", "\"a>b\"@example.org", "\"a@b\"@example.org",
		"anna@[127.0.0.1]", "an\u200bna@example.org", "an\u202ena@example.org", "anna@example.org\x00", "anna@-example.org", "anna@example..org",
		strings.Repeat("a", 65) + "@example.org", "a@" + strings.Repeat("b.", 130) + "org", "<>", "anna@example.org>",
	} {
		got, err := CleanAddress(given)
		if given == "anna@example.org\n" && err == nil && got == "anna@example.org" {
			continue // white space at the ends is what pasting leaves
		}
		if err == nil {
			t.Errorf("%q was taken as %q", given, got)
		} else if strings.Contains(err.Error(), "berta") || strings.Contains(err.Error(), "Bcc") || len(given) > 20 && strings.Contains(err.Error(), given) {
			t.Errorf("the error quotes the address: %v", err)
		}
	}
}

func FuzzCleanAddress(f *testing.F) {
	f.Add("Anna <anna@example.org>")
	f.Add("\"a b\"@example.org")
	f.Fuzz(func(t *testing.T, given string) {
		address, err := CleanAddress(given)
		if err != nil {
			return
		}
		if strings.ContainsAny(address, " \t\r\n<>()[],;:\\\"\x00") || strings.Count(address, "@") != 1 || len(address) > maxAddress {
			t.Errorf("%q became %q", given, address)
		}
		if again, err := CleanAddress(address); err != nil || again != address {
			t.Errorf("%q became %q, and that %q, %v", given, address, again, err)
		}
	})
}
