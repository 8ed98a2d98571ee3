package chunk

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	spar "github.com/sparsearch/spar"
)

const (
	maxHeldText = 4 << 20 // bytes of blocks within which a list and what it lists are looked for
	maxEntry    = 200     // bytes of an entry at most, as of a heading
	minEntries  = 3       // of a list of contents
	maxPlaces   = 8       // of one title that are remembered
)

// Contents gives the blocks in their order, and gives those the kind spar.Contents that only list what stands elsewhere in the document: a table of
// contents, the list of questions at the top of an FAQ, an index. It finds them by structure, and a list that might say something of its own stays as
// it is: its lines repeat headings, or lines that open a text, and are numbered as these are, are questions as these are, or stand under a title
// such as "Contents" or at the head of the document; or they have leaders and pages in ascending order.
//
// It holds blocks of at most 4 MB. In a longer document a list finds what stands in its part of that size, and in the parts before it.
func Contents(blocks iter.Seq[spar.Block]) iter.Seq[spar.Block] {
	return func(yield func(spar.Block) bool) {
		m := listMarker{places: map[string][]place{}}
		var held []spar.Block
		size := 0
		release := func() bool {
			m.mark(held)
			for _, b := range held {
				if !yield(b) {
					return false
				}
			}
			m.before += len(held)
			held, size = held[:0], 0
			return true
		}
		for b := range blocks {
			held = append(held, b)
			if size += heldSize(b); size >= maxHeldText && !release() {
				return
			}
		}
		release()
	}
}

// heldSize is about what a block takes.
func heldSize(b spar.Block) int {
	n := len(b.Text) + 100
	if b.Table != nil {
		for _, row := range b.Table.Rows {
			for _, cell := range row.Cells {
				n += len(cell) + 16
			}
		}
	}
	return n
}

// A listMarker finds lists of contents in the blocks of a document.
type listMarker struct {
	before  int // blocks of earlier parts
	places  map[string][]place
	outline []place // the headings
	titled  int     // headings so far; one that repeats the one before is none
	last    string
}

// A place is where a title stands above what it is the title of.
type place struct {
	at      int // number of the block in the document
	number  string
	heading bool
	level   int
}

// An entry is a line of a list of contents, or a title.
type entry struct {
	plain  string // as it is written, without leaders and page
	title  string // folded: letters and digits in lower case, without number, leaders and page
	number string // such as "4.2.1"
	page   int    // 0: none; a Roman one counts, too
	leader bool   // it leads to its page by a row of dots
}

var (
	// sectionNumber is the number before a title, with a word such as "Chapter" before it.
	sectionNumber = regexp.MustCompile(`^(?:\pL{1,10}\.? )?(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)(?:[.):]+\s*|\s+)`)
	// bullet is what lists and questions of an FAQ begin with.
	bullet = regexp.MustCompile(`^(?:[-*+•·o] |Q[:.)] ?)\s*`)
	// leaderPage is a row of dots that leads to a page.
	leaderPage = regexp.MustCompile(`\s*(?:…|\.{3,}|(?:\s\.){3,}|(?:·\s?){3,}|_{4,})[\s.…]*(\d{1,4}|[ivxlcdm]{1,9})(?:, ?\d{1,4})*(?:\s+|$)`)
	// lastNumber may be a page.
	lastNumber = regexp.MustCompile(`\s+(\d{1,4}|[ivxlcdm]{1,7})$`)
	// pagesBehind are the pages of a term in an index.
	pagesBehind = regexp.MustCompile(`^[^.!?]{2,80}?,? (?:\d{1,4}(?:[-–]\d{1,4})?, ?)*\d{1,4}(?:[-–]\d{1,4})?$`)
)

// listTitles are the titles of tables of contents.
var listTitles = titles("contents", "table of contents", "short contents", "short table of contents", "full table of contents", "summary of contents", "brief contents", "list of figures",
	"list of tables", "list of examples", "inhalt", "inhaltsverzeichnis", "inhaltsübersicht", "abbildungsverzeichnis", "tabellenverzeichnis", "table des matières", "sommaire",
	"liste des figures", "liste des tableaux", "índice", "índice general", "tabla de contenidos", "contenido", "indice", "sommario", "inhoudsopgave")

// indexTitles are the titles of indexes, which stand at the end.
var indexTitles = titles("index", "concept index", "general index", "subject index", "index of terms", "register", "sachregister", "stichwortverzeichnis", "index alphabétique", "índice alfabético",
	"índice analítico")

func titles(list ...string) map[string]bool {
	m := map[string]bool{}
	for _, t := range list {
		m[t] = true
	}
	return m
}

// foldTitle gives the letters and digits of a title in lower case, words parted by a blank.
func foldTitle(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// titleOf reads a line as a title.
func titleOf(line string) entry {
	e := entry{plain: strings.TrimSpace(line)}
	line = bullet.ReplaceAllString(e.plain, "")
	if m := sectionNumber.FindStringSubmatchIndex(line); m != nil {
		e.number, line = line[m[2]:m[3]], line[m[1]:]
	}
	e.title = foldTitle(line)
	return e
}

// says reports whether a title has a word.
func (e entry) says() bool {
	return strings.ContainsFunc(e.title, unicode.IsLetter) && len(e.title) > 1
}

func pageOf(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	n, last := 0, 0
	for i := len(text) - 1; i >= 0; i-- {
		v := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}[text[i]]
		if v < last {
			n -= v
		} else {
			n, last = n+v, v
		}
	}
	return n
}

// mark changes the kind of the blocks that are lists of contents.
func (m *listMarker) mark(blocks []spar.Block) {
	early := make([]bool, len(blocks))
	for i, b := range blocks {
		early[i] = m.titled < 2
		m.learn(blocks, i)
		if b.Kind == spar.Heading {
			if t := foldTitle(b.Text); t != m.last && !listTitles[t] {
				m.titled, m.last = m.titled+1, t
			}
		}
	}
	for i := 0; i < len(blocks); {
		if blocks[i].Kind == spar.Contents {
			if i > 0 && blocks[i-1].Kind != spar.Contents && blocks[i-1].Table == nil && listTitles[foldTitle(blocks[i-1].Text)] {
				blocks[i-1].Kind, blocks[i-1].Level = spar.Contents, 0
			}
			i++
			continue
		}
		r := m.run(blocks, i)
		if r.end == i {
			i++
			continue
		}
		if r.early = early[i]; r.lists(m) {
			for j := i; j < r.end; j++ {
				blocks[j] = spar.Block{Kind: spar.Contents, Text: listed(blocks[j]), Locator: blocks[j].Locator}
			}
			if r.above >= 0 && (blocks[r.above].Kind != spar.Heading || r.end == len(blocks) || blocks[r.end].Kind == spar.Heading) {
				blocks[r.above].Kind, blocks[r.above].Level = spar.Contents, 0
			}
		}
		i = r.end
	}
}

// listed is the text of a block; that of a table has a row a line.
func listed(b spar.Block) string {
	if b.Table == nil {
		return b.Text
	}
	var lines []string
	for _, row := range b.Table.Rows {
		lines = append(lines, strings.Join(strings.Fields(strings.Join(row.Cells, " ")), " "))
	}
	return strings.Join(append(strings.Fields(strings.Join(b.Table.Header, " ")), lines...), "\n")
}

// learn remembers the titles that a block may be: a heading, or what opens a text.
func (m *listMarker) learn(blocks []spar.Block, i int) {
	b := blocks[i]
	text := b.Text
	if b.Table != nil || text == "" {
		return
	}
	add := func(line string) {
		if len(line) > maxEntry {
			return
		}
		if e := titleOf(line); e.says() && len(m.places[e.title]) < maxPlaces {
			m.places[e.title] = append(m.places[e.title], place{m.before + i, e.number, b.Kind == spar.Heading, b.Level})
		}
	}
	switch b.Kind {
	case spar.Heading:
		add(text)
		m.outline = append(m.outline, place{at: m.before + i, level: b.Level})
	case spar.Paragraph, spar.ListItem, spar.CodeBlock:
		rest := text
		for range 3 { // a title may go on in the next line
			line, more, found := strings.Cut(rest, "\n")
			if !found {
				break
			}
			add(text[:len(text)-len(rest)+len(line)])
			rest = more
		}
		if end := strings.IndexByte(text, '?'); end > 0 && end+1 < len(text) && len(text)-end > 40 {
			add(text[:end+1])
		}
		if opens(blocks, i) {
			add(text)
		}
	}
}

// opens reports whether a text of its own follows a short block.
func opens(blocks []spar.Block, i int) bool {
	if len(blocks[i].Text) > maxEntry || i+1 == len(blocks) {
		return false
	}
	next := blocks[i+1]
	return next.Kind == spar.CodeBlock || next.Kind == spar.Paragraph && len(next.Text) > 60 && strings.ContainsAny(next.Text[len(next.Text)-1:], ".:!?)") && leaderPage.FindStringIndex(next.Text) == nil
}

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
		if title := foldTitle(lastNumber.ReplaceAllString(b.Text, "")); listTitles[title] || indexTitles[title] {
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
	titles := []entry{e}
	if short := titleOf(lastNumber.ReplaceAllString(e.plain, "")); short.title != e.title {
		titles = append(titles, short) // the number may be its page
	}
	for _, e := range titles {
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

// entries reads a block as entries of a list: what leaders part, the rows of a table, or lines, of which up to three may be one entry. It gives none for a
// block that is no list.
func (m *listMarker) entries(b spar.Block, i, j int) (entries []entry) {
	switch {
	case b.Table != nil:
		return rowEntries(b.Table)
	case b.Kind != spar.Paragraph && b.Kind != spar.ListItem && b.Kind != spar.CodeBlock:
		return nil
	}
	if entries = ledEntries(b.Text); entries != nil {
		return entries
	}
	lines := strings.Split(strings.TrimSpace(b.Text), "\n")
	if len(lines) == 1 && len(b.Text) > maxEntry {
		return nil
	}
	for len(lines) > 0 {
		n := 1
		e := titleOf(lines[0])
		for k := min(3, len(lines)); k > 1; k-- {
			whole := titleOf(strings.Join(lines[:k], " "))
			if _, ok := m.stands(whole, i, j); ok {
				n, e = k, whole
				break
			}
		}
		lines = lines[n:]
		if e.title != "" {
			entries = append(entries, e)
		}
	}
	return entries
}

// ledEntries parts a text at leaders with pages; nil where it has none.
func ledEntries(text string) (entries []entry) {
	start := 0
	for _, at := range leaderPage.FindAllStringSubmatchIndex(text, -1) {
		e := titleOf(text[start:at[0]])
		e.page, e.leader = pageOf(text[at[2]:at[3]]), true
		entries = append(entries, e)
		start = at[1]
	}
	if rest := strings.TrimSpace(text[start:]); start > 0 && len(rest) > maxEntry { // a shorter one goes on in the next block
		entries = append(entries, titleOf(rest))
	}
	return entries
}

// rowEntries reads the rows of a table, if it has leaders: those of a table of contents that was drawn in columns.
func rowEntries(t *spar.Table) (entries []entry) {
	led := 0
	for _, row := range t.Rows {
		text := strings.Join(strings.Fields(strings.Join(row.Cells, " ")), " ")
		es := ledEntries(text)
		if len(es) > 0 {
			led++
		} else {
			es = []entry{titleOf(text)}
		}
		entries = append(entries, es...)
	}
	if led < minEntries || led*2 < len(t.Rows) {
		return nil
	}
	return entries
}
