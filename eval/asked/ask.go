package asked

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/eval/tabular"
)

// mostWords bounds a right answer: an answer that says everything says nothing.
const mostWords = 200

// An Answered is a question with its answer and the verdict.
type Answered struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Text    string   `json:"text,omitempty"`
	Answer  string   `json:"answer,omitempty"`
	Verdict string   `json:"verdict"` // right, wrong, refused
	Lacks   []string `json:"lacks,omitempty"`
}

// A Line sums up the questions of a kind or a language.
type Line struct {
	Name      string `json:"name"`
	Questions int    `json:"questions"`
	Right     int    `json:"right"`
	Wrong     int    `json:"wrong"`
	Refused   int    `json:"refused"` // though the files answer
}

// A Report sums up the questions of a set's half. For a half that is held back it has only totals.
type Report struct {
	Schema    string     `json:"schema"`
	Set       string     `json:"set"`
	Half      string     `json:"half"`
	Sum       string     `json:"sha256"`
	Commit    string     `json:"commit"`
	Machine   string     `json:"machine"`
	Lines     []Line     `json:"lines"`
	Questions []Answered `json:"questions,omitempty"`
}

// Ask makes the shares of a set's half in temporary folders and asks the questions of each by package spar, without a language model.
func Ask(ctx context.Context, set, half string, o spar.Options) (*Report, error) {
	list, err := Make(set, half)
	if err != nil {
		return nil, err
	}
	r := &Report{Schema: "spar.eval.asked/1", Set: set, Half: half, Commit: eval.Commit(), Machine: eval.Machine()}
	if r.Sum, err = Sum(set, half); err != nil {
		return nil, err
	}
	all := Line{Name: "all"}
	for _, share := range list {
		answered, err := share.ask(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", share.Name, err)
		}
		for _, a := range answered {
			r.add(share, a)
			all.add(a.Verdict)
		}
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int { return strings.Compare(order(a.Name), order(b.Name)) })
	r.Lines = append(r.Lines, all)
	return r, nil
}

// add counts an answer by the kind of its question and by the share's language, and keeps it if it may be shown.
func (r *Report) add(share Share, a Answered) {
	names := []string{a.Kind}
	if r.Set == "files" {
		names = append(names, "in "+share.Language)
	}
	for _, name := range names {
		i := slices.IndexFunc(r.Lines, func(l Line) bool { return l.Name == name })
		if i < 0 {
			i = len(r.Lines)
			r.Lines = append(r.Lines, Line{Name: name})
		}
		r.Lines[i].add(a.Verdict)
	}
	if !HeldBack(r.Half) {
		r.Questions = append(r.Questions, a)
	}
}

// order puts languages behind kinds.
func order(name string) string {
	if strings.HasPrefix(name, "in ") {
		return "~" + name
	}
	return ""
}

func (l *Line) add(verdict string) {
	l.Questions++
	switch verdict {
	case "right":
		l.Right++
	case "refused":
		l.Refused++
	default:
		l.Wrong++
	}
}

func (s Share) ask(ctx context.Context, o spar.Options) (list []Answered, err error) {
	dir, err := os.MkdirTemp("", "spar-asked-")
	if err != nil {
		return nil, fmt.Errorf("no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	folder := dir + "/share"
	if err := s.Write(folder); err != nil {
		return nil, err
	}
	o.Dir = dir + "/data"
	asked, err := spar.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, asked.Close()) }()
	who, err := asked.Me()
	if err != nil {
		return nil, err
	}
	for _, q := range s.Questions {
		got, err := asked.Ask(ctx, who, spar.Question{Text: q.Text, Folder: folder, Extract: true})
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		list = append(list, judge(q, got))
	}
	return list, nil
}

// judge judges the statements of an answer. If nothing answers the question, a refusal is right.
func judge(q registers.AboutQuestion, got spar.Answer) Answered {
	var said []string
	for _, b := range got.Statements {
		said = append(said, b.Text)
	}
	out := Answered{ID: q.ID, Kind: q.Kind, Text: q.Text, Answer: strings.Join(said, "\n"), Verdict: "wrong"}
	switch {
	case len(q.Must) == 0 && got.Refused, got.Refused:
		out.Verdict = "refused"
		if len(q.Must) == 0 {
			out.Verdict = "right"
		}
	case len(q.Must) == 0:
		out.Lacks = []string{"a refusal"}
	default:
		out.Lacks = tabular.Lacks(q, rounded(out.Answer))
		if n := len(strings.Fields(out.Answer)); n > mostWords {
			out.Lacks = append(out.Lacks, fmt.Sprintf("shortness: it has %d words", n))
		}
		if len(out.Lacks) == 0 {
			out.Verdict = "right"
		}
	}
	return out
}

// longNumber matches a number with more decimals than the gold has.
var longNumber = regexp.MustCompile(`\d+\.\d{3,}`)

// rounded appends to each number with many decimals its roundings to one to four decimals.
func rounded(text string) string {
	return longNumber.ReplaceAllStringFunc(text, func(n string) string {
		f, err := strconv.ParseFloat(n, 64)
		if err != nil {
			return n
		}
		for decimals := range 4 {
			n += " " + strconv.FormatFloat(f, 'f', decimals+1, 64)
		}
		return n
	})
}

// WriteMarkdown prints a table, a line a kind, and the questions that were not answered rightly, if they may be shown.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "set %s, half %s, commit %s, %s (SHA-256 %s)\n\n", r.Set, r.Half, r.Commit, r.Machine, r.Sum)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| kind\t| questions\t| right\t| wrong\t| refused\t|\n|---\t|---\t|---\t|---\t|---\t|")
	for _, l := range r.Lines {
		fmt.Fprintf(t, "| %s\t| %d\t| %d\t| %d\t| %d\t|\n", l.Name, l.Questions, l.Right, l.Wrong, l.Refused)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, q := range r.Questions {
		if q.Verdict != "right" {
			fmt.Fprintf(w, "\n- %s, %s, %s: %s\n  - lacks %s\n  - %s\n", q.ID, q.Kind, q.Verdict, q.Text, strings.Join(q.Lacks, "; "), strings.ReplaceAll(q.Answer, "\n", "\n    "))
		}
	}
	return nil
}
