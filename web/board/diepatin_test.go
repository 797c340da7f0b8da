package board

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pizzini/engine/diepatin"
	"pizzini/engine/game"
	"pizzini/web/words"
)

var cityNames = words.Reader{Viewer: 1, Name: func(s game.Seat) string { return []string{"", "Anna", "<Bo>", "Chiara", "Dino", "Elio"}[s] }}

// cities hands out positions of a random match of every number of players.
func cities(t *testing.T, visit func(*diepatin.View)) {
	t.Helper()
	for players := 2; players <= 5; players++ {
		random := rand.New(rand.NewPCG(uint64(players), 3))
		state, _, err := diepatin.Rules{}.Start(game.Config{Players: players}, game.Drawing(random.Uint64N))
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; len(state.Active()) > 0; n++ {
			if n%10 == 0 {
				visit(state.View(game.Spectator).(*diepatin.View))
			}
			seat := state.Active()[0]
			legal := state.Legal(seat)
			if state, err = game.Play(state, seat, legal[random.IntN(len(legal))], game.Drawing(random.Uint64N)); err != nil {
				t.Fatal(err)
			}
		}
		visit(state.View(game.Spectator).(*diepatin.View))
	}
}

// Each place of the map says what it holds, and is a link where a move touches it.
func TestEveryPlaceOfTheCityHasAText(t *testing.T) {
	t.Parallel()
	cities(t, func(v *diepatin.View) {
		links := map[string]string{}
		places := 0
		for _, a := range v.Areas {
			links["area:"+a.Area.ID()] = "/area"
			for _, tile := range a.Tiles {
				links["tile:"+tile.ID()] = "/tile"
			}
			places += 1 + len(a.Tiles)
		}
		for _, m := range v.Manholes {
			links["manhole:"+m.Manhole.ID()] = "/manhole"
		}
		for _, d := range v.Districts {
			links["district:"+d.District.ID()] = "/district"
		}
		places += len(v.Manholes) + len(v.Districts)
		elements := map[string]int{}
		svg := DiePatin(v, words.DiePatinEnglish{}, cityNames).SVG(Picture{Alt: "city", Links: links})
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if start, ok := token.(xml.StartElement); ok {
				elements[start.Name.Local]++
			}
		}
		if elements["title"] != places || elements["a"] != places || elements["Bo"] > 0 {
			t.Fatalf("%d players, round %d: %d places have %d texts and %d links", v.Players, v.Round, places, elements["title"], elements["a"])
		}
		if plain := DiePatin(v, words.DiePatinEnglish{}, cityNames).SVG(Picture{}); strings.Count(plain, "<title>") != places || strings.Contains(plain, "<a ") {
			t.Fatal("without moves the places have no texts or are links")
		}
	})
}

// box is where something lies.
type box struct {
	what       string
	x, y, w, h float64
}

// At the beginning, when most tiles lie there, nothing covers a tile, a name, a
// manhole or loot.
func TestNothingInTheCityCoversAnother(t *testing.T) {
	t.Parallel()
	for players := 2; players <= 5; players++ {
		for seed := range uint64(20) {
			state, _, err := diepatin.Rules{}.Start(game.Config{Players: players}, game.Drawing(rand.New(rand.NewPCG(seed, 9)).Uint64N))
			if err != nil {
				t.Fatal(err)
			}
			scene := DiePatin(state.View(game.Spectator).(*diepatin.View), words.DiePatinEnglish{}, cityNames)
			var boxes []box
			for _, shape := range scene.Shapes {
				g, ok := shape.(Group)
				if !ok {
					continue
				}
				for _, in := range g.Shapes {
					switch s := in.(type) {
					case Rect:
						boxes = append(boxes, box{g.Spot, s.X, s.Y, s.W, s.H})
					case Circle:
						if strings.HasPrefix(g.Spot, "manhole:") {
							boxes = append(boxes, box{g.Spot, s.X - s.R*.8, s.Y - s.R*.8, s.R * 1.6, s.R * 1.6})
						}
					}
				}
			}
			for i, a := range boxes {
				if a.x < 0 || a.y < 0 || a.x+a.w > scene.Width || a.y+a.h > scene.Height {
					t.Errorf("%d players: %s leaves the map", players, a.what)
				}
				for _, b := range boxes[:i] {
					if a.what != b.what && a.x < b.x+b.w-1 && b.x < a.x+a.w-1 && a.y < b.y+b.h-1 && b.y < a.y+a.h-1 {
						t.Errorf("%d players, deal %d: %s covers %s", players, seed, a.what, b.what)
					}
				}
			}
		}
	}
}

func TestHatchingStaysInside(t *testing.T) {
	t.Parallel()
	corners := []Point{{10, 20}, {130, 5}, {150, 90}, {30, 120}}
	for d, normals := range hatching {
		for _, normal := range normals {
			if long := math.Hypot(normal.X, normal.Y); math.Abs(long-1) > .001 {
				t.Errorf("%s: a direction is %.3f long", d.Name(), long)
			}
			lines := hatch(corners, normal, 9)
			if len(lines) < 10 {
				t.Errorf("%s: %d ends of lines", d.Name(), len(lines))
			}
			for _, s := range lines {
				p := s.Points[0]
				for i, a := range corners {
					b := corners[(i+1)%len(corners)]
					if (b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X) < -1e-6 {
						t.Errorf("%s: a line ends outside, at %v", d.Name(), p)
					}
				}
			}
		}
	}
}

// Colour never speaks alone: seats differ in shape, districts in their lines.
func TestSeatsAndDistrictsDifferWithoutColour(t *testing.T) {
	t.Parallel()
	shapes, grounds := map[string]bool{}, map[string]bool{}
	plain := func(s Scene) string {
		var b strings.Builder
		w := &svgWriter{}
		w.shapes(s.Shapes)
		for part := range strings.SplitSeq(w.text.String(), `" `) {
			if !strings.HasPrefix(part, "class=") && !strings.HasPrefix(part, "fill=") {
				b.WriteString(part)
			}
		}
		return b.String()
	}
	for seat := 1; seat <= 5; seat++ {
		shapes[plain(SeatMark(seat))] = true
	}
	for _, d := range diepatin.Districts(5) {
		grounds[plain(DistrictMark(d))] = true
	}
	if len(shapes) != 5 || len(grounds) != 7 {
		t.Errorf("%d shapes of seats, %d hatchings", len(shapes), len(grounds))
	}
}
