package gametest

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"pizzini/engine/game"
)

// checkViews holds each view to the shape of the whole state and its drawing to
// the width of a letter.
func (m *match) checkViews(s game.State) {
	whole := text(m, s)
	if all := text(m, s.View(game.All)); all != whole {
		m.errorf("who sees everything sees\n%s\ninstead of\n%s", all, whole)
	}
	var document any
	if err := json.Unmarshal([]byte(whole), &document); err != nil {
		m.errorf("the state is no JSON: %v", err)
		return
	}
	viewers := append(m.viewers(), game.All)
	twice := viewers[m.random.IntN(len(viewers))]
	for _, viewer := range viewers {
		view := s.View(viewer)
		written := text(m, view)
		seen := document
		if written != whole {
			seen = nil
			if err := json.Unmarshal([]byte(written), &seen); err != nil {
				m.errorf("viewer %d's view is no JSON: %v", viewer, err)
				continue
			}
		}
		if where := surplus(seen, document, ""); where != "" {
			m.errorf("viewer %d sees at %s what is not in the whole state", viewer, where)
		}
		drawing := view.Text()
		if strings.TrimSpace(drawing) == "" {
			m.errorf("viewer %d's view has no drawing", viewer)
		}
		if again := s.View(viewer); viewer == twice && (again.Text() != drawing || text(m, again) != written) {
			m.errorf("viewer %d's view is another each time", viewer)
		}
		for line := range strings.Lines(drawing) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 78 {
				m.errorf("viewer %d's drawing has a line of more than 78 columns: %q", viewer, line)
			}
		}
	}
}

// surplus finds a place where a view says what the whole state does not: a view
// leaves keys out, or has a list's length in its place.
func surplus(view, whole any, at string) string {
	switch view := view.(type) {
	case map[string]any:
		container, ok := whole.(map[string]any)
		if !ok {
			return at
		}
		for key, value := range view {
			inner, ok := container[key]
			if !ok {
				return at + "/" + key
			}
			if where := surplus(value, inner, at+"/"+key); where != "" {
				return where
			}
		}
		return ""
	case []any:
		container, ok := whole.([]any)
		if !ok || len(view) != len(container) {
			return at
		}
		for i := range view {
			if where := surplus(view[i], container[i], fmt.Sprintf("%s/%d", at, i)); where != "" {
				return where
			}
		}
		return ""
	case float64:
		if list, ok := whole.([]any); ok && view == float64(len(list)) {
			return ""
		}
	}
	if view != whole {
		return at
	}
	return ""
}

// paths lists the JSON Pointers of all places in a decoded document.
func paths(document any, at string) []string {
	found := []string{at}
	switch document := document.(type) {
	case map[string]any:
		for key, value := range document {
			key = strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
			found = append(found, paths(value, at+"/"+key)...)
		}
	case []any:
		for i, value := range document {
			found = append(found, paths(value, fmt.Sprintf("%s/%d", at, i))...)
		}
	}
	return found
}
