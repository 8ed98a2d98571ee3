package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/network"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// What a list of models may take.
const (
	listTimeout = 10 * time.Second
	listBytes   = 4 << 20
	namedModels = 10 // in an error
	longestName = 200
)

// About is a server's description of a model.
type About struct {
	Context    int   // tokens that a prompt and its reply may have; 0: it does not say
	Parameters int64 // 0: it does not say
}

// A listed model is one of /models, with what llama.cpp and vLLM say of it beside.
type listed struct {
	ID   string
	Meta struct {
		Context    int   `json:"n_ctx"`
		Parameters int64 `json:"n_params"`
	}
	Length int `json:"max_model_len"`
}

// errNoList says that a server keeps no list of its models.
var errNoList = errors.New("no list")

// list asks a server for its models.
func (c *Client) list(ctx context.Context, at place) ([]listed, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.base.JoinPath("models").String(), nil)
	if err != nil {
		return nil, err
	}
	if at.key != "" {
		request.Header.Set("Authorization", "Bearer "+at.key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "the model server at %s does not answer: %w", c.shown, network.Why(c.shown, err))
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusMethodNotAllowed:
		return nil, errNoList
	case response.StatusCode != http.StatusOK:
		return nil, c.status(response.StatusCode)
	}
	var list struct{ Data []listed }
	if err := json.NewDecoder(io.LimitReader(response.Body, listBytes)).Decode(&list); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "the model server at %s does not answer as expected: %w", c.shown, network.Why(c.shown, err))
	}
	return list.Data, nil
}

// is reports whether a server calls a model so.
func (l listed) is(name string) bool {
	return l.ID == name || strings.TrimSuffix(l.ID, ":latest") == name
}

// Check asks the server which models it serves, and is nil if the model is one of them, or if the server keeps no list. A server of this
// machine is started for it.
func (c *Client) Check(ctx context.Context) error {
	if c.o.Local != nil {
		_, err := c.reach(ctx, nil)
		return err
	}
	ctx, stop := context.WithTimeout(ctx, listTimeout)
	defer stop()
	list, err := c.list(ctx, place{c.base, c.o.Key})
	if err != nil || slices.ContainsFunc(list, func(l listed) bool { return l.is(c.o.Model) }) {
		if errors.Is(err, errNoList) {
			err = nil
		}
		return err
	}
	return spar.Errorf(spar.Unavailable, "the model server at %s has no model %q; it has %s", c.shown, c.o.Model, named(list))
}

// named are the first of some models in words.
func named(list []listed) string {
	names := make([]string, len(list))
	for i, l := range list {
		names[i] = l.ID
	}
	slices.Sort(names)
	if more := len(names) - namedModels; more > 0 {
		names = append(names[:namedModels], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// About asks the server for the model's context, once: the reply is kept.
func (c *Client) About(ctx context.Context) About {
	if known := c.known.Load(); known != nil {
		return *known
	}
	tell := c.telling(ctx)
	reaching, reached := context.WithTimeout(ctx, c.o.First) // one of this machine may have to load first
	defer reached()
	at, err := c.reach(reaching, func() { tell(Waiting{For: Loading}) })
	if err != nil {
		return About{Context: c.o.Context}
	}
	ctx, stop := context.WithTimeout(ctx, listTimeout)
	defer stop()
	list, err := c.list(ctx, at)
	if err != nil && !errors.Is(err, errNoList) {
		return About{Context: c.o.Context}
	}
	var a About
	for _, l := range list {
		if l.is(c.o.Model) {
			a = About{max(l.Meta.Context, l.Length, 0), max(l.Meta.Parameters, 0)}
		}
	}
	if c.o.Context > 0 {
		a.Context = c.o.Context
	}
	c.known.Store(&a)
	return a
}

// A Found server is one that answers at a usual address of this machine.
type Found struct {
	Name   string // of the program whose address it is
	URL    string
	Models []string
}

// usual are the addresses of model servers on this machine that nobody has set otherwise.
var usual = []Found{
	{Name: "Ollama", URL: "http://127.0.0.1:11434/v1"}, {Name: "LM Studio", URL: "http://127.0.0.1:1234/v1"},
	{Name: "vLLM", URL: "http://127.0.0.1:8000/v1"}, {Name: "llama.cpp", URL: "http://127.0.0.1:8080/v1"},
}

// findTimeout is how long a server of this machine may take to say which models it has.
const findTimeout = 2 * time.Second

// Find looks for model servers at the usual addresses of this machine. They are shown no key.
func Find(ctx context.Context) []Found { return find(ctx, usual) }

func find(ctx context.Context, addresses []Found) (found []Found) {
	ctx, stop := context.WithTimeout(ctx, findTimeout)
	defer stop()
	answers := make([]chan []listed, len(addresses))
	for i, f := range addresses {
		answers[i] = make(chan []listed, 1)
		go func() {
			c, err := New(Options{URL: f.URL, Model: "any"})
			if err != nil {
				answers[i] <- nil
				return
			}
			list, _ := c.list(ctx, place{base: c.base}) // another program may be there
			answers[i] <- list
		}()
	}
	for i, f := range addresses {
		for _, l := range <-answers[i] {
			if l.ID != "" && len(l.ID) <= longestName && len(f.Models) < namedModels {
				f.Models = append(f.Models, redact.Text(l.ID))
			}
		}
		if len(f.Models) > 0 {
			found = append(found, f)
		}
	}
	return found
}
