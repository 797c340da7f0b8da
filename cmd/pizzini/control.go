package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// The running server leaves a note in its data folder that only its user can
// read: where it listens and a token made for this run. By it the other commands
// find the server and ask it, since they cannot open the folder beside it.
const controlNote = "running.json"

type control struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// leaveControl writes the note for a server on an address and gives its handler
// in front of the pages.
func leaveControl(dir string, address net.Addr, n *node, pages http.Handler) (http.Handler, func(), error) {
	var token [32]byte
	if _, err := rand.Read(token[:]); err != nil {
		return nil, nil, err
	}
	c := control{URL: "http://" + reachable(address), Token: hex.EncodeToString(token[:])}
	note, err := json.Marshal(c)
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(dir, controlNote)
	if err := os.WriteFile(path+".part", note, 0o600); err != nil {
		return nil, nil, fmt.Errorf("leave a note in the data folder: %w", err)
	}
	if err := os.Rename(path+".part", path); err != nil {
		return nil, nil, fmt.Errorf("leave a note in the data folder: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.Handle("POST /control/new", c.guard(answer(n.newMatch)))
	mux.Handle("POST /control/export", c.guard(answer(n.export)))
	return mux, func() { os.Remove(path) }, nil
}

// guard lets nobody in without the token; without it the address does not exist.
func (c control) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+c.Token)) != 1 {
			http.NotFound(w, r)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		next.ServeHTTP(w, r)
	})
}

// answer turns a function of the node into a handler of JSON requests.
func answer[Q, A any](ask func(context.Context, Q) (A, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q Q
		decoder := json.NewDecoder(r.Body)
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&q)
		var a A
		if err == nil {
			a, err = ask(r.Context(), q)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(a)
	})
}

// ask asks the running server or, when none runs on the data folder, opens the
// folder and asks that.
func ask[Q, A any](ctx context.Context, s *settings, to streams, path string, q Q, own func(*node, context.Context, Q) (A, error)) (A, error) {
	a, running, err := askRunning[Q, A](ctx, s.Data, path, q)
	if running {
		return a, err
	}
	n, err := openNode(ctx, *s, to.now, quiet(to))
	if err != nil {
		return a, err
	}
	a, err = own(n, ctx, q)
	if err == nil {
		err = n.copy.CatchUp(ctx) // the next start finds the copy complete
	}
	return a, errors.Join(err, n.close())
}

func askRunning[Q, A any](ctx context.Context, dir, path string, q Q) (a A, running bool, err error) {
	note, err := os.ReadFile(filepath.Join(dir, controlNote))
	if err != nil {
		return a, false, nil
	}
	var c control
	if json.Unmarshal(note, &c) != nil {
		return a, false, nil
	}
	body, err := json.Marshal(q)
	if err != nil {
		return a, true, err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/control/"+path, bytes.NewReader(body))
	if err != nil {
		return a, false, nil
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		// The note is left over from a server that was killed.
		return a, false, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return a, true, fmt.Errorf("the running server broke off: %w", err)
	case response.StatusCode == http.StatusNotFound:
		return a, false, nil // somebody else listens there now
	case response.StatusCode != http.StatusOK:
		return a, true, errors.New(string(bytes.TrimSpace(text)))
	}
	return a, true, json.Unmarshal(text, &a)
}
