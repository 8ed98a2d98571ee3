package answer

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// How many passages around a hit are looked at for what belongs to it. A list that is longer is told as far as they have it.
const (
	runBefore = 12
	runAfter  = 24
)

// A run is the text of passages that follow each other, put together again, in blocks.
type run struct {
	whole  string
	first  int   // passage
	starts []int // of the passages in whole
	trims  []int // bytes of each passage that the one before it has, too
	blocks []block
}

// joinedRun joins passages [from, to) of a text. Where they stand below several headings each of these is a line.
func joinedRun(text Text, from, to int) (r run) {
	r.first = from
	var passages []spar.Passage
	headed := false
	for i := max(from, 0); i < min(to, text.Len()); i++ {
		p, err := text.Passage(i)
		if err != nil {
			break
		}
		passages = append(passages, p)
		headed = headed || p.Locator.Heading != passages[0].Locator.Heading
	}
	var whole strings.Builder
	var parts []spar.Part
	last := spar.Passage{}
	for i, p := range passages {
		rest := p.Text
		begins := i == 0 || p.Locator.Heading != last.Locator.Heading
		apart := byte('\n')
		if !begins {
			shared := Overlap(last.Text, rest)
			if shared > 0 && shared < len(rest) && rest[shared] == ' ' {
				apart = ' ' // the paragraph goes on
			}
			rest = strings.TrimLeft(rest[shared:], " \n")
		}
		if rest != "" && whole.Len() > 0 {
			whole.WriteByte(apart)
		}
		last = p
		trim := len(p.Text) - len(rest)
		r.starts, r.trims = append(r.starts, whole.Len()), append(r.trims, trim)
		if headed && begins {
			whole.WriteString(p.Locator.Innermost() + "\n")
		}
		parts = append(parts, partsWithin(p.Parts, trim, whole.Len())...)
		whole.WriteString(rest)
	}
	r.whole = whole.String()
	r.blocks = partedBlocks(r.whole, parts)
	return r
}

// at names a block of the run.
func (r *run) at(i int) blockAt {
	n := holder(r.starts, r.blocks[i].at)
	return blockAt{r.first + n, r.trims[n] + r.blocks[i].at - r.starts[n]}
}

// end is where a block ends in the run's text.
func (r *run) end(i int) int {
	if i+1 < len(r.blocks) {
		return r.blocks[i+1].at
	}
	return len(r.whole)
}

// take makes the blocks [from, to) of the run the text of a unit.
func (r *run) take(u *wide, from, to int) {
	u.blocks = nil
	var b strings.Builder
	for i := from; i < to; i++ {
		u.blocks = append(u.blocks, r.at(i))
		writeBlock(&b, r.blocks[i])
	}
	u.Text = strings.TrimSpace(b.String())
	u.At.Start, u.At.End = r.blocks[from].at, r.end(to-1)
	u.First, u.Last = r.first+holder(r.starts, u.At.Start), r.first+holder(r.starts, u.At.End-1)
}

// writeBlock writes a block as a line, an item behind its mark, and code as it stands.
func writeBlock(b *strings.Builder, of block) {
	text := of.text
	if !of.code {
		text = strings.Join(strings.Fields(text), " ")
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	if of.item && !itemMark.MatchString(text) {
		b.WriteString("- ")
	}
	b.WriteString(text)
}

// Rendered makes the text of a unit again from where it stands. It gives "" where the text has no such place.
func Rendered(text Text, kind spar.UnitKind, at spar.UnitPlace) spar.Unit {
	u := &wide{Unit: spar.Unit{Kind: kind, At: at}}
	if at.From < 0 || at.From >= at.To || at.To > text.Len() {
		return u.Unit
	}
	first, err := text.Passage(at.From)
	if err != nil {
		return u.Unit
	}
	u.Locator, u.Lang = first.Locator, first.Lang
	switch first.Kind {
	case spar.RowPassage:
		(&widener{}).rows(u, text, at.From, at.To)
	case spar.TextPassage:
		r := joinedRun(text, at.From, at.To)
		from := slices.IndexFunc(r.blocks, func(b block) bool { return b.at >= at.Start })
		if from < 0 || at.End > len(r.whole) {
			return u.Unit
		}
		to := from
		for to < len(r.blocks) && r.blocks[to].at < at.End {
			to++
		}
		if to > from {
			r.take(u, from, to)
		}
		if p, err := text.Passage(r.at(from).passage); err == nil {
			u.Locator, u.Lang = p.Locator, p.Lang
		}
	default:
		u.Text = strings.TrimSpace(first.Text)
	}
	return u.Unit
}

// widen makes of a hit what belongs together around it.
func (b *widener) widen(u *wide, text Text, h spar.Hit) {
	first, last := h.Index, h.Index+1
	with := func(i int) bool {
		if i < 0 || i >= text.Len() {
			return false
		}
		p, err := text.Passage(i)
		return err == nil && p.Kind == spar.TextPassage && p.Locator.Heading == h.Passage.Locator.Heading && p.Locator.Sheet == h.Passage.Locator.Sheet
	}
	for first > max(0, h.Index-runBefore) && with(first-1) {
		first--
	}
	for last < h.Index+runAfter && with(last) {
		last++
	}
	from, to, steps := b.stepRun(text, h)
	if steps {
		first, last = from, to
	}
	r := joinedRun(text, first, last)
	if len(r.blocks) == 0 {
		return
	}
	n := h.Index - first
	if n >= len(r.starts) {
		return
	}
	begin, end := r.starts[n]-r.trims[n], len(r.whole)
	if n+1 < len(r.starts) {
		end = r.starts[n+1]
	}
	if steps {
		u.At.From, u.At.To, u.Kind = first, last, spar.StepsUnit
		r.take(u, 0, len(r.blocks))
		if p, err := text.Passage(first); err == nil {
			u.Locator = p.Locator
		}
		return
	}
	groups := groupsOf(r.blocks)
	var inside []int // groups that overlap the hit
	for i, g := range groups {
		if r.blocks[g.from].at < end && r.end(g.to-1) > max(begin, 0)+1 {
			inside = append(inside, i)
		}
	}
	if len(inside) == 0 {
		return
	}
	from, to = b.core(h, groups, inside, r.blocks)
	u.At.From, u.At.To = first, last
	r.take(u, groups[from].from, groups[to].to)
	if u.Kind = groups[from].kind; from < to {
		u.Kind = spar.TextUnit
		for i := from; i <= to; i++ {
			if groups[i].kind != spar.TextUnit {
				u.Kind = groups[i].kind
			}
		}
	}
	if u.Kind == spar.ListUnit && b.q.Form == question.Procedure {
		u.Kind = spar.StepsUnit
	}
}

// stepRun are the passages below the numbered steps of a procedure, where a hit stands below one of the steps.
func (b *widener) stepRun(text Text, h spar.Hit) (from, to int, ok bool) {
	at := strings.LastIndex(h.Passage.Locator.Heading, " > ")
	if b.q.Form != question.Procedure || at < 0 {
		return 0, 0, false
	}
	above := h.Passage.Locator.Heading[:at+len(" > ")]
	numbers := map[int]bool{}
	step := func(i int) bool {
		if i < 0 || i >= text.Len() {
			return false
		}
		p, err := text.Passage(i)
		own, below := strings.CutPrefix(p.Locator.Heading, above)
		n, _ := stepOf(own)
		if err != nil || p.Kind != spar.TextPassage || !below || n == 0 || strings.Contains(own, " > ") {
			return false
		}
		numbers[n] = true
		return true
	}
	if !step(h.Index) {
		return 0, 0, false
	}
	for from, to = h.Index, h.Index+1; from > h.Index-mostOfSection && step(from-1); {
		from--
	}
	for to < h.Index+mostOfSection && step(to) {
		to++
	}
	return from, to, len(numbers) >= leastSteps
}

// core chooses the groups [from, to] among the groups that a hit overlaps: the groups with the answer's words, or that cover most of the
// question, and the others if all together make a short read.
func (b *widener) core(h spar.Hit, groups []group, inside []int, blocks []block) (from, to int) {
	words := func(i int) (n int) {
		for _, bl := range blocks[groups[i].from:groups[i].to] {
			n += len(strings.Fields(bl.text))
		}
		return n
	}
	textOf := func(i int) string {
		var all []string
		for _, bl := range blocks[groups[i].from:groups[i].to] {
			all = append(all, bl.text)
		}
		return strings.Join(all, "\n")
	}
	a := newAsked(sayingWords(b.q), h.Passage.Lang, b.w)
	best, most := inside[0], -1.
	for _, i := range inside {
		text := textOf(i)
		says := a.share(text)
		if slices.ContainsFunc(b.saidBy(h), func(said string) bool { return len(spansOf(text, said)) > 0 }) {
			says += 2
		}
		if says > most {
			best, most = i, says
		}
	}
	from, to = best, best
	n := words(best)
	// Beside statements that stand in front, more is not needed.
	for grown := b.answer.Confidence < api.Short; grown; {
		grown = false
		if to+1 <= inside[len(inside)-1] && n+words(to+1) <= unitWords {
			to++
			n += words(to)
			grown = true
		}
		if from-1 >= inside[0] && n+words(from-1) <= unitWords {
			from--
			n += words(from)
			grown = true
		}
	}
	return from, to
}

// A group is blocks [from, to) that belong together.
type group struct {
	from, to int
	kind     spar.UnitKind
}

// groupsOf puts blocks together that say little apart: a list with what introduces it, a question with its answer, the fields of a form, a
// line that names what follows, code with what stands before it.
func groupsOf(blocks []block) (list []group) {
	var items itemised
	inList := false
	for i, b := range blocks {
		text := strings.Join(strings.Fields(b.text), " ")
		var last *group
		if len(list) > 0 {
			last = &list[len(list)-1]
		}
		before := ""
		if i > 0 {
			before = strings.Join(strings.Fields(blocks[i-1].text), " ")
		}
		introduced := i > 0 && strings.HasSuffix(before, ":") && !blocks[i-1].code
		if introduced && !inList {
			items = itemised{}
		}
		item := false
		if !b.code && (b.item || inList || introduced) {
			goesOn := items.take(b, i+1 < len(blocks) && blocks[i+1].item)
			item = b.item || goesOn
		}
		fieldLine := !b.code && !item && isField(text)
		switch {
		case last == nil:
			list = append(list, group{i, i + 1, kindOf(b, item, fieldLine)})
		case b.code:
			last.to, last.kind = i+1, spar.CodeUnit
		case item && (inList || introduced || strings.HasSuffix(before, "?")):
			if last.to = i + 1; last.kind != spar.StepsUnit {
				last.kind = kindOf(b, true, false)
			}
		case fieldLine && last.kind == spar.FieldsUnit:
			last.to = i + 1
		case last.kind != spar.CodeUnit && last.to-last.from == 1 && asks(before):
			last.to, last.kind = i+1, spar.QAUnit
		case last.to-last.from == 1 && last.kind == spar.TextUnit && headsBlock(blocks[i-1], before):
			last.to, last.kind = i+1, kindOf(b, item, fieldLine)
		default:
			list = append(list, group{i, i + 1, kindOf(b, item, fieldLine)})
		}
		if inList = item; !inList {
			items = itemised{}
		}
	}
	return list
}

// headsBlock reports whether a block is a line that names what follows, such as a heading that a text sets as a line.
func headsBlock(b block, text string) bool {
	return !b.code && !b.item && b.lines == 1 && !ends(text) && len(strings.Fields(text)) <= longHeading && text != ""
}

// longHeading is the words of the longest line that names what follows.
const longHeading = 8

func kindOf(b block, item, field bool) spar.UnitKind {
	switch {
	case b.code:
		return spar.CodeUnit
	case item && numberedItem.MatchString(b.text):
		return spar.StepsUnit
	case item:
		return spar.ListUnit
	case field:
		return spar.FieldsUnit
	}
	return spar.TextUnit
}
