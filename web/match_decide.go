package web

import (
	"errors"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/web/link"
	"pizzini/web/words"
)

// decide adds what the seat may choose, after the moves that it has tried.
func (p *matchPage) decide(v *visit, draft link.Draft) {
	m := v.match
	number := m.Decision(v.viewer)
	if len(draft.Moves) > 0 && draft.Decision != number {
		p.Notes = append(p.Notes, note{Title: "The position has changed", Chose: p.chose(m, draft.Decision, draft.Moves), Warn: true,
			Text: "What you had chosen was meant for an earlier question, so it is not tried any more."})
		draft.Moves = nil
	}
	if number == 0 {
		return
	}
	d, err := m.Draft(v.viewer, draft.Moves)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		p.Notes = append(p.Notes, note{Title: "This cannot be tried", Chose: p.said(draft.Moves), Text: refusal.What + " " + refusal.Mend, Warn: true})
		d, err = m.Draft(v.viewer, nil)
	}
	if err != nil {
		return
	}
	p.Decision = p.decision(d, number)
	if len(d.Moves) > 0 {
		p.Sight.Asked = &words.Asked{Title: "Your turn: not played yet", Mine: true}
		if d.Active && d.Pending == nil && p.Sight.Words != nil {
			p.Sight.Asked.Text = p.Sight.Words.Asked(d.View(), p.Sight.Reader).Text
		}
	}
	p.Sight.View = d.View()
	p.Sight.Links = map[string]string{}
	spots := map[string]int{}
	for _, c := range d.Choices {
		if c.Label.Spot != "" && !c.Secret {
			spots[c.Label.Spot]++
			p.Sight.Links[c.Label.Spot] = p.try(link.Draft{Decision: number, Moves: d.Moves}.With(c.Move))
		}
	}
	for spot, n := range spots {
		if n > 1 { // a place where several moves are possible leads to none of them
			delete(p.Sight.Links, spot)
		}
	}
}

// try is the address of the page with a draft on it.
func (p *matchPage) try(d link.Draft) string {
	return link.Site("").SeatDraft(p.Match.ID, p.Viewer, d)
}

// decision is a draft in words.
func (p *matchPage) decision(d *engine.Draft, number int) *decision {
	draft := link.Draft{Decision: number, Moves: d.Moves}
	out := &decision{Action: p.Base + "/play", Seat: p.Viewer, Number: number, Moves: d.Moves}
	out.Tried = p.said(d.Moves)
	if n := len(d.Moves); n > 0 {
		out.Back = p.try(link.Draft{Decision: number, Moves: d.Moves[:n-1]})
		if n == 1 {
			out.Back = p.Base
		}
		out.Commit = "Play it"
		if n > 1 {
			out.Commit = "Play these " + strconv.Itoa(n) + " choices"
		}
		switch {
		case d.Pending != nil:
			out.Warning = onceItIsPlayed(p.opening(*d.Pending))
		case d.Active:
			out.Warning = "You are asked again after it: choose on below first, or play what you have."
		}
		if d.Pending == nil {
			out.Shown = "; the board shows how it would be"
		}
	}
	if joiner, ok := p.Sight.Words.(words.Joiner); ok && d.Pending == nil && len(d.Facts) > 0 {
		out.Told = joiner.Facts([][]game.Fact{d.Facts}, p.Sight.Reader)
	}
	for _, c := range words.InOrder(d.Choices, p.Sight.Words) {
		shown := choice{Move: c.Move, Words: p.say(c.Label, c.Move), Consequence: p.consequence(c)}
		if p.atOnce(c.Label) {
			shown.Consequence += ". It is played at once"
			if len(d.Moves) > 0 {
				shown.Consequence += ", with what you chose before"
			}
		} else if !c.Secret {
			shown.Try = p.try(draft.With(c.Move))
		}
		title := ""
		if p.Sight.Words != nil {
			title = p.Sight.Words.Group(c.Label.Group)
		}
		n := len(out.Groups)
		if n == 0 || out.Groups[n-1].Title != title {
			out.Groups = append(out.Groups, choiceGroup{Title: title})
			n++
		}
		out.Groups[n-1].Choices = append(out.Groups[n-1].Choices, shown)
	}
	return out
}

// atOnce says whether one press plays a move, with all that was tried before: where
// to try it would show nothing.
func (p *matchPage) atOnce(l game.Label) bool {
	plays := games[p.kind()].AtOnce
	return plays != nil && plays(l)
}

// said are moves tried one after the other on the present position, in words; a
// move that fits nothing there stands as its text.
func (p *matchPage) said(moves []game.Move) []string {
	var said []string
	for i, move := range moves {
		text := string(move)
		if d, err := p.Match.Draft(p.Viewer, moves[:i]); err == nil {
			for _, c := range d.Choices {
				if c.Move == move {
					text = p.say(c.Label, move)
				}
			}
		}
		said = append(said, text)
	}
	return said
}

// chose is what was chosen when the seat was asked an earlier question, in words.
func (p *matchPage) chose(m *engine.Match, decision int, moves []game.Move) []string {
	then := *p
	if past, err := m.At(decision); err == nil && decision < m.N() {
		then.Match = past
	}
	return then.said(moves)
}

// say names a move; a game without words is quoted.
func (p *matchPage) say(l game.Label, m game.Move) string {
	if p.Sight.Words != nil {
		if text := p.Sight.Words.Choice(l, p.Sight.Reader); text != "" {
			return text
		}
	}
	return string(m)
}

func (p *matchPage) consequence(c engine.Choice) string {
	if p.Sight.Words == nil {
		return ""
	}
	text := p.Sight.Words.Consequence(c.Label, c.Facts, p.Sight.Reader)
	if c.Opens {
		if opening := p.opening(c); opening != "" {
			text += " " + opening
		}
	}
	return text
}

// onceItIsPlayed makes the end of a choice's consequence a sentence that warns.
func onceItIsPlayed(opening string) string {
	if opening = strings.TrimPrefix(opening, "… then "); opening == "" {
		return ""
	}
	return "Once it is played, " + opening + "; it cannot be taken back."
}

func (p *matchPage) opening(c engine.Choice) string {
	if p.Sight.Words == nil {
		return ""
	}
	return p.Sight.Words.Opening(c.Label, c.Reveals)
}
