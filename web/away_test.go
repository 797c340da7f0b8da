package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"pizzini/engine"
	"pizzini/web/link"
)

// refusing is a book of persons that cannot be written, as the event store is.
type refusing struct {
	People
	code *atomic.Value // an engine.Code; none = it can
}

func (p refusing) refusal() error {
	if code, ok := p.code.Load().(engine.Code); ok && code != "" {
		return &engine.Refusal{Code: code, What: "The cupboard is locked.", Mend: "Come back later."}
	}
	return nil
}

func (p refusing) Keep(ctx context.Context, person string, of Profile) error {
	if err := p.refusal(); err != nil {
		return err
	}
	return p.People.Keep(ctx, person, of)
}

func (p refusing) Blocked(ctx context.Context, address string) (bool, error) {
	if err := p.refusal(); err != nil {
		return false, err
	}
	return p.People.Blocked(ctx, address)
}

func (p refusing) Unsubscribe(ctx context.Context, person, match string) error {
	if err := p.refusal(); err != nil {
		return err
	}
	return p.People.Unsubscribe(ctx, person, match)
}

func (p refusing) NotMe(ctx context.Context, person string) error {
	if err := p.refusal(); err != nil {
		return err
	}
	return p.People.NotMe(ctx, person)
}

func (p refusing) RenewLink(ctx context.Context, person, name string) (int, error) {
	if err := p.refusal(); err != nil {
		return 0, err
	}
	return p.People.RenewLink(ctx, person, name)
}

// wordless is a book of persons that keeps everything but lucky words.
type wordless struct{ refusing }

func (p wordless) Keep(ctx context.Context, person string, of Profile) error {
	return p.People.Keep(ctx, person, of)
}

func (p wordless) Blocked(ctx context.Context, address string) (bool, error) {
	return p.People.Blocked(ctx, address)
}

func (p wordless) LuckyWords(ctx context.Context, person, match string, seat int, words string) (string, error) {
	if err := p.refusal(); err != nil {
		return "", err
	}
	return p.People.LuckyWords(ctx, person, match, seat, words)
}

// TestAFormWhosePeopleCannotBeKept sends every form that keeps something of a person
// while that cannot be written, and again when it can.
func TestAFormWhosePeopleCannotBeKept(t *testing.T) {
	t.Parallel()
	for _, code := range []engine.Code{engine.Away, engine.Full, engine.Unknown} {
		for _, words := range []bool{false, true} {
			var now atomic.Value
			h := newHouse(t, func(c *Config) {
				people := refusing{c.People, &now}
				if c.People = people; words {
					c.People = wordless{people}
				}
			})
			g := gather(t, h, nil)
			match := url.Values{"name": {"Anna"}, "words": {"otto"}, "who-2": {"person"}, "name-2": {"Bruno"}, "address-2": {"bruno@example.org"}, "who-3": {"open"}}
			waiting := g.operator().open("/new/patronize").submit("Make the match", match).is(http.StatusOK)
			bruno := g.match(g.id).Person(2)
			type form struct {
				page   *sheet
				button string
				fields url.Values
			}
			forms := []form{
				{g.operator().open("/new/patronize"), "Make the match", match},
				{g.reader().open(waiting.shownLink("link-2")), "Take seat 2", url.Values{"words": {"nove"}}},
				{g.reader().open(waiting.shownLink("link-3")), "Take seat 3", url.Values{"name": {"Chiara"}, "address": {"chiara@example.org"}, "words": {"sei"}}},
			}
			if !words {
				forms = append(forms, []form{
					{g.operator().open("/"), "Try it against bots", nil},
					{g.host.open("/m/" + g.id + "/host"), "Make a new link for yourself", nil},
					{g.reader().open("/u/" + g.token(link.Claim{Purpose: link.UnsubscribeMatch, Person: bruno, Match: g.id})), "Stop these letters", nil},
					{g.reader().open("/not-me/" + g.token(link.Claim{Purpose: link.NotMe, Person: bruno, Address: g.signer.AddressDigest("bruno@example.org")})), "This is not me", nil},
				}...)
			}
			now.Store(code)
			before := g.written()
			for _, f := range forms {
				page := f.page.submit(f.button, f.fields)
				if page.status != http.StatusServiceUnavailable || page.header.Get("Retry-After") == "" || len(page.header.Values("Set-Cookie")) > 0 {
					t.Errorf("%s, %s: status %d, again after %q, cookies %v", code, f.button, page.status, page.header.Get("Retry-After"), page.header.Values("Set-Cookie"))
				}
				page.says("The cupboard is locked.", "Come back later.")
				if strings.Contains(g.log.String(), "a page failed") {
					t.Errorf("%s, %s: the log tells a fault of ours", code, f.button)
				}
			}
			if after := g.written(); after != before && !words {
				t.Errorf("%s: refused forms wrote: %s, before %s", code, after, before)
			}
			now.Store(engine.Code(""))
			for _, f := range forms {
				f.page.submit(f.button, f.fields).is(http.StatusOK)
			}
		}
	}
}
