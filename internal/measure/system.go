package measure

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A System is a way of searching that can be measured. It is used by one goroutine, in the order Build, then any
// number of Search and Answer, then Close; Close is called after a failed Build too.
type System interface {
	// Build makes the set searchable. It keeps its data under dir, which outlives it when results are cached.
	Build(ctx context.Context, set *Set, dir string) (BuildStats, error)
	// Search ranks documents for a question, best first: all that it finds, not only the first few. q.Scope is nil
	// unless the system is to state it.
	Search(ctx context.Context, q Query) ([]Ranked, SearchStats, error)
	Close() error
}

// An Answerer is a System that also answers; only then can refusals and answers be measured.
type Answerer interface {
	Answer(ctx context.Context, q Query) (Answer, error)
}

// A Timer is a System that takes the time of what a user does, apart from the ranking that metrics need: the time of
// a question when all that it needs must be made, and when it is asked again.
type Timer interface {
	Time(ctx context.Context, q Query) (cold, warm time.Duration, err error)
}

// An Answer is a system's answer to a question. Text is all of it; Refused says that the system cannot answer.
type Answer struct {
	Text    string
	Bullets []string // of the text, without the marks of citations; nil where a system has none
	Best    string   // the best passage, whole
	Refused bool

	First      string    // the document that is cited first; "" where a system does not say
	Signs      []float64 // the signs that tell whether it is right: answer.SignNames
	Confidence float64   // that it is
}

// A Ranked is a document with the score that put it in its place.
type Ranked struct {
	Doc   string  `json:"doc"`
	Score float64 `json:"score"`
}

// BuildStats says what building did.
type BuildStats struct {
	Documents int      // searchable afterwards
	Passages  int      // in them
	Skipped   []string // documents without searchable text, each with its reason

	Earlier time.Duration // time that earlier systems or runs spent on reused data
}

// SearchStats says what a search cost.
type SearchStats struct {
	Embedded int // passages whose vectors were made for this question
}

// A SystemSpec names a system and makes it.
type SystemSpec struct {
	Name  string
	About string
	New   func() System
}

// A Choice is a system to be measured, with the query's scope stated or not, and with its use of the query's words about files.
type Choice struct {
	SystemSpec
	Scoped bool
	Taking Taking
}

// scopeSuffix after a system's name states the query's scope.
const scopeSuffix = "+scope"

// FullName is the name with its suffix.
func (c Choice) FullName() string {
	name := c.Name
	if c.Scoped {
		name += scopeSuffix
	}
	if c.Taking != AsSaid {
		name += "+" + string(c.Taking)
	}
	return name
}

// Choose reads a comma-separated list of system names, each with "+scope" or without, and with "+parsed", "+strict" or "+paper" or without.
func Choose(list string, from []SystemSpec) ([]Choice, error) {
	var choices []Choice
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		base, as := cutTaking(name)
		base, scoped := strings.CutSuffix(base, scopeSuffix)
		i := slices.IndexFunc(from, func(s SystemSpec) bool { return s.Name == base })
		if i < 0 && name == RerankedName {
			return nil, spar.Errorf(spar.Invalid, "the system %s needs a reranker", name).Try(spar.Remedy{Do: spar.ChangeSetting, Name: "rerank"})
		}
		if i < 0 {
			var known []string
			for _, s := range from {
				known = append(known, s.Name)
			}
			return nil, spar.Errorf(spar.Invalid,
				"%q is no system that can be measured: choose from %s, each also with %s, +%s, +%s or +%s", name,
				strings.Join(known, ", "), scopeSuffix, Parsed, Strictly, ByPaper)
		}
		choice := Choice{SystemSpec: from[i], Scoped: scoped, Taking: as}
		if slices.ContainsFunc(choices, func(c Choice) bool { return c.FullName() == choice.FullName() }) {
			return nil, spar.Errorf(spar.Invalid, "%q is listed twice: name each system once", name)
		}
		choices = append(choices, choice)
	}
	return choices, nil
}

// RerankedName is the product's default with the best passages ranked anew by a reranker.
const RerankedName = "lazy+rerank"

// builtIn opens the built-in precise encoder in one arithmetic.
func builtIn(a embed.Arithmetic) func(embed.Options) (embed.Encoder, error) {
	return func(o embed.Options) (embed.Encoder, error) {
		o.Arithmetic = a
		return embed.Precise(o)
	}
}

// Systems lists what can be measured; with a reranker, which may be nil, one more.
func Systems(reranker embed.Scorer) []SystemSpec {
	list := []SystemSpec{
		{"bm25", "the product's retrieval by words", newStored},
		{"lazy", "the product's default, asked when no passage has a vector", way{}.system},
		{"lazy-100", "the product's default, after 100 other questions", way{having: ofOthers}.system},
		{"lazy-full", "the product's default, when all passages have vectors", way{having: everything}.system},
		{"hybrid", "words and meaning of all passages", way{having: everything, ranking: retrieve.Options{Candidates: -1}}.system},
		{"precise", "meaning alone, of all passages", way{having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}}.system},
		{"lazy-int8", "lazy in 8-bit arithmetic", way{encoder: builtIn(embed.Int8)}.system},
		{"lazy-float32", "lazy in float32 arithmetic", way{encoder: builtIn(embed.Float32)}.system},
		{"precise-int8", "precise in 8-bit arithmetic", way{having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, encoder: builtIn(embed.Int8)}.system},
		{"precise-float32", "precise in float32 arithmetic", way{having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, encoder: builtIn(embed.Float32)}.system},
		{"light", "meaning alone, by the light encoder, of all passages", way{having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, encoder: builtInLight}.system},
		{"light-own", "the same, the light encoder fitted on to a quarter of the passages", way{having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, own: true}.system},
		{"ordinary", "an ordinary pipeline: windows of 700 characters of all documents, by meaning alone, the 5 nearest",
			way{cut: windows, having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, top: 5, only: true}.system},
		{"ordinary-deep", "the same with the whole ranking behind those 5", way{cut: windows, having: everything, ranking: retrieve.Options{Rank: retrieve.Dense}, top: 5}.system},
	}
	if reranker != nil {
		list = append(list, SystemSpec{RerankedName, "the product's default, its 20 best passages ranked anew with " + reranker.Name(), way{scorer: reranker}.system})
	}
	return list
}
