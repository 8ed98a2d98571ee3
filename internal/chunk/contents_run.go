package chunk

import (
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// A listRun is blocks one after the other that may be a list of contents: those from begin up to end.
type listRun struct {
	begin, end int
	above      int  // the block that is the title of the list, -1 if none
	contents   bool // the title says that it is one
	index      bool // the title says that it is an index
	announced  bool // a sentence with a colon leads to it
	early      bool // it stands before all headings but the title

	entries, hits    int // hits repeat a title
	deep             int // hits with the number of several parts that the title has
	questions        int // hits that ask
	led, falling     int // entries with leaders, and those of them whose page is before that of the one before
	page             int // the last
	unsorted         int // entries with leaders whose title is before that of the one before
	term             string
	indexed          int // entries that are terms with pages
	ordered, heading int // hits of headings, and those of them that stand behind the one before
	first, last      int // the headings that are repeated, as numbers of blocks
	level            int // the deepest of them
}

// begun is a run that is to begin at block i.
func begun(blocks []spar.Block, i int) listRun {
	r := listRun{begin: i, end: i, above: -1}
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		b := blocks[j]
		if b.Table != nil || len(b.Text) > maxEntry {
			break
		}
		if title := foldTitle(withoutLastNumber(b.Text)); listTitles[title] || indexTitles[title] {
			r.above, r.contents, r.index = j, listTitles[title], indexTitles[title]
			break
		}
		if b.Kind == spar.Heading {
			break
		}
	}
	if i > 0 && !r.contents {
		r.announced = strings.HasSuffix(strings.TrimSpace(blocks[i-1].Text), ":")
	}
	return r
}

// run gives the longest run that begins at block i; it is empty where none does.
func (m *listMarker) run(blocks []spar.Block, i int) listRun {
	r := begun(blocks, i)
	best := r
	for j, misses := i, 0; j < len(blocks) && misses < 2; j++ {
		entries := m.entries(blocks[j], m.before+i, m.before+j)
		if len(entries) == 0 {
			break
		}
		got := 0
		for _, e := range entries {
			if m.count(&r, e, m.before+i, m.before+j) {
				got++
			}
		}
		switch {
		case got*4 >= len(entries)*3:
			misses = 0
			r.end = j + 1
			best = r
		case j == i || len(entries) > 1:
			return best
		case utf8.RuneCountInString(entries[0].title) == 1: // a letter of an index
			r.entries--
		default:
			misses++ // such as the head of a page, or an entry that another edition had
		}
	}
	return best
}

// count adds an entry of block j to a run that begins at block i, and reports whether a list of contents has such ones.
func (m *listMarker) count(r *listRun, e entry, i, j int) bool {
	r.entries++
	if e.leader {
		r.led++
		if e.page < r.page {
			r.falling++
		}
		if e.title < r.term {
			r.unsorted++
		}
		r.page, r.term = e.page, e.title
	}
	if at, ok := m.stands(e, i, j); ok {
		r.hits++
		if e.number == at.number && strings.Contains(e.number, ".") {
			r.deep++
		}
		if strings.HasSuffix(e.plain, "?") {
			r.questions++
		}
		if at.heading {
			r.heading++
			if at.at > r.last {
				r.ordered++
			}
			if r.heading == 1 {
				r.first = at.at
			}
			r.last, r.level = max(r.last, at.at), max(r.level, at.level)
		}
		return true
	}
	if r.index && pagesBehind.MatchString(e.plain) {
		r.indexed++
		return true
	}
	return e.leader
}

// lists reports whether the run is a list of contents.
func (r listRun) lists(m *listMarker) bool {
	if r.led >= minEntries && r.falling*5 <= r.led && (r.contents || r.hits*3 >= r.entries || r.led >= 8 && r.led*4 >= r.entries*3) {
		return true
	}
	if r.led >= 8 && r.led*4 >= r.entries*3 && r.unsorted*5 <= r.led {
		return true // an index
	}
	if r.indexed >= 5 && r.indexed*4 >= r.entries*3 {
		return true
	}
	if r.contents && r.hits >= 2 && r.hits*5 >= r.entries*3 {
		return true
	}
	if r.hits < minEntries || r.hits*4 < r.entries*3 {
		return false
	}
	if r.deep*2 >= r.hits || r.questions*4 >= r.hits*3 {
		return true
	}
	// Without such a sign it must be the outline: before all headings, of all of them, in their order.
	return !r.announced && r.early && r.heading >= 5 && r.ordered*5 >= r.heading*4 && r.heading*5 >= m.between(r.first, r.last, r.level)*4
}

// between counts the headings of a level or above from block first to block last.
func (m *listMarker) between(first, last, level int) (n int) {
	for _, h := range m.outline {
		if h.at >= first && h.at <= last && h.level <= level {
			n++
		}
	}
	return n
}

// stands gives where the title of an entry stands outside of a run that has come from block i to block j.
func (m *listMarker) stands(e entry, i, j int) (best place, ok bool) {
	titles := [2]entry{e}
	n := 1
	if short := withoutLastNumber(e.plain); short != e.plain {
		if titles[1] = titleOf(short); titles[1].title != e.title {
			n = 2 // the number may be its page
		}
	}
	for _, e := range titles[:n] {
		if !e.says() {
			continue
		}
		for _, p := range m.places[e.title] {
			if (p.at < i || p.at > j) && (p.number == e.number || p.number == "" || e.number == "") && (!ok || p.heading && !best.heading) {
				best, ok = p, true
			}
		}
	}
	return best, ok
}
