package events

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// frame appends F(x): the length of x in bytes as 4 bytes big-endian, then x.
func frame[T string | []byte](dst []byte, x T) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(x)))
	return append(dst, x...)
}

func hexSHA256(input []byte) string {
	sum := sha256.Sum256(input)
	return hex.EncodeToString(sum[:])
}

// PartCommit is the commitment to part i of event n.
func PartCommit(match string, n, i int, salt []byte, value string) string {
	input := frame(nil, "pizzini/1/part")
	input = frame(input, match)
	input = frame(input, strconv.Itoa(n))
	input = frame(input, strconv.Itoa(i))
	input = frame(input, salt)
	return hexSHA256(frame(input, value))
}

// WordsDigest is the digest of a seat's lucky words, text as it was typed.
func WordsDigest(salt []byte, text string) string {
	input := frame(nil, "pizzini/1/words")
	input = frame(input, salt)
	return hexSHA256(frame(input, text))
}

// Mix is M in hex: what the players' words add to the draws. It takes a digest,
// or "", for each seat in order.
func Mix(words []string) string {
	input := frame(nil, "pizzini/1/mix")
	for _, w := range words {
		input = frame(input, w)
	}
	return hexSHA256(input)
}

// StateDigest is the digest of the state after event n. The state is JSON in any
// spelling.
func StateDigest(seed []byte, match string, n int, state []byte) (string, error) {
	canonical, err := Canonical(state)
	if err != nil {
		return "", err
	}
	key := hmac.New(sha256.New, seed)
	input := frame(nil, "pizzini/1/statekey")
	input = frame(input, match)
	key.Write(frame(input, strconv.Itoa(n)))
	input = frame(nil, "pizzini/1/state")
	input = frame(input, key.Sum(nil))
	return hexSHA256(frame(input, canonical)), nil
}
