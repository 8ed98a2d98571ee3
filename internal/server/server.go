// Package server puts the service behind HTTP: an API with a table of operations, an endpoint for clients of OpenAI's API, and MCP for
// assistants, over HTTP and over standard input and output. It parses and prints; the service decides what askers may do and see.
package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/net/netutil"
)

// Options say how a server serves.
type Options struct {
	Service *service.Service
	Base    *url.URL // how the server is called from outside
	Admin   bool     // serve the operations of administrators too
	Version string   // of the program
	Log     *slog.Logger

	Proxied bool // a proxy in front states the client's address, and nothing else reaches this server

	Socket   bool       // the address is a socket of this machine, which its permissions guard
	Provider Provider   // of people who sign in; without an issuer there is none
	Front    FrontProxy // that has signed people in

	Traces trace.TracerProvider // of requests; nil for none

	Limits Limits
	// Deadline bounds a request, and the making of an answer, even if nobody waits for it; 0: an hour.
	Deadline time.Duration
	// Patience is how long a client may take to send the body of a request, and to read one piece of the reply; 0: 30 s.
	Patience time.Duration
	// Drain is how long requests may still take when the server stops; 0: 10 s.
	Drain time.Duration
}

// A Server is a handler of HTTP requests. It is safe for concurrent use.
type Server struct {
	o     Options
	hosts []string
	mux   http.Handler
	jobs  *jobs
	scans *scans
	works works
	asked sync.WaitGroup // requests that are being answered
	onces onces

	metrics *metrics
	tracer  trace.Tracer
	ready   readiness

	limiter  *limiter
	provider atomic.Pointer[provider] // nil for none
	trail    *trail

	mu   sync.Mutex
	link string // the key of the link that signs in once, "" when it was used
}

// New makes a server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Drain, o.Deadline = cmp.Or(o.Drain, 10*time.Second), cmp.Or(o.Deadline, time.Hour)
	o.Patience = cmp.Or(o.Patience, 30*time.Second)
	s := &Server{o: o, hosts: hostsOf(o.Base), jobs: newJobs(), scans: newScans(), onces: onces{byKey: map[string]*once{}}, limiter: newLimiter(o.Limits)}
	SetProvider(s, o.Provider)
	s.metrics, s.tracer = newMetrics(s), tracer(o.Traces)
	s.trail = &trail{service: o.Service, fail: s.untraced}
	s.mux = s.routes()
	takeWork(s)
	return s
}

// isHere says whether a host is a name of this machine for itself.
func isHere(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// hostsOf lists by what names a server may be called. A browser that was led here under another name was led by somebody
// else's page.
func hostsOf(base *url.URL) []string {
	hosts := []string{base.Host}
	if ip := net.ParseIP(base.Hostname()); ip != nil && ip.IsLoopback() || base.Hostname() == "localhost" {
		for _, name := range []string{"localhost", "127.0.0.1", "[::1]"} {
			hosts = append(hosts, name+":"+base.Port())
		}
	}
	return hosts
}

// Link gives an address that signs a browser in as the user of this process, once.
func (s *Server) Link() string {
	key := secret()
	s.mu.Lock()
	s.link = key
	s.mu.Unlock()
	return s.o.Base.JoinPath("/login").String() + "?key=" + key
}

func secret() string {
	b := make([]byte, 32)
	rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// routes returns the handler of every address, including the table of operations.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, op := range s.operations() {
		mux.HandleFunc(op.method+" "+prefix+op.path, s.operation(op))
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		inquiryOf(r).operation = "healthz"
		plainText(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.HandleFunc("GET /metrics", s.metricsPage)
	mux.HandleFunc("GET /api/openapi.json", s.openapi)
	mux.HandleFunc("GET /api/openapi.yaml", s.openapi)
	mux.HandleFunc("GET /login", s.loginByLink)
	mux.HandleFunc("POST /login", s.loginByToken)
	mux.HandleFunc("POST /join", func(w http.ResponseWriter, r *http.Request) { join(s, w, r) })
	mux.HandleFunc("POST /logout", s.logout)
	mux.HandleFunc("GET /auth/login", s.beginSignIn)
	mux.HandleFunc("GET /auth/callback", s.endSignIn)
	mux.HandleFunc("POST /auth/backchannel", s.providerLeaves)
	mux.HandleFunc("GET /v1/models", s.models)
	mux.HandleFunc("GET /v1/models/{model}", s.model)
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.Handle("/mcp", s.mcpHandler())
	mux.HandleFunc("GET /page/{name}", s.pageFile)
	mux.HandleFunc("/", s.elsewhere(mux))
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, errForeign()) }))
	return s.outermost(guard.Handler(mux))
}

// errForeign is the error for a request that another site's page sends.
func errForeign() *fault {
	return problem(http.StatusForbidden, "forbidden",
		"another site's page had the browser ask for this, as the headers Origin and Sec-Fetch-Site say; open this server's own page")
}

// outermost wraps every request. It refuses a host name that is not the server's, tells the browser what it may do with the reply, turns
// a panic into an error, and measures, logs and audits the request.
func (s *Server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		defer s.asked.Done()
		begin := time.Now()
		id := make([]byte, 8)
		rand.Read(id)
		told := &told{ResponseWriter: w, patience: s.o.Patience}
		in := &inquiry{id: hex.EncodeToString(id), begin: begin, metrics: s.metrics, entry: api.AuditEntry{Via: "api", From: s.address(r)},
			language: tongue.Accepted(r.Header.Get("Accept-Language"))}
		traced, span := s.traced(r)
		ctx, cancel := context.WithTimeout(context.WithValue(traced, inquiryKey{}, in), s.o.Deadline+time.Minute) // so that a client that follows an answer sees its end
		defer cancel()
		r = r.WithContext(ctx)
		s.timed(w, r)
		h := told.Header()
		h.Set("X-Request-Id", in.id)
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		if s.secure() {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		s.metrics.open.Inc()
		defer func() {
			s.metrics.open.Dec()
			for _, end := range in.ended {
				end()
			}
			if fault := recover(); fault != nil && fault != http.ErrAbortHandler {
				s.panicked(in, fault)
				if told.status == 0 {
					s.fail(told, r, errFault())
				}
			}
			took := time.Since(begin)
			s.metrics.served(in, told.status, told.bytes, took)
			in.tell(span, r.Method, told.status)
			s.audit(in, told.status)
			// Never a question, a path or a name of a file: people who read logs may lack the rights to them.
			s.o.Log.Info("request", "request", in.id, "method", r.Method, "operation", in.operation, "status", told.status, "who", in.who,
				"ms", took.Milliseconds(), "bytes", told.bytes)
		}()
		if !slices.Contains(s.hosts, strings.ToLower(r.Host)) {
			s.fail(told, r,
				problem(http.StatusMisdirectedRequest, string(spar.Invalid),
					"this server is not called by that name; it is %s, and the setting base-url says so. A proxy in front of it must "+
						"pass on by what name it was called (header Host)", s.o.Base))
			return
		}
		next.ServeHTTP(told, r)
	})
}

// An inquiry collects what the server learns about a request while it answers it.
type inquiry struct {
	id, operation, who string
	begin              time.Time
	ended              []func() // called at its end
	entry              api.AuditEntry
	code               string // of its error
	wrongKey           bool   // its key is wrong, and the trail notes that
	looks              bool   // it shows things and changes none, as the page asks for by itself
	language           string // of words for whoever asks
	metrics            *metrics
}

type inquiryKey struct{}

func inquiryOf(r *http.Request) *inquiry {
	return inquiryIn(r.Context())
}

func inquiryIn(ctx context.Context) *inquiry {
	if in, ok := ctx.Value(inquiryKey{}).(*inquiry); ok {
		return in
	}
	return &inquiry{}
}

// told is a ResponseWriter that counts what it writes.
type told struct {
	http.ResponseWriter
	patience time.Duration // with a client that does not read
	status   int
	bytes    int64
}

func (t *told) WriteHeader(status int) {
	if t.status == 0 {
		t.status = status
	}
	t.await()
	t.ResponseWriter.WriteHeader(status)
}

func (t *told) Write(b []byte) (int, error) {
	if t.status == 0 {
		t.status = http.StatusOK
	}
	t.await()
	n, err := t.ResponseWriter.Write(b)
	t.bytes += int64(n)
	return n, err
}

func (t *told) await() {
	http.NewResponseController(t.ResponseWriter).SetWriteDeadline(time.Now().Add(t.patience)) // recorders of tests have none
}

// Unwrap lets http.ResponseController reach the connection.
func (t *told) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// Flush is for libraries that ask for it by type.
func (t *told) Flush() { http.NewResponseController(t.ResponseWriter).Flush() }

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Serve answers requests until ctx ends, and then finishes the ones in progress. Without a TLS configuration it serves plain HTTP.
func (s *Server) Serve(ctx context.Context, on net.Listener, secured *tls.Config) error {
	// Answers that are not done when the time to drain is over are told to end.
	working, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, TLSConfig: secured,
		BaseContext: func(net.Listener) context.Context { return working },
		HTTP2:       &http.HTTP2Config{MaxConcurrentStreams: mostOpen},
		ErrorLog:    slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
	}
	s.Event("start")
	telling, told := context.WithCancel(working)
	defer told()
	s.jobs.running.Go(func() { tellWork(telling, s) })
	on = netutil.LimitListener(on, mostConnections)
	ended := make(chan error, 1)
	go func() {
		if secured != nil {
			ended <- h.ServeTLS(on, "", "")
			return
		}
		ended <- h.Serve(on)
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Drain)
	defer cancel()
	err := h.Shutdown(late)
	if errors.Is(err, context.DeadlineExceeded) {
		end()
		err = h.Close()
	}
	s.scans.end()
	told()
	s.jobs.drain(late)
	keepWork(s)
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Drain)
	defer cancel()
	rest(ending, s)
	s.Event("stop")
	s.trail.finish(ending)
	return err
}

// rest waits for the ends of requests that were told to end, which Close does not: each notes in the trail what it did.
func rest(ctx context.Context, s *Server) {
	done := make(chan struct{})
	go func() { s.asked.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func plainText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(text)) // a client that is gone needs none
}

// readyWithin bounds the check whether the server can answer questions, and readyFor is how long its result holds: anybody may ask for it
// as often as they like.
const (
	readyWithin = 5 * time.Second
	readyFor    = time.Second
)

// readiness holds the result of the last check.
type readiness struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// readyz tells whether questions can be answered. Why not is for the log: strangers ask this.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "readyz"
	if s.isReady(r.Context()) != nil {
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable)
		plainText(w, "not ready\n")
		return
	}
	plainText(w, "ready\n")
}

func (s *Server) isReady(ctx context.Context) error {
	s.ready.mu.Lock()
	defer s.ready.mu.Unlock()
	if time.Since(s.ready.at) >= readyFor {
		// A client that leaves must not look like a fault.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyWithin)
		defer cancel()
		if s.ready.err = s.o.Service.Ready(ctx); s.ready.err != nil {
			s.o.Log.Error("SPAR is not ready", "err", s.ready.err)
		}
		s.ready.at = time.Now()
	}
	return s.ready.err
}
