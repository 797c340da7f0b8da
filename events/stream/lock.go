package stream

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// takeLock takes the data folder for this process, for as long as the file is
// open. The server itself would let two processes write to one folder, and both
// would acknowledge different messages with the same number. The file names the
// process until that has stopped cleanly: unclean says that the last one has not.
func takeLock(path string) (f *os.File, unclean bool, err error) {
	f, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := flock(f); err != nil {
		defer f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, false, fmt.Errorf("lock the data folder (%s): %w", path, err)
		}
		holder := "another process"
		if text, err := os.ReadFile(path); err == nil && len(text) > 0 {
			holder = "process " + strings.TrimSpace(string(text))
		}
		return nil, false, fmt.Errorf("%w by %s (%s); stop it, or give another folder", ErrLocked, holder, path)
	}
	before, err := f.Stat()
	if err != nil {
		defer f.Close()
		return nil, false, fmt.Errorf("lock the data folder: %w", err)
	}
	// Where the number cannot be written, on a full disk, the lock holds all the same.
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return f, before.Size() > 0, nil
}

// handover is how long a lock that another holds is asked for again: a process that
// is just ending still has it for a moment, and so has a program that this one has
// just begun to start, until it is another program.
const handover = time.Second

// flock locks an open file, or says who has it by EWOULDBLOCK.
func flock(f *os.File) error {
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Since(began) > handover {
			return err
		}
	}
}

// freeSpace tells how many bytes a program may still write to the folder's disk.
func freeSpace(dir string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, fmt.Errorf("ask for the free space of %s: %w", dir, err)
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}
