package web

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"pizzini/web/link"
)

// TestAFormSentAgainChangesNothing sends the form of a match that is made already:
// as it was, and with each thing in it altered.
func TestAFormSentAgainChangesNothing(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		h := newHouse(t, func(c *Config) { c.Open = open })
		host := h.operator()
		if open {
			host = h.reader()
		}
		action, fields := host.open("/new/patronize").form("Make the match")
		maps.Copy(fields, url.Values{"name": {"Anna"}, "words": {"quattro gatti"}, "who-1": {"me"}, "who-2": {"open"}, "who-3": {"bot"}})
		if !open {
			maps.Copy(fields, url.Values{"address": {"anna@example.org"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}})
		}
		made := host.post(action, fields).is(http.StatusOK)
		id := strings.Split(made.at.Path, "/")[2]
		before := h.written()

		// Sent twice by a browser that has lost the first answer.
		again := h.reader()
		if !open {
			again = h.operator()
		}
		if page := again.post(action, fields).is(http.StatusOK); page.at.Path != made.at.Path {
			t.Errorf("the same form leads to %s and then to %s", made.at.Path, page.at.Path)
		}
		again.open("/m/" + id + "/s/1").is(http.StatusOK).says("You are Anna")

		changes := []url.Values{{"name": {"Andrea"}}, {"words": {"tre gatti"}}, {"words": {""}}, {"watch": {"yes"}}, {"who-2": {"bot"}}, {"who-2": {"me"}}, {"who-3": {"open"}}, {"who-4": {"bot"}}, {"who-1": {"bot"}}}
		if !open {
			changes = append(changes, url.Values{"address": {"thief@example.org"}}, url.Values{"address": {""}}, url.Values{"name-2": {"Bruna"}}, url.Values{"address-2": {"thief@example.org"}}, url.Values{"who-2": {"open"}})
		}
		for _, change := range changes {
			altered := maps.Clone(fields)
			maps.Copy(altered, change)
			reader := h.reader()
			if !open {
				reader = h.operator()
			}
			page := reader.post(action, altered).is(http.StatusConflict).says("This match has been made already", "host's page")
			if len(page.header.Values("Set-Cookie")) > 0 {
				t.Errorf("%v: the form signs in", change)
			}
			reader.open("/m/" + id + "/s/1").is(http.StatusNotFound)
		}
		if after := h.written(); after != before {
			t.Errorf("forms sent again wrote: %s, before %s", after, before)
		}

		// What happens at a seat or by the host's hand ends what the form is good for.
		made.r.open("/m/"+id+"/s/1").submit("Make a new link", nil).is(http.StatusOK)
		late := h.reader()
		if !open {
			late = h.operator()
		}
		late.post(action, fields)
		late.open("/m/" + id + "/s/1").is(http.StatusNotFound)
	}
}

func TestADemosFormIsNoKeyToItsSeat(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(c *Config) { c.Open = true })
	first := h.reader()
	action, fields := first.open("/").form("Try it against bots")
	page := first.post(action, fields).is(http.StatusOK)
	id := strings.Split(page.at.Path, "/")[2]
	if again := first.post(action, fields).is(http.StatusOK); again.at.Path != page.at.Path {
		t.Errorf("the same form made %s and %s", page.at.Path, again.at.Path)
	}
	token := maps.Clone(fields)
	token.Set("form", h.token(link.Claim{Purpose: link.Host, Match: id}))
	h.reader().post(action, token).is(http.StatusBadRequest)
	seat := page.at.Path
	for h.match(id).Active()[0] != 1 {
		if err := h.copy.Wait(t.Context(), id, h.match(id).N()+1); err != nil {
			t.Fatal(err)
		}
	}
	played := first.open(seat)
	first.open(played.choices()[0]).submit("Play it", nil).is(http.StatusOK)
	second := h.reader()
	second.post(action, fields).is(http.StatusNotFound)
	second.open(seat).is(http.StatusNotFound)
}

// gated is a book of persons that lets nobody write before its gate is opened.
type gated struct {
	People
	gate *sync.WaitGroup
}

func (p gated) Keep(ctx context.Context, person string, of Profile) error {
	p.gate.Wait()
	return p.People.Keep(ctx, person, of)
}

func TestTwoAlteredFormsAtOnceMakeOneMatch(t *testing.T) {
	t.Parallel()
	var gate sync.WaitGroup
	gate.Add(1)
	h := newHouse(t, func(c *Config) { c.People = gated{c.People, &gate} })
	operator := h.operator()
	action, fields := operator.open("/new/patronize").form("Make the match")
	maps.Copy(fields, url.Values{"who-2": {"bot"}, "who-3": {"bot"}})
	answers := make(chan string, 2)
	for _, name := range []string{"Anna", "Bruno"} {
		mine := maps.Clone(fields)
		mine.Set("name", name)
		go func() {
			answer, err := operator.client.PostForm(action, mine)
			if err != nil {
				t.Error(err)
				answers <- ""
				return
			}
			answer.Body.Close()
			if answer.StatusCode == http.StatusConflict {
				name = ""
			}
			answers <- name
		}()
	}
	gate.Done()
	name := <-answers + <-answers
	if name != "Anna" && name != "Bruno" {
		t.Fatalf("both forms were taken, or none: %q", name)
	}
	id := h.signer.FormID("match", fields.Get("form"))
	if profile, err := h.config.People.Profile(t.Context(), h.match(id).Table.Created.Host); err != nil || profile.Name != name {
		t.Errorf("the host is called %q, %v, and the match is %s's", profile.Name, err, name)
	}
}

func TestAHostsNewLinkEndsTheOldOneAndItsSessions(t *testing.T) {
	t.Parallel()
	g := gather(t, newHouse(t, nil), nil)
	address := "/m/" + g.id + "/host"
	page := g.host.open(address)
	old := page.shownLink("host-link")
	elsewhere := g.reader()
	elsewhere.open(old).submit("Open the host's page", nil).is(http.StatusOK).says("the host’s page")
	action, fields := page.form("Make a new link for yourself")
	renewed := g.host.post(action, fields).is(http.StatusOK)
	link := renewed.shownLink("host-link")
	if link == old {
		t.Error("the link is the old one")
	}
	for _, path := range []string{"", "/log", "/export", "/events"} {
		elsewhere.open(address + path).is(http.StatusNotFound)
	}
	elsewhere.post(action, fields).is(http.StatusNotFound)
	elsewhere.open(old).is(http.StatusNotFound).says("does not work any more")
	elsewhere.post("/continue", url.Values{"token": {strings.TrimPrefix(old, g.server.URL+"/l/")}}).is(http.StatusNotFound)
	if again := g.host.post(action, fields).is(http.StatusOK).shownLink("host-link"); again != link {
		t.Error("the same form sent twice makes two links")
	}
	elsewhere.open(link).submit("Open the host's page", nil).is(http.StatusOK)
	if again := g.host.open("/").follow("host’s page").submit("Open the host's page", nil).is(http.StatusOK).shownLink("host-link"); again != link {
		t.Error("the operator's list has another link of the host")
	}
	// A second renewal holds as the first does, though copies hear of it later.
	for range 3 {
		last := link
		link = g.host.open(address).submit("Make a new link for yourself", nil).is(http.StatusOK).shownLink("host-link")
		if link == last {
			t.Error("a further link is the one before")
		}
	}
}

func TestAnOperatorsNewLinkEndsTheOldOneAndItsSessions(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(c *Config) { c.OperatorNumber = 3 })
	for number := range 5 {
		address, err := OperatorLink(h.signer, h.config.Site, number)
		if err != nil {
			t.Fatal(err)
		}
		if page := h.reader().open(address); (page.status == http.StatusOK) != (number == 3) {
			t.Errorf("link %d: status %d", number, page.status)
		}
		session := h.reader()
		session.client.Jar.SetCookies(h.reader().open("/").at, []*http.Cookie{{Name: operatorCookie, Path: "/", Value: h.token(link.Claim{Purpose: link.OperatorSession, Number: number})}})
		if page := session.open("/mailbox"); (page.status == http.StatusOK) != (number == 3) {
			t.Errorf("session %d: status %d", number, page.status)
		}
	}
}
