package engine

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/fulltext"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A Request is a question over a scope.
type Request struct {
	Selection
	Question string
	Asked    string // the question with the words about files that Question lacks; ""
	// Expression holds for the files, as the scope says too. Only passages that have something it asks for are hits.
	Expression *fulltext.Expr
	Entities   bool             // say what each hit names
	Limit      int              // passages wanted, to see or to answer from; 0: 10
	Retrieve   retrieve.Options // Limit is taken from above
	Encoder    string           // a model that is here, such as the one that a workspace names; "": the engine's
	Rerank     embed.Scorer     // ranks the best passages anew; nil: none does
	Answer     answer.Options
	Model      *llm.Client // writes an answer from the evidence (Write); nil: none does
	Tell       func(News)  // gets the progress of reading, and the news in Tells; may be nil
	Tells      Tells
	Until      float64 // the reading stops when an answer is the best there is with this chance; 0: it does not

	Again  *Again // asks for another answer after one was rejected; nil: the first
	GoesOn GoesOn // the question before it; zero: none
	// Wordings are other meanings of the question, asked if it is refused.
	Wordings Wordings

	preview  func([]spar.Hit) // tells a Preview; nil: it is not wanted
	expanded []string         // words that are searched for besides
	asks     bool             // for an answer, not for passages
	still    bool             // nothing is read for it

	computing *computing // ends when the question waits for files or a model
}

// Tells says which news a request tells while it is worked on, beside its Progress.
type Tells struct {
	Scope   bool // the files in scope, once they are known: Selected
	Preview bool // hits before passages are embedded: Preview
	Interim bool // answers from the files read so far: Interim
}

// News is what a request tells: a Progress, Selected, a Preview or an Interim.
type News interface{ news() }

// A Preview has the hits in the order of words, before any passage is embedded. Another one comes if files had to be read again.
type Preview []spar.Hit

func (Progress) news() {}
func (Selected) news() {}
func (Preview) news()  {}
func (Interim) news()  {}

// definitions is how many passages are looked through for the meaning of a term.
const definitions = 50

// What a request may ask for at most.
const (
	MaxQuestion   = 8000  // characters
	MaxLimit      = 10000 // passages
	MaxCandidates = 10000 // passages; all of them is another thing
)

// Check refuses what makes no request.
func (q Request) Check() error {
	o := q.Retrieve
	switch n := utf8.RuneCountInString(q.Question); {
	case strings.TrimSpace(q.Question) == "":
		return spar.Errorf(spar.Invalid, "the question is empty: say in words what you want to know")
	case n > MaxQuestion:
		return spar.Errorf(spar.Invalid, "the question has %d characters and may have %d; ask for less at a time", n, MaxQuestion)
	case len(chunk.Words(q.Question)) == 0:
		return spar.Errorf(spar.Invalid, "the question %q has no word that could be found in a file: use letters or digits", q.Question)
	case q.Limit < 0 || q.Limit > MaxLimit:
		return spar.Errorf(spar.Invalid, "%d passages were asked for; ask for 1 to %d", q.Limit, MaxLimit)
	case o.Candidates > MaxCandidates:
		return spar.Errorf(spar.Invalid, "%d candidates were asked for; ask for 1 to %d, or for all", o.Candidates, MaxCandidates)
	case !(o.Meaning >= 0 && o.Meaning <= 1):
		return spar.Errorf(spar.Invalid, "the weight of meaning is %v and must lie between 0 and 1", o.Meaning)
	case !slices.Contains([]retrieve.Rank{"", retrieve.Words, retrieve.Dense, retrieve.Hybrid, retrieve.RRF, retrieve.ZScore}, o.Rank):
		return spar.Errorf(spar.Invalid, "there is no ranking %q; choose %s, %s, %s, %s or %s", o.Rank, retrieve.Words, retrieve.Dense, retrieve.Hybrid, retrieve.RRF, retrieve.ZScore)
	}
	return nil
}
