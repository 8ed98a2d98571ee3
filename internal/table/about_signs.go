package table

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// Words by which people speak of tables and their parts, and not of what the rows say.
var (
	columnWords = wordSet("column columns field fields heading headings header headers variable variables attribute attributes")
	rowWords    = wordSet("row rows line lines record records entry entries observation observations")
	valueWords  = wordSet("value values option options category categories choices")
	sortWords   = wordSet("sort sorts kind kinds type types different distinct possible unique various")
	sheetWords  = wordSet("sheet sheets tab tabs worksheet worksheets")
	fileWords   = wordSet("file files table tables list lists spreadsheet spreadsheets workbook workbooks document documents register registers csv dataset datasets export " +
		"database sheet sheets")
	gapWords  = wordSet("empty empties blank blanks missing gap gaps hole holes incomplete complete unfilled null nulls filled lacking")
	spanWords = wordSet("period periods span spans stretch stretches timespan timeframe dates years months reach reaches earliest latest oldest newest begin begins end ends " +
		"start starts stop stops finish until till since back recent current dated cover covers covered time")
	timesWords  = wordSet("often frequency frequencies frequent spread distribution counts")
	ofTypeWords = wordSet("text texts number numbers numeric date dates money currency unit units format kind type sort data year years amount amounts words figures")
	factWords   = wordSet("piece pieces information info detail details fact facts thing things note noted recorded record records keep kept down know known written write " +
		"stored store say says about told get")
	wholeWords = wordSet("contents content contain contains hold holds held idea impression overview summary summarise summarize gist description describe picture sense inside " +
		"within about profile outline large big size roughly")
)

// aboutIdle say nothing of what is asked in a question about a table.
var aboutIdle = wordSet(`sent got received found new clue no have know opened open opening just received handed given me us please tell say says said want need wonder wondering looking look see
	every each all any some other more one single whole entire here there am those these who right now currently roughly short brief briefly quick quickly
	quite really exactly actually exists exist existing present available use used using
	not counted counting without including included besides everywhere anywhere nowhere always never ever way kind of this that these those i we you they
	it its our your my their them a an the and or but so then than
	is are was were be been being do does did has had having can could would should will might may must what which who whom where when how why much many
	in of on at to for from by with as into under over about
	go goes run runs running range ranges fall falls lie lies occur occurs appear appears come comes entered distinguish distinguishes show shows give
	gives make made mean means stand stands represent represents
	per something anything nothing everything someone called name named names if whether out up own first last`)

// A signed is a question in words, each with what it is of a table.
type signed struct {
	bare    string
	words   []string
	columns []int // that are named, in their order
	left    []int // words that nothing explains
	named   bool  // the table is called by its name
	file    int   // where the name of its file stands whole, which has fileLen words
	fileLen int
}

// sign explains the words of a question by one table: its name, its labels, and the words for its parts.
func (p *Planner) sign(bare string, t *Table) signed {
	s := signed{bare: bare, words: tokens(camel(bare))}
	mark := make([]bool, len(s.words))
	stem := make([]string, len(s.words))
	for i, w := range s.words {
		stem[i] = p.stems.of(w)
	}
	names := t.nameWords()
	labels := make([][]string, len(t.Columns))
	for c := range t.Columns {
		labels[c] = tokens(camel(t.Columns[c].Label))
	}
	order := make([]int, len(t.Columns))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(labels[b]) - len(labels[a]) })
	for i, w := range s.words { // the Bookings sheet, where a column is called Booking
		if i+1 < len(s.words) && fileWords[s.words[i+1]] && slices.Contains(names, w) && !aboutNouns[w] && t.column(w) < 0 {
			mark[i], s.named = true, true
		}
	}
	if file := tokens(camel(t.file())); len(file) > 1 { // the orders of orders.csv are no column
		for i := 0; i+len(file) <= len(s.words); i++ {
			if slices.Equal(s.words[i:i+len(file)], file) {
				s.named, s.file, s.fileLen = true, i, len(file)
				for k := range file {
					mark[i+k] = true
				}
			}
		}
	}
	for _, c := range order { // labels as they are written, the longest first
		n := len(labels[c])
		if n == 0 || t.Columns[c].Unnamed {
			continue
		}
		for i := 0; i+n <= len(s.words); i++ {
			same := true
			for k, l := range labels[c] {
				same = same && !mark[i+k] && (sameNoun(l, s.words[i+k]) || p.stems.of(l) == stem[i+k])
			}
			if same {
				s.columns = append(s.columns, c)
				for k := range n {
					mark[i+k] = true
				}
			}
		}
	}
	for i, w := range s.words {
		if mark[i] {
			continue
		}
		if slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w) }) {
			mark[i] = true
			s.named = s.named || !aboutNouns[w]
			continue
		}
		for _, set := range []map[string]bool{columnWords, rowWords, valueWords, sortWords, sheetWords, fileWords, gapWords, spanWords, timesWords, ofTypeWords, factWords, wholeWords, aboutIdle, aboutNouns} {
			mark[i] = mark[i] || set[w]
		}
		if mark[i] {
			continue
		}
		found := -1 // the only label that has the word
		for c := range labels {
			if !slices.ContainsFunc(labels[c], func(l string) bool { return sameNoun(l, w) || p.stems.of(l) == stem[i] }) || t.Columns[c].Unnamed {
				continue
			}
			if found >= 0 {
				found = -1
				break
			}
			found = c
		}
		if found >= 0 && len(p.stems.indexOf(t).words[stem[i]]) == 0 { // a yearly contract is of no year
			mark[i] = true
			s.columns = append(s.columns, found)
			continue
		}
		s.left = append(s.left, i)
	}
	slices.Sort(s.columns)
	s.columns = slices.Compact(s.columns)
	return s
}

func (s *signed) has(set map[string]bool) bool {
	return slices.ContainsFunc(s.words, func(w string) bool { return set[w] })
}

var (
	countSaid  = pattern.New(`(?i)\b(?:how many|number of|count (?:of|the))\b`)
	oneRowSaid = pattern.New(`(?i)\b(?:one|each|a|an|every|single|individual|per) (?:single |individual |data )?(?:row|line|record|entry|observation)\b|\bwhat (?:do|does|are|` +
		`is) (?:the |all the )?(?:rows|lines|records|entries)\b`)
	whenToWhen = pattern.New(`(?i)\bfrom when\b|\bhow far back\b|\b(?:what|which|over what|over which) (?:time|period|span|stretch|dates|years|months|time ?span|time ?frame|` +
		`date range)\b|\b(?:first|earliest|oldest|start|begin)\w* (?:and|to|until) (?:the )?(?:last|latest|newest|end|stop)\w*\b|\b(?:since|until|till) when\b|` +
		`\bwhen (?:does|do|did)\b.*\b(?:start|begin|end|stop|finish)|\b(?:time|date|period)s? (?:span|range|covered)`)
	notFilled = pattern.New(`(?i)\bnot (?:always |everywhere |completely |fully |quite )?(?:filled|complete|given|there|entered)\b|\bleft (?:empty|blank|out)\b|` +
		`\bfilled in (?:everywhere|for all|in every|completely)\b`)
	perEach    = pattern.New(`(?i)\b(?:per|for each|for every|about each|about every|of each|of every|on each|on every|for one|about one)\b`)
	oneOfFiles = pattern.New(`(?i)\b(?:which|what)(?: one)?(?: of)?(?: the| these| those| our| my)* (?:files?|tables?|lists?|sheets?|spreadsheets?|workbooks?|csvs?|documents?|` +
		`registers?|datasets?)\b`)
	whetherSaid = pattern.New(`(?i)^(?:is|are) there\b|^(?:does|do) (?:it|they|this|that|the \S+|these|\S+\.\S+) (?:say|tell|have|hold|contain|give|record|list|show|include|mention|` +
		`note)\b|\b(?:which|what) (?:column|field|heading|header)s?\b|\bwhere (?:would|do|can|could|will|should|might) (?:i|we|you|one) (?:see|find|look|` +
		`read)\b|^any\b`)
	tableSaid = pattern.New(`(?i)\b(?:in|on) (?:here|there|it|this|the (?:\S+ ){0,2}(?:file|table|sheet|register|list|spreadsheet|data|csv|workbook)|\S+\.\w{3,4})$|\bsay anywhere\b`)
	ofType    = pattern.New(`(?i)\b(?:what|which) (?:kind|type|sort|unit|format|currency)\b|\b(?:is|are|does|do)\b.*\b(?:or|just|really)\b|\bdata type\b`)
)

// bySigns takes a question for one about a table where all of its words are of tables, and those that are decide for what it asks. It is for
// questions that follow no known form, and knows the table.
func (p *Planner) bySigns(ctx context.Context, question string, tables []*Table) (a About, ok bool, err error) {
	bare := bareAsked(strings.NewReplacer("e-mail", "email", "E-mail", "email", "? ", " ", ". ", " ", ";", " ", ":", " ").Replace(strings.Join(strings.Fields(question), " ")))
	if bare == "" || len(bare) > maxAboutLength {
		return a, false, nil
	}
	if len(tables) > 1 && oneOfFiles.MatchString(bare) && !sheetsAsked(bare) {
		return p.fileBySigns(ctx, bare, tables)
	}
	var best []int
	var all []signed
	for i, t := range tables {
		s := p.sign(bare, t)
		all = append(all, s)
		if s.named {
			best = append(best, i)
		}
	}
	if len(best) == 0 || len(best) == len(tables) {
		best = nil
		for i := range tables {
			best = append(best, i)
		}
	}
	for _, i := range best {
		s := &all[i]
		aspect := s.aspect(tables[i])
		if aspect == "" || aspect != ForColumn && len(s.left) > 0 {
			continue
		}
		got := About{Aspect: aspect, Tables: []int{i}, Named: s.named, Counts: nil}
		switch aspect {
		case OfTable, OfSheets:
			got.Tables = best
			return got, true, nil
		case OfRows:
			got.Counts = countsOf(s.counted())
		case ForColumn:
			got.Sought = s.sought(tables[i])
			if got, ok, err = p.seeks(ctx, got, tables); err != nil || !ok {
				return a, false, err
			}
			if got.Columns == nil && !tableSaid.MatchString(bare) || p.inCells(s, tables[i]) {
				return a, false, nil
			}
			return got, true, nil
		case OfValues, OfColumn, OfSpan, OfEmpties:
			if len(s.columns) > 0 {
				got.Columns = map[int][]int{i: s.columns}
			}
		}
		return got, true, nil
	}
	return a, false, nil
}

func sheetsAsked(bare string) bool {
	return regexp.MustCompile(`(?i)\b(?:sheets|tabs|worksheets)\b`).MatchString(bare)
}

// aspect says for what the words ask; "" where they do not say it.
func (s *signed) aspect(t *Table) Aspect {
	whole := len(s.left) == 0
	counts := countSaid.MatchString(s.bare)
	switch {
	case s.has(gapWords) && whole || notFilled.MatchString(s.bare):
		return OfEmpties
	case counts && whole && len(s.columns) == 0 && s.has(sheetWords) && !s.has(rowWords) && !s.has(columnWords):
		return OfSheets
	case whole && len(s.columns) == 1 && s.has(valueWords) && !strings.HasPrefix(strings.ToLower(s.bare), "how many"):
		return OfValues
	case counts && whole && (len(s.columns) == 0 && (s.has(rowWords) || s.has(columnWords)) || len(s.columns) <= 1 && perEach.MatchString(s.bare) && s.has(factWords)):
		return OfRows
	case oneRowSaid.MatchString(s.bare) && !counts && (whole && len(s.columns) <= 1):
		return OfRow
	case whole && whenToWhen.MatchString(s.bare) && s.dated(t):
		return OfSpan
	case whole && len(s.columns) == 1 && ofType.MatchString(s.bare) && s.has(ofTypeWords):
		return OfColumn
	case whole && len(s.columns) > 0 && !counts && (s.has(valueWords) || s.has(timesWords) || s.has(sortWords)):
		return OfValues
	case whole && len(s.columns) == 0 && s.has(columnWords):
		return OfColumns
	case whole && len(s.columns) == 0 && s.has(sheetWords) && !s.has(rowWords):
		return OfSheets
	case whole && perEach.MatchString(s.bare) && s.has(factWords) && !counts && len(s.columns) <= 1:
		return OfColumns
	case whole && len(s.columns) == 0 && s.has(wholeWords) && (s.named || s.has(fileWords)) && !counts:
		return OfTable
	case whetherSaid.MatchString(s.bare):
		return ForColumn
	}
	return ""
}

// dated reports whether the columns that are named are of dates or years; none may be named.
func (s *signed) dated(t *Table) bool {
	return !slices.ContainsFunc(s.columns, func(c int) bool { return t.Columns[c].Kind != "date" && t.Columns[c].Kind != "number" })
}

// counted is the part of the question that says what is counted.
func (s *signed) counted() string {
	if at := countSaid.FindStringIndex(s.bare); at != nil {
		rest := s.bare[at[1]:]
		words := strings.Fields(rest)
		for i, w := range words {
			if w = strings.ToLower(strings.Trim(w, ",.;")); rowWords[w] {
				return "rows"
			} else if columnWords[w] || factWords[w] && i < 4 && w != "record" {
				return "columns"
			}
		}
	}
	return s.bare
}

// sought is what a question looks for: its words but for those of tables.
func (s *signed) sought(t *Table) string {
	var list []string
	for i, w := range s.words {
		if i >= s.file && i < s.file+s.fileLen {
			continue
		}
		if !columnWords[w] && !fileWords[w] && !aboutIdle[w] && !rowWords[w] && (w == "name" || !aboutNouns[w]) {
			list = append(list, w)
		}
	}
	return strings.Join(list, " ")
}

// inCells reports whether cells have the words that are looked for.
func (p *Planner) inCells(s *signed, t *Table) bool {
	x := p.stems.indexOf(t)
	return len(s.left) > 0 && !slices.ContainsFunc(s.left, func(i int) bool { return len(x.words[p.stems.of(s.words[i])]) == 0 })
}

// fileBySigns finds the file that has what a question looks for.
func (p *Planner) fileBySigns(ctx context.Context, bare string, tables []*Table) (About, bool, error) {
	a := About{Aspect: OfFile}
	for i := range tables {
		a.Tables = append(a.Tables, i)
	}
	var list []string
	for _, w := range tokens(camel(bare)) {
		if !columnWords[w] && !fileWords[w] && !aboutIdle[w] && !aboutNouns[w] {
			list = append(list, w)
		}
	}
	a.Sought = strings.Join(list, " ")
	return p.seeks(ctx, a, tables)
}
