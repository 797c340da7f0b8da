package diepatin

import (
	"slices"
	"sort"
	"strings"
)

func (p *model) add(seat int, m string, rats int) {
	h := p.Manholes[m]
	h.Seat, h.Rats = seat, h.Rats+rats
	p.Seats[seat-1].Rats -= rats
}

func (p *model) take(m string, rats int) {
	h := p.Manholes[m]
	p.Seats[h.Seat-1].Rats += rats
	h.Rats -= rats
	if h.Rats == 0 {
		h.Seat = 0
	}
}

func (p *model) at(seat int, step string, rest ...any) {
	p.Turn = map[string]any{"seat": float64(seat), "step": step}
	for i := 0; i < len(rest); i += 2 {
		if n, ok := rest[i+1].(int); ok {
			rest[i+1] = float64(n)
		}
		p.Turn[rest[i].(string)] = rest[i+1]
	}
	p.Active = []int{seat}
}

func (p *model) everybody() []int {
	var all []int
	for seat := 1; seat <= p.Players; seat++ {
		all = append(all, seat)
	}
	return all
}

func (p *model) begin() {
	p.Round++
	p.Phase, p.Turn, p.Active = "intrigue", nil, p.everybody()
}

func (p *model) play(seat int, text string) {
	me := p.Seats[seat-1]
	words := strings.Fields(text)
	area := p.str("area")
	last := words[len(words)-1]
	switch words[0] {
	case "start":
		p.Areas[last].Owner = seat
		p.at(seat, "three", "area", last)
	case "three":
		p.add(seat, last, 3)
		p.at(seat, "two", "area", area)
	case "two":
		p.add(seat, last, 2)
		p.at(seat, "one", "area", area)
	case "one":
		p.add(seat, last, 1)
		if next := seat%p.Players + 1; next != p.StartSeat {
			p.at(next, "area")
		} else {
			p.begin()
		}
	case "intrigue":
		me.Intrigue = map[string]any{"chosen": true, "card": last, "revealed": false}
		p.Active = slices.DeleteFunc(p.Active, func(n int) bool { return n == seat })
		if len(p.Active) == 0 {
			p.Phase = "turns"
			p.at(p.StartSeat, "figure")
		}
	case "henchman":
		me.Henchmen--
		p.Areas[last].Henchmen[seat-1]++
		if p.Areas[last].Owner == seat {
			p.at(seat, "inside", "figure", "henchman", "area", last, "left", 2)
		} else {
			p.at(seat, "outside", "figure", "henchman", "area", last, "spent", 0)
		}
	case "boss":
		me.Boss = false
		me.Intrigue["revealed"] = true
		p.Areas[last].Bosses = append(p.Areas[last].Bosses, seat)
		sort.Ints(p.Areas[last].Bosses)
		switch me.Intrigue["card"] {
		case "administration":
			p.at(seat, "inside", "figure", "boss", "area", last, "left", 5)
		case "bribe":
			p.at(seat, "bribe", "figure", "boss", "area", last, "left", 4)
		default:
			p.at(seat, "invade", "figure", "boss", "area", last)
		}
	case "pass":
		me.Boss = false
		me.Intrigue["revealed"] = true
		p.endTurn(seat)
	case "rat":
		p.add(seat, last, 1)
		p.done(seat)
	case "move":
		p.take(words[1], 1)
		p.add(seat, last, 1)
		p.done(seat)
	case "remove":
		p.take(last, 1)
		p.done(seat)
	case "loot":
		p.Districts[p.district(area)].Loot--
		me.Loot++
		p.done(seat)
	case "backroom":
		p.backRoom(seat, area, last)
	case "done":
		p.endTurn(seat)
	case "skip":
		p.done(seat)
	case "invade":
		if !p.mine(seat, last) {
			p.take(last, p.Manholes[last].Rats)
		}
		missing := 2
		for missing > 0 && me.Rats > 0 {
			p.add(seat, last, 1)
			missing--
		}
		p.reinforce(seat, area, last, missing)
	case "claim":
		p.claim(seat, area)
	case "mission":
		if last != "none" {
			me.Missions[last] = p.Round
		}
		p.Active = slices.DeleteFunc(p.Active, func(n int) bool { return n == seat })
		if len(p.Active) == 0 {
			p.endRound()
		}
	}
}

func (p *model) reinforce(seat int, area, m string, missing int) {
	elsewhere := false
	for other, h := range p.Manholes {
		elsewhere = elsewhere || other != m && h.Seat == seat
	}
	if missing > 0 && elsewhere {
		p.at(seat, "reinforce", "figure", "boss", "area", area, "manhole", m, "left", missing)
		return
	}
	p.claim(seat, area)
}

// done follows on an action, by its step.
func (p *model) done(seat int) {
	area, figure, left := p.str("area"), p.str("figure"), p.num("left")
	switch step := p.str("step"); step {
	case "inside", "bonus":
		if step == "inside" {
			left--
		}
		if left > 0 {
			p.at(seat, "inside", "figure", figure, "area", area, "left", left)
		} else {
			p.endTurn(seat)
		}
	case "bribe":
		if left--; left > 0 {
			p.at(seat, "bribe", "figure", figure, "area", area, "left", left)
		} else {
			p.claim(seat, area)
		}
	case "outside":
		p.Seats[seat-1].Loot--
		p.LootSupply++
		if p.Seats[seat-1].Loot > 0 {
			p.at(seat, "outside", "figure", figure, "area", area, "spent", p.num("spent")+1)
		} else {
			p.claim(seat, area)
		}
	case "reinforce":
		p.reinforce(seat, area, p.str("manhole"), left-1)
	}
}

func (p *model) backRoom(seat int, area, enterprise string) {
	me, a := p.Seats[seat-1], p.Areas[area]
	bonus := ""
	var rest []string
	for _, tile := range a.Tiles {
		if strings.HasPrefix(tile, enterprise+":") {
			bonus = strings.Split(tile, ":")[1]
			me.Tiles = append(me.Tiles, tile)
		} else {
			rest = append(rest, tile)
		}
	}
	a.Tiles, a.BackRoom = rest, seat
	me.BackRooms--
	possible := false
	switch bonus {
	case "loot":
		if p.LootSupply > 0 {
			p.LootSupply--
			me.Loot++
		}
	case "rat":
		possible = len(p.bring(seat, p.holes())) > 0
	case "remove":
		possible = len(p.oust(seat, p.holes())) > 0
	}
	if possible {
		p.at(seat, "bonus", "figure", p.str("figure"), "area", area, "left", p.num("left")-1, "bonus", bonus)
		return
	}
	p.done(seat)
}

func (p *model) claim(seat int, area string) {
	power := make([]int, p.Players+1)
	a := p.Areas[area]
	for _, m := range p.around[area] {
		power[p.Manholes[m].Seat] += p.Manholes[m].Rats
	}
	for i, n := range a.Henchmen {
		power[i+1] += n
	}
	for _, n := range a.Bosses {
		power[n] += 2
	}
	wins := true
	for other := 1; other <= p.Players; other++ {
		wins = wins && (other == seat || power[other] < power[seat])
	}
	if wins {
		if a.BackRoom != 0 {
			p.Seats[seat-1].Trophies[a.BackRoom-1]++
			a.BackRoom = 0
		}
		a.Owner = seat
	}
	p.endTurn(seat)
}

func (p *model) endTurn(seat int) {
	for i := 1; i <= p.Players; i++ {
		next := (seat+i-1)%p.Players + 1
		if p.Seats[next-1].Henchmen > 0 || p.Seats[next-1].Boss {
			p.at(next, "figure")
			return
		}
	}
	p.Phase, p.Turn, p.Active = "missions", nil, nil
	for _, n := range p.everybody() {
		if len(p.missions(n)) > 0 {
			p.Active = append(p.Active, n)
		}
	}
	if len(p.Active) == 0 {
		p.endRound()
	}
}

func (p *model) endRound() {
	if p.Round == 5 {
		p.Phase, p.Over, p.Active = "over", true, []int{}
		p.Result = p.result()
		return
	}
	for _, a := range p.Areas {
		a.Henchmen, a.Bosses = make([]int, p.Players), []int{}
	}
	for _, s := range p.Seats {
		s.Henchmen, s.Boss, s.Intrigue = 3, true, map[string]any{"chosen": false, "revealed": false}
	}
	for _, have := range []int{0, 1} {
		for _, d := range p.order {
			if p.Districts[d].Loot == have && p.LootSupply > 0 {
				p.Districts[d].Loot++
				p.LootSupply--
			}
		}
	}
	p.StartSeat = p.StartSeat%p.Players + 1
	p.begin()
}

func (p *model) result() any {
	type score struct{ missions, total int }
	scores := make([]score, p.Players)
	var parts []any
	for i, s := range p.Seats {
		missions, chains, symbols, trophies := 0, 0, 0, 0
		for _, round := range s.Missions {
			missions += round
		}
		count := map[string]int{}
		for _, tile := range s.Tiles {
			e, bonus, _ := strings.Cut(tile, ":")
			count[e]++
			chains += count[e] // 1, 1+2, 1+2+3, 1+2+3+4
			if bonus == "point" {
				symbols++
			}
		}
		for _, n := range s.Trophies {
			trophies += n
		}
		total := missions + chains + symbols + trophies
		scores[i] = score{missions, total}
		parts = append(parts, map[string]any{"missions": float64(missions), "chains": float64(chains), "symbols": float64(symbols), "trophies": float64(trophies), "total": float64(total)})
	}
	groups := map[score][]any{}
	for i, s := range scores {
		groups[s] = append(groups[s], float64(i+1))
	}
	var keys []score
	for s := range groups {
		keys = append(keys, s)
	}
	slices.SortFunc(keys, func(a, b score) int { return (b.total-a.total)*1000 + b.missions - a.missions })
	var ranking []any
	for _, s := range keys {
		ranking = append(ranking, groups[s])
	}
	return map[string]any{"ranking": ranking, "scores": parts}
}
