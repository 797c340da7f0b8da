package events

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"
)

// vectors are fixed inputs and outputs for every hash input of Format 1.
type vectors struct {
	Match        string
	SeedHex      string
	LengthPrefix []struct{ In, OutHex string }
	Commitment   struct {
		N, I                             int
		SaltHex, Value, InputHex, Commit string
	}
	SeedCommitment struct {
		N, I                   int
		SaltHex, Value, Commit string
	}
	Words []struct{ SaltHex, Text, Digest string }
	Mix   struct {
		Words                    []string
		InputHex, Mix, AllEmpty3 string
	}
	DrawMessage struct {
		D, B     int
		InputHex string
	}
	Draws []struct {
		D            int
		M, Value     uint64
		Block0, Word string
		Rejected     int
	}
	Shuffle struct {
		FirstDraw     int
		Before, After []string
		Draws         [][2]uint64
	}
	Setups struct {
		Of map[string]struct {
			Draws    int
			LastDraw [2]uint64
		}
	}
	State struct {
		N                                       int
		State                                   json.RawMessage
		Canonical, CanonicalHex, KeyHex, Digest string
	}
	EventHash struct{ Line, Hash string }
}

func readVectors(t *testing.T) (v vectors, seed []byte) {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v, unhex(t, v.SeedHex)
}

func unhex(t interface{ Fatal(...any) }, text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%s, not\n%s", what, got, want)
	}
}

func TestVectorsOfHashes(t *testing.T) {
	t.Parallel()
	v, seed := readVectors(t)
	for _, p := range v.LengthPrefix {
		same(t, "F("+p.In+")", hex.EncodeToString(frame(nil, p.In)), p.OutHex)
	}
	c := v.Commitment
	same(t, "commitment", PartCommit(v.Match, c.N, c.I, unhex(t, c.SaltHex), c.Value), c.Commit)
	same(t, "commitment from its input", hexSHA256(unhex(t, c.InputHex)), c.Commit)
	s := v.SeedCommitment
	same(t, "seed commitment", PartCommit(v.Match, s.N, s.I, unhex(t, s.SaltHex), s.Value), s.Commit)
	for _, w := range v.Words {
		same(t, "words", WordsDigest(unhex(t, w.SaltHex), w.Text), w.Digest)
	}
	same(t, "mix", Mix(v.Mix.Words), v.Mix.Mix)
	same(t, "mix from its input", hexSHA256(unhex(t, v.Mix.InputHex)), v.Mix.Mix)
	same(t, "mix of none", Mix(make([]string, 3)), v.Mix.AllEmpty3)

	canonical, err := Canonical(v.State.State)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "canonical form", string(canonical), v.State.Canonical)
	same(t, "canonical bytes", hex.EncodeToString(canonical), v.State.CanonicalHex)
	key := hmac.New(sha256.New, seed)
	key.Write(frame(frame(frame(nil, "pizzini/1/statekey"), v.Match), strconv.Itoa(v.State.N)))
	same(t, "state key", hex.EncodeToString(key.Sum(nil)), v.State.KeyHex)
	digest, err := StateDigest(seed, v.Match, v.State.N, v.State.State)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "state digest", digest, v.State.Digest)

	e, err := ParseEvent([]byte(v.EventHash.Line))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "event hash", e.Hash, v.EventHash.Hash)
	same(t, "event line", string(e.Line), v.EventHash.Line)
}

func TestVectorsOfDraws(t *testing.T) {
	t.Parallel()
	v, seed := readVectors(t)
	head := frame(frame(frame(nil, "pizzini/1/draw"), v.Match), unhex(t, v.Mix.Mix))
	m := v.DrawMessage
	same(t, "draw message", hex.EncodeToString(frame(frame(slices.Clone(head), strconv.Itoa(m.D)), strconv.Itoa(m.B))), m.InputHex)
	for _, d := range v.Draws {
		mac := hmac.New(sha256.New, seed)
		mac.Write(frame(frame(slices.Clone(head), strconv.Itoa(d.D)), "0"))
		block := hex.EncodeToString(mac.Sum(nil))
		same(t, "block 0", block, d.Block0)
		same(t, "word", block[16*d.Rejected:][:16], d.Word)
		draws := NewDraws(seed, v.Match, v.Mix.Mix, d.D)
		if got := draws.Below(d.M); got != d.Value {
			t.Errorf("draw %d below %d is %d, not %d", d.D, d.M, got, d.Value)
		}
		if want := []Drawn{{d.M, d.Value}}; draws.First() != d.D || !slices.Equal(draws.Taken(), want) {
			t.Errorf("draw %d: taken from %d are %v", d.D, draws.First(), draws.Taken())
		}
	}
	items := slices.Clone(v.Shuffle.Before)
	draws := NewDraws(seed, v.Match, v.Mix.Mix, v.Shuffle.FirstDraw)
	for i := len(items) - 1; i >= 1; i-- {
		j := draws.Below(uint64(i + 1))
		items[i], items[j] = items[j], items[i]
	}
	if !slices.Equal(items, v.Shuffle.After) {
		t.Errorf("shuffled are %v, not %v", items, v.Shuffle.After)
	}
	for i, d := range draws.Taken() {
		if want := v.Shuffle.Draws[i]; d.Below != want[0] || d.Value != want[1] {
			t.Errorf("draw %d of the shuffle is %v, not %v", i, d, want)
		}
	}
	if len(v.Setups.Of) == 0 {
		t.Fatal("no set-ups")
	}
	for name, setup := range v.Setups.Of {
		last := NewDraws(seed, v.Match, v.Mix.Mix, setup.Draws).Below(setup.LastDraw[0])
		if last != setup.LastDraw[1] {
			t.Errorf("%s: draw %d is %d, not %d", name, setup.Draws, last, setup.LastDraw[1])
		}
	}
}
