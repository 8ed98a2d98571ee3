// Package llm speaks to chat models behind an OpenAI-compatible server, such as Ollama, vLLM, llama.cpp or OpenAI. It
// knows nothing of files and answers; what a model says is untrusted text, bounded here and checked by its callers.
package llm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/redact"
)

// How long a model may take unless Options say otherwise.
const (
	DefaultTimeout = 2 * time.Minute
	DefaultSilence = 30 * time.Second
)

// Options say where the model is. URL and Model are required.
type Options struct {
	URL     string // of the API, such as http://localhost:11434/v1
	Model   string
	Key     string        // sent as a bearer token, if any; never logged
	Timeout time.Duration // for a whole reply; 0: DefaultTimeout
	Silence time.Duration // between two pieces of a reply; 0: DefaultSilence
	Limit   int           // bytes of a reply at most; 0: 64 KiB
	Tokens  int           // the reply is asked to have at most; 0: 800
}

// A Client is one model on one server. It is safe for concurrent use and connects to nothing until asked.
type Client struct {
	o     Options
	base  *url.URL // its query goes with every request
	shown string   // the address without what it may hold of passwords and keys
	http  *http.Client
	chat  openai.ChatCompletionService
}

// New checks the options.
func New(o Options) (*Client, error) {
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
	// A redirect could carry the key and the passages to another machine.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("the server redirects elsewhere, which is not followed; set llm-url to the final address")
	}}
	bare := *u
	bare.RawQuery, bare.ForceQuery = "", false
	options := []option.RequestOption{option.WithBaseURL(bare.String()), option.WithMaxRetries(1), option.WithHTTPClient(client)}
	if o.Key != "" {
		options = append(options, option.WithAPIKey(o.Key))
	}
	for name, values := range u.Query() {
		for _, v := range values {
			options = append(options, option.WithQueryAdd(name, v))
		}
	}
	// Not NewClient, which would take a key and an address for OpenAI itself from the environment.
	return &Client{o: o, base: u, shown: redact.Text(o.URL), http: client, chat: openai.NewChatCompletionService(options...)}, nil
}

// Model is the model's name.
func (c *Client) Model() string { return c.o.Model }

// Address is the address of the server, without passwords and keys that it may hold.
func (c *Client) Address() string { return c.shown }

// ErrTruncated ends a reply that the server cut short; what came before stands.
var ErrTruncated = errors.New("the reply was cut short")

// Reply streams what the model says to a system and a user message, piece by piece, at temperature 0. The last pair may
// carry an error: the server's, ErrTruncated, or that of a reply that took too long.
func (c *Client) Reply(ctx context.Context, system, user string) iter.Seq2[string, error] {
	return c.reply(ctx, openai.ChatCompletionNewParams{Messages: messages(system, user)})
}

// Object is what the model says to a system and a user message where the server holds it to a JSON schema, whole. Not every server does: the
// caller checks the text. A server that knows no schemas is one that answers with an error.
func (c *Client) Object(ctx context.Context, system, user, name string, schema map[string]any) (string, error) {
	var b strings.Builder
	for piece, err := range c.reply(ctx, openai.ChatCompletionNewParams{
		Messages: messages(system, user),
		ResponseFormat: openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: name, Strict: openai.Bool(true), Schema: schema},
		}},
	}) {
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

// reply streams what the model says to some messages.
func (c *Client) reply(ctx context.Context, params openai.ChatCompletionNewParams) iter.Seq2[string, error] {
	params.Model, params.Temperature, params.MaxTokens = c.o.Model, openai.Float(0), openai.Int(int64(c.o.Tokens))
	return func(yield func(string, error) bool) {
		ctx, stop := context.WithTimeoutCause(ctx, c.o.Timeout, fmt.Errorf("the model did not finish within %s", c.o.Timeout))
		defer stop()
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		silence := time.AfterFunc(c.o.Silence, func() { cancel(fmt.Errorf("the model said nothing for %s", c.o.Silence)) })
		defer silence.Stop()

		var end ending
		stream := c.chat.NewStreaming(ctx, params, option.WithMiddleware(end.watch))
		defer stream.Close()
		length, finish := 0, ""
		for stream.Next() {
			silence.Reset(c.o.Silence)
			for _, choice := range stream.Current().Choices {
				if choice.FinishReason != "" {
					finish = choice.FinishReason
				}
				piece := choice.Delta.Content
				if piece == "" {
					continue
				}
				if length += len(piece); length > c.o.Limit {
					yield("", fmt.Errorf("%w: it is longer than %d bytes", ErrTruncated, c.o.Limit))
					return
				}
				if !yield(piece, nil) {
					return
				}
			}
		}
		switch err := stream.Err(); {
		case ctx.Err() != nil:
			yield("", context.Cause(ctx))
		case err != nil:
			yield("", c.fault(err))
		case finish == "length":
			yield("", fmt.Errorf("%w at %d tokens", ErrTruncated, c.o.Tokens))
		case finish == "" && !end.seen.Load():
			yield("", fmt.Errorf("%w by a lost connection", ErrTruncated))
		}
	}
}

// fault makes the error of a server one that a user can act on.
func (c *Client) fault(err error) error {
	var api *openai.Error
	if !errors.As(err, &api) {
		return spar.Errorf(spar.Unavailable, "the model server at %s does not answer as expected: %w", c.shown, redact.Error(err))
	}
	return c.status(api.StatusCode)
}

// status says what a server means by a status that is not 200.
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
