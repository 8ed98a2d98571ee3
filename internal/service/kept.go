package service

import (
	"cmp"
	"context"
	_ "embed" // the look of a page that is kept
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// Wording says how a file that people keep is written: its language, and where a server is that opens places, "" where none does.
type Wording struct {
	Language string
	Base     string
	Say      func(format string, args ...any) string // nil: English
	Plan     func(spoken string) string              // a plan over a table in words; nil: English
}

func (w Wording) say(format string, args ...any) string {
	if w.Say == nil {
		return fmt.Sprintf(format, args...)
	}
	return w.Say(format, args...)
}

// fileColumns are those of a list of files that is kept.
var fileColumns = []string{"share", "path", "format", "bytes", "modified", "state", "reason"}

// FilesCSV writes a list of files as CSV, and returns how many it has.
func FilesCSV(ctx context.Context, s *Service, who spar.Principal, l api.Listing, to io.Writer, in Wording) (n int, err error) {
	out := csv.NewWriter(to)
	out.UseCRLF = true
	out.Write(fileColumns) // Flush tells of a fault
	for f, err := range s.Files(ctx, who, l) {
		if err != nil {
			return n, err
		}
		reason := ""
		if f.Reason != "" {
			reason = in.say("%s", spar.Phrase(f.Reason))
		}
		row := []string{f.Share, f.Path.Name, f.Format, strconv.FormatInt(f.Size, 10), f.Modified.Format(time.RFC3339), string(f.State), reason}
		for i, cell := range row {
			row[i] = inert(cell)
		}
		if err := out.Write(row); err != nil {
			return n, err
		}
		n++
	}
	out.Flush()
	return n, out.Error()
}

// negative matches a number below zero.
var negative = regexp.MustCompile(`^-[\d.,]+$`)

// inert is a cell that no spreadsheet takes for a formula.
func inert(cell string) string {
	if strings.IndexAny(cell, "=+-@\t\r") == 0 && !negative.MatchString(cell) {
		return "'" + cell
	}
	return cell
}

// sheet is the look of a conversation that is kept as a page of its own: quiet, in the light, in the dark and on paper. Drawings have a
// white ground.
//
//go:embed kept.css
var sheet string

// HTML is a conversation as one file that needs nothing else: no script, no picture from elsewhere, nothing that is loaded. Texts of files
// are data in it.
func HTML(t api.Thread, in Wording) string {
	var b strings.Builder
	title := html.EscapeString(t.Title)
	fmt.Fprintf(&b, `<!doctype html>
<html lang="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="color-scheme" content="light dark"><title>%s</title><style>%s</style></head>
<body><main><header><h1>%[2]s</h1><p>SPAR, %[4]s</p></header>
`, html.EscapeString(cmp.Or(in.Language, "en")), title, sheet, t.Created.Format(time.DateOnly))
	for _, turn := range t.Turns {
		b.WriteString("<article>")
		in.turn(&b, turn)
		b.WriteString("</article>\n")
	}
	b.WriteString("</main></body></html>\n")
	return b.String()
}

func (w Wording) turn(b *strings.Builder, turn api.Turn) {
	note := func(text string) {
		fmt.Fprintf(b, "<p><small>%s</small></p>", html.EscapeString(w.say("%s", spar.Phrase(text))))
	}
	fmt.Fprintf(b, "<h2>%s</h2>", html.EscapeString(turn.Question))
	if turn.Imported != nil {
		note(ImportedText(*turn.Imported))
	}
	if turn.Understood != "" {
		fmt.Fprintf(b, "<p><small>%s</small></p>", html.EscapeString(w.say("Understood as: %s", turn.Understood)))
	}
	a := turn.Answer
	if a == nil || turn.Withheld {
		note(silence(turn))
		return
	}
	if a.Unsure {
		fmt.Fprintf(b, "<p>%s</p>", html.EscapeString(w.say("%s", spar.Phrase(Unsurely(a.Missing)))))
	}
	cited := map[int]api.Citation{}
	for _, c := range a.Citations {
		cited[c.N] = c
	}
	b.WriteString("<ul>")
	if len(a.Bullets) == 0 {
		fmt.Fprintf(b, "<li>%s</li>", html.EscapeString(a.Answer))
	}
	for _, bullet := range a.Bullets {
		if bullet.Code {
			fmt.Fprintf(b, "<li><pre><code>%s</code></pre>", html.EscapeString(bullet.Text))
		} else {
			fmt.Fprintf(b, "<li>%s", html.EscapeString(bullet.Whole()))
		}
		for _, n := range bullet.Citations {
			b.WriteString(" " + w.link(cited[n], fmt.Sprintf("[%d]", n)))
		}
		b.WriteString("</li>")
	}
	b.WriteString("</ul>")
	if c := a.Computed; c != nil && !c.Refused {
		rows := largestFirst(*c)
		if drawn := chartOf(w.titleOf(*c), c.Columns, rows, w); drawn != "" {
			fmt.Fprintf(b, "<figure><figcaption><strong>%s</strong>%s</figcaption>%s</figure>", html.EscapeString(w.titleOf(*c)), html.EscapeString(w.under(*c)), drawn)
		}
		rowsHTML(b, c.Columns, rows)
		fmt.Fprintf(b, "<p><small>%s: %s</small></p>", html.EscapeString(w.say("How it was computed, from %s rows", Thousands(c.Used))), html.EscapeString(c.Plan))
	}
	for _, n := range a.Notes {
		note(n)
	}
	if len(a.Citations) == 0 {
		return
	}
	fmt.Fprintf(b, `<h3>%s</h3><ol class="sources">`, html.EscapeString(w.say("Sources")))
	for _, c := range a.Citations {
		place := c.Share + ":" + c.Path.Name
		if words := c.Locator.Words(); words != "" {
			place += ", " + words
		}
		if c.Unverified {
			place += " (" + w.say("%s", spar.Phrase(UnverifiedText)) + ")"
		}
		fmt.Fprintf(b, `<li value="%d">%s`, c.N, w.link(c, place))
		if c.Text != "" && !c.Unverified {
			fmt.Fprintf(b, "<blockquote>%s</blockquote>", html.EscapeString(Shortened(c.Text, longestQuoted)))
		}
		b.WriteString("</li>")
	}
	b.WriteString("</ol>")
}

// longestQuoted bounds how much of a passage stands below its source, in characters.
const longestQuoted = 320

// silence says why a turn has no answer to show.
func silence(turn api.Turn) string {
	switch {
	case turn.Withheld:
		return "withheld: the answer rests on a file that you may not read now, or that is no more"
	case turn.State == "running":
		return "this question is being answered"
	case turn.State == "interrupted":
		return "this question was interrupted"
	}
	return "the text of the answer is not kept any more"
}

// link is a text that leads to the place of a citation, where a server opens it.
func (w Wording) link(c api.Citation, text string) string {
	if w.Base == "" || c.Open == "" {
		return html.EscapeString(text)
	}
	return fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(strings.TrimSuffix(w.Base, "/")+"/open?"+url.Values{"at": {c.Open}}.Encode()), html.EscapeString(text))
}

func rowsHTML(b *strings.Builder, columns []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	line := func(cells []string, tag string) {
		b.WriteString("<tr>")
		for _, c := range cells {
			fmt.Fprintf(b, "<%s>%s</%[1]s>", tag, html.EscapeString(c))
		}
		b.WriteString("</tr>")
	}
	b.WriteString(`<div class="scroll"><table><thead>`)
	line(columns, "th")
	b.WriteString("</thead><tbody>")
	for _, r := range rows {
		line(r, "td")
	}
	b.WriteString("</tbody></table></div>")
}
