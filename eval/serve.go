package eval

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/sparsearch/spar/internal/measure"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A ServeBench is what a server costs and bears: a process of its own, over files that were all read and passages that were embedded,
// with clients that each have a token of their own.
type ServeBench struct {
	Schema   string         `json:"schema"`
	Set      string         `json:"set"`
	Files    int            `json:"files"`
	Passages int            `json:"passages"`
	Costs    []ServeCost    `json:"costs"`
	First    *ServeFirst    `json:"first_hits,omitempty"` // of a search by words and meaning
	Pictures *ServePictures `json:"pictures,omitempty"`   // of pages; nil where no file has any
	Rounds   []ServeRound   `json:"rounds"`
}

// A ServeCost is what a question costs over HTTP, beside the same one asked of the service in a process, turn and turn about.
type ServeCost struct {
	Ranking   string  `json:"ranking"` // bm25, hybrid
	Questions int     `json:"questions"`
	Service   float64 `json:"service_cpu_ms"` // processor time a question
	Served    float64 `json:"serve_cpu_ms"`
	Over      float64 `json:"serve_over_service"`
}

// A ServeFirst is when a search has sent its first hits, those in the order of words.
type ServeFirst struct {
	Searches int     `json:"searches"`
	CPU      float64 `json:"cpu_p50_ms"` // processor time of the server until then
	P50      float64 `json:"p50_ms"`
	P95      float64 `json:"p95_ms"`
}

// ServePictures is how long the picture of a page takes at 96 dots to the inch, with a worker that runs already.
type ServePictures struct {
	Pages int     `json:"pages"` // that differ
	Asked int     `json:"asked"`
	CPU   float64 `json:"cpu_ms"`        // of the server and its workers
	Own   float64 `json:"server_cpu_ms"` // of the server alone
	P50   float64 `json:"p50_ms"`
	P95   float64 `json:"p95_ms"`
	Bytes int     `json:"bytes"` // the mean
}

// A ServeRound is one number of clients that ask, search, open and follow answers in turn, without a pause.
type ServeRound struct {
	Clients  int         `json:"clients"`
	Scanning bool        `json:"scanning"` // the share was scanned all the while
	Requests int         `json:"requests"`
	Errors   int         `json:"errors"`
	Fault    string      `json:"first_error,omitempty"`
	Rate     float64     `json:"requests_per_second"`
	CPU      float64     `json:"cpu_ms"` // of the server, a request
	Kinds    []ServeKind `json:"kinds"`
}

// A ServeKind is the requests of one kind: ask, search, open, or follow, which is an answer as a job and its events until the last.
type ServeKind struct {
	Kind     string  `json:"kind"`
	Requests int     `json:"requests"`
	P50      float64 `json:"p50_ms"`
	P95      float64 `json:"p95_ms"`
	P99      float64 `json:"p99_ms"`
}

// ServeOptions of a measurement.
type ServeOptions struct {
	Set      *measure.Set // nil: invented files
	Passages int          // passages of the invented files, in all
	PerFile  int          // passages of an invented file; 0: 20
	Engine   engine.Options
	// Program is the command that serves a data directory without limits, to people of a list, with a ranking, at any address of this
	// machine, and says as one line of JSON where.
	Program  func(dir, people, rank string) []string
	Clients  []int // numbers of clients at once; nil: 1, 4, 16, 64, 256
	Requests int   // requests of a round, at least four a client; 0: 400
	Costed   int   // number of questions for measuring the cost; 0: 200
	Log      func(format string, args ...any)
}

// blocks is how often the measurement of costs changes sides, so that other work of the machine falls on both.
const blocks = 10

// MeasureServe makes a data directory, serves it and asks. All of it is removed at the end.
func MeasureServe(ctx context.Context, o ServeOptions) (b *ServeBench, err error) {
	if o.Clients == nil {
		o.Clients = []int{1, 4, 16, 64, 256}
	}
	o.Requests, o.Costed, o.PerFile = cmp.Or(o.Requests, 400), cmp.Or(o.Costed, 200), cmp.Or(o.PerFile, 20)
	dir, err := os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	h := &servedHouse{o: o, dir: dir, people: filepath.Join(dir, "people.yaml")}
	if err := h.furnish(); err != nil {
		return nil, err
	}
	o.Engine.Dir = filepath.Join(dir, "data")
	e, err := engine.Open(ctx, o.Engine)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := h.read(ctx, e); err != nil {
		return nil, err
	}
	b = &ServeBench{Schema: "spar.bench.serve/1", Set: h.name, Files: h.files, Passages: h.passages, Rounds: []ServeRound{}}
	for _, rank := range []retrieve.Rank{retrieve.Words, retrieve.Hybrid} {
		s := h.service(e, rank)
		if err := h.warm(ctx, s); err != nil {
			return nil, err
		}
		server, err := h.serve(ctx, rank)
		if err != nil {
			return nil, err
		}
		err = b.measure(ctx, h, s, server, rank)
		if err := errors.Join(err, server.stop()); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// measure asks one server all that is asked of it.
func (b *ServeBench) measure(ctx context.Context, h *servedHouse, s *service.Service, server *served, rank retrieve.Rank) error {
	cost, err := h.cost(ctx, s, server)
	if err != nil {
		return err
	}
	cost.Ranking = string(rank)
	b.Costs = append(b.Costs, cost)
	h.o.Log("%s: a question costs %.2f ms of the service, %.2f ms over HTTP", rank, cost.Service, cost.Served)
	if rank == retrieve.Words {
		return nil
	}
	if b.First, err = h.first(ctx, server); err != nil {
		return err
	}
	h.o.Log("the first hits are sent after %.1f ms of processor time, %.1f ms after they are asked for", b.First.CPU, b.First.P50)
	if b.Pictures, err = h.pictures(ctx, server); err != nil {
		return err
	}
	for _, n := range h.o.Clients {
		r, err := h.round(ctx, server, n)
		if err != nil {
			return err
		}
		b.Rounds = append(b.Rounds, r)
		h.o.Log("%d clients: %.0f requests a second, %d errors", n, r.Rate, r.Errors)
	}
	r, err := h.roundBesideScans(ctx, server, slices.Max(h.o.Clients))
	b.Rounds = append(b.Rounds, r)
	return err
}

// A servedHouse has the files, people and questions of the server.
type servedHouse struct {
	o               ServeOptions
	dir, people     string
	name, share     string
	files, passages int
	questions       []string
	tokens          []string // one a client
	owner           string   // token of the person who may scan
	opens           []string // addresses of places
}

// furnish makes the files, where none are given, and the list of people.
func (h *servedHouse) furnish() error {
	if h.o.Set != nil {
		if h.name, h.share = h.o.Set.Name, h.o.Set.ShareDir(); h.share == "" || len(h.o.Set.Queries) == 0 {
			return spar.Errorf(spar.Invalid, "the set %s has no files or no questions: choose one with both", h.o.Set.Name)
		}
		for _, q := range h.o.Set.Queries {
			h.questions = append(h.questions, q.Text)
		}
	} else {
		if h.o.Passages < h.o.PerFile {
			return spar.Errorf(spar.Invalid, "%d passages are too few to be measured: take 100 or more, or name a set", h.o.Passages)
		}
		h.name, h.share = fmt.Sprintf("%d passages of invented words", h.o.Passages), filepath.Join(h.dir, "share")
		made, err := inventFiles(h.share, WorkspaceOptions{Passages: h.o.Passages, PerFile: h.o.PerFile, Seed: 1})
		if err != nil {
			return err
		}
		for i := range 50 {
			h.questions = append(h.questions, made.question(i))
		}
	}
	var people bytes.Buffer
	people.WriteString("people:\n")
	for i := range slices.Max(h.o.Clients) {
		fmt.Fprintf(&people, "  - {name: client%d, uid: %d}\n", i, 4_000_000+i)
	}
	return os.WriteFile(h.people, people.Bytes(), 0o600)
}

// read makes the files a share that everybody may read, reads them, and makes a token for each client.
func (h *servedHouse) read(ctx context.Context, e *engine.Opened) error {
	if _, err := e.AddShare(ctx, "set", h.share, false); err != nil {
		return err
	}
	if err := e.Catalog.SetRights(ctx, "set", spar.ToAll); err != nil {
		return err
	}
	if _, err := e.Scan(ctx, "set", engine.ScanOptions{Wait: true}); err != nil {
		return err
	}
	s := h.service(e, retrieve.Words)
	owner, err := s.Process()
	if err != nil {
		return err
	}
	for ev, err := range s.Search(ctx, owner, api.Question{Question: h.questions[0], Budget: "0", Until: new(1.0)}) { // reads all
		if err != nil {
			return err
		}
		if ev.Coverage != nil {
			h.files = ev.Coverage.InScope
		}
	}
	sources, err := segmentsOf(ctx, e)
	if err != nil {
		return err
	}
	for _, s := range sources {
		h.passages += s.Segment.Len()
	}
	h.o.Log("%d files with %d passages are read", h.files, h.passages)
	for i := range slices.Max(h.o.Clients) {
		t, err := s.CreateToken(ctx, owner, api.NewToken{For: fmt.Sprint("client", i)})
		if err != nil {
			return err
		}
		h.tokens = append(h.tokens, t.Secret)
	}
	t, err := s.CreateToken(ctx, owner, api.NewToken{May: []spar.Capability{spar.CanOperate}})
	h.owner = t.Secret
	s.SaveIndex(ctx)
	return err
}

func (h *servedHouse) service(e *engine.Opened, rank retrieve.Rank) *service.Service {
	return service.New(e, service.Options{People: service.PeopleOptions{File: h.people}, Settings: func() (service.Settings, error) {
		return service.Settings{Ranking: retrieve.Options{Rank: rank}}, nil
	}})
}

// warm asks every question once, which embeds what it needs.
func (h *servedHouse) warm(ctx context.Context, s *service.Service) error {
	who, err := s.Served(ctx, "client0")
	if err != nil {
		return err
	}
	for _, q := range h.questions {
		a, err := askedOf(ctx, s, who, q)
		if err != nil {
			return err
		}
		for _, c := range a.Citations {
			if len(h.opens) < 200 && !slices.Contains(h.opens, c.Open) {
				h.opens = append(h.opens, c.Open)
			}
		}
	}
	if len(h.opens) == 0 { // invented words answer nothing
		hits, err := benchSearch(ctx, s, who, h.questions[0], "")
		if err != nil {
			return err
		}
		for _, hit := range hits {
			h.opens = append(h.opens, hit.Open)
		}
	}
	return nil
}

func askedOf(ctx context.Context, s *service.Service, who spar.Principal, text string) (a *api.Answer, err error) {
	for ev, err := range s.Ask(ctx, who, api.Question{Question: text}) {
		if err != nil {
			return nil, err
		}
		if ev.Answer != nil {
			a = ev.Answer
		}
	}
	return a, nil
}

// A served is the process of a server.
type served struct {
	cmd    *exec.Cmd
	url    string
	log    bytes.Buffer
	client *http.Client
}

// serve starts a server without limits, and waits until it is ready.
func (h *servedHouse) serve(ctx context.Context, rank retrieve.Rank) (*served, error) {
	s := &served{client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: slices.Max(h.o.Clients), DisableCompression: true}}}
	args := h.o.Program(filepath.Join(h.dir, "data"), h.people, string(rank))
	s.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(os.Interrupt) }
	s.cmd.WaitDelay = 20 * time.Second
	s.cmd.Stderr = &s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	var ready api.Serving
	if line, err := bufio.NewReader(out).ReadBytes('\n'); err != nil || json.Unmarshal(line, &ready) != nil {
		return nil, errors.Join(fmt.Errorf("the server does not start: %s", s.log.String()), s.stop())
	}
	s.url = ready.URL
	go io.Copy(io.Discard, out) // until it ends
	return s, nil
}

// stop ends the server. What it warned of is a fault of the measurement.
func (s *served) stop() error {
	s.client.CloseIdleConnections()
	err := s.cmd.Process.Signal(os.Interrupt)
	s.cmd.Wait() // its status is that of an interrupt
	if strings.Contains(s.log.String(), `"level":"ERROR"`) {
		err = errors.Join(err, fmt.Errorf("the server has logged: %s", s.log.String()))
	}
	return err
}

// cost asks the same questions of the service in this process and of the server, in blocks turn and turn about.
func (h *servedHouse) cost(ctx context.Context, s *service.Service, server *served) (c ServeCost, err error) {
	who, err := s.Served(ctx, "client0")
	if err != nil {
		return c, err
	}
	for _, q := range h.questions { // the server's own memory warms up
		if _, err := server.ask(ctx, h.tokens[0], q); err != nil {
			return c, err
		}
	}
	var inside, outside time.Duration
	block := max(1, h.o.Costed/blocks)
	for i := range blocks {
		begin := cpuTime()
		for j := range block {
			if _, err := askedOf(ctx, s, who, h.questions[(i*block+j)%len(h.questions)]); err != nil {
				return c, err
			}
		}
		inside += cpuTime() - begin
		begin = processTime(server.cmd.Process.Pid)
		for j := range block {
			if _, err := server.ask(ctx, h.tokens[0], h.questions[(i*block+j)%len(h.questions)]); err != nil {
				return c, err
			}
		}
		outside += processTime(server.cmd.Process.Pid) - begin
	}
	n := float64(blocks * block)
	c = ServeCost{Questions: blocks * block, Service: milliseconds(inside) / n, Served: milliseconds(outside) / n}
	c.Over = c.Served / c.Service
	return c, nil
}

// WriteText prints the figures, and a line for each kind of request of each round.
func (b *ServeBench) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d files, %d passages\n", b.Set, b.Files, b.Passages)
	for _, c := range b.Costs {
		fmt.Fprintf(w, "%s: %.2f ms of processor time a question over HTTP, %.2f ms in a process: %.2f times\n", c.Ranking, c.Served, c.Service, c.Over)
	}
	if f := b.First; f != nil {
		fmt.Fprintf(w, "first hits: p50 %.1f ms of processor time, %.1f ms until they are there, p95 %.1f ms\n", f.CPU, f.P50, f.P95)
	}
	if p := b.Pictures; p != nil {
		fmt.Fprintf(w, "pictures of %d pages: p50 %.1f ms, p95 %.1f ms, %.1f ms of processor time, of which %.1f ms by the server itself, %d bytes\n", p.Pages, p.P50, p.P95, p.CPU, p.Own, p.Bytes)
	}
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "clients\trequests/s\tcpu ms\terrors\tkind\trequests\tp50 ms\tp95 ms\tp99 ms\t")
	for _, r := range b.Rounds {
		beside := ""
		if r.Scanning {
			beside = "  beside scans"
		}
		for _, k := range r.Kinds {
			fmt.Fprintf(t, "%d\t%.1f\t%.2f\t%d\t%s\t%d\t%.1f\t%.1f\t%.1f\t%s\n", r.Clients, r.Rate, r.CPU, r.Errors, k.Kind, k.Requests, k.P50, k.P95, k.P99, beside)
		}
		if r.Fault != "" {
			fmt.Fprintf(t, "first error: %s\n", r.Fault)
		}
	}
	return t.Flush()
}
