package judge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The texts that count as the answer: the first of them that exists.
const (
	ByShort = "short answer"
	ByMarks = "marks"
	ByUnit  = "first unit"
	Nothing = "nothing"
)

// A Verdict is the judgement of one question.
type Verdict struct {
	ID         string  `json:"id"`
	Kind       string  `json:"kind"`
	Miss       bool    `json:"miss,omitempty"` // nothing answers it
	Refused    bool    `json:"refused,omitempty"`
	Unsure     bool    `json:"unsure,omitempty"`
	Confidence float64 `json:"confidence"`

	By     string   `json:"by"`               // the text that counts as the answer
	Said   bool     `json:"said,omitempty"`   // that text has everything required, and nothing in front has anything forbidden
	Led    bool     `json:"led,omitempty"`    // the first statement of the answer has everything required, in front or not
	Shown  bool     `json:"shown,omitempty"`  // all text in front together has everything required
	Found  bool     `json:"found,omitempty"`  // the first five passages together have it
	Denied bool     `json:"denied,omitempty"` // refused, though one passage, found or shown, has everything required
	Lacks  []string `json:"lacks,omitempty"`  // patterns that keep it from being said; "not" before a forbidden one

	Words  int       `json:"words"`            // words shown before anything is unfolded
	Marked []float64 `json:"marked,omitempty"` // marked part of each unit in front with more than 40 words
}

// Sure reports whether the answer is told as sure.
func (v Verdict) Sure() bool { return !v.Refused && !v.Unsure && v.Confidence >= sureFrom }

// SureAndWrong reports whether the answer is told as sure and not said right.
func (v Verdict) SureAndWrong() bool { return v.Sure() && !v.Said }

// firstPassages is the number of passages of a search that count as found.
const firstPassages = 5

// Judge judges a reply.
func Judge(q Question, r Reply) Verdict {
	f := r.Answer.front()
	v := Verdict{ID: q.ID, Kind: q.Kind, Miss: q.Miss(), Refused: r.Answer.Refused, Unsure: r.Answer.Unsure, Confidence: r.Answer.Confidence}
	v.Words = f.words(r.Answer)
	if !f.old {
		for _, u := range f.units {
			if n := words(u.Text); n > longFrom {
				v.Marked = append(v.Marked, float64(words(u.marked()))/float64(n))
			}
		}
	}
	var taken said
	taken, v.By = f.taken()
	if v.Miss {
		return v
	}
	required := compiled(q.Required)
	v.Lacks = lacking(required, taken)
	for _, p := range compiled(q.Forbidden) {
		if p.in(f.forbidding()) {
			v.Lacks = append(v.Lacks, "not "+p.text)
		}
	}
	v.Said = len(v.Lacks) == 0 && !v.Refused
	v.Led = !v.Refused && len(r.Answer.Bullets) > 0 && len(lacking(required, said{text: r.Answer.Bullets[0].Text, paths: taken.paths})) == 0
	all := together(f.units)
	all.text += f.short.text
	all.paths = append(all.paths, f.short.paths...)
	v.Shown = len(lacking(required, all)) == 0
	first := r.Found.Hits[:min(len(r.Found.Hits), firstPassages)]
	v.Found = len(lacking(required, together(first))) == 0
	v.Denied = v.Refused && slices.ContainsFunc(slices.Concat(f.units, first), func(u Unit) bool { return len(lacking(required, together([]Unit{u}))) == 0 })
	return v
}

// taken returns the text that counts as the answer: the short answer, else the marked words, else the first unit.
func (f front) taken() (said, string) {
	if f.short.text != "" {
		return f.short, ByShort
	}
	if len(f.units) == 0 || f.old {
		return said{}, Nothing
	}
	var marks said
	for _, u := range f.units {
		if m := u.marked(); m != "" {
			marks.text += m + "\n"
			marks.paths = append(marks.paths, u.Path)
		}
	}
	if marks.text != "" {
		return marks, ByMarks
	}
	return together(f.units[:1]), ByUnit
}

// forbidding returns the text to search for forbidden patterns: the short answer and the first unit, unless that is labelled as superseded.
func (f front) forbidding() said {
	t := said{text: f.short.text, paths: f.short.paths}
	if !f.old && len(f.units) > 0 && !f.units[0].superseded() {
		unit := together(f.units[:1])
		t.text, t.paths = t.text+"\n"+unit.text, append(slices.Clone(t.paths), unit.paths...)
	}
	return t
}

// words counts the words shown before anything is unfolded: the short answer, the first unit, and a line for each other unit. A program
// without evidence shows its answer as it is and, of a refusal, the nearest passages.
func (f front) words(a Answer) int {
	if f.old {
		n := words(a.Text)
		for _, u := range a.Nearby {
			n += words(u.Quote)
		}
		return n
	}
	n := words(f.short.text)
	if a.Refused {
		n = words(a.Text)
	}
	for i, u := range f.units {
		text := u.Text
		if i > 0 {
			text = line(text)
		}
		n += words(text)
	}
	return n
}

// words counts words, without numbers of citations and marks of lists.
func words(text string) (n int) {
	for field := range strings.FieldsSeq(text) {
		if !citation.MatchString(field) && strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

var citation = regexp.MustCompile(`^(\[\d+\])+[.,;]?$`)

// line cuts a text to the length of a line.
func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > lineOf {
		text = string([]rune(text)[:lineOf])
	}
	return text
}
