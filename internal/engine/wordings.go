package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// How the files bear a wording out. What was asked now counts most: the passage that answered the question before has all that is carried.
const (
	ofAsked   = 2.0
	ofCarried = .7

	wordingsFrom = 8   // passages that are looked at for each wording
	surerBy      = .15 // how much better another wording must be than the first, which grammar prefers
)

// Wording says which of several wordings of a question the files of its scope bear out: the one whose best passage has most of what it
// asks, counting headings and the file's name. asked is the question as typed. If that is the first wording, another one takes its place
// only if a passage has all that was asked: what was said before does not answer a question that no file answers. Wording reads no file and
// compares no meaning.
func (e *questions) Wording(ctx context.Context, q Request, asked string, wordings []string) (best int, err error) {
	q.Selection = q.begun()
	q.doubts = newDoubts(q.Who)
	snapshot, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return 0, err
	}
	runs, _, _, err := e.sources(ctx, snapshot, selection)
	if err != nil {
		return 0, err
	}
	said := chunk.Words(asked)
	most := 0.
	alone := len(wordings) > 0 && slices.Equal(chunk.Words(wordings[0]), said)
	for i, text := range wordings {
		parsed := question.Parse(text)
		hits, stats, err := retrieve.Search(ctx, runs, text, retrieve.Options{Rank: retrieve.Words, Limit: wordingsFrom, Kept: &e.kept})
		if err != nil {
			return 0, err
		}
		score, found := 0., false
		for _, h := range hits {
			if s, whole := borneOut(parsed, said, h, stats); (!alone || i == 0 || whole) && (!found || s > score) {
				score, found = s, true
			}
		}
		if i == 0 || found && score > most+surerBy*max(most, -most) {
			best, most = i, score
		}
	}
	return best, nil
}

// borneOut returns how much of a question a passage has, by the weights of words, less what it lacks. whole says that it lacks no typed
// word.
func borneOut(q question.Question, said []string, h spar.Hit, stats retrieve.Stats) (score float64, whole bool) {
	whole = true
	lang := h.Passage.Lang
	has := chunk.Terms(h.Passage.Ranked()+"\n"+apart.Replace(h.Path), lang)
	var a chunk.Analyzer
	seen := map[string]bool{}
	for _, w := range chunk.Words(q.Text) {
		if chunk.Common(w, q.Lang) || question.Common(w, q.Lang) || question.Light(w, q.Lang) || ofKind[w] {
			continue
		}
		t := a.Stem(w, lang)
		if seen[t] {
			continue
		}
		seen[t] = true
		weight, now := ofCarried*stats.Weight(t), slices.Contains(said, w)
		if stats.Nowhere(w) { // no passage can have it, so it decides nothing between wordings
			whole = whole && !now
			continue
		}
		if now {
			weight = ofAsked * stats.Weight(t)
		}
		if slices.Contains(has, t) {
			score += weight
		} else {
			score -= weight
			whole = whole && !now
		}
	}
	return score, whole
}

// apart parts the words of a path.
var apart = strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ")

// ofKind are words that say what kind of thing is asked for, or which version: passages that answer need not have them.
var ofKind = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`time times day date number amount many much long often till until since kind sort old new older newer previous earlier former current latest draft version one ones first second third fourth fifth last
		zeit uhr tag datum alte alten neue neuen heure date jour ancienne ancien nouvelle hora fecha día antigua antiguo nueva`) {
		m[w] = true
	}
	return m
}()
