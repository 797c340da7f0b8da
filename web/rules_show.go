package web

import (
	"net/http"

	"pizzini/engine"
	"pizzini/engine/game"
)

// kinds lists the games that have pages.
func kinds() []game.Info {
	var list []game.Info
	for _, r := range engine.Kinds() {
		if info := r.Info(); games[info.Kind].Rules != nil {
			list = append(list, info)
		}
	}
	return list
}

// listRules lists the games.
func (s *server) listRules(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, rulesListPage(kinds()))
}

// showRules is a game's rules.
func (s *server) showRules(w http.ResponseWriter, r *http.Request) error {
	for _, info := range kinds() {
		if info.Kind == r.PathValue("kind") {
			return s.render(w, r, http.StatusOK, rulesPage(info, games[info.Kind].Rules()))
		}
	}
	return nothingHere
}
