package projections

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"pizzini/events/stream"
)

// copyFile is what the name of a copy says. A name never comes twice: a file put
// under the name of an older one would have that one's write-ahead log played into
// it.
type copyFile struct {
	kind    string // "copy", or "aside": given up, kept for a person to look at
	schema  string // of the schema that it has, 12 hex digits
	created string // when the MATCHES that it follows was made
	made    string // when the file was made
}

const (
	timeForm = "20060102T150405.000000000"
	ending   = ".sqlite"
	unready  = ".part" // of a copy that is being built
)

var nameForm = regexp.MustCompile(`^(copy|aside)-([0-9a-f]{12})-(\d{8}T\d{6}\.\d{9})-(\d{8}T\d{6}\.\d{9})\.sqlite$`)

func (f copyFile) name() string {
	return fmt.Sprintf("%s-%s-%s-%s%s", f.kind, f.schema, f.created, f.made, ending)
}

// follows says whether the copy is of this program's schema and of the MATCHES
// made then.
func (f copyFile) follows(created time.Time) bool { return f.created == stamp(created) }

func stamp(t time.Time) string { return t.UTC().Format(timeForm) }

// schemaHash is this program's schema as names have it.
func schemaHash() string {
	sum := sha256.Sum256([]byte(schema))
	return hex.EncodeToString(sum[:6])
}

// files lists the copies in the folder, the one made last first.
func files(folder string) ([]copyFile, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var found []copyFile
	for _, e := range entries {
		if m := nameForm.FindStringSubmatch(e.Name()); m != nil {
			found = append(found, copyFile{m[1], m[2], m[3], m[4]})
		}
	}
	slices.SortFunc(found, func(a, b copyFile) int { return strings.Compare(b.made, a.made) })
	return found, nil
}

// newFile names a copy that is to be made.
func newFile(folder string, created time.Time) (copyFile, error) {
	found, err := files(folder)
	if err != nil {
		return copyFile{}, err
	}
	made := stamp(time.Now())
	// A clock that was set back must neither repeat a name nor make the new copy
	// look older than it is.
	for len(found) > 0 && made <= found[0].made {
		last, err := time.Parse(timeForm, found[0].made)
		if err != nil {
			return copyFile{}, err
		}
		made = stamp(last.Add(1))
	}
	return copyFile{"copy", schemaHash(), stamp(created), made}, nil
}

// takeFolder makes the folder and takes it for this process, for as long as the
// lock file is open, and clears away what a crash has left there: copies half
// built, and logs of copies that were deleted.
func takeFolder(folder string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the copy's folder: %w", err)
	}
	path := filepath.Join(folder, "lock")
	lock, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the copy's folder: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("another process uses the copy in %s; stop it, or give another data folder: %w", folder, err), lock.Close())
	}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		base, isLog := strings.CutSuffix(e.Name(), "-wal")
		if !isLog {
			base, isLog = strings.CutSuffix(e.Name(), "-shm")
		}
		orphan := false
		if isLog {
			_, gone := os.Stat(filepath.Join(folder, base))
			orphan = errors.Is(gone, os.ErrNotExist)
		}
		if orphan || strings.HasSuffix(base, unready) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("clear the copy's folder: %w", err), lock.Close())
	}
	return lock, nil
}

// choose finds the copy to open: none where one must be built. It refuses where
// the streams are not those that a copy has followed, and where the copy to open
// cannot be read.
func choose(ctx context.Context, c Config) (*copyFile, error) {
	created, err := c.Store.Created(ctx, stream.Matches)
	if err != nil {
		return nil, fmt.Errorf("open the copy: %w", err)
	}
	found, err := files(c.folder())
	if err != nil {
		return nil, err
	}
	var chosen *copyFile
	known := false // a copy has followed these streams
	for _, f := range found {
		if f.kind != "copy" || !f.follows(created) {
			continue
		}
		known = true
		err := compare(ctx, c, f)
		if errors.Is(err, errUnreadable) && (chosen != nil || f.schema != schemaHash()) {
			c.logger().Warn("a database that is not in use any more cannot be read", "error", err)
			continue
		}
		if err != nil {
			return nil, err
		}
		if chosen == nil && f.schema == schemaHash() {
			chosen = &f
		}
	}
	if known {
		return chosen, nil
	}
	for _, f := range found {
		if f.kind == "copy" {
			if err := compare(ctx, c, f); err != nil && !errors.Is(err, errUnreadable) {
				return nil, err
			}
		}
	}
	return nil, nil
}

// prune removes the copies that are not needed any more now that one has caught
// up: all but it and one previous, and those that a person put aside. From what
// stays, erased persons are erased as well.
func prune(ctx context.Context, folder, current string, from querier) error {
	found, err := files(folder)
	if err != nil {
		return err
	}
	kept := false
	for _, f := range found {
		if f.name() == current || f.kind != "copy" {
			continue
		}
		if kept {
			err = errors.Join(err, remove(filepath.Join(folder, f.name())))
		}
		kept = true
	}
	return errors.Join(err, eraseElsewhere(ctx, folder, current, from))
}

// remove removes a copy with its write-ahead log.
func remove(path string) error {
	var failed []error
	for _, tail := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + tail); !errors.Is(err, os.ErrNotExist) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// putAside gives a copy up: it is renamed, with its log, to a name that nobody
// opens. The log belongs to the file, and the new name is as new as the old was.
func putAside(folder string, f copyFile) (string, error) {
	from := filepath.Join(folder, f.name())
	f.kind = "aside"
	to := filepath.Join(folder, f.name())
	for _, tail := range []string{"-wal", ""} {
		if err := os.Rename(from+tail, to+tail); err != nil && !(tail != "" && errors.Is(err, os.ErrNotExist)) {
			return "", err
		}
	}
	return to, errors.Join(remove(from), syncFolder(folder))
}

// syncFile makes a file's content last.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder makes a folder's names last.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
