package door

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/llm"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Prompt replaces the instructions that a program gives a model.
type Prompt struct {
	Name   string
	System string // "": what the program says
	After  string // behind the excerpts and the question
}

// OpenPrompt reads a prompt: the text before the excerpts and, behind a line "---", the text after the question.
func OpenPrompt(path string) (p Prompt, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return p, spar.Errorf(spar.NotFound, "the prompt cannot be read: %w; name a file that is there", err)
	}
	system, after, _ := strings.Cut(string(text), "\n---\n")
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return Prompt{name, strings.TrimSpace(system), strings.TrimSpace(after)}, nil
}

// A Relay stands between a program and a server of a language model, on this machine. It keeps each reply, with its times, under everything
// that the model was told, so that the model answers once.
type Relay struct {
	Model  string   // as its server names it
	Tokens int      // of evidence, that the program gives it at most
	Role   string   // that it has in an answer: checks, writes or both; "": as its size says
	Prompt Prompt   // that the program's answers are made by
	Others []Prompt // asked along with it: a server that keeps what it read of a prompt reads their common beginning once

	to     *url.URL
	from   string // this relay's own address
	client *http.Client

	mu    sync.Mutex
	known map[string]judge.Written
	out   *os.File
	last  *judge.Written // since it was last taken
	fault error          // of the model's server, likewise
}

// NewRelay starts a relay to the API of a server, which ends with the context. Replies are kept in a file of the folder.
func NewRelay(ctx context.Context, to, model, dir string) (*Relay, error) {
	r := &Relay{Model: model, client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, known: map[string]judge.Written{}}
	var err error
	if r.to, err = url.Parse(to); err != nil || r.to.Host == "" {
		return nil, spar.Errorf(spar.Invalid, "%q is no address of a model's server: write http://127.0.0.1:8080/v1", to)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "replies cannot be kept: %w; name a folder that can be written", err)
	}
	name := filepath.Join(dir, "model-"+strings.NewReplacer("/", "-", ":", "-").Replace(model)+".jsonl")
	if r.known, err = readWritten(name); err != nil {
		return nil, err
	}
	if r.out, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "replies cannot be kept: %w; name a folder that can be written", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, r.out.Close())
	}
	r.from = "http://" + listener.Addr().String()
	other := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(&url.URL{Scheme: r.to.Scheme, Host: r.to.Host}) }}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+r.to.Path+"/chat/completions", r.reply)
	mux.Handle("/", other)
	server := &http.Server{Handler: mux}
	context.AfterFunc(ctx, func() { _ = server.Close(); _ = r.out.Close() })
	go func() { _ = server.Serve(listener) }()
	return r, nil
}

// readWritten reads kept replies by their keys.
func readWritten(name string) (map[string]judge.Written, error) {
	known := map[string]judge.Written{}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, spar.Errorf(spar.Unavailable, "kept replies cannot be read: %w", err)
	}
	for line := range bytes.Lines(text) {
		var w judge.Written
		if json.Unmarshal(line, &w) == nil { // the last line may be cut short
			known[w.Key] = w
		}
	}
	return known, nil
}

// environment returns the variables that lead a program to the relay.
func (r *Relay) environment() []string {
	env := []string{"SPAR_LLM_URL=" + r.from + r.to.Path, "SPAR_LLM_MODEL=" + r.Model, fmt.Sprintf("SPAR_LLM_TOKENS=%d", r.Tokens),
		"SPAR_LLM_FIRST=9m", "SPAR_LLM_SILENCE=9m", "SPAR_LLM_TIMEOUT=9m"}
	if r.Role != "" {
		env = append(env, "SPAR_LLM_ROLE="+r.Role)
	}
	return env
}

// Client returns a client of the model that keeps its replies.
func (r *Relay) Client() (*llm.Client, error) {
	const patience = 9 * time.Minute
	return llm.New(llm.Options{URL: r.from + r.to.Path, Model: r.Model, First: patience, Silence: patience, Timeout: patience})
}

// sum returns everything besides the program that replies depend on, as a text.
func (r *Relay) sum() string {
	sum := fmt.Sprintf("%s %d %s\n%s", r.Model, r.Tokens, r.Prompt.System, r.Prompt.After)
	if r.Role != "" {
		sum += "\n" + r.Role
	}
	return sum
}

// taken returns the last reply since it was last taken; nil: the model was not asked. Its error is one of the model's server, of which the
// program made an answer without the model.
func (r *Relay) taken() (*judge.Written, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	last, err := r.last, r.fault
	r.last, r.fault = nil, nil
	return last, err
}

// fail tells a program that its request failed.
func (r *Relay) fail(w http.ResponseWriter, err error) {
	r.mu.Lock()
	r.fault = err
	r.mu.Unlock()
	http.Error(w, err.Error(), http.StatusBadGateway)
}

// fence matches the fence that a program makes anew for each request.
var fence = regexp.MustCompile(`\b([a-z]+)-[A-Z2-7]{8,}`)

// by returns a request with a prompt's words. Requests for something other than an answer from excerpts stay as they are.
func (p Prompt) by(body map[string]any) map[string]any {
	messages, _ := body["messages"].([]any)
	if len(messages) != 2 {
		return body
	}
	said := func(i int) string {
		m, _ := messages[i].(map[string]any)
		text, _ := m["content"].(string)
		return fence.ReplaceAllString(text, "$1-KEPT")
	}
	system, user := said(0), said(1)
	if strings.HasPrefix(user, "Excerpts:") {
		if p.System != "" {
			system = p.System
		}
		if p.After != "" {
			user = strings.TrimSpace(user) + "\n" + p.After
		}
	}
	with := map[string]any{}
	for key, value := range body {
		with[key] = value
	}
	with["messages"] = []map[string]string{{"role": "system", "content": system}, {"role": "user", "content": user}}
	with["stream"] = true
	delete(with, "stream_options")
	return with
}

// told returns the last message of a request.
func told(body map[string]any) string {
	messages, _ := body["messages"].([]map[string]string)
	if len(messages) == 0 {
		return ""
	}
	return messages[len(messages)-1]["content"]
}

// reply answers a program's request from a kept reply or by the model.
func (r *Relay) reply(w http.ResponseWriter, q *http.Request) {
	text, err := io.ReadAll(io.LimitReader(q.Body, mostReply))
	var body map[string]any
	var form struct {
		Format json.RawMessage `json:"response_format"` // with its keys in their order, in which a model writes them
	}
	if err = errors.Join(err, json.Unmarshal(text, &body), json.Unmarshal(text, &form)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if form.Format != nil {
		body["response_format"] = form.Format
	}
	if _, weighs := body["logprobs"]; weighs {
		said, err := r.written(q.Context(), Prompt{}.by(body))
		if err != nil {
			r.fail(w, err)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, said.Stream)
		return
	}
	var made judge.Written
	for _, p := range slices.Concat(r.Others, []Prompt{r.Prompt}) {
		var err error
		if made, err = r.written(q.Context(), p.by(body)); err != nil {
			r.fail(w, err)
			return
		}
	}
	r.mu.Lock()
	r.last = &made
	r.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	type choice struct {
		Index  int               `json:"index"`
		Delta  map[string]string `json:"delta"`
		Finish *string           `json:"finish_reason"`
	}
	send := func(c choice) {
		line, _ := json.Marshal(map[string]any{"object": "chat.completion.chunk", "model": r.Model, "choices": []choice{c}})
		fmt.Fprintf(w, "data: %s\n\n", line)
	}
	for _, piece := range made.Pieces {
		send(choice{Delta: map[string]string{"content": piece}})
	}
	send(choice{Delta: map[string]string{}, Finish: &made.Finish})
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// mostSaid bounds the bytes of a model's reply: a program breaks it off before.
const mostSaid = 2100

// written returns the model's reply to a request.
func (r *Relay) written(ctx context.Context, body map[string]any) (w judge.Written, err error) {
	line, err := json.Marshal(body) // the keys of a map are in their order
	if err != nil {
		return w, err
	}
	sum := sha256.Sum256(line)
	key := hex.EncodeToString(sum[:])
	r.mu.Lock()
	w, ok := r.known[key]
	r.mu.Unlock()
	if ok {
		return w, nil
	}
	w = judge.Written{Key: key, Told: told(body)}
	began := time.Now()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, r.to.String()+"/chat/completions", bytes.NewReader(line))
	if err != nil {
		return w, err
	}
	q.Header.Set("Content-Type", "application/json")
	reply, err := r.client.Do(q)
	if err != nil {
		return w, err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(reply.Body, 1000))
		return w, fmt.Errorf("the model's server says %s: %s", reply.Status, text)
	}
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 1<<20)
	_, weighs := body["logprobs"]
	length := 0
	for length <= mostSaid && lines.Scan() {
		if weighs {
			w.Stream += lines.Text() + "\n"
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var piece struct {
			Choices []struct {
				Delta  struct{ Content string }
				Finish string `json:"finish_reason"`
			}
			Timings struct {
				Cache  int     `json:"cache_n"`
				Prompt int     `json:"prompt_n"`
				Said   int     `json:"predicted_n"`
				Read   float64 `json:"prompt_per_second"`
				Speed  float64 `json:"predicted_per_second"`
			}
		}
		if !ok || json.Unmarshal([]byte(data), &piece) != nil {
			continue
		}
		for _, c := range piece.Choices {
			if c.Finish != "" {
				w.Finish = c.Finish
			}
			if c.Delta.Content != "" {
				if len(w.Pieces) == 0 {
					w.First = time.Since(began).Seconds()
				}
				w.Pieces = append(w.Pieces, c.Delta.Content)
				length += len(c.Delta.Content)
			}
		}
		if t := piece.Timings; t.Said > 0 {
			w.Prompt, w.Cached, w.Said, w.ReadSpeed, w.Speed = t.Prompt+t.Cache, t.Cache, t.Said, t.Read, t.Speed
		}
	}
	if err := lines.Err(); err != nil {
		return w, err
	}
	w.Took = time.Since(began).Seconds()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[key] = w
	kept, err := json.Marshal(w)
	if err == nil {
		_, err = r.out.Write(append(kept, '\n'))
	}
	return w, err
}
