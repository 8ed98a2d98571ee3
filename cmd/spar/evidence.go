package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// How much of the evidence is printed unless --full is given.
const (
	unitsInFront = 3
	foldedWords  = 120 // of the first unit
	lineShown    = 160 // characters of the line that stands for another
)

// printEvidence prints the first unit folded around the words that answer, the next ones as a line each, and the number of the others. A
// short answer has only lines; --full shows all units whole. Two asterisks stand on both sides of the words that answer.
func (a *app) printEvidence(answer api.Answer) {
	list := answer.Evidence
	shown := len(list)
	if !a.full {
		shown = min(shown, unitsInFront)
	}
	for i, e := range list[:shown] {
		at := e.Locator
		if i := slices.IndexFunc(answer.Citations, func(c api.Citation) bool { return c.N == e.N }); i >= 0 {
			at = answer.Citations[i].Locator // it may be one cell
		}
		fmt.Fprintf(a.out, "%s %s:%s%s%s\n", numbersOf(e), e.Share, pathText(e.Path), where(at), evidenceDated(e))
		text := marked(e.Text, e.Marks)
		switch {
		case a.full:
		case i == 0 && !a.short:
			text = foldedText(text)
		default:
			text = lineOf(text)
		}
		fmt.Fprintln(a.out, paragraph(text, "  | "))
	}
	if more := len(list) - shown; more > 0 {
		a.note("%s; --full shows everything", counted(more, "more place", "more places"))
	}
	for _, same := range placesOf(slices.DeleteFunc(slices.Clone(answer.Citations), func(c api.Citation) bool {
		return slices.ContainsFunc(list, func(e api.Evidence) bool { return slices.Contains(e.Cited, c.N) })
	})) {
		var marks strings.Builder
		for _, c := range same {
			fmt.Fprintf(&marks, "[%d]", c.N)
		}
		fmt.Fprintf(a.out, "%s %s:%s%s%s\n", &marks, same[0].Share, pathText(same[0].Path), where(same[0].Locator), datedText(same[0]))
	}
}

func numbersOf(e api.Evidence) string {
	var marks strings.Builder
	for _, n := range e.Cited {
		fmt.Fprintf(&marks, "[%d]", n)
	}
	return cmp.Or(marks.String(), fmt.Sprintf("[%d]", e.N))
}

// evidenceDated says which version of a document a unit is of, and when its file was changed.
func evidenceDated(e api.Evidence) string {
	var parts []string
	if e.Version != "" {
		parts = append(parts, "version "+printable(e.Version))
		switch {
		case e.InForce != nil && *e.InForce:
			parts = append(parts, "in force")
		case e.InForce != nil:
			parts = append(parts, "not in force")
		}
	}
	if e.Bears != "" {
		parts = append(parts, "of "+e.Bears)
	} else if e.Dated != nil {
		parts = append(parts, "changed "+e.Dated.Format(time.DateOnly))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// marked returns a text with two asterisks on both sides of each marked part.
func marked(text string, marks []spar.Span) string {
	var b strings.Builder
	at := int64(0)
	for _, m := range marks {
		if m.Start < at || m.End > int64(len(text)) {
			continue
		}
		for i, line := range strings.Split(text[m.Start:m.End], "\n") {
			if i == 0 {
				b.WriteString(text[at:m.Start])
			} else {
				b.WriteByte('\n')
			}
			b.WriteString("**" + line + "**")
		}
		at = m.End
	}
	return b.String() + text[at:]
}

// foldedText is a text of few words, or its lines around the first that is marked.
func foldedText(text string) string {
	lines := strings.Split(text, "\n")
	words := len(strings.Fields(text))
	if words <= foldedWords {
		return text
	}
	first := max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "**") })-1)
	n, last := 0, first
	for last < len(lines) && (last == first || n+len(strings.Fields(lines[last])) <= foldedWords) {
		n += len(strings.Fields(lines[last]))
		last++
	}
	out := strings.Join(lines[first:last], "\n")
	if first > 0 {
		out = "…\n" + out
	}
	if last < len(lines) {
		out += fmt.Sprintf("\n… (%d of %d words; --full shows all)", n, words)
	}
	return out
}

// lineOf is the first line that is marked, or else the first, shortened.
func lineOf(text string) string {
	lines := strings.Split(text, "\n")
	line := lines[max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "**") }))]
	if r := []rune(line); len(r) > lineShown {
		return strings.TrimSpace(string(r[:lineShown])) + "…"
	}
	return line
}

// printAlso prints what else the question may mean, with what each reading gives.
func (a *app) printAlso(list []api.Also) {
	for _, also := range list {
		for _, r := range also.Readings {
			r = tongue.Value(a.language(), r).(api.TableReading)
			fmt.Fprintln(a.out, tongue.Name(a.language(), "Or")+":", printable(r.Text)+":", printable(r.Value))
			if a.full {
				fmt.Fprintf(a.out, "      spar table --run '%s'\n", strings.ReplaceAll(printable(r.Plan), "'", `'\''`))
			}
		}
	}
}
