package formats

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// WriteMarkdown writes the report as tables: one over all formats, then the comparisons, and the unread files by reason.
func (r Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| format | files | text | part of it | empty | failed | MB | seconds | CPU | peak MB | reference | its CPU | compared | median F1 | F1 >= .9 |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, f := range r.Formats {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %.1f | %.1f | %.1f | %d |", formatName(f.Format), f.Files, f.States[spar.OK], f.States[spar.Partial],
			f.States[spar.NoText], f.failed(), float64(f.Bytes)/1e6, f.Seconds, f.CPUSeconds, f.PeakBytes/1e6)
		for i, t := range f.References {
			if i > 0 {
				b.WriteString(strings.Repeat("| ", 10) + "|")
			}
			fmt.Fprintf(&b, " %s | %.1f | %d | %.3f | %.1f %% |\n", t.Tool, t.CPU, t.Files, t.F1, 100*t.Good)
		}
		if len(f.References) == 0 {
			b.WriteString(" | | | | |\n")
		}
	}
	b.WriteString("\n| format | reference | both without | median F1 | median recall | with all that is read here | halves | its seconds | without text here |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, f := range r.Formats {
		for _, t := range f.References {
			fmt.Fprintf(&b, "| %s | %s | %s | %.3f | %.3f | %.3f | %.3f (%d), %.3f (%d) | %.1f | %d |\n", formatName(f.Format), t.Tool, t.Without, t.F1, t.Recall,
				t.Whole, t.Halves[0].F1, t.Halves[0].Files, t.Halves[1].F1, t.Halves[1].Files, t.Seconds, len(t.Missed))
		}
	}
	b.WriteString("\n| format | state | files | reason |\n|---|---|---|---|\n")
	for _, f := range r.Formats {
		for _, why := range f.Reasons {
			fmt.Fprintf(&b, "| %s | %s | %d | %s |\n", formatName(f.Format), why.State, len(why.Files), strings.NewReplacer("|", "/", "\n", " ").Replace(why.Reason))
		}
	}
	for _, f := range r.Formats {
		for _, t := range f.References {
			for _, low := range t.Low {
				fmt.Fprintf(&b, "\n%s, %s: F1 %.3f, recall %.3f, half %d: %q", formatName(f.Format), t.Tool, low.F1, low.Recall, low.Half, low.File)
			}
			for _, path := range t.Missed {
				fmt.Fprintf(&b, "\n%s, %s: no text here: %q", formatName(f.Format), t.Tool, path)
			}
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// failed prints how many files gave no text, by state.
func (f FormatReport) failed() string {
	var list []string
	for _, state := range slices.Sorted(maps.Keys(f.States)) {
		if state != spar.OK && state != spar.Partial && state != spar.NoText {
			list = append(list, fmt.Sprintf("%d %s", f.States[state], state))
		}
	}
	return strings.Join(list, ", ")
}

func formatName(format string) string {
	if format == "" {
		return "unknown"
	}
	return format
}
