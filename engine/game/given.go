package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// ReadSetup reads what is fixed of a kind's set-up. The value of "state", which
// must be the only key, goes to position; all other keys go to part one by one,
// sorted, none of them null. Nothing is fixed by an empty text.
func ReadSetup(kind string, text json.RawMessage, position func(json.RawMessage) error, part func(key string, value json.RawMessage) error) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil || keys == nil {
		return fmt.Errorf("set-up of %s: it must be an object", kind)
	}
	if state, ok := keys["state"]; ok {
		if len(keys) > 1 {
			return fmt.Errorf(`set-up of %s: "state" must be its only key`, kind)
		}
		if err := position(state); err != nil {
			return fmt.Errorf("set-up of %s: state: %w", kind, err)
		}
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		err := errors.New("it may not be null; leave it out")
		if string(bytes.TrimSpace(keys[key])) != "null" {
			err = part(key, keys[key])
		}
		if err != nil {
			return fmt.Errorf("set-up of %s: %s: %w", kind, key, err)
		}
	}
	return nil
}

// Difference names the first place at which a given JSON text says something
// else than ours: a key or an item more or less, another value. Order of keys and
// white space say nothing; numbers are compared as they are written. Games that
// restore a position write it anew and hold what was given to that, so that
// nothing in it is passed over.
func Difference(given, ours json.RawMessage) error {
	if bytes.Equal(given, ours) {
		return nil
	}
	a, err := decode(given)
	if err != nil {
		return err
	}
	b, err := decode(ours)
	if err != nil {
		return err
	}
	return difference("", a, b)
}

func difference(at string, given, ours any) error {
	switch ours := ours.(type) {
	case map[string]any:
		object, ok := given.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: it must be an object", at)
		}
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if _, ok := ours[key]; !ok {
				return fmt.Errorf("%s/%s: this key is unknown or does not belong here", at, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(ours)) {
			value, ok := object[key]
			if !ok {
				return fmt.Errorf("%s/%s: this key is missing", at, key)
			}
			if err := difference(at+"/"+key, value, ours[key]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		array, ok := given.([]any)
		if !ok || len(array) != len(ours) {
			return fmt.Errorf("%s: it must be an array of %d", at, len(ours))
		}
		for i := range ours {
			if err := difference(fmt.Sprintf("%s/%d", at, i), array[i], ours[i]); err != nil {
				return err
			}
		}
		return nil
	}
	switch given.(type) {
	case map[string]any, []any:
		return fmt.Errorf("%s: it must be %s", at, show(ours))
	}
	if given != ours {
		return fmt.Errorf("%s: %v does not fit the rest, which gives %v", at, given, ours)
	}
	return nil
}

// CheckPlayers says for how many a game is where it is not for so many.
func CheckPlayers(kind string, players, least, most int) error {
	if players < least || players > most {
		return fmt.Errorf("%s is for %d to %d players, not for %d", kind, least, most, players)
	}
	return nil
}

// OneEdition resolves the options of a game that has no other than its one edition.
func OneEdition(kind, edition string, given Options) (Options, error) {
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if key != "edition" {
			return nil, fmt.Errorf(`%s has no option %q; it has "edition"`, kind, key)
		}
		if given[key] != edition {
			return nil, fmt.Errorf("option edition: %v is not known; it can be %q", given[key], edition)
		}
	}
	return Options{"edition": edition}, nil
}
