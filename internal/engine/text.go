package engine

import (
	"iter"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Text is the text of a file, passage by passage. It lies in the store; passages that nobody asks for are not read.
type Text interface {
	Len() int
	Heads() iter.Seq2[store.Head, error] // of all passages, in order
	Passage(i int) (spar.Passage, error)
}

// listed is a text that is at hand.
type listed []spar.Passage

func (l listed) Len() int { return len(l) }

func (l listed) Heads() iter.Seq2[store.Head, error] {
	return func(yield func(store.Head, error) bool) {
		for _, p := range l {
			if !yield(store.Head{Kind: p.Kind, Locator: p.Locator}, nil) {
				return
			}
		}
	}
}

func (l listed) Passage(i int) (spar.Passage, error) { return l[i], nil }

// Range gives the passages from one to before another.
func Range(t Text, from, to int) ([]spar.Passage, error) {
	list := make([]spar.Passage, 0, to-from)
	for i := from; i < to; i++ {
		p, err := t.Passage(i)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// repeats reports whether a passage says again what rows beside it say.
func repeats(k spar.PassageKind) bool { return k == spar.TablePassage || k == spar.CardPassage }

// At gives the numbers of the passages that stand at a place, and of those only the ones with a quote where there is one. Cards and
// whole tables, which repeat the rows beside them, are left out unless nothing else is there.
func At(t Text, l spar.Locator, quote string) ([]int, error) {
	var once, again []int
	n := -1
	for h, err := range t.Heads() {
		n++
		switch {
		case err != nil:
			return nil, err
		case !at(h.Locator, l):
		case repeats(h.Kind):
			again = append(again, n)
		default:
			once = append(once, n)
		}
	}
	q := letters(quote)
	for _, list := range [][]int{once, again} {
		if q != "" {
			var with []int
			for _, i := range list {
				p, err := t.Passage(i)
				if err != nil {
					return nil, err
				}
				if holdsQuote(p, q) {
					with = append(with, i)
				}
			}
			list = with
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	return nil, nil
}
