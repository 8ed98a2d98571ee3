package chunk

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar"
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

// entries reads a block as entries of a list: what leaders part, the rows of a table, or lines, of which up to three may be one entry. It gives none for a
// block that is no list.
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
