package table

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// An About is a question about tables as such.
type About struct {
	Aspect  Aspect
	Tables  []int         // the given tables that it asks about
	Columns map[int][]int // that it names, by table
	Sought  string        // what it looks for, in words
	Named   bool          // it names the tables, and does not only point at them
	Counts  []string      // of rows and columns, which are to be counted
	Often   bool          // with how often each value comes
	Brief   bool          // it asks which file, not for the content
}

// maxAboutLength bounds a question about a table, in bytes.
const maxAboutLength = 300

// About takes a question for one about tables themselves, where all its words say so: names of tables and of their parts, and labels of
// columns. A question with any other word is about the content of the rows, or looks for a column.
func (p *Planner) About(ctx context.Context, question string, tables []*Table) (About, bool, error) {
	bare := bareAsked(question)
	if bare == "" || len(bare) > maxAboutLength {
		return About{}, false, nil
	}
	nth := nthTable.FindStringSubmatchIndex(bare)
	place := ""
	if nth != nil && len(tables) > 1 { // of the second sheet
		place, bare = bare[nth[2]:nth[3]], bare[:nth[2]]+bare[nth[3]:]
	}
	signs := make([]signed, len(tables))
	for i, t := range tables {
		signs[i] = p.sign(bare, t)
	}
	asked := tablesNamed(place, signs, tables)
	rule, list := -1, []int(nil)
	conditions := aboutConditions()
	for _, i := range asked {
		for n := range conditions {
			if rule >= 0 && n > rule {
				break
			}
			if conditions[n].aspect == OfFile && len(tables) < 2 || !conditions[n].holds(signs[i].has) {
				continue
			}
			if n < rule {
				list = nil
			}
			rule, list = n, append(list, i)
			break
		}
	}
	if rule < 0 {
		return About{}, false, nil
	}
	a := About{Aspect: conditions[rule].aspect, Tables: list, Named: signs[list[0]].named > 0}
	s := &signs[list[0]]
	if a.Brief = a.Named && s.gives("askfile"); a.Brief && (a.Aspect == OfFile || a.Aspect == OfTable) {
		a.Aspect = OfTable // "which file lists all repairs" means the file with that name
		return a, true, nil
	}
	switch a.Aspect {
	case OfFile, ForColumn:
		a.Tables = asked
		best := slices.MaxFunc(list, func(x, y int) int { return cmp.Compare(len(signs[x].columns), len(signs[y].columns)) }) // it explains most
		if a.Sought = signs[best].sought(tables[best]); a.Aspect == OfFile {
			a.Sought, a.Tables = p.soughtIn(bare), all(tables)
		}
		found, ok, err := p.seeks(ctx, a, tables)
		if err != nil || !ok || slices.ContainsFunc(list, func(i int) bool { return p.inCells(&signs[i], tables[i]) }) ||
			found.Columns == nil && a.Aspect == ForColumn && !s.gives("askcol", "anywhere", "file") && !s.whole {
			return About{}, false, err
		}
		return found, true, nil
	case OfRows:
		a.Counts = s.counted()
	case OfValues:
		a.Often = s.gives("often")
	case OfKinds:
		a.Sought = s.typed()
	case OfSample:
		a.Sought = s.numeral()
	}
	for _, i := range list {
		columns := signs[i].columns
		if len(columns) == 0 && a.Aspect == OfValues {
			columns = signs[i].each
		}
		if a.Aspect == OfSpan {
			columns = slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return tables[i].Columns[c].Kind != "date" })
		}
		if len(columns) > 0 && a.Aspect != OfKey && a.Aspect != OfRow {
			if a.Columns == nil {
				a.Columns = map[int][]int{}
			}
			a.Columns[i] = columns
			if m := sortOf.FindStringSubmatch(bare); m != nil && a.Aspect == OfValues && len(columns) > 1 { // types of hospital: those of the column Type
				if c := tables[i].labelled([]string{strings.ToLower(m[1])}); c >= 0 {
					a.Columns[i] = []int{c}
				}
			}
		}
	}
	if slices.ContainsFunc(list, func(i int) bool { return p.saidByRows(bare, &signs[i], a, i, tables[i]) }) {
		return About{}, false, nil
	}
	return a, true, nil
}

func all(tables []*Table) []int {
	list := make([]int, len(tables))
	for i := range list {
		list[i] = i
	}
	return list
}

// tablesNamed gives the tables that a question names. A full file name comes first, the longest of several. Next comes a counted place
// ("the second sheet"). Otherwise the question names the tables whose words it says most, or all where it says none.
func tablesNamed(place string, signs []signed, tables []*Table) []int {
	list := all(tables)
	if whole := slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !signs[i].whole }); len(whole) > 0 {
		longest := longestName(whole, tables)
		list = slices.DeleteFunc(whole, func(i int) bool { return len(tables[i].file()) < longest })
	}
	if n := slices.Index(ordinalWords, strings.ToLower(place)); n >= 0 {
		if n == len(ordinalWords)-1 {
			n = len(list) - 1
		}
		if n >= len(list) {
			return nil
		}
		signs[list[n]].has |= cueNames()["t"]
		return list[n : n+1]
	}
	most := 0
	for _, i := range list {
		most = max(most, signs[i].named)
	}
	return slices.DeleteFunc(list, func(i int) bool { return signs[i].named < most })
}

var (
	nthTable     = pattern.New(`(?i)\b(first|second|third|fourth|fifth|sixth|last) (?:sheet|tab|table|worksheet)\b`)
	ordinalWords = []string{"first", "second", "third", "fourth", "fifth", "sixth", "last"}
	sortOf       = pattern.New(`(?i)\b(types?|kinds?|sorts?|categor(?:y|ies)|class(?:es)?) of\b`)
)

// saidByRows reports whether a question that seemed to be about a table is about the content of its rows: a plan heeds all of its words, or
// a word without a meaning occurs in cells. The card tells the values of one column and the number of rows, which it counts. Words for the
// parts of tables leave no doubt.
func (p *Planner) saidByRows(question string, s *signed, a About, i int, t *Table) bool {
	if a.Aspect == OfTable || s.gives("col", "row", "file", "sheets", "whole", "size", "val") {
		return false
	}
	x := p.stems.indexOf(t)
	of := cueNames()
	for k, w := range s.words {
		if s.cues[k]&(of["c"]|of["t"]) == 0 && len(w) > 4 && len(x.words[p.stems.of(w)]) > 0 {
			return true
		}
	}
	plan := p.strict(question, t)
	if plan.reason != "" {
		return false
	}
	made := plan.plan
	empty := func(c Condition) bool { return c.Op == "=" && len(c.Values) == 1 && c.Values[0] == "" }
	if a.Aspect == OfEmpties && len(made.Where) > 0 && !slices.ContainsFunc(made.Where, func(c Condition) bool { return !empty(c) }) {
		return false // the card says how many are
	}
	if len(made.Where) > 0 || len(made.Either) > 0 || len(made.Having) > 0 {
		return true
	}
	if n := len(made.Select); n == 2 && made.Select[1].Fn == "count" && made.Group.Labels != nil { // values with their counts
		made.Select = made.Select[:1]
	}
	if len(made.Select) != 1 {
		return true
	}
	switch it := made.Select[0]; {
	case it.Fn == "count" && made.Group.Labels == nil:
		return false
	case made.Group.Labels != nil && it.Fn == "":
		return len(a.Columns[i]) != 1 || t.Columns[a.Columns[i][0]].Label != made.Group.Labels[0]
	}
	return a.Aspect != OfRange && a.Aspect != OfEmpties && a.Aspect != OfSpan
}

// gives reports whether a word of the question gives one of some cues.
func (s *signed) gives(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return s.has&cueNames()[n] != 0 })
}

// counted gives the parts that a question counts: rows, columns, or both. The first word behind "how many" decides.
func (s *signed) counted() []string {
	of := cueNames()
	rows, columns := s.gives("row"), false
	for i, c := range s.cues {
		if c&of["col"] != 0 {
			columns = true
		}
		if i > 0 && s.cues[i-1]&of["count"] != 0 && c&of["count"] == 0 && !strings.Contains(s.bare, " and ") {
			if c&of["col"] != 0 || c&of["fact"] != 0 && c&of["row"] == 0 {
				return []string{"columns"}
			} else if c&of["row"] != 0 {
				return []string{"rows"}
			}
		}
	}
	switch {
	case rows && !columns:
		return []string{"rows"}
	case columns && !rows || s.gives("n") && s.gives("fact"):
		return []string{"columns"}
	}
	return []string{"rows", "columns"}
}

// typed is the first word for a kind of column.
func (s *signed) typed() string {
	return s.first(func(i int) bool { return s.cues[i]&cueNames()["typed"] != 0 })
}

// numeral is the first number that a question says.
func (s *signed) numeral() string {
	return s.first(func(i int) bool { return s.words[i][0] >= '0' && s.words[i][0] <= '9' || numerals[s.words[i]] > 1 })
}

func (s *signed) first(is func(i int) bool) string {
	for i, w := range s.words {
		if is(i) {
			return w
		}
	}
	return ""
}

// sought is what a question looks for: its words but for those of tables.
func (s *signed) sought(t *Table) string {
	of := cueNames()
	var list []string
	rows := s.has&(of["c"]|of["x"]) != 0 && t != nil // the colour of an order: the word for a row says nothing
	for i, w := range s.words {
		if plain := cuesKnown().words[w]; s.cues[i]&(of["c"]|of["x"]|of["n"]) != 0 && w != "and" && !(rows && s.cues[i] == of["n"] && (t.calls(w) || t.labelled([]string{w}) >= 0)) || w == "name" || s.cues[i]&of["typed"] != 0 || w == "who" ||
			plain&of["idle"] == 0 && (s.cues[i]&(of["span"]|of["time"]|of["size"]) != 0 || s.cues[i]&of["t"] != 0 && !s.whole && plain == 0) {
			list = append(list, w)
		}
	}
	return strings.Join(list, " ")
}

// soughtIn gives the words that a question looks for in files that it does not name.
func (p *Planner) soughtIn(bare string) string {
	s := p.sign(bare, nil)
	return s.sought(nil)
}

// inCells reports whether cells have the words that are looked for.
func (p *Planner) inCells(s *signed, t *Table) bool {
	x, of := p.stems.indexOf(t), cueNames()["x"]
	some := false
	for i, w := range s.words {
		if s.cues[i]&of != 0 {
			if some = true; len(x.words[p.stems.of(w)]) == 0 {
				return false
			}
		}
	}
	return some
}

// An Asking is a question that may be about tables as such, before any is at hand.
type Asking struct {
	Unknown []string // words that may be of names or of labels
	Whole   bool     // it may ask for the table as a whole
}

// AsksAbout tells whether a question may be about tables as such. Whether it is, the tables tell: Planner.About.
func AsksAbout(question string) (a Asking, may bool) {
	bare := bareAsked(question)
	if bare == "" || len(bare) > maxAboutLength {
		return a, false
	}
	s := (&Planner{}).sign(bare, nil)
	of := cueNames()
	for i, w := range s.words {
		if s.cues[i]&(of["x"]|of["n"]) != 0 {
			a.Unknown = append(a.Unknown, w)
		}
	}
	known := s.has &^ (of["x"] | of["n"])
	either := []cue{known | of["dated"]}
	if len(a.Unknown) > 0 { // they belong to labels, to a name, or to the word for a row
		either = []cue{s.has | of["dated"], known | of["t"] | of["dated"], known | of["c"] | of["c1"] | of["dated"], known | of["n"] | of["dated"]}
	}
	for _, c := range aboutConditions() {
		if slices.ContainsFunc(either, c.holds) {
			may, a.Whole = true, a.Whole || c.aspect == OfTable
		}
	}
	return a, may
}

// Calls is how many of the words that are not known are of the name of a file.
func (a Asking) Calls(file string) (n int) {
	names := (&Table{Name: file}).nameWords()
	for _, w := range a.Unknown {
		if slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w) && !aboutNouns[n] }) {
			n++
		}
	}
	return n
}

// aboutNouns are words for tables without a name, and words that join the name of a table.
var aboutNouns = wordSet(`the this that these those our my your their its it they them here there a an and table tables file files sheet sheets spreadsheet
	spreadsheets workbook workbooks csv tsv tab xlsx xlsm xls xlsb ods txt md html htm json excel document documents data dataset datasets set sets list lists register registers export
	exports database worksheet worksheets tabs rows records entries contents content of in on from called named attached given whole entire full all each every both one`)

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

// nameWords are the words of a table's file name, sheet and caption.
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
