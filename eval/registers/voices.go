package registers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// voices makes the questions of half c. Whoever wrote them had the table and never saw the reader of questions.
func voices(t *table) ([]Question, error) {
	voiced, err := readAsked("voices")
	if err != nil {
		return nil, err
	}
	var list []Question
	for _, v := range voiced {
		kind, voice, _ := strings.Cut(v.kind, " ") // one of five follows the kind
		q := Question{ID: fmt.Sprintf("v%s-%03d", voice, len(list)+1), Kind: kind, Wordings: v.wordings}
		if err := v.gold(t, &q); err != nil {
			return nil, fmt.Errorf("hr: %s: %s: %w", q.ID, v.wordings[0], err)
		}
		list = append(list, q)
	}
	return list, nil
}

// VoicesSum is the SHA-256 of half c as JSON.
func (s *Set) VoicesSum() string {
	b, err := json.Marshal(s.Voices)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func either(tests ...test) test {
	return func(r row) bool {
		return slices.ContainsFunc(tests, func(t test) bool { return t(r) })
	}
}

func medianOf(column string) figure {
	return figure{func(rows []row) float64 {
		list := make([]float64, len(rows))
		for i, r := range rows {
			list[i] = r.number(column)
		}
		slices.Sort(list)
		n := len(list)
		return (list[(n-1)/2] + list[n/2]) / 2
	}, false}
}

// among is the gold of a top n in any order, where places among the n are shared; the last one is not.
func among(n int, column string, highest bool, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(fits)
		slices.SortStableFunc(found, func(a, b row) int {
			if highest {
				a, b = b, a
			}
			return cmp.Compare(a.number(column), b.number(column))
		})
		if len(found) > n && found[n-1].number(column) == found[n].number(column) {
			return fmt.Errorf("place %d is shared", n)
		}
		for _, r := range found[:n] {
			q.Gold, q.Also = append(q.Gold, r.text(t.key)), append(q.Also, r.text(column))
		}
		return nil
	}
}

// apart is the gold of a difference, without its sign.
func apart(f figure, side1, side2 test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		a, b := f.of(t.where(side1)), f.of(t.where(side2))
		q.Gold, q.Also = []string{plain(max(a-b, b-a))}, []string{plain(a), plain(b)}
		q.Tolerance = 2 * f.tolerance()
		return nil
	}
}

// both is the gold of a figure for each of two sides; which of them is greater may stand beside it.
func both(f figure, name1 string, side1 test, name2 string, side2 test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		a, b := f.of(t.where(side1)), f.of(t.where(side2))
		q.Gold = []string{name1 + ": " + plain(a), name2 + ": " + plain(b)}
		if cmp.Compare(a, b) < 0 {
			slices.Reverse(q.Gold)
		}
		q.Tolerance = f.tolerance()
		return nil
	}
}
