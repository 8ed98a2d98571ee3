package schema

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

const hospital = `
# What our files may say.
attributes:
  department:
    values:
      Cardiology: [cardio, heart clinic]
      Radiology: x-ray
      Human Resources: [HR]
      R&D:
    synonyms: [unit]
    from: [path, person]
  confidentiality:
    values: [open, {internal: [in-house]}, closed]
    ordered: true
  year: {type: number, description: the fiscal year, unit: years}
  due: {type: date, many: true}
patterns:
  - "{department}/{year}/**"
  - share: clinic
    path: "**/{client}-{due:date}.{ending}"
`

func parse(t *testing.T, text string) *Schema {
	t.Helper()
	s, err := Parse("schema.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParse(t *testing.T) {
	s := parse(t, hospital)
	d, ok := s.Attribute("UNIT")
	if !ok || d.Name != "department" || !d.Standard || d.Counts(spar.ByReading) || !d.Counts(spar.ByPath) {
		t.Fatalf("department = %+v, %v", d, ok)
	}
	want := []Value{{"Cardiology", []string{"cardio", "heart clinic"}}, {"Radiology", []string{"x-ray"}}, {"Human Resources", []string{"HR"}}, {Name: "R&D"}}
	if diff := cmp.Diff(want, d.Values); diff != "" {
		t.Error(diff)
	}
	if same, ok := s.Attribute("Dept."); !ok || same.Name != "department" {
		t.Error("a synonym of the standard department is lost")
	}
	c, _ := s.Attribute("sensitivity")
	if diff := cmp.Diff([]string{"open", "internal", "closed"}, c.ValueNames()); diff != "" || !c.Ordered {
		t.Errorf("confidentiality = %+v: %s", c, diff)
	}
	y, _ := s.Attribute("year")
	if y.Kind != spar.Number || y.Unit != "years" || y.Standard {
		t.Errorf("year = %+v", y)
	}
	for name, want := range map[string]string{"Creator": "author", "page_count": "pages", "Reviewed By": "reviewed by", "document type": "document-type"} {
		if got := s.Key(name); got != want {
			t.Errorf("Key(%q) = %q, want %q", name, got, want)
		}
	}
	if parse(t, "").Digest() != Standard().Digest() {
		t.Error("an empty file changes the schema")
	}
	if parse(t, "\n\n"+hospital).Digest() != s.Digest() {
		t.Error("the digest depends on where in the file something stands")
	}
	if s.Digest() == Standard().Digest() || s.Digest() != parse(t, hospital).Digest() {
		t.Error("the digest does not name what the schema says")
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	s, err := Read(filepath.Join(dir, "schema.yaml"))
	if err != nil || s != Standard() {
		t.Errorf("without a file: %v, %v", s, err)
	}
	file := filepath.Join(dir, "schema.yaml")
	if err := os.WriteFile(file, []byte("attributes: {project: {many: true}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = Read(file); err != nil || s.File != file {
		t.Fatal(s, err)
	}
	if _, err := Read(dir); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a folder for a file: %v", err)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"attributes: [":                                                  "it is not YAML",
		"attribute:\n  x: {}":                                            "line 1, attribute: it does not exist; a schema has `attributes` and `patterns`",
		"attributes:\n  x:\n    typ: text":                               "line 3, attributes.x.typ: it does not exist; an attribute has type",
		"attributes:\n  x:\n    type: string":                            `line 3, attributes.x.type: "string" is no type; write text, number or date`,
		"attributes:\n  x:\n    type: number\n    values: [1, 2]":        "line 3, attributes.x.type: values are allowed one by one",
		"attributes:\n  x:\n    ordered: true":                           "line 3, attributes.x.ordered: there is nothing to order",
		"attributes:\n  x:\n    ordered: yes":                            "line 3, attributes.x.ordered: write true or false",
		"attributes:\n  x:\n    values: []":                              "it names no value",
		"attributes:\n  x:\n    values: [a, b, A]":                       `line 3, attributes.x.values.A: "A" names "a" already`,
		"attributes:\n  x:\n    values: {a: [b], c: [B]}":                `"B" names "a" already`,
		"attributes:\n  x:\n    from: [heaven]":                          `"heaven" is no origin; write some of person`,
		"attributes:\n  x: {}\n  X: {}":                                  "line 3, attributes.X: it comes twice, in line 2 too",
		"attributes:\n  x: {}\n  x: {}":                                  "line 3",
		"attributes:\n  Größe in cm: {}":                                 `line 2, attributes.Größe in cm: it cannot name an attribute; take letters a to z, digits, -, _ and ., such as "gr--e-in-cm"`,
		"attributes:\n  attr.x: {}":                                      "it cannot name an attribute",
		"attributes:\n  project:\n    synonyms: [writer, creator]":       `line 2, attributes.project: "creator" names author too`,
		"attributes:\n  project:\n    synonyms: ['!!']":                  `"!!" has no letter or digit`,
		"attributes: 12":                                                 "line 1, attributes: here is a integer; write lines",
		"attributes:\n  x:\n    description: [a]":                        "here is a sequence; write a text",
		"attributes:\n  x: &a {}\n  y: *a":                               "line 2",
		"patterns: \"{x}\"":                                              "line 1, patterns: here is a string; write a list",
		"patterns:\n  - '*/*.pdf'":                                       `line 2, patterns: "*/*.pdf": it captures nothing`,
		"patterns: ['{x}/**', '{y}/**', '{x}/**']":                       "line 1, patterns: {x}/** comes twice",
		"patterns:\n  - '{x}/{X}'":                                       "comes twice",
		"patterns:\n  - '{x:colour}'":                                    "is not a capture; write {name}, {name:number} or {name:date}",
		"patterns:\n  - 'a}/{x}'":                                        "a } stands without its {",
		"patterns:\n  - '{pages:text}/x'":                                "takes a text, and pages is a number; leave the type out",
		"patterns:\n  - {department}/**":                                 "not YAML",
		"patterns:\n  - {share: x}":                                      "a path is missing",
		"patterns:\n  - {glob: x}":                                       "it does not exist; a pattern has path and share",
		"attributes: {dept2: {from: reading}}\npatterns: ['{dept2}/**']": "does not name path",
		"a: 1\n---\nb: 2":                                                "a second document begins here",
		"\xff":                                                           "it is not UTF-8",
		strings.Repeat("#", maxFile+1):                                   "at most",
	} {
		_, err := Parse("dir/schema.yaml", []byte(text))
		if err == nil || spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "the schema dir/schema.yaml") {
			t.Errorf("%.80q: %v, want an error with %q", text, err, want)
		}
	}
}

func TestConvert(t *testing.T) {
	s := parse(t, hospital)
	text := func(s string) spar.Value { return spar.Value{Kind: spar.Text, Text: s} }
	number := func(n float64) spar.Value { return spar.Value{Kind: spar.Number, Number: n} }
	day := func(y, m, d int) spar.Value {
		return spar.Value{Kind: spar.Date, Date: time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)}
	}
	for _, tc := range []struct {
		key  string
		in   spar.Value
		want spar.Value
		ok   bool
	}{
		{"department", text("CARDIO"), text("Cardiology"), true},
		{"department", text("Heart-Clinic"), text("Cardiology"), true},
		{"department", text("r & d"), text("R&D"), true},
		{"department", text("Oncology"), spar.Value{}, false},
		{"confidentiality", text("In house"), text("internal"), true},
		{"year", text(" 2019 "), number(2019), true},
		{"year", text("NaN"), spar.Value{}, false},
		{"year", text("last"), spar.Value{}, false},
		{"year", day(2019, 1, 1), spar.Value{}, false},
		{"due", text("2019-05"), day(2019, 5, 1), true},
		{"due", number(2019), day(2019, 1, 1), true},
		{"due", text("soon"), spar.Value{}, false},
		{"title", number(2019), text("2019"), true},
		{"title", day(2019, 5, 1), text("2019-05-01"), true},
	} {
		a, _ := s.Attribute(tc.key)
		got, ok := a.Convert(tc.in)
		if ok != tc.ok || ok && got != tc.want {
			t.Errorf("%s: Convert(%v) = %v, %v; want %v, %v", tc.key, tc.in, got, ok, tc.want, tc.ok)
		}
	}
	for in, want := range map[string]spar.Value{"Project=12": number(12), "project=2019-05-31": day(2019, 5, 31), "dept=hr": text("Human Resources"), "x=Ada ": text("Ada")} {
		key, value, _ := strings.Cut(in, "=")
		if got, err := s.Parse(key, value); err != nil || got != want {
			t.Errorf("%s: %v, %v", in, got, err)
		}
	}
	for in, want := range map[string]string{"dept=Oncology": "write one of: Cardiology, Radiology", "year=soon": "is a number", "due=soon": "is a date", "x= ": "bytes"} {
		key, value, _ := strings.Cut(in, "=")
		if _, err := s.Parse(key, value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

func TestPatterns(t *testing.T) {
	s := parse(t, hospital)
	for _, tc := range []struct{ share, path, want string }{
		{"any", "cardio/2019/a.pdf", "department=Cardiology year=2019"},
		{"any", "Oncology/2019/deep/er/a.pdf", "department=Oncology year=2019"}, // as it stands there; it is not allowed and does not count
		{"any", "cardio/old/a.pdf", ""},
		{"any", "cardio/2019", ""},
		{"any", "Acme-2020-05.pdf", ""},
		{"clinic", "Acme-2020-05.pdf", "client=Acme due=2020-05-01 ending=pdf"},
		{"clinic", "HR/2019/Acme-Corp-2020.tar.gz", "department=Human Resources year=2019 client=Acme-Corp due=2020-01-01 ending=tar.gz"},
		{"any", "a\nb/2019/x", "department=a\nb year=2019"},
		{"any", "a\xffb/2019/x\xff", "department=a\uFFFDb year=2019"},
		{"any", " /2019/x", "year=2019"},
		{"clinic", "x/y/Acme-2020-99-99.pdf", "client=Acme ending=pdf"},
	} {
		var got []string
		for _, a := range s.OfPath(tc.share, tc.path, s.Patterns) {
			if a.Origin != spar.ByPath {
				t.Errorf("%v is not of the path", a)
			}
			got = append(got, a.Key+"="+a.Value.String())
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s:%q has %q, want %q", tc.share, tc.path, got, tc.want)
		}
	}
	several := parse(t, "attributes: {project: {many: true}}\npatterns: ['{project}/{team}/**', '*/*/{project}/{team}/**']")
	var got []string
	for _, a := range several.OfPath("x", "a/b/c/d/e", several.Patterns) {
		got = append(got, a.Key+"="+a.Value.String())
	}
	if want := "project=a team=b project=c"; strings.Join(got, " ") != want {
		t.Errorf("several patterns give %v, want %s", got, want)
	}
}

func TestFind(t *testing.T) {
	s := parse(t, hospital)
	for text, want := range map[string]string{
		"show me cardiology dept files of 2019":         "[cardiology dept]department=Cardiology",
		"Department: Cardiology, please":                "[Department: Cardiology]department=Cardiology",
		"the department of human resource":              "[department of human resource]department=Human Resources",
		"X-Rays from the Heart Clinic":                  "[X-Rays]department=Radiology [Heart Clinic]department=Cardiology",
		"the resources department":                      "[resources department]department=Human Resources",
		"resources of the planet":                       "",
		"internal or closed documents":                  "[internal]confidentiality=internal [closed]confidentiality=closed",
		"how many pages has it, and who is the author?": "[pages]pages= [author]author=",
		"cardiologist":                                  "",
		"":                                              "",
		"R&D budget":                                    "[R&D]department=R&D",
	} {
		var got []string
		for _, m := range s.Find(text) {
			got = append(got, "["+text[m.Start:m.End]+"]"+m.Attribute+"="+m.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Find(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzParse: any text is a schema or an error that says where; a schema answers every question about any path and text.
func FuzzParse(f *testing.F) {
	f.Add([]byte(hospital), "cardio/2019/a\xff.pdf", "the cardiology dept")
	f.Add([]byte("patterns: ['**/{a}-{b:number}*?.pdf']"), "x/a-1-2.pdf", "a b")
	f.Fuzz(func(t *testing.T, text []byte, path, sentence string) {
		s, err := Parse("f", text)
		if err != nil {
			if spar.CodeOf(err) != spar.Invalid || !strings.HasPrefix(err.Error(), "the schema f") {
				t.Fatal(err)
			}
			return
		}
		for _, a := range s.OfPath("x", path, s.Patterns) {
			if a.Key != s.Key(a.Key) || a.Value.String() == "" {
				t.Fatalf("%q gives %+v", path, a)
			}
		}
		end := 0
		for _, m := range s.Find(sentence) {
			if m.Start < end || m.End <= m.Start || m.End > len(sentence) {
				t.Fatalf("%q mentions %+v", sentence, m)
			}
			end = m.End
			if a, ok := s.Attribute(m.Attribute); !ok || m.Value != "" && !cmp.Equal([]string{m.Value}, []string{func() string { v, _, _ := a.Value(m.Value); return v }()}) {
				t.Fatalf("%q mentions %+v", sentence, m)
			}
		}
	})
}
