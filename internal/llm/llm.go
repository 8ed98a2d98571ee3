// Package llm speaks to chat models behind an OpenAI-compatible server, such as Ollama, vLLM, llama.cpp or OpenAI. It knows nothing of
// files and answers; a model's reply is untrusted text, bounded here and checked by its callers.
package llm

import (
	"context"
	"errors"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// How long a model may take unless Options say otherwise.
const (
	DefaultTimeout = 2 * time.Minute
	DefaultSilence = 30 * time.Second
	FirstHere      = 5 * time.Minute // for the first word, on this machine: a processor needs long to read a prompt
)

// mostIdle is how long a connection is kept for the next request. llama.cpp's server closes one after five seconds, and a request that is sent
// just then fails.
const mostIdle = time.Second

// Options say where the model is. URL and Model are required, or Local.
type Options struct {
	URL     string // of the API, such as http://localhost:11434/v1
	Model   string
	Key     string        // sent as a bearer token, if any; never logged
	Local   Local         // starts the server, whose address and key it says; nil: it runs at URL
	Timeout time.Duration // for a whole reply from its first word; 0: DefaultTimeout
	Silence time.Duration // between two pieces of a reply; 0: DefaultSilence
	First   time.Duration // before the first piece; 0: FirstHere on this machine, else Silence
	Context int           // tokens of a prompt with its reply; 0: the server is asked
	Limit   int           // bytes of a reply at most; 0: 64 KiB
	Tokens  int           // the reply is asked to have at most; 0: 800
}

// A Local server is started when it is needed.
type Local interface {
	// Reach gives its address and key once it can be asked. waiting is called while it cannot; it may be nil.
	Reach(ctx context.Context, waiting func()) (url, key string, err error)
	Used()        // says that it is still needed
	Why() string  // why it ended, where it did so by itself
	Loaded() bool // whether it can be asked now
}

// A Client is one model on one server. It is safe for concurrent use and connects to nothing until asked.
type Client struct {
	o     Options
	base  *url.URL // its query goes with every request; nil: Local says it
	shown string   // the address without what it may hold of passwords and keys
	http  *http.Client
	known atomic.Pointer[About]
}

// New checks the options.
func New(o Options) (*Client, error) {
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Silence == 0 {
		o.Silence = DefaultSilence
	}
	if o.Limit == 0 {
		o.Limit = 64 << 10
	}
	if o.Tokens == 0 {
		o.Tokens = 800
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.IdleConnTimeout = mostIdle
	// A redirect could carry the key and the passages to another machine.
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("the server redirects elsewhere, which is not followed; set llm-url to the final address")
	}}
	if o.Local != nil {
		if o.First == 0 {
			o.First = FirstHere
		}
		return &Client{o: o, shown: "a server of this machine", http: client}, nil
	}
	u, err := url.Parse(o.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, spar.Errorf(spar.Invalid, "the address of the model server is not a URL such as http://localhost:11434/v1; set llm-url to one")
	}
	if _, err := url.ParseQuery(u.RawQuery); err != nil || u.Fragment != "" {
		return nil, spar.Errorf(spar.Invalid, "the address of the model server at %s holds more than a host, a path and parameters such as ?api-version=1; correct llm-url", u.Host)
	}
	if o.Model == "" {
		return nil, spar.Errorf(spar.Invalid, "the model server %s is set, and no model; set llm-model to the name of one that it serves", u.Host)
	}
	if o.First == 0 {
		if o.First = o.Silence; here(u.Hostname()) {
			o.First = FirstHere
		}
	}
	return &Client{o: o, base: u, shown: redact.Text(o.URL), http: client}, nil
}

// here reports whether a host is this machine.
func here(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Model is the model's name.
func (c *Client) Model() string { return c.o.Model }

// Address is the address of the server, without passwords and keys that it may hold.
func (c *Client) Address() string { return c.shown }

// ErrTruncated ends a reply that the server cut short; what came before stands.
var ErrTruncated = errors.New("the reply was cut short")

// Reply streams the model's reply to a system and a user message, piece by piece, at temperature 0. The last pair may carry an error: the
// server's, ErrTruncated, or the one for a reply that took too long.
func (c *Client) Reply(ctx context.Context, system, user string) iter.Seq2[string, error] {
	return c.reply(ctx, openai.ChatCompletionNewParams{Messages: messages(system, user)}, nil)
}

// Object is the model's whole reply to a system and a user message where the server holds it to a JSON schema. Not every server does: the
// caller checks the text. A server that knows no schemas is one that answers with an error.
func (c *Client) Object(ctx context.Context, system, user, name string, schema map[string]any) (string, error) {
	var b strings.Builder
	for piece, err := range c.reply(ctx, openai.ChatCompletionNewParams{
		Messages: messages(system, user),
		ResponseFormat: openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: name, Strict: openai.Bool(true), Schema: inOrder(schema)},
		}},
	}, nil) {
		if err != nil {
			return "", err
		}
		b.WriteString(piece)
	}
	return b.String(), nil
}

// messages are those of a prompt. Both are made Plain here, so that no caller can forget it.
func messages(system, user string) []openai.ChatCompletionMessageParamUnion {
	return []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(Plain(system)), openai.UserMessage(Plain(user))}
}

// status is the error for a server's status that is not 200.
func (c *Client) status(code int) error {
	switch code {
	case http.StatusUnauthorized, http.StatusForbidden:
		return spar.Errorf(spar.Unavailable, "the model server at %s refuses the key; set SPAR_LLM_KEY", c.shown)
	case http.StatusNotFound:
		return spar.Errorf(spar.Unavailable, "the model server at %s has no model %q", c.shown, c.o.Model)
	default:
		return spar.Errorf(spar.Unavailable, "the model server at %s answers with status %d: its log says why", c.shown, code)
	}
}
