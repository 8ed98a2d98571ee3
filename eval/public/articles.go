package public

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/measure"
)

// writeSciFact makes a set of SciFact (Wadden et al. 2020): a document an abstract, a question a claim of the
// validation part, answered by the documents that it cites.
func writeSciFact(_ context.Context, data string, w *setWriter) error {
	docs, questions, err := readSciFact(data)
	if err != nil {
		return err
	}
	for _, d := range docs {
		if err := w.doc(d); err != nil {
			return err
		}
	}
	return w.questions(questions)
}

func readSciFact(data string) (docs []measure.Doc, questions []question, err error) {
	corpus := filepath.Join(data, "scifact", "corpus_train.csv")
	err = readCSV(corpus, []string{"doc_id", "title", "abstract"}, func(line int, get func(string) string) error {
		sentences, err := parseStringArray(get("abstract"))
		if err != nil {
			return dataFault(corpus, fmt.Errorf("line %d, abstract: %w", line, err))
		}
		docs = append(docs, measure.Doc{ID: get("doc_id"), Title: strings.TrimSpace(get("title")), Text: joinTrimmed(sentences)})
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	claims := filepath.Join(data, "scifact", "claims_validation.csv")
	at := map[string]int{}
	err = readCSV(claims, []string{"id", "claim", "cited_doc_ids"}, func(line int, get func(string) string) error {
		// A claim has a row for each piece of evidence.
		i, ok := at[get("id")]
		if !ok {
			i = len(questions)
			at[get("id")] = i
			questions = append(questions, question{Query: measure.Query{ID: get("id"), Text: get("claim")}})
		}
		q := &questions[i]
		for _, id := range strings.Fields(strings.Trim(get("cited_doc_ids"), "[]")) {
			if _, err := strconv.ParseUint(id, 10, 64); err != nil {
				return dataFault(claims, fmt.Errorf("line %d, cited_doc_ids: %q is not a number", line, id))
			}
			if !slices.Contains(q.gold, id) {
				q.gold = append(q.gold, id)
			}
		}
		return nil
	})
	return docs, questions, err
}

// parseStringArray reads the way NumPy prints an array of strings: Python string literals with white space, not
// commas, between them, in brackets.
func parseStringArray(text string) ([]string, error) {
	rest, opened := strings.CutPrefix(strings.TrimSpace(text), "[")
	rest, closed := strings.CutSuffix(rest, "]")
	if !opened || !closed {
		return nil, fmt.Errorf("is no array: %.40q", text)
	}
	var out []string
	for {
		rest = strings.TrimSpace(rest)
		if rest == "" {
			return out, nil
		}
		var one string
		var err error
		if one, rest, err = cutLiteral(rest); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
}

// cutLiteral reads the Python string literal in front of text.
func cutLiteral(text string) (value, rest string, err error) {
	quote := text[0]
	if quote != '\'' && quote != '"' {
		return "", "", fmt.Errorf("is no string: %.40q", text)
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case quote:
			return b.String(), text[i+1:], nil
		case '\\':
			n, r, err := unescape(text[i+1:])
			if err != nil {
				return "", "", err
			}
			b.WriteRune(r)
			i += n
		default:
			b.WriteByte(c)
		}
	}
	return "", "", fmt.Errorf("a string does not end: %.40q", text)
}

// unescape reads what stands behind a backslash, and how many bytes it takes.
func unescape(text string) (n int, r rune, err error) {
	if text == "" {
		return 0, 0, fmt.Errorf("ends with a backslash")
	}
	digits := 0
	switch text[0] {
	case '\\', '\'', '"':
		return 1, rune(text[0]), nil
	case 'n':
		return 1, '\n', nil
	case 't':
		return 1, '\t', nil
	case 'r':
		return 1, '\r', nil
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0, 0, fmt.Errorf("unknown escape \\%c", text[0])
	}
	if len(text) <= digits {
		return 0, 0, fmt.Errorf("short escape \\%s", text)
	}
	code, err := strconv.ParseUint(text[1:1+digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(code)) {
		return 0, 0, fmt.Errorf("bad escape \\%s", text[:1+digits])
	}
	return 1 + digits, rune(code), nil
}

func joinTrimmed(parts []string) string {
	var kept []string
	for _, p := range parts {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, " ")
}

// An article of PubMedQA (Jin et al. 2019). The fields left out must never be indexed: the question is the article's
// title, and the long answer its conclusion.
type article struct {
	id       string
	Question string   `json:"QUESTION"`
	Contexts []string `json:"CONTEXTS"`
	Headings []string `json:"MESHES"`
	Year     string   `json:"YEAR"` // "" for null
}

func (a article) year() int {
	year, err := strconv.Atoi(a.Year)
	if err != nil {
		return 0
	}
	return year
}

// question asks for the article by its title. Its scope states the article's first heading and the years around its
// own, so that the article itself is always inside.
func (a article) question() measure.Query {
	q := measure.Query{ID: a.id, Text: a.Question}
	if len(a.Headings) > 0 {
		q.Scope = &measure.Scope{Tags: a.Headings[:1]}
		if year := a.year(); year != 0 {
			q.Scope.Year = &[2]int{year - 2, year + 2}
		}
	}
	return q
}

func readPubMedQA(data string) ([]article, error) {
	path := filepath.Join(data, "pubmedqa", "ori_pqal.json")
	var byID map[string]article
	if err := readJSON(path, &byID); err != nil {
		return nil, err
	}
	var out []article
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		a := byID[id]
		if a.id = id; a.Question == "" || len(a.Contexts) == 0 {
			return nil, dataFault(path, fmt.Errorf("article %s has no QUESTION or no CONTEXTS", id))
		}
		out = append(out, a)
	}
	return out, nil
}

func writePubMedQA(_ context.Context, data string, w *setWriter) error {
	articles, err := readPubMedQA(data)
	if err != nil {
		return err
	}
	for _, a := range articles {
		if err := w.doc(measure.Doc{ID: a.id, Text: joinTrimmed(a.Contexts), Year: a.year(), Tags: a.Headings}); err != nil {
			return err
		}
		if err := w.query(a.question(), []string{a.id}); err != nil {
			return err
		}
	}
	return nil
}

// source returns the article as a text file, a paragraph a context, changed last in the middle of its year.
func (a article) source(folder string) source {
	s := source{name: folder + a.id + ".txt", data: []byte(strings.Join(a.Contexts, "\n\n") + "\n")}
	if year := a.year(); year != 0 {
		s.modified = time.Date(year, time.July, 1, 0, 0, 0, 0, time.UTC)
	} else {
		s.modified = time.Unix(0, 0) // a file has some time: one in no year that a question asks for
	}
	return s
}

func writePubMedQAShare(_ context.Context, data string, w *setWriter) error {
	articles, err := readPubMedQA(data)
	if err != nil {
		return err
	}
	for _, a := range articles {
		s := a.source("")
		if err := w.source(s); err != nil {
			return err
		}
		for _, heading := range a.Headings {
			if err := w.tag(s.name, heading); err != nil {
				return err
			}
		}
		if err := w.query(a.question(), []string{s.name}); err != nil {
			return err
		}
	}
	return nil
}
