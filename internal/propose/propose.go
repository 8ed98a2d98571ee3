// Package propose says which tags a file may have, each with its chance: by the names that its text says, by how near its passages are
// to the names of tags, by the tags of the files that are most like it, and by those of the files in its folder. It is pure.
package propose

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/calibrate"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Signs name what the chance of a tag is told by, in the order of Candidate.Signs.
var Signs = []string{"said", "by_name", "words", "inside", "early", "near", "near_mean", "near_place", "few", "many", "closest", "habit", "common"}

// The places of signs.
const (
	said = iota
	byName
	words
	inside
	early
	near
	nearMean
	nearPlace
	few
	many
	closest
	habit
	common
)

// How many files vote, and how strongly what all files have pulls at the part of them that have a tag.
const (
	fewFiles  = 8
	manyFiles = 30
	pull      = 2.0
	unseen    = 20.0 // files without a tag that are taken to have been there before: where none has tags, a tag is on one in forty
	nearest   = 20   // tags by meaning alone that are looked at
	manyTags  = 200  // among which being one of the nearest says something
	least     = .001 // part of the votes that counts as none
	alikeFrom = .3   // cosine from which a file is like another, and not only the nearest there is
)

// A File is a file that may get tags, with its texts and its vector.
type File struct {
	ID     spar.FileID
	Folder string    // with its share
	Texts  []string  // its name without the ending, then its passages in order; an unread file has only the name
	Vector []float32 // of its text, normalised; nil: none
	// Near is the nearness of each text to each tag, in the order of the tags in Names; nil without an encoder.
	Near [][]float32
}

// A Tagged is a file with its tags, which votes about others.
type Tagged struct {
	File   spar.FileID
	Folder string
	Vector []float32
	Tags   []spar.TagID
}

// A Neighbour is a file that has a tag and is like another.
type Neighbour struct {
	File   spar.FileID
	Cosine float64
}

// A Candidate is a tag that a file may have, with what speaks for it.
type Candidate struct {
	Tag    spar.TagID
	Signs  []float64
	Chance float64

	Said       string // the words of the text that are its name; "": it does not say them
	Text       int    // the place of the text that says it or is nearest; -1: none
	Nearness   float64
	Neighbours []Neighbour // that have it, the nearest first
	Of         int         // neighbours that were asked
	InFolder   int         // files of the folder that have it
	OfFolder   int         // files of the folder that have tags

	Phrases []string // of a value: words that most documents of the kind have, at most 3
	Format  string   // of a value: the file's, where only this value has it
	Folder  string   // of a value: the file's, where it says it
}

// Candidates returns the tags that have any support, ignoring the file's own vote. The model gives their chances; the greatest comes
// first.
func Candidates(f File, names *Names, voters *Voters, m calibrate.Model) []Candidate {
	at := map[spar.TagID]*Candidate{}
	of := func(t spar.TagID) *Candidate {
		if at[t] == nil {
			at[t] = &Candidate{Tag: t, Signs: make([]float64, len(Signs)), Text: -1}
		}
		return at[t]
	}
	for t, m := range names.Said(f.Texts) {
		c := of(t)
		c.Said, c.Text = m.Words, m.Text
		weight := m.weight()
		c.Signs[said], c.Signs[words] = math.Log1p(weight*float64(m.Times)), weight*float64(min(m.Length, 4))
		c.Signs[byName], c.Signs[inside], c.Signs[early] = weight*sign(m.Name), sign(m.Times == 0), sign(m.Early)
	}
	ranked := voters.nearest(f)
	byVotes(ranked, voters, of)
	byMeaning(f, names, at, of)
	voters.habits(f, ranked, at)
	list := make([]Candidate, 0, len(at))
	for _, c := range at {
		c.Chance = m.Chance(c.Signs)
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(m.Sum(b.Signs), m.Sum(a.Signs)), cmp.Compare(a.Tag, b.Tag))
	})
	return list
}

// byMeaning adds the tags nearest in meaning, and says of all how near they are.
func byMeaning(f File, names *Names, at map[spar.TagID]*Candidate, of func(spar.TagID) *Candidate) {
	if len(f.Near) == 0 {
		return
	}
	n := len(names.tags)
	best, mean, where := make([]float64, n), make([]float64, n), make([]int, n)
	for i, row := range f.Near {
		for t, x := range row {
			if math.IsNaN(float64(x)) {
				continue
			}
			mean[t] += float64(x) / float64(len(f.Near))
			if i == 0 || float64(x) > best[t] {
				best[t], where[t] = float64(x), i
			}
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(best[b], best[a]), cmp.Compare(a, b)) })
	for place, t := range order {
		if place >= nearest && at[names.tags[t]] == nil {
			continue
		}
		c := of(names.tags[t])
		c.Signs[near], c.Signs[nearMean], c.Signs[nearPlace] = best[t], mean[t], float64(min(n, manyTags))/manyTags/float64(1+place/5)
		c.Nearness = best[t]
		if c.Said == "" {
			c.Text = where[t]
		}
	}
}

func logit(p float64) float64 {
	p = max(least, min(1-least, p))
	return math.Log(p / (1 - p))
}

func sign(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

//go:embed propose.json
var stated []byte

// Stated is the model that is shipped.
var Stated = sync.OnceValues(func() (m calibrate.Model, err error) {
	if err = json.Unmarshal(stated, &m); err == nil {
		err = m.Check(Signs)
	}
	return m, err
})

//go:embed odd.json
var statedOdd []byte

// StatedOddities are the shipped chances of faults.
var StatedOddities = sync.OnceValues(func() (models map[Oddity]calibrate.Model, err error) {
	if err = json.Unmarshal(statedOdd, &models); err != nil {
		return nil, err
	}
	for kind, m := range models {
		if err := m.Check(OddSigns[kind]); err != nil {
			return nil, err
		}
	}
	return models, nil
})
