package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/agree"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	markers  = pattern.New(`\s*[\[【]\s*(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\s*[\]】]`)
	numeral  = pattern.New(`\d{1,4}`)
	bulleted = pattern.New(`^\s*(?:[-*•]|\d{1,2}[.)])\s+`)
)

// withoutMarkers takes the markers out of a line, and gives the numbers in them. It repeats, since in [1[2]] the outer marker would look
// like a checked citation once the inner one is gone. A line with more nesting than that cites nothing.
func withoutMarkers(line string) (text string, numbers []int) {
	for range 4 {
		found := markers.FindAllStringSubmatch(line, -1)
		if len(found) == 0 {
			return strings.TrimSpace(line), numbers
		}
		for _, m := range found {
			for _, digits := range numeral.FindAllString(m[1], -1) {
				n, _ := strconv.Atoi(digits) // at most four digits
				numbers = append(numbers, n)
			}
		}
		line = markers.ReplaceAllString(line, "")
	}
	return line, nil
}

// A claim is a sentence of a model's reply with the numbers of the excerpts that it cites.
type claim struct {
	text  string
	cited []int
	lent  bool // its citation stands behind a later sentence of the line
}

// claims are the sentences of a line. A marker belongs to the sentence that it stands in or right behind; one that stands
// behind several belongs to the last and is lent to the others.
func claims(line string) []claim {
	type mark struct {
		at      int // in the text without markers
		numbers []int
	}
	var text strings.Builder
	var marks []mark
	for line != "" {
		at := markers.FindStringIndex(line)
		if at == nil {
			text.WriteString(line)
			break
		}
		text.WriteString(line[:at[0]])
		_, numbers := withoutMarkers(line[at[0]:at[1]])
		marks = append(marks, mark{text.Len(), numbers})
		line = line[at[1]:]
	}
	if _, nested := withoutMarkers(text.String()); len(nested) > 0 {
		return []claim{{text: strings.TrimSpace(text.String())}} // [1[2]]: its rest would look like a citation
	}
	var list []claim
	var lent []int // of list, the sentences that wait for a citation
	end, next := 0, 0
	for sentence := range chunk.Sentences(text.String()) {
		end += len(sentence)
		c := claim{text: strings.TrimSpace(sentence)}
		for ; next < len(marks) && marks[next].at <= end; next++ {
			c.cited = append(c.cited, marks[next].numbers...)
		}
		if !strings.ContainsFunc(c.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		list = append(list, c)
		if len(c.cited) == 0 {
			lent = append(lent, len(list)-1)
			continue
		}
		for _, i := range lent {
			list[i].cited, list[i].lent = c.cited, true
		}
		lent = nil
	}
	return list
}

// check makes an answer of a reply. Each sentence must cite passages that the model was given, and they must have its figures and names;
// other sentences are taken out, and the notes say so. A sentence that seems to contradict them is marked. It is false when no statement
// remains.
func check(reply string, asked string, hits []spar.Hit) (spar.Answer, bool) {
	var a spar.Answer
	number := map[int]int{} // of a citation, by the number of its excerpt
	unknown, uncited, doubted := 0, 0, 0
	var lines, unsupported []string
	for line := range strings.Lines(reply) {
		line = strings.TrimSpace(bulleted.ReplaceAllString(line, ""))
		for _, c := range claims(line) {
			known := slices.DeleteFunc(slices.Clone(c.cited), func(n int) bool { return n < 1 || n > len(hits) })
			if !c.lent {
				unknown += len(c.cited) - len(known)
			}
			if len(known) == 0 {
				uncited++
				continue
			}
			var cited []spar.Hit
			for _, n := range known {
				cited = append(cited, hits[n-1])
			}
			nowhere, otherwise := partedFindings(unsupportedIn(c.text, asked, cited))
			if len(nowhere) > 0 {
				for _, l := range nowhere {
					if !slices.Contains(unsupported, l) {
						unsupported = append(unsupported, l)
					}
				}
				continue
			}
			least := leastBorne
			if c.lent {
				least = leastLent
			}
			if borne(c.text, asked, cited) < least {
				uncited++
				continue
			}
			bullet := spar.Bullet{Text: c.text}
			if len(otherwise) > 0 {
				doubted++
				bullet.Text += " (doubtful: the passage says otherwise: " + strings.Join(otherwise, ", ") + ")"
			}
			for _, n := range known {
				if number[n] == 0 {
					number[n] = len(a.Citations) + 1
					a.Citations = append(a.Citations, citation(number[n], hits[n-1], nil))
				}
				if !slices.Contains(bullet.Citations, number[n]) {
					bullet.Citations = append(bullet.Citations, number[n])
				}
			}
			a.Bullets = append(a.Bullets, bullet)
			line := "- " + bullet.Text + " "
			for _, n := range bullet.Citations {
				line += marker(n)
			}
			lines = append(lines, line)
		}
	}
	a.Text = strings.Join(lines, "\n")
	note := func(n int, one, many string) {
		switch {
		case n == 1:
			a.Notes = append(a.Notes, one)
		case n > 1:
			a.Notes = append(a.Notes, fmt.Sprintf(many, n))
		}
	}
	note(unknown, "a citation that names no passage was taken out", "%d citations that name no passage were taken out")
	note(uncited, "a statement without a citation was taken out", "%d statements without a citation were taken out")
	if len(unsupported) > 0 {
		a.Notes = append(a.Notes, "statements were taken out, for the passages that they cite do not contain: "+
			strings.Join(unsupported, ", "))
	}
	note(doubted, "a statement may say otherwise than the passage that it cites, and is marked", "%d statements may say otherwise than the passages that they cite, and are marked")
	return a, len(a.Bullets) > 0
}

// partedFindings separates figures and names that stand nowhere, which remove a statement, from possible contradictions, which only mark
// it: rules that compare words are too often wrong about true statements in other words to hide these.
func partedFindings(list []agree.Finding) (nowhere, otherwise []string) {
	for _, f := range list {
		if f.Kind == agree.Number || f.Kind == agree.Name {
			nowhere = append(nowhere, f.String())
		} else if text := f.String(); !slices.Contains(otherwise, text) {
			otherwise = append(otherwise, text)
		}
	}
	return nowhere, otherwise
}

// unsupportedIn gives the parts of a statement that its cited passages lack or contradict. A statement may also repeat the question.
func unsupportedIn(text, asked string, cited []spar.Hit) []agree.Finding {
	e := agree.Evidence{Known: asked}
	for _, h := range cited {
		e.Passages = append(e.Passages, llm.Plain(h.Passage.Text)) // as the model was given it
		e.Known += "\n" + h.Passage.Ranked() + "\n" + nameText(h.Path)
		if e.Lang == "" {
			e.Lang = h.Passage.Lang
		}
	}
	return agree.Check(text, question.Parse(asked).Lang, e)
}

// How much of a statement's own words its passages must have: one that has their citation only by what follows it must be
// mostly theirs.
const (
	leastBorne = .2
	leastLent  = .5
)

// borne is the part of a statement's words that passages or the question say. In another language than theirs nothing can
// be told, and it is all.
func borne(text, asked string, cited []spar.Hit) float64 {
	lang := question.Parse(asked).Lang
	said := map[string]bool{}
	for _, h := range cited {
		if h.Passage.Lang != "" && h.Passage.Lang != lang {
			return 1
		}
		for _, t := range chunk.Terms(h.Passage.Ranked()+"\n"+nameText(h.Path), lang) {
			said[t] = true
		}
	}
	n, of := 0, 0
	for _, w := range chunk.Words(text) {
		if chunk.Common(w, lang) {
			continue
		}
		of++
		for _, t := range chunk.Terms(w, lang) {
			if said[t] {
				n++
				break
			}
		}
	}
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}
