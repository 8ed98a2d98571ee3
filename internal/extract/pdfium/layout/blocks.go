package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// composer makes blocks of lines.
type composer struct {
	joiner
	body    line // its size and style
	leading map[float32]float32

	contents map[int]bool // pages that hold a table of contents
}

// The bounds of a block: none that a person wrote is as long.
const (
	maxBlockLines = 400
	maxJoined     = 40_000 // bytes of a block that another page's may be joined to
)

// A draft is a block, with the facts that decide whether it is a heading.
type draft struct {
	Block
	size  float32
	style style
	caps  bool
	depth int  // of its number, such as 2 for "3.1"
	named int  // its level in the outline of the document, 0 if it is not there
	weak  bool // a heading by weight, number or capitals alone
	end   int  // the page on which it ends
}

// compose goes through the parts and makes blocks.
func (c *composer) compose(parts []part) []draft {
	var lines []*line
	for _, p := range parts {
		if p.line != nil {
			lines = append(lines, p.line)
		}
	}
	c.leading = leading(lines)
	c.contents = contentsPages(lines)
	var out []draft
	for i := 0; i < len(parts); {
		if t := parts[i].table; t != nil {
			out = append(out, tableDraft(t))
			i++
			continue
		}
		n := c.blockEnd(parts[i:])
		out = append(out, c.draft(parts, i, i+n))
		i += n
	}
	heedOutline(out)
	return c.joinPages(out)
}

// blockEnd is how many parts, from the first, make one block.
func (c *composer) blockEnd(parts []part) int {
	first := parts[0].line
	if first.field || first.aside {
		return 1
	}
	if first.named > 0 {
		return first.named
	}
	left := first.x0
	for n := 1; n < len(parts); n++ {
		if n >= maxBlockLines || parts[n].line == nil || parts[n].line.named > 0 || c.ends(first, parts[n-1].line, parts[n].line, left) {
			return n
		}
		left = min(left, parts[n].line.x0)
	}
	return len(parts)
}

// ends reports whether l begins another block, and not the next line of the block from first to prev.
func (c *composer) ends(first, prev, l *line, left float32) bool {
	if l.field || l.aside || l.page != prev.page {
		return true
	}
	em := prev.size
	sameSize := abs(half(l.size)-half(prev.size)) < 1
	gap := prev.base - l.base
	usual := c.leading[half(em)]
	if usual == 0 {
		usual = 1.2
	}
	switch {
	case l.stretch != prev.stretch:
		// At the top of the next column a sentence may go on.
		return !sameSize || !goesOn(prev.text, l.text) || isMarked(l.text)
	case !sameSize, gap > 1.22*usual*em+0.5, gap < -0.5*em:
		return true
	case l.style.bold != prev.style.bold && (l.style.bold || prev.style.bold && first.style.bold && !goesOn(prev.text, l.text)):
		return true
	case l.style.mono != prev.style.mono && (l.style.mono || prev.style.mono):
		return !goesOn(prev.text, l.text)
	case first.style.mono && !c.body.style.mono:
		return false // code keeps its lines
	case isMarked(l.text):
		return !isMarked(first.text) || l.x0 < first.x0+12*em
	}
	room := l.right - prev.x1
	short := room > 0.25*(l.right-left) && room > firstWord(l)
	indented := l.x0 > prev.x0+0.8*em
	switch {
	case isMarked(first.text):
		return l.x0 < first.x0-0.5*em || l.x0 < first.x0+0.3*em && short
	case indented && (short || endsSentence(prev.text)):
		return true
	case short && endsSentence(prev.text) && startsSentence(l.text):
		return true
	}
	return false
}

// firstWord guesses how much room the first word of l would need.
func firstWord(l *line) float32 {
	w, _, _ := strings.Cut(l.text, " ")
	return (l.x1 - l.x0) * float32(utf8.RuneCountInString(w)+1) / float32(utf8.RuneCountInString(l.text)+1)
}

var (
	bulletMark = pattern.New(`^([•‣◦⁃▪▫●○■□▶►➢➤✓✔❖·∙\x{f000}-\x{f0ff}]\s*|[*–—-]\s+)(\S.*)$`)
	numberMark = pattern.New(`^\(?(\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]\s+\S`)
	section    = pattern.New(`^(?i:section|chapter|part|article|appendix|annex)?\s*((?:[A-Z]|\d{1,3})(?:\.\d{1,3})*)[.):]?\s+\S`)
)

// isMarked reports whether a line begins an item of a list.
func isMarked(text string) bool {
	return bulletMark.MatchString(text) || numberMark.MatchString(text)
}

func endsSentence(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, " \"'”’)]»"))
	return strings.ContainsRune(".!?:;。！？", r)
}

func startsSentence(text string) bool {
	for _, r := range text {
		switch {
		case unicode.IsLower(r):
			return false
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return true
		}
	}
	return true
}

// goesOn reports whether b is likely to go on with the sentence of a.
func goesOn(a, b string) bool {
	if endsSentence(a) && !strings.HasSuffix(a, ";") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(b, "\"'“‘(["))
	last, _ := utf8.DecodeLastRuneInString(a)
	return unicode.IsLower(r) || last == ',' || last == softHyphen || last == '-'
}

// draft makes one block of parts[from:to], which are lines.
func (c *composer) draft(parts []part, from, to int) draft {
	first := parts[from].line
	d := draft{Block: Block{Kind: spar.Paragraph, Page: first.page}, end: first.page, size: first.size, style: first.style}
	if first.style.mono && !c.body.style.mono && to-from > 1 {
		d.Kind = spar.CodeBlock
		var lines []string
		for _, p := range parts[from:to] {
			indent := max(0, min(40, int((p.line.x0-first.x0)/(0.6*first.size)+0.5)))
			lines = append(lines, strings.Repeat(" ", indent)+p.line.text)
		}
		d.Text = strings.Join(lines, "\n")
		return d
	}
	letters := 0
	for i, p := range parts[from:to] {
		d.Text = joinText(d.Text, p.line.text, c.keeps(i > 0 && roomFor(parts[from+i-1].line, p.line)))
		d.style.bold = d.style.bold && p.line.style.bold
		d.style.italic = d.style.italic && p.line.style.italic
		if n := len(p.line.text); n > letters {
			letters, d.size = n, p.line.size
		}
	}
	d.caps = isCaps(d.Text)
	if m := section.FindStringSubmatch(d.Text); m != nil {
		d.depth = 1 + strings.Count(m[1], ".")
	}
	d.named = first.level
	if d.named > 0 || c.isHeading(parts, from, to, &d) {
		d.Kind, d.weak = spar.Heading, !c.larger(&d)
		return d
	}
	d.asText(first.field)
	return d
}

// asText makes a draft that is no heading a paragraph or an item of a list.
func (d *draft) asText(field bool) {
	d.Kind = spar.Paragraph
	if m := bulletMark.FindStringSubmatch(d.Text); m != nil && !field {
		d.Kind, d.Text = spar.ListItem, m[2]
	} else if numberMark.MatchString(d.Text) && !field {
		d.Kind = spar.ListItem
	}
}

// joinText appends a line to the text before. joinHyphened decides what becomes of a hyphen at the break.
func joinText(text, next string, keep func(head, tail string) bool) string {
	if text == "" {
		return next
	}
	last, n := utf8.DecodeLastRuneInString(text)
	first, _ := utf8.DecodeRuneInString(next)
	if !endsHyphen(text) {
		if isSolid(last) && isSolid(first) {
			return text + next
		}
		return text + " " + next
	}
	before := text[:len(text)-n]
	head := before[strings.LastIndexByte(before, ' ')+1:]
	tail, _, _ := strings.Cut(next, " ")
	if !unicode.IsLower(first) || head == "" || strings.Contains(head, "-") || keep(head, tail) {
		return before + "-" + next
	}
	return before + next
}

// A joiner decides what becomes of hyphens that end lines.
type joiner struct {
	words map[string]int         // of the document
	known func(word string) bool // whether it is a word, of English; nil is not known
}

// keeps reports whether a hyphen stays: the document has the word with it, or both of its halves and not the whole; or both are words, and
// the whole is none; or the rest of the word had room before the break, where no program parts one. Else it parts a word.
func (j *joiner) keeps(roomy bool) func(head, tail string) bool {
	return func(head, tail string) bool {
		head, tail = bare(head), bare(tail)
		joined, hyphened := j.words[head+tail], j.words[head+"-"+tail]
		known := func(word string) bool { return j.known != nil && len(word) > 2 && isASCII(word) && j.known(word) }
		switch {
		case hyphened != joined:
			return hyphened > joined
		case joined > 0, known(head + tail):
			return false
		}
		return utf8.RuneCountInString(head) == 1 || j.words[head] > 0 && j.words[tail] > 0 || roomy || known(head) && known(tail)
	}
}

func isASCII(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// roomFor reports whether the first word of l, which follows prev, had room at its end: no program would have parted it there.
func roomFor(prev, l *line) bool {
	return prev.stretch == l.stretch && l.right-prev.x1 > 1.1*firstWord(l)+0.5*l.size
}

func isCaps(text string) bool {
	upper := 0
	for _, r := range text {
		if unicode.IsLower(r) {
			return false
		}
		upper += btoi(unicode.IsUpper(r))
	}
	return upper > 2
}

func tableDraft(t *table) draft {
	d := draft{Block: Block{Kind: spar.TableKind, Page: t.pages[0]}, end: t.page}
	for i, row := range t.rows {
		d.Rows = append(d.Rows, Row{Cells: row, Page: t.pages[i], Number: i + 1})
	}
	d.Head, d.Rows = d.Rows[:t.header:t.header], d.Rows[t.header:]
	return d
}

var sentenceEnds = pattern.New(`[\pL)"»”]{2}[.!?…][)"»”]?\s+[\p{Lu}\p{Lo}]|[。！？][」』）]?`)

// sentenceEnd is where the first sentence of a text ends, its length if that is not seen.
func sentenceEnd(text string) int {
	at := sentenceEnds.FindStringIndex(text)
	if at == nil {
		return len(text)
	}
	end := text[at[0]:at[1]]
	if i := strings.LastIndexFunc(end, unicode.IsSpace); i >= 0 {
		return at[0] + i
	}
	return at[1]
}

// lastSentence is where the last sentence of a text begins.
func lastSentence(text string) int {
	begin := 0
	for {
		end := sentenceEnd(text[begin:])
		if begin+end >= len(text) {
			return begin
		}
		begin += end
	}
}

// joinPages joins a paragraph that ends in the middle of a sentence with the rest of it on the next page. The sentence stands on the page with
// more of it, and all else on its own page, where a reader looks for it.
func (c *composer) joinPages(drafts []draft) []draft {
	out := drafts[:0]
	for _, d := range drafts {
		if n := len(out); n > 0 {
			last := &out[n-1]
			text := last.Kind == spar.Paragraph || last.Kind == spar.ListItem
			if text && d.Kind == spar.Paragraph && d.Page == last.end+1 && half(d.size) == half(last.size) &&
				d.style == last.style && len(last.Text) < maxJoined && goesOn(last.Text, d.Text) {
				n, begin := sentenceEnd(d.Text), lastSentence(last.Text)
				if n > len(last.Text)-begin {
					d.Text = joinText(strings.TrimSpace(last.Text[begin:]), d.Text, c.keeps(false))
					if last.Text = strings.TrimSpace(last.Text[:begin]); last.Text == "" {
						d.Kind = last.Kind
						out = out[:len(out)-1]
					}
					out = append(out, d)
					continue
				}
				last.Text = joinText(last.Text, d.Text[:n], c.keeps(false))
				if d.Text = strings.TrimSpace(d.Text[n:]); d.Text == "" {
					last.end = d.end
					continue
				}
			}
		}
		out = append(out, d)
	}
	return out
}
