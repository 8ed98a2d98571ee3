package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// ByModel is the How of a part that a language model read in a sentence.
const ByModel How = "model"

// A Claim is the meaning that a model gives to a piece of a sentence.
type Claim struct {
	Words  string   `json:"words"`  // as they stand in the sentence
	Key    string   `json:"key"`    // of the query language
	Values []string `json:"values"` // any of them
	From   string   `json:"from"`   // of a range, in place of values
	To     string   `json:"to"`
	Not    bool     `json:"not"` // files with it are left out
}

// Constraint is a claim in the query language.
func (c Claim) Constraint() spar.Constraint {
	out := spar.Constraint{Key: strings.ToLower(c.Key), Not: c.Not, Guess: true}
	if c.From != "" || c.To != "" {
		out.Values = []spar.Match{{Range: true, From: c.From, To: c.To}}
		return out
	}
	for _, v := range c.Values {
		out.Values = append(out.Values, spar.Match{Text: v})
	}
	return out
}

// An Offer is a key that a model may use, with values that a sentence may mean.
type Offer struct {
	Key    string
	Values []string // some of the values in files; none where any date or number will do
}

// Sizes of an offer.
const (
	allValues   = 20 // values of a key that are all offered
	someValues  = 15 // values that share a word with the sentence
	mostClaims  = 20
	mostOffered = 60 // keys
)

// Offers gives the keys of a vocabulary that a model may use to read a sentence. A key with few values offers all; any other key offers the
// values that share a word with the sentence. The same holds for names of tags.
func (v *Vocabulary) Offers(text string) []Offer {
	all, near := map[string]map[string]bool{}, map[string]map[string]bool{}
	said := map[string]bool{}
	for _, t := range lexemesOf(text) {
		for _, w := range strings.Fields(t.stem) {
			if len(w) > 2 && !Common(w, "en") {
				said[w] = true
			}
		}
	}
	put := func(m map[string]map[string]bool, n name, most int) {
		if m[n.key] == nil {
			m[n.key] = map[string]bool{}
		}
		if len(m[n.key]) <= most {
			m[n.key][n.value] = true
		}
	}
	for words, names := range v.phrases {
		shares := false
		for w := range strings.FieldsSeq(words) {
			shares = shares || said[w]
		}
		for _, n := range names {
			if n.weak {
				continue
			}
			put(all, n, allValues)
			if shares {
				put(near, n, someValues)
			}
		}
	}
	list := []Offer{{Key: "modified"}, {Key: "size"}}
	if len(v.formats) > 0 {
		o := Offer{Key: "type"}
		for f := range v.formats {
			o.Values = append(o.Values, f)
		}
		list = append(list, o)
	}
	for key := range v.has {
		if has(weak, key) || strings.HasPrefix(key, "entity.") {
			continue
		}
		values := all[key]
		if len(values) > allValues {
			if values = near[key]; len(values) == 0 {
				continue
			}
		}
		o := Offer{Key: key}
		for value := range values {
			o.Values = append(o.Values, value)
		}
		list = append(list, o)
	}
	for i := range list {
		slices.Sort(list[i].Values)
	}
	slices.SortFunc(list, func(a, b Offer) int { return cmp.Or(cmp.Compare(rank(a.Key), rank(b.Key)), cmp.Compare(a.Key, b.Key)) })
	return list[:min(len(list), mostOffered)]
}

// holds reports whether a value of a key is in the vocabulary; true of keys whose values it does not know.
func (v *Vocabulary) holds(key, value string) bool {
	if key == "type" {
		return v.formats[value]
	}
	for _, n := range v.phrases[phrase(value)] {
		if n.key == key && strings.EqualFold(n.value, value) {
			return true
		}
	}
	for _, names := range v.phrases {
		if slices.ContainsFunc(names, func(n name) bool { return n.key == key }) {
			return false
		}
	}
	return true
}

// With adds a model's claims about a sentence to the rules' parts, as guesses: a model leaves out no file. The rules' parts stay, even
// where the model disagrees. If a single claim has words that are not in the sentence, a key that was not offered or a value that nothing
// has, no claim is taken, and doubt gives the reason.
func (s Sentence) With(claims []Claim, names *Vocabulary, offers []Offer, valid func(spar.Constraint) error) (out Sentence, doubt string) {
	if len(claims) > mostClaims {
		return s, "it claims more than a sentence says"
	}
	var parts []Part
	low := strings.ToLower(s.Text)
	for _, c := range claims {
		words := strings.ToLower(strings.TrimSpace(c.Words))
		at := -1
		if words != "" && len(low) == len(s.Text) {
			at = strings.Index(low, words)
		}
		if at < 0 {
			return s, "it claims words that do not stand in the sentence"
		}
		con := c.Constraint()
		if !slices.ContainsFunc(offers, func(o Offer) bool { return o.Key == con.Key }) {
			return s, "it names an attribute that is not there"
		}
		if len(con.Values) == 0 {
			return s, "it names an attribute without a value"
		}
		for _, m := range con.Values {
			if !m.Range && !names.holds(con.Key, m.Text) {
				return s, "it names a value that no file has"
			}
		}
		if err := valid(con); err != nil {
			return s, "it says what the query language cannot"
		}
		span := Span{at, at + len(words)}
		understood := false
		for _, p := range s.Parts {
			for _, o := range p.Spans {
				understood = understood || span.Start < o.End && o.Start < span.End
			}
			understood = understood || p.Constraint.Key == con.Key
		}
		if s.Associated != nil {
			understood = understood || span.Start < s.Associated.End && s.Associated.Start < span.End
		}
		if !understood {
			parts = append(parts, Part{Spans: []Span{span}, Constraint: con, How: ByModel, Guess: true})
		}
	}
	s.Parts = append(slices.Clone(s.Parts), parts...)
	slices.SortStableFunc(s.Parts, func(a, b Part) int { return cmp.Compare(a.Spans[0].Start, b.Spans[0].Start) })
	return s, ""
}
