package company

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/api"
)

// The verdicts on an answer.
const (
	Right   = "right"
	Partial = "partly"
	Wrong   = "wrong"
	Refused = "refused"
)

// An answer may have so many words: three for each of the model's, and some besides.
const (
	wordsEach = 3
	wordsMore = 30
)

// A Judged is a question, its answer, and the verdict on it.
type Judged struct {
	Question
	Verdict string   `json:"verdict"`
	Why     []string `json:"why,omitempty"` // the reasons why it is not right
	Answer  []string `json:"answer"`        // the bullets
	Files   []string `json:"files"`         // files that the bullets cite, in their order
	Intent  string   `json:"intent"`
	Notes   []string `json:"notes,omitempty"`

	Confidence float64 `json:"confidence"`       // the chance that it is right, as the answer states it
	Unsure     bool    `json:"unsure,omitempty"` // the answer says that it is not sure
}

// Judge judges an answer by its bullets. A near miss is right if it is refused, else wrong. If a question with an answer is
// refused, that is neither right nor wrong.
func Judge(q Question, a api.Answer) Judged {
	j := Judged{Question: q, Answer: []string{}, Files: []string{}, Intent: a.Intent, Notes: a.Notes, Confidence: a.Confidence, Unsure: a.Unsure}
	for _, b := range a.Bullets {
		j.Answer = append(j.Answer, b.Text)
		for _, n := range b.Citations {
			i := slices.IndexFunc(a.Citations, func(c api.Citation) bool { return c.N == n })
			if i >= 0 && !slices.Contains(j.Files, a.Citations[i].Name) {
				j.Files = append(j.Files, a.Citations[i].Name)
			}
		}
	}
	switch {
	case q.Form == Refuse && a.Refused:
		j.Verdict = Right
	case q.Form == Refuse:
		j.Verdict, j.Why = Wrong, []string{"answered"}
	case a.Refused:
		j.Verdict = Refused
	default:
		j.judge(firstFile(a))
	}
	return j
}

// firstFile returns the file that the first bullet cites.
func firstFile(a api.Answer) string {
	if len(a.Bullets) == 0 || len(a.Bullets[0].Citations) == 0 {
		return ""
	}
	i := slices.IndexFunc(a.Citations, func(c api.Citation) bool { return c.N == a.Bullets[0].Citations[0] })
	if i < 0 {
		return ""
	}
	return a.Citations[i].Name
}

func (j *Judged) judge(file string) {
	text := strings.Join(j.Answer, "\n")
	said := func(p string) bool {
		return matches(p, text) || strings.Contains(p, "@") && matches(strings.ReplaceAll(p, "@", ""), text+"\n"+file)
	}
	missing := false
	for _, p := range j.Require {
		if !said(p) {
			missing, j.Why = true, append(j.Why, "missing: "+p)
		}
	}
	blocked := false
	for _, p := range j.Forbid {
		if said(p) {
			blocked, j.Why = true, append(j.Why, "forbidden: "+p)
		}
	}
	if n, most := len(strings.Fields(text)), wordsEach*len(strings.Fields(j.Model))+wordsMore; n > most {
		blocked, j.Why = true, append(j.Why, fmt.Sprintf("long: %d words of %d", n, most))
	}
	switch {
	case !missing && !blocked:
		j.Verdict = Right
	case !blocked && slices.ContainsFunc(j.Partly, said):
		j.Verdict = Partial
	default:
		j.Verdict = Wrong
	}
}

// A Report has the verdicts on a half.
type Report struct {
	Schema    string   `json:"schema"`
	Half      string   `json:"half"`
	Seed      uint64   `json:"seed"`
	Sum       string   `json:"questions_sha256"`
	Commit    string   `json:"commit"`
	Machine   string   `json:"machine"`
	Files     int      `json:"files"`
	Forms     []Form   `json:"forms"`
	Questions []Judged `json:"questions"`
}

// A Form counts the outcomes of the questions of a form.
type Form struct {
	Form      string     `json:"form"`
	Questions int        `json:"questions"`
	Right     int        `json:"right"`
	Partly    int        `json:"partly"`
	Wrong     int        `json:"wrong"`
	Refused   int        `json:"refused"`
	Interval  [2]float64 `json:"right_95"` // of the share of right answers
	WrongIn   [2]float64 `json:"wrong_95"` // of the share of wrong answers

	UnsureRight int `json:"unsure_right"` // right, but said as not sure
	UnsureWrong int `json:"unsure_wrong"` // wrong, and said as not sure
}

func (f *Form) add(verdict string, unsure bool) {
	f.Questions++
	switch {
	case unsure && verdict == Right:
		f.UnsureRight++
	case unsure && verdict == Wrong:
		f.UnsureWrong++
	}
	switch verdict {
	case Right:
		f.Right++
	case Partial:
		f.Partly++
	case Refused:
		f.Refused++
	default:
		f.Wrong++
	}
	f.Interval[0], f.Interval[1] = judge.Wilson(f.Right, f.Questions)
	f.WrongIn[0], f.WrongIn[1] = judge.Wilson(f.Wrong, f.Questions)
}

// count fills in the forms: each by its name, then all with an answer, then the near misses.
func (r *Report) count() {
	all, misses := Form{Form: "answerable"}, Form{Form: "near misses"}
	for _, j := range r.Questions {
		if j.Form == Refuse {
			misses.add(j.Verdict, j.Unsure)
			continue
		}
		all.add(j.Verdict, j.Unsure)
		i := slices.IndexFunc(r.Forms, func(f Form) bool { return f.Form == j.Form })
		if i < 0 {
			i = len(r.Forms)
			r.Forms = append(r.Forms, Form{Form: j.Form})
		}
		r.Forms[i].add(j.Verdict, j.Unsure)
	}
	slices.SortFunc(r.Forms, func(a, b Form) int { return cmp.Compare(a.Form, b.Form) })
	r.Forms = append(r.Forms, all, misses)
}

// WriteMarkdown prints a table, a line a form.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "half %s, seed %d: %d files, %d questions (SHA-256 %s)\n\n", r.Half, r.Seed, r.Files, len(r.Questions), r.Sum)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| form\t| questions\t| right\t| partly\t| wrong\t| refused\t| right, unsure\t| wrong, unsure\t| right, 95 %\t| wrong, 95 %\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, f := range r.Forms {
		fmt.Fprintf(t, "| %s\t| %d\t| %d\t| %d\t| %d\t| %d\t| %d\t| %d\t| %.0f to %.0f\t| %.0f to %.0f\t|\n", f.Form, f.Questions, f.Right, f.Partly, f.Wrong, f.Refused, f.UnsureRight, f.UnsureWrong,
			100*f.Interval[0], 100*f.Interval[1], 100*f.WrongIn[0], 100*f.WrongIn[1])
	}
	return t.Flush()
}
