package stream

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"

	"github.com/minio/highwayhash"
	"github.com/nats-io/nats-server/v2/server"
)

// The server does not look at its files when it starts after a clean stop: it says
// "no such message" of a damaged one as late as somebody asks for it. After another
// stop it cuts a damaged file off, with all that came after the damage, and tells
// nobody. So the Store reads the checksums itself before it lets the server start.

// newestMatches is how much of MATCHES is read before a start after a clean stop:
// the newest bytes, as a start must be quick. A check reads all of it.
const newestMatches = 64 << 20

// blockDamage is the first damage in a stream's files.
type blockDamage struct {
	why  string // "" = none
	cuts bool   // the server will cut off what comes after it; else one message is unreadable
}

// damagedBlocks looks through the stopped server's files of a stream, the newest
// first, until most bytes were read. torn says that the server was not stopped
// cleanly: the last record may be cut off, and nobody was told that it was stored.
func (e *embedded) damagedBlocks(st Stream, most int64, torn bool) (blockDamage, error) {
	folder := filepath.Join(e.dir, "jetstream", "$G", "streams", string(st), "msgs")
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return blockDamage{}, nil
	}
	if err != nil {
		return blockDamage{}, fmt.Errorf("look through %s: %w", st, err)
	}
	var blocks []int
	for _, entry := range entries {
		var n int
		if _, err := fmt.Sscanf(entry.Name(), "%d.blk", &n); err == nil && entry.Name() == fmt.Sprintf("%d.blk", n) {
			blocks = append(blocks, n)
		}
	}
	slices.SortFunc(blocks, func(a, b int) int { return cmp.Compare(b, a) })
	for i, n := range blocks {
		path := filepath.Join(folder, fmt.Sprintf("%d.blk", n))
		content, err := os.ReadFile(path)
		if err != nil {
			return blockDamage{fmt.Sprintf("%s cannot be read: %v", path, err), true}, nil
		}
		found := damagedBlock(content, fmt.Sprintf("%s-%d", st, n), torn && i == 0)
		if found.why != "" {
			return blockDamage{path + " is damaged " + found.why, found.cuts || torn}, nil
		}
		if most -= int64(len(content)); most <= 0 {
			break
		}
	}
	return blockDamage{}, nil
}

// Sizes of a record's parts in a block: its head is the record's length, the
// sequence, the time and the subject's length.
const (
	recordHead = 4 + 8 + 8 + 2
	recordSum  = 8
	withHeader = 1 << 31 // in the length: four bytes with the header's length follow the subject
	removed    = 3 << 62 // in the sequence: the message was erased, or is a note that one was removed
)

// damagedBlock looks through a block; name is what its checksums are keyed with.
func damagedBlock(content []byte, name string, torn bool) (found blockDamage) {
	var compressed server.CompressionInfo
	if n, err := compressed.UnmarshalMetadata(content); err == nil && n > 0 {
		if content, err = compressed.Algorithm.Decompress(content[n:]); err != nil {
			return blockDamage{"and cannot be unpacked", true}
		}
	}
	key := sha256.Sum256([]byte(name))
	hash, err := highwayhash.New64(key[:])
	if err != nil {
		return blockDamage{err.Error(), true}
	}
	last := uint64(0) // the sequence of the record before
	for at := 0; at < len(content); {
		rest := content[at:]
		r := readRecord(rest, hash)
		if r.sound {
			last = r.seq &^ removed
			at += r.length
			continue
		}
		if torn && (r.length >= len(rest) || len(bytes.Trim(rest, "\x00")) == 0) {
			return found
		}
		// The server reads on after a record of which all is right that it goes by.
		found = blockDamage{fmt.Sprintf("at byte %d, after message %d", at, last), found.why != "" || !r.sane || r.seq&removed != 0 || r.seq <= last}
		if !found.cuts && r.length < len(rest) {
			next := readRecord(rest[r.length:], hash)
			found.cuts = !next.sound || next.seq&removed == 0 && next.seq <= r.seq
		}
		if found.cuts {
			return found
		}
		last = r.seq
		at += r.length
	}
	return found
}

// record is what a record says of itself, and whether it is as it was written.
type record struct {
	length int
	seq    uint64
	sane   bool // its lengths fit each other
	sound  bool
}

// readRecord reads the record that begins a part of a block.
func readRecord(rest []byte, hash hash.Hash) record {
	if len(rest) < recordHead+recordSum {
		return record{length: len(rest)}
	}
	size := binary.LittleEndian.Uint32(rest)
	r := record{length: int(size &^ withHeader), seq: binary.LittleEndian.Uint64(rest[4:])}
	text := recordHead + int(binary.LittleEndian.Uint16(rest[20:]))
	body := text
	if size&withHeader != 0 {
		body += 4
	}
	r.sane = r.length <= len(rest) && body+recordSum <= r.length &&
		(body == text || endsHeader(rest[text:r.length-recordSum])) // the checksum leaves out where the header ends
	if r.sane {
		hash.Reset()
		hash.Write(rest[4:20])
		hash.Write(rest[recordHead:text])
		hash.Write(rest[body : r.length-recordSum])
		r.sound = bytes.Equal(hash.Sum(nil), rest[r.length-recordSum:r.length])
	}
	return r
}

// endsHeader says whether a header of the length that stands before it ends there.
func endsHeader(part []byte) bool {
	end := uint64(binary.LittleEndian.Uint32(part)) + 4
	return end <= uint64(len(part)) && bytes.HasSuffix(part[4:end], []byte("\r\n\r\n"))
}
