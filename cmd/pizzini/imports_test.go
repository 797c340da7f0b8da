package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// allowed says which packages of the house a package may import; a rule ending
// in "/*" is for all packages below. Imports run one way: what stands here
// names only packages further up.
var allowed = []struct {
	pkg  string
	from []string
}{
	{"events", nil},
	{"events/stream", []string{"events"}},
	{"events/people", []string{"events", "events/stream", "engine/clock"}},
	{"engine/game", nil},
	{"engine/clock", nil},
	{"engine/gametest", []string{"events", "engine/game"}},
	{"engine/gametest/*", []string{"engine/game"}},
	{"engine/*", []string{"engine/game"}},
	{"engine", []string{"events", "engine/*"}},
	{"projections", []string{"events", "events/*", "engine", "engine/game", "engine/clock"}},
	{"web/board", []string{"engine/*", "web/words"}},
	{"web/words", []string{"events", "engine", "engine/*"}},
	{"web/link", []string{"engine/game"}},
	{"web", []string{"events", "events/*", "engine", "engine/*", "projections", "web/*"}},
	{"mailer", []string{"events", "events/*", "engine", "engine/*", "projections", "web/board", "web/words", "web/link"}},
	{"cmd/*", []string{"events", "events/*", "engine", "engine/*", "projections", "web", "web/*", "mailer"}},
}

// pure packages use the standard library and, of the house, what allowed says;
// rules use nothing of it that has a clock, chance, files or a network.
var pure = []string{"events", "engine/game", "engine/*", "web/link"}

// unfit names parts of the standard library that rules must not use.
var unfit = []string{"time", "os", "net", "net/http", "crypto/rand", "io/ioutil", "syscall", "sync", "runtime", "log", "log/slog"}

type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

// TestImportsRunOneWay holds the directions of imports in the whole house.
func TestImportsRunOneWay(t *testing.T) {
	command := exec.Command("go", "list", "-json=ImportPath,Imports", "pizzini/...")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		name := strings.TrimPrefix(p.ImportPath, "pizzini/")
		rule, ok := ruleOf(name)
		if !ok {
			t.Errorf("package %s has no place in the house: add it to the list of allowed imports", name)
			continue
		}
		isPure := matches(pure, name) && !strings.HasPrefix(name, "engine/gametest")
		for _, imported := range p.Imports {
			if house, ok := strings.CutPrefix(imported, "pizzini/"); ok {
				if !matches(rule, house) {
					t.Errorf("%s imports %s; it may import %v", name, house, rule)
				}
				continue
			}
			if isPure && strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
				t.Errorf("%s imports %s; it may import the standard library only", name, imported)
			}
			// The reckoning of clocks knows what a moment is, and never which one is now.
			reckons := name == "engine/clock" && imported == "time"
			if isPure && strings.HasPrefix(name, "engine/") && matches(unfit, imported) && !reckons {
				t.Errorf("%s imports %s, which has no place in rules", name, imported)
			}
			if (strings.HasPrefix(name, "web/")) && (strings.HasPrefix(imported, "net/http") || strings.Contains(imported, "templ")) {
				t.Errorf("%s imports %s; it is a leaf that the mailer shares", name, imported)
			}
		}
	}
	if seen < 10 {
		t.Fatalf("only %d packages were seen", seen)
	}
}

func ruleOf(name string) ([]string, bool) {
	for _, a := range allowed {
		if matches([]string{a.pkg}, name) {
			return a.from, true
		}
	}
	return nil, false
}

func matches(rules []string, name string) bool {
	for _, r := range rules {
		if r == name {
			return true
		}
		if below, ok := strings.CutSuffix(r, "*"); ok && strings.HasPrefix(name, below) {
			return true
		}
	}
	return false
}
