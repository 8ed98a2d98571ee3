package server

import (
	"context"
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// metrics counts what a server does. No label names a file, a person, a share or a workspace: people who read metrics may have no right
// to these.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	sent     prometheus.Counter
	open     prometheus.Gauge
	answers  *prometheus.CounterVec
	limited  *prometheus.CounterVec
	unkept   prometheus.Counter
}

// The outcomes of a question, and why a request was not served at once.
const (
	answered = "answered"
	refused  = "refused"
	unsure   = "unsure"
	failed   = "failed"

	tooManyRequests = "requests"
	tooManyAnswers  = "answers"
	tooManyAtOnce   = "at-once"
	tooManyWaiting  = "waiting"
	tooManyUnknown  = "unknown"
)

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "spar_requests_total", Help: "Requests that were answered, by operation and status."}, []string{"operation", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "spar_request_seconds", Help: "Time to the end of the reply, by operation.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}}, []string{"operation"}),
		sent: prometheus.NewCounter(prometheus.CounterOpts{Name: "spar_sent_bytes_total", Help: "Bytes of the bodies of replies."}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{Name: "spar_requests_open", Help: "Requests that are being answered."}),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "spar_answers_total",
			Help: "Questions, by outcome: answered, unsure, refused because the files do not say, failed."}, []string{"outcome"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "spar_limited_total",
			Help: "Requests that were refused by a limit: requests a minute, answers or requests at a time, wrong keys."}, []string{"limit"}),
		unkept: prometheus.NewCounter(prometheus.CounterOpts{Name: "spar_audit_lost_total", Help: "Entries of the audit trail that could not be written."}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "spar_build_info", Help: "1, with the version of the program.", ConstLabels: prometheus.Labels{"version": s.o.Version}})
	build.Set(1)
	jobs := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "spar_answers_open", Help: "Answers that are being made, or can be followed still."}, func() float64 {
		s.jobs.mu.Lock()
		defer s.jobs.mu.Unlock()
		return float64(len(s.jobs.byID))
	})
	ready := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "spar_ready", Help: "1 if questions can be answered."}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), readyWithin)
		defer cancel()
		if s.isReady(ctx) != nil {
			return 0
		}
		return 1
	})
	m.registry.MustRegister(m.requests, m.seconds, m.sent, m.open, m.answers, m.limited, m.unkept, build, jobs, ready,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, outcome := range []string{answered, unsure, refused, failed} { // a rate begins at 0, not at the first event
		m.answers.WithLabelValues(outcome)
	}
	for _, limit := range []string{tooManyRequests, tooManyAnswers, tooManyAtOnce, tooManyWaiting, tooManyUnknown} {
		m.limited.WithLabelValues(limit)
	}
	return m
}

// served counts a request that has been answered.
func (m *metrics) served(in *inquiry, status int, bytes int64, took time.Duration) {
	operation := in.operation
	if operation == "" { // what strangers ask for would make as many labels as they like
		operation = "other"
	}
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(operation).Observe(took.Seconds())
	m.sent.Add(float64(bytes))
}

// ended counts a question by its result.
func (m *metrics) ended(a *api.Answer, err error) {
	outcome := answered
	switch {
	case err != nil:
		outcome = failed
	case a.Refused:
		outcome = refused
	case a.Unsure:
		outcome = unsure
	}
	m.answers.WithLabelValues(outcome).Inc()
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// metricsPage shows the metrics to operators.
func (s *Server) metricsPage(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "metrics"
	who, err := s.who(r, true)
	if err == nil && !who.May(spar.CanOperate) {
		err = forbidden(spar.CanOperate)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.metrics.handler().ServeHTTP(w, r)
}

// Debug serves a listener of its own with the metrics and with profiles of the running program; neither names a file or a person. It
// answers only requests to the names of this machine, so that no foreign web page can read it.
func (s *Server) Debug() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isHere(r.Host) {
			http.Error(w, "this listener is called by the names of this machine", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
