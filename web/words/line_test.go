package words

import (
	"strings"
	"testing"

	"pizzini/engine"
	"pizzini/engine/game"
	"pizzini/events"
)

// The moves of a turn stand in one line; another turn, another seat, a choice of
// its own and what was taken back begin another.
func TestTheMovesOfATurnAreOneLine(t *testing.T) {
	t.Parallel()
	n := 0
	move := func(seat game.Seat, facts ...game.Fact) engine.Happening {
		n++
		return engine.Happening{N: n, Type: events.TypePlayed, Seat: seat, Data: &events.Played{Seat: int(seat)}, Facts: facts}
	}
	rat := func(seat, at string) game.Fact {
		return patinFact("rat", "seat", seat, "manhole", at, "rats", "1", "step", "inside")
	}
	placed := func(seat string) game.Fact { return patinFact("henchman", "seat", seat, "area", "b3") }
	dropped := move(2, rat("2", "m3"))
	dropped.Dropped = true
	hidden := move(2, patinFact("card-chosen", "seat", "2"))
	hidden.Hidden = true
	story := []engine.Happening{
		hidden,
		move(2, placed("2")), move(2, rat("2", "m10")), move(2, rat("2", "m9"), patinFact("missions", "round", "1")),
		move(2, patinFact("mission", "seat", "2", "mission", "areas", "points", "1", "number", "2")),
		move(2, placed("2")), dropped, move(2, rat("2", "m10")),
		move(1, placed("1")), move(1, rat("1", "m10")),
	}
	var lines []string
	for len(story) > 0 {
		n, told := Line(story, DiePatinEnglish{}, reader(1))
		lines = append(lines, strings.Join(told, " "))
		story = story[n:]
	}
	want := []string{
		"Bo has chosen in secret.",
		"Bo places a henchman in B3, and puts a rat at m10 and one at m9. The turns of round 1 are over.",
		"Bo scores 1 point: most areas, with 2.",
		"Bo places a henchman in B3.", "Bo puts a rat at m3.", "Bo puts a rat at m10.",
		"You place a henchman in B3 and put a rat at m10.",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the lines are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// A game whose catalogue joins nothing has a line for each event.
func TestWithoutJoiningEachEventIsALine(t *testing.T) {
	t.Parallel()
	passes := engine.Happening{Type: events.TypePlayed, Seat: 1, Data: &events.Played{Seat: 1}, Facts: []game.Fact{{Key: "passed", Args: map[string]string{"seat": "1"}}}}
	for _, c := range []Catalogue{PatronizeEnglish{}, nil} {
		if n, told := Line([]engine.Happening{passes, passes}, c, reader(2)); n != 1 || len(told) != 1 {
			t.Errorf("%d events in a line: %q", n, told)
		}
	}
}
