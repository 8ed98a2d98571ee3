// Package local runs language models of this machine: llama.cpp's server over a GGUF file, one for all processes of a data
// directory. A keeper, a process of its own, holds a lock there, starts the server and ends it.
package local

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
)

// The defaults of a Model's server.
const (
	Program = "llama-server"
	Context = 8192 // tokens
	Idle    = 10 * time.Minute
)

// A Model is a file with a language model and how it is run. Each combination has a server of its own.
type Model struct {
	Name    string        // its name for people
	File    string        // GGUF
	Program string        // takes the flags of llama.cpp's server
	Context int           // tokens of a prompt with its reply
	Threads int           // processors
	Memory  int64         // bytes that the server may hold; 0: what the file needs twice, and 2 GiB
	Idle    time.Duration // it ends after so long without a request
}

// A Server is the server of a model. It is safe for concurrent use; nothing is started until it is asked for.
type Server struct {
	m       Model
	dir     string   // of its lock and its state
	command []string // makes this program a keeper
}

// New gives the server of a model for a data directory. command runs Keep.
func New(data string, m Model, command []string) *Server {
	text, _ := json.Marshal(m) // of plain fields
	sum := sha256.Sum256(text)
	return &Server{m: m, dir: filepath.Join(data, "llm", hex.EncodeToString(sum[:8])), command: command}
}

// Model is the model's name.
func (s *Server) Model() string { return s.m.Name }

// File is where the model is.
func (s *Server) File() string { return s.m.File }

// A state is what a keeper tells of its server. The file is for its owner alone, as it has the key.
type state struct {
	Born   string // the keeper's own name
	URL    string // of the API; "" until the model is loaded
	Key    string
	Failed string // why it is no more
}

func (s *Server) path(name string) string { return filepath.Join(s.dir, name) }

// current reads the state, and whether a keeper is alive.
func (s *Server) current() (now state, alive bool) {
	f, err := os.OpenFile(s.path("lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return now, false
	}
	defer f.Close()
	free, err := durable.TryLockFile(f, false)
	if text, readErr := os.ReadFile(s.path("state.json")); readErr == nil {
		if json.Unmarshal(text, &now) != nil {
			now = state{}
		}
	}
	return now, err == nil && !free
}

// Used tells the keeper that the server is needed.
func (s *Server) Used() {
	now := time.Now()
	if os.Chtimes(s.path("used"), now, now) != nil {
		if f, err := os.OpenFile(s.path("used"), os.O_WRONLY|os.O_CREATE, 0o600); err == nil {
			f.Close()
		}
	}
}

// Loaded reports whether the server runs and has its model.
func (s *Server) Loaded() bool {
	now, alive := s.current()
	return alive && now.URL != ""
}

// pause is how often a state is looked at.
const pause = 50 * time.Millisecond

// Reach gives the address and the key of the server, once its model is loaded. It starts the server if necessary, and waits as long as ctx
// lasts. It calls waiting again and again while it waits; nil is allowed.
func (s *Server) Reach(ctx context.Context, waiting func()) (url, key string, err error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return "", "", spar.Errorf(spar.Unavailable, "the language model %s cannot be started: %w", s.m.Name, err)
	}
	var mine string
	var ended <-chan error
	for {
		s.Used()
		now, alive := s.current()
		switch {
		case alive && now.URL != "":
			return now.URL, now.Key, nil
		case !alive && ended == nil:
			mine = rand.Text()
			if ended, err = s.keep(mine); err != nil {
				return "", "", spar.Errorf(spar.Unavailable, "the language model %s cannot be started: %w", s.m.Name, err)
			}
		}
		if waiting != nil {
			waiting()
		}
		select {
		case <-ctx.Done():
			return "", "", context.Cause(ctx)
		case err := <-ended:
			if now, alive := s.current(); !alive {
				why := errors.New(now.Failed)
				if now.Born != mine || now.Failed == "" {
					why = fmt.Errorf("its keeper ended: %v", err)
				}
				return "", "", spar.Errorf(spar.Unavailable, "the language model %s cannot be started: %w", s.m.Name, why)
			}
			ended = nil // another keeper was first
		case <-time.After(pause):
		}
	}
}

// Why is why the last server ended, where it did so by itself. A keeper tells that before it lets go of its lock.
func (s *Server) Why() string {
	now, _ := s.current()
	return now.Failed
}

// Stop ends the server of a model where one runs.
func (s *Server) Stop() error {
	if _, alive := s.current(); !alive {
		return nil
	}
	return os.WriteFile(s.path("stop"), nil, 0o600)
}

// An order is the input of a keeper.
type order struct {
	Model
	Dir  string
	Born string
}

// keep starts a keeper, and gives what it ends with. It has no terminal and goes on when this process ends.
func (s *Server) keep(born string) (<-chan error, error) {
	text, err := json.Marshal(order{s.m, s.dir, born})
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Stdin = bytes.NewReader(text)
	cmd.Dir = s.dir
	detached(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	return ended, nil
}
