package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	flushAfter = 200 * time.Millisecond // entries wait so long for others, which are written with them
	mostQueued = 1000                   // entries wait for others
	mostKept   = 20 * mostQueued        // entries wait where they cannot be written now
	flushAgain = time.Second            // after which they are written again
	flushTime  = time.Minute            // that writing may take
	mostAbout  = 20                     // values of a request
	mostFiles  = 100                    // of an answer
	longAbout  = 300                    // bytes of a value
)

// trail writes what people asked of the server into the audit trail. It writes most entries afterwards and several at once, so that
// questions do not wait for a disk. A change of rights is written before it is done; if that fails, it is not done.
type trail struct {
	service *service.Service
	fail    func(entries int, err error)

	mu        sync.Mutex
	queue     []api.AuditEntry
	scheduled bool
	last      bool       // the server ends: nobody writes later what waits
	writing   sync.Mutex // entries are written in their order

	visits visits
}

// note queues an entry to be written soon.
func (t *trail) note(e api.AuditEntry) {
	t.mu.Lock()
	t.queue = append(t.queue, e)
	full := len(t.queue) == mostQueued || t.last
	if !t.scheduled && !full {
		t.scheduled = true
		time.AfterFunc(flushAfter, t.flush)
	}
	t.mu.Unlock()
	if full {
		t.flush() // then the asker waits for the disk
	}
}

// flush writes the waiting entries. If another process is writing or the disk is full, they wait for the next time.
func (t *trail) flush() { t.write(true) }

// finish writes the waiting entries for the last time. If another process is writing it tries again, for as long as ctx lasts.
func (t *trail) finish(ctx context.Context) {
	t.mu.Lock()
	t.last = true
	t.mu.Unlock()
	for ctx.Err() == nil {
		t.write(true)
		t.mu.Lock()
		empty := len(t.queue) == 0
		t.mu.Unlock()
		if empty {
			return
		}
		select {
		case <-time.After(flushAfter):
		case <-ctx.Done():
		}
	}
	t.write(false)
}

func (t *trail) write(again bool) {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	list := t.queue
	t.queue, t.scheduled = nil, false
	t.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), flushTime)
	defer cancel()
	err := t.service.Record(ctx, list...)
	if err == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if again = again && passing(err) && len(list)+len(t.queue) <= mostKept; !again {
		t.fail(len(list), err)
		return
	}
	t.queue = append(list, t.queue...)
	if !t.scheduled {
		t.scheduled = true
		time.AfterFunc(flushAgain, t.flush)
	}
}

// passing reports whether a failed write may succeed later.
func passing(err error) bool {
	return slices.Contains([]spar.Code{spar.Conflict, spar.Unavailable}, spar.CodeOf(err)) || errors.Is(err, context.DeadlineExceeded)
}

// now writes an entry before the operation that it is about begins.
func (t *trail) now(ctx context.Context, e api.AuditEntry) error {
	t.flush()
	t.writing.Lock()
	defer t.writing.Unlock()
	e.Outcome = "begun"
	// Who asked may leave meanwhile, or be told to as the server ends: what they asked is in the trail all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
	defer cancel()
	if err := t.service.Record(ctx, e); err != nil {
		t.fail(1, err)
		return problem(http.StatusServiceUnavailable, string(spar.Unavailable), "the audit trail cannot be written, and what gives or takes rights is not done without: see the server's log")
	}
	return nil
}

// untold lists operations that show no file, or that a page repeats while somebody looks at it. The question of an answer has an entry of
// its own.
var untold = []string{"", "me", "answers", "answer", "answerEvents", "works", "scans", "backups", "complete", "healthz", "readyz", "metrics", "page", "models", "model", "mcp", "status", "openapi"}

// shown lists operations by POST that a page sends by itself to show what a scope or a sentence means.
var shown = []string{"printScope", "explainScope", "diagnoseScope", "relaxScope", "divideScope", "parseSentence", "sureQuestions", "tryRights"}

// taken lists operations by GET with which somebody takes a copy away, which is more than a look.
var taken = []string{"filesTable", "threadPage", "original", "exportWorkspace"}

// partly has the operations whose requests are looks, or do something: each says which a request is.
var partly = map[string]func(*call) bool{
	"limits":     when(func(in api.LimitsEdit) bool { return in == api.LimitsEdit{Share: in.Share} }),
	"ignore":     when(func(in api.IgnoreEdit) bool { return len(in.Rules) == 0 && !in.Remove && !in.Clear && !in.Default }),
	"applyRules": when(func(in applying) bool { return in.DryRun }),
	"doctor":     when(func(in examining) bool { return !in.Model }), // a model that is asked is more than a look
}

// when reports whether the input of a request is of one kind; a request that cannot be parsed is of none.
func when[I any](is func(I) bool) func(*call) bool {
	return func(c *call) bool {
		in, err := parsed[I](c)
		return err == nil && is(in)
	}
}

// looks reports whether a request only shows something. A question is none, though it changes nothing: somebody chose its words.
func looks(c *call) (bool, error) {
	is, ok := partly[c.op.id]
	if !ok {
		return c.op.method == http.MethodGet && !slices.Contains(taken, c.op.id) || slices.Contains(shown, c.op.id), nil
	}
	if c.r.Method == http.MethodGet {
		return is(c), nil
	}
	text, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, mostBody))
	if err != nil {
		return false, bodyFault(err)
	}
	defer func() { c.r.Body = io.NopCloser(bytes.NewReader(text)) }() // for the operation itself
	c.r.Body = io.NopCloser(bytes.NewReader(text))
	return is(c), nil
}

// critical reports whether an operation needs an entry in the trail before it is done.
func critical(op operation) bool {
	if slices.Contains(untold, op.id) {
		return false
	}
	return op.needs == spar.CanOperate || op.needs == spar.CanAdminister || slices.Contains([]string{"createToken", "revokeToken"}, op.id)
}

// audit notes a request that has been answered.
func (s *Server) audit(in *inquiry, status int) {
	if slices.Contains(untold, in.operation) && status != http.StatusForbidden && !in.wrongKey || status == http.StatusTooManyRequests || status == http.StatusUnauthorized && !in.wrongKey {
		return
	}
	e := in.told()
	e.Outcome = cmp.Or(in.code, e.Outcome, "done")
	if over := e.Outcome == "done" || status == givenUp; e.Look && over && s.trail.visits.again(e) { // a page that is left gives up what it looks for
		return
	}
	s.trail.note(e)
}

// told returns the entry of a request with what is known so far.
func (in *inquiry) told() api.AuditEntry {
	e := in.entry
	e.At, e.Who, e.Operation, e.Request = in.begin.UTC(), in.who, in.operation, in.id
	e.TimingMS = time.Since(in.begin).Milliseconds()
	e.Look = in.looks && e.Via == "page"
	return e
}

// asked notes the input of a request, by its JSON keys.
func (in *inquiry) asked(input any) {
	text, err := json.Marshal(input)
	if err != nil {
		return // our own structs are all encodable
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(text, &keys) != nil {
		return
	}
	e := &in.entry
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value := string(keys[key])
		var plain string
		if json.Unmarshal(keys[key], &plain) == nil {
			value = plain
		}
		switch key {
		case "question", "sentence", "query", "why": // people's own words
			e.Question = strings.TrimSpace(e.Question + " " + value)
		case "scope", "text":
			e.Scope = value
		case "quote": // is text of a file
		case "workspace":
			e.Workspace = value
		case "thread":
			e.Thread = value
		case "at", "file":
			in.files(value)
		case "id":
			if in.operation == "fetch" { // of MCP, where it is an address
				in.files(value)
				continue
			}
			e.About = append(e.About, "id="+value)
		case "files":
			var list []string
			if json.Unmarshal(keys[key], &list) == nil {
				in.files(list...)
			}
		default:
			if value != "" && value != "[]" && value != "null" && value != "false" && value != "0" && len(e.About) < mostAbout {
				e.About = append(e.About, service.Shortened(key+"="+value, longAbout))
			}
		}
	}
}

// granted notes which lines of a table of rights came and went, in place of the whole table.
func (in *inquiry) granted(t api.RightsTrial) {
	e := &in.entry
	e.About = slices.DeleteFunc(e.About, func(a string) bool { return strings.HasPrefix(a, "lines=") || strings.HasPrefix(a, "table=") })
	note := func(key string, lines []api.RightsLine) {
		for i, l := range lines {
			if len(e.About) >= mostAbout {
				e.About = append(e.About, fmt.Sprintf("%s=... %d more", key, len(lines)-i))
				return
			}
			e.About = append(e.About, service.Shortened(fmt.Sprintf("%s=%s,%s,%s", key, l.Name, l.Principal, l.Right), longAbout))
		}
	}
	note("gives", t.Gives)
	note("takes", t.Takes)
}

// made notes the number of a new token or session. Beside the key of the asker it shows which key made which.
func (in *inquiry) made(key int64) { in.entry.About = append(in.entry.About, fmt.Sprint("made=", key)) }

// restored notes what came back from the trash, whose number says nothing to people.
func (in *inquiry) restored(r api.Restored) {
	in.entry.About = append(in.entry.About, "of="+r.Kind, "restored="+r.Name)
}

// files notes the addresses of files that a request names or its reply shows.
func (in *inquiry) files(addresses ...string) {
	for _, a := range addresses {
		if a != "" && len(in.entry.Files) < mostFiles && !slices.Contains(in.entry.Files, a) {
			in.entry.Files = append(in.entry.Files, a)
		}
	}
}

// saw notes the contents of the last event of an answer or a search.
func (in *inquiry) saw(event any, err error) {
	var a *api.Answer
	switch e := event.(type) {
	case api.AnswerEvent:
		if a = e.Answer; e.Stage != api.StageFinal {
			a = nil
		}
		if a == nil && err == nil {
			return
		}
	case api.HitsEvent:
		if e.Stage == api.StageFinal {
			for _, h := range e.Hits {
				in.files(h.Open)
			}
		}
		return
	default:
		return
	}
	if in.metrics != nil {
		in.metrics.ended(a, err)
	}
	if a == nil {
		return
	}
	in.entry.Thread = cmp.Or(a.Thread, in.entry.Thread)
	for _, c := range a.Citations {
		in.files(c.Open)
	}
	if a.Refused {
		in.entry.Outcome = refused
	}
}

// tool notes the tools that an assistant uses.
func (s *Server) tool(of *inquiry) func(name string) (*inquiry, func(error)) {
	return func(name string) (*inquiry, func(error)) {
		in := &inquiry{id: of.id, operation: name, who: of.who, begin: time.Now(), metrics: s.metrics, entry: of.entry}
		return in, func(err error) {
			e := in.told()
			if e.Outcome = cmp.Or(e.Outcome, "done"); err != nil {
				e.Outcome = string(spar.CodeOf(err))
			}
			s.trail.note(e)
		}
	}
}

// Event notes something that the server did by itself, or at the order of its owner.
func (s *Server) Event(operation string, about ...string) {
	s.trail.note(api.AuditEntry{At: time.Now().UTC(), Via: "server", Operation: operation, Outcome: "done", About: about})
}

func (s *Server) untraced(entries int, err error) {
	s.metrics.unkept.Add(float64(entries))
	s.o.Log.Error("entries of the audit trail were lost", "entries", entries, "err", err)
	s.o.Log.Debug(fmt.Sprint(err))
}
