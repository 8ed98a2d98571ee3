// Package service is everything that SPAR can do for an asker. Each use case is one method, which takes the asker and an input of package
// api, checks what they may do, and returns an output of package api or a sequence of events. The command line, an HTTP API and MCP use
// it: they parse and print. Only this package decides what to show of files that the asker may not read, of shares and of totals.
//
// All methods of a Service except Close may be called from many goroutines, for different askers. A returned sequence runs in the
// goroutine that ranges over it. Settings are read once, until they are replaced. The files of people, of the schema and of rules are
// read again after a change.
package service

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/audit"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// Options are the settings of a service. With the zero value it answers from sentences, chooses the ranking, reads without a time limit
// and knows only the accounts of this machine.
type Options struct {
	// Settings returns the settings of questions. The first question calls it, so that faults in them stop nothing else; nil: the zero
	// Settings.
	Settings func() (Settings, error)

	People PeopleOptions
	Hub    string // where models are fetched; "": the usual one

	// Audit returns the settings of the audit trail when it is first written; nil: the zero Auditing.
	Audit func() (Auditing, error)

	// SessionIdle returns the time after which an unused session of a browser ends; nil: [access.Idle].
	SessionIdle func() (time.Duration, error)

	// TokenMost returns the longest life of a token; nil: [TokenMost].
	TokenMost func() (time.Duration, error)

	ShareRoots   []string          // a server makes shares only of folders below these
	RootsFixed   error             // why ShareRoots cannot be changed through a server, nil where they can
	Faults       func() []error    // in settings that hold all the same; nil for none
	NamedDir     string            // the data directory where a command typed on this machine has to name it; "" where not
	BackupFolder string            // where a server puts backups; "" for nowhere
	Shown        func() api.Config // returns every setting without secrets; nil: none

	// HomeQuestions returns whether the page of a server tries questions to start from; nil: it does.
	HomeQuestions func() (bool, error)
	// PropertiesAnHour returns the number of files whose properties a watch reads in an idle hour; nil: none.
	PropertiesAnHour func() (int, error)
	// ProposalsAnHour returns the number of files for which a watch proposes tags in an idle hour; nil: none.
	ProposalsAnHour func() (int, error)
	// AuditEvery returns the time between two audits of tags in idle time; 0 or nil: none.
	AuditEvery func() (time.Duration, error)
}

// Settings are the settings of questions that set nothing else.
type Settings struct {
	Budget  order.Budget // for the reading that a question waits for
	Until   float64      // reading stops when the answer is the best there is with this chance; 0 or 1: SPAR reads all
	Ranking retrieve.Options
	Cut     float64    // a search drops passages whose score is below this part of the best score
	Fiscal  time.Month // the first month of the fiscal year; 0: January

	// EncoderIsSet says that a setting names the encoder; it then overrides a workspace's own.
	EncoderIsSet bool

	Model    func() (*llm.Client, error)            // writes answers; nil, or one that returns nil: none
	Writer   func(name string) (*llm.Client, error) // returns another model by its name; nil: there is none
	Writers  func() []string                        // names that Writer knows; nil: none
	Evidence engine.ModelLimits                     // what a model gets
	Role     Role                                   // what models do; "": RoleOf
	Tags     string                                 // whether they may choose tags: yes, no, or "": the ones that write

	Rerank func() (embed.Scorer, error) // nil, or one that returns nil: none
}

// A Service is safe for concurrent use by any number of people.
type Service struct {
	engine     *engine.Engine
	catalog    *catalog.Catalog
	workspaces *workspace.Workspaces
	access     *access.Keys
	trail      *audit.Trail

	set    atomic.Pointer[configured]
	spoken *vocabularies // names that sentences may use
	talks  *talks        // words of conversations
	starts *starts       // what questions to start from are made of
	saving saving

	change  atomic.Pointer[func(name string, value *string) error] // see OnChange
	choose  atomic.Pointer[func(changes map[string]*string) error] // see OnChoose
	connect atomic.Pointer[Connecting]                             // see OnConnect
	expired atomic.Int64                                           // when old entries of the audit trail were last deleted, in seconds since 1970
}

// configured is the form of the options that a service works with.
type configured struct {
	o      Options
	people *people

	settings func() (Settings, error)
	audit    func() (Auditing, error)
	model    func() (*llm.Client, error)
	rerank   func() (embed.Scorer, error)
	idle     func() (time.Duration, error)
	tokens   func() (time.Duration, error)
}

// Open opens a data directory and returns a service over it; Close closes both.
func Open(ctx context.Context, e engine.Options, o Options) (*Service, error) {
	opened, err := engine.Open(ctx, e)
	if err != nil {
		return nil, err
	}
	return New(opened, o), nil
}

// Close closes the data directory of a service that was opened.
func (s *Service) Close() error { return s.engine.Close() }

// SaveIndex saves results that the next process would otherwise compute again.
func (s *Service) SaveIndex(ctx context.Context) { s.engine.SaveIndex(ctx) }

// Ready reports whether questions could be answered now.
func (s *Service) Ready(ctx context.Context) error { return s.engine.Ready(ctx) }

// MayWrite returns the error for a write if the data directory is read-only; nil if it is writable.
func (s *Service) MayWrite() error { return s.engine.MayWrite() }

// New returns a service over an open data directory; the caller still closes the directory.
func New(on *engine.Opened, o Options) *Service {
	s := &Service{
		engine: on.Engine, catalog: on.Catalog, workspaces: on.Workspaces, access: on.Access, trail: on.Audit, spoken: &vocabularies{}, talks: &talks{}, starts: &starts{},
	}
	s.set.Store(configure(o))
	return s
}

// Reconfigure takes new options for later questions; questions in progress keep theirs. It refuses options with a fault and keeps the old
// ones.
func (s *Service) Reconfigure(o Options) error {
	c := configure(o)
	if _, err := c.settings(); err != nil {
		return err
	}
	if _, err := c.model(); err != nil {
		return err
	}
	if _, err := c.audit(); err != nil {
		return err
	}
	if _, err := c.idle(); err != nil {
		return err
	}
	if _, err := c.tokens(); err != nil {
		return err
	}
	if o.HomeQuestions != nil {
		if _, err := o.HomeQuestions(); err != nil {
			return err
		}
	}
	names, err := s.engine.Schema()
	if err != nil {
		return err
	}
	if _, err := c.people.now(names, nil); err != nil {
		return err
	}
	s.set.Store(c)
	return nil
}

// OnChange says what changes a setting and takes it; a nil value is its default. Before that no setting can be changed.
func (s *Service) OnChange(do func(name string, value *string) error) { s.change.Store(&do) }

func configure(o Options) *configured {
	c := &configured{o: o, people: &people{o: o.People}}
	if o.Settings == nil {
		o.Settings = func() (Settings, error) { return Settings{}, nil }
	}
	if o.Audit == nil {
		o.Audit = func() (Auditing, error) { return Auditing{}, nil }
	}
	if o.SessionIdle == nil {
		o.SessionIdle = func() (time.Duration, error) { return access.Idle, nil }
	}
	if o.TokenMost == nil {
		o.TokenMost = func() (time.Duration, error) { return TokenMost, nil }
	}
	c.idle, c.tokens = sync.OnceValues(o.SessionIdle), sync.OnceValues(o.TokenMost)
	c.settings, c.audit = sync.OnceValues(o.Settings), sync.OnceValues(o.Audit)
	c.model = sync.OnceValues(func() (*llm.Client, error) {
		set, err := c.settings()
		if err != nil || set.Model == nil {
			return nil, err
		}
		return set.Model()
	})
	c.rerank = sync.OnceValues(func() (embed.Scorer, error) {
		set, err := c.settings()
		if err != nil || set.Rerank == nil {
			return nil, err
		}
		return set.Rerank()
	})
	return c
}

// keys returns the tokens and sessions. A server refuses a faulty setting when it starts; later, such a setting makes sessions end early
// rather than late.
func (s *Service) keys() *access.Keys {
	idle, err := s.set.Load().idle()
	if err != nil {
		idle = min(idle, access.Idle)
	}
	return s.access.Within(idle)
}

func (s *Service) options() Options            { return s.set.Load().o }
func (s *Service) settings() (Settings, error) { return s.set.Load().settings() }
func (s *Service) model() (*llm.Client, error) { return s.set.Load().model() }

// Writers returns the names of the models that may write answers for the asker, the default one first; nil if no setting names one.
func (s *Service) Writers(_ context.Context, who spar.Principal) (names []string) {
	usual, err := s.model()
	if err != nil || usual == nil || !who.May(spar.CanRead) {
		return nil // doctor says why
	}
	names = []string{usual.Model()}
	set, err := s.settings()
	if err != nil || set.Writers == nil {
		return names
	}
	for _, name := range set.Writers() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// writer is the model of a name, or the usual one.
func (s *Service) writer(name string) (*llm.Client, error) {
	if name == "" {
		return s.model()
	}
	set, err := s.settings()
	if err != nil {
		return nil, err
	}
	if set.Writer == nil {
		return nil, spar.Errorf(spar.NotFound, "there is no language model %q, and no other", name)
	}
	return set.Writer(name)
}

func (s *Service) rerank() (embed.Scorer, error) { return s.set.Load().rerank() }
