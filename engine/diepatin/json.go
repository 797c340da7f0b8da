package diepatin

// MarshalJSON writes the view in the form of section 6 of the page. It is written
// by hand, as a position is written for every event and for every move that a
// page tries.
func (v *View) MarshalJSON() ([]byte, error) {
	o := object{make([]byte, 0, 6000)}
	o.word("game", v.Game)
	o.word("edition", v.Edition)
	o.number("players", v.Players)
	o.number("round", v.Round)
	o.word("phase", v.Phase)
	o.numbers("active", v.Active)
	o.bool("over", v.Over)
	o.number("startSeat", v.StartSeat)
	words(&o, "removed", v.Removed)
	o.number("lootSupply", v.LootSupply)
	o.begin("districts")
	for i := range v.Districts {
		d := &v.Districts[i]
		o.begin(d.District.ID())
		o.number("loot", d.Loot)
		o.end()
	}
	o.end()
	o.begin("areas")
	for i := range v.Areas {
		v.Areas[i].write(&o)
	}
	o.end()
	o.begin("manholes")
	for i := range v.Manholes {
		m := &v.Manholes[i]
		o.begin(m.Manhole.ID())
		o.number("seat", m.Seat)
		o.number("rats", m.Rats)
		o.end()
	}
	o.end()
	if v.Turn != nil {
		o.begin("turn")
		v.Turn.write(&o)
		o.end()
	}
	o.key("seats")
	for i := range v.Seats {
		o.bytes = append(o.bytes, "[,"[min(i, 1)], '{')
		v.Seats[i].write(&o)
		o.end()
	}
	o.bytes = append(o.bytes, ']')
	if v.Result != nil {
		o.begin("result")
		v.Result.write(&o)
		o.end()
	}
	o.end()
	return o.bytes, nil
}

func (a *AreaView) write(o *object) {
	o.begin(a.Area.ID())
	o.number("owner", a.Owner)
	words(o, "tiles", a.Tiles)
	o.number("backRoom", a.BackRoom)
	o.numbers("henchmen", a.Henchmen)
	o.numbers("bosses", a.Bosses)
	o.end()
}

// write writes the keys that belong to the step.
func (t *Turn) write(o *object) {
	o.number("seat", t.Seat)
	o.word("step", t.Step.ID())
	if t.Figure != NoFigure {
		o.word("figure", t.Figure.ID())
	}
	if t.Area != NoArea {
		o.word("area", t.Area.ID())
	}
	if t.Manhole != 0 {
		o.word("manhole", t.Manhole.ID())
	}
	switch t.Step {
	case StepInside, StepBonus, StepBribe, StepReinforce:
		o.number("left", t.Left)
	case StepOutside:
		o.number("spent", t.Spent)
	}
	if t.Bonus != NoBonus {
		o.word("bonus", t.Bonus.ID())
	}
}

func (p *SeatView) write(o *object) {
	o.number("henchmen", p.Henchmen)
	o.bool("boss", p.Boss)
	o.number("rats", p.Rats)
	o.number("backRooms", p.BackRooms)
	o.number("loot", p.Loot)
	words(o, "tiles", p.Tiles)
	o.numbers("trophies", p.Trophies)
	o.begin("missions")
	for m, round := range p.Missions {
		if round != 0 {
			o.number(missionIDs[m], round)
		}
	}
	o.end()
	o.begin("intrigue")
	o.bool("chosen", p.Intrigue.Chosen)
	if p.Intrigue.Card != NoCard {
		o.word("card", p.Intrigue.Card.ID())
	}
	o.bool("revealed", p.Intrigue.Revealed)
	o.end()
}

// MarshalJSON writes the result of a match.
func (r *Outcome) MarshalJSON() ([]byte, error) {
	var o object
	r.write(&o)
	o.end()
	return o.bytes, nil
}

func (r *Outcome) write(o *object) {
	o.key("ranking")
	for i, group := range r.Ranking {
		o.bytes = append(o.bytes, "[,"[min(i, 1)])
		o.bytes = appendNumbers(o.bytes, group)
	}
	o.bytes = append(o.bytes, ']')
	o.key("scores")
	for i, s := range r.Scores {
		o.bytes = append(o.bytes, "[,"[min(i, 1)], '{')
		o.number("missions", s.Missions)
		o.number("chains", s.Chains)
		o.number("symbols", s.Symbols)
		o.number("trophies", s.Trophies)
		o.number("total", s.Total)
		o.end()
	}
	o.bytes = append(o.bytes, ']')
}

// MarshalJSON writes the areas in the order of the rules, their tiles ascending.
func (t tilesByArea) MarshalJSON() ([]byte, error) {
	var o object
	for a := O1; a <= T3; a++ {
		if list, ok := t[a]; ok {
			words(&o, a.ID(), list)
		}
	}
	o.end()
	return o.bytes, nil
}
