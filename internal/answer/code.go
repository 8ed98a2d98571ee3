package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// mostCode is the lines of one piece of code that an answer shows.
const mostCode = 40

// partedBlocks is blocksOf for a text whose items and code a reader has marked.
func partedBlocks(text string, parts []spar.Part) (out []block) {
	at := 0
	prose := func(end int) {
		for _, b := range blocksOf(text[at:end]) {
			b.at += at
			out = append(out, b)
		}
	}
	for _, p := range parts {
		prose(p.Start)
		b := block{text: text[p.Start:p.End], at: p.Start, lines: 1, item: p.Kind == spar.ListItem, known: true, code: p.Kind == spar.CodeBlock}
		if n := len(out); b.code && n > 0 && out[n-1].code { // it was cut
			out[n-1].text += "\n" + b.text
		} else {
			out = append(out, b)
		}
		at = p.End
	}
	prose(len(text))
	return out
}

// partsWithin are the parts of a passage without the first bytes of its text, where the rest stands at another place.
func partsWithin(parts []spar.Part, left, at int) (out []spar.Part) {
	for _, p := range parts {
		if p.End > left {
			p.Start, p.End = max(p.Start, left)-left+at, p.End-left+at
			out = append(out, p)
		}
	}
	return out
}

// isShown reports whether a statement is code shown with the text before it, and so is not told alone.
func (s statement) isShown() bool { return s.code && s.shows >= 0 }

// introducesCode reports whether code follows a statement that introduces it, such as "like so:".
func introducesCode(list []statement, i int) bool {
	return strings.HasSuffix(list[i].text, ":") && i+1 < len(list) && list[i+1].code && list[i+1].shows == i
}

// withCode puts behind each statement the code that it introduces. For a procedure it also adds the code behind the rest of the statement's
// paragraph.
func withCode(chosen []choice, list []statement, form question.Form) (out []choice) {
	has := func(i int) bool {
		return slices.ContainsFunc(out, func(c choice) bool { return c.index == i }) || slices.ContainsFunc(chosen, func(c choice) bool { return c.index == i })
	}
	for _, c := range chosen {
		out = append(out, c)
		if c.code {
			continue
		}
		last := c.index
		for form == question.Procedure && last+1 < len(list) && !list[last+1].code && list[last+1].block == c.block {
			last++
		}
		if last+1 == len(list) || !list[last+1].isShown() || list[last+1].shows != last || form != question.Procedure && !introducesCode(list, last) {
			continue
		}
		if last != c.index && has(last) {
			continue // it brings its code itself
		}
		if last != c.index {
			out = append(out, choice{list[last], last, c.chance, c.says})
		}
		if !has(last + 1) {
			out = append(out, choice{list[last+1], last + 1, c.chance, c.says})
		}
	}
	return out
}

// codeShown is the bullet of a piece of code, with what to note of it. A piece of code that looks like a citation stays: it stands in a
// block of its own, and a copied command must be complete.
func codeShown(text string, citation int) (b spar.Bullet, note string) {
	lines := strings.Split(text, "\n")
	if n := len(lines); n > mostCode {
		lines, note = lines[:mostCode], fmt.Sprintf("%d lines of code, of which %d are shown", n, mostCode)
	}
	return spar.Bullet{Text: strings.Join(lines, "\n"), Citations: []int{citation}, Code: true}, note
}

func noted(note string) []string {
	if note == "" {
		return nil
	}
	return []string{note}
}

// Lines is a bullet as the text of an answer has it: a sentence with its citations, or code in a block of its own.
func Lines(b spar.Bullet) string {
	var marks strings.Builder
	for _, n := range b.Citations {
		marks.WriteString(" " + marker(n))
	}
	if !b.Code {
		if b.Under != "" {
			b.Text = b.Under + ": " + b.Text
		}
		return "- " + b.Text + ofList(b) + marks.String()
	}
	return "-" + marks.String() + "\n" + Fenced(b.Text, "  ")
}

// Fenced is code as Markdown has it, behind a margin.
func Fenced(code, margin string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return margin + fence + "\n" + margin + strings.ReplaceAll(code, "\n", "\n"+margin) + "\n" + margin + fence
}
