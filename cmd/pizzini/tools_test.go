package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pizzini/engine"
)

// command runs a command line and gives its exit status and what it printed.
func command(args ...string) (status int, out, errors string) {
	var stdout, stderr bytes.Buffer
	status = run(args, streams{&stdout, &stderr, time.Now})
	return status, stdout.String(), stderr.String()
}

func TestScenarioCommand(t *testing.T) {
	t.Parallel()
	samples, err := filepath.Glob("../../engine/patronize/testdata/scenarios/*.json")
	if err != nil || len(samples) < 8 {
		t.Fatalf("%d scenarios, %v", len(samples), err)
	}
	if status, out, stderr := command(append([]string{"scenario"}, samples...)...); status != 0 || out != "" || stderr != "" {
		t.Errorf("status %d\n%s%s", status, out, stderr)
	}
	data, err := os.ReadFile(samples[0])
	if err != nil {
		t.Fatal(err)
	}
	var scenario map[string]any
	if err := json.Unmarshal(data, &scenario); err != nil {
		t.Fatal(err)
	}
	scenario["steps"] = []any{map[string]any{"expect": map[string]any{"/round": 9}}}
	if data, err = json.Marshal(scenario); err != nil {
		t.Fatal(err)
	}
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	if err := os.WriteFile(wrong, data, 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, _ := command("scenario", samples[1], wrong, filepath.Join(t.TempDir(), "none.json"))
	if status != 1 || !strings.Contains(out, "wrong.json: step 1:") || !strings.Contains(out, "none.json") {
		t.Errorf("status %d\n%s", status, out)
	}
}

func TestSimulateAndVerifyCommands(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "match.jsonl")
	status, trace, stderr := command("simulate", "patronize", "--players", "4", "--seed", "7", "--trace", "--export", file)
	if status != 0 || stderr != "" {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if _, again, _ := command("simulate", "patronize", "--players", "4", "--seed", "7", "--trace"); again != trace {
		t.Error("the same seed gives another trace")
	}
	lines := strings.Split(strings.TrimSuffix(trace, "\n"), "\n")
	var first, last map[string]any
	for i, into := range map[int]*map[string]any{0: &first, len(lines) - 1: &last} {
		if err := json.Unmarshal([]byte(lines[i]), into); err != nil {
			t.Fatal(err)
		}
	}
	if first["game"] != "patronize" || first["players"] != 4.0 || first["setup"] == nil || first["state"] == nil {
		t.Errorf("first line %s", lines[0])
	}
	if last["n"] != float64(len(lines)-1) || last["legal"] == nil || last["state"].(map[string]any)["over"] != true {
		t.Errorf("last line %s", lines[len(lines)-1])
	}
	status, out, _ := command("verify", file)
	if status != 0 || strings.Count(out, ": holds\n") != 14 || strings.Count(out, "\n") != 14 {
		t.Errorf("status %d\n%s", status, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	exported := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	var head struct {
		Head int
		Hash string
	}
	if err := json.Unmarshal([]byte(exported[len(exported)-1]), &head); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := command("verify", file, "--head", "3:"+head.Hash); status != 1 || !strings.Contains(out, "letter: fails") {
		t.Errorf("a wrong head of a letter: status %d\n%s", status, out)
	}
	forged := strings.Replace(string(data), `"move":"pass"`, `"move":"pazz"`, 1)
	if forged == string(data) {
		t.Fatal("the match has no pass to forge")
	}
	if err := os.WriteFile(file, []byte(forged), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := command("verify", file); status != 1 || !strings.Contains(out, "fails at event") {
		t.Errorf("a forged move: status %d\n%s", status, out)
	}
	status, out, _ = command("simulate", "patronize", "--count", "3", "--seed", "5")
	if status != 0 || strings.Count(out, "\n") != 3 || !strings.Contains(out, "seed 7:") {
		t.Errorf("status %d\n%s", status, out)
	}
}

func TestWrongUseIsExitTwo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"frob"}, {"verify"}, {"verify", "no-such-file"}, {"verify", os.DevNull, "--head", "4"},
		{"simulate", "chess"}, {"simulate", "patronize", "--players", "2"}, {"simulate", "patronize", "--count", "-1"},
		{"simulate", "patronize", "--count", "2", "--trace"}, {"simulate", "patronize", "--option", "edition=gold"},
		{"simulate", "patronize", "--option", "speed=1"}, {"serve", "--smtp", "smtp://localhost"}, {"new", "patronize"},
		{"export", "x", "--all", "--as", "2"}, {"serve", "--url", "ftp://x", "--data", t.TempDir(), "--listen", "127.0.0.1:0"},
		{"serve", "--letter-delay=-5s", "--listen", "127.0.0.1:0"}, {"serve", "--from", "nobody", "--listen", "127.0.0.1:0"},
	} {
		status, out, stderr := command(args...)
		if status != 2 || !strings.HasPrefix(stderr, "pizzini: ") || out != "" && !strings.Contains(out, "Usage") {
			t.Errorf("%q: status %d\n%s%s", args, status, out, stderr)
		}
	}
}

func TestHelpOfEachCommandSuffices(t *testing.T) {
	t.Parallel()
	for name, wanted := range map[string]string{
		"": "verify", "serve": "PIZZINI_LISTEN", "new": "--seat", "export": "--as", "verify": "--head", "scenario": "JSON",
		"simulate": "--trace", "check": "--data", "rebuild": "--discard-copy", "restore": "--from-copy", "version": "version",
	} {
		args := []string{name, "--help"}
		if name == "" {
			args = args[1:]
		}
		if status, out, _ := command(args...); status != 0 || !strings.Contains(out, wanted) {
			t.Errorf("%q: status %d, no %q in\n%s", args, status, wanted, out)
		}
	}
	for _, name := range []string{"new", "simulate"} {
		_, out, _ := command(name, "--help")
		for _, rules := range engine.Kinds() {
			if kind := rules.Info().Kind; !strings.Contains(out, kind) {
				t.Errorf("%s: no %q in\n%s", name, kind, out)
			}
		}
	}
}

func TestWhatIsNoOrdinaryFileIsWrittenToAndKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	read := make(chan string, 1)
	go func() {
		data, err := os.ReadFile(pipe)
		if err != nil {
			t.Error(err)
		}
		read <- string(data)
	}()
	if status, _, stderr := command("simulate", "patronize", "--export", pipe); status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if !strings.Contains(<-read, `"pizzini":"export"`) {
		t.Error("the pipe did not get the export")
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().IsRegular() {
		t.Errorf("the pipe was replaced: %v, %v", info, err)
	}
	if status, _, stderr := command("simulate", "patronize", "--export", dir); status != 2 || !strings.Contains(stderr, "folder") {
		t.Errorf("a folder as file: status %d, %s", status, stderr)
	}
}

func TestMistypedDataFolderIsNoEmptyInstallation(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "typo")
	for _, args := range [][]string{
		{"check"}, {"rebuild"}, {"rebuild", "--discard-copy"}, {"restore", "--from-copy"}, {"export", "aaaaaaaaaaaaaaaa"},
	} {
		status, out, stderr := command(append(args, "--data", dir)...)
		if status != 2 || !strings.Contains(stderr, dir) {
			t.Errorf("%q: status %d\n%s%s", args, status, out, stderr)
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}
