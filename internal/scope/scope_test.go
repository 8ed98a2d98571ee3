package scope

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar"
	"pgregory.net/rapid"
)

func TestParsePrint(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"  type:pdf  ", "type:pdf"},
		{`tag:"Leave policy" tag:( HR | Legal )`, `tag:"Leave policy" tag:(HR|Legal)`},
		{"modified:2019..2021 modified:2019.. modified:..2021-05", "modified:2019..2021 modified:2019.. modified:..2021-05"},
		{"-path:**/drafts/** ~tag:HR", "-path:**/drafts/** ~tag:HR"},
		{`name:"a..b.txt" name:"say \"hi\""`, `name:"a..b.txt" name:"say \"hi\""`},
		{`Title:"x|y"`, `title:"x|y"`},
		{"pages:(1..3|10..)", "pages:(1..3|10..)"},
		{"path:Büro/überweisung.pdf", "path:Büro/überweisung.pdf"},
	} {
		s, err := Parse(tc.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", tc.in, err)
			continue
		}
		if got := Print(s); got != tc.want {
			t.Errorf("Print(Parse(%q)) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"holiday", `"holiday" is not a constraint`},
		{"type:", "a value is missing"},
		{`tag:"open`, "closing quote"},
		{"tag:(a b)", "need a |"},
		{"modified:..", "at least one end"},
		{"path:a..b", "takes no range"},
		{`type:pdf"x"`, "a space is missing"},
		{"key:" + strings.Repeat("x", maxLength), "at most"},
	} {
		_, err := Parse(tc.in)
		if err == nil || !strings.Contains(err.Error(), tc.want) || spar.CodeOf(err) != spar.Invalid {
			t.Errorf("Parse(%.40q) = %v, want an invalid-error containing %q", tc.in, err, tc.want)
		}
	}
}

// TestRoundTrip: whatever a scope holds, its text form gives it back.
func TestRoundTrip(t *testing.T) {
	text := rapid.StringN(1, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		var s spar.Scope
		for range rapid.IntRange(0, 4).Draw(t, "n") {
			c := spar.Constraint{Key: rapid.SampledFrom([]string{"pages", "title", "size"}).Draw(t, "key"), Not: rapid.Bool().Draw(t, "not"), Guess: rapid.Bool().Draw(t, "guess")}
			for range rapid.IntRange(1, 3).Draw(t, "values") {
				m := spar.Match{Text: text.Draw(t, "text")}
				if rapid.Bool().Draw(t, "range") {
					m = spar.Match{Range: true, From: text.Draw(t, "from"), To: rapid.SampledFrom([]string{"", "x", "2021"}).Draw(t, "to")}
				}
				c.Values = append(c.Values, m)
			}
			s.Constraints = append(s.Constraints, c)
		}
		got, err := Parse(Print(s))
		if err != nil {
			t.Fatalf("%s: %v", Print(s), err)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Fatalf("%s: %s", Print(s), diff)
		}
	})
}

type names struct{}

func (names) Tag(name string) (map[spar.TagID]bool, error) {
	if name != "HR" {
		return nil, spar.Errorf(spar.NotFound, "there is no tag %q", name)
	}
	return map[spar.TagID]bool{1: true, 2: true}, nil
}

func (names) Owner(string) (uint32, error) { return 1000, nil }

func TestMeaning(t *testing.T) {
	read := Facts{
		File: &spar.File{Share: "docs", Path: "hr/leave/Policy 2020.pdf", Size: 2_000_000, Format: "pdf", State: spar.OK, UID: 1000,
			ModTime: time.Date(2020, 12, 31, 23, 59, 59, 0, time.UTC)},
		Tags: []spar.TagID{2},
		Attributes: []spar.Attribute{
			{Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 12}},
			{Key: "author", Value: spar.Value{Kind: spar.Text, Text: "Ada Lovelace"}},
			{Key: "created", Value: spar.Value{Kind: spar.Date, Date: time.Date(2019, 5, 1, 0, 0, 0, 0, time.UTC)}},
		},
	}
	file := *read.File
	file.State = spar.Unread
	unread := Facts{File: &file, Tags: read.Tags}
	for _, tc := range []struct {
		scope        string
		read, unread Truth
	}{
		{"", True, True},
		{"share:docs type:PDF", True, True},
		{"share:other", False, False},
		{"path:hr/** -path:**/drafts/**", True, True},
		{"path:hr/*", False, False},
		{`name:"policy*"`, False, False},
		{`name:Policy*`, True, True},
		{"tag:HR", True, True},
		{"-tag:HR", False, False},
		{"modified:2020", True, True},
		{"modified:2019..2020", True, True},
		{"modified:2021..", False, False},
		{"size:1MB..2MB owner:ada", True, True},
		{"pages:10..20", True, Unknown},
		{"pages:(1..3|13..)", False, Unknown},
		{"-pages:10..20", False, Unknown},
		{`author:"ada lovelace"`, True, Unknown},
		{`author:*lovelace created:2019-05`, True, Unknown},
		{"created:2019.. share:other", False, False},
		{"nosuch:x", False, Unknown},
	} {
		s, err := Parse(tc.scope)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Compile(s, names{})
		if err != nil {
			t.Fatalf("%s: %v", tc.scope, err)
		}
		if got := All(list, read); got != tc.read {
			t.Errorf("%s of a read file = %v, want %v", tc.scope, got, tc.read)
		}
		if got := All(list, unread); got != tc.unread {
			t.Errorf("%s of an unread file = %v, want %v", tc.scope, got, tc.unread)
		}
	}
	for in, want := range map[string]string{
		"tag:nosuch":          "no tag",
		"modified:yesterday":  "not a date",
		"modified:2021..2019": "ends before it begins",
		"size:big":            "not a size",
		"path:[":              "not a glob",
		"pages:few..many":     "neither numbers nor dates",
		"modified:2019-13":    "not a date",
	} {
		s, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compile(s, names{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Compile(%s) = %v, want an error containing %q", in, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`tag:"a b" -path:(x|y) ~modified:2019..`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(Print(s))
		if err != nil || !cmp.Equal(s, again) {
			t.Fatalf("%q prints as %q, which reads as %v, %v", text, Print(s), again, err)
		}
	})
}
