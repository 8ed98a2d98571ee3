package measure

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
)

// Evidence tells how much of the text that answers a question the answers have: over the distinct stems without common words of all bullets
// and of the evidence, means over the questions. A refusal has none, and counts 0 in Bullets; Answered leaves it out. Passage is the best
// passage whole, for comparison. Halves are the questions by the first bit of their text's SHA-256, so that choices made on one can be
// reported on the other.
type Evidence struct {
	Questions int       `json:"questions"`
	Refused   int       `json:"refused"`
	Bullets   Overlap   `json:"bullets"`
	Answered  Overlap   `json:"answered"`
	Passage   Overlap   `json:"passage"`
	Halves    []Overlap `json:"halves"` // of Bullets
}

// Overlap is which part of the evidence an answer says, and which part of the answer is evidence.
type Overlap struct {
	Questions int     `json:"questions"`
	Recall    float64 `json:"recall"`
	Precision float64 `json:"precision"`
	Count     float64 `json:"bullets"` // in the mean
}

// add adds one answer to what will be a mean.
func (o *Overlap) add(texts []string, evidence map[string]bool) {
	said, both := stems(strings.Join(texts, "\n")), 0
	for s := range said {
		if evidence[s] {
			both++
		}
	}
	o.Questions++
	o.Count += float64(len(texts))
	if both > 0 {
		o.Recall += float64(both) / float64(len(evidence))
		o.Precision += float64(both) / float64(len(said))
	}
}

func (o *Overlap) mean() {
	if n := float64(o.Questions); n > 0 {
		o.Recall, o.Precision, o.Count = o.Recall/n, o.Precision/n, o.Count/n
	}
}

func (e *Evidence) add(q Query, a Answer) {
	if e.Halves == nil {
		e.Halves = make([]Overlap, 2)
	}
	evidence := stems(strings.Join(q.Evidence, "\n"))
	e.Questions++
	e.Bullets.add(a.Bullets, evidence)
	e.Passage.add([]string{a.Best}, evidence)
	half := sha256.Sum256([]byte(q.Text))
	e.Halves[half[0]&1].add(a.Bullets, evidence)
	if a.Refused {
		e.Refused++
		return
	}
	e.Answered.add(a.Bullets, evidence)
}

func (e *Evidence) finish() {
	for _, o := range []*Overlap{&e.Bullets, &e.Answered, &e.Passage, &e.Halves[0], &e.Halves[1]} {
		o.mean()
	}
}

func (e *Evidence) line() string {
	text := fmt.Sprintf("%d questions with evidence, %d refused", e.Questions, e.Refused)
	for _, o := range []struct {
		name string
		Overlap
	}{{"bullets", e.Bullets}, {"of those answered", e.Answered}, {"half 0", e.Halves[0]}, {"half 1", e.Halves[1]}, {"best passage whole", e.Passage}} {
		text += fmt.Sprintf("; %s: recall %.3f, precision %.3f, %.1f each", o.name, o.Recall, o.Precision, o.Count)
	}
	return text
}

// stems are the distinct stems of an English text without its common words.
func stems(text string) map[string]bool {
	list := map[string]bool{}
	var a chunk.Analyzer
	for _, w := range chunk.Words(text) {
		if !chunk.Common(w, "en") {
			list[a.Stem(w, "en")] = true
		}
	}
	return list
}

// Says is the part of the stems of the evidence that an answer says; 1 where there is no evidence to compare.
func (q Query) Says(a Answer) float64 {
	if len(q.Evidence) == 0 {
		return 1
	}
	var o Overlap
	o.add(a.Bullets, stems(strings.Join(q.Evidence, "\n")))
	return o.Recall
}

// Overlap is the part of the stems of the evidence that texts say, and the part of theirs that is evidence.
func (q Query) Overlap(texts []string) (recall, precision float64) {
	var o Overlap
	o.add(texts, stems(strings.Join(q.Evidence, "\n")))
	return o.Recall, o.Precision
}
