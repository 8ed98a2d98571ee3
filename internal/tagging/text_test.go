package tagging

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func passages(texts ...string) (list []spar.Passage) {
	for _, t := range texts {
		heading, text, ok := strings.Cut(t, "# ")
		if !ok {
			heading, text = "", t
		}
		list = append(list, spar.Passage{Kind: spar.TextPassage, Text: text, Locator: spar.Locator{Heading: heading, Page: 2}})
	}
	return list
}

func TestText(t *testing.T) {
	c := newContent(passages(
		"Terms# The Supplier shall give notice of",
		"Terms# termination in writing. Invoice No. A-12/7 applies.",
		"Liability# Each party's liabilty is limited to 1,000 EUR.",
	))
	for _, test := range []struct {
		text     Text
		evidence string
		want     bool
	}{
		{Text{Any: []string{"nothing", "SUPPLIER"}}, "supplier (p. 2, Terms)", true},
		{Text{Any: []string{"suppliers"}}, "", false},
		{Text{Phrase: []string{"notice of termination"}}, "notice of termination (p. 2, Terms)", true}, // across passages of a section
		{Text{Phrase: []string{"applies each"}}, "", false},                                            // and not across sections
		{Text{All: []string{"supplier", "writing"}}, "supplier (p. 2, Terms), writing (p. 2, Terms)", true},
		{Text{All: []string{"supplier", "absent"}}, "", false},
		{Text{Any: []string{"liability"}}, "liability (p. 2, Liability)", true}, // a heading is text
		{Text{Any: []string{"1000"}}, "1000 (p. 2, Liability)", true},
		{Text{Any: []string{"A-12/7"}}, "", true},
		{Text{Fuzzy: []string{"limitde"}}, "limited (p. 2, Liability)", true},
		{Text{Fuzzy: []string{"suplyer"}}, "", false},
		{Text{Fuzzy: []string{"suplyer~2"}}, "supplier (p. 2, Terms)", true},
		{Text{Regex: []string{`No\. [A-Z]-\d+`}}, "No. A-12 (p. 2, Terms)", true},
		{Text{Regex: []string{`no\. `}}, "", false},
		{Text{Regex: []string{`(?i)no\. `}, Any: []string{"absent"}}, "", false}, // all that it states
	} {
		if err := test.text.compile(); err != nil {
			t.Fatalf("%s: %v", test.text.String(), err)
		}
		evidence, ok := test.text.match(c)
		if ok != test.want || test.evidence != "" && evidence != test.evidence {
			t.Errorf("%s: got %v, %q; want %v, %q", test.text.String(), ok, evidence, test.want, test.evidence)
		}
	}
}

// TestWithin compares the edit distance with one that tries everything.
func TestWithin(t *testing.T) {
	var all []string
	var grow func(s string)
	grow = func(s string) {
		all = append(all, s)
		if len(s) < 4 {
			for _, r := range "abc" {
				grow(s + string(r))
			}
		}
	}
	grow("")
	// neighbours is everything one edit away, of parts that were not edited before.
	neighbours := func(s string) map[string]bool {
		out := map[string]bool{}
		for i := range len(s) + 1 {
			for _, r := range "abc" {
				out[s[:i]+string(r)+s[i:]] = true
				if i < len(s) {
					out[s[:i]+string(r)+s[i+1:]] = true
				}
			}
			if i < len(s) {
				out[s[:i]+s[i+1:]] = true
			}
			if i+1 < len(s) {
				out[s[:i]+s[i+1:i+2]+s[i:i+1]+s[i+2:]] = true
			}
		}
		return out
	}
	for _, a := range all {
		one := neighbours(a)
		for _, b := range all {
			if got, want := within([]rune(a), b, 1), a == b || one[b]; got != want {
				t.Errorf("within(%q, %q, 1) = %v, want %v", a, b, got, want)
			}
			if within([]rune(a), b, 2) != within([]rune(b), a, 2) {
				t.Errorf("within 2 of %q and %q depends on their order", a, b)
			}
		}
	}
	for _, far := range [][2]string{{"abcd", "badc"}, {"liability", "lability"}, {"über", "uber"}} {
		if !within([]rune(far[0]), far[1], 2) {
			t.Errorf("%q is within 2 of %q", far[1], far[0])
		}
	}
}
