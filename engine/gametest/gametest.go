// Package gametest is the battery that every game passes: random whole matches in
// which each position is examined, a test that views leak nothing, the game's
// scenarios, and its goldens.
//
// A game has all of it with one test in its own package:
//
//	func TestBattery(t *testing.T) { gametest.Battery(t, patronize.Rules{}) }
//
// Beside it lie testdata/scenarios/*.json and testdata/golden/*.txt; the latter
// are written by `go test -update` and their diff is reviewed. A game whose set-up
// stands among the vectors of Format 1 is held to them with one more line:
//
//	func TestSetupVectors(t *testing.T) { gametest.SetupVectors(t, patronize.Rules{}, nil) }
package gametest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"pizzini/engine/game"
)

var count = flag.Int("matches", 3, "how many random matches to play for each number of players and option")

// Battery runs the whole battery on a game's rules.
func Battery(t *testing.T, rules game.Rules) {
	t.Run("matches", func(t *testing.T) {
		t.Parallel()
		for _, config := range Configs(t, rules) {
			t.Run(config.name, func(t *testing.T) {
				t.Parallel()
				matches(t, rules, config.Config)
			})
		}
	})
	t.Run("options", func(t *testing.T) { refusesOptions(t, rules) })
	t.Run("scenarios", func(t *testing.T) { Scenarios(t, rules) })
	t.Run("goldens", func(t *testing.T) { Goldens(t, rules) })
}

// NamedConfig is a way to set a match up.
type NamedConfig struct {
	name string // "3", "3-edition=tw": players, and the option that is not the usual one
	game.Config
}

// Configs lists every number of players with the usual options, and then with
// each other value of each option, one at a time. A value that does not go with
// a number of players (a seat that is not there) is left out.
func Configs(t testing.TB, rules game.Rules) []NamedConfig {
	t.Helper()
	info := rules.Info()
	var configs []NamedConfig
	for players := info.MinPlayers; players <= info.MaxPlayers; players++ {
		usual, err := rules.Resolve(players, nil)
		if err != nil {
			t.Fatalf("%d players with the usual options: %v", players, err)
		}
		configs = append(configs, NamedConfig{fmt.Sprint(players), game.Config{Players: players, Options: usual}})
		for _, option := range info.Options {
			for _, value := range option.Values {
				if usual[option.Key] == value {
					continue
				}
				options, err := rules.Resolve(players, game.Options{option.Key: value})
				if err != nil {
					continue
				}
				name := fmt.Sprintf("%d-%s=%v", players, option.Key, value)
				configs = append(configs, NamedConfig{name, game.Config{Players: players, Options: options}})
			}
		}
	}
	return configs
}

// refusesOptions tries options and numbers of players that the game has not.
func refusesOptions(t *testing.T, rules game.Rules) {
	info := rules.Info()
	for _, players := range []int{-1, 0, info.MinPlayers - 1, info.MaxPlayers + 1} {
		if _, err := rules.Resolve(players, nil); err == nil {
			t.Errorf("%d players were accepted", players)
		}
	}
	bad := []game.Options{{"no such option": true}}
	for _, option := range info.Options {
		for _, value := range []any{nil, "no such value", 1.5, -7777, []any{}} {
			bad = append(bad, game.Options{option.Key: value})
		}
		if option.Default == nil {
			continue
		}
		given, err := rules.Resolve(info.MaxPlayers, game.Options{option.Key: option.Default})
		if err != nil || given[option.Key] != option.Default {
			t.Errorf("option %s: its default %v was not accepted: %v %v", option.Key, option.Default, given[option.Key], err)
		}
	}
	for _, options := range bad {
		if resolved, err := rules.Resolve(info.MaxPlayers, options); err == nil {
			t.Errorf("options %v were accepted and became %v", options, resolved)
		}
	}
	usual, err := rules.Resolve(info.MaxPlayers, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := rules.Resolve(info.MaxPlayers, usual); err != nil || len(again) != len(usual) {
		t.Errorf("resolved options %v are not resolved again: %v %v", usual, again, err)
	}
	for _, option := range info.Options {
		if usual[option.Key] == nil {
			t.Errorf("option %s has no value after Resolve", option.Key)
		}
	}
}

// matches plays random matches and examines each position of them.
func matches(t *testing.T, rules game.Rules, config game.Config) {
	if testing.Short() {
		play(t, rules, config, 1)
		return
	}
	play(t, rules, config, *count)
}

func play(t reporter, rules game.Rules, config game.Config, count int) {
	secrets := &secrets{}
	for seed := range uint64(count) {
		m := &match{t: t, rules: rules, config: config, seed: seed, secrets: secrets, random: rand.New(rand.NewPCG(seed, 1))}
		m.run()
		if t.Failed() {
			return
		}
	}
	secrets.check(t)
}

// BenchmarkRandomMatches plays whole random matches with the most players.
func BenchmarkRandomMatches(b *testing.B, rules game.Rules) {
	info := rules.Info()
	options, err := rules.Resolve(info.MaxPlayers, nil)
	if err != nil {
		b.Fatal(err)
	}
	config := game.Config{Players: info.MaxPlayers, Options: options}
	moves, seed := 0, uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		seed++
		s := game.Simulation{Rules: rules, Config: config, Chance: game.Random(seed), Choose: game.Random(seed)}
		if err := s.Play(func(game.Record) error { moves++; return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
