package tongues

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A Report says how questions in other languages than English are answered.
type Report struct {
	Schema    string  `json:"schema"`
	Commit    string  `json:"commit"`
	Machine   string  `json:"machine"`
	Half      string  `json:"half"`
	Shares    []Share `json:"shares"`
	Questions []Asked `json:"questions"`
}

// A Share is the share of one language, ranked in one way.
type Share struct {
	Language  string `json:"language"`
	Rank      string `json:"rank"`
	Questions int    `json:"questions"`
	First     int    `json:"first"` // of them, those with a passage of a right file first
	Right     int    `json:"right"`
	Refused   int    `json:"falsely_refused"`
	Others    int    `json:"others"` // questions asked over a share that does not answer them
	Answered  int    `json:"others_answered"`
}

// An Asked is one question with its answer. What a half that is held back says of itself is left out of the report of another half: only
// the verdict is told.
type Asked struct {
	ID      string   `json:"id"`
	Rank    string   `json:"rank"`
	Text    string   `json:"text,omitempty"`
	Other   bool     `json:"other"`           // asked over a share that does not answer it
	First   string   `json:"first,omitempty"` // file
	In      []string `json:"in,omitempty"`    // files that answer it
	Verdict string   `json:"verdict"`
	Answer  string   `json:"answer,omitempty"`
	Found   bool     `json:"found"` // the first file is one of these
}

// A round is questions that are asked over a share, which answers them unless other is set.
type round struct {
	over      *company.Company
	questions []company.Question
	other     bool
	of        [2]string // the halves of the share and of the questions
}

// readable are the halves that may be looked at while the program is changed.
const readable = "ade"

// told is what a report of a half may show of a question: nothing of another half that is held back.
func (q Asked) told(half string, of [2]string) Asked {
	may := func(i int) bool { return of[i] == half || strings.Contains(readable, of[i]) }
	if !may(0) {
		q.First = ""
	}
	if !may(1) {
		q.Text, q.In = "", nil
	}
	if !may(0) || !may(1) {
		q.Answer = ""
	}
	return q
}

// Ask asks the questions of a half of every language over its share, and questions over a share that does not answer them, by
// words and by the product's default. For halves a and b the latter are those of the other half over this share, for half c
// its own over the share of half b, for half d its own over that of half a, and half e has questions for others.
func Ask(ctx context.Context, half string, seed uint64, o engine.Options) (*Report, error) {
	other := map[string]string{"a": "b", "b": "a", "c": "b", "d": "a"}[half]
	r := &Report{Schema: "spar.eval.tongues/1", Commit: eval.Commit(), Machine: eval.Machine(), Half: half}
	for _, language := range Languages {
		c, err := Make(language, half, seed)
		if err != nil {
			return nil, err
		}
		rounds := []round{{c, c.Questions, false, [2]string{half, half}}}
		if half == "e" {
			strangers, err := Strangers(language, half)
			if err != nil {
				return nil, err
			}
			rounds = append(rounds, round{c, strangers, true, [2]string{half, half}})
		} else {
			others, err := Make(language, other, seed)
			if err != nil {
				return nil, err
			}
			if half == "c" || half == "d" {
				rounds = append(rounds, round{others, c.Questions, true, [2]string{other, half}})
			} else {
				rounds = append(rounds, round{c, others.Questions, true, [2]string{half, other}})
			}
		}
		for _, rank := range []retrieve.Rank{retrieve.Words, ""} {
			s := Share{Language: language, Rank: string(rank)}
			if rank == "" {
				s.Rank = "default"
			}
			ask := engine.Request{Retrieve: retrieve.Options{Rank: rank}}
			for _, turn := range rounds {
				err := company.Each(ctx, turn.over, turn.questions, o, ask, func(q company.Question, a spar.Answer, found engine.Result) error {
					r.Questions = append(r.Questions, s.add(q, a, found, turn.other).told(half, turn.of))
					return nil
				})
				if err != nil {
					return nil, err
				}
			}
			r.Shares = append(r.Shares, s)
		}
	}
	return r, nil
}

func (s *Share) add(q company.Question, a spar.Answer, found engine.Result, other bool) Asked {
	out := Asked{ID: q.ID, Rank: s.Rank, Text: q.Text, In: q.In, Other: other, Answer: a.Text}
	if len(found.Hits) > 0 {
		out.First = found.Hits[0].Path
	}
	switch {
	case other && a.Refused:
		s.Others++
		out.Verdict = company.Right
	case other:
		s.Others++
		s.Answered++
		out.Verdict = company.Wrong
	default:
		s.Questions++
		out.Verdict, out.Found = company.Verdict(q, a), slices.Contains(q.In, out.First)
		if out.Found {
			s.First++
		}
		switch out.Verdict {
		case company.Right:
			s.Right++
		case company.Refused:
			s.Refused++
		}
	}
	return out
}

// WriteMarkdown prints the report as a table.
func (r Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "Half %s, commit %s, %s.\n\n", r.Half, r.Commit, r.Machine)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| language\t| ranked by\t| questions\t| right file first\t| answered right\t| falsely refused\t| another share's\t| answered\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, s := range r.Shares {
		fmt.Fprintf(t, "| %s\t| %s\t| %d\t| %d\t| %d\t| %d\t| %d\t| %d\t|\n", s.Language, s.Rank, s.Questions, s.First, s.Right, s.Refused, s.Others, s.Answered)
	}
	return t.Flush()
}
