package answer

import (
	"context"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// ofPeriod leaves out files about another year, quarter or month than the question's, where a file of the same name but for the period is
// about that period: of the reports of 2022, 2023 and 2024 it keeps 2023. Where there is no such file, a hit in a report of another year
// counts only if it names the period.
func ofPeriod(q question.Question, hits []spar.Hit) []spar.Hit {
	asked := versions.PeriodsIn(q.Text)
	if len(asked) == 0 || q.Form == question.Comparison {
		return hits
	}
	type series struct{ exact, within bool } // a member is about the very period; or about one that holds it or that it holds
	all := map[string]*series{}
	fit := func(list []versions.Period) (exact, within bool) {
		return slices.Equal(list, asked), slices.ContainsFunc(list, func(p versions.Period) bool {
			return slices.ContainsFunc(asked, func(a versions.Period) bool { return a.Year == p.Year && (a.Part == 0 || p.Part == 0 || a == p) })
		})
	}
	for _, h := range hits {
		key, list := versions.Series(h.Share, h.Path)
		if len(list) == 0 {
			continue
		}
		if all[key] == nil {
			all[key] = &series{}
		}
		exact, within := fit(list)
		all[key].exact, all[key].within = all[key].exact || exact, all[key].within || within
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h spar.Hit) bool {
		key, list := versions.Series(h.Share, h.Path)
		if len(list) == 0 {
			return false
		}
		exact, within := fit(list)
		if all[key].exact || all[key].within {
			return all[key].exact && !exact || !all[key].exact && !within
		}
		// A report of another year tells of this one only where it says so.
		return len(asked) == 1 && !slices.ContainsFunc(asked, func(a versions.Period) bool {
			return strings.Contains(h.Passage.Ranked(), strconv.Itoa(a.Year)) || strings.Contains(h.Path, strconv.Itoa(a.Year))
		})
	})
}

// saidBy gives the names of a question that stand in a source, above it, in the name of its file or where the file names the subject of the
// whole: bit i for the name i.
func saidBy(names []string, s source, head string) (mask uint64) {
	text := s.Passage.Ranked() + "\n" + nameText(s.Path) + "\n" + s.Path + "\n" + head
	var terms []string
	for i, name := range names[:min(len(names), 64)] {
		if says(text, name) {
			mask |= 1 << i
			continue
		}
		if terms == nil {
			terms = chunk.Terms(text, s.Passage.Lang)
		}
		if of := chunk.Terms(name, s.Passage.Lang); len(of) > 0 && !slices.ContainsFunc(of, func(t string) bool { return !slices.Contains(terms, t) }) {
			mask |= 1 << i
		}
	}
	return mask
}

// asLikely is the part of the likeliest statement's chance that a statement needs to displace statements with fewer names of the question.
const asLikely = .1

// ofNamed leaves out the statements about siblings of what the question names: those whose place says fewer of its names than that of
// another likely statement, which says them all and more, and something of the kind that is asked for.
func (j *judge) ofNamed(all []choice) []choice {
	if len(all) == 0 || len(j.names) == 0 {
		return all
	}
	masks := map[uint64]float64{} // the most that is said there besides names
	asked := map[foundFile]float64{}
	years := uint64(0)
	for i, n := range j.names[:min(len(j.names), 64)] {
		if yearOf.MatchString(n) {
			years |= 1 << i
		}
	}
	if bits.OnesCount64(years) < 2 {
		years = 0 // of several each is told apart
	}
	said := func(s choice) uint64 {
		if s.index == j.later {
			return j.said[s.source] | j.before
		}
		return j.saidIn(s.statement)
	}
	for _, s := range all {
		if s.chance >= asLikely*all[0].chance && (!mustSay(j.wants) || j.kind(s.text)) {
			m := said(s) &^ years
			masks[m] = max(masks[m], j.unnamed(s))
			if file := fileOf(j.sources[s.source].Hit); ends(s.text) && j.kind(s.text) {
				asked[file] = max(asked[file], j.unnamed(s))
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(s choice) bool {
		m := said(s) &^ years
		if s.index != j.later && m != j.said[s.source]&^years {
			return true // it is an entry about somebody else
		}
		if m != 0 && j.wants == question.Truth && ends(s.text) && j.unnamed(s) < namedSays*asked[fileOf(j.sources[s.source].Hit)] {
			return true // it has the name, and another statement of its file covers the question
		}
		says := namedSays * j.unnamed(s)
		for o, most := range masks {
			if m != o && m&o == m && most >= says {
				return true
			}
		}
		return false
	})
}

// namedSays is the least share of the question's other words that a statement with more of its names must cover, beside one with fewer, to
// take its place.
const namedSays = .5

// unnamed is how much of the question besides names a statement covers, with all text above it.
func (j *judge) unnamed(s choice) float64 {
	return j.cover(j.list, s.statement, j.freed)
}

// withoutAlike leaves out statements about siblings: they say what another statement says that has more of the question's names.
func (j *judge) withoutAlike(chosen []choice) []choice {
	if len(j.names) == 0 || len(chosen) < 2 {
		return chosen
	}
	own := map[int]uint64{}
	for _, s := range chosen {
		for i, n := range j.names[:min(len(j.names), 64)] {
			if says(s.text+"\n"+s.under, n) {
				own[s.index] |= 1 << i
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(chosen), func(s choice) bool {
		return s.index != j.later && slices.ContainsFunc(chosen, func(o choice) bool {
			m, more := own[s.index], own[o.index]
			lang := j.sources[s.source].Passage.Lang
			return m != more && m&more == m && fileOf(j.sources[s.source].Hit) == fileOf(j.sources[o.source].Hit) && alikeBut(s.text, o.text, lang) && ownName(s.text, o.text, lang)
		})
	})
}

// saidIn gives the names that a statement may be about: the names in its place. An item of a list loses the names that only another item of
// the same passage says.
func (j *judge) saidIn(s statement) uint64 {
	m := j.said[s.source]
	if m == 0 || !s.isEntry() || j.sources[s.source].Passage.Kind != spar.TextPassage {
		return m
	}
	for i, n := range j.names[:min(len(j.names), 64)] {
		if m&(1<<i) != 0 && j.above[s.source]&(1<<i) == 0 && !says(s.text+"\n"+s.under, n) && j.itemSays(s.source, n) {
			m &^= 1 << i
		}
	}
	return m
}

// isEntry reports whether a statement is an entry of a list: an item or a line that is neither a sentence nor a field of a form.
func (s statement) isEntry() bool {
	if s.title || strings.Contains(s.text, ":") || led.MatchString(s.text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s.text)
	return !ends(s.text) && (s.marked || !unicode.IsLower(r))
}

// itemSays reports whether an item of a list in a passage is about a name.
func (j *judge) itemSays(source int, name string) bool {
	return slices.ContainsFunc(j.list, func(o statement) bool {
		return o.source == source && o.isEntry() && says(o.text, name)
	})
}

// addsNothing reports whether a line that is no sentence has only words of the question. Like a heading, such a line names the subject and
// says nothing of it.
func (j *judge) addsNothing(s statement) bool {
	if j.files || j.wants == question.Release || j.wants == question.Time || ends(s.text) || j.inForm(s) || s.item || s.lead >= 0 || s.asked >= 0 || len(strings.Fields(s.text)) > 8 {
		return false
	}
	lang := j.sources[s.source].Passage.Lang
	asked := chunk.Terms(j.text, lang)
	return !slices.ContainsFunc(chunk.Terms(s.text, lang), func(t string) bool { return !chunk.Common(t, lang) && !slices.Contains(asked, t) })
}

// wholeFiles is how many passages a file may have that is looked through as a whole.
const wholeFiles = 40

// withWhole adds to the sources the rest of the files among the best hits that as a whole are about what the question names, such as the contract with
// the firm in its first lines: its clauses need not name it again.
func withWhole(ctx context.Context, q question.Question, hits []spar.Hit, found []source, of map[foundFile]*edition, o Options) []source {
	list := names(q)
	if len(list) == 0 || o.Text == nil {
		return found
	}
	// A year tells the subject of a file only in part.
	numbersAlone := !slices.ContainsFunc(list, func(n string) bool { return strings.ContainsFunc(n, unicode.IsLetter) })
	type place struct {
		file  foundFile
		index int
	}
	have := map[place]bool{}
	section := 0
	for _, s := range found {
		have[place{fileOf(s.Hit), s.Index}] = true
		section = max(section, s.section)
	}
	looked := map[foundFile]bool{}
	mark := func(file foundFile) {
		for i := range found {
			found[i].whole = found[i].whole || fileOf(found[i].Hit) == file
		}
	}
	for rank, h := range hits[:min(len(hits), o.surroundings())] {
		e := of[fileOf(h)]
		if looked[fileOf(h)] || e == nil || h.Passage.Kind != spar.TextPassage || slices.ContainsFunc(list, func(n string) bool { return !says(e.head, n) && !says(nameText(h.Path), n) }) ||
			numbersAlone && !again(q.Text, e.head+"\n"+nameText(h.Path), h.Passage.Lang) {
			continue
		}
		looked[fileOf(h)] = true
		text, err := o.Text(ctx, h.Segment)
		if err != nil || text.Len() > wholeFiles {
			continue
		}
		mark(fileOf(h))
		section++
		last := ""
		for i := range text.Len() {
			p, err := text.Passage(i)
			if err != nil || p.Kind != spar.TextPassage || have[place{fileOf(h), i}] {
				continue
			}
			if p.Locator.Heading != last {
				last = p.Locator.Heading
				section++
			}
			found = append(found, source{Hit: beside(h, p, i), rank: rank, beside: true, whole: true, section: section})
		}
	}
	return found
}
