package link

import (
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pizzini/engine/game"
)

const (
	match  = "abcdefghijklmnop"
	person = "qrstuvwxyz234567"
)

func signer(fill byte) Signer { return Signer{Key: []byte(strings.Repeat(string(rune(fill)), 32))} }

// claims has one claim for every purpose.
func claims() []Claim {
	digest := signer('k').AddressDigest("anna@example.org")
	return []Claim{
		{Purpose: Seat, Match: match, Seat: 2, Number: 1},
		{Purpose: Invitation, Match: match, Seat: 5, Number: 3},
		{Purpose: InvitationLetter, Match: match, Seat: 5, Number: 3},
		{Purpose: Host, Match: match, Number: 0},
		{Purpose: Operator, Number: 7},
		{Purpose: UnsubscribeMatch, Match: match, Person: person},
		{Purpose: UnsubscribeAll, Person: person},
		{Purpose: NotMe, Person: person, Address: digest},
		{Purpose: SeatSession, Match: match, Seat: 2, Number: 1},
		{Purpose: HostSession, Match: match, Number: 2},
		{Purpose: OperatorSession, Number: 7},
		{Purpose: SignIn, Person: person, Address: digest, Number: 4},
		{Purpose: ConfirmAddress, Person: person, Address: digest, Number: 2},
		{Purpose: PersonSession, Person: person, Address: digest, Number: 1},
	}
}

func TestEveryPurposeComesBackAndOpensNothingElse(t *testing.T) {
	t.Parallel()
	if len(claims()) != len(fields) {
		t.Fatalf("%d purposes, %d claims tested", len(fields), len(claims()))
	}
	s := signer('k')
	for _, c := range claims() {
		token, err := s.Token(c)
		if err != nil {
			t.Fatalf("%q: %v", byte(c.Purpose), err)
		}
		got, err := s.Parse(token, c.Purpose)
		if err != nil || got != c {
			t.Errorf("%q: got %+v, %v; want %+v", byte(c.Purpose), got, err, c)
		}
		for other := range fields {
			if other == c.Purpose {
				continue
			}
			if _, err := s.Parse(token, other); err != ErrToken {
				t.Errorf("a token for %q was taken for %q: %v", byte(c.Purpose), byte(other), err)
			}
		}
		if _, err := s.Parse(token); err != ErrToken {
			t.Errorf("a token was taken for no purpose at all: %v", err)
		}
		if _, err := signer('x').Parse(token, c.Purpose); err != ErrToken {
			t.Errorf("another installation's token was taken: %v", err)
		}
	}
}

// Every single changed bit, cut and addition must give the same error.
func TestATokenHoldsAsAWholeOnly(t *testing.T) {
	t.Parallel()
	s := signer('k')
	c := Claim{Purpose: Seat, Match: match, Seat: 2, Number: 1}
	token, err := s.Token(c)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		for bit := range 8 {
			forged := slices.Clone(raw)
			forged[i] ^= 1 << bit
			if _, err := s.Parse(base64.RawURLEncoding.EncodeToString(forged), Seat); err != ErrToken {
				t.Fatalf("bit %d of byte %d changed: %v", bit, i, err)
			}
		}
	}
	for i := range len(token) {
		for _, forged := range []string{token[:i], token[:i] + "\n" + token[i:], token[:i] + "=" + token[i:], token[:i] + token[i+1:]} {
			if _, err := s.Parse(forged, Seat); err != ErrToken {
				t.Fatalf("%q: %v", forged, err)
			}
		}
	}
	for _, forged := range []string{token + "A", token + "=", token + "\r\n", strings.Repeat("A", 1<<16)} {
		if _, err := s.Parse(forged, Seat); err != ErrToken {
			t.Errorf("%.60q: %v", forged, err)
		}
	}
}

func TestAClaimMustFitItsPurpose(t *testing.T) {
	t.Parallel()
	s := signer('k')
	for _, c := range []Claim{
		{},
		{Purpose: 'z', Match: match},
		{Purpose: Seat, Match: match, Number: 1},
		{Purpose: Seat, Match: match, Seat: 256, Number: 1},
		{Purpose: Seat, Match: match, Seat: 1, Number: -1},
		{Purpose: Seat, Match: "ABCDEFGHIJKLMNOP", Seat: 1},
		{Purpose: Seat, Match: match + "a", Seat: 1},
		{Purpose: Seat, Match: match, Seat: 1, Person: person},
		{Purpose: Host, Match: match, Seat: 1},
		{Purpose: UnsubscribeAll, Person: person, Match: match},
		{Purpose: NotMe, Person: person},
	} {
		if token, err := s.Token(c); err == nil {
			t.Errorf("%+v gave the token %q", c, token)
		}
	}
	if _, err := (Signer{Key: []byte("short")}).Token(Claim{Purpose: Operator}); err == nil {
		t.Error("a short key signed")
	}
	if _, err := (Signer{}).Parse("AAAA", Operator); err != ErrToken {
		t.Errorf("without a key: %v", err)
	}
}

func TestAnAddressDigestKnowsTheAddressInAnyCase(t *testing.T) {
	t.Parallel()
	s := signer('k')
	if s.AddressDigest("Anna@Example.org") != s.AddressDigest("anna@example.org") {
		t.Error("case counts")
	}
	if s.AddressDigest("anna@example.org") == s.AddressDigest("anne@example.org") {
		t.Error("another address has the same digest")
	}
	if s.AddressDigest("anna@example.org") == signer('x').AddressDigest("anna@example.org") {
		t.Error("a digest tells the address to whoever guesses it")
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	site, err := ParseSite("https://games.example:8443/")
	if err != nil {
		t.Fatal(err)
	}
	draft := Draft{Decision: 41, Moves: []game.Move{"henchman c2", "loot"}}
	for got, want := range map[string]string{
		site.Home():                           "https://games.example:8443/",
		site.Match(match):                     "https://games.example:8443/m/" + match,
		Site("").MatchAt(match, 7):            "/m/" + match + "/at/7",
		Site("").HostPage(match):              "/m/" + match + "/host",
		Site("").SeatPage(match, 2):           "/m/" + match + "/s/2",
		Site("").SeatAt(match, 2, 17):         "/m/" + match + "/s/2/at/17",
		Site("").SeatDraft(match, 2, draft):   "/m/" + match + "/s/2?d=41&try=henchman+c2&try=loot",
		Site("").SeatDraft(match, 2, Draft{}): "/m/" + match + "/s/2",
		site.Landing("TOKEN"):                 "https://games.example:8443/l/TOKEN",
		Site("").LandingDraft("T", draft):     "/l/T?d=41&try=henchman+c2&try=loot",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, bad := range []string{"", "games.example", "ftp://games.example", "https://", "https://games.example/path", "https://games.example?x=1", "https://games.example/#a", "https://\x00"} {
		if site, err := ParseSite(bad); err == nil {
			t.Errorf("%q became %q", bad, site)
		}
	}
	if _, err := ParseSite("https://anna:hunter2@games.example"); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a password: %v", err)
	}
}

func TestALoggedPathHoldsWhatItsRouteNamesAlone(t *testing.T) {
	t.Parallel()
	token, err := signer('k').Token(Claim{Purpose: Host, Match: match})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"GET /{$}", "/", "/"},
		{"GET /m/{id}/s/{seat}/at/{n}", "/m/" + match + "/s/2/at/17", "/m/" + match + "/s/2/at/17"},
		{"GET /rules/{kind}", "/rules/patronize", "/rules/patronize"},
		{"POST /m/{id}/host/end", "/m/" + match + "/host/end", "/m/" + match + "/host/end"},
		{"GET /l/{token}", "/l/" + token, "/l/…"},
		{"GET /l/{token}", "/l/short", "/l/…"},
		{"GET /l/{token}", "//l/" + token, "/…"},
		{"GET /rules/{kind}", "/rules/" + token, "/rules/…"},
		{"GET /m/{id}", "/m/" + token, "/m/…"},
		{"GET /m/{id}", "/m/" + match + "/" + token, "/m/" + match + "/…"},
		{"GET /m/{id}/at/{n}", "/m/" + match + "/at/anna@example.org", "/m/" + match + "/at/…"},
		{"GET /{path...}", "/L/" + token, "/…"},
		{"GET /{path...}", "/anna", "/…"},
		{"GET /{path...}", "/", "/…"},
		{"GET /static/{hash}/{name...}", "/static/aaaaaaaa/" + token, "/static/aaaaaaaa/…"},
		{"", "/l/" + token, "/…"},
		{"", "/", "/…"},
		{"", "", "/…"},
		{"GET /m/{id}", "", "/…"},
	} {
		got := LoggedPath(c[0], c[1])
		if got != c[2] && !(c[1] == "" && got == "") {
			t.Errorf("%q by the route %q is logged as %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

func TestADraftComesBackFromItsURL(t *testing.T) {
	t.Parallel()
	want := Draft{Decision: 41, Moves: []game.Move{"henchman c2", "a&b=c %+ü", "loot"}}
	u, err := url.Parse(Site("").SeatDraft(match, 2, want))
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseDraft(u.RawQuery)
	if err != nil || got.Decision != want.Decision || !slices.Equal(got.Moves, want.Moves) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := ParseDraft("utm=x"); err != nil || got.Decision != 0 {
		t.Errorf("foreign keys: %+v, %v", got, err)
	}
	for _, bad := range []string{
		"try=loot", "d=0&try=loot", "d=-1", "d=x", "d=1&d=2", "d=1&try=%zz", "d=99999999999999999999",
		"d=1" + strings.Repeat("&try=a", MaxTries+1), "d=1&try=" + strings.Repeat("a", MaxQuery),
	} {
		if got, err := ParseDraft(bad); !errors.Is(err, ErrDraft) {
			t.Errorf("%.40q gave %+v, %v", bad, got, err)
		}
	}
	longer := want.With("pass")
	if len(want.Moves) != 3 || len(longer.Moves) != 4 || longer.Moves[3] != "pass" {
		t.Errorf("With: %+v from %+v", longer, want)
	}
	other := want.With("boss")
	if longer.Moves[3] != "pass" || other.Moves[3] != "boss" {
		t.Error("two drafts share their moves")
	}
}

// FuzzParse: nothing panics; whatever is taken is exactly what Token writes.
func FuzzParse(f *testing.F) {
	s := signer('k')
	for _, c := range claims() {
		token, err := s.Token(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(token)
	}
	f.Add("")
	f.Add("AXM")
	var all []Purpose
	for p := range fields {
		all = append(all, p)
	}
	f.Fuzz(func(t *testing.T, token string) {
		c, err := s.Parse(token, all...)
		if err != nil {
			if err != ErrToken {
				t.Fatalf("another error than ErrToken: %v", err)
			}
			return
		}
		again, err := s.Token(c)
		if err != nil || again != token {
			t.Fatalf("%q reads as %+v, which writes %q, %v", token, c, again, err)
		}
	})
}

// FuzzBody: a body without its signature is read strictly too.
func FuzzBody(f *testing.F) {
	for _, c := range claims() {
		body, err := c.body()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, ok := readBody(body)
		if !ok {
			return
		}
		again, err := c.body()
		if err != nil || string(again) != string(body) {
			t.Fatalf("%x reads as %+v, which writes %x, %v", body, c, again, err)
		}
	})
}

func FuzzDraft(f *testing.F) {
	f.Add("d=41&try=henchman+c2&try=loot")
	f.Fuzz(func(t *testing.T, query string) {
		d, err := ParseDraft(query)
		if err != nil {
			return
		}
		again, err := ParseDraft(strings.TrimPrefix(d.query(), "?"))
		if err == nil && (again.Decision != d.Decision || !slices.Equal(again.Moves, d.Moves)) {
			t.Fatalf("%+v came back as %+v", d, again)
		}
	})
}
