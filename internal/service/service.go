// Package service is what SPAR can do for whoever asks: each use case once, as a method that takes who asks and an input
// of package api, checks what they may do, and gives an output of package api or a sequence of events. The command line,
// an HTTP API and MCP are doors to it: they parse and print. What may be told of a file that the asker may not read, of
// shares and of totals is decided here, never in a door.
package service

import (
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/retrieve"
)

// Options are the settings of a service. The zero value answers from sentences, ranks as SPAR chooses, reads without a
// limit of time and knows the accounts of this machine only.
type Options struct {
	Budget  time.Duration    // for the reading that a question waits for; 0: no limit
	Ranking retrieve.Options // of questions that do not say otherwise

	// EncoderIsSet says that a setting names the encoder, which then goes before a workspace's own.
	EncoderIsSet bool

	Model  *llm.Client                  // that writes answers; nil: none
	Rerank func() (embed.Scorer, error) // opens the reranker, once; nil: none

	People PeopleOptions
}

// A Service is safe for concurrent use by any number of people.
type Service struct {
	engine *engine.Engine
	o      Options
	people *people
	rerank func() (embed.Scorer, error)
}

// New makes a service over an engine, which stays its owner's to close.
func New(e *engine.Engine, o Options) *Service {
	s := &Service{engine: e, o: o, people: &people{o: o.People}}
	s.rerank = func() (embed.Scorer, error) { return nil, nil }
	if o.Rerank != nil {
		s.rerank = sync.OnceValues(o.Rerank)
	}
	return s
}
