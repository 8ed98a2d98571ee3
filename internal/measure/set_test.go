package measure

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sparsearch/spar/internal/measure/evaltest"
	"github.com/sparsearch/spar/internal/spar"
)

func TestLoadShare(t *testing.T) {
	s, err := Load("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"hr/leave.md", "hr/travel.txt", "it/passwords.md"}, s.Files); diff != "" {
		t.Error(diff)
	}
	wantQueries := []Query{
		{ID: "leave", Text: "how many weeks of parental leave are there?", Scope: &Scope{Path: "hr/**"}, Answers: []string{"sixteen weeks", "16 weeks"}},
		{ID: "receipt", Text: "when is a receipt needed?", Answers: []string{"75 dollars"}},
		{ID: "password", Text: "how long is a password?", Scope: &Scope{Tags: []string{"Security"}}},
		{ID: "moon", Text: "how far away is the moon?", Refuse: true},
	}
	if diff := cmp.Diff(wantQueries, s.Queries); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]float64{"hr/leave.md": 2, "hr/travel.txt": 0}, s.Judged("leave")); diff != "" {
		t.Error(diff)
	}
	if got := s.Judged("moon"); got != nil {
		t.Errorf("moon is judged: %v", got)
	}
	if diff := cmp.Diff([]string{"Leave, paid", "HR"}, s.Tags("hr/leave.md")); diff != "" {
		t.Error(diff)
	}
	if len(s.Warnings) != 0 || s.Passages != 0 || s.Name != "tiny" {
		t.Errorf("warnings %q, passages %d, name %q", s.Warnings, s.Passages, s.Name)
	}
	for d, err := range s.Docs() {
		t.Errorf("a set of files has the line %v, %v", d, err)
	}
}

func TestLoadCorpus(t *testing.T) {
	s, err := Load("testdata/lines")
	if err != nil {
		t.Fatal(err)
	}
	var docs []Doc
	var passages []string
	for d, err := range s.Docs() {
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, d)
		passages = append(passages, d.Passage())
	}
	want := []Doc{
		{ID: "a", Title: "Bees", Text: "Honey bees dance to tell each other where flowers are.", Year: 2011, Tags: []string{"Insects"}},
		{ID: "b", Text: "Ants follow trails of scent.", Year: 2014, Tags: []string{"Insects"}},
		{ID: "3", Title: "Do whales sing?", Text: "Humpback whales sing for hours."},
	}
	if diff := cmp.Diff(want, docs, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	wantPassages := []string{
		"Bees. Honey bees dance to tell each other where flowers are.",
		"Ants follow trails of scent.",
		"Do whales sing? Humpback whales sing for hours.",
	}
	if diff := cmp.Diff(wantPassages, passages); diff != "" {
		t.Error(diff)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `qrels/test.tsv:3: corpus-id: "gone"`) {
		t.Errorf("warnings: %q", s.Warnings)
	}
	if diff := cmp.Diff(&Scope{Tags: []string{"insects"}, Year: &[2]int{2010, 2012}}, s.Queries[0].Scope); diff != "" {
		t.Error(diff)
	}
}

func TestLoadAccepts(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"byte order mark":        {"queries.jsonl": "\ufeff{\"_id\":\"q1\",\"text\":\"what?\"}"},
		"CRLF":                   {"queries.jsonl": "{\"_id\":\"q1\",\"text\":\"what?\"}\r\n", "qrels/test.tsv": "query-id\tcorpus-id\tscore\r\nq1\td1\t1\r\n"},
		"same judgement twice":   {"qrels/test.tsv": "q1\td1\t1\nq1\td1\t1\n"},
		"only refusals":          {"queries.jsonl": `{"_id":"q1","text":"what?","metadata":{"refuse":true}}`, "qrels/test.tsv": "query-id\tcorpus-id\tscore\n"},
		"null metadata":          {"queries.jsonl": `{"_id":"q1","text":"what?","metadata":null}`},
		"open year":              {"queries.jsonl": `{"_id":"q1","text":"what?","metadata":{"scope":{"year":[null,2012]}}}`},
		"a name with spaces":     {"share/a  b.md": "x", "qrels/test.tsv": "q1\ta  b.md\t1\n"},
		"a line over the buffer": {"corpus.jsonl": `{"_id":"d1","text":"` + strings.Repeat("long ", 40_000) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Load(evaltest.Write(t, files))
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Queries) != 1 || len(s.Warnings) != 0 {
				t.Errorf("%d questions, warnings %q", len(s.Queries), s.Warnings)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	query := func(metadata string) map[string]string {
		return map[string]string{"queries.jsonl": `{"_id":"q1","text":"what?","metadata":` + metadata + `}`}
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string // in the message
	}{
		{"no documents", map[string]string{"corpus.jsonl": ""}, "neither files under share/ nor a corpus.jsonl"},
		{"empty corpus", map[string]string{"corpus.jsonl": "\n"}, "corpus.jsonl has no document: add lines"},
		{"no queries file", map[string]string{"queries.jsonl": ""}, "queries.jsonl cannot be read"},
		{"no query", map[string]string{"queries.jsonl": "\n"}, "queries.jsonl has no question"},
		{"no qrels", map[string]string{"qrels/test.tsv": ""}, "test.tsv cannot be read"},
		{"nothing judged", map[string]string{"qrels/test.tsv": "query-id\tcorpus-id\tscore\n"}, "judges no question"},
		{"repeated query", map[string]string{"queries.jsonl": `{"_id":"q1","text":"a"}` + "\n\n" + `{"_id":"q1","text":"b"}`}, `queries.jsonl:3: _id: "q1" was used in line 1 already: give each question its own`},
		{"repeated document", map[string]string{"corpus.jsonl": `{"_id":"d1","text":"a"}` + "\n" + `{"_id":"d1","text":"b"}`}, `corpus.jsonl:2: _id: "d1" is the name of an earlier document`},
		{"document named as a file", map[string]string{"share/d1": "x"}, `corpus.jsonl:1: _id: "d1" is the name of an earlier document`},
		{"not JSON", map[string]string{"corpus.jsonl": "d1,one"}, "corpus.jsonl:1: is not a JSON object"},
		{"a list", map[string]string{"corpus.jsonl": "[]"}, "corpus.jsonl:1: is not a JSON object"},
		{"two objects", map[string]string{"corpus.jsonl": `{"_id":"d1","text":"a"}{}`}, "corpus.jsonl:1: is not a JSON object"},
		{"deep", map[string]string{"corpus.jsonl": strings.Repeat(`{"a":`, 200_000)}, "corpus.jsonl:1: is not a JSON object"},
		{"no id", map[string]string{"corpus.jsonl": `{"text":"a"}`}, "corpus.jsonl:1: _id: is missing: add one"},
		{"fraction as id", map[string]string{"corpus.jsonl": `{"_id":1.5,"text":"a"}`}, "corpus.jsonl:1: _id: is not a string: found 1.5"},
		{"tab in id", map[string]string{"corpus.jsonl": `{"_id":"a\tb","text":"a"}`}, "corpus.jsonl:1: _id:"},
		{"no text", map[string]string{"corpus.jsonl": `{"_id":"d1"}`}, "corpus.jsonl:1: text: is missing"},
		{"text a number", map[string]string{"corpus.jsonl": `{"_id":"d1","text":7}`}, "corpus.jsonl:1: text: is not a string: found 7"},
		{"year", map[string]string{"corpus.jsonl": `{"_id":"d1","text":"a","metadata":{"year":"MMXI"}}`}, `corpus.jsonl:1: metadata.year: is not a year: found "MMXI"`},
		{"tags", map[string]string{"corpus.jsonl": `{"_id":"d1","text":"a","metadata":{"tags":"x"}}`}, "corpus.jsonl:1: metadata.tags: is not a list of strings"},
		{"blank question", map[string]string{"queries.jsonl": `{"_id":"q1","text":" "}`}, "queries.jsonl:1: text: is missing or empty"},
		{"metadata", query(`3`), "queries.jsonl:1: metadata: is not an object"},
		{"refuse", query(`{"refuse":"yes"}`), `metadata.refuse: is not true or false: found "yes"`},
		{"answers", query(`{"answers":["ok",""]}`), "metadata.answers: one of them has no word"},
		{"glob", query(`{"scope":{"path":"a["}}`), `metadata.scope.path: "a[" is not a glob`},
		{"no tags", query(`{"scope":{"tags":[]}}`), "metadata.scope.tags: is empty"},
		{"one year", query(`{"scope":{"year":[2010]}}`), "metadata.scope.year: is not [from, to]: found [2010]"},
		{"years turned", query(`{"scope":{"year":[2012,2010]}}`), "metadata.scope.year: 2012 is after 2010"},
		{"two columns", map[string]string{"qrels/test.tsv": "q1 d1\t1\n"}, "test.tsv:1: has 2 columns instead of 3"},
		{"unknown question", map[string]string{"qrels/test.tsv": "q1\td1\t1\nq2\td1\t1\n"}, `test.tsv:2: query-id: "q2" is not in queries.jsonl`},
		{"score", map[string]string{"qrels/test.tsv": "q1\td1\thigh\nq1\td1\thigh\n"}, `test.tsv:2: score: "high" is not a number`},
		{"first score", map[string]string{"qrels/test.tsv": "q1\td1\t1a\n"}, `test.tsv:1: score: "1a" is not a number`},
		{"NaN", map[string]string{"qrels/test.tsv": "q1\td1\t1\nq1\td2\tNaN\n"}, `test.tsv:2: score: "NaN" is not a number`},
		{"contradiction", map[string]string{"qrels/test.tsv": "q1\td1\t1\nq1\td1\t0\n"}, "test.tsv:2: score:"},
		{"tags.csv columns", map[string]string{"tags.csv": "path,tag\nd1,a,b\n"}, "tags.csv:2: wrong number of fields: write path,tag"},
		{"tags.csv quotes", map[string]string{"tags.csv": "path,tag\nd1,a\"b\n"}, "tags.csv:2:"},
		{"empty tag", map[string]string{"tags.csv": "path,tag\nd1,\n"}, "tags.csv:2: tag: is empty"},
		{"long line", map[string]string{"corpus.jsonl": strings.Repeat("x", maxLine+100_000)}, "corpus.jsonl:1: the line is longer than"},
		{"long tag", map[string]string{"tags.csv": "path,tag\nd1,\"" + strings.Repeat("x", maxLine+100_000)}, "a line is longer than"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Load(evaltest.Write(t, test.files))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %s\nwant %s", err, test.want)
			}
			if code := spar.CodeOf(err); code != spar.Invalid {
				t.Errorf("code %s", code)
			}
		})
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("a missing folder: %v", err)
	}
}

func TestWarningsAreBounded(t *testing.T) {
	s, err := Load(evaltest.Write(t, map[string]string{
		"queries.jsonl":  `{"_id":"q1","text":"what?","metadata":{"scope":{"type":"pdf"}}}`,
		"qrels/test.tsv": "q1\td1\t1\n" + strings.Repeat("q1\tgone\t1\n", 50),
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Warnings) != maxWarnings+1 || !strings.Contains(s.Warnings[0], "metadata.scope.type is not known") || s.Warnings[maxWarnings] != "and 31 more" {
		t.Errorf("%q", s.Warnings)
	}
}

func TestScope(t *testing.T) {
	years := func(from, to int) *[2]int { return &[2]int{from, to} }
	for _, test := range []struct {
		scope *Scope
		doc   string
		tags  []string
		year  int
		want  bool
	}{
		{nil, "a", nil, 0, true},
		{&Scope{}, "a", nil, 0, true},
		{&Scope{Path: "hr/**"}, "hr/a/b.md", nil, 0, true},
		{&Scope{Path: "hr/*"}, "hr/a/b.md", nil, 0, false},
		{&Scope{Tags: []string{"x", "Leave"}}, "a", []string{"leave"}, 0, true},
		{&Scope{Tags: []string{"x"}}, "a", []string{"leave"}, 0, false},
		{&Scope{Year: years(2010, 2012)}, "a", nil, 2010, true},
		{&Scope{Year: years(2010, 2012)}, "a", nil, 2013, false},
		{&Scope{Year: years(2010, 0)}, "a", nil, 2013, true},
		{&Scope{Year: years(0, 2012)}, "a", nil, 0, false},
		{&Scope{Year: years(2010, 2012), Tags: []string{"x"}}, "a", nil, 2011, false},
	} {
		if got := test.scope.Holds(test.doc, test.tags, test.year); got != test.want {
			t.Errorf("%+v holds for %s %v %d: %v", test.scope, test.doc, test.tags, test.year, got)
		}
	}
	got := (&Scope{Path: "hr/**", Tags: []string{"a", "b"}, Year: years(0, 2012)}).Spar()
	want := spar.Scope{Constraints: []spar.Constraint{
		{Key: "path", Values: []spar.Match{{Text: "hr/**"}}},
		{Key: "tag", Values: []spar.Match{{Text: "a"}, {Text: "b"}}},
		{Key: "modified", Values: []spar.Match{{Range: true, To: "2012"}}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(`{"_id":"d1","text":"one","metadata":{"year":2011,"tags":["x"]}}`), []byte(`{"_id":"q1","text":"a","metadata":{"scope":{"path":"**","year":[1,2]}}}`), []byte("q1\td1\t1\n"), []byte("path,tag\nd1,x\n"))
	f.Add([]byte("\ufeff{}"), []byte("{}\r\n"), []byte("\t\t"), []byte("\"\n"))
	f.Fuzz(func(t *testing.T, corpus, queries, qrels, tags []byte) {
		s, err := Load(evaltest.Write(t, map[string]string{"corpus.jsonl": string(corpus), "queries.jsonl": string(queries), "qrels/test.tsv": string(qrels), "tags.csv": string(tags)}))
		if err != nil {
			if code := spar.CodeOf(err); code != spar.Invalid {
				t.Errorf("code %s: %v", code, err)
			}
			return
		}
		n := 0
		for _, err := range s.Docs() {
			if err != nil {
				t.Errorf("a loaded set cannot be read: %v", err)
			}
			n++
		}
		if n != s.Passages {
			t.Errorf("%d lines, %d passages", n, s.Passages)
		}
	})
}
