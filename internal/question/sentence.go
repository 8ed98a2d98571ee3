package question

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A Sentence is the meaning of a line that names files: a command, the files to use, and the words to search them for.
type Sentence struct {
	Text       string
	Command    Command
	Name       string // of the workspace that it is about, or ""
	To         string // the new name, or whom to share with, or ""
	Parts      []Part // the parts that choose files, in the order of the sentence
	Associated *Span  // where it asks for what belongs to the files
	Aside      []Span // the parts about the asker, which say nothing of files
	Keywords   []Span // the remaining words, to be searched for
	Unclear    []Unclear
	Corrected  []Correction // words that were taken for others
	Model      string       // that read the sentence, too
	Declined   string       // why nothing that a model said was taken
}

// A Command is what a sentence wants done.
type Command string

// The commands. Query, Build and Reset are queryDtb, buildUpdateDtb and resetDtb of the paper; Build also makes a workspace anew.
const (
	Query      Command = "query"
	Build      Command = "build"
	Update     Command = "update"
	Reset      Command = "reset"
	Archive    Command = "archive"
	Reactivate Command = "reactivate"
	Delete     Command = "delete"
	Rename     Command = "rename"
	Share      Command = "share"
	Workspaces Command = "list"
)

// A Span is a piece of a sentence in bytes, [Start, End).
type Span struct{ Start, End int }

// Of is the text of a span.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// A How says how a part was recognised.
type How string

// From exact to nearly.
const (
	Exact   How = "exact"   // the name, value or date as it is
	Synonym How = "synonym" // another word for it
	Partly  How = "part"    // a part of a name that only one has
	Near    How = "near"    // a name that differs by a slip
)

// A Part is a constraint with the pieces of the sentence that led to it.
type Part struct {
	Spans      []Span
	Constraint spar.Constraint
	How        How
	Guess      bool              // it may mean nothing of the kind, in a command too
	Others     []spar.Constraint // other things that the same words may mean
	Doubt      *Doubt            // why it is a guess though it was said; nil for none

	first, last int // tokens
	date        *dated
	turned      bool // a denial has been taken into account
	typed       bool // it is written in the query language, and so never doubted
	group       int  // the group that the sentence joins, counted from 1; 0 for a part that holds for all
}

// An Unclear is a piece of a sentence that needs a question to the user. Without choices nobody knows its meaning.
type Unclear struct {
	Span
	Choices []spar.Constraint
}

// Options say when and where a sentence was written.
type Options struct {
	Question bool // it is a question, where "mail" and "picture" are rather its subject than formats
	Now      time.Time
	Fiscal   time.Month // the first month of the fiscal year, named by the calendar year it ends in; 0: January
}

// ParseSentence understands a sentence with the names of a vocabulary. It is deterministic, and what it does not know stays a
// keyword.
func ParseSentence(text string, names *Vocabulary, o Options) Sentence {
	if o.Now.IsZero() {
		o.Now = time.Now().UTC()
	}
	if o.Fiscal == 0 {
		o.Fiscal = time.January
	}
	if names == nil {
		names = NewVocabulary()
	}
	words := lexemesOf(text)
	if s, ok := parseSpoken(text, words, names, o); ok {
		return s
	}
	return understand(text, words, names, o)
}

// understand understands a sentence in English by its words.
func understand(text string, words []lexeme, names *Vocabulary, o Options) Sentence {
	p := &sentenceParser{text: text, tokens: words, names: names, o: o}
	s := Sentence{Text: text, Command: Query}
	p.command(&s)
	p.written()
	p.mend()
	p.remarks(&s)
	p.associated(&s)
	p.namesOfFiles()
	p.sizes()
	p.numbered()
	p.dates()
	p.versions()
	p.cued()
	p.topics()
	p.vocabulary()
	p.partly(&s)
	p.codes()
	p.shortened()
	p.pictured()
	p.participles()
	p.compounds()
	p.events(&s)
	p.turnDates()
	p.grouped()
	p.borne()
	p.keysOfDates()
	p.negate()
	p.prefaced()
	p.doubts()
	p.together()
	slices.SortStableFunc(p.parts, func(a, b Part) int { return cmp.Compare(a.first, b.first) })
	if has(" reset archive reactivate delete rename share list ", string(s.Command)) { // what it does it does with all of a workspace
		p.parts = nil
	}
	s.Corrected = p.corrections()
	s.Parts = p.joined()
	s.Keywords = p.keywords()
	slices.SortFunc(s.Unclear, func(a, b Unclear) int { return cmp.Compare(a.Start, b.Start) })
	return s
}

// compounds guesses the head of unknown compounds. They are searched for as well.
func (p *sentenceParser) compounds() {
	for i, t := range p.tokens {
		if t.head == "" || t.used || p.topic[i] {
			continue
		}
		if found := p.names.find(t.head, nil); len(found) > 0 {
			slices.SortStableFunc(found, func(a, b name) int { return cmp.Compare(rank(a.key), rank(b.key)) })
			p.add(i, i+1, single(found[0].key, found[0].value), Partly).Guess = true
			p.tokens[i].used = false
		}
	}
}

// pictured drops the formats of pictures where a part of the body or a modality is named: those pictures are scans.
func (p *sentenceParser) pictured() {
	if !slices.ContainsFunc(p.parts, func(o Part) bool { return o.Constraint.Key == "body-part" || o.Constraint.Key == "modality" }) {
		return
	}
	p.parts = slices.DeleteFunc(p.parts, func(o Part) bool {
		return o.Constraint.Key == "type" && o.first == o.last && p.oneOf(o.first, " image images picture pictures photo photos ")
	})
}

// Scope is the conjunction of the parts. With guess all of it is guessed.
func (s Sentence) Scope(guess bool) spar.Scope {
	var out spar.Scope
	for _, p := range s.Parts {
		c := p.Constraint
		c.Guess = guess || p.Guess
		out.Constraints = append(out.Constraints, c)
	}
	return out
}

// Rest is the text without pieces that only choose files and that no file contains: formats, and things left out. It is the whole text
// where nothing would remain, and where the sentence asks for files: "find the draft" seeks the draft.
func (s Sentence) Rest() string {
	if Parse(s.Text).Form == Files {
		return s.Text
	}
	var out strings.Builder
	at := 0
	var pieces []Span
	for _, p := range s.Parts {
		if p.Constraint.Key == "type" || p.Constraint.Not || p.Constraint.Key == "doc-status" {
			pieces = append(pieces, p.Spans...)
		}
	}
	slices.SortFunc(pieces, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	for _, p := range pieces {
		if p.Start >= at {
			out.WriteString(s.Text[at:p.Start])
			at = p.End
		}
	}
	out.WriteString(s.Text[at:])
	rest := strings.Join(strings.Fields(out.String()), " ")
	if len(pieces) == 0 || len(wordsOf(Without(rest, language(s.Text)))) == 0 {
		return s.Text
	}
	return rest
}

// About gives the words to search files for: the keywords.
func (s Sentence) About() string {
	var words []string
	for _, k := range s.Keywords {
		words = append(words, k.Of(s.Text))
	}
	return strings.Join(words, " ")
}

// A sentenceParser marks the tokens that it understands, one kind of thing after the other.
type sentenceParser struct {
	text   string
	tokens []lexeme
	names  *Vocabulary
	o      Options
	parts  []Part
	topic  []bool // by token: it is part of a subject
	clause []int  // by token: the verb that no rule read in whose clause it stands, or -1
}

func (p *sentenceParser) span(from, to int) Span {
	return Span{p.tokens[from].start, p.tokens[to-1].end}
}

// free reports whether none of some tokens is understood yet.
func (p *sentenceParser) free(from, to int) bool {
	return from >= 0 && to <= len(p.tokens) && !slices.ContainsFunc(p.tokens[from:to], func(t lexeme) bool { return t.used })
}

func (p *sentenceParser) use(from, to int) {
	for i := max(from, 0); i < min(to, len(p.tokens)); i++ {
		p.tokens[i].used = true
	}
}

// add makes a part of tokens.
func (p *sentenceParser) add(from, to int, c spar.Constraint, how How) *Part {
	p.use(from, to)
	for i := from; i < to; i++ {
		p.tokens[i].named = true
		if p.tokens[i].mended && how == Exact {
			how = Near
		}
	}
	p.parts = append(p.parts, Part{Spans: []Span{p.span(from, to)}, Constraint: c, How: how, first: from, last: to - 1})
	return &p.parts[len(p.parts)-1]
}

// is reports whether words stand at a place, in lower case.
func (p *sentenceParser) is(at int, phrase ...string) bool {
	if at < 0 || at+len(phrase) > len(p.tokens) {
		return false
	}
	for i, w := range phrase {
		if t := p.tokens[at+i]; t.quoted || t.low != w {
			return false
		}
	}
	return true
}

// oneOf reports whether the word at a place is one of a list.
func (p *sentenceParser) oneOf(at int, list string) bool {
	return at >= 0 && at < len(p.tokens) && !p.tokens[at].quoted && has(list, p.tokens[at].low)
}

// has reports whether a list, words between spaces, has a word.
func has(list, word string) bool { return word != "" && strings.Contains(list, " "+word+" ") }

func single(key, value string) spar.Constraint {
	return spar.Constraint{Key: key, Values: []spar.Match{{Text: value}}}
}

// joined makes one constraint of the parts with the same key and sign. Values of a key are alternatives; exclusions form a list too.
func (p *sentenceParser) joined() []Part {
	var out []Part
	for _, part := range p.parts {
		c := part.Constraint
		i := slices.IndexFunc(out, func(o Part) bool {
			return len(c.Any) == 0 && len(o.Constraint.Any) == 0 && o.Constraint.Key == c.Key && o.Constraint.Not == c.Not && o.Guess == part.Guess && joinable(c, o.Constraint) &&
				(c.Key != "tag" || c.Not || p.o.Question || p.either(o, part))
		})
		if i < 0 {
			out = append(out, part)
			continue
		}
		for _, v := range c.Values {
			if !slices.Contains(out[i].Constraint.Values, v) {
				out[i].Constraint.Values = append(out[i].Constraint.Values, v)
			}
		}
		out[i].Spans = append(out[i].Spans, part.Spans...)
		if part.How != Exact {
			out[i].How = part.How
		}
	}
	return out
}

// joinable reports whether two constraints on a key are alternatives: bounds of a number are not.
func joinable(a, b spar.Constraint) bool {
	bound := func(c spar.Constraint) bool {
		return slices.ContainsFunc(c.Values, func(m spar.Match) bool {
			return m.Range || strings.HasPrefix(m.Text, "<") || strings.HasPrefix(m.Text, ">")
		})
	}
	if a.Key == "name" || a.Key == "size" {
		return false
	}
	return !bound(a) && !bound(b)
}

// keywords are the runs of words that nothing understood and that say something.
func (p *sentenceParser) keywords() []Span {
	var out []Span
	from := -1
	end := func(to int) {
		for to > from && from >= 0 && p.empty(to-1) {
			to--
		}
		if from >= 0 && to > from {
			out = append(out, p.span(from, to))
		}
		from = -1
	}
	for i, t := range p.tokens {
		switch {
		case t.used || t.comma && from >= 0:
			end(i)
			if !t.used && !p.empty(i) {
				from = i
			}
		case p.empty(i):
			if from >= 0 && !has(inPhrase, t.low) {
				end(i)
			}
		case from < 0:
			from = i
		}
	}
	end(len(p.tokens))
	return out
}

// empty reports whether a token adds nothing to the search.
func (p *sentenceParser) empty(i int) bool {
	t := p.tokens[i]
	return !t.quoted && (Common(t.low, "en") || has(asking, t.low) || has(generic, t.stem))
}

// inPhrase are words that may stand inside of a phrase.
const inPhrase = " of the and for in on a an to "
