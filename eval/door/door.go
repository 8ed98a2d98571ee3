// Package door asks programs questions through their HTTP API. It starts a program's server over a share, on this machine
// alone, with a temporary data directory. It asks one question after the other, without a language model unless one is given,
// and keeps every reply, so that a new judgement asks nothing. Only spar-eval uses it.
package door

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A Program is a build of spar that is asked.
type Program struct {
	Name string
	Path string
	Sum  string // SHA-256 of the file

	Model *Relay // the model that writes its answers; nil: none
}

// Open finds a program, which is named as NAME=PATH.
func Open(named string) (p Program, err error) {
	name, path, ok := strings.Cut(named, "=")
	if !ok || name == "" || strings.ContainsAny(name, `/\`) {
		return p, spar.Errorf(spar.Invalid, "%q names no program: write NAME=PATH, such as old=/usr/local/bin/spar", named)
	}
	if path, err = filepath.Abs(path); err != nil {
		return p, err
	}
	f, err := os.Open(path)
	if err != nil {
		return p, spar.Errorf(spar.NotFound, "program %s cannot be read: %w; name a file that is there", name, err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return p, spar.Errorf(spar.Invalid, "program %s cannot be read: %w; name a file", name, err)
	}
	return Program{Name: name, Path: path, Sum: hex.EncodeToString(h.Sum(nil))}, nil
}

// environment returns the environment of a program: no settings of SPAR except the ones for measuring.
func (p Program) environment(dir string) []string {
	env := []string{"SPAR_CONFIG=", "SPAR_DATA_DIR=" + filepath.Join(dir, "data"), "SPAR_REQUESTS_A_MINUTE=0", "HOME=" + dir}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "SPAR_") && !strings.HasPrefix(v, "HOME=") && !strings.HasPrefix(v, "XDG_") {
			env = append(env, v)
		}
	}
	if p.Model != nil {
		env = append(env, p.Model.environment()...)
	}
	return env
}

// call runs a command of the program and decodes what it prints, unless into is nil.
func (p Program) call(ctx context.Context, dir string, into any, args ...string) error {
	cmd := exec.CommandContext(ctx, p.Path, args...)
	cmd.Env, cmd.Dir = p.environment(dir), dir
	var out, fault bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &fault
	if err := cmd.Run(); err != nil {
		return spar.Errorf(spar.Unavailable, "%s %s: %w: %s", p.Name, strings.Join(args[:min(2, len(args))], " "), err, bytes.TrimSpace(fault.Bytes()))
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		return fmt.Errorf("%s %s: %w", p.Name, args[0], err)
	}
	return nil
}

// A served program answers at an address of this machine, for requests with a token.
type served struct {
	url, token string
	client     *http.Client
	end        func() error
	model      *Relay // that writes; nil: none
}

// How long to wait for an answer, which is longer than a program reads for one, and for the end of a server.
const (
	patience = 10 * time.Minute
	farewell = 20 * time.Second
)

// serve reads all files below a folder and starts the server. dir is a folder for its data.
func (p Program) serve(ctx context.Context, dir, folder string) (s *served, err error) {
	for _, args := range [][]string{
		{"share", "add", "share", folder},
		{"scan", "share"},
		{"search", "--share", "share", "--all", "--json", "what is there"}, // reads them
	} {
		if err := p.call(ctx, dir, nil, args...); err != nil {
			return nil, err
		}
	}
	var token struct {
		Secret string `json:"secret"`
	}
	if err := p.call(ctx, dir, &token, "token", "create", "--json"); err != nil {
		return nil, err
	}
	cmd := exec.Command(p.Path, "serve", "--listen", "127.0.0.1:0", "--no-watch", "--json")
	cmd.Env, cmd.Dir = p.environment(dir), dir
	var fault bytes.Buffer
	cmd.Stderr = &fault
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "%s cannot be started: %w", p.Name, err)
	}
	gone := make(chan struct{})
	end := func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			_ = cmd.Process.Kill() // a system without that signal
		}
		select {
		case <-gone:
		case <-time.After(farewell):
			_ = cmd.Process.Kill()
			<-gone
		}
		return nil
	}
	var ready struct {
		URL string `json:"url"`
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &ready)
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
		close(gone)
	}()
	if err != nil {
		_ = end()
		return nil, spar.Errorf(spar.Unavailable, "%s does not serve: %w: %s", p.Name, err, bytes.TrimSpace(fault.Bytes()))
	}
	return &served{ready.URL, token.Secret, &http.Client{Timeout: patience}, end, p.Model}, nil
}

// post sends a request to the API and returns the raw reply.
func (s *served) post(ctx context.Context, path string, body any) (json.RawMessage, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/api/v1"+path, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	reply, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	got, err := io.ReadAll(io.LimitReader(reply.Body, mostReply))
	if err == nil && reply.StatusCode != http.StatusOK {
		err = spar.Errorf(spar.Unavailable, "%s says %s: %.300s", path, reply.Status, got)
	}
	return got, err
}

// mostReply is more than any answer has.
const mostReply = 64 << 20
