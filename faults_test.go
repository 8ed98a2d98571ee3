package spar_test

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/extract"
	words "github.com/sparsearch/spar/internal/spar"
)

// TestFaults reads small files, in folders of the public data, that were each made to show one fault, and compares what comes out with
// testdata/faults.txt. A line of it that gives a reason in a fourth column is known to be wrong, and must be until the reason goes.
func TestFaults(t *testing.T) {
	from := filepath.Join(os.Getenv("SPAR_EVAL_DATA"), "faults")
	if _, err := os.Stat(from); os.Getenv("SPAR_EVAL_DATA") == "" || err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatal("the folder faults of the data is required and not there: set SPAR_EVAL_DATA")
		}
		t.Skip("the folder faults of the data is not there: set SPAR_EVAL_DATA")
	}
	f := newFaults(t, from)
	table, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		c := append(strings.Split(line, "\t"), "")
		if len(c) < 4 || len(c) > 5 {
			t.Fatalf("the line %q has no three columns, or four with a reason", line)
		}
		seen[strings.FieldsFunc(c[1], func(r rune) bool { return r == '/' || r == ' ' })[0]] = true
		got, ok := f.check(c[0], c[1], c[2])
		switch wrong := c[3]; {
		case !ok && wrong == "":
			t.Errorf("%s %s: want %q, got %q", c[0], c[1], c[2], got)
		case ok && wrong != "":
			t.Errorf("%s %s: it is right now, so take away the reason %q", c[0], c[1], wrong)
		}
	}
	for _, d := range f.folders {
		if !seen[d] {
			t.Errorf("no line of the table checks the folder %s", d)
		}
	}
}

// faults is the index of a copy of the files, without what says how they must be read.
type faults struct {
	t       *testing.T
	files   string
	folders []string // those with files
	x       *spar.Index
	me      spar.Principal
	thread  string             // of the questions that go on with a conversation
	known   map[string]*opened // by path
}

func newFaults(t *testing.T, from string) *faults {
	dir := t.TempDir()
	files := filepath.Join(dir, "files")
	f := &faults{t: t, files: files, known: map[string]*opened{}}
	ctx := t.Context()
	if err := os.CopyFS(files, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"README.md", "*/expected.txt", "*/*.tsv"} {
		said, err := filepath.Glob(filepath.Join(files, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range said {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	all, err := filepath.Glob(filepath.Join(files, "*/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		f.folders = append(f.folders, filepath.Base(filepath.Dir(name)))
	}
	f.folders = slices.Compact(f.folders)
	if f.x, err = spar.Open(ctx, spar.Options{Dir: filepath.Join(dir, "data"), Settings: map[string]string{"workers": "1"}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.x.Close() })
	if f.me, err = f.x.Me(); err != nil {
		t.Fatal(err)
	}
	if err := f.x.AddShare(ctx, f.me, "f", files); err != nil {
		t.Fatal(err)
	}
	return f
}

// check compares one thing with what is wanted:
//   - text FILE has pieces in this order, between which stands "…"; lacks FILE has none of them, once FILE has each one time
//   - state FILE is in a state, with a reason of such pieces
//   - search PLACE | QUERY finds pieces first: its path, place and text, or NONE
//   - ask PLACE | QUESTION answers with such pieces, and "then" goes on with the conversation; cite PLACE | QUESTION rests on such a place
func (f *faults) check(kind, where, want string) (string, bool) {
	switch kind {
	case "text":
		got := f.open(where).text()
		return got, has(got, want)
	case "lacks":
		got := f.open(where).text()
		return got, !slices.ContainsFunc(pieces(want), func(p string) bool { return strings.Contains(got, p) })
	case "once":
		got := f.open(where).text()
		return got, !slices.ContainsFunc(pieces(want), func(p string) bool { return strings.Count(got, p) != 1 })
	case "state":
		r := f.open(where).result
		got := string(r.State) + " " + r.Reason
		return got, has(got, want)
	}
	at, query, _ := strings.Cut(where, " | ")
	if path.Ext(at) == "" {
		at += "/**"
	}
	q := spar.Question{Text: query, In: "path:" + at, Extract: true}
	switch kind {
	case "search":
		found, err := f.x.Search(f.t.Context(), f.me, q)
		if err != nil {
			f.t.Fatal(err)
		}
		if len(found.Hits) == 0 {
			return "nothing", want == "NONE"
		}
		h := found.Hits[0]
		return h.Path, has(h.Path+" "+h.Place+" "+h.Text, want)
	case "ask", "then":
		if q.Thread = "new"; kind == "then" {
			q.Thread = f.thread
		}
		a := f.ask(q)
		f.thread = a.Thread
		said := []string{}
		for _, s := range a.Statements {
			said = append(said, s.Text)
		}
		if a.Refused {
			said = append(append(said, "refused"), a.Notes...)
		}
		got := strings.Join(said, "\n")
		return got, has(got, want)
	case "cite":
		a := f.ask(q)
		got := ""
		if len(a.Citations) > 0 {
			got = a.Citations[0].Place
		} else if len(a.Evidence) > 0 {
			got = a.Evidence[0].Place
		}
		return got, strings.HasPrefix(got+",", want+",")
	}
	f.t.Fatalf("the kind %q is not known", kind)
	return "", false
}

func (f *faults) ask(q spar.Question) spar.Answer {
	a, err := f.x.Ask(f.t.Context(), f.me, q)
	if err != nil {
		f.t.Fatal(err)
	}
	return a
}

// An opened file was read.
type opened struct {
	in      extract.Input
	result  extract.Result
	blocks  []words.Block
	members []words.Member
}

// open reads a file, or a member as it lies in its container.
func (f *faults) open(name string) *opened {
	if o := f.known[name]; o != nil {
		return o
	}
	o := &opened{}
	f.known[name] = o
	var content []byte
	if at := strings.LastIndex(name, "!/"); at >= 0 {
		container := f.open(name[:at])
		i := slices.IndexFunc(container.members, func(m words.Member) bool { return m.NameIn(name[:at]) == name[at+2:] })
		if i < 0 {
			o.result.Reason = "there is no such member"
			return o
		}
		var b bytes.Buffer
		if o.result = extract.Unpack(f.t.Context(), container.in, container.members[i], &b); o.result.State != words.OK {
			return o
		}
		content = b.Bytes()
	} else {
		b, err := os.ReadFile(filepath.Join(f.files, name))
		if err != nil {
			f.t.Fatal(err)
		}
		content = b
	}
	o.in = extract.Input{Name: path.Base(name), R: bytes.NewReader(content), Size: int64(len(content)), Known: embed.IsWord}
	o.result = extract.Extract(f.t.Context(), o.in, func(it extract.Item) error {
		if it.Block != nil {
			o.blocks = append(o.blocks, *it.Block)
		}
		if it.Member != nil {
			o.members = append(o.members, *it.Member)
		}
		return nil
	})
	return o
}

// text is the text of a file, as the file shows it, with its blanks made one.
func (o *opened) text() string {
	var text []string
	for _, b := range o.blocks {
		text = append(text, b.Text)
		if t := b.Table; t != nil {
			text = append(append(text, t.Caption), t.Header...)
			for _, r := range t.Rows {
				text = append(text, r.Visible()...)
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(text, " ")), " ")
}

func pieces(want string) []string { return strings.Split(want, "…") }

// has reports whether a text has the pieces in their order.
func has(text, want string) bool {
	for _, p := range pieces(want) {
		_, after, ok := strings.Cut(text, p)
		if !ok {
			return false
		}
		text = after
	}
	return true
}
