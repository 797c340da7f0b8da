// Package words holds the sentences of the games: one catalogue for each game and
// language, used by pages, letters, the log, the texts of pictures and the lines
// that say what a choice would do. It knows keys and ids; names of seats come
// from the caller and are plain text, as people typed them.
//
// Another language is another file beside patronize_en.go and a line in
// catalogues.
package words

import (
	"cmp"
	"slices"

	"pizzini/engine"
	"pizzini/engine/game"
)

// Reader is whom the words are for: the viewer is spoken to as "you".
type Reader struct {
	Viewer game.Seat
	Name   func(game.Seat) string
	Zone   string // in which moments are told, as "Europe/Rome"; empty = UTC
}

// Catalogue is the words of one game in one language.
type Catalogue interface {
	// Fact is what happened, as a sentence of the log.
	Fact(game.Fact, Reader) string
	// Choice names a move, short, in the imperative: "Take the Painter from Anna".
	Choice(game.Label, Reader) string
	// Consequence says what a move would do, from what is printed on its card and
	// the facts of a try. Empty where the choice says it all.
	Consequence(game.Label, []game.Fact, Reader) string
	// Opening ends the consequence of a move that opens something: "… then the
	// next Fame card is turned up". It gets the move and the places that the game
	// revealed, of which there are none where dice are thrown.
	Opening(move game.Label, reveals []string) string
	// Group is the heading over moves that a page shows together; may be empty.
	Group(key string) string
	// Asked is what is asked now, of the reader or of somebody else.
	Asked(game.View, Reader) Asked
	// Hand is what the reader alone holds, as a short table for a letter.
	Hand(game.View, Reader) Grid
	// Position is the whole table in words, for whoever does not see the picture.
	Position(game.View, Reader) string
}

// Joiner is a catalogue that tells what several moves did in fewer sentences than
// there are facts, as a game needs whose turn is many small moves.
type Joiner interface {
	// Facts tells the facts of moves that followed each other, one list for each
	// move. What belongs together is one text.
	Facts(moves [][]game.Fact, r Reader) []string
}

// Ranker is a catalogue that lists moves in another order than that of their texts.
type Ranker interface {
	// Rank is a move's place: lower ones come first, equal ones by their texts.
	Rank(game.Label) int
}

// InOrder are choices as a page and a letter list them: what the turn is about, then
// what may be done besides, and what ends it last.
func InOrder(choices []engine.Choice, c Catalogue) []engine.Choice {
	ranker, ok := c.(Ranker)
	if !ok {
		return choices
	}
	return slices.SortedStableFunc(slices.Values(choices), func(a, b engine.Choice) int {
		return cmp.Compare(ranker.Rank(a.Label), ranker.Rank(b.Label))
	})
}

// Asked is what is asked now: a few words, and a sentence or two more.
type Asked struct {
	Title string // "Your turn", "Waiting for Anna"
	Text  string // "Choose a character to play, or pass."
	Mine  bool   // it is asked of the reader
}

// Grid is a small table of texts. One without rows has nothing to show.
type Grid struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// catalogues lists the words there are, by game kind and language.
var catalogues = map[string]map[string]Catalogue{
	"patronize": {"en": PatronizeEnglish{}},
	"der-pate":  {"en": DerPateEnglish{}},
	"die-patin": {"en": DiePatinEnglish{}},
}

// For gives the words of a game in a language, in English where that language
// has none; false where the game has no words at all.
func For(kind, lang string) (Catalogue, bool) {
	if c, ok := catalogues[kind][lang]; ok {
		return c, true
	}
	c, ok := catalogues[kind]["en"]
	return c, ok
}
