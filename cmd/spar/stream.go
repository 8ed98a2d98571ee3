package main

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
)

// searchEvent is one line of `search --stream`: first the hits in the order of words, then the final ones.
type searchEvent struct {
	Schema   string         `json:"schema"`
	Stage    string         `json:"stage"`
	Hits     []hitOut       `json:"hits"`
	Coverage *spar.Coverage `json:"coverage,omitempty"`
	Notes    []string       `json:"notes,omitempty"`
}

// askEvent is one line of `ask --stream`: the hits in the order of words, pieces of what a model writes, the answer.
type askEvent struct {
	Schema string     `json:"schema"`
	Stage  string     `json:"stage"`
	Hits   []hitOut   `json:"hits,omitempty"`
	Text   string     `json:"text,omitempty"`
	Answer *answerOut `json:"answer,omitempty"`
}

const (
	searchEvents = "spar.search.event/1"
	askEvents    = "spar.ask.event/1"

	stageWords = "words"
	stageDraft = "draft"
	stageFinal = "final"
)

// streamAsk makes the stages of an answer seen as they come: as events of JSON, or what the model writes on standard
// error.
func (a *app) streamAsk(q *engine.Request, asked bool) {
	switch {
	case asked && a.json:
		q.Preview = func(hits []spar.Hit) {
			_ = a.printJSON(askEvent{Schema: askEvents, Stage: stageWords, Hits: hitsOut(hits)})
		}
		q.Draft = func(text string) { _ = a.printJSON(askEvent{Schema: askEvents, Stage: stageDraft, Text: text}) }
	case q.Model == nil || a.json || a.quiet:
	case asked || a.onTerminal():
		d := &draft{w: a.err, title: "spar: " + printable(q.Model.Model()) + " writes, unchecked:\n"}
		q.Draft = d.write
		q.Drafted = d.end
	}
}

// onTerminal reports whether a person sees standard error while it is written.
func (a *app) onTerminal() bool { return a.screen != nil }

// A draft shows what a model writes while it writes. Nobody has checked it: whatever a terminal could obey is shown,
// not sent, also when it comes in pieces.
type draft struct {
	w       io.Writer
	title   string
	rest    string // of a character whose other bytes have not come yet
	written bool
}

func (d *draft) write(piece string) {
	if !d.written {
		io.WriteString(d.w, d.title)
		d.written = true
	}
	text := d.rest + piece
	whole := len(text)
	for i := max(0, len(text)-utf8.UTFMax+1); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRuneInString(text[i:]) {
			whole = i
			break
		}
	}
	d.rest = text[whole:]
	d.show(text[:whole])
}

func (d *draft) show(text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			io.WriteString(d.w, "\n")
		}
		io.WriteString(d.w, printable(line))
	}
}

// end closes the draft; the answer follows.
func (d *draft) end() {
	if d.written {
		d.show(d.rest)
		io.WriteString(d.w, "\n\n")
	}
	d.rest, d.written = "", false
}
