package answer

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// StatementSigns name the evidence that a statement answers a question, in the order of a Saying's weights.
var StatementSigns = []string{
	"rank", "beside", "cosine", "section", // of the passage that it stands in
	"own", "cover", // its share of the question: by itself, with the text above it
	"figure", "kind", "defines", // the kind of thing that is asked for
	"length", "sentence", "item", // its shape
	"was", "aside", "log", "mute", // it is about what no longer holds, about another aspect, an entry of a list of changes, about nothing that is asked
}

// doubts are how many of the last signs take a part of the chance away, whatever else speaks for the statement.
const doubts = 4

// A Saying says which statements are said: how each sign of a statement weighs, and how likely those must be that are said besides the likeliest.
// `spar-eval saying` fits all of it together, and measures it.
type Saying struct {
	About   string    `json:"about"` // the data of its fit
	Signs   []string  `json:"signs"`
	Weights []float64 `json:"weights"`
	Bias    float64   `json:"bias"`
	Kept    []float64 `json:"kept"` // of each of the signs that doubt, the part of its chance that a statement keeps

	// Parts of the chance of the likeliest statement that another needs: in the answer to a question for a fact or for files, and to one for a definition,
	// a truth, a count or a version.
	LeastFact float64 `json:"least_fact"`
	LeastOne  float64 `json:"least_one"`

	// Reads is how many of the likeliest statements are read with the question to find the one that leads, beside all that are said, and
	// Read what their log odds weigh beside those of their chances.
	Reads int     `json:"reads"`
	Read  float64 `json:"read"`

	// SaysToo is the least share of the question that a statement must cover, as a part of the best likely one's, where the form wants only
	// the sentence that answers. The items of its list need not.
	SaysToo float64 `json:"says_too"`
}

//go:embed saying.json
var sayingModel []byte

var saying = sync.OnceValues(func() (s *Saying, err error) {
	if err = json.Unmarshal(sayingModel, &s); err == nil {
		err = s.Check()
	}
	return s, err
})

// Said is the Saying that is shipped.
func Said() (*Saying, error) { return saying() }

// Check refuses a Saying that weighs other signs than a statement has.
func (s *Saying) Check() error {
	if !slices.Equal(s.Signs, StatementSigns) || len(s.Weights)+doubts != len(StatementSigns) || len(s.Kept) != doubts {
		return spar.Errorf(spar.Invalid, "the weights of statements are for the signs %v, not for %v; fit them anew to these signs", s.Signs, StatementSigns)
	}
	return nil
}

// Chance is how likely a statement with these signs belongs to the answer, beside others of the same question.
func (s *Saying) Chance(signs []float64) float64 {
	sum := s.Bias
	for i, w := range s.Weights {
		sum += w * signs[i]
	}
	chance := logistic(sum)
	for i, v := range signs[len(s.Weights):] {
		if v > 0 {
			chance *= s.Kept[i]
		}
	}
	return chance
}

// least is the part of the chance of the likeliest statement that another needs.
func (s *Saying) least(f question.Form) float64 {
	if f == question.Fact || f == question.Files {
		return s.LeastFact
	}
	return s.LeastOne
}

// chance is how likely a statement belongs to the answer.
func (j *judge) chance(list []statement, s statement, narrow bool) float64 {
	if !narrow {
		return j.says[s.source].wide()
	}
	return j.by.Chance(j.signs(list, s))
}

// signs are those of a statement.
func (j *judge) signs(list []statement, s statement) []float64 {
	signs, known := j.told[s.at]
	if !known {
		signs = j.signsOf(list, s)
		j.told[s.at] = signs
	}
	return signs
}

func (j *judge) signsOf(list []statement, s statement) []float64 {
	f, a, from := j.says[s.source], j.asked[s.source], j.sources[s.source]
	own := j.own(list, s)
	sign := map[string]float64{
		"rank": f.rank, "beside": f.beside, "cosine": f.cosine, "section": f.sameSection,
		"own": own, "cover": j.cover(list, s, nil),
		"defines": j.term.weigh(s.text), "length": math.Log(float64(1 + utf8.RuneCountInString(s.text)/6)),
	}
	is := func(name string, so bool) {
		if so {
			sign[name] = 1
		}
	}
	// A definition of the term in the question begins with it.
	is("defines", s.term != "" && !slices.ContainsFunc(sayingTerms(s.term, a.lang), func(t string) bool { return a.weight[t] == 0 }))
	is("figure", j.figure && strings.ContainsFunc(s.text, unicode.IsDigit))
	is("kind", j.wants != question.Anything && j.kind(s.text))
	is("sentence", ends(s.text))
	is("item", s.item)
	is("was", !j.past && (was.MatchString(s.text) || quoted.MatchString(s.text)))
	lead := ""
	if s.lead >= 0 {
		lead = list[s.lead].text
	}
	if s.asked >= 0 {
		lead += "\n" + list[s.asked].text
	}
	is("aside", !j.aspect(from.Passage.Lang, s.text, s.under, lead, from.Passage.Locator.Heading))
	is("log", !j.versions && j.wants != question.Time && j.wants != question.Year && !asksChanges.MatchString(j.text) && changeLog.MatchString(from.Path))
	is("mute", own == 0 && (mustSay(j.wants) || from.whole) && !j.headed(s.source))
	values := make([]float64, len(StatementSigns))
	for i, name := range StatementSigns {
		values[i] = sign[name]
	}
	return values
}

// A Prepared question has all that its answer is made of, so that it can be answered by one Saying after another. It is for measurements.
type Prepared struct {
	of    *prepared
	known map[string]spar.Answer // by form and chosen statements
}

// A Candidate is a statement that may be said.
type Candidate struct {
	Text  string
	Path  string
	Signs []float64
}

// Prepare takes up a question that asks for one statement or two and does not compare; nil for another.
func Prepare(ctx context.Context, text string, hits []spar.Hit, w Weights, o Options) *Prepared {
	q := question.Parse(text)
	if len(q.Sides) > 0 || !compositions[q.Form].narrow {
		return nil
	}
	if p := prepare(ctx, q, "", hits, w, o); p.answer == nil {
		return &Prepared{p, map[string]spar.Answer{}}
	}
	return nil
}

// Answer answers by a Saying, without a confidence.
func (p *Prepared) Answer(ctx context.Context, by *Saying) spar.Answer {
	form, chosen := p.of.choose(by)
	key := fmt.Sprint(by.Bias)
	for _, c := range chosen {
		key += fmt.Sprint(" ", c.index)
	}
	a, known := p.known[key]
	if !known {
		a = p.of.tellOf(ctx, form, chosen)
		p.known[key] = a
	}
	return a
}

// Candidates are the statements that an answer may say.
func (p *Prepared) Candidates() (list []Candidate) {
	j, said := p.of.j, p.of.said
	if j.may == nil {
		j.may = j.candidates(said, compositions[p.of.q.Form], p.of.may)
	}
	for _, i := range j.may {
		list = append(list, Candidate{Text: said[i].text, Path: j.sources[said[i].source].Path, Signs: j.signs(said, said[i])})
	}
	return list
}
