package scope

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/unicode/norm"
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
		{`"Reviewed By":Ada -"größe":10.. "type":pdf`, `"reviewed by":Ada -"größe":10.. type:pdf`},
		{"age:>2y age:..30d pages:>=20", "age:>2y age:..30d pages:>=20"},
		{"type:pdf or type:docx", "type:pdf or type:docx"},
		{"(type:pdf or type:docx) -( -tag:a )", "(type:pdf or type:docx) tag:a"},
		{"((a:1 b:2)) or (c:3 or ((d:4)))", "a:1 b:2 or c:3 or d:4"},
		{"a:1 b:2 or -(c:3 d:4) e:5", "a:1 b:2 or -(c:3 d:4) e:5"},
		{"~(a:1 or b:2) ~-(a:1 b:2)", "~(a:1 or b:2) ~-(a:1 b:2)"},
		{`@mine -@"my own" @uid:1000/other ~@x`, `@mine -@"my own" @uid:1000/other ~@x`},
		{`type:pdf +file:docs:a.md -file:"docs:b c.md"`, `type:pdf +file:docs:a.md -file:"docs:b c.md"`},
		{"(type:pdf +file:s:a) tag:x", "(type:pdf +file:s:a) tag:x"},
		{"(+file:s:a)", "+file:s:a"},
		{"or:x oriel:y", "or:x oriel:y"},
		{"path:(a|b)or:x", ""},
		{`has:author -has:"due date" unknown:title ext:""`, `has:author -has:"due date" unknown:title ext:""`},
	} {
		s, err := Parse(tc.in)
		if tc.want == "" && tc.in != "" && err != nil {
			continue
		}
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
		{`"open:x`, "closing quote"},
		{`"":x`, "is not a constraint"},
		{"mode:0600..0640", "takes no range"},
		{"tag:a or", "a constraint is missing here; write key:value"},
		{"or tag:a", "a constraint is missing here; write key:value, such as type:pdf, (...) or @NAME (at character 1)"},
		{"tag:a () tag:b", "a constraint is missing here"},
		{"tag:a (tag:b", "the ) of this ( is missing (at character 7, before \"(tag:b\")"},
		{"tag:a) tag:b", "a space is missing before \")\""},
		{"(tag:a)) tag:b", "a space is missing before"},
		{"tag:a ) tag:b", "no ( stands open"},
		{"tag:a OR tag:b", "in lower case"},
		{"tag:a and tag:b", "leave it out"},
		{"(~tag:a)", "a guess excludes nothing"},
		{"~tag:a or tag:b", "a guess excludes nothing"},
		{"+tag:a", "write +file:SHARE:PATH"},
		{"@ tag:a", "the name of a saved scope is missing"},
		{"+file:s:a -file:s:a", "is taken out here too"},
		{"modified", `write key:value, such as type:pdf; did you mean "modified"?`},
		{"title:ä type=pdf", `before "type=pdf"`},
		{"type=pdf", `did you mean "type:pdf"?`},
		{strings.Repeat("(", 60) + "a:b" + strings.Repeat(")", 60), "deep"},
		{"key:" + strings.Repeat("x", maxLength), "at most"},
	} {
		_, err := Parse(tc.in)
		if err == nil || !strings.Contains(err.Error(), tc.want) || spar.CodeOf(err) != spar.Invalid {
			t.Errorf("Parse(%.40q) = %v, want an invalid-error containing %q", tc.in, err, tc.want)
		}
	}
}

// TestRoundTrip: whatever a scope holds, its text form gives it back.
func TestConjunction(t *testing.T) {
	got, err := Conjunction("type:pdf", Values{Key: "share", Texts: []string{"a", "b c"}}, Values{Key: "size"},
		Values{Key: "tag", Texts: []string{"x", "y"}})
	if want := `type:pdf share:(a|"b c") tag:x tag:y`; got != want || err != nil {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	for _, k := range []Values{{Key: "share", Texts: []string{""}}, {Key: "size", Texts: []string{"1..(2"}}} {
		if got, err := Conjunction("", k); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%v: %s, %v", k, got, err)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	text := rapid.StringN(1, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		var s spar.Scope
		for range rapid.IntRange(0, 4).Draw(t, "n") {
			c := spar.Constraint{Key: rapid.SampledFrom([]string{"pages", "title", "size", "reviewed by", "größe", `a"b\c`}).Draw(t, "key"), Not: rapid.Bool().Draw(t, "not"), Guess: rapid.Bool().Draw(t, "guess")}
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

// drawTree draws any scope that there can be, in its normal form or not.
func drawTree(t *rapid.T, depth int, guess bool) (s spar.Scope) {
	for range rapid.IntRange(1, 3).Draw(t, "constraints") {
		c := spar.Constraint{Not: rapid.Bool().Draw(t, "not"), Guess: guess && rapid.IntRange(0, 4).Draw(t, "guess") == 0}
		switch kind := rapid.IntRange(0, 5).Draw(t, "kind"); {
		case kind == 0:
			c.Key, c.Values = spar.Saved, []spar.Match{{Text: rapid.SampledFrom([]string{"a", "or", "uid:1/b c", `"`}).Draw(t, "saved")}}
		case kind == 1:
			c.Key, c.Add, c.Not, c.Guess, c.Values = "file", true, false, false, []spar.Match{{Text: rapid.SampledFrom([]string{"s:a", "s:b c", "s:(x)"}).Draw(t, "file")}}
		case kind > 3 && depth > 0:
			for range rapid.IntRange(1, 3).Draw(t, "alternatives") {
				c.Any = append(c.Any, drawTree(t, depth-1, false))
			}
		default:
			c.Key, c.Values = rapid.SampledFrom([]string{"pages", "or", "a b", "tag"}).Draw(t, "key"), []spar.Match{{Text: rapid.SampledFrom([]string{"or", "1", ")", "", "(a or b)"}).Draw(t, "value")}}
		}
		s.Constraints = append(s.Constraints, c)
	}
	return s
}

// TestTreeRoundTrip: the text of a tree gives back its normal form, which holds for the same files.
func TestTreeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawTree(t, 3, true)
		normal := Normal(s)
		if diff := cmp.Diff(normal, Normal(normal)); diff != "" {
			t.Fatalf("%s: the normal form is not normal: %s", Print(s), diff)
		}
		for _, of := range []spar.Scope{s, normal} {
			got, err := Parse(Print(of))
			if err != nil {
				t.Fatalf("%s: %v", Print(of), err)
			}
			if diff := cmp.Diff(normal, got); diff != "" {
				t.Fatalf("%s: %s", Print(of), diff)
			}
		}
		if Print(normal) != Print(Normal(normal)) {
			t.Fatalf("%s and %s", Print(normal), Print(Normal(normal)))
		}
	})
}

func TestFaultPlace(t *testing.T) {
	text := "type:pdf (size:1 or tag:nosuch) depth:1"
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Compile(s, names{})
	n, ok := Place(err)
	if got := Fault(text, n, err).Error(); !ok || n != 2 || !strings.HasSuffix(got, `(at character 21, before "tag:nosuch) depth:1")`) {
		t.Errorf("%d, %v: %s", n, ok, got)
	}
}

func TestOfShare(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "share:s": true, "share:other": false, "-share:s": false, "share:other or type:pdf": true, "share:other or share:third": false,
		"-(share:s)": false, "share:other +file:s:a": true, "-(share:s type:pdf)": true, "file:other:x": false, "-file:s:x": true, "~share:other": true,
	} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := OfShare(s, "s"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

type names struct{}

func (names) Tag(name string) (map[spar.TagID]bool, error) {
	if name != "HR" {
		return nil, spar.Errorf(spar.NotFound, "there is no tag %q", name)
	}
	return map[spar.TagID]bool{1: true, 2: true}, nil
}

func (n names) Linked(name string) (map[spar.TagID]bool, error) {
	closure, err := n.Tag(name)
	if err == nil {
		closure[3] = true
	}
	return closure, err
}

func (names) Owner(string) (uint32, error) { return 1000, nil }

func (names) Group(name string) (uint32, error) {
	if name != "staff" {
		return 0, spar.Errorf(spar.NotFound, "there is no group %q", name)
	}
	return 50, nil
}

func (names) Text(expression string) (func(*spar.File) Truth, error) {
	if expression == "OR" {
		return nil, spar.Errorf(spar.Invalid, "a word is missing")
	}
	return func(f *spar.File) Truth { return truth(f.Segment != spar.SegmentID{}) }, nil
}

func (names) Type(name string) string {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	if of := map[string]string{"md": "markdown", "excel": "xlsx", "xlsm": "xlsx", "jpeg": "jpg", "tif": "tiff"}[name]; of != "" {
		return of
	}
	return name
}

func (names) AnyCase(share string) bool { return share == "windows" }

func (names) Now() time.Time { return time.Date(2022, 3, 1, 12, 0, 0, 0, time.UTC) }

// Attribute knows a number, a date, ordered levels that only people and paths give, and an attribute with many values.
func (names) Attribute(name string) Attribute {
	as := func(kind spar.Kind) func(spar.Value) (spar.Value, bool) {
		return func(v spar.Value) (spar.Value, bool) { return v, v.Kind == kind }
	}
	switch name {
	case "pages", "page count":
		return Attribute{Key: "pages", Kind: spar.Number, Convert: as(spar.Number)}
	case "due":
		return Attribute{Key: "due", Kind: spar.Date, Convert: as(spar.Date)}
	case "project":
		return Attribute{Key: "project", Many: true}
	case "level":
		levels := []string{"public", "internal", "secret"}
		return Attribute{Key: "level", Kind: spar.Text, Values: levels, Ordered: true, From: []spar.Origin{spar.ByPerson, spar.ByPath}, Convert: func(v spar.Value) (spar.Value, bool) {
			v.Text = strings.ToLower(v.Text)
			if v.Text == "open" {
				v.Text = "public"
			}
			return v, slices.Contains(levels, v.Text)
		}}
	case "colour":
		return Attribute{Key: "colour", Kind: spar.Text, Values: []string{"red", "green"},
			Convert: func(v spar.Value) (spar.Value, bool) { return v, v.Text == "red" || v.Text == "green" }}
	}
	return Attribute{Key: name}
}

// TestType: before a file is read the format that its name says decides, and after that the one of its bytes.
func TestType(t *testing.T) {
	for _, tc := range []struct {
		scope, format string
		state         spar.State
		want          Truth
	}{
		{"type:pdf", "pdf", spar.Unread, True},
		{"type:pdf", "docx", spar.Unread, False},
		{"-type:pdf", "docx", spar.Offline, True},
		{"type:pdf", "", spar.Unread, Unknown},
		{"-type:pdf", "", spar.Offline, Unknown},
		{"type:pdf", "", spar.Unsupported, False},
		{"type:pdf", "html", spar.OK, False},
		{"type:(jpeg|.TIF)", "jpg", spar.Unread, True},
		{"type:Excel type:xlsm", "xlsx", spar.Unread, True},
		{"type:(jpeg|.TIF)", "tiff", spar.NeedsOCR, True},
	} {
		s, err := Parse(tc.scope)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Compile(s, names{})
		if err != nil {
			t.Fatal(err)
		}
		f := Facts{File: &spar.File{Path: "x.pdf", Format: tc.format, State: tc.state}}
		if got := Holds(s, list, f); got != tc.want {
			t.Errorf("%s of %q, %s: %v, want %v", tc.scope, tc.format, tc.state, got, tc.want)
		}
		if has := Has(s.Constraints[0], f, names{}, nil); !strings.HasPrefix(has, tc.format) || strings.Contains(has, "not read yet") != f.open() {
			t.Errorf("of %q, %s, it is said: %s", tc.format, tc.state, has)
		}
	}
}

// TestSpellings: names that look the same are the same, however their accents are written, except for alternatives in brackets.
func TestSpellings(t *testing.T) {
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		f := Facts{File: &spar.File{Path: form.String("Büro/Müller.txt"), State: spar.OK}}
		for _, other := range []norm.Form{norm.NFC, norm.NFD} {
			s, err := Parse(other.String("path:Büro/** path:**/Müller.* name:*ü* folder:Büro -name:[ü]* -folder:Buro"))
			if err != nil {
				t.Fatal(err)
			}
			list, err := Compile(s, names{})
			if err != nil {
				t.Fatal(err)
			}
			if got := Holds(s, list, f); got != True {
				t.Errorf("%+q for %+q: %v", Print(s), f.File.Path, got)
			}
		}
	}
}

func TestMeaning(t *testing.T) {
	read := Facts{
		File: &spar.File{Share: "docs", Path: "hr/leave/Policy 2020.pdf", Size: 2_000_000, Format: "pdf", State: spar.OK, UID: 1000,
			ModTime: time.Date(2020, 12, 31, 23, 59, 59, 0, time.UTC), GID: 50, Mode: 0o640 | fs.ModeSetgid},
		Tags: []spar.TagID{2},
		Attributes: []spar.Attribute{
			{Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 12}, Origin: spar.ByReading},
			{Key: "author", Value: spar.Value{Kind: spar.Text, Text: "Ada Lovelace"}, Origin: spar.ByReading},
			{Key: "created", Value: spar.Value{Kind: spar.Date, Date: time.Date(2019, 5, 1, 0, 0, 0, 0, time.UTC)}, Origin: spar.ByReading},
			{Key: "modified", Value: spar.Value{Kind: spar.Date, Date: time.Date(2018, 5, 1, 0, 0, 0, 0, time.UTC)}, Origin: spar.ByReading},
			{Key: "unit", Value: spar.Value{Kind: spar.Text, Text: "HR/Legal"}, Origin: spar.ByReading},
			{Key: "level", Value: spar.Value{Kind: spar.Text, Text: "Open"}, Origin: spar.ByPath},
			{Key: "colour", Value: spar.Value{Kind: spar.Text, Text: "mauve"}, Origin: spar.ByReading},
			{Key: "project", Value: spar.Value{Kind: spar.Text, Text: "Apollo"}, Origin: spar.ByPath},
			{Key: "project", Value: spar.Value{Kind: spar.Text, Text: "Gemini"}, Origin: spar.ByReading},
			{Key: "client", Value: spar.Value{Kind: spar.Text, Text: "Acme"}, Origin: spar.ByPerson},
			{Key: "client", Value: spar.Value{Kind: spar.Text, Text: "Ajax"}, Origin: spar.ByPath},
		},
	}
	file := *read.File
	file.State = spar.Unread
	unread := Facts{File: &file, Tags: read.Tags, Attributes: slices.DeleteFunc(slices.Clone(read.Attributes), func(a spar.Attribute) bool {
		return a.Origin == spar.ByReading
	})}
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
		{"linked:HR", True, True},
		{`-linked:"HR"`, False, False},
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
		{"group:staff mode:2640 mode:group-readable -mode:other-readable mode:setgid -mode:sticky", True, True},
		{"mode:0640", False, False},
		{"ext:pdf ext:PDF -ext:f -ext:txt -ext:\"\"", True, True},
		{"folder:leave folder:hr -folder:lea", True, True},
		{`-folder:"Policy 2020.pdf"`, True, True},
		{"depth:2 depth:>1 depth:..2 -depth:<2", True, True},
		{"age:>1y age:1y age:1y.. age:..2y age:<15mo -age:..30d", True, True},
		{"age:2y..", False, False},
		{"size:>1.9MB -size:>2MB size:>=2MB size:<=2MB", True, True},
		{"modified:>2019 -modified:>2020 modified:>=2020 modified:<2021 modified:<=2020 -modified:<2020", True, True},
		{"pages:>11 pages:<13", True, Unknown},
		{`"page count":12`, True, Unknown},
		{"attr.modified:2018", True, Unknown},
		{"unit:hr*", True, Unknown},
		{"has:author", True, Unknown},
		{"-has:author", False, Unknown},
		{"unknown:author", False, True},
		{"-unknown:author", True, False},
		{"has:nosuch", False, Unknown},
		{"-has:nosuch", True, Unknown},
		{"has:tag -unknown:tag", True, True},
		// Values that only paths and people give are known before reading.
		{"level:public level:..internal level:<secret level:pub* -level:>=internal has:level", True, True},
		{"-level:internal -unknown:level", True, True},
		// A value that is not allowed does not count.
		{"colour:red", False, Unknown},
		{"has:colour", False, Unknown},
		// The highest origin holds, and reading cannot change a person's value.
		{"client:acme -client:ajax", True, True},
		{"project:apollo", True, True},
		{"project:gemini", True, Unknown},
	} {
		s, err := Parse(tc.scope)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Compile(s, names{})
		if err != nil {
			t.Fatalf("%s: %v", tc.scope, err)
		}
		if got := Holds(s, list, read); got != tc.read {
			t.Errorf("%s of a read file = %v, want %v", tc.scope, got, tc.read)
		}
		if got := Holds(s, list, unread); got != tc.unread {
			t.Errorf("%s of an unread file = %v, want %v", tc.scope, got, tc.unread)
		}
	}
	for in, want := range map[string]string{
		"tag:nosuch":          "no tag",
		"modified:yesterday":  "not a date",
		"modified:2021..2019": "ends before it begins",
		"size:big":            "not a size",
		"path:[":              "not a glob",
		"extent:few..many":    "neither numbers nor dates",
		"modified:2019-13":    "not a date",
		"group:nobody":        "no group",
		"mode:0999":           "not a mode",
		"mode:other-eatable":  "not a mode",
		"age:old":             "not an age",
		"age:20000y":          "not an age",
		"age:3y..1y":          "ends before it begins",
		"depth:deep":          "not a number",
		"pages:many":          "not a number",
		"due:soon":            "not a date",
		"level:private":       "write one of: public, internal, secret",
		"level:priv*":         "write one of: public, internal, secret",
		"level:secret..open":  "ends before it begins",
		"colour:red..green":   "have no order",
		"has:size":            "every file has",
		"folder:a/b":          "write path:a/b/**",
		"text:OR":             "in text:OR: a word is missing",
		"state:lost":          "write one of: unread, ok,",
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

// TestParseWords: words that are no constraints stand for names and texts; what they stand for prints as a scope that Parse reads.
func TestParseWords(t *testing.T) {
	for _, c := range []struct {
		text, want string
		words      []string
	}{
		{"type:pdf", "type:pdf", nil},
		{"budget", `name:(*budget*|*Budget*|*BUDGET*) or folder:(*budget*|*Budget*|*BUDGET*) or state:(ok|partial) text:"\"budget\""`, []string{"budget"}},
		{"*.pdf", "name:*.pdf or folder:*.pdf", []string{"*.pdf"}},
		{`type:pdf -"Old [1]"`, `type:pdf -(name:("*Old \\[1\\]*"|"*old \\[1\\]*"|"*OLD \\[1\\]*") or folder:("*Old \\[1\\]*"|"*old \\[1\\]*"|"*OLD \\[1\\]*") or state:(ok|partial) text:"\"Old [1]\"")`, []string{"Old [1]"}},
	} {
		got, words, err := ParseWords(c.text)
		if err != nil || Print(got) != c.want || !slices.Equal(words, c.words) {
			t.Errorf("%s is %s with the words %q: %v", c.text, Print(got), words, err)
		}
		if again, err := Parse(Print(got)); err != nil || Print(again) != c.want {
			t.Errorf("%s, printed, is %s: %v", c.text, Print(again), err)
		}
	}
	for _, bad := range []string{"OR", "and", "type=pdf", "+budget", "a@b", "...", `"":x`, `"a`, "x:", strings.Repeat("a", 201)} {
		if s, _, err := ParseWords(bad); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s is %s: %v", bad, Print(s), err)
		}
	}
}
