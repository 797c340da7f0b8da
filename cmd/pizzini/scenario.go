package main

import (
	"fmt"
	"os"

	"pizzini/engine"
	"pizzini/engine/game"
)

type scenarioCmd struct {
	Files []string `arg:"" name:"file" help:"Scenario files (JSON)."`
}

func (c scenarioCmd) Run(s streams) error {
	failed := false
	for _, file := range c.Files {
		data, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintln(s.out, err)
			failed = true
			continue
		}
		failures := game.RunScenario(file, data, func(kind string) (game.Rules, bool) {
			rules, err := engine.Newest(kind)
			return rules, err == nil
		})
		for _, f := range failures {
			fmt.Fprintln(s.out, f)
		}
		failed = failed || len(failures) > 0
	}
	if failed {
		return exit{status: 1}
	}
	return nil
}
