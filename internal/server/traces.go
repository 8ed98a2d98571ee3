package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Traces sends traces to the collector at an address, by OTLP over HTTP, in the background. Shutdown sends the rest. The variables of
// OpenTelemetry set the headers for the collector, the sampler and the attributes of the machine (OTEL_EXPORTER_OTLP_HEADERS,
// OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES).
func Traces(ctx context.Context, address, version string) (*sdktrace.TracerProvider, error) {
	to, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(address, "/")+"/v1/traces"))
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "traces cannot be sent to %s: %w; correct the setting trace-url", address, err)
	}
	self, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(attribute.String("service.name", "spar"), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	return sdktrace.NewTracerProvider(sdktrace.WithBatcher(to), sdktrace.WithResource(self)), nil
}

// tracer returns the tracer of a server; without a provider it does nothing.
func tracer(p trace.TracerProvider) trace.Tracer {
	if p == nil {
		p = noop.NewTracerProvider()
	}
	return p.Tracer("github.com/sparsearch/spar")
}

// traced begins the trace of a request. It continues a foreign trace only behind a proxy: a stranger could begin traces under other
// people's numbers, and have them all stored.
func (s *Server) traced(r *http.Request) (context.Context, trace.Span) {
	ctx := r.Context()
	if s.o.Proxied {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	return s.tracer.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
}

// tell ends the span of a request with what may leave the machine: never a question, a name or a path.
func (in *inquiry) tell(span trace.Span, method string, status int) {
	if !span.IsRecording() {
		return
	}
	operation := in.operation
	if operation == "" { // as in metrics
		operation = "other"
	}
	span.SetName(operation)
	span.SetAttributes(attribute.String("http.request.method", method), attribute.Int("http.response.status_code", status),
		attribute.String("spar.operation", operation), attribute.String("spar.via", in.entry.Via), attribute.String("spar.request", in.id))
	if in.code != "" {
		span.SetAttributes(attribute.String("error.type", in.code))
	}
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
