package judge

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Reply is a program's answer to a question, with the first passages of its search.
type Reply struct {
	Answer  Answer   `json:"ask"`
	Found   Hits     `json:"search"`
	Written *Written `json:"written"` // the text of a language model, if one was asked
}

// An Answer has the judged keys of spar.ask/1.
type Answer struct {
	Text       string          `json:"answer"`
	Bullets    []Bullet        `json:"bullets"`
	Citations  []Unit          `json:"citations"`
	Nearby     []Unit          `json:"nearby"`
	Evidence   []Unit          `json:"evidence"` // a program that shows passages has it, though it be empty
	Refused    bool            `json:"refused"`
	Unsure     bool            `json:"unsure"`
	Confidence float64         `json:"confidence"`
	Computed   json.RawMessage `json:"computed"`
	Inventory  json.RawMessage `json:"inventory"`
	Model      string          `json:"model"`
	Rewritten  string          `json:"rewritten"`
}

// A Bullet is a statement of an answer.
type Bullet struct {
	Text      string `json:"text"`
	Citations []int  `json:"citations"`
}

// A Unit is a passage as it is shown, cited or found. Marks are bytes of its text.
type Unit struct {
	N       int      `json:"n"`
	Path    string   `json:"path"`
	Heading string   `json:"heading"`
	Text    string   `json:"text"`
	Quote   string   `json:"quote"`
	Marks   [][2]int `json:"marks"`
	Version string   `json:"doc_version"`
	InForce bool     `json:"in_force"`
	Locator struct {
		Heading string `json:"heading"`
	} `json:"locator"`
}

// Hits has the judged keys of spar.search/1.
type Hits struct {
	Hits []Unit `json:"hits"`
}

// superseded reports whether the unit's label says that another version replaces its own.
func (u Unit) superseded() bool { return u.Version != "" && !u.InForce }

// all returns the shown text of a unit: its headings and its text.
func (u Unit) all() string {
	heading := u.Heading
	if heading == "" {
		heading = u.Locator.Heading
	}
	return heading + "\n" + u.Text + u.Quote
}

// marked returns the words that the marks cover, a line for each. A mark that lies outside of the text covers what it has of it.
func (u Unit) marked() string {
	var list []string
	for _, m := range u.Marks {
		start, end := max(0, m[0]), min(len(u.Text), m[1])
		if start < end {
			list = append(list, u.Text[start:end])
		}
	}
	return strings.Join(list, "\n")
}

// together joins the texts of several units.
func together(units []Unit) (t said) {
	for _, u := range units {
		t.text += u.all() + "\n"
		t.paths = append(t.paths, u.Path)
	}
	return t
}

const (
	inFront   = 3   // units that are shown before anything is unfolded
	shortFrom = .85 // chance from which a short answer stands above them
	sureFrom  = .6  // chance from which an answer does not say that it is unsure
	lineOf    = 90  // characters of the line that a further unit gets
	longFrom  = 40  // in units with more words than this, marks must choose
)

// A front is what a reader sees first.
type front struct {
	short said // the short answer; of a program without evidence, its statements
	units []Unit
	old   bool // the program shows no evidence: its units are what it cites, one unfolding away
}

// front returns the part of the answer that a reader sees first.
func (a Answer) front() (f front) {
	f.old = a.Evidence == nil
	f.units = a.Evidence
	if f.old {
		f.units = a.Citations
		if a.Refused {
			f.units = a.Nearby
		}
	}
	f.units = f.units[:min(len(f.units), inFront)]
	computed := has(a.Computed) || has(a.Inventory)
	if a.Refused || len(a.Bullets) == 0 || len(a.Evidence) > 0 && a.Confidence < shortFrom && !computed && a.Model == "" {
		return f
	}
	var lines []string
	for _, b := range a.Bullets {
		lines = append(lines, b.Text)
	}
	f.short.text = strings.Join(lines, "\n")
	if computed {
		f.short.text = rounded(f.short.text)
	}
	for _, u := range slices.Concat(a.Evidence, a.Citations) {
		if c := a.Bullets[0].Citations; len(c) > 0 && c[0] == u.N {
			f.short.paths = []string{u.Path}
		}
	}
	return f
}

func has(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// longNumber matches a number with more decimals than patterns have.
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
