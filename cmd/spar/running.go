package main

import (
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"
)

// A serverLog is the log of a server, whose level can change while it is written.
type serverLog struct {
	*slog.Logger
	level *slog.LevelVar
}

// serverLog makes the log that the settings ask for.
func (a *app) serverLog() (*serverLog, error) {
	at, err := a.config.Log()
	if err != nil {
		return nil, err
	}
	level := new(slog.LevelVar)
	level.Set(at)
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: discreet}
	if a.verbose {
		level.Set(slog.LevelDebug)
		o.ReplaceAttr = hidden
	}
	return &serverLog{slog.New(slog.NewJSONHandler(a.err, o)), level}, nil
}

// openly are the attributes of a log whose texts name no file, share or question.
var openly = []string{slog.LevelKey, slog.MessageKey, "request", "method", "operation", "who", "stack", "fault", "event", "setting", "code"}

// discreet removes from a log everything that may be a question or name a file. Numbers and times stay; of an error it keeps the kind and
// the error of the operating system.
func discreet(groups []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString:
		if !slices.Contains(openly, a.Key) {
			return slog.String(a.Key, "(not logged)")
		}
	case slog.KindAny:
		switch v := a.Value.Any().(type) {
		case slog.Level:
			return a
		case error:
			return slog.String(a.Key, kindOf(v))
		case []string:
			if a.Key == "setting" {
				return a
			}
		}
		return slog.String(a.Key, "(not logged)")
	}
	return hidden(groups, a)
}

// kindOf says what kind of error one is.
func kindOf(err error) string {
	kind := string(spar.CodeOf(err))
	var number syscall.Errno
	switch {
	case errors.As(err, &number):
		kind += ": " + number.Error()
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		kind += ": timeout"
	case errors.Is(err, context.Canceled):
		kind += ": given up"
	case errors.Is(err, fs.ErrNotExist):
		kind += ": not found"
	}
	return kind
}

// A certificate is the certificate of the server; SIGHUP reads it again.
type certificate struct {
	cert, key string
	now       atomic.Pointer[tls.Certificate]
}

// certificate returns the certificate that the settings name; nil if they name none.
func (a *app) certificate() (*certificate, error) {
	c := &certificate{cert: a.config.Text("tls-cert"), key: a.config.Text("tls-key")}
	switch {
	case (c.cert == "") != (c.key == ""):
		return nil, spar.Errorf(spar.Invalid, "a certificate needs its key, and a key its certificate: set both tls-cert and tls-key")
	case c.cert == "":
		return nil, nil
	}
	return c, c.load()
}

func (c *certificate) load() error {
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return spar.Errorf(spar.Invalid, "the certificate %s with the key %s: %w", c.cert, c.key, err)
	}
	c.now.Store(&pair)
	return nil
}

func (c *certificate) config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }}
}

// serveDebug shows metrics and profiles where the settings say, until ctx ends; ended is closed then.
func (a *app) serveDebug(ctx context.Context, h http.Handler) (ended <-chan struct{}, err error) {
	done := make(chan struct{})
	address, err := a.config.DebugListen()
	if err != nil || address == "" {
		close(done)
		return done, err
	}
	on, err := listenAt(ctx, address)
	if err != nil {
		return nil, err
	}
	debug := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10}
	context.AfterFunc(ctx, func() {
		debug.Close() // the program ends, so nobody needs the end of its profile
		close(done)
	})
	go debug.Serve(on)
	return done, nil
}

// reloaded are the settings that a server takes without being started again.
var reloaded = []string{
	"budget", "until", "fiscal-year", "rank", "candidates", "meaning-weight", "cut", "rerank", "rerank-weight", "reranker-url", "reranker-api",
	"llm", "llm-program", "llm-threads", "llm-memory", "llm-context", "llm-idle",
	"llm-url", "llm-model", "llm-timeout", "llm-first", "llm-silence", "llm-key", "llm-role", "llm-passages", "llm-tokens",
	"principals", "default-clearance", "unlabelled",
	"properties-budget", "proposals-budget", "home-questions", "tag-audits", "hub-url", "share-roots", "backup-folder", "log", "requests-a-minute", "answers-at-once", "audit", "keep-audit", "session-idle",
	"token-most", "oidc-issuer", "oidc-client", "oidc-secret", "oidc-person", "oidc-domains", "oidc-groups", "oidc-sids", "oidc-scopes",
}

func limitsOf(c *config.Config) (l server.Limits, err error) {
	l.Requests, l.Answers, err = c.Limits()
	return l, err
}

// flushed bounds the time to send the last traces at the end.
const flushed = 5 * time.Second

// traces is what sends traces, as the settings say; nil for none. flush sends the last.
func (a *app) traces(ctx context.Context, log *slog.Logger) (p trace.TracerProvider, flush func(), err error) {
	to, err := a.config.TraceURL()
	if err != nil || to == "" {
		return nil, func() {}, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces were not sent", "err", err) }))
	sending, err := server.Traces(ctx, to, version)
	if err != nil {
		return nil, nil, err
	}
	return sending, func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushed)
		defer cancel()
		if err := sending.Shutdown(late); err != nil {
			log.Warn("the last traces were not sent", "err", err)
		}
	}, nil
}

// reloading reads the certificate and the settings again at each SIGHUP, until ctx ends. It logs a fault, and the old ones stay.
func (a *app) reloading(ctx context.Context, retake func() error, secured *certificate, log *serverLog) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	for {
		select {
		case <-ctx.Done():
			return
		case <-hangup:
		}
		if secured != nil {
			if err := secured.load(); err != nil {
				log.Error("the certificate was not read again; the old one stays", "err", err)
			}
		}
		if err := retake(); err != nil {
			log.Error("the settings were not read again; the old ones stay", "err", err)
		}
	}
}

// reload takes the settings as they are now.
func (a *app) reload(cmd *cobra.Command, s *service.Service, h *server.Server, log *serverLog) error {
	c, err := config.Load(given(cmd), a.env)
	if err != nil {
		return err
	}
	level, err := c.Log()
	if err != nil {
		return err
	}
	limits, err := limitsOf(c)
	if err != nil {
		return err
	}
	provider, err := providerOf(c)
	if err != nil {
		return err
	}
	if err := s.Reconfigure(c.Service()); err != nil {
		return err
	}
	h.SetLimits(limits)
	server.SetProvider(h, provider)
	if !a.verbose {
		log.level.Set(level)
	}
	changed := c.Changed(a.config)
	if later := slices.DeleteFunc(slices.Clone(changed), func(name string) bool { return slices.Contains(reloaded, name) }); len(later) > 0 {
		log.Warn("these settings changed and hold from the next start on", "setting", later)
	}
	h.Event("reload", changed...)
	log.Info("the settings were read again", "setting", changed)
	a.config = c
	return nil
}

// notify tells systemd how the service is, where it asks for that (sd_notify(3)).
func (a *app) notify(state string) {
	name := a.variable("NOTIFY_SOCKET")
	if name == "" {
		return
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return // it waits, and says so itself
	}
	defer c.Close()
	c.Write([]byte(state))
}
