package board

import (
	"strconv"

	"pizzini/engine/derpate"
	"pizzini/web/words"
)

// The tracks: Reputation and Influence with their thirteen spaces and tiles, then
// Income and Favors with five.
const (
	longWide  = tableWidth / 13.0
	longHigh  = 42
	shortWide = tableWidth / 5.0
	shortHigh = 46
	headHigh  = 24
	tileHigh  = 16 // the names of the tiles, below their spaces
	trackGap  = 14
)

// DerPateTracks draws the four tracks with the families' markers and the event
// markers beside the tracks that they can make the K.O. track.
func DerPateTracks(v *derpate.View, w words.DerPateEnglish) Scene {
	scene := Scene{Width: tableWidth}
	y := 0.0
	for _, t := range derpate.Tracks() {
		shapes, high := track(v, w, t, y)
		scene.add(Group{Spot: "track:" + t.ID(), Shapes: shapes})
		y += high + trackGap
	}
	scene.Height = y - trackGap
	return scene
}

// track draws one track from y on and gives its height.
func track(v *derpate.View, w words.DerPateEnglish, t derpate.Track, y float64) ([]Shape, float64) {
	long := t == derpate.Reputation || t == derpate.Influence
	wide, high := shortWide, float64(shortHigh)
	if long {
		wide, high = longWide, longHigh
	}
	ko := v.KOTrack == t
	// The ground comes first: where the track is a link, it shows that.
	ground := Style{Fill: Table}
	if ko {
		ground = Style{Fill: Tint, Stroke: Strong, Width: 2.5}
	}
	shapes := []Shape{
		Rect{X: 1, Y: y + headHigh - 2, W: tableWidth - 2, H: high + 4, R: 6, Style: ground},
		Text{X: 2, Y: y + 15, Size: 15, Text: t.Name(), Fill: Ink, Bold: true, Serif: true},
	}
	if long {
		shapes = append(shapes, eventTrack(v, t, ko, y)...)
	}
	for space := range t.End() + 1 {
		x := float64(space) * wide
		edge := Style{Fill: Paper, Stroke: Line, Width: 1}
		tile, has := derpate.TileAt(t, space)
		if has {
			edge = Style{Fill: Paper, Stroke: Ink, Width: 1.5}
		}
		if space == t.End() && ko {
			edge = Style{Fill: Paper, Stroke: Strong, Width: 3}
		}
		shapes = append(shapes, Rect{X: x + 2, Y: y + headHigh + 1, W: wide - 4, H: high - 2, R: 4, Style: edge})
		label := strconv.Itoa(space)
		if !long {
			label = w.TrackSpace(t, space)
		}
		shapes = append(shapes, Text{X: x + wide/2, Y: y + headHigh + 12, Size: narrow(label, 11, wide-8, false), Text: label, Fill: Faint, Anchor: Middle})
		shapes = append(shapes, standing(v, t, space, x+wide/2, y+headHigh+high, wide)...)
		if has {
			anchor, at := Middle, x+wide/2
			if space == t.End() {
				anchor, at = End, x+wide-2
			}
			shapes = append(shapes, Text{X: at, Y: y + headHigh + high + 13, Size: 11.5, Text: tile.Name(), Fill: Ink, Anchor: anchor})
		}
	}
	if long {
		high += tileHigh
	}
	return shapes, headHigh + high
}

// standing draws the markers on a space, in one row where there is room.
func standing(v *derpate.View, t derpate.Track, space int, x, bottom, wide float64) []Shape {
	var here []int
	for i := range v.Seats {
		if v.Seats[i].At(t) == space {
			here = append(here, v.Seats[i].Seat)
		}
	}
	size, columns := 17.0, 4
	if wide < 60 {
		columns = 1
		if len(here) > 1 {
			size, columns = 12.5, 2
		}
	}
	var shapes []Shape
	for i, seat := range here {
		inRow := min(columns, len(here)-i/columns*columns)
		rows := (len(here) + columns - 1) / columns
		dx := (float64(i%columns) - float64(inRow-1)/2) * (size + .5)
		dy := float64(i/columns-rows+1) * (size + .2)
		if rows == 1 {
			dy -= 3
		}
		shapes = append(shapes, familyMark(seat, x+dx, bottom-size/2-1+dy, size)...)
	}
	return shapes
}

// eventTrack draws the event marker that goes with a track: gray with Reputation,
// red with Influence. On its last space it makes the track the K.O. track.
func eventTrack(v *derpate.View, t derpate.Track, ko bool, y float64) []Shape {
	colour, at := derpate.Gray, v.EventTrack.Gray
	if t == derpate.Influence {
		colour, at = derpate.Red, v.EventTrack.Red
	}
	paints := dicePaints[colour]
	var shapes []Shape
	const step = 22
	left := float64(tableWidth) - 5*step - 14
	label := colour.ID() + " events"
	if ko {
		label = ""
		wide := width("K.O. track", 12) + 18
		shapes = append(shapes,
			Rect{X: left - wide - 6, Y: y, W: wide, H: 19, R: 9.5, Style: Style{Fill: Strong}},
			Text{X: left - wide/2 - 6, Y: y + 13.8, Size: 12, Text: "K.O. track", Fill: OnStrong, Anchor: Middle, Bold: true})
	}
	shapes = append(shapes, Text{X: left - 6, Y: y + 14, Size: 11.5, Text: label, Fill: Faint, Anchor: End})
	for i := range 5 {
		x := left + float64(i)*step
		text, wide := strconv.Itoa(i), 19.0
		if i == 4 {
			text, wide = "K.O.", 33
		}
		edge, ink := Style{Fill: Paper, Stroke: Line, Width: 1}, Faint
		if i == at && v.Round > 0 {
			edge, ink = Style{Fill: paints[0], Stroke: Ink, Width: 2}, paints[2]
		}
		shapes = append(shapes,
			Rect{X: x, Y: y + .5, W: wide, H: 18, R: 5, Style: edge},
			Text{X: x + wide/2, Y: y + 13.8, Size: 11.5, Text: text, Fill: ink, Anchor: Middle, Bold: i == at})
	}
	return shapes
}
