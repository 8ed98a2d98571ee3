package table

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
)

// An About is a question about tables as such.
type About struct {
	Aspect  Aspect
	Tables  []int         // that it asks of, of those that were given
	Columns map[int][]int // that it names, by table
	Sought  string        // what is looked for, in words
	Named   bool          // it names the tables, and does not only point at them
	Counts  []string      // of rows and columns, which are to be counted
}

// About takes a question for one about tables as such, where all of its words say so: what a table is called, what its parts are called, and
// labels of its columns. A question with any other word is about what the rows say.
func (p *Planner) About(ctx context.Context, question string, tables []*Table) (About, bool, error) {
	var late *About // a column that is looked for and that there is not
	for _, r := range AsksAbout(question) {
		a, ok, err := p.resolve(ctx, r, tables)
		switch {
		case err != nil:
			return About{}, false, err
		case !ok:
		case a.Columns == nil && (a.Aspect == ForColumn || a.Aspect == OfFile):
			if late == nil {
				late = &a
			}
		default:
			return a, true, nil
		}
	}
	if a, ok, err := p.bySigns(ctx, question, tables); err != nil || ok && !p.saidByRows(question, a, tables) {
		return a, ok, err
	}
	if late != nil {
		return *late, true, nil
	}
	return About{}, false, nil
}

// saidByRows reports whether a plan says all words of a question that was taken for one about a table by its words alone, or a word is of cells: the mean daily rate for
// frequent travellers. The values of one column, and how many rows there are, are the card's to tell, which counts them.
func (p *Planner) saidByRows(question string, a About, tables []*Table) bool {
	if len(a.Tables) != 1 {
		return false
	}
	i := a.Tables[0]
	x := p.stems.indexOf(tables[i])
	for _, w := range tokens(camel(question)) {
		if (timesWords[w] || aboutIdle[w] && len(w) > 4) && len(x.words[p.stems.of(w)]) > 0 {
			return true
		}
	}
	s := p.strict(question, tables[i])
	if s.reason != "" {
		return false
	}
	bare := len(s.plan.Where) == 0 && len(s.plan.Either) == 0 && len(s.plan.Having) == 0
	switch {
	case bare && len(s.plan.Select) == 1 && s.plan.Select[0].Fn == "count" && s.plan.Group.Labels == nil:
		return false
	case bare && s.plan.Group.Labels != nil && len(s.plan.Select) == 1 && s.plan.Select[0].Fn == "":
		return len(a.Columns[i]) != 1 || tables[i].Columns[a.Columns[i][0]].Label != s.plan.Group.Labels[0]
	}
	return true
}

// resolve finds the tables and columns that a reading names.
func (p *Planner) resolve(ctx context.Context, r AboutReading, tables []*Table) (a About, ok bool, err error) {
	a = About{Aspect: r.Aspect, Sought: r.Sought}
	column := r.Column
	if a.Tables, a.Named, ok = r.tables(tables); !ok {
		all := make([]int, len(tables))
		for i := range all {
			all[i] = i
		}
		switch {
		case r.wider != "" && column != "":
			column, a.Tables = r.wider, all
		case r.wider != "" && r.Sought != "":
			a.Sought, a.Tables = r.wider, all
		case (r.Aspect == OfEmpties || r.Aspect == OfTable && columnSaid.MatchString(r.bare)) && r.Table != "":
			column, a.Tables = r.Table, all
		default:
			return a, false, nil
		}
	}
	switch a.Aspect {
	case ForColumn, OfFile:
		return p.seeks(ctx, a, tables)
	case OfTable:
		if column != "" {
			a.Aspect = OfColumn
		}
	case OfRows:
		a.Counts = countsOf(r.bare)
	}
	if column == "" {
		return a, true, nil
	}
	a.Columns = map[int][]int{}
	var kept []int
	for _, i := range a.Tables {
		list := p.called(column, tables[i])
		if m := sortOf.FindStringSubmatch(r.bare); m != nil && a.Aspect == OfValues && len(list) > 0 { // types of hospital: those of the column Type
			if c := tables[i].labelled([]string{strings.ToLower(m[1])}); c >= 0 {
				list = []int{c}
			}
		}
		if len(list) > 0 {
			a.Columns[i], kept = list, append(kept, i)
		}
	}
	if a.Tables = kept; len(kept) == 0 {
		return a, false, nil
	}
	if a.Aspect == OfValues && listsRows.MatchString(r.bare) { // which orders are there: the rows, and no values of theirs
		for i, list := range a.Columns {
			if slices.ContainsFunc(list, func(c int) bool { return tables[i].Columns[c].Key }) {
				return a, false, nil
			}
		}
	}
	return a, true, nil
}

// aboutNouns are words by which people point at tables without a name, and those that join the name of one.
var aboutNouns = wordSet(`the this that these those our my your their its it they them here there a an and table tables file files sheet sheets spreadsheet
	spreadsheets workbook workbooks csv tsv tab xlsx xlsm xls xlsb ods txt md html htm json excel document documents data dataset datasets set sets list lists register registers export
	exports database worksheet worksheets tabs rows records entries contents content of in on from called named attached given whole entire full all each every both one`)

// tables gives those that a reading names, all where it only points at them. named says that it has a name; ok is false where it has other
// words.
func (r AboutReading) tables(tables []*Table) (list []int, named, ok bool) {
	all := make([]int, len(tables))
	for i := range all {
		all[i] = i
	}
	said := strings.ToLower(r.Table)
	for i, t := range tables { // a name as it is written
		if base := strings.ToLower(t.file()); strings.Contains(base, ".") && strings.Contains(said, base) {
			list = append(list, i)
		}
	}
	if longest := longestName(list, tables); len(list) > 0 {
		list = slices.DeleteFunc(list, func(i int) bool { return len(tables[i].file()) < longest })
		said = strings.ReplaceAll(said, strings.ToLower(tables[list[0]].file()), " ")
		all, named = list, true
	}
	var words []string
	numbers := 0
	for _, w := range tokens(camel(said)) {
		if !aboutNouns[w] {
			words = append(words, w)
			if w[0] >= '0' && w[0] <= '9' {
				numbers++
			}
		}
	}
	if len(words) == 0 {
		return all, named, true
	}
	if numbers == len(words) && !named && len(strings.Fields(said)) == numbers {
		return nil, false, false // rows of 2023
	}
	var found []int
	for _, i := range all {
		names := tables[i].nameWords()
		if !slices.ContainsFunc(words, func(w string) bool {
			return !slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w) })
		}) {
			found = append(found, i)
		}
	}
	return found, true, len(found) > 0
}

func longestName(list []int, tables []*Table) (n int) {
	for _, i := range list {
		n = max(n, len(tables[i].file()))
	}
	return n
}

// file is the name of the file of a table, without folders, share and place.
func (t *Table) file() string {
	name := t.Name
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		if _, err := spar.ParseLocator(name[i+1:]); err == nil {
			name = name[:i]
		}
	}
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}

// nameWords are the words by which a table may be called: of its file, its sheet and its caption.
func (t *Table) nameWords() []string {
	file := t.file()
	return tokens(camel(strings.NewReplacer("-", " ", "_", " ", ".", " ").Replace(file + " " + t.Locator.Sheet + " " + t.Caption)))
}

// sameNoun reports whether two words are one but for number: status and statuses, city and cities.
func sameNoun(a, b string) bool {
	return a == b || singular(a) == singular(b)
}

func singular(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "uses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes")):
		return w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}

// columnNouns stand beside the name of a column and are no part of it.
var columnNouns = wordSet("the this that a an its our my your column columns field fields value values all each every different distinct possible of in called named entries " +
	"kinds kind types type sorts sort there")

// called gives the columns of a table that words name: one by its label, or several with a comma or "and" between.
func (p *Planner) called(words string, t *Table) []int {
	if c := t.calledOne(words); c >= 0 {
		return []int{c}
	}
	var list []int
	for _, part := range strings.FieldsFunc(strings.NewReplacer(" and ", "\x00", ", ", "\x00", " & ", "\x00", " or ", "\x00").Replace(words), func(r rune) bool { return r == 0 }) {
		c := t.calledOne(part)
		if c < 0 {
			return nil
		}
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// calledOne gives the column that words name, -1 for none and where it may be several.
func (t *Table) calledOne(words string) int {
	words = strings.Trim(words, `"'“”‘’„«» `)
	if c := t.column(words); c >= 0 {
		return c
	}
	var said []string
	for _, w := range tokens(camel(words)) {
		if !columnNouns[w] {
			said = append(said, w)
		}
	}
	if len(said) == 0 {
		return -1
	}
	if c := t.labelled(said); c >= 0 {
		return c
	}
	names := t.nameWords()
	own := slices.DeleteFunc(slices.Clone(said), func(w string) bool { // order statuses, of orders.csv
		return slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w) })
	})
	if len(own) == 0 || len(own) == len(said) {
		return -1
	}
	return t.labelled(own)
}

// labelled gives the column whose label is some words, else the only one whose label has them all, else of several the one that ends in them.
func (t *Table) labelled(said []string) int {
	has, ends := -1, -1
	many, manyEnd := false, false
	for i := range t.Columns {
		if t.Columns[i].Unnamed {
			continue
		}
		label := tokens(camel(t.Columns[i].Label))
		if slices.EqualFunc(label, said, sameNoun) {
			return i
		}
		if slices.ContainsFunc(said, func(w string) bool { return !slices.ContainsFunc(label, func(l string) bool { return sameNoun(l, w) }) }) {
			continue
		}
		many = many || has >= 0
		has = i
		if n := len(said); len(label) >= n && slices.EqualFunc(label[len(label)-n:], said, sameNoun) {
			manyEnd = manyEnd || ends >= 0
			ends = i
		}
	}
	switch {
	case has >= 0 && !many:
		return has
	case ends >= 0 && !manyEnd:
		return ends
	}
	return -1
}
