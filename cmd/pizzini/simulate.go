package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"pizzini/engine"
	"pizzini/engine/game"
)

type simulateCmd struct {
	Game    string            `arg:"" help:"The kind of game: ${kinds}."`
	Players int               `help:"Number of players; the least that the game takes where not given."`
	Seed    uint64            `default:"1" help:"Number from which all chance and all choices are made."`
	Option  map[string]string `short:"o" placeholder:"KEY=VALUE" mapsep:"none" help:"An option of the game; may be given several times."`
	Trace   bool              `help:"Print the match as a trace (JSON Lines) in place of a summary line."`
	Count   int               `help:"Play this many matches, with the seeds from --seed on: a summary line each."`
	Export  string            `placeholder:"FILE" help:"Also write the match as an export file that verifies."`
}

func (c simulateCmd) Run(s streams) error {
	switch {
	case c.Count < 0:
		return wrong("--count %d: it is the number of matches, 1 or more", c.Count)
	case c.Count > 0 && (c.Export != "" || c.Trace):
		return wrong("--count goes neither with --export nor with --trace: they are of one match")
	}
	rules, err := engine.Newest(c.Game)
	if err != nil {
		return wrong("%v", err)
	}
	options, err := parseOptions(rules.Info(), c.Option)
	if err != nil {
		return wrong("%v", err)
	}
	if c.Players == 0 {
		c.Players = rules.Info().MinPlayers
	}
	match := engine.Simulated{Kind: c.Game, Players: c.Players, Options: options, Seed: c.Seed}
	_, config, err := match.Rules()
	if err != nil {
		return wrong("%v", err)
	}
	out := bufio.NewWriter(s.out)
	defer out.Flush()
	if c.Count > 0 {
		for i := range uint64(c.Count) {
			match.Seed = c.Seed + i
			if err := summarise(out, match, match.Run); err != nil {
				return err
			}
		}
		return out.Flush()
	}
	run := match.Run
	if c.Export != "" {
		run = func(each func(game.Record) error) error {
			return writeFile(c.Export, func(w io.Writer) error { return match.Export(w, each) })
		}
	}
	if !c.Trace {
		if err := summarise(out, match, run); err != nil {
			return err
		}
		return out.Flush()
	}
	if err := run(game.Trace(out, rules.Info(), config)); err != nil {
		return err
	}
	return out.Flush()
}

func summarise(out io.Writer, match engine.Simulated, run func(func(game.Record) error) error) error {
	var last game.Record
	if err := run(func(r game.Record) error { last = r; return nil }); err != nil {
		return fmt.Errorf("seed %d: %w", match.Seed, err)
	}
	_, err := fmt.Fprintln(out, game.Summary(match.Seed, last))
	return err
}

// parseOptions reads options as typed on the command line by the kind of value
// that the game's option has. What the text is not, the game itself refuses.
func parseOptions(info game.Info, texts map[string]string) (game.Options, error) {
	options := game.Options{}
	for key, text := range texts {
		options[key] = text
		for _, o := range info.Options {
			if o.Key != key || len(o.Values) == 0 {
				continue
			}
			if _, isText := o.Values[0].(string); isText {
				continue
			}
			var value any
			decoder := json.NewDecoder(strings.NewReader(text))
			decoder.UseNumber()
			if err := decoder.Decode(&value); err != nil {
				return nil, fmt.Errorf("option %s: %q is none of %v", key, text, o.Values)
			}
			switch v := value.(type) {
			case bool:
				options[key] = v
			case json.Number:
				if n, err := v.Int64(); err == nil {
					options[key] = int(n)
				}
			}
		}
	}
	return options, nil
}
