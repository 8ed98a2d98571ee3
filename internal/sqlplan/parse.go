package sqlplan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a statement: models repeat themselves, and nesting is read by recursion.
const (
	maxBytes = 8 << 10
	maxDepth = 40
)

// A kind says what a token or an expression is.
type kind int

const (
	nothing  kind = iota
	sign          // an operator, a parenthesis or a comma
	bare          // a keyword, a function or a plain name
	name          // a column, or a name in quotes
	number        // digits
	text          // a string
	star          // all columns
	call          // a function of args, by its name in lower case
	operator      // args joined by an operator, in lower case
	choice        // CASE WHEN args[0] THEN args[1] ELSE args[2] END
	subquery
)

type token struct {
	kind kind
	text string
}

// An expr is an expression of a statement.
type expr struct {
	kind     kind
	text     string // name, digits, string, function or operator
	args     []*expr
	distinct bool   // COUNT(DISTINCT ...)
	query    *query // of a subquery
}

// A query is one SELECT.
type query struct {
	distinct bool
	items    []*expr
	aliases  map[string]*expr // of items
	from     string
	where    *expr // nil for none
	group    []*expr
	having   *expr
	order    *expr // the first term; others only part ties
	desc     bool
	limit    int // 0: none
}

// lex splits a statement. It stops at a semicolon: what comes behind belongs to another one.
func lex(s string) (list []token, err error) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case strings.HasPrefix(s[i:], "--"):
			if end := strings.IndexByte(s[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(s)
			}
		case r == ';':
			return list, nil
		case r == '\'' || r == '"' || r == '`' || r == '[':
			closing := byte(r)
			if r == '[' {
				closing = ']'
			}
			var b strings.Builder
			j := i + 1
			for ; ; j++ {
				if j >= len(s) {
					return nil, fmt.Errorf("a quote is not closed")
				}
				if s[j] == closing {
					if r == '[' || j+1 >= len(s) || s[j+1] != closing {
						break
					}
					j++ // doubled: the sign itself
				}
				b.WriteByte(s[j])
			}
			k := name
			if r == '\'' {
				k = text
			}
			list, i = append(list, token{k, b.String()}), j+1
		case unicode.IsDigit(r) || r == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			j := i
			for j < len(s) && (s[j] >= '0' && s[j] <= '9' || s[j] == '.') {
				j++
			}
			if j == i {
				return nil, fmt.Errorf("%q is not understood", r)
			}
			list, i = append(list, token{number, s[i:j]}), j
		case unicode.IsLetter(r) || r == '_':
			j := i
			for j < len(s) {
				r, size := utf8.DecodeRuneInString(s[j:])
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
					break
				}
				j += size
			}
			list, i = append(list, token{bare, s[i:j]}), j
		default:
			n := 1
			if i+1 < len(s) && slices.Contains([]string{"<=", ">=", "<>", "!=", "==", "||"}, s[i:i+2]) {
				n = 2
			} else if !strings.ContainsRune("()*,+-/<>=.%", r) {
				return nil, fmt.Errorf("%q is not understood", r)
			}
			list, i = append(list, token{sign, s[i : i+n]}), i+n
		}
	}
	return list, nil
}

// reserved are words that end an expression or a name without quotes.
var reserved = strings.Fields("select from where group by having order limit and or not in like between is null as case when then else end asc desc distinct " +
	"union join left right inner outer on offset using natural cross intersect except with filter over")

// A parser reads tokens. Its first fault ends it.
type parser struct {
	list  []token
	depth int
	err   error
}

// mostWords is how many words of a label are joined that a model has not put in quotes.
const mostWords = 6

// joined makes one name of words side by side that are a label with spaces: small models forget the quotes. So does it of CASE where that is
// a label and no WHEN follows.
func joined(list []token, labels []string) (out []token) {
	for i := 0; i < len(list); i++ {
		words, last := "", i
		for j := i; j < min(len(list), i+mostWords) && (list[j].kind == bare || list[j].kind == number && j > i); j++ {
			words = strings.TrimSpace(words + " " + list[j].text)
			if j > i && slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, words) }) {
				last = j
			}
		}
		t := list[i]
		if t.kind == bare && strings.EqualFold(t.text, "case") && slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, t.text) }) &&
			(i+1 == len(list) || !strings.EqualFold(list[i+1].text, "when")) {
			t.kind = name
		}
		for _, more := range list[i+1 : last+1] {
			t = token{name, t.text + " " + more.text}
		}
		out, i = append(out, t), last
	}
	return out
}

// parse reads one SELECT over columns with the labels. All of the grammar is here; anything else is an error.
func parse(statement string, labels []string) (*query, error) {
	if len(statement) > maxBytes {
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", len(statement), maxBytes)
	}
	list, err := lex(statement)
	if err != nil {
		return nil, err
	}
	p := parser{list: joined(list, labels)}
	q := p.query()
	if p.err == nil && len(p.list) > 0 {
		p.fail("%q is not understood", p.list[0].text)
	}
	return q, p.err
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.list = nil
}

func (p *parser) peek(n int) token {
	if n < len(p.list) {
		return p.list[n]
	}
	return token{}
}

// is reports whether words and signs come next, and takes them then.
func (p *parser) is(words ...string) bool {
	for i, w := range words {
		if t := p.peek(i); t.kind != bare && t.kind != sign || !strings.EqualFold(t.text, w) {
			return false
		}
	}
	p.list = p.list[len(words):]
	return true
}

func (p *parser) must(words ...string) {
	if !p.is(words...) {
		p.fail("%s is expected before %q", strings.ToUpper(strings.Join(words, " ")), p.peek(0).text)
	}
}

// deeper bounds the nesting of what begins.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail("it is nested too deeply")
	}
	return func() { p.depth-- }
}

func (p *parser) query() *query {
	defer p.deeper()()
	q := &query{aliases: map[string]*expr{}}
	p.must("select")
	q.distinct = p.is("distinct")
	for p.err == nil {
		e := p.expr()
		q.items = append(q.items, e)
		if p.is("as") || p.plainName() {
			q.aliases[strings.ToLower(p.name())] = e
		}
		if !p.is(",") {
			break
		}
	}
	if p.is("from") {
		if q.from = p.name(); p.is("as") || p.plainName() {
			p.name()
		}
	}
	if p.is("where") {
		q.where = p.expr()
	}
	if p.is("group", "by") {
		q.group = p.exprs()
	}
	if p.is("having") {
		q.having = p.expr()
	}
	if p.is("order", "by") {
		q.order, q.desc = p.orderTerm()
		for p.is(",") {
			p.orderTerm()
		}
	}
	if p.is("limit") {
		t := p.peek(0)
		n, err := strconv.Atoi(t.text)
		if t.kind != number || err != nil || n < 1 {
			p.fail("the limit %q is no number above 0", t.text)
			return q
		}
		q.limit, p.list = n, p.list[1:]
	}
	return q
}

func (p *parser) orderTerm() (e *expr, desc bool) {
	e = p.expr()
	if desc = p.is("desc"); !desc {
		p.is("asc")
	}
	_ = p.is("nulls", "last") || p.is("nulls", "first")
	return e, desc
}

func (p *parser) exprs() (list []*expr) {
	for p.err == nil {
		list = append(list, p.expr())
		if !p.is(",") {
			break
		}
	}
	return list
}

// plainName reports whether the next token can be a name.
func (p *parser) plainName() bool {
	t := p.peek(0)
	return t.kind == name || t.kind == bare && !slices.Contains(reserved, strings.ToLower(t.text))
}

func (p *parser) name() string {
	if !p.plainName() && p.peek(0).kind != text {
		p.fail("a name is expected before %q", p.peek(0).text)
		return ""
	}
	s := p.list[0].text
	p.list = p.list[1:]
	return s
}

func join(op string, args ...*expr) *expr { return &expr{kind: operator, text: op, args: args} }

func (p *parser) expr() *expr {
	defer p.deeper()()
	e := p.both()
	for p.is("or") {
		e = join("or", e, p.both())
	}
	return e
}

func (p *parser) both() *expr {
	e := p.denied()
	for p.is("and") {
		e = join("and", e, p.denied())
	}
	return e
}

func (p *parser) denied() *expr {
	defer p.deeper()()
	if p.is("not") {
		return join("not", p.denied())
	}
	return p.comparison()
}

func (p *parser) comparison() *expr {
	e := p.sum()
	for _, op := range []string{"=", "==", "!=", "<>", "<=", ">=", "<", ">"} {
		if p.is(op) {
			op = strings.NewReplacer("==", "=", "<>", "!=").Replace(op)
			return join(op, e, p.sum())
		}
	}
	not := p.is("not")
	switch {
	case p.is("between"):
		low := p.sum()
		p.must("and")
		high := p.sum()
		e = join("and", join(">=", e, low), join("<=", e, high))
	case p.is("like"):
		e = join("like", e, p.sum())
	case p.is("in"):
		p.must("(")
		e = join("in", append([]*expr{e}, p.exprs()...)...)
		p.must(")")
	case p.is("is"):
		e = join("is", e)
		if p.is("not") {
			e = join("not", e)
		}
		p.must("null")
	case not:
		p.fail("NOT stands before %q", p.peek(0).text)
	}
	if not {
		return join("not", e)
	}
	return e
}

func (p *parser) sum() *expr {
	e := p.product()
	for {
		switch {
		case p.is("+"):
			e = join("+", e, p.product())
		case p.is("-"):
			e = join("-", e, p.product())
		default:
			return e
		}
	}
}

func (p *parser) product() *expr {
	e := p.one()
	for {
		switch {
		case p.is("*"):
			e = join("*", e, p.one())
		case p.is("/"):
			e = join("/", e, p.one())
		default:
			return e
		}
	}
}

func (p *parser) one() *expr {
	defer p.deeper()()
	t := p.peek(0)
	switch {
	case p.is("("):
		var e *expr
		if t := p.peek(0); t.kind == bare && strings.EqualFold(t.text, "select") {
			e = &expr{kind: subquery, query: p.query()}
		} else {
			e = p.expr()
		}
		p.must(")")
		return e
	case p.is("*"):
		return &expr{kind: star}
	case p.is("-"):
		e := p.one()
		if e.kind != number {
			p.fail("a sign stands before no number")
		}
		return &expr{kind: number, text: "-" + e.text}
	case p.is("case"):
		return p.choice()
	case t.kind == number || t.kind == text:
		p.list = p.list[1:]
		return &expr{kind: t.kind, text: t.text}
	case t.kind == bare && p.peek(1) == (token{sign, "("}):
		return p.call()
	case !p.plainName():
		p.fail("a column or a value is expected before %q", t.text)
		return &expr{}
	}
	e := &expr{kind: name, text: p.name()}
	if p.is(".") { // t1.Income
		if p.is("*") {
			return &expr{kind: star}
		}
		e.text = p.name()
	}
	return e
}

func (p *parser) choice() *expr {
	p.must("when")
	e := &expr{kind: choice, args: []*expr{p.expr()}}
	p.must("then")
	e.args = append(e.args, p.expr())
	if p.is("else") && !p.is("null") {
		e.args = append(e.args, p.expr())
	}
	p.must("end")
	return e
}

func (p *parser) call() *expr {
	e := &expr{kind: call, text: strings.ToLower(p.list[0].text)}
	p.list = p.list[2:]
	if e.distinct = p.is("distinct"); p.is(")") {
		return e
	}
	e.args = p.exprs()
	if e.text == "cast" {
		p.must("as")
		p.name()
	}
	if e.text == "extract" && p.is("from") {
		e.args = append(e.args, p.expr())
	}
	p.must(")")
	if p.is("filter", "(", "where") { // COUNT(*) FILTER (WHERE ...)
		e = &expr{kind: call, text: e.text, distinct: e.distinct, args: []*expr{{kind: choice, args: []*expr{p.expr(), e.args[0]}}}}
		p.must(")")
	}
	return e
}
