package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events/people"
	"pizzini/web/link"
)

type newCmd struct {
	settings
	Game   string            `arg:"" help:"The kind of game: ${kinds}."`
	Seat   []string          `placeholder:"WHO" sep:"none" help:"One for each seat, seat 1 first: NAME=ADDRESS (invited by letter), NAME (you pass the printed link on), bot, or link (whoever follows the printed link)."`
	Option map[string]string `short:"o" placeholder:"KEY=VALUE" mapsep:"none" help:"An option of the game; may be given several times."`
	Host   string            `default:"Host" placeholder:"NAME[=ADDRESS]" help:"Who hosts the match: may send links anew, seat bots and end it. With an address the host gets a letter."`
	Watch  bool              `help:"Let everybody who has the match's address watch."`
	clockFlags
	JSON bool `name:"json" help:"Print one JSON object, for programs."`
}

// person is a name with an address; the address may be empty.
type person struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
}

// place is who shall sit at a seat: a bot, anybody with the link, or a person.
type place struct {
	Bot    bool   `json:"bot,omitempty"`
	Link   bool   `json:"link,omitempty"`
	Person person `json:"person"`
}

// newRequest is what the server is asked for.
type newRequest struct {
	Kind    string            `json:"kind"`
	Options map[string]string `json:"options"`
	Host    person            `json:"host"`
	Watch   bool              `json:"watch"`
	Clock   json.RawMessage   `json:"clock,omitempty"`
	Seats   []place           `json:"seats"`
}

// made is a match that was started, with its links. Whoever has a link has the
// seat: pass each on to its player alone.
type made struct {
	Match string     `json:"match"`
	Host  string     `json:"host"`
	Seats []madeSeat `json:"seats"`
}

type madeSeat struct {
	Seat game.Seat `json:"seat"`
	Who  string    `json:"who"`            // "bot", "link" or the name
	Link string    `json:"link,omitempty"` // none for a bot
}

func (c newCmd) Run(s streams) error {
	clock, err := c.clockFlags.chosen()
	if err != nil {
		return err
	}
	q := newRequest{Kind: c.Game, Options: c.Option, Host: parsePerson(c.Host), Watch: c.Watch, Clock: clock}
	for _, who := range c.Seat {
		switch who {
		case "bot":
			q.Seats = append(q.Seats, place{Bot: true})
		case "link":
			q.Seats = append(q.Seats, place{Link: true})
		default:
			q.Seats = append(q.Seats, place{Person: parsePerson(who)})
		}
	}
	if len(q.Seats) == 0 {
		return wrong("nobody to play: give --seat once for each player, as --seat Anna=anna@example.org --seat link --seat bot")
	}
	m, err := ask(context.Background(), &c.settings, s, "new", q, (*node).newMatch)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(s.out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(m)
	}
	out := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(out, "match\t%s\t\nhost\t%s\t\n", m.Match, m.Host)
	for _, seat := range m.Seats {
		fmt.Fprintf(out, "seat %d\t%s\t%s\n", seat.Seat, seat.Who, seat.Link)
	}
	return out.Flush()
}

// parsePerson reads NAME or NAME=ADDRESS.
func parsePerson(text string) person {
	name, address, _ := strings.Cut(text, "=")
	return person{Name: strings.TrimSpace(name), Address: strings.TrimSpace(address)}
}

// newMatch keeps the people and creates the match.
func (n *node) newMatch(ctx context.Context, q newRequest) (made, error) {
	rules, err := engine.Newest(q.Kind)
	if err != nil {
		return made{}, err
	}
	options, err := parseOptions(rules.Info(), q.Options)
	if err != nil {
		return made{}, err
	}
	c := engine.Creation{ID: engine.NewID(), Kind: q.Kind, Options: options, Watch: q.Watch, Clock: q.Clock}
	profiles := make([]people.Profile, len(q.Seats)+1)
	for i, p := range append([]person{q.Host}, persons(q.Seats)...) {
		if p == (person{}) {
			continue
		}
		if profiles[i], err = n.profile(ctx, p); err != nil {
			return made{}, err
		}
	}
	// All is checked before anything is kept.
	if info := rules.Info(); len(q.Seats) < info.MinPlayers || len(q.Seats) > info.MaxPlayers {
		return made{}, fmt.Errorf("%s is for %d to %d players, and --seat is given %d times", info.Name, info.MinPlayers, info.MaxPlayers, len(q.Seats))
	}
	if _, err := rules.Resolve(len(q.Seats), options); err != nil {
		return made{}, err
	}
	if c.Host, err = n.book.Create(ctx, profiles[0]); err != nil {
		return made{}, err
	}
	for i, seat := range q.Seats {
		who := engine.Anybody
		switch {
		case seat.Bot:
			who = engine.Bot
		case !seat.Link:
			id, err := n.book.Create(ctx, profiles[i+1])
			if err != nil {
				return made{}, err
			}
			who = engine.Person(id)
		}
		c.Seats = append(c.Seats, engine.Invitation{Who: who})
	}
	if _, err := n.engine.Create(ctx, c); err != nil {
		return made{}, err
	}
	return n.links(ctx, c.ID, q)
}

// persons are the persons of the seats; a bot's or an open seat's is empty.
func persons(seats []place) []person {
	list := make([]person, len(seats))
	for i, s := range seats {
		if !s.Bot && !s.Link {
			list[i] = s.Person
		}
	}
	return list
}

// profile checks a name and an address.
func (n *node) profile(ctx context.Context, p person) (people.Profile, error) {
	name, err := people.CleanName(p.Name)
	if err != nil {
		return people.Profile{}, fmt.Errorf("%q: %w", p.Name, err)
	}
	if p.Address == "" {
		return people.Profile{Name: name}, nil
	}
	address, err := people.CleanAddress(p.Address)
	if err != nil {
		return people.Profile{}, fmt.Errorf("%q: %w", p.Address, err)
	}
	blocked, err := n.people.Blocked(ctx, address)
	if err == nil && blocked {
		err = errors.New("whoever has this address wants no letters from here: give the name alone and pass the link on yourself")
	}
	return people.Profile{Name: name, Address: address}, err
}

// links gives the links of a match that was just made.
func (n *node) links(ctx context.Context, id string, q newRequest) (made, error) {
	m, err := n.engine.Match(ctx, id)
	if err != nil {
		return made{}, err
	}
	out := made{Match: id}
	token, err := n.signer.Token(link.Claim{Purpose: link.Host, Match: id})
	if err != nil {
		return made{}, err
	}
	out.Host = n.site.Landing(token)
	for i, seat := range q.Seats {
		s := madeSeat{Seat: game.Seat(i + 1)}
		switch {
		case seat.Bot:
			s.Who = "bot"
		case seat.Link:
			s.Who = "link"
		default:
			if s.Who, err = people.CleanName(seat.Person.Name); err != nil {
				return made{}, err
			}
		}
		if !seat.Bot {
			token, err := n.signer.Token(link.Claim{Purpose: link.Invitation, Match: id, Seat: i + 1, Number: m.LinkNumber(s.Seat)})
			if err != nil {
				return made{}, err
			}
			s.Link = n.site.Landing(token)
		}
		out.Seats = append(out.Seats, s)
	}
	return out, nil
}
