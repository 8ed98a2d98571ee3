package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/redact"
)

// logger writes warnings as notes to standard error, a whole log with --verbose, nothing with --quiet.
func (a *app) logger() *slog.Logger {
	switch {
	case a.quiet:
		return nil
	case a.verbose:
		return slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: hidden}))
	}
	return slog.New(notes{a: a})
}

// hidden takes passwords out of what is logged.
func hidden(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if text := a.Value.String(); redact.Text(text) != text {
			a.Value = slog.StringValue(redact.Text(text))
		}
	}
	return a
}

// notes is a slog.Handler that tells warnings to a person: the message, and what it is about in brackets.
type notes struct {
	a     *app
	attrs []slog.Attr
}

func (notes) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

func (n notes) WithAttrs(attrs []slog.Attr) slog.Handler {
	return notes{n.a, append(slices.Clip(n.attrs), attrs...)}
}

// WithGroup is not needed: keys of notes are few.
func (n notes) WithGroup(string) slog.Handler { return n }

func (n notes) Handle(_ context.Context, r slog.Record) error {
	var about []string
	add := func(a slog.Attr) bool {
		about = append(about, fmt.Sprintf("%s: %v", a.Key, a.Value))
		return true
	}
	for _, a := range n.attrs {
		add(a)
	}
	r.Attrs(add)
	text := r.Message
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	n.a.note("%s", text)
	return nil
}
