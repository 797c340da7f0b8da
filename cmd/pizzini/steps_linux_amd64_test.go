package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// A process can be killed between any two steps that last. Each system call with
// which it writes to a file or a socket, renames, removes or cuts off a file is
// held up by the kernel until the test has said whether it still happens: so the
// whole program is under test as it is, and its database and its event store with it.

// inSteps tells the test binary, run as pizzini, to have its steps held up. The
// socket at this number takes the descriptor by which the kernel asks.
const (
	inSteps     = "PIZZINI_TEST_IN_STEPS"
	inStepsSock = 3
)

func init() {
	if os.Getenv(inSteps) != "" {
		if err := holdUp(); err != nil {
			panic(err)
		}
	}
}

// lastingCalls are the system calls that leave something behind a process. What is
// synced or only opened is there for another process with or without them.
var lastingCalls = map[uint32]string{
	syscall.SYS_WRITE: "write", syscall.SYS_PWRITE64: "write", syscall.SYS_WRITEV: "write", syscall.SYS_FTRUNCATE: "cut off",
	syscall.SYS_RENAME: "rename", syscall.SYS_RENAMEAT: "rename", renameat2: "rename",
	syscall.SYS_UNLINK: "remove", syscall.SYS_UNLINKAT: "remove",
}

// What the package syscall lacks: see seccomp(2) and seccomp_unotify(2).
const (
	renameat2 = 316
	seccomp   = 317

	noNewPrivileges = 38              // PR_SET_NO_NEW_PRIVS
	setFilter       = 1               // SECCOMP_SET_MODE_FILTER
	filterFlags     = 1 | 8 | 16 | 32 // all threads; a descriptor to ask by; no half-way; no signal while it is asked
	allow           = 0x7fff0000
	askFirst        = 0x7fc00000
	receive         = 0xc0502100 // SECCOMP_IOCTL_NOTIF_RECV
	answerTo        = 0xc0182101 // SECCOMP_IOCTL_NOTIF_SEND
	goOn            = 1          // SECCOMP_USER_NOTIF_FLAG_CONTINUE
	pollIn          = 1          // POLLIN
	pollEnd         = 16         // POLLHUP
)

// question is struct seccomp_notif, reply struct seccomp_notif_resp.
type (
	question struct {
		id, _ uint64 // id; pid and flags
		call  uint32
		_     uint32
		_     uint64
		args  [6]uint64
	}
	reply struct {
		id    uint64
		_     int64
		_     int32
		flags uint32
	}
)

// holdUp makes the kernel ask before each lasting call of this process.
func holdUp() error {
	program := []syscall.SockFilter{{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS}} // the call's number
	left := len(lastingCalls)
	for call := range lastingCalls {
		program = append(program, syscall.SockFilter{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, Jt: uint8(left), K: call})
		left--
	}
	program = append(program, syscall.SockFilter{Code: syscall.BPF_RET, K: allow}, syscall.SockFilter{Code: syscall.BPF_RET, K: askFirst})
	filter := syscall.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivileges, 1, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("prctl: %w", errno)
	}
	asked, _, errno := syscall.RawSyscall(seccomp, setFilter, filterFlags, uintptr(unsafe.Pointer(&filter)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	// Only the test holds the descriptor: where it ends, this process does too.
	return errors.Join(syscall.Sendmsg(inStepsSock, []byte{0}, syscall.UnixRights(int(asked)), nil, 0), syscall.Close(int(asked)), syscall.Close(inStepsSock))
}

// steps counts the steps of a process and kills it before one of them.
type steps struct {
	t       *testing.T
	dir     string // whose files count
	process *os.Process
	asked   int         // the kernel asks here
	limit   *time.Timer // ends a process that stands still

	mu       sync.Mutex
	last     string // the step before
	repeated int    // how often it came in a row
	seen     int    // since the count began
	fatal    int    // before which one the process is killed; 0 = none yet
	killed   string // before what it was killed
}

// startInSteps starts a command, which is this test binary, with its steps counted.
// Before the step of the number fatal it is killed; 0 = not.
func startInSteps(t *testing.T, dir string, fatal int, command *exec.Cmd) *steps {
	t.Helper()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(pair[0])
	theirs := os.NewFile(uintptr(pair[1]), "steps")
	command.ExtraFiles = []*os.File{theirs}
	command.Env = append(command.Environ(), inSteps+"=1")
	err = errors.Join(command.Start(), theirs.Close())
	if err != nil {
		t.Fatal(err)
	}
	s := &steps{t: t, dir: dir, process: command.Process, fatal: fatal}
	s.limit = time.AfterFunc(longest, s.overdue)
	rights := make([]byte, syscall.CmsgSpace(4))
	_, n, _, _, err := syscall.Recvmsg(pair[0], make([]byte, 1), rights, syscall.MSG_CMSG_CLOEXEC)
	if err != nil || n == 0 {
		s.limit.Stop()
		_ = command.Wait()
		t.Skipf("this kernel lets nobody hold up the steps of a process: %v %v", err, command.ProcessState)
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:n])
	if err != nil {
		t.Fatal(err)
	}
	descriptors, err := syscall.ParseUnixRights(&messages[0])
	if err != nil {
		t.Fatal(err)
	}
	s.asked = descriptors[0]
	go s.answer()
	return s
}

// longest is how long a process may live whose steps are counted: every wait of these
// tests is for one, and ends with it.
const longest = 2 * time.Minute

// overdue ends a process that has lived too long. It tells where its goroutines stand.
func (s *steps) overdue() {
	s.mu.Lock()
	s.t.Errorf("process %d still runs after %v; its last step, number %d, was: %s", s.process.Pid, longest, s.seen, s.last)
	s.mu.Unlock()
	_ = s.process.Signal(syscall.SIGQUIT) // it may have ended
	time.AfterFunc(10*time.Second, func() { _ = s.process.Kill() })
}

// from begins the count anew: the process is killed before the step of that number.
func (s *steps) from(fatal int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen, s.fatal, s.last = 0, fatal, ""
}

// end is before what the process was killed, "" when it was not, and how many
// steps it made.
func (s *steps) end() (killed string, seen int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.killed, s.seen
}

// answer answers the kernel until the process has ended.
func (s *steps) answer() {
	defer s.limit.Stop()
	defer syscall.Close(s.asked)
	for {
		ready := struct {
			fd              int32
			wanted, present int16
		}{int32(s.asked), pollIn, 0} // struct pollfd
		_, _, errno := syscall.Syscall(syscall.SYS_POLL, uintptr(unsafe.Pointer(&ready)), 1, ^uintptr(0))
		if errno == 0 && ready.present&pollEnd != 0 {
			return // nobody is left to ask
		}
		// A signal to this thread, of which Go's runtime sends some, interrupts the call, or
		// makes it fail while another holds the kernel's list.
		if errno != 0 || ready.present&pollIn == 0 {
			continue
		}
		var q question
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(s.asked), receive, uintptr(unsafe.Pointer(&q))); errno != 0 {
			continue // who asked has ended
		}
		if s.strikes(&q) {
			if err := s.process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				s.t.Error(err)
			}
			continue // the call never happens
		}
		r := reply{id: q.id, flags: goOn}
		// An answer that a signal interrupts is not given, and who asked would wait for ever.
		for errno := syscall.EINTR; errno == syscall.EINTR; { // another error: who asked has ended
			_, _, errno = syscall.Syscall(syscall.SYS_IOCTL, uintptr(s.asked), answerTo, uintptr(unsafe.Pointer(&r)))
		}
	}
}

// strikes counts a call and says whether the process ends before it. What is written
// to one file or socket without a break is one step, to the event store two.
func (s *steps) strikes(q *question) bool {
	to, err := s.target(q)
	file, ours := strings.CutPrefix(to, s.dir+"/")
	if err != nil || !ours && !strings.HasPrefix(to, "socket:") {
		return false
	}
	if strings.Contains(file, "/obs/") { // who reads how far: it may be lost
		return false
	}
	inARow := 1
	if strings.HasPrefix(file, "nats/") {
		inARow = 2 // a message, and the one after it
	}
	step := lastingCalls[q.call] + " " + file
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.killed != "" {
		return true
	}
	if step == s.last {
		s.repeated++
	} else {
		s.last, s.repeated = step, 1
	}
	if strings.HasPrefix(step, "write") && s.repeated > inARow {
		return false
	}
	s.seen++
	if s.fatal > 0 && s.seen >= s.fatal {
		s.killed = fmt.Sprintf("step %d: %s", s.seen, step)
		return true
	}
	return false
}

// target is the file or socket that a call is about; of a renaming the old name.
func (s *steps) target(q *question) (string, error) {
	name := 0 // which argument is a name in the process's memory
	switch q.call {
	case syscall.SYS_RENAME, syscall.SYS_UNLINK:
	case syscall.SYS_RENAMEAT, renameat2, syscall.SYS_UNLINKAT:
		name = 1
	default:
		return os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", s.process.Pid, q.args[0]))
	}
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", s.process.Pid))
	if err != nil {
		return "", err
	}
	defer memory.Close()
	text := make([]byte, 512)
	n, err := memory.ReadAt(text, int64(q.args[name]))
	if end := bytes.IndexByte(text[:n], 0); end >= 0 {
		return string(text[:end]), nil
	}
	return "", fmt.Errorf("no name at %x: %w", q.args[name], err)
}

// serveInSteps runs a server in a process of its own, whose clock is ahead, and
// counts its steps.
func serveInSteps(t *testing.T, dir string, by time.Duration, more ...string) (*server, *steps) {
	t.Helper()
	s := &server{dir: dir, log: &output{}, ended: make(chan struct{})}
	out := &output{}
	command := serverCommand(dir, by, more...)
	command.Stdout, command.Stderr = out, s.log
	counted := startInSteps(t, dir, 0, command)
	s.process = command.Process
	var ended error
	go func() {
		defer close(s.ended)
		ended = command.Wait()
	}()
	s.stop = func() error {
		_ = command.Process.Signal(syscall.SIGTERM) // it may have ended
		select {
		case <-s.ended:
		case <-time.After(30 * time.Second):
			_ = command.Process.Signal(syscall.SIGQUIT)
			<-s.ended // see longest
			t.Errorf("it did not end within 30 seconds of being told to\n%s", s.log)
		}
		return ended
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-s.ended
	})
	s.ready(t, out)
	return s, counted
}

var everyStep = flag.Bool("steps", false, "kill the program before each of its steps, not before some of them; takes a minute or more")

// apart is how far the steps are apart before which the program is killed: a sample
// of them, or each with go test ./cmd/pizzini -run EachStep -steps
func apart() int {
	if *everyStep {
		return 1
	}
	return 9
}
