package stream

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
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

// damagedBlocks says what is damaged in the stopped server's files of a stream, ""
// for nothing that was looked at. torn allows for a last record that was cut off
// while it was written: nobody was told that it was stored.
func (e *embedded) damagedBlocks(st Stream, most int64, torn bool) (string, error) {
	folder := filepath.Join(e.dir, "jetstream", "$G", "streams", string(st), "msgs")
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look through %s: %w", st, err)
	}
	var blocks []int
	for _, entry := range entries {
		var n int
		if _, err := fmt.Sscanf(entry.Name(), "%d.blk", &n); err == nil && entry.Name() == fmt.Sprintf("%d.blk", n) {
			blocks = append(blocks, n)
		}
	}
	slices.SortFunc(blocks, func(a, b int) int { return cmp.Compare(b, a) }) // the newest first
	for i, n := range blocks {
		path := filepath.Join(folder, fmt.Sprintf("%d.blk", n))
		content, err := os.ReadFile(path)
		if err != nil {
			return fmt.Sprintf("%s cannot be read: %v", path, err), nil
		}
		if why := damagedBlock(content, fmt.Sprintf("%s-%d", st, n), torn && i == 0); why != "" {
			return path + " is damaged " + why, nil
		}
		if most -= int64(len(content)); most <= 0 {
			break
		}
	}
	return "", nil
}

// Sizes of a record's parts in a block: its head is the record's length, the
// sequence, the time and the subject's length.
const (
	recordHead = 4 + 8 + 8 + 2
	recordSum  = 8
	withHeader = 1 << 31 // in the length: four bytes with the header's length follow the subject
)

// damagedBlock says where the first damage of a block is; name is what its
// checksums are keyed with.
func damagedBlock(content []byte, name string, torn bool) string {
	var compressed server.CompressionInfo
	if n, err := compressed.UnmarshalMetadata(content); err == nil && n > 0 {
		if content, err = compressed.Algorithm.Decompress(content[n:]); err != nil {
			return "and cannot be unpacked"
		}
	}
	key := sha256.Sum256([]byte(name))
	hash, err := highwayhash.New64(key[:])
	if err != nil {
		return err.Error()
	}
	var sum [highwayhash.Size64]byte
	last := uint64(0)
	for at := 0; at < len(content); {
		rest := content[at:]
		sound, length := false, len(rest)
		if len(rest) >= recordHead+recordSum {
			size := binary.LittleEndian.Uint32(rest)
			length = int(size &^ withHeader)
			text := recordHead + int(binary.LittleEndian.Uint16(rest[20:]))
			body, header := text, true
			if size&withHeader != 0 { // the checksum leaves out where the header ends
				body += 4
				header = length <= len(rest) && body+recordSum <= length && endsHeader(rest[text:length-recordSum])
			}
			if length <= len(rest) && body+recordSum <= length && header {
				hash.Reset()
				hash.Write(rest[4:20])
				hash.Write(rest[recordHead:text])
				hash.Write(rest[body : length-recordSum])
				sound = bytes.Equal(hash.Sum(sum[:0]), rest[length-recordSum:length])
			}
		}
		if !sound {
			if torn && length >= len(rest) {
				return ""
			}
			return fmt.Sprintf("at byte %d, after message %d", at, last)
		}
		last = binary.LittleEndian.Uint64(rest[4:]) << 2 >> 2 // the first two bits mark what was removed
		at += length
	}
	return ""
}

// endsHeader says whether a header of the length that stands before it ends there.
func endsHeader(part []byte) bool {
	end := uint64(binary.LittleEndian.Uint32(part)) + 4
	return end <= uint64(len(part)) && bytes.HasSuffix(part[4:end], []byte("\r\n\r\n"))
}
