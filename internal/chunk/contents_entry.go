package chunk

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// An entry is a line of a list of contents, or a title.
type entry struct {
	plain  string // as it is written, without leaders and page
	title  string // folded: letters and digits in lower case, without number, leaders and page
	number string // such as "4.2.1"
	page   int    // 0: none; a Roman one counts, too
	leader bool   // it leads to its page by a row of dots
}

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
	b.Grow(len(text))
	gap := false
	for _, r := range text {
		if r < unicode.MaxASCII {
			switch c := foldedASCII[r]; {
			case c == 0:
				gap = b.Len() > 0
			case gap:
				b.WriteByte(' ')
				gap = false
				fallthrough
			default:
				b.WriteByte(c)
			}
			continue
		}
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

// foldedASCII are letters in lower case and digits, 0 for what parts words.
var foldedASCII = func() (to [unicode.MaxASCII]byte) {
	for c := range to {
		if r := rune(c); unicode.IsLetter(r) || unicode.IsDigit(r) {
			to[c] = byte(unicode.ToLower(r))
		}
	}
	return to
}()

// titleOf reads a line as a title.
func titleOf(line string) entry {
	e := entry{plain: strings.TrimSpace(line)}
	line = withoutBullet(e.plain)
	if m := numberAhead(line); m != nil {
		e.number, line = line[m[2]:m[3]], line[m[1]:]
	}
	e.title = foldTitle(line)
	return e
}

// Every line of every document is read as a title, several times. So it is looked first whether a line has what a pattern cannot
// do without.

func withoutBullet(line string) string {
	if first, _ := utf8.DecodeRuneInString(line); !strings.ContainsRune("-*+•·oQ", first) {
		return line
	}
	return bullet.ReplaceAllString(line, "")
}

// numberAhead is what sectionNumber finds: ten letters of four bytes, a stop, a blank and "A." may stand before its first digit.
func numberAhead(line string) []int {
	if !strings.ContainsAny(line[:min(len(line), 10*utf8.UTFMax+5)], "0123456789") {
		return nil
	}
	return sectionNumber.FindStringSubmatchIndex(line)
}

// withoutLastNumber is a line without a last word that may be its page: four digits or seven letters of a Roman number at most.
func withoutLastNumber(line string) string {
	for _, of := range [...]struct {
		digits string
		most   int
	}{{"0123456789", 4}, {"ivxlcdm", 7}} {
		rest := strings.TrimRight(line, of.digits)
		if n := len(line) - len(rest); n == 0 || n > of.most {
			continue
		}
		if short := strings.TrimRight(rest, " \t\n\f\r"); short != rest {
			return short
		}
	}
	return line
}

// mayLead reports whether a text may have what leaderPage finds.
func mayLead(text string) bool {
	for _, of := range []string{"...", "…", "____", "·", ". .", ".\n.", ".\t.", ".\r.", ".\f."} {
		if strings.Contains(text, of) {
			return true
		}
	}
	return false
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

// entries reads a block as entries of a list: parts between leaders, the rows of a table, or lines, up to three to an entry. It gives none
// for a block that is no list.
func (m *listMarker) entries(b spar.Block, i, j int) (entries []entry) {
	switch {
	case b.Table != nil:
		return rowEntries(b.Table)
	case b.Kind != spar.Paragraph && b.Kind != spar.ListItem && b.Kind != spar.CodeBlock && b.Kind != spar.Setting:
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

func leads(text string) bool { return mayLead(text) && leaderPage.FindStringIndex(text) != nil }

// ledEntries parts a text at leaders with pages; nil where it has none.
func ledEntries(text string) (entries []entry) {
	if !mayLead(text) {
		return nil
	}
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
