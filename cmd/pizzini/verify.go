package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"pizzini/engine"
	"pizzini/events"
)

type verifyCmd struct {
	File string `arg:"" help:"An export file (JSON Lines)."`
	Head string `placeholder:"N:HASH" help:"The head that a letter named: finds an end that was cut off."`
}

func (c verifyCmd) Run(s streams) error {
	letter, err := parseHead(c.Head)
	if err != nil {
		return err
	}
	file, err := os.Open(c.File)
	if err != nil {
		return wrong("%v", err)
	}
	defer file.Close()
	export, err := events.ReadExport(file)
	if err != nil {
		return exit{1, fmt.Errorf("%s is not an export: %w", c.File, err)}
	}
	failed := false
	for _, check := range engine.Verify(export, letter) {
		fmt.Fprintln(s.out, check)
		failed = failed || check.Verdict == events.Fails
	}
	if failed {
		return exit{status: 1}
	}
	return nil
}

// parseHead reads "N:HASH"; an empty text is no head.
func parseHead(text string) (*events.Head, error) {
	if text == "" {
		return nil, nil
	}
	number, hash, ok := strings.Cut(text, ":")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || len(hash) != 64 || strings.Trim(hash, "0123456789abcdef") != "" {
		return nil, wrong("--head %q: it is written as the letter has it, number:hash, the hash with 64 hex digits", text)
	}
	return &events.Head{N: n, Hash: hash}, nil
}
