package answer

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// asksChanges begins a question for what a release brought.
var asksChanges = pattern.New(`(?i)^\W*(?:what|what's|which (?:things|changes)|list|show)\b.*\b(?:new|added|chang(?:es?|ed)|fix(?:es|ed)|removed|deprecated|improved|introduced|neu|geändert|changé|nouveau|cambios?|nuevo)\b`)

// leastOfSection is how many entries are told of each section at least, while there is room.
const leastOfSection = 3

// changesTold answers a question for the changes of a release with the entries of the file named after that release: the first of each
// section, so that the fixes at its end are not lost behind its features.
func changesTold(ctx context.Context, q question.Question, hits []spar.Hit, of map[foundFile]*edition, o Options) (a spar.Answer, ok bool) {
	releases := question.Releases(q.Text)
	if o.Text == nil || len(releases) == 0 || q.Form == question.Comparison || !asksChanges.MatchString(q.Text) {
		return a, false
	}
	at := slices.IndexFunc(hits, func(h spar.Hit) bool { return question.NamesRelease(path.Base(h.Path), releases) })
	if at < 0 {
		return a, false
	}
	text, err := o.Text(ctx, hits[at].Segment)
	if err != nil {
		return a, false
	}
	type entry struct {
		text string
		from spar.Hit
	}
	var sections [][]entry
	all := 0
	for _, s := range sectionsOf(text, hits[at], 2) {
		list := statementsOf(s.sources)
		var entries []entry
		for i, st := range list {
			first := i == 0 || list[i-1].block != st.block // of an entry
			if first && !st.code && !st.title && ends(st.text) && !strings.HasSuffix(st.text, ":") && len(st.text) >= leastText && !isNoise(st.text, question.List) {
				entries = append(entries, entry{st.text, s.sources[st.source].Hit})
			}
		}
		if len(entries) > 0 {
			sections = append(sections, entries)
			all += len(entries)
		}
	}
	if all < leastListItems {
		return a, false
	}
	most := map[Length]int{Short: shortItems, Long: longMost, Usual: compositions[question.List].most}[o.Length]
	if o.Bullets > 0 {
		most = o.Bullets
	}
	each := max(leastOfSection, most/len(sections))
	var lines []string
	number := map[int]int{} // of the citation of a passage
	for i, entries := range sections {
		if i == len(sections)-1 {
			each = most
		}
		for _, e := range entries[:min(len(entries), each, most-len(a.Bullets))] {
			if number[e.from.Index] == 0 {
				number[e.from.Index] = len(a.Citations) + 1
				a.Citations = append(a.Citations, citation(number[e.from.Index], e.from, of[fileOf(e.from)]))
			}
			b := spar.Bullet{Text: unmarked(e.text), Citations: []int{number[e.from.Index]}}
			a.Bullets = append(a.Bullets, b)
			lines = append(lines, "- "+b.Text+" "+marker(number[e.from.Index]))
		}
	}
	if n := len(a.Bullets); n < all {
		a.Notes = append(a.Notes, fmt.Sprintf("%d entries, of which %d are shown", all, n))
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// ofRelease reports whether an answer about the changes of a release first cites the file named after it: the entries of that file have
// none of such a question's words.
func ofRelease(q question.Question, a spar.Answer) bool {
	releases := question.Releases(q.Text)
	return len(releases) > 0 && len(a.Citations) > 0 && asksChanges.MatchString(q.Text) && question.NamesRelease(path.Base(a.Citations[0].Path), releases)
}
