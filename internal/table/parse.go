package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

// maxPlan bounds the text of a plan, in bytes.
const maxPlan = 64 << 10

// Parse reads a plan. Errors are spar.Invalid and name the place.
func Parse(text string) (Plan, error) {
	if len(text) > maxPlan {
		return Plan{}, spar.Errorf(spar.Invalid, "the plan has %d bytes; at most %d are read", len(text), maxPlan)
	}
	words, err := lex(text)
	if err != nil {
		return Plan{}, err
	}
	p := parser{words: words}
	plan := p.plan()
	if p.err != nil {
		return Plan{}, p.err
	}
	return plan, nil
}

// A word of a plan.
type word struct {
	text   string
	at     int  // byte of the plan
	quoted bool // never a keyword
}

func lex(text string) ([]word, error) {
	var words []word
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return nil, spar.Errorf(spar.Invalid, "the plan is no UTF-8 text at byte %d", i)
		case unicode.IsSpace(r):
			i += size
		case r == '"':
			var b strings.Builder
			j, closed := i+1, false
			for ; j < len(text); j++ {
				if text[j] == '"' {
					closed = true
					break
				}
				if text[j] == '\\' && j+1 < len(text) {
					if j++; text[j] == 'n' {
						b.WriteByte('\n')
						continue
					}
				}
				b.WriteByte(text[j])
			}
			if !closed {
				return nil, spar.Errorf(spar.Invalid, "the quote at byte %d of the plan is not closed", i)
			}
			words = append(words, word{b.String(), i, true})
			i = j + 1
		case strings.ContainsRune("(),", r):
			words = append(words, word{text: text[i : i+1], at: i})
			i++
		case strings.ContainsRune("=!<>", r):
			j := i + 1
			if j < len(text) && text[j] == '=' {
				j++
			}
			words = append(words, word{text: text[i:j], at: i})
			i = j
		default:
			j := i
			for j < len(text) {
				r, size := utf8.DecodeRuneInString(text[j:])
				if unicode.IsSpace(r) || strings.ContainsRune(`"(),=!<>`, r) || r == utf8.RuneError && size == 1 {
					break
				}
				j += size
			}
			words = append(words, word{text: text[i:j], at: i})
			i = j
		}
	}
	return words, nil
}

type parser struct {
	words []word
	err   error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = spar.Errorf(spar.Invalid, format, args...)
	}
	p.words = nil
}

// is reports whether the next word is the keyword or sign, and takes it then.
func (p *parser) is(text string) bool {
	if len(p.words) > 0 && !p.words[0].quoted && strings.EqualFold(p.words[0].text, text) {
		p.words = p.words[1:]
		return true
	}
	return false
}

// peek is the next word if it is not quoted.
func (p *parser) peek() string {
	if len(p.words) == 0 || p.words[0].quoted {
		return ""
	}
	return strings.ToLower(p.words[0].text)
}

// name takes a label, a name or a value.
func (p *parser) name(what string) string {
	if len(p.words) == 0 {
		p.fail("the plan ends where %s is expected", what)
		return ""
	}
	w := p.words[0]
	if !w.quoted && (keywords[strings.ToLower(w.text)] || strings.Contains("(),=!=<=>=", w.text)) {
		p.fail("%s is expected at byte %d of the plan, before %q; put a name that is a word of plans in quotes", what, w.at, w.text)
		return ""
	}
	p.words = p.words[1:]
	return w.text
}

func (p *parser) plan() (out Plan) {
	if !p.is("from") {
		p.fail("a plan begins with: from TABLE")
	}
	for {
		out.From = append(out.From, p.name("the name of a table"))
		if !p.is(",") {
			break
		}
	}
	if p.is("within") {
		out.Within = p.conditions(nil)
	}
	if p.is("where") {
		out.Where = p.conditions(&out.Either)
		if p.err == nil && p.peek() == "or" {
			p.fail("alternatives stand in parentheses: where (A = 1 or B = 2); put them there before byte %d of the plan", p.words[0].at)
		}
	}
	if p.is("group") {
		out.Group = p.item()
	}
	if p.is("having") {
		out.Having = p.conditions(nil)
	}
	if p.err == nil && !p.is("select") {
		if len(p.words) > 0 {
			p.fail("%q is not understood at byte %d of the plan; it goes: from TABLE where LABEL OP VALUE group LABEL select ITEM order ITEM desc limit N", p.words[0].text, p.words[0].at)
		} else {
			p.fail("the plan does not say what to select")
		}
	}
	for p.err == nil {
		out.Select = append(out.Select, p.item())
		if !p.is(",") {
			break
		}
	}
	if p.is("order") {
		o := Order{Item: p.item()}
		if o.Desc = p.is("desc"); !o.Desc {
			p.is("asc")
		}
		out.Order = &o
	}
	if p.is("limit") {
		n, err := strconv.Atoi(p.name("a number"))
		if p.err == nil && (err != nil || n < 1) {
			p.fail("the limit of a plan is a number above 0")
		}
		out.Limit = n
		if p.is("with") {
			if out.Ties = p.is("ties"); !out.Ties {
				p.fail("behind the limit of a plan stands nothing, or: with ties")
			}
		}
	}
	if p.err == nil && len(p.words) > 0 {
		p.fail("%q is not understood at byte %d of the plan", p.words[0].text, p.words[0].at)
	}
	return out
}

// conditions takes conditions joined by "and"; where either is not nil, one of them may be alternatives in parentheses.
func (p *parser) conditions(either *[][]Condition) (list []Condition) {
	for p.err == nil {
		if len(p.words) > 0 && p.peek() == "(" {
			at := p.words[0].at
			if either == nil || len(*either) > 0 {
				p.fail("only the conditions of where have alternatives in parentheses, and once; those at byte %d of the plan are too many", at)
				return nil
			}
			p.is("(")
			for p.err == nil {
				*either = append(*either, p.conditions(nil))
				if !p.is("or") {
					break
				}
			}
			switch {
			case p.err == nil && !p.is(")"):
				p.fail("the parenthesis at byte %d of the plan is not closed", at)
			case p.err == nil && len(*either) == 1: // no alternative
				list, *either = append(list, (*either)[0]...), nil
			}
			if p.is("and") {
				continue
			}
			return list
		}
		c := Condition{Item: p.item()}
		if len(p.words) == 0 {
			p.fail("the plan ends where one of %s is expected", strings.Join(ops, " "))
			return nil
		}
		w := p.words[0]
		if c.Op = strings.ToLower(w.text); w.quoted || !slices.Contains(ops, c.Op) {
			p.fail("%q at byte %d of the plan compares nothing; use one of %s", w.text, w.at, strings.Join(ops, " "))
			return nil
		}
		p.words = p.words[1:]
		if c.Op == "in" {
			if !p.is("(") {
				p.fail("in is followed by values in parentheses")
			}
			for p.err == nil {
				c.Values = append(c.Values, p.name("a value"))
				if !p.is(",") {
					break
				}
			}
			if p.err == nil && !p.is(")") {
				p.fail("the parenthesis behind in is not closed")
			}
		} else {
			c.Values = []string{p.name("a value")}
		}
		list = append(list, c)
		if p.is("and") {
			continue
		}
		switch p.peek() { // conditions may stand side by side
		case "", "group", "having", "select", "where", "order", "limit", "or", ")":
			if len(p.words) == 0 || !p.words[0].quoted {
				return list
			}
		}
	}
	return list
}

func (p *parser) item() Item {
	if len(p.words) > 1 && !p.words[0].quoted && !p.words[1].quoted && p.words[1].text == "(" && !keywords[strings.ToLower(p.words[0].text)] {
		fn := strings.ToLower(p.words[0].text)
		at := p.words[0].at
		p.words = p.words[2:]
		known := slices.Concat(cellFns, rowFns, manyFns, pairFns, headFns, truthFns, otherFns)
		if !slices.Contains(known, fn) {
			p.fail("there is no function %s, named at byte %d of the plan%s", fn, at, nearest.Hint(fn, slices.Values(known)))
			return Item{}
		}
		it := Item{Fn: fn}
		if slices.Contains(pairFns, fn) && slices.Contains(manyFns, p.peek()) && len(p.words) > 1 && p.words[1].text == "(" {
			of := p.item()
			if it.Of = &of; p.err == nil && !p.is(")") {
				p.fail("the parenthesis of %s is not closed", fn)
			}
			return it
		}
		if fn == "above" || fn == "below" {
			if it.Than = p.name("a number"); p.err == nil && newOperand(it.Than).Kind != spar.Number {
				p.fail("%s compares cells with a number, and %q at byte %d of the plan is none", fn, it.Than, at)
			}
			p.is(",")
		}
		for !p.is(")") && p.err == nil {
			it.Labels = append(it.Labels, p.name("the label of a column"))
			if len(it.Labels) == 1 && p.is("-") {
				if it.Less = p.name("the label of a column"); p.err == nil && p.peek() != ")" {
					p.fail("%s takes one difference of columns and nothing else", fn)
				}
			}
			if !p.is(",") && p.peek() != ")" {
				p.fail("the parenthesis of %s is not closed", fn)
			}
		}
		return it
	}
	it := Item{Labels: []string{p.name("the label of a column")}}
	if p.is("-") {
		it.Less = p.name("the label of a column")
	}
	return it
}
