package answer

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// mostFiles is how many files a question for files is answered with.
const mostFiles = 10

// filesSay is the least share of a question that a file's name, headings and passage must cover, beside the best file's.
const filesSay = .7

// filesAsked answers a question for files with the files themselves. The files whose names and headings cover most of the question come
// first.
func filesAsked(q question.Question, hits []spar.Hit, w Weights, of map[foundFile]*edition) (spar.Answer, bool) {
	var a spar.Answer
	if q.Form != question.Files {
		return a, false
	}
	type found struct {
		spar.Hit
		says float64
	}
	var list []found
	format := formatAsked(q, hits)
	for _, h := range hits {
		if format != "" && extension(h.Path) != format || slices.ContainsFunc(list, func(f found) bool { return fileOf(f.Hit) == fileOf(h) }) {
			continue
		}
		asked := newAsked(sayingWords(q), h.Passage.Lang, w)
		name := nameText(h.Path) + "\n" + h.Passage.Locator.Heading
		list = append(list, found{h, asked.share(name) + asked.share(name, h.Passage.Text)})
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.says, a.says) })
	var lines []string
	for i, f := range list {
		if i == mostFiles || f.says < filesSay*list[0].says {
			break
		}
		text := path.Base(f.Path)
		if title := f.Passage.Locator.Outermost(); title != "" {
			text += ": " + title
		}
		if !f.Modified.IsZero() {
			text += ", " + f.Modified.Format(time.DateOnly)
		}
		a.Citations = append(a.Citations, citation(i+1, f.Hit, of[fileOf(f.Hit)]))
		a.Bullets = append(a.Bullets, spar.Bullet{Text: text, Citations: []int{i + 1}})
		lines = append(lines, "- "+text+" "+marker(i+1))
	}
	a.Text = strings.Join(lines, "\n")
	return a, len(a.Bullets) > 0
}

// formatAsked is the format of the files that a question names by an extension that one of them has, such as "PDF files"; "" for none.
func formatAsked(q question.Question, hits []spar.Hit) string {
	words := strings.FieldsFunc(strings.ToLower(q.Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, h := range hits {
		if ext := extension(h.Path); ext != "" && (slices.Contains(words, ext) || slices.Contains(words, ext+"s")) {
			return ext
		}
	}
	return ""
}

func extension(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }
