package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/service"
)

// printJSON writes one JSON value and a line break.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// printable is a text of a share as one line that a terminal may be sent.
func printable(s string) string { return redact.Printable(s) }

// paragraph makes text printable and leaves its line breaks.
func paragraph(s, indent string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		lines[i] = indent + redact.Shown(strings.TrimRight(strings.ReplaceAll(l, "\t", "    "), " \r"))
	}
	return strings.Join(lines, "\n")
}

// table prints aligned columns.
type table struct{ w *tabwriter.Writer }

func (a *app) table() table { return table{tabwriter.NewWriter(a.out, 0, 4, 2, ' ', 0)} }

func (t table) row(cells ...any) {
	for i, c := range cells {
		if i > 0 {
			io.WriteString(t.w, "\t")
		}
		io.WriteString(t.w, printable(fmt.Sprint(c)))
	}
	io.WriteString(t.w, "\n")
}

// title begins a part of n rows with columns of their own; one without rows has no title.
func (t table) title(text string, n int) {
	if n > 0 {
		t.w.Flush()
		io.WriteString(t.w, text+"\n")
		t.w.Flush()
	}
}

func (t table) flush() error { return t.w.Flush() }

// progress tells how far something has come: on a terminal in one line that changes, elsewhere in a line of its own every so often, so that
// the log of a script shows that it lives.
type progress struct {
	w     io.Writer // a terminal; nil: there is none
	drawn bool
	last  time.Time

	line  func(string) // prints a line if there is no terminal; nil: none
	pause time.Duration
}

// The pauses between lines of progress without a terminal. The first is long, so that a short command prints none, and each is twice the
// one before, so that hours do not fill a log.
const (
	firstPause = 10 * time.Second
	mostPause  = 5 * time.Minute
)

func (a *app) progress() *progress {
	switch {
	case a.quiet:
		return &progress{}
	case a.screen != nil:
		return &progress{w: a.screen}
	}
	return &progress{line: a.tell, last: time.Now(), pause: firstPause}
}

// show replaces the line of a terminal, at most ten times a second, and elsewhere adds one when it is time.
func (p *progress) show(format string, args ...any) {
	switch now := time.Now(); {
	case p.w != nil && now.Sub(p.last) >= 100*time.Millisecond:
		p.last, p.drawn = now, true
		fmt.Fprintf(p.w, "\r\x1b[K%s", told(fmt.Sprintf(format, args...)))
	case p.line != nil && now.Sub(p.last) >= p.pause:
		p.last, p.pause = now, min(2*p.pause, mostPause)
		p.line(fmt.Sprintf(format, args...))
	}
}

// done clears the line.
func (p *progress) done() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// note tells a person something that is not part of the result.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		a.tell(a.say(format, args...))
	}
}

// tell writes a line to standard error. All errors and notes go through here: whatever names and causes are in them, no
// terminal acts on it, and it holds no password.
func (a *app) tell(text string) { fmt.Fprintln(a.err, "spar:", told(a.addressed(text))) }

// told returns a text of ours, which contains foreign names and causes, as one line that is safe for a terminal.
func told(text string) string {
	return printable(strings.NewReplacer("\n", "; ", "\t", " ").Replace(redact.Text(strings.TrimRight(text, "\n"))))
}

func plural(n int, one, many string) string { return service.Plural(n, one, many) }

func thousands(n int) string { return service.Thousands(n) }

func bytesText(n int64) string { return service.Bytes(n) }

func enumerated(parts ...string) string { return service.Enumerated(parts...) }

func some(n int, one, many string) string { return service.Some(n, one, many) }

// A draft shows the text of a model while it is written. Nobody has checked the text, so its writer is guarded.
type draft struct {
	w       io.Writer
	written bool
}

func (d *draft) write(model, piece string) {
	if !d.written {
		io.WriteString(d.w, "spar: "+printable(model)+" writes, unchecked:\n")
		d.written = true
	}
	io.WriteString(d.w, piece)
}

// end closes the draft; the answer follows.
func (d *draft) end() {
	if d.written {
		io.WriteString(d.w, "\n\n")
	}
	d.written = false
}

// onTerminal reports whether a person sees standard error while it is written.
func (a *app) onTerminal() bool { return a.screen != nil }

// logger writes warnings as notes to standard error, a whole log with --verbose, nothing with --quiet.
func (a *app) logger() *slog.Logger {
	switch {
	case a.log != nil:
		return a.log
	case a.quiet:
		return nil
	case a.verbose:
		return slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: hidden}))
	}
	return slog.New(notes{a: a})
}

// hidden removes passwords from log entries.
func hidden(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if text := a.Value.String(); redact.Text(text) != text {
			a.Value = slog.StringValue(redact.Text(text))
		}
	}
	return a
}

// notes is a slog.Handler that shows warnings to a person: the message, and its attributes in brackets.
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
