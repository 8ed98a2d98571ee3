package judge

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Reply is what a program told a question: its answer, and the first passages that it finds for it.
type Reply struct {
	Answer  Answer   `json:"ask"`
	Found   Hits     `json:"search"`
	Written *Written `json:"written"` // what a language model said, where one was asked
}

// An Answer is as much of spar.ask/1 as is judged.
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

// Hits is as much of spar.search/1 as is judged.
type Hits struct {
	Hits []Unit `json:"hits"`
}

// Superseded reports whether the unit is labelled as of a version that another one replaces.
func (u Unit) superseded() bool { return u.Version != "" && !u.InForce }

// all is what stands in a unit as it is shown: its headings and its text.
func (u Unit) all() string {
	heading := u.Heading
	if heading == "" {
		heading = u.Locator.Heading
	}
	return heading + "\n" + u.Text + u.Quote
}

// marked are the words that the marks cover, a line for each. A mark that lies outside of the text covers what it has of it.
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

// together is what several units say.
func together(units []Unit) (t said) {
	for _, u := range units {
		t.text += u.all() + "\n"
		t.paths = append(t.paths, u.Path)
	}
	return t
}

const (
	inFront   = 3   // units that are shown before anything is unfolded
	shortFrom = .85 // least chance of a short answer that stands above them
	sureFrom  = .6  // least chance of an answer that does not say that it is unsure
	lineOf    = 90  // characters of a line, which a further unit has
	longFrom  = 40  // least words of a unit that marks must choose from
)

// A front is what a reader sees first.
type front struct {
	short said // the short answer; of a program without evidence, its statements
	units []Unit
	old   bool // the program shows no evidence: its units are what it cites, one unfolding away
}

// front is what stands in front of the reader.
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

// longNumber has more decimals than patterns are written with.
var longNumber = regexp.MustCompile(`\d+\.\d{3,}`)

// rounded puts behind each number with many decimals what it is with one to four.
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
