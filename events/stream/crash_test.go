package stream

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// crashDir names the folder to a child of this test that writes until it is killed.
const crashDir = "STREAM_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		writeUntilKilled(dir)
		return
	}
	os.Exit(m.Run())
}

// writeUntilKilled appends to a match and prints a line for each slip that was
// acknowledged.
func writeUntilKilled(dir string) {
	fail := func(err error) {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	ctx := context.Background()
	s, err := Open(ctx, Config{Dir: dir, Log: slog.New(slog.DiscardHandler), FreeForMatch: 1, FreeForMove: 1})
	if err != nil {
		fail(err)
	}
	last, err := s.Last(ctx, Matches)
	if err != nil {
		fail(err)
	}
	for i := int(last) + 1; ; i++ {
		seq, _, err := s.Append(ctx, anna, last, command(i), fmt.Appendf(nil, "slip %d", i))
		if err != nil {
			fail(err)
		}
		fmt.Println(seq, command(i))
		last = seq
	}
}

// A process that is killed while it writes loses nothing that it acknowledged, and
// leaves no lock behind.
func TestKilledLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	acked := map[string]string{}
	for round := range 4 {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		child := exec.CommandContext(ctx, os.Args[0])
		child.Env = append(os.Environ(), crashDir+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			seq, cmd, ok := strings.Cut(lines.Text(), " ")
			if !ok || seq == "failed:" {
				t.Fatal(lines.Text())
			}
			acked[seq] = cmd
			if n == 40+17*round {
				_ = child.Process.Kill() // SIGKILL; what it still printed is read on
			}
		}
		_ = child.Wait()
	}
	s := open(t, dir)
	slips, err := s.Slips(t.Context(), anna, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for i, m := range slips {
		found[fmt.Sprint(m.Seq)] = m.ID
		if m.Seq != uint64(i)+1 || m.ID != command(i+1) || string(m.Data) != fmt.Sprintf("slip %d", i+1) {
			t.Fatalf("slip %d is %+v", i+1, m)
		}
	}
	for seq, cmd := range acked {
		if found[seq] != cmd {
			t.Errorf("acknowledged %s as %s, found %q", cmd, seq, found[seq])
		}
	}
	if len(acked) < 150 {
		t.Errorf("only %d were acknowledged", len(acked))
	}
	t.Logf("%d acknowledged, %d found", len(acked), len(slips))
}
