package engine

import (
	"fmt"

	"pizzini/engine/derpate"
	"pizzini/engine/diepatin"
	"pizzini/engine/game"
	"pizzini/engine/patronize"
)

// all is the one list of games: every rules version that was ever played, the
// newest of a kind last. A new game adds one line.
var all = []game.Rules{
	patronize.Rules{},
	derpate.Rules{},
	diepatin.Rules{},
}

// Kinds lists the newest rules of each kind.
func Kinds() []game.Rules {
	var kinds []game.Rules
	for _, r := range all {
		if n := len(kinds); n > 0 && kinds[n-1].Info().Kind == r.Info().Kind {
			kinds[n-1] = r
			continue
		}
		kinds = append(kinds, r)
	}
	return kinds
}

// Newest gives the newest rules of a kind; the error lists the kinds there are.
func Newest(kind string) (game.Rules, error) {
	var names []string
	for _, r := range Kinds() {
		if r.Info().Kind == kind {
			return r, nil
		}
		names = append(names, r.Info().Kind)
	}
	return nil, fmt.Errorf("no game of the kind %q; there are %q", kind, names)
}

// Rules gives the rules of a kind at a version. A version that this program does
// not have is an error that says so: the match needs a newer pizzini.
func Rules(kind string, version int) (game.Rules, error) {
	for _, r := range all {
		if i := r.Info(); i.Kind == kind && i.Version == version {
			return r, nil
		}
	}
	return nil, fmt.Errorf("the rules of %q at version %d are not in this program: it needs a newer pizzini", kind, version)
}
