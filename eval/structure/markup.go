package structure

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// Markup compares the documents that SPAR reads from the XML files of one folder with the files' markup.
type Markup struct {
	Folder string `json:"folder"`
	Files  int    `json:"files"`
	Read   int    `json:"read"` // as XML

	Titles   Count    `json:"titles"`   // files with a title in their schema: the property title is the same
	Headings Count    `json:"headings"` // titles of sections: read as headings
	False    Count    `json:"false"`    // headings read: the title of nothing
	Tables   Count    `json:"tables"`   // cells of tables: read as cells
	Records  Count    `json:"records"`  // values in repeating elements: in a row, under a label that ends with their name
	Words    Count    `json:"words"`    // words in text and attributes: in the document
	Passages Count    `json:"passages"` // passages: open whole within the lines shown at once
	Wrong    []string `json:"wrong,omitempty"`
}

// OfMarkup reads every file below a folder, and sums up by the folders in it. With list it also lists the wrong cases.
func OfMarkup(ctx context.Context, folder string, list bool) ([]Markup, error) {
	var out []Markup
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := filepath.Base(filepath.Dir(path))
		if len(out) == 0 || out[len(out)-1].Folder != name {
			out = append(out, Markup{Folder: name})
		}
		m := &out[len(out)-1]
		m.Files++
		doc := extract.Document(ctx, extract.Input{Name: filepath.Base(path), R: bytes.NewReader(text), Size: int64(len(text))})
		said, err := saidBy(text)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		m.compare(filepath.Base(path), doc, said, list)
		return ctx.Err()
	})
	if err == nil && len(out) == 0 {
		err = spar.Errorf(spar.Invalid, "there are no files below %q: name a folder of XML files, one folder in it for each schema", folder)
	}
	return out, err
}

// said has the titles, cells and records of a file's markup, found without the reader.
type said struct {
	title    string
	headings []string
	cells    []string
	values   [][2]string // name and value
	words    map[string]int
}

// The names that schemas give to titles, to elements with a caption that are no sections, to sections with a heading, and to cells.
var (
	titleNames = set("title head")
	captioned  = set("figure informalfigure fig table informaltable table-wrap formalpara simplelist itemizedlist orderedlist " +
		"variablelist procedure list dl quote media listing code screen synopsis steps " +
		"link abstract blockquote epigraph qandaset monogr analytic bibl biblStruct seriesStmt biblioentry biblioset info work metadata citetitle refsynopsisdivinfo lg sp p comment links desc svg")
	headed = set("book article chapter appendix preface part section sect1 sect2 sect3 sect4 sect5 simplesect refsect1 " +
		"refsect2 refsect3 refsection glossary glossdiv bibliography page concept task reference topic div div1 div2 div3 div4 " +
		"body reference refentry set sidebar note tip warning caution important example legalnotice dedication colophon colophon index")
	cellNames = set("td th entry stentry cell")
	headInfo  = set("info bookinfo articleinfo chapterinfo sectioninfo sect1info appendixinfo prefaceinfo partinfo refentryinfo setinfo")
	notText   = set("script style path binary") // binary is a picture in FictionBook
)

func set(list string) map[string]bool {
	out := map[string]bool{}
	for name := range strings.FieldsSeq(list) {
		out[name] = true
	}
	return out
}

// An element is a part of a file as the measurement sees it.
type element struct {
	name  string
	attrs []xml.Attr
	kids  []*element
	text  string
}

func (e *element) plain() string {
	if e.name == "" {
		return e.text
	}
	var b strings.Builder
	for _, k := range e.kids {
		b.WriteString(k.plain())
	}
	return b.String()
}

func (e *element) leaf() bool {
	return !slices.ContainsFunc(e.kids, func(k *element) bool { return k.name != "" })
}

var (
	declaration = regexp.MustCompile(`<!ENTITY\s+([\w.:-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>`)
	reference   = regexp.MustCompile(`&[A-Za-z][\w.:-]*;`)
	tag         = regexp.MustCompile(`<[^>]*>`)
)

// declared returns the entities that a file declares, with their texts.
func declared(text []byte) map[string]string {
	out := map[string]string{}
	for _, m := range declaration.FindAllSubmatch(text, -1) {
		out[string(m[1])] = tag.ReplaceAllString(string(m[2])+string(m[3]), "")
	}
	for range 5 {
		for name, value := range out {
			out[name] = reference.ReplaceAllStringFunc(value, func(ref string) string {
				if v, ok := out[ref[1:len(ref)-1]]; ok {
					return v
				}
				return ref
			})
		}
	}
	return out
}

// tree parses a trusted file. It leaves references to entities of other files unchanged.
func tree(text []byte) (*element, error) {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, fmt.Errorf("it is in UTF-16")
	}
	d := xml.NewDecoder(bytes.NewReader(bytes.ToValidUTF8(text, []byte("?"))))
	d.Strict = false
	d.Entity = declared(text)
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	root := &element{name: "document"}
	open := []*element{root}
	for {
		tok, err := d.RawToken()
		if err == io.EOF {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		top := open[len(open)-1]
		switch t := tok.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attrs: slices.Clone(t.Attr)}
			top.kids = append(top.kids, e)
			open = append(open, e)
		case xml.CharData:
			top.kids = append(top.kids, &element{text: string(t)})
		case xml.EndElement:
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		}
	}
}

func saidBy(text []byte) (said, error) {
	s := said{words: map[string]int{}}
	root, err := tree(text)
	if err != nil {
		return s, err
	}
	prose := false
	var look func(e *element)
	look = func(e *element) {
		prose = prose || e.name == "p" || e.name == "para" || e.name == "simpara"
		for _, k := range e.kids {
			look(k)
		}
	}
	look(root)
	var walk func(e, parent *element, head bool)
	walk = func(e, parent *element, head bool) {
		text := strings.Join(strings.Fields(e.plain()), " ")
		switch {
		case e.name == "":
			for _, w := range words(e.text) {
				s.words[w]++
			}
			return
		case notText[e.name]:
			return
		case titleNames[e.name] && text != "" && prose && !head && (headed[parent.name] || headInfo[parent.name]) && !captioned[parent.name]:
			if !head && len(key(text)) > 0 {
				if s.title == "" {
					s.title = text
				}
				s.headings = append(s.headings, text)
			}
		case e.name == "title" && parent.name == "titleStmt" && text != "":
			if s.title == "" {
				s.title = text
				s.headings = append(s.headings, text)
			}
		case titleNames[e.name] && s.title == "" && text != "" && !captioned[parent.name] && !prose:
			s.title = text
		case cellNames[e.name] && e.leaf() && text != "":
			s.cells = append(s.cells, text)
		}
		if !prose {
			s.records(e)
		}
		for _, k := range e.kids {
			walk(k, e, head && !headInfo[e.name])
		}
	}
	for _, k := range root.kids {
		walk(k, root, false)
	}
	return s, nil
}

// records adds the values of those children of e which repeat and have several values each.
func (s *said) records(e *element) {
	count := map[string]int{}
	for _, k := range e.kids {
		count[k.name]++
	}
	for _, k := range e.kids {
		if k.name == "" || count[k.name] < 3 {
			continue
		}
		var list [][2]string
		deep := false
		for _, a := range k.attrs {
			if a.Name.Space != "xmlns" && a.Name.Local != "lang" {
				list = append(list, [2]string{a.Name.Local, a.Value})
			}
		}
		for _, c := range k.kids {
			if c.name != "" && c.leaf() {
				list = append(list, [2]string{c.name, c.plain()})
			}
			deep = deep || c.name != "" && (!c.leaf() || len(c.attrs) > 1)
		}
		if len(list) < 2 || deep {
			continue
		}
		for _, v := range list {
			if key(v[1]) != "" {
				s.values = append(s.values, v)
			}
		}
	}
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > 127) })
}

// countBehind returns the number at the end of a text.
func countBehind(text string) int {
	n, _ := strconv.Atoi(text[strings.LastIndexByte(text, ' ')+1:])
	return n
}

func (m *Markup) compare(name string, doc *spar.Document, s said, list bool) {
	wrong := func(format string, args ...any) {
		if list && len(m.Wrong) < 400 {
			m.Wrong = append(m.Wrong, name+": "+fmt.Sprintf(format, args...))
		}
	}
	if doc.Format == "xml" {
		m.Read++
	} else {
		wrong("read as %s %s", doc.Format, doc.Reason)
	}
	if s.title != "" {
		title := ""
		for _, p := range doc.Properties {
			if p.Key == "title" {
				title = p.Value.Text
				break
			}
		}
		if m.Titles.add(key(title) == key(s.title)); key(title) != key(s.title) {
			wrong("title %q, not %q", title, s.title)
		}
	}
	headings, cells, labelled, found := map[string]int{}, map[string]int{}, map[[2]string]int{}, map[string]int{}
	var loose strings.Builder
	for _, b := range doc.Blocks {
		switch {
		case b.Table != nil:
			for _, c := range b.Table.Header {
				cells[key(c)]++
				loose.WriteString(c + " ")
				for _, part := range strings.Split(c, " / ") { // a header of several levels
					if part != c {
						cells[key(part)]++
					}
				}
			}
			loose.WriteString(b.Table.Caption + " ")
			for _, r := range b.Table.Rows {
				for i, c := range r.Cells {
					cells[key(c)]++
					loose.WriteString(c + " ")
					label := ""
					if i < len(b.Table.Header) {
						label = b.Table.Header[i][strings.LastIndexByte(b.Table.Header[i], '/')+1:]
						label, _, _ = strings.Cut(label, " (") // its language or unit
					}
					for part := range strings.SplitSeq(c, "; ") {
						labelled[[2]string{label, key(part)}]++
					}
					labelled[[2]string{label, key(c)}]++
				}
			}
		case b.Kind == spar.Heading:
			headings[key(b.Text)]++
			fallthrough
		default:
			loose.WriteString(b.Text + " ")
		}
	}
	want := map[string]int{}
	for _, h := range s.headings {
		k := key(h)
		want[k]++
		ok := headings[k] >= want[k] || slices.ContainsFunc(doc.Blocks, func(b spar.Block) bool {
			return b.Kind == spar.Heading && strings.HasSuffix(key(b.Text), k)
		})
		if m.Headings.add(ok); !ok {
			wrong("missed heading %q", h)
		}
	}
	if len(s.headings) > 0 {
		for _, b := range doc.Blocks {
			if b.Kind != spar.Heading {
				continue
			}
			k := key(b.Text)
			ok := want[k] > 0 || slices.ContainsFunc(s.headings, func(h string) bool { return strings.HasSuffix(k, key(h)) })
			if m.False.add(!ok); !ok {
				wrong("heading of nothing %q", b.Text)
			}
		}
	}
	for _, c := range s.cells {
		if m.Tables.add(cells[key(c)] > 0); cells[key(c)] == 0 {
			wrong("no cell %q", c)
		}
	}
	missed := map[string]int{}
	for _, v := range s.values {
		ok := labelled[[2]string{v[0], key(v[1])}] > 0
		if m.Records.add(ok); !ok {
			if missed[v[0]]++; missed[v[0]] < 3 {
				wrong("not in a row: %s %q", v[0], v[1])
			}
		}
	}
	for _, p := range doc.Properties {
		loose.WriteString(p.Value.Text + " ")
	}
	for _, w := range words(loose.String()) {
		found[w]++
	}
	var lost []string
	for w, n := range s.words {
		m.Words.Of += n
		m.Words.Hit += min(n, found[w])
		if n > found[w] {
			lost = append(lost, fmt.Sprintf("%s %d", w, n-found[w]))
		}
	}
	slices.SortFunc(lost, func(a, b string) int { return countBehind(b) - countBehind(a) })
	if len(lost) > 0 {
		wrong("%d words lost: %s", len(lost), strings.Join(lost[:min(12, len(lost))], " "))
	}
	for _, p := range chunk.Split(slices.Values(doc.Blocks), chunk.Options{}) {
		lines := 0
		for line := range strings.SplitSeq(p.Text, "\n") {
			lines += 1 + max(0, utf8.RuneCountInString(line)-1)/shownLine
		}
		if m.Passages.add(lines <= shownLines); lines > shownLines {
			wrong("a passage of %d lines at %s", lines, p.Locator)
		}
	}
}

// How much of a place is shown at once, as in the engine.
const (
	shownLines = 54
	shownLine  = 90
)

// WriteMarkup writes the measures as a table.
func WriteMarkup(w io.Writer, list []Markup) error {
	var b strings.Builder
	b.WriteString("| schema | files | read as XML | titles | section titles that are headings | headings of nothing | cells | " +
		"values of records in rows | words | passages that open whole |\n|---|---|---|---|---|---|---|---|---|---|\n")
	all := Markup{Folder: "all"}
	row := func(m Markup) {
		fmt.Fprintf(&b, "| %s | %d | %d |", m.Folder, m.Files, m.Read)
		for _, c := range []Count{m.Titles, m.Headings, m.False, m.Tables, m.Records, m.Words, m.Passages} {
			if c.Of == 0 {
				b.WriteString(" |")
			} else {
				fmt.Fprintf(&b, " %s |", c)
			}
		}
		b.WriteString("\n")
	}
	for _, m := range list {
		row(m)
		all.Files, all.Read = all.Files+m.Files, all.Read+m.Read
		for _, c := range [][2]*Count{{&all.Titles, &m.Titles}, {&all.Headings, &m.Headings}, {&all.False, &m.False},
			{&all.Tables, &m.Tables}, {&all.Records, &m.Records}, {&all.Words, &m.Words}, {&all.Passages, &m.Passages}} {
			c[0].Hit, c[0].Of = c[0].Hit+c[1].Hit, c[0].Of+c[1].Of
		}
	}
	row(all)
	for _, m := range list {
		for _, wrong := range m.Wrong {
			fmt.Fprintf(&b, "\n- %s/%s", m.Folder, wrong)
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}
