package people

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"fmt"
)

const (
	keySize = 32
	form    = 1 // first byte of a sealed record: AES-256-GCM, nonce before the text
)

func newKey() []byte {
	key := make([]byte, keySize)
	rand.Read(key) // never fails: the runtime ends the process first
	return key
}

// seal encrypts a record for its subject: moved to another it does not open.
func seal(key []byte, subject string, text []byte) ([]byte, error) {
	box, err := boxOf(key, subject)
	if err != nil {
		return nil, err
	}
	return box.Seal([]byte{form}, nil, text, []byte(subject)), nil
}

func open(key []byte, subject string, sealed []byte) ([]byte, error) {
	box, err := boxOf(key, subject)
	if err != nil {
		return nil, err
	}
	if len(sealed) == 0 || sealed[0] != form {
		return nil, fmt.Errorf("%s: the record is of an unknown form: a newer pizzini wrote it, or it is damaged", subject)
	}
	text, err := box.Open(nil, nil, sealed[1:], []byte(subject))
	if err != nil {
		return nil, fmt.Errorf("%s: the record does not open with the person's key: it is damaged or was moved", subject)
	}
	return text, nil
}

func boxOf(key []byte, subject string) (cipher.AEAD, error) {
	if len(key) != keySize {
		return nil, fmt.Errorf("the key for %s has %d bytes, must have %d", subject, len(key), keySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
