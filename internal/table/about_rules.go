package table

import (
	"slices"
	"strings"
	"sync"
)

// An Aspect is the aspect of a table that a question asks for, other than the content of its rows.
type Aspect string

// The aspects.
const (
	OfTable      Aspect = "table"      // what it is and holds
	OfColumns    Aspect = "columns"    // which there are
	OfKinds      Aspect = "kinds"      // which columns are of numbers, dates or texts
	ForColumn    Aspect = "column for" // which column has something
	OfColumn     Aspect = "column"     // what a column holds
	OfRange      Aspect = "range"      // the least and the most of a column
	OfValues     Aspect = "values"     // the values of a column, with how often they come
	OfRows       Aspect = "rows"       // how many
	OfRow        Aspect = "row"        // what one stands for
	OfKey        Aspect = "key"        // the columns that tell rows apart
	OfUnique     Aspect = "unique"     // whether all values of a column differ
	OfDuplicates Aspect = "duplicates" // rows that are the same
	OfSpan       Aspect = "span"       // from when to when it goes
	OfEmpties    Aspect = "empties"    // cells without a value
	OfStrays     Aspect = "strays"     // cells of another kind than their column
	OfSheets     Aspect = "sheets"     // the tables of a file
	OfFile       Aspect = "file"       // which file has a column for something
	OfSample     Aspect = "sample"     // its first rows
)

// aboutRules map the cues of a question's words to what the question asks; the first rule that holds wins. Each word of when names a
// required cue: a|b needs one of the two, -a forbids a. Some cues have no line in cueLines. t is the name of a table; c a column label (c1:
// of one column alone; cn: of one behind "each"; keyed: only of columns that name rows). n is a word for a row ("per trip"), x an
// unexplained word, yesno a yes or no question, rel a clause about a noun ("trips that"). dated means that the named columns hold dates. x?
// and n? permit such words.
var aboutRules = []struct {
	aspect Aspect
	when   string
}{
	{OfFile, "askfile x|c|n -often x? n?"},
	{OfSheets, "sheets -row -col -c -gap -span -key -onerow -fact n?"},
	{OfEmpties, "gap -who n?"},
	{OfStrays, "mix col|val|typed|cell -count n?"},
	{OfUnique, "dup|uniq|key c1 yesno"},
	{OfDuplicates, "dup -c n?"},
	{OfKey, "key -c -val -who -whether n?"},
	{OfKey, "uniq col -c -val -yesno"},
	{OfSample, "sample -c -count"},
	{OfRow, "onerow stand|hold|which|yesno -count -col -c -fact n?"},
	{OfRow, "onerow stand -count -c n?"},
	{OfRows, "count row|col -c -gap n?"},
	{OfRows, "count fact n -c n?"},
	{OfRows, "size -c"},
	{OfSpan, "span dated -askcol -rel n?"},
	{OfSpan, "start end dated n?"},
	{OfSpan, "when start|end dated file|t|it"},
	{OfSpan, "which time cover dated -row -count n?"},
	{OfKinds, "col typed -c -count"},
	{OfColumn, "whattype c1 -count -occur -rel"},
	{OfColumn, "yesno c1 typed -count -askcol"},
	{OfRange, "range c -often -rel"},
	{OfValues, "c|cn val|often -count -rel n?"},
	{OfValues, "c val sort count -rel"},
	{OfValues, "c sort which -count -keyed -when -where -who -rel"},
	{OfValues, "c1 occur which -count -keyed -when -where -who -rel"},
	{ForColumn, "askcol x|c|n x? n?"},
	{OfColumn, "c1 col|whole -count -rel n?"},
	{OfColumns, "col|struct -c n?"},
	{OfColumns, "fact n -c -count n?"},
	{ForColumn, "whether x|c|n|who -count x? n?"},
	{ForColumn, "yesno anywhere x|c|n -count x? n?"},
	{ForColumn, "yesno file x -c x? n?"},
	{OfTable, "whole -c -count -rel"},
	{OfTable, "hold t which -c -count -rel"},
	{OfTable, "whattype file -c"},
	{OfRows, "row -c"},
	{OfSpan, "time -c"},
}

// A condition is the cues of a rule.
type condition struct {
	aspect Aspect
	needs  []cue // of each one at least
	not    cue
	free   cue // x and n, where the rule permits them
}

var aboutConditions = sync.OnceValue(func() (list []condition) {
	of := cueNames()
	set := func(text string) (c cue) {
		for name := range strings.SplitSeq(text, "|") {
			if of[name] == 0 {
				panic("no cue is called " + name)
			}
			c |= of[name]
		}
		return c
	}
	for _, r := range aboutRules {
		c := condition{aspect: r.aspect}
		for word := range strings.FieldsSeq(r.when) {
			switch {
			case strings.HasPrefix(word, "-"):
				c.not |= set(word[1:])
			case strings.HasSuffix(word, "?"):
				c.free |= set(strings.TrimSuffix(word, "?"))
			default:
				c.needs = append(c.needs, set(word))
			}
		}
		list = append(list, c)
	}
	return list
})

// holds reports whether a question with some cues meets the condition.
func (c *condition) holds(has cue) bool {
	of := cueNames()
	return has&c.not == 0 && has&(of["x"]|of["n"])&^c.free == 0 && !slices.ContainsFunc(c.needs, func(n cue) bool { return has&n == 0 })
}

// A signed is a question in words, each with its cues.
type signed struct {
	bare    string
	words   []string
	cues    []cue
	has     cue
	columns []int // that are named, in their order
	each    []int // named behind "each" and the like: they may name the rows
	named   int   // words of the name of the table
	whole   bool  // the name of its file stands whole
}

// sign explains the words of a question by one table: its name, its labels, and the words for its parts. A nil table has neither name nor labels.
func (p *Planner) sign(bare string, t *Table) signed {
	s := signed{bare: bare, words: tokens(camel(bare))}
	s.cues = make([]cue, len(s.words))
	of, known := cueNames(), cuesKnown()
	if t != nil {
		s.file(t)
		p.labels(&s, t)
	}
	for i := 0; i < len(s.words); { // phrases, the longest first
		n, mark := 0, cue(0)
		for _, ph := range known.phrases[s.words[i]] {
			if s.words[i] == "number" && i > 0 && !beforeNumber[s.words[i-1]] {
				continue // a phone number of someone
			}
			if k := ph.at(s.words[i:]); k > n {
				n, mark = k, ph.cue
			} else if k > 0 && k == n {
				mark |= ph.cue
			}
		}
		for k := i; k < i+n; k++ { // a label within a phrase stays one
			if s.cues[k] |= mark; mark&(of["askfile"]|of["askcol"]|of["whether"]|of["occur"]) != 0 {
				s.cues[k] |= known.words[s.words[k]]
			}
		}
		i += max(n, 1)
	}
	for i, w := range s.words {
		if s.cues[i] != 0 {
			continue
		}
		s.cues[i] = known.words[w]
		switch {
		case t == nil:
		case i > 0 && oneOf[s.words[i-1]] && s.cues[i]&(of["row"]|of["file"]|of["col"]|of["val"]) == 0 && t.calls(w):
			s.cues[i] = of["n"]
		case s.cues[i] == of["time"] && t.saidOften(w): // years, where labels speak of them
			s.cues[i] |= of["x"]
		}
	}
	if t != nil {
		p.partly(&s, t)
	}
	for i, w := range s.words {
		if s.cues[i] != 0 {
			continue
		}
		s.cues[i] = of["x"]
		if i > 0 && (oneOf[s.words[i-1]] || s.cues[i-1]&of["count"] != 0) || aboutNouns[w] {
			s.cues[i] = of["n"]
		}
	}
	for _, c := range s.cues {
		s.has |= c
	}
	slices.Sort(s.columns)
	s.columns = slices.Compact(s.columns)
	if len(s.columns) == 0 && len(s.each) == 1 {
		s.has |= of["cn"]
	}
	if len(s.columns) == 1 {
		s.has |= of["c1"]
	}
	for i := 1; i < len(s.words); i++ {
		if relatives[s.words[i]] && s.cues[i-1]&(of["t"]|of["c"]|of["n"]|of["x"]) != 0 {
			s.has |= of["rel"]
		}
	}
	if len(s.words) > 0 && yesNoWords[s.words[0]] {
		s.has |= of["yesno"]
	}
	if t == nil {
		return s
	}
	dated := func(c int) bool { return t.Columns[c].Kind == "date" || t.Columns[c].Kind == "number" }
	keyed := func(c int) bool { return t.Columns[c].Key }
	if !slices.ContainsFunc(s.columns, func(c int) bool { return !dated(c) && !keyed(c) }) {
		s.has |= of["dated"]
	}
	if len(s.columns) > 0 && !slices.ContainsFunc(s.columns, func(c int) bool { return !keyed(c) }) {
		s.has |= of["keyed"]
	}
	return s
}

var (
	oneOf        = wordSet("each every per one a an single individual about any")
	beforeNumber = wordSet("the total what a and overall exact whole which is")
	relatives    = wordSet("that which who whose where whom")
	yesNoWords   = wordSet("is are was were does do did has have can could any")
)

// file marks the names of a table: its file as it is written, and its sheet or caption before a word for tables. The orders of orders.csv are no column.
func (s *signed) file(t *Table) {
	of := cueNames()
	if file := tokens(camel(t.file())); len(file) > 1 {
		for i := 0; i+len(file) <= len(s.words); i++ {
			if slices.Equal(s.words[i:i+len(file)], file) {
				s.whole, s.named = true, s.named+len(file)
				for k := range file {
					s.cues[i+k] = of["t"]
				}
			}
		}
	}
	names, sheet := t.nameWords(), tokens(camel(t.Locator.Sheet))
	known := cuesKnown()
	before := false // a word for tables, or the names before one
	for i, w := range slices.Backward(s.words) {
		alone := len(sheet) == 1 && sheet[0] == w && !slices.ContainsFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Label, w) })
		if s.cues[i] == 0 && !aboutNouns[w] && (before && slices.Contains(names, w) || alone) {
			s.cues[i] = of["t"]
			s.named++
		} else {
			before = known.words[w]&of["file"] != 0
		}
	}
}

// labels marks the labels that stand in a question, the longest first.
func (p *Planner) labels(s *signed, t *Table) {
	of := cueNames()
	labels := make([][]string, len(t.Columns))
	order := make([]int, len(t.Columns))
	for c := range t.Columns {
		labels[c], order[c] = tokens(camel(strings.NewReplacer("e-mail", "email", "E-Mail", "email", "E-mail", "email").Replace(t.Columns[c].Label))), c
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(labels[b]) - len(labels[a]) })
	for _, c := range order {
		n := len(labels[c])
		if n == 0 || t.Columns[c].Unnamed {
			continue
		}
		for i := 0; i+n <= len(s.words); i++ {
			same := true
			for k, l := range labels[c] {
				same = same && s.cues[i+k] == 0 && (sameNoun(l, s.words[i+k]) || p.stems.of(l) == p.stems.of(s.words[i+k]))
			}
			if !same {
				continue
			}
			mark := of["c"]
			if i > 0 && oneOf[s.words[i-1]] && n == 1 { // the attributes of a plan
				mark = of["n"]
				s.each = append(s.each, c)
			} else {
				s.columns = append(s.columns, c)
			}
			for k := range n {
				s.cues[i+k] = mark
			}
		}
	}
}

// calls reports whether a word is of the name of the table.
func (t *Table) calls(w string) bool {
	return slices.ContainsFunc(t.nameWords(), func(n string) bool { return sameNoun(n, w) && !aboutNouns[n] })
}

// saidOften reports whether several labels have a word.
func (t *Table) saidOften(w string) bool {
	n := 0
	for c := range t.Columns {
		if slices.ContainsFunc(tokens(camel(t.Columns[c].Label)), func(l string) bool { return sameNoun(l, w) }) {
			n++
		}
	}
	return n > 1
}

// partly marks the words that nothing explains yet by the name of a table, else by the only label that has them.
func (p *Planner) partly(s *signed, t *Table) {
	of, names := cueNames(), t.nameWords()
	some := len(s.columns) > 0
	for i, w := range s.words {
		if s.cues[i] != 0 {
			continue
		}
		if slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w) }) {
			if s.cues[i] = of["t"]; aboutNouns[w] {
				s.cues[i] = of["file"]
			} else {
				s.named++
			}
			continue
		}
		found := -1
		for c := range t.Columns {
			if !slices.ContainsFunc(tokens(camel(t.Columns[c].Label)), func(l string) bool { return sameNoun(l, w) || p.stems.of(l) == p.stems.of(w) }) || t.Columns[c].Unnamed {
				continue
			}
			if found >= 0 {
				found = -1
				break
			}
			found = c
		}
		switch {
		case found < 0 || len(p.stems.indexOf(t).words[p.stems.of(w)]) > 0: // a yearly contract is of no year
		case t.Columns[found].Key && some: // a word for the rows
			s.cues[i] = of["n"]
		default:
			s.cues[i] = of["c"]
			s.columns = append(s.columns, found)
		}
	}
}
