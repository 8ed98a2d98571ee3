package tagging

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
)

const everything = `
rules:
  - name: contracts
    when: path:legal/** type:(pdf|docx) -name:*draft* size:..10MB modified:2019..2021 author:"Ada Lovelace" pages:2..
    text:
      any: [agreement, contract]
      all: [party]
      regex: 'No\. \d+'
      fuzzy: [liability~2, indemnity]
    any:
      - when: folder:signed
      - text: {phrase: [signed by, executed by]}
      - all:
          - path:archive/**
          - not: name:copy*
    not: {when: "path:legal/templates/**"}
    tags: [Contract, "mesh:D003287"]
    attributes: {document-type: contract, year: 2020, signed: 2020-05-31, parties: [A, B]}
    confidence: 0.8
    review: pending
    create: true
folders-as-tags:
  - {share: docs, below: "projects/*", level: 2, create: true, parent: Projects}
front-matter: {tags: [tags, Keywords]}
sidecars:
  - "**/metadata.csv"
  - {files: lists/*.tsv, share: docs, create: true}
`

func TestParse(t *testing.T) {
	r, err := Parse("rules.yaml", []byte(everything), schema.Standard())
	if err != nil {
		t.Fatal(err)
	}
	rule := r.Rules[0]
	want := `path:legal/** type:(pdf|docx) -name:*draft* size:..10MB modified:2019..2021 author:"Ada Lovelace" pages:2..` +
		` text(any: ["agreement" "contract"], all: ["party"], regex: ["No\\. \\d+"], fuzzy: ["liability~2" "indemnity"])` +
		` any(folder:signed, text(phrase: ["signed by" "executed by"]), all(path:archive/**, not(name:copy*))) not(path:legal/templates/**)`
	if got := rule.Condition.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := rule.Gives(), "tag Contract, tag mesh:D003287, document-type contract, year 2020, signed 2020-05-31, parties A; B"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if rule.Confidence != 0.8 || rule.Review != spar.Pending || !rule.Create || rule.Line != 3 {
		t.Errorf("%+v", rule)
	}
	if diff := cmp.Diff([]Folders{{23, "docs", "projects/*", 2, true, "Projects"}}, r.Folders); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"tags", "keywords"}, r.FrontMatter[0].Tags); diff != "" {
		t.Error(diff)
	}
	if len(r.Sidecars) != 2 || r.Sidecars[0].Files != "**/metadata.csv" || !r.Sidecars[1].Create {
		t.Errorf("%+v", r.Sidecars)
	}
	// What a rule makes does not depend on where it stands.
	again, err := Parse("rules.yaml", []byte("# moved\n\n"+everything), schema.Standard())
	if err != nil || !bytes.Equal(again.digest(0), r.digest(0)) {
		t.Errorf("a comment changes the rule, %v", err)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"rules: {}":                                                                      "r.yaml, line 1: here is a mapping; write a list of lines that begin with -",
		"rule: []":                                                                       `r.yaml, line 1: there is no "rule"; a rules file has rules`,
		"rules:\n- when: path:a":                                                         "r.yaml, line 2: a rule needs a name of one line",
		"rules:\n- {name: a}":                                                            `line 2, rule "a": it has no condition`,
		"rules:\n- {name: a, when: path:a}":                                              `line 2, rule "a": it gives nothing`,
		"rules:\n- name: a\n  when: path":                                                `line 3, rule "a": in the scope: "path" is not a constraint`,
		"rules:\n- name: a\n  when: ~path:a":                                             `line 3, rule "a": ~path:a is a guess`,
		"rules:\n- name: a\n  when: age:..30d":                                           `line 3, rule "a": an age changes while nothing happens to the file`,
		"rules:\n- name: a\n  text: {regex: '['}":                                        `line 3, rule "a": "[" is not a regular expression`,
		"rules:\n- name: a\n  text: {regex: 'a*'}":                                       `matches every text`,
		"rules:\n- name: a\n  text: {fuzzy: 'a'}":                                        `"a" is too short`,
		"rules:\n- name: a\n  text: {any: '--'}":                                         `"--" has no word in it`,
		"rules:\n- name: a\n  text: {}":                                                  `the text condition is empty`,
		"rules:\n- name: a\n  when: path:a\n  confidence: 2":                             `line 4, rule "a": the confidence is "2"`,
		"rules:\n- name: a\n  when: path:a\n  review: later":                             `line 4, rule "a": review is "later"`,
		"rules:\n- name: a\n  when: path:a\n  attributes: {pages: soon}":                 `line 4, rule "a": pages is a number and "soon" is none`,
		"rules:\n- {name: a, when: path:a, tags: X}\n- {name: a, when: path:a, tags: X}": `line 3: line 2 has a rule "a" already`,
		"rules:\n- name: a\n  name: b":                                                   "r.yaml, line 3: it is not YAML: mapping key \"name\" already defined",
		"rules:\n- &x {name: a}\n- *x":                                                   "line 2: here is a anchor",
		"folders-as-tags: {below: 'a'}":                                                  "line 1: folders-as-tags needs below and level",
		"folders-as-tags: {below: '[', level: 1}":                                        `"[" is not a glob`,
		"sidecars: {share: docs}":                                                        "sidecars needs files",
		"front-matter: {}":                                                               "front-matter needs the names of the fields",
		"a: [":                                                                           "r.yaml, line 1: it is not YAML",
		"\xff":                                                                           "r.yaml is not UTF-8",
		"rules:\n- name: a\n  when: path:a\n  not: " + strings.Repeat("{not: ", 30) + strings.Repeat("}", 30): "more than 20 deep",
	} {
		_, err := Parse("r.yaml", []byte(text), schema.Standard())
		if err == nil || !strings.Contains(err.Error(), want) || spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte("rules:\n- {name: a, when: 'path:**', tags: [x, y]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Parse("rules.yaml", text, schema.Standard())
		if err != nil {
			return
		}
		for _, rule := range r.Rules {
			if rule.Name == "" || rule.Condition.String() == "" || rule.Gives() == "" {
				t.Errorf("%+v", rule)
			}
		}
		r.sources(schema.Standard())
	})
}

// inMemory is a table that never was on a disk.
type inMemory struct{ *bytes.Reader }

func (m inMemory) Stat() (os.FileInfo, error) { return inMemoryInfo{m.Reader.Size()}, nil }

type inMemoryInfo struct{ size int64 }

func (i inMemoryInfo) Name() string       { return "t.csv" }
func (i inMemoryInfo) Size() int64        { return i.size }
func (i inMemoryInfo) Mode() os.FileMode  { return 0o600 }
func (i inMemoryInfo) ModTime() time.Time { return time.Time{} }
func (i inMemoryInfo) IsDir() bool        { return false }
func (i inMemoryInfo) Sys() any           { return nil }

var _ io.ReaderAt = inMemory{}

func readText(text, base string) (*table, []string, error) {
	t := &table{share: "docs", base: base, place: "t.csv"}
	var trouble []string
	err := readTable(context.Background(), t, inMemory{bytes.NewReader([]byte(text))}, schema.Standard(), func(line int, reason string) {
		trouble = append(trouble, evidenceOf("t", line)+" "+reason)
	})
	return t, trouble, err
}

func TestTable(t *testing.T) {
	tab, trouble, err := readText("\uFEFFPath;Tags;Pages;Remark\r\na/b.txt;\" X ; Y;\";2020;\"one\ntwo\"\r\n../../etc;Z;;\r\n;Z;;\r\n/p/c.txt;;x;\r\nd.txt;;;;more\r\n", "p")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range tab.rows {
		var values []string
		for _, v := range r.values {
			values = append(values, v.Key+"="+v.Value.String())
		}
		got = append(got, strings.Join(append(append([]string{strings.Join(r.paths, "|")}, r.tags...), values...), " "))
	}
	if diff := cmp.Diff([]string{"p/a/b.txt X Y pages=2020 remark=one\ntwo", "p/c.txt", "p/d.txt"}, got); diff != "" {
		t.Error(diff)
	}
	wrong := []string{
		`t:3 the path "../../etc" does not lie below the folder of the table, which alone it may speak of`,
		"t:4 it names no path",
		`t:5 pages is a number and "x" is none`,
		"t:6 column 5 has a value and no name",
	}
	if diff := cmp.Diff(wrong, trouble); diff != "" {
		t.Error(diff)
	}
	for _, p := range []string{"..", "../x", "/", ".", "../p", "/x/y", "a/../../q"} {
		if paths := (&table{base: "p"}).resolve(p); len(paths) > 0 && !strings.HasPrefix(paths[0], "p/") {
			t.Errorf("%q leads out to %q", p, paths)
		}
	}
}

func FuzzTable(f *testing.F) {
	f.Add("path,tags,year\na.txt,X;Y,2020\n", "p")
	f.Add("path\ttags\n../x\tY\n", ".")
	f.Add("sep=;\npath;tags\n\"a\nb\";c\n", "p/q")
	f.Fuzz(func(t *testing.T, text, base string) {
		if base == "" || strings.ContainsAny(base, "\\") || strings.Contains(base, "..") || base[0] == '/' || strings.HasSuffix(base, "/") || strings.Contains(base, "//") || strings.Contains(base, "./") || strings.Contains(base, "/.") {
			base = "p"
		}
		tab, _, err := readText(text, base)
		if err != nil {
			return
		}
		for _, r := range tab.rows {
			for _, p := range r.paths {
				if base != "." && !strings.HasPrefix(p, base+"/") || p == ".." || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
					t.Errorf("a table in %q speaks of %q", base, p)
				}
			}
			if len(r.tags) > maxTags {
				t.Errorf("%d tags", len(r.tags))
			}
		}
	})
}
