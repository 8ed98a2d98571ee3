package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/sparsearch/spar/internal/network"
	"github.com/sparsearch/spar/internal/spar"
)

// Why a model keeps its caller waiting.
const (
	Loading = "loading" // its server starts, or reads its weights
	Busy    = "busy"    // it answers others
	Reading = "reading" // it reads the prompt
)

// Waiting is the reason for waiting for a model. While it reads the prompt, Read of its Of tokens are done.
type Waiting struct {
	For      string
	Read, Of int
}

type waitingKey struct{}

// WhileWaiting gives a context that lets a model tell why it keeps waiting, before its first word.
func WhileWaiting(ctx context.Context, tell func(Waiting)) context.Context {
	return context.WithValue(ctx, waitingKey{}, tell)
}

// A place is where a server is asked.
type place struct {
	base *url.URL
	key  string
}

// reach gives where the server is asked, once it can be.
func (c *Client) reach(ctx context.Context, waiting func()) (place, error) {
	if c.o.Local == nil {
		return place{c.base, c.o.Key}, nil
	}
	address, key, err := c.o.Local.Reach(ctx, waiting)
	if err != nil {
		return place{}, err
	}
	base, err := url.Parse(address)
	return place{base, key}, err
}

// chat is the part of a server that replies.
func (c *Client) chat(p place) openai.ChatCompletionService {
	bare := *p.base
	bare.RawQuery, bare.ForceQuery = "", false
	options := []option.RequestOption{option.WithBaseURL(bare.String()), option.WithMaxRetries(0), option.WithHTTPClient(c.http)}
	if p.key != "" {
		options = append(options, option.WithAPIKey(p.key))
	}
	for name, values := range p.base.Query() {
		for _, v := range values {
			options = append(options, option.WithQueryAdd(name, v))
		}
	}
	// Not NewClient, which would take a key and an address for OpenAI itself from the environment.
	return openai.NewChatCompletionService(options...)
}

// How long a server that is busy or loading is left alone before it is asked again.
const (
	soonest = 250 * time.Millisecond
	latest  = 5 * time.Second
)

// restarts is how often a server of this machine that ended before its first word is started again for a question.
const restarts = 2

// stillUsed is how often a server of this machine is told that it is needed.
const stillUsed = 5 * time.Second

// reply streams the model's reply to some messages. It waits for a server that is loading or busy. first, if not nil, gets the tokens with
// which the reply may begin.
func (c *Client) reply(ctx context.Context, params openai.ChatCompletionNewParams, first func([]openai.ChatCompletionTokenLogprobTopLogprob),
) iter.Seq2[string, error] {
	params.Model, params.Temperature = c.o.Model, openai.Float(0)
	if !params.MaxTokens.Valid() {
		params.MaxTokens = openai.Int(int64(c.o.Tokens))
	}
	return func(yield func(string, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		silence := time.AfterFunc(c.o.First, func() { cancel(fmt.Errorf("the model said nothing for %s", c.o.First)) })
		defer silence.Stop()
		tell := c.telling(ctx)
		if c.o.Local != nil {
			used := time.NewTicker(stillUsed)
			defer used.Stop()
			go func() {
				for {
					select {
					case <-ctx.Done():
						return
					case <-used.C:
						c.o.Local.Used()
					}
				}
			}()
		}
		for wait, lost := soonest, 0; ; wait = min(2*wait, latest) {
			at, err := c.reach(ctx, func() { tell(Waiting{For: Loading}) })
			if err != nil {
				yield("", err)
				return
			}
			a := attempt{c: c, ctx: ctx, cancel: cancel, silence: silence, tell: tell, first: first, yield: yield}
			err = a.run(at, params)
			if err == nil || a.spoke {
				if err != nil && !a.ended {
					yield("", err)
				}
				return
			}
			retry, pause := c.again(err)
			switch {
			case ctx.Err() != nil:
				yield("", context.Cause(ctx))
				return
			case retry != "":
				tell(Waiting{For: retry})
				wait = max(wait, min(pause, latest))
			case c.o.Local != nil && lost < restarts && !isStatus(err):
				lost++
			default:
				yield("", c.fault(err))
				return
			}
			select {
			case <-ctx.Done():
				yield("", context.Cause(ctx))
				return
			case <-time.After(wait):
			}
		}
	}
}

// telling gives the function that tells why the model keeps waiting, each reason once.
func (c *Client) telling(ctx context.Context) func(Waiting) {
	tell, ok := ctx.Value(waitingKey{}).(func(Waiting))
	var last Waiting
	return func(w Waiting) {
		if ok && w != last {
			last = w
			tell(w)
		}
	}
}

// again gives the reason to wait for a server that answered with an error, and for how long it asks to be left alone; "" where waiting is
// of no use.
func (c *Client) again(err error) (what string, pause time.Duration) {
	var api *openai.Error
	if !errors.As(err, &api) {
		return "", 0
	}
	if api.Response != nil {
		if seconds, err := strconv.Atoi(api.Response.Header.Get("Retry-After")); err == nil && seconds > 0 {
			pause = time.Duration(min(seconds, 3600)) * time.Second
		}
	}
	switch api.StatusCode {
	case http.StatusServiceUnavailable:
		return Loading, pause
	case http.StatusTooManyRequests:
		return Busy, pause
	}
	return "", 0
}

func isStatus(err error) bool {
	var api *openai.Error
	return errors.As(err, &api)
}

// An attempt asks a server once.
type attempt struct {
	c       *Client
	ctx     context.Context
	cancel  context.CancelCauseFunc
	silence *time.Timer // until the first piece, then between two
	tell    func(Waiting)
	first   func([]openai.ChatCompletionTokenLogprobTopLogprob) // nil: nobody asks
	yield   func(string, error) bool

	spoke bool // a piece came
	ended bool // by who listens
}

// run hands on the pieces of a reply. Before the first one an error is the server's own, else it is one to be told.
func (a *attempt) run(at place, params openai.ChatCompletionNewParams) error {
	c := a.c
	var end ending
	options := []option.RequestOption{option.WithMiddleware(end.watch)}
	if c.o.Local != nil {
		options = append(options, option.WithJSONSet("return_progress", true))
	}
	service := c.chat(at)
	stream := service.NewStreaming(a.ctx, params, options...)
	defer stream.Close()
	length, finish := 0, ""
	for stream.Next() {
		chunk := stream.Current()
		if a.spoke {
			a.silence.Reset(c.o.Silence)
		} else if progress, ok := chunk.JSON.ExtraFields["prompt_progress"]; ok {
			var read struct{ Total, Processed int }
			if json.Unmarshal([]byte(progress.Raw()), &read) == nil {
				a.tell(Waiting{Reading, read.Processed, read.Total})
			}
		}
		for _, choice := range chunk.Choices {
			if choice.FinishReason != "" {
				finish = choice.FinishReason
			}
			if list := choice.Logprobs.Content; a.first != nil && len(list) > 0 {
				a.first(list[0].TopLogprobs)
				a.first = nil
			}
			piece := choice.Delta.Content
			if piece == "" {
				continue
			}
			if !a.spoke {
				a.spoke = true
				a.silence.Stop()
				a.silence = time.AfterFunc(c.o.Silence, func() { a.cancel(fmt.Errorf("the model said nothing for %s", c.o.Silence)) })
				defer a.silence.Stop()
				whole := time.AfterFunc(c.o.Timeout, func() { a.cancel(fmt.Errorf("the model did not finish within %s", c.o.Timeout)) })
				defer whole.Stop()
			}
			if length += len(piece); length > c.o.Limit {
				return fmt.Errorf("%w: it is longer than %d bytes", ErrTruncated, c.o.Limit)
			}
			if !a.yield(piece, nil) {
				a.ended = true
				return errEnded
			}
		}
	}
	err := stream.Err()
	switch {
	case a.ctx.Err() != nil:
		return context.Cause(a.ctx)
	case err != nil && a.spoke:
		return c.fault(err)
	case err != nil:
		return err
	case finish == "length":
		a.spoke = true // nothing else is to be expected
		return fmt.Errorf("%w at %d tokens", ErrTruncated, params.MaxTokens.Value)
	case finish == "" && !end.seen.Load():
		a.spoke = a.spoke || c.o.Local == nil
		return fmt.Errorf("%w by a lost connection", ErrTruncated)
	}
	return nil
}

// errEnded says that nobody listens any more.
var errEnded = errors.New("nobody listens")

// fault makes the error of a server one that a user can act on.
func (c *Client) fault(err error) error {
	var api *openai.Error
	switch {
	case errors.As(err, &api):
		return c.status(api.StatusCode)
	case errors.Is(err, ErrTruncated):
		return err
	}
	if c.o.Local != nil {
		if why := c.o.Local.Why(); why != "" {
			return spar.Errorf(spar.Unavailable, "the language model %s ended: %s", c.o.Model, why)
		}
	}
	return spar.Errorf(spar.Unavailable, "the model server at %s does not answer as expected: %w", c.shown, network.Why(c.shown, err))
}
