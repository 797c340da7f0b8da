package stream

import (
	"strings"
	"testing"
)

// A URL of which a part was forgotten is refused without a word of it: it may hold
// a password.
func TestAMistypedURLIsNotShown(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"nats://pizzini:sesame127.0.0.1:1", "nats://pizzini:sesame:127.0.0.1:1", "nats://127.0.0.1:1,nats://pizzini:sesamehost:1",
		"nats://pizzini:sesame%zz@127.0.0.1:1", "pizzini:sesame@127.0.0.1:1", "nats://pizzini:ses/ame@127.0.0.1:1", "nats://", "sesame",
	} {
		err := mustFailSoon(t, Config{URL: url})
		if strings.Contains(err.Error(), "ses") || !strings.Contains(err.Error(), "nats://user:password@host:4222") {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{"nats://127.0.0.1:1", "nats://pizzini:sesame@[::1]:1", "tls://u:sesame@127.0.0.1:1, nats://127.0.0.1:2"} {
		if err := mustFailSoon(t, Config{URL: url}); strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), "is it running") {
			t.Errorf("%s: %v", url, err)
		}
	}
}
