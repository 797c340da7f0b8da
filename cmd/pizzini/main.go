// Command pizzini hosts board games that are played by email link, and has the
// tools around a match's log: export, verify, simulate, scenario.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"pizzini/engine"
)

// version is set by the linker of a release: -ldflags "-X main.version=…".
var version = "development"

// cli is the whole command line; each command lives in a file of its own.
type cli struct {
	Serve    serveCmd    `cmd:"" default:"withargs" help:"Host games: the web server, the event store and the letters, all in this one process. This is the default command."`
	New      newCmd      `cmd:"" help:"Start a match from the shell, on the running server or, when none runs, on the data folder."`
	Export   exportCmd   `cmd:"" help:"Write a match's log as an export file."`
	Verify   verifyCmd   `cmd:"" help:"Check an export file: one line a check. Exit 0 when nothing fails, 1 when something fails, 2 for wrong use."`
	Scenario scenarioCmd `cmd:"" help:"Run scenario files of the rules. Exit 0 when all hold, 1 when something does not."`
	Simulate simulateCmd `cmd:"" help:"Play whole matches of uniformly random legal moves."`
	Check    checkCmd    `cmd:"" help:"Fold every match of the data folder with this program and compare the state digests, before it serves them."`
	Rebuild  rebuildCmd  `cmd:"" help:"Make the database of the data folder anew from the event store."`
	Restore  restoreCmd  `cmd:"" help:"Put the events back on an empty event store from the database's copy."`
	Version  versionCmd  `cmd:"" help:"Print the version of this program."`
}

// streams are where a command writes and what time it is there: the process's
// own, or a test's.
type streams struct {
	out, err io.Writer
	now      func() time.Time
}

// exit is an error with an exit status of its own; its text may be empty where
// all has been printed already.
type exit struct {
	status int
	err    error
}

func (e exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e exit) Unwrap() error { return e.err }

// wrong is wrong use of a command: exit 2.
func wrong(format string, args ...any) error { return exit{2, fmt.Errorf(format, args...)} }

func main() { os.Exit(run(os.Args[1:], streams{os.Stdout, os.Stderr, time.Now})) }

// run carries out a command line and gives the exit status: 0 done, 1 failed, 2
// wrong use.
func run(args []string, s streams) int {
	status := -1
	parser, err := kong.New(&cli{},
		kong.Name("pizzini"),
		kong.Description("Board games by email link, at your own pace."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { status = code }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kinds(),
	)
	if err != nil {
		fmt.Fprintln(s.err, "pizzini:", err)
		return 2
	}
	context, err := parser.Parse(args)
	if status >= 0 { // --help was printed
		return status
	}
	if err != nil {
		fmt.Fprintf(s.err, "pizzini: %v\nTry \"pizzini --help\", or \"pizzini COMMAND --help\".\n", err)
		return 2
	}
	err = context.Run(s)
	var e exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		if e.err != nil {
			fmt.Fprintln(s.err, "pizzini:", e.err)
		}
		return e.status
	}
	fmt.Fprintln(s.err, "pizzini:", err)
	return 1
}

// kinds names the kinds of games in the help.
func kinds() kong.Vars {
	var list []string
	for _, rules := range engine.Kinds() {
		list = append(list, rules.Info().Kind)
	}
	last := len(list) - 1
	return kong.Vars{"kinds": strings.Join(list[:last], ", ") + " or " + list[last]}
}

type versionCmd struct{}

func (versionCmd) Run(s streams) error {
	_, err := fmt.Fprintln(s.out, "pizzini", version)
	return err
}
