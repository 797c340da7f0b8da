package diepatin

import (
	"math/bits"
	"slices"
	"strconv"
)

// District is one of the seven districts of three areas each. (A signed byte, as
// are all ids: encoding/json would read a text as a list of unsigned ones.)
type District int8

// The districts in the order of the rules: loot is filled up in this order, and
// the first ones stay unused with fewer players.
const (
	Orange District = iota
	Gray
	Blue
	Yellow
	Red
	Purple
	Turquoise
)

// Area is one of the 21 areas, by districts; 0 is no area.
type Area int8

// The areas in the order of the rules.
const (
	NoArea Area = iota
	O1
	O2
	O3
	G1
	G2
	G3
	B1
	B2
	B3
	Y1
	Y2
	Y3
	R1
	R2
	R3
	P1
	P2
	P3
	T1
	T2
	T3
)

// Manhole is one of the 30 manholes, by its number; 0 is no manhole.
type Manhole int8

const (
	districts   = 7
	areas       = 21
	manholes    = 30
	lootMarkers = 40 // in all
	lootFull    = 2  // in a district that is filled up
	// ViewBox is the square in which the coordinates lie, y downwards.
	ViewBox = "0 0 1000 1000"
)

// Point is a place on the drawn board.
type Point struct{ X, Y int }

type districtCard struct{ id, name, fill string }

var districtCards = [districts]districtCard{
	Orange:    {"orange", "Orange", "#e8a050"},
	Gray:      {"gray", "Gray", "#9a9a9a"},
	Blue:      {"blue", "Blue", "#5f8fd0"},
	Yellow:    {"yellow", "Yellow", "#e6d860"},
	Red:       {"red", "Red", "#d06060"},
	Purple:    {"purple", "Purple", "#a070c0"},
	Turquoise: {"turquoise", "Turquoise", "#60c0b0"},
}

type areaCard struct {
	district District
	manholes [4]Manhole // clockwise as drawn
	centre   Point
	starts   []int // the numbers of players with which it is a start area
}

// areaCards is the page's table of section 2, with the centres for labels.
var areaCards = [areas + 1]areaCard{
	O1: {Orange, [4]Manhole{21, 22, 25, 27}, Point{258, 718}, []int{5}},
	O2: {Orange, [4]Manhole{25, 23, 28, 30}, Point{542, 797}, nil},
	O3: {Orange, [4]Manhole{27, 25, 30, 29}, Point{357, 854}, nil},
	G1: {Gray, [4]Manhole{6, 2, 9, 8}, Point{153, 216}, nil},
	G2: {Gray, [4]Manhole{8, 9, 16, 15}, Point{180, 388}, []int{4, 5}},
	G3: {Gray, [4]Manhole{15, 16, 22, 21}, Point{193, 563}, nil},
	B1: {Blue, [4]Manhole{2, 3, 10, 9}, Point{326, 190}, nil},
	B2: {Blue, [4]Manhole{3, 1, 7, 10}, Point{511, 142}, []int{3, 4, 5}},
	B3: {Blue, [4]Manhole{9, 10, 13, 16}, Point{348, 358}, nil},
	Y1: {Yellow, [4]Manhole{1, 4, 11, 7}, Point{688, 152}, nil},
	Y2: {Yellow, [4]Manhole{4, 5, 12, 11}, Point{854, 208}, nil},
	Y3: {Yellow, [4]Manhole{11, 12, 19, 18}, Point{836, 396}, []int{3, 4, 5}},
	R1: {Red, [4]Manhole{17, 18, 24, 23}, Point{672, 581}, nil},
	R2: {Red, [4]Manhole{18, 19, 26, 24}, Point{827, 584}, nil},
	R3: {Red, [4]Manhole{23, 24, 26, 28}, Point{726, 725}, []int{5}},
	P1: {Purple, [4]Manhole{16, 13, 17, 20}, Point{427, 494}, nil},
	P2: {Purple, [4]Manhole{16, 20, 25, 22}, Point{347, 608}, []int{2}},
	P3: {Purple, [4]Manhole{20, 17, 23, 25}, Point{509, 637}, []int{3, 4}},
	T1: {Turquoise, [4]Manhole{10, 7, 11, 14}, Point{598, 270}, []int{2}},
	T2: {Turquoise, [4]Manhole{10, 14, 17, 13}, Point{506, 381}, nil},
	T3: {Turquoise, [4]Manhole{14, 11, 18, 17}, Point{667, 407}, nil},
}

var manholePoints = [manholes + 1]Point{
	1: {609, 45}, 2: {228, 122}, 3: {393, 83}, 4: {789, 101}, 5: {955, 130},
	6: {57, 146}, 7: {607, 179}, 8: {80, 303}, 9: {247, 293}, 10: {435, 263},
	11: {749, 285}, 12: {925, 317}, 13: {423, 394}, 14: {600, 355}, 15: {104, 473},
	16: {288, 481}, 17: {567, 513}, 18: {751, 474}, 19: {921, 508}, 20: {429, 587},
	21: {134, 674}, 22: {246, 623}, 23: {616, 708}, 24: {754, 630}, 25: {424, 740},
	26: {882, 725}, 27: {227, 836}, 28: {653, 836}, 29: {302, 937}, 30: {476, 903},
}

// areaSet and manholeSet hold places: bit a is area a, bit m manhole m.
type (
	areaSet    uint32
	manholeSet uint32
)

func (s areaSet) has(a Area) bool { return s&(1<<a) != 0 }
func (s *areaSet) add(a Area)     { *s |= 1 << a }
func (s *areaSet) remove(a Area)  { *s &^= 1 << a }
func (s areaSet) count() int      { return bits.OnesCount32(uint32(s)) }

// list gives the areas in the order of the rules.
func (s areaSet) list() []Area {
	list := make([]Area, 0, s.count())
	for ; s != 0; s &= s - 1 {
		list = append(list, Area(bits.TrailingZeros32(uint32(s))))
	}
	return list
}

func (s manholeSet) has(m Manhole) bool { return s&(1<<m) != 0 }
func (s *manholeSet) add(m Manhole)     { *s |= 1 << m }
func (s manholeSet) count() int         { return bits.OnesCount32(uint32(s)) }

// list gives the manholes by number.
func (s manholeSet) list() []Manhole {
	list := make([]Manhole, 0, s.count())
	for ; s != 0; s &= s - 1 {
		list = append(list, Manhole(bits.TrailingZeros32(uint32(s))))
	}
	return list
}

// board is the part of the board that is in use with a number of players.
type board struct {
	firstDistrict District // those before it are unused
	areas, starts areaSet
	manholes      manholeSet
	removed       int // enterprises
}

// boards is the last table of section 2, by the number of players.
var boards = [maxSeats + 1]board{
	2: {firstDistrict: Red, removed: 5},
	3: {firstDistrict: Blue, removed: 3},
	4: {firstDistrict: Gray, removed: 1},
	5: {firstDistrict: Orange, removed: 0},
}

// What follows from the tables above, in the order of the texts where legal
// lists are put together from it.
var (
	manholesOf     [areas + 1]manholeSet
	adjacentTo     [areas + 1]areaSet
	areasAround    [manholes + 1]areaSet
	areasByText    []Area
	manholesByText []Manhole
	aroundByText   [areas + 1][4]Manhole
)

func init() {
	for a := O1; a <= T3; a++ {
		for _, m := range areaCards[a].manholes {
			manholesOf[a].add(m)
			areasAround[m].add(a)
		}
		areasByText = append(areasByText, a)
		around := areaCards[a].manholes
		slices.SortFunc(around[:], func(a, b Manhole) int { return compare(a.ID(), b.ID()) })
		aroundByText[a] = around
	}
	// Two areas are adjacent when they share two manholes (section 2, R17).
	for a := O1; a <= T3; a++ {
		for b := O1; b <= T3; b++ {
			if a != b && (manholesOf[a]&manholesOf[b]).count() == 2 {
				adjacentTo[a].add(b)
			}
		}
	}
	slices.SortFunc(areasByText, func(a, b Area) int { return compare(a.ID(), b.ID()) })
	for m := Manhole(1); m <= manholes; m++ {
		manholesByText = append(manholesByText, m)
	}
	slices.SortFunc(manholesByText, func(a, b Manhole) int { return compare(a.ID(), b.ID()) })
	for players := minSeats; players <= maxSeats; players++ {
		b := &boards[players]
		for a := O1; a <= T3; a++ {
			if a.District() < b.firstDistrict {
				continue
			}
			b.areas.add(a)
			b.manholes |= manholesOf[a]
			if slices.Contains(areaCards[a].starts, players) {
				b.starts.add(a)
			}
		}
	}
}

// ID is the district as it stands in JSON.
func (d District) ID() string { return districtCards[d].id }

// Name is the district's name for people.
func (d District) Name() string { return districtCards[d].name }

// Fill is the colour in which the district's areas are drawn: "#e8a050".
func (d District) Fill() string { return districtCards[d].fill }

// Areas lists the three areas of the district.
func (d District) Areas() [3]Area {
	first := O1 + Area(d)*3
	return [3]Area{first, first + 1, first + 2}
}

// ID is the area as it stands in moves and in JSON; "" for none.
func (a Area) ID() string { return areaIDs[a] }

var areaIDs = [areas + 1]string{
	"", "o1", "o2", "o3", "g1", "g2", "g3", "b1", "b2", "b3", "y1", "y2", "y3",
	"r1", "r2", "r3", "p1", "p2", "p3", "t1", "t2", "t3",
}

// District is the district that the area belongs to.
func (a Area) District() District { return areaCards[a].district }

// Manholes lists the area's four manholes, clockwise as drawn: its outline.
func (a Area) Manholes() [4]Manhole { return areaCards[a].manholes }

// Centre is the place for the area's label and figures.
func (a Area) Centre() Point { return areaCards[a].centre }

// Adjacent lists the areas that share two manholes with this one, on the whole
// board; those of unused districts are among them.
func (a Area) Adjacent() []Area { return adjacentTo[a].list() }

// IsStart says whether it is a start area with so many players.
func (a Area) IsStart(players int) bool { return boards[players].starts.has(a) }

// UnmarshalText reads an id.
func (a *Area) UnmarshalText(text []byte) error {
	return readID(a, areaIDs[:], text, "area")
}

// MarshalText writes the id.
func (a Area) MarshalText() ([]byte, error) { return []byte(a.ID()), nil }

// ID is the manhole as it stands in moves and in JSON: "m7"; "" for none.
func (m Manhole) ID() string { return manholeIDs[m] }

// manholeIDs is made before anything is sorted by it.
var manholeIDs = func() (ids [manholes + 1]string) {
	for m := 1; m <= manholes; m++ {
		ids[m] = "m" + strconv.Itoa(m)
	}
	return ids
}()

// At is where the manhole is drawn.
func (m Manhole) At() Point { return manholePoints[m] }

// Areas lists the areas around the manhole, on the whole board.
func (m Manhole) Areas() []Area { return areasAround[m].list() }

// UnmarshalText reads an id.
func (m *Manhole) UnmarshalText(text []byte) error {
	return readID(m, manholeIDs[:], text, "manhole")
}

// MarshalText writes the id.
func (m Manhole) MarshalText() ([]byte, error) { return []byte(m.ID()), nil }

// Districts lists the districts in use with so many players.
func Districts(players int) []District {
	var list []District
	for d := boards[players].firstDistrict; d <= Turquoise; d++ {
		list = append(list, d)
	}
	return list
}

// Areas lists the areas in use with so many players.
func Areas(players int) []Area { return boards[players].areas.list() }

// Manholes lists the manholes in use with so many players: those that an area in
// use touches.
func Manholes(players int) []Manhole { return boards[players].manholes.list() }

// Edge is where two adjacent areas meet: a line between two manholes.
type Edge struct {
	A, B     Area // A before B
	From, To Manhole
}

// Edges lists where two areas in use meet, with so many players.
func Edges(players int) []Edge {
	var list []Edge
	for _, a := range Areas(players) {
		for _, b := range (adjacentTo[a] & boards[players].areas).list() {
			if a < b {
				shared := (manholesOf[a] & manholesOf[b]).list()
				list = append(list, Edge{A: a, B: b, From: shared[0], To: shared[1]})
			}
		}
	}
	return list
}

// lootAtStart is the general supply when the districts in use are filled.
func lootAtStart(players int) int {
	return lootMarkers - lootFull*len(Districts(players))
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
