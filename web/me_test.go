package web

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
	"pizzini/web/link"
)

// signIn signs a reader in at his own page by a letter to his address.
func (h *house) signIn(r *reader, address string) *sheet {
	h.t.Helper()
	r.open("/me/sign-in").submit("Send me the letter", url.Values{"address": {address}}).is(http.StatusOK).says("Look into your mail")
	return r.open(h.post.next(h.t, strings.ToLower(address))).is(http.StatusOK).submit("Sign in", nil).is(http.StatusOK)
}

// twoMatches are two matches in which bruno@example.org plays, by a person id in each.
func twoMatches(t testing.TB, h *house) (first, second *group) {
	t.Helper()
	return gather(t, h, nil), gather(t, h, url.Values{"name-2": {"Bruno B."}})
}

func TestALetterOpensAllMatchesOfAnAddress(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first, second := twoMatches(t, h)
	r := h.reader()
	r.open("/me").says("Send me the letter")
	mine := h.signIn(r, "Bruno@Example.org")
	if mine.at.Path != "/me" {
		t.Fatalf("signed in, the browser is at %s", mine.at)
	}
	mine.says("Bruno", "bruno@example.org", "With Anna and Chiara", "Anna's match "+first.id[:6], "Anna's match "+second.id[:6]).silent(first.id+"/host", "Host’s page")
	if n := strings.Count(mine.body, `name="match"`); n != 2 {
		t.Errorf("the page has %d matches, want 2", n)
	}
	// Each leads to its seat, which another browser without a link has not.
	for _, g := range []*group{first, second} {
		r.open(g.seatPage(2)).is(http.StatusNotFound)
		r.post("/me/go", url.Values{"match": {g.id}, "seat": {"2"}}).is(http.StatusOK).says("at seat 2 of 3")
		r.open(g.seatPage(2)).is(http.StatusOK)
		for _, other := range []string{"0", "1", "3"} {
			r.post("/me/go", url.Values{"match": {g.id}, "seat": {other}}).is(http.StatusNotFound)
		}
	}
	// A stranger's match is told from none by nothing.
	third := gather(t, h, url.Values{"address-2": {"dora@example.org"}})
	hidden, none := r.post("/me/go", url.Values{"match": {third.id}, "seat": {"2"}}), r.post("/me/go", url.Values{"match": {engine.NewID()}, "seat": {"2"}})
	if hidden.status != http.StatusNotFound || hidden.body != none.body {
		t.Errorf("another's match answers %d, none %d", hidden.status, none.status)
	}
	r.open("/me/match/" + third.id).is(http.StatusNotFound)
}

func TestTheListFollowsTheMatch(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, nil)
	r := h.reader()
	h.signIn(r, "bruno@example.org")
	group := func() string {
		t.Helper()
		page := r.open("/me")
		for _, section := range page.all("section") {
			if strings.Contains(wordsOf(section), "With Anna and Chiara") {
				return value(section, "aria-labelledby")
			}
		}
		return ""
	}
	for m := g.match(g.id); !m.Table.Over; m = g.match(g.id) {
		want := "others"
		if slices.Contains(m.Active(), 2) {
			want = "mine"
		}
		if got := group(); got != want {
			t.Fatalf("after event %d the match stands under %q, want %q", m.N(), got, want)
		}
		g.hurry(m.N() + 1)
		if err := h.copy.Wait(t.Context(), g.id, g.match(g.id).N()); err != nil {
			t.Fatal(err)
		}
	}
	if got := group(); got != "finished" {
		t.Errorf("the finished match stands under %q", got)
	}
	r.open("/me").says("won")
}

func TestWhoIsInvitedOrHostsFindsItThere(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	operator := h.operator()
	made := operator.open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "address": {"anna@example.org"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"open"}}).is(http.StatusOK)
	id := strings.Split(made.at.Path, "/")[2]
	anna, bruno := h.reader(), h.reader()
	h.signIn(anna, "anna@example.org").says("Not begun yet", "Host’s page").submit("Host’s page", nil).is(http.StatusOK).says("the host’s page")
	h.signIn(bruno, "bruno@example.org").says("Invitations", "You are invited to seat 2").
		submit("Look at the invitation", nil).is(http.StatusOK).says("Anna invites you").submit("Take seat 2", nil).is(http.StatusOK)
	bruno.open("/me").says("Not begun yet").silent("Invitations")
	if m := h.match(id); m.Person(2) == "" {
		t.Error("nobody sits at seat 2")
	}
}

func TestASeatThatABotKeepsIsOnItsPlayersPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, clocked("bot"))
	m := g.match(g.id)
	for ; !slices.Contains(m.Active(), 2); m = g.match(g.id) {
		g.hurry(m.N() + 1)
	}
	h.settled()
	r := h.reader()
	h.signIn(r, "bruno@example.org").says("It is your turn. Until ", "(Rome), in ").silent("(UTC)") // the match's zone, as on its page
	g.pass(73*time.Hour, g.id)
	h.settled()
	r.open("/me").says("Invitations", "A bot plays seat 2 until you take it.").submit("Look at the invitation", nil).is(http.StatusOK).says("Your seat in Patronize is kept for you")
}

// The answer must not tell whether somebody plays here.
func TestTheAnswerToAnUnknownAddressIsTheSame(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	gather(t, h, nil)
	r := h.reader()
	form := r.open("/me/sign-in")
	known := form.submit("Send me the letter", url.Values{"address": {"bruno@example.org"}})
	unknown := form.submit("Send me the letter", url.Values{"address": {"nobody@example.org"}})
	if known.status != unknown.status || known.body != unknown.body || known.at.String() != unknown.at.String() {
		t.Error("the two answers differ")
	}
	h.post.next(t, "bruno@example.org")
	form.submit("Send me the letter", url.Values{"address": {"no address"}}).is(http.StatusUnprocessableEntity).says("This is no mail address")
	for range 40 {
		if page := form.submit("Send me the letter", url.Values{"address": {"nobody@example.org"}}); page.status == http.StatusTooManyRequests {
			page.says("Wait a minute")
			h.post.none(t)
			return
		}
	}
	t.Error("letters may be asked for without end")
}

func TestANewerLetterAndSigningOutEverywhereKillALink(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, nil)
	ask := func() string {
		h.reader().open("/me/sign-in").submit("Send me the letter", url.Values{"address": {"bruno@example.org"}})
		return h.post.next(t, "bruno@example.org")
	}
	older := ask()
	newer := ask()
	h.reader().open(older).is(http.StatusNotFound).says("does not work any more")
	phone, laptop := h.reader(), h.reader()
	phone.open(newer).submit("Sign in", nil).says("My page")
	laptop.open(newer).submit("Sign in", nil).says("My page")
	laptop.open("/me/devices").says("this browser")
	if n := strings.Count(laptop.open("/me/devices").body, `name="device"`); n != 2 {
		t.Errorf("%d devices are listed, want 2", n)
	}
	// One of them out, the other stays.
	page := phone.open("/me/devices")
	for _, f := range page.all("form") {
		if fields := filled(f); fields.Has("device") && !strings.Contains(wordsOf(f.Parent), "this browser") {
			phone.post("/me/devices", fields).is(http.StatusOK).says("Signed out.")
		}
	}
	laptop.open("/me").says("Send me the letter")
	laptop.post("/me/settings", nil).is(http.StatusForbidden).says("Sign in")
	laptop.open(newer).submit("Sign in", nil).says("My page")

	// Everywhere: the page, the seat, and what listens there.
	seat, token := g.readers[2], g.readers[2].open(g.seatPage(2)).shownLink("own-link")
	stream, err := seat.client.Get(g.server.URL + g.seatPage(2) + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	phone.open("/me/devices/all").submit("Sign out everywhere", nil).is(http.StatusOK).says("signed out of your page")
	ended := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(stream.Body)
		ended <- err
	}()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("a stream goes on after signing out everywhere")
	}
	for _, r := range []*reader{phone, laptop} {
		r.open("/me").says("Send me the letter")
	}
	phone.open(newer).is(http.StatusNotFound)
	seat.open(g.seatPage(2)).is(http.StatusNotFound)
	seat.open(token).is(http.StatusNotFound)
	button := "Look at it"
	if m := h.match(g.id); slices.Contains(m.Active(), 2) {
		button = "Play"
	}
	h.signIn(phone, "bruno@example.org").submit(button, nil)
}

// The host's stream has no event of its own when his links are renewed.
// A browser that is signed out everywhere finds no way back to a seat that a bot keeps
// for its player, by its old session or by an old invitation; its player does.
func TestSigningOutEverywhereClosesTheWayBackToASeat(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, url.Values{"clock": {"decision"}, "clock-policy": {"bot"}})
	for m := g.match(g.id); m.Active()[0] != 2; m = g.match(g.id) {
		g.hurry(m.N() + 1)
	}
	mine := h.reader()
	h.signIn(mine, "bruno@example.org")
	h.pass(10*24*time.Hour, g.id)
	old := "/l/" + h.token(link.Claim{Purpose: link.Invitation, Match: g.id, Seat: 2, Number: h.match(g.id).LinkNumber(2)})
	g.readers[2].open(g.seatPage(2)).is(http.StatusOK).says("Take my seat back")
	h.reader().open(old).is(http.StatusOK)
	mine.open("/me/devices/all").submit("Sign out everywhere", nil).is(http.StatusOK)
	g.readers[2].open(g.seatPage(2)).is(http.StatusNotFound)
	h.reader().open(old).is(http.StatusNotFound)
	h.signIn(mine, "bruno@example.org").submit("Look at the invitation", nil).is(http.StatusOK).submit("Take my seat back", nil).is(http.StatusOK).says("at seat 2 of 3")
}

func TestSigningOutEverywhereEndsTheHostsStreamAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	operator := h.operator()
	made := operator.open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "address": {"anna@example.org"}, "who-1": {"bot"}, "who-2": {"open"}, "who-3": {"open"}}).is(http.StatusOK)
	stream, err := operator.client.Get(h.server.URL + made.at.Path + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	r := h.reader()
	h.signIn(r, "anna@example.org")
	began := time.Now()
	r.open("/me/devices/all").submit("Sign out everywhere", nil).is(http.StatusOK)
	if _, err := io.ReadAll(stream.Body); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > heartbeat/2 {
		t.Errorf("the host's stream ended after %s", took)
	}
	operator.open(made.at.Path).is(http.StatusNotFound)
}

// A seat's link may be passed on: it must not open what is its player's alone.
func TestASeatOpensNoPageOfAPersonWithAnAddress(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, nil)
	page := g.readers[2].open(g.seatPage(2) + "/me").says("Send me the letter").silent("bruno@example.org")
	page.submit("Send me the letter", nil).is(http.StatusOK).says("Look into your mail").silent("bruno@example.org")
	h.post.next(t, "bruno@example.org")
	g.readers[2].open("/me").says("Send me the letter").silent("With Anna")
	// Chiara gave none: her page has this seat, and nothing of a host.
	small := g.readers[3].open(g.seatPage(3)+"/me").submit("Open my page", nil).is(http.StatusOK).says("Chiara", "With Anna and Bruno")
	small.silent("bruno@example.org", "Host’s page")
	g.readers[3].open("/me/address").says("You have given no address")
	h.post.none(t)
}

func TestSettingsHoldForAllMatches(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first, second := twoMatches(t, h)
	r := h.reader()
	h.signIn(r, "bruno@example.org")
	form := r.open("/me/settings")
	form.submit("Save", url.Values{"name": {" "}, "zone": {"Mars/Olympus"}, "night-from": {"22:00"}, "night-to": {""}}).
		is(http.StatusUnprocessableEntity).says("Nothing was saved yet", "The name is empty", "Choose one of the time zones", "Write both as hours")
	form.submit("Save", url.Values{"night-from": {"10:00"}, "night-to": {"09:00"}}).is(http.StatusUnprocessableEntity).says("at most 16 hours")
	form.submit("Save", url.Values{"name": {"Bruno Verdi"}, "zone": {"Europe/Rome"}, "night-from": {"22:00"}, "night-to": {"07:30"}, "turns": {"digest"}, "digest-hour": {"18"}, "talk": {"yes"}, "reminders": nil}).
		is(http.StatusOK).says("Saved.")
	for _, g := range []*group{first, second} {
		person := h.match(g.id).Person(2)
		got, err := h.config.People.Settings(t.Context(), person)
		if err != nil {
			t.Fatal(err)
		}
		if got.Zone != "Europe/Rome" || got.NightFrom != 22*60 || got.NightTo != 7*60+30 || !got.Digest || got.Turns || got.DigestHour != 18 || got.Reminders || !got.Results || !got.Talk {
			t.Errorf("the settings are %+v", got)
		}
		g.readers[1].open(g.seatPage(1)).says("Bruno Verdi")
	}
	page := r.open("/me/settings")
	if _, fields := page.form("Save"); fields.Get("zone") != "Europe/Rome" || fields.Get("night-from") != "22:00" || fields.Get("turns") != "digest" || fields.Has("reminders") {
		t.Errorf("the form shows %v", fields)
	}
	// One match otherwise.
	r.open("/me/match/"+first.id).submit("Save", url.Values{"turns": {"each"}, "talk": {"no"}}).says("Saved.")
	wanted, err := h.config.People.MatchSettings(t.Context(), h.match(first.id).Person(2), first.id)
	if err != nil || wanted.Turns == nil || !*wanted.Turns || *wanted.Digest || *wanted.Talk || wanted.Results != nil {
		t.Errorf("in the match it is %+v, %v", wanted, err)
	}
	if _, fields := r.open("/me/match/" + first.id).form("Save"); fields.Get("turns") != "each" || fields.Get("talk") != "no" || fields.Get("results") != "" {
		t.Errorf("the match's form shows %v", fields)
	}
}

func TestAnAddressChangesWhereItIsConfirmed(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first, second := twoMatches(t, h)
	r, elsewhere := h.reader(), h.reader()
	h.signIn(r, "bruno@example.org")
	h.signIn(elsewhere, "bruno@example.org")
	form := r.open("/me/address").says("bruno@example.org")
	form.submit("Ask there", url.Values{"address": {"bruno@example.org"}}).is(http.StatusUnprocessableEntity)
	form.submit("Ask there", url.Values{"address": {"verdi@example.org"}}).is(http.StatusOK).says("Nothing changes before")
	older := h.post.next(t, "verdi@example.org")
	form.submit("Ask there", url.Values{"address": {"verdi@example.org"}}).is(http.StatusOK)
	token := h.post.next(t, "verdi@example.org")
	h.reader().open(older).is(http.StatusNotFound)
	address := func(g *group) string {
		p, err := h.config.People.Profile(t.Context(), h.match(g.id).Person(2))
		if err != nil {
			t.Fatal(err)
		}
		return p.Address
	}
	confirming := h.reader()
	landing := confirming.open(token).is(http.StatusOK)
	if address(first) != "bruno@example.org" {
		t.Fatal("a look at the link changed the address")
	}
	landing.submit("Use this address", nil).is(http.StatusOK).says("Your address is changed", "verdi@example.org")
	h.post.next(t, "bruno@example.org") // a word to the old one
	if address(first) != "verdi@example.org" || address(second) != "verdi@example.org" {
		t.Errorf("the addresses are %s and %s", address(first), address(second))
	}
	// Whoever came in by the old address is out, and finds no way back.
	for _, r := range []*reader{r, elsewhere} {
		r.open("/me").says("Send me the letter").silent("verdi@")
	}
	landing.submit("Use this address", nil).is(http.StatusOK) // sent twice: no harm
	h.post.none(t)
	confirming.open("/me").says("With Anna and Chiara")
}

// Somebody who makes another's address his own must not come by what is the other's.
func TestATakenAddressOpensNothingToWhoAskedForIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, nil)
	eve := g.readers[3] // Chiara's browser, without an address
	eve.open(g.seatPage(3)+"/me").submit("Open my page", nil)
	eve.open("/me/address").submit("Ask there", url.Values{"address": {"bruno@example.org"}}).is(http.StatusOK)
	h.reader().open(h.post.next(t, "bruno@example.org")).submit("Use this address", nil).is(http.StatusOK)
	eve.open("/me").says("Send me the letter").silent("Bruno", "With")
}

// Whoever types another's address at an open seat becomes one human with him. What
// opened his own page before, a session or a link, must not open the other's.
func TestWhatOpensAPageDiesWithTheAddress(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	g := gather(t, h, nil)
	for _, address := range []string{"", "mallory@example.org"} {
		operator := h.operator()
		made := operator.open("/new/patronize").submit("Make the match", url.Values{"name": {"Mara"}, "address": {"mara@example.org"}, "who-2": {"open"}, "who-3": {"bot"}}).is(http.StatusOK)
		id := strings.Split(made.at.Path, "/")[2]
		take := func(r *reader, address, form string) url.Values {
			t.Helper()
			m := h.match(id)
			sent := url.Values{"token": {h.token(link.Claim{Purpose: link.Invitation, Match: id, Seat: 2, Number: m.LinkNumber(2)})}, "form": {form}, "name": {"Mallory"}, "address": {address}}
			r.post("/take", sent).is(http.StatusOK).says("at seat 2 of 3")
			return sent
		}
		form := engine.NewID()
		r := h.reader()
		take(r, address, form)
		person := h.match(id).Person(2)
		unused := h.token(link.Claim{Purpose: link.SignIn, Person: person, Address: h.signer.AddressDigest(address), Number: 9})
		if address == "" {
			r.post("/m/"+id+"/s/2/me", nil).is(http.StatusOK).says("Mallory")
		} else {
			h.signIn(r, address)
		}
		// The same form again, for another offer of the same seat, is another person.
		r.open("/m/"+id+"/s/2/resign").submit("Leave the match", nil).is(http.StatusOK)
		operator.post("/m/"+id+"/host/offer", url.Values{"seat": {"2"}, "answers": {strconv.Itoa(h.match(id).LinkNumber(2))}, "to": {"link"}}).is(http.StatusOK)
		take(r, "bruno@example.org", form)
		if h.match(id).Person(2) == person {
			t.Error("another offer seats the same person, whose address a form has changed")
		}
		r.open("/me").silent(g.id, "bruno@")
		// However the address comes to him: session and link are of the one before.
		if err := h.config.People.Keep(t.Context(), person, Profile{Name: "Mallory", Address: "bruno@example.org"}); err != nil {
			t.Fatal(err)
		}
		h.settled()
		r.open("/me").silent(g.id, "bruno@").says("Send me the letter")
		r.open("/l/" + unused).is(http.StatusNotFound)
	}
}

func TestAVacationIsSetShortenedAndTakenBack(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 10, 22, 30, 0, 0, time.UTC)
	h := newHouse(t, func(c *Config) { c.Now = func() time.Time { return now } })
	gather(t, h, nil)
	r := h.reader()
	h.signIn(r, "bruno@example.org")
	r.open("/me/settings").submit("Save", url.Values{"zone": {"Asia/Tokyo"}}).says("Saved.") // there it is the 11th
	page := r.open("/me/away").says("30 days left in 2026", "30 days left in 2027")
	for _, wrong := range [][3]string{
		{"", "2026-12-20", "Give both days"}, {"2026-12-20", "2026-12-19", "comes before the first"}, {"2026-12-10", "2026-12-12", "begins today at the earliest"},
		{"2026-12-20", "2027-02-20", "choose fewer days"}, {"2027-12-20", "2027-12-21", "a year ahead"},
	} {
		page.submit("Set it", url.Values{"from": {wrong[0]}, "to": {wrong[1]}}).is(http.StatusUnprocessableEntity).says(wrong[2])
	}
	set := func() *sheet {
		return page.submit("Set it", url.Values{"from": {"2026-12-22"}, "to": {"2027-01-04"}}).is(http.StatusOK).
			says("Saved.", "Tue 22 Dec 2026 to Mon 4 Jan 2027", "20 days left in 2026", "26 days left in 2027")
	}
	set()
	page = set() // the form sent twice
	page.submit("Set it", url.Values{"from": {"2026-12-20"}, "to": {"2026-12-22"}}).is(http.StatusUnprocessableEntity).says("overlaps")
	page.submit("Shorten it", url.Values{"to": {"2027-01-09"}}).is(http.StatusUnprocessableEntity).says("not later")
	page = page.submit("Shorten it", url.Values{"to": {"2026-12-31"}}).is(http.StatusOK).says("to Thu 31 Dec 2026", "30 days left in 2027")
	now = time.Date(2026, 12, 25, 12, 0, 0, 0, time.UTC)
	page = r.open("/me/away").says("now", "End it today")
	page.submit("Shorten it", url.Values{"to": {"2026-12-22"}}).is(http.StatusUnprocessableEntity).says("It cannot end before Fri 25 Dec 2026")
	r.open("/me/away").submit("End it today", nil).is(http.StatusOK).silent("31 Dec").says("26 days left in 2026")
	r.open("/me/away").submit("Set it", url.Values{"from": {"2027-03-01"}, "to": {"2027-03-02"}}).says("28 days left in 2027").
		submit("Take it back", nil).is(http.StatusOK).silent("Mar 2027").says("30 days left in 2027")
	// A day on which the clock has stood still costs a day, though it was hours.
	now = time.Date(2026, 12, 28, 0, 1, 0, 0, time.UTC)
	r.open("/me/away").submit("Set it", url.Values{"from": {"2026-12-28"}, "to": {"2026-12-31"}}).says("22 days left in 2026")
	now = now.Add(10 * time.Hour)
	r.open("/me/away").submit("End it today", nil).is(http.StatusOK).says("25 days left in 2026")
}

func TestTheExportHasAllThatIsStored(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	first, second := twoMatches(t, h)
	r := h.reader()
	h.signIn(r, "bruno@example.org")
	file := r.open("/me/export").is(http.StatusOK)
	var all stored
	if err := json.Unmarshal([]byte(file.body), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Persons) != 2 || len(all.Matches) != 2 {
		t.Fatalf("the export has %d persons and %d matches", len(all.Persons), len(all.Matches))
	}
	for _, want := range []string{"bruno@example.org", "Bruno B.", "otto", h.match(first.id).Person(2), h.match(second.id).Person(2)} {
		if !strings.Contains(file.body, want) {
			t.Errorf("the export lacks %q", want)
		}
	}
	file.silent("Anna", "Chiara", "quattro gatti")
	for _, m := range all.Matches {
		export, err := events.ReadExport(strings.NewReader(m.Export))
		if err != nil {
			t.Fatal(err)
		}
		if export.Viewer != 2 || m.Seat != 2 {
			t.Errorf("the export of a match is for %v", export.Viewer)
		}
		for _, check := range engine.Verify(export, nil) {
			if check.Verdict == events.Fails {
				t.Errorf("%s: %v", m.File, check)
			}
		}
	}
}

func TestWhoIsErasedLeavesTheOthersTheirGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t, nil)
	operator := h.operator()
	made := operator.open("/new/patronize").submit("Make the match", url.Values{"name": {"Anna"}, "address": {"anna@example.org"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"open"}}).is(http.StatusOK)
	gathering := strings.Split(made.at.Path, "/")[2]
	runs := gather(t, h, url.Values{"address": {"anna@example.org"}})
	over := gather(t, h, url.Values{"address": {"anna@example.org"}})
	over.hurry(1000)
	persons := map[string]string{}
	for _, id := range []string{gathering, runs.id, over.id} {
		persons[id] = h.match(id).Person(1)
	}
	r := h.reader()
	h.signIn(r, "anna@example.org").says("Not begun yet", "Finished")
	ask := r.open("/me/data").follow("Erase me").says("What goes", "What stays", "a former player")
	before := h.written()
	sure := ask.follow("Go on").says("last question")
	if h.written() != before {
		t.Error("a question wrote something")
	}
	sure.submit("Erase me now", nil).is(http.StatusOK).says("You are erased here")
	r.open("/me").says("Send me the letter")
	for id, person := range persons {
		p, err := h.config.People.Profile(t.Context(), person)
		if err != nil || p != (Profile{}) {
			t.Errorf("of the host of %s is known: %v, %v", id, p, err)
		}
	}
	if m := h.match(gathering); m.Person(1) != "" || m.Status() != engine.Gathering {
		t.Errorf("the seat of a match that gathers: %q, %s", m.Person(1), m.Status())
	}
	if m := h.match(runs.id); !m.Bot(1) || m.Host() != m.Person(2) {
		t.Errorf("in the match that runs sits %q, its host is seat 2's: %v", m.Person(1), m.Host() == m.Person(2))
	}
	if m := h.match(over.id); m.Person(1) != persons[over.id] {
		t.Error("the finished match has lost its player")
	}
	over.readers[2].open(over.seatPage(2)).says("a former player").silent("Anna", "anna@")
	runs.readers[2].open(runs.seatPage(2)).silent("Anna", "anna@")
	// Nothing opens any more, and no letter comes.
	runs.readers[1].open(runs.seatPage(1)).is(http.StatusNotFound)
	h.reader().open("/me/sign-in").submit("Send me the letter", url.Values{"address": {"anna@example.org"}}).says("Look into your mail")
	h.reader().open("/l/" + h.token(link.Claim{Purpose: link.SignIn, Person: persons[runs.id], Address: h.signer.AddressDigest("anna@example.org"), Number: 9})).is(http.StatusNotFound)
	for seat := game.Seat(2); seat <= 3; seat++ {
		if h.match(runs.id).Person(seat) == "" {
			t.Errorf("seat %d is gone", seat)
		}
	}
	h.post.none(t)
}

// Who has given no address is invited to a rematch by an id that nothing but the
// match before leads to: it is erased with him.
func TestWhoIsErasedIsInvitedNowhereByName(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	g.hurry(1000)
	made := g.readers[2].open(g.seatPage(2)).submit("Play again with the same players", nil).is(http.StatusOK)
	page := "/m/" + strings.Split(made.at.Path, "/")[2] + "/host"
	g.readers[2].open(page).says("Invited: Chiara")
	chiara := g.readers[3]
	chiara.post(g.seatPage(3)+"/me", nil).is(http.StatusOK).says("Chiara")
	chiara.open("/me/erase/sure").submit("Erase me now", nil).is(http.StatusOK)
	for address, r := range map[string]*reader{page: g.readers[2], made.at.Path: g.readers[2], g.seatPage(1): g.readers[1]} {
		r.open(address).is(http.StatusOK).silent("Chiara")
	}
}

func TestEveryZoneOfTheListIsOne(t *testing.T) {
	t.Parallel()
	n := 0
	for _, area := range zoneAreas {
		for _, zone := range area.Zones {
			n++
			if _, err := time.LoadLocation(zone); err != nil || !knownZone(zone) || zoneWords(zone) == "" {
				t.Errorf("%s: %v", zone, err)
			}
		}
	}
	if n < 400 || knownZone("Mars/Olympus") || knownZone("") {
		t.Errorf("the list has %d zones", n)
	}
}

func TestDevicesAreKnownAgain(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0":                                                        "Firefox on Windows",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36":                                   "Chrome on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0":           "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1": "Safari on an iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36":     "Samsung Internet on Android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15":                   "Safari on a Mac",
		"": "A browser", "Go-http-client/1.1": "A browser", "<script>": "A browser",
	} {
		if got := deviceLabel(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
