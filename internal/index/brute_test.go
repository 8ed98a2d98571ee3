package index

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// The evaluator below shares nothing with package scope: it has its own files, its own tree, its own logic of three values (-1, 0 for
// unknown, 1), and writes the tree as text.

type bruteFile struct {
	share, path string
	size, year  int
	tags        []string
	client      string // from its path, "" for none
	read        bool
	author      string // that reading found, "" for none
	id          spar.FileID
}

// bruteTree is a constraint (kids is empty), or a conjunction or disjunction of kids.
type bruteTree struct {
	op         string // "all", "any", "leaf", "file" (which adds)
	not        bool
	key, value string
	kids       []bruteTree
}

var bruteParents = map[string][]string{"B": {"A"}, "C": {"B"}, "D": {"A", "E"}}

func under(tag, top string) bool {
	if tag == top {
		return true
	}
	return slices.ContainsFunc(bruteParents[tag], func(p string) bool { return under(p, top) })
}

func (b bruteTree) holds(f *bruteFile) int {
	yes := func(ok bool) int {
		if ok {
			return 1
		}
		return -1
	}
	t := 0
	switch b.op {
	case "all":
		t = 1
		walls := false
		for _, k := range b.kids {
			if k.op != "file" {
				walls = true
				t = min(t, k.holds(f))
			}
		}
		if !walls {
			t = -1
		}
		for _, k := range b.kids {
			if k.op == "file" && k.value == f.share+":"+f.path {
				t = 1
			}
		}
	case "any":
		t = -1
		for _, k := range b.kids {
			t = max(t, k.holds(f))
		}
	default:
		switch b.key {
		case "share":
			t = yes(f.share == b.value)
		case "folder":
			parts := strings.Split(f.path, "/")
			t = yes(slices.Contains(parts[:len(parts)-1], b.value))
		case "size":
			var from, to int
			fmt.Sscanf(b.value, "%d..%d", &from, &to)
			t = yes(from <= f.size && f.size <= to)
		case "modified":
			t = yes(fmt.Sprint(2000+f.year) == b.value)
		case "tag":
			t = yes(slices.ContainsFunc(f.tags, func(tag string) bool { return under(tag, b.value) }))
		case "file":
			t = yes(f.share+":"+f.path == b.value)
		case "client": // from paths; reading finds none here, but could
			switch {
			case f.client == b.value:
				t = 1
			case f.client != "" || f.read:
				t = -1
			}
		case "author":
			if f.read {
				t = yes(strings.EqualFold(f.author, b.value))
			}
		}
	}
	if b.not {
		t = -t
	}
	return t
}

func (b bruteTree) text() string {
	s := ""
	if b.not {
		s = "-"
	}
	var parts []string
	for _, k := range b.kids {
		parts = append(parts, k.text())
	}
	switch b.op {
	case "all":
		return s + "(" + strings.Join(parts, "  ") + " )"
	case "any":
		return s + "( " + strings.Join(parts, " or ") + ")"
	case "file":
		return "+file:" + b.value
	}
	return s + b.key + ":" + b.value
}

var brutePaths = []string{"a.txt", "d/a.txt", "d/e/a.txt", "d/e/b.pdf", "hr/leave/policy.txt", "x/y.txt", "x/e/z.txt"}

func drawBrute(t *rapid.T, depth int) bruteTree {
	b := bruteTree{op: "leaf", not: rapid.IntRange(0, 3).Draw(t, "not") == 0}
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "group") > 0 {
		b.op = rapid.SampledFrom([]string{"all", "any"}).Draw(t, "op")
		for range rapid.IntRange(1, 3).Draw(t, "kids") {
			b.kids = append(b.kids, drawBrute(t, depth-1))
		}
		if b.op == "all" && rapid.IntRange(0, 3).Draw(t, "add") == 0 {
			added := bruteTree{op: "file", value: "s:" + rapid.SampledFrom(brutePaths).Draw(t, "added")}
			// Taking out the same file beside it is an error.
			b.kids = slices.DeleteFunc(b.kids, func(k bruteTree) bool { return k.key == "file" && k.not && k.value == added.value })
			b.kids = append(b.kids, added)
		}
		return b
	}
	b.key = rapid.SampledFrom([]string{"share", "folder", "size", "modified", "tag", "file", "client", "author"}).Draw(t, "key")
	b.value = rapid.SampledFrom(map[string][]string{
		"share": {"s", "two"}, "folder": {"d", "e", "hr"}, "size": {"0..3", "4..9", "2..7"}, "modified": {"2001", "2002"}, "tag": {"A", "B", "C", "D", "E"},
		"file": {"s:a.txt", "two:d/e/a.txt", "s:nosuch"}, "client": {"Acme", "Ajax"}, "author": {"Ada", "Bob"},
	}[b.key]).Draw(t, "value")
	return b
}

// TestBrute: the three sets of a scope are what an evaluator finds that shares no code with it.
func TestBrute(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		dbtest.Checks(t)
		rapid.Check(t, func(r *rapid.T) {
			h := openHouse(t, Options{Small: 1, Changed: 1000, Thorough: rapid.Bool().Draw(r, "thorough")})
			ctx := t.Context()
			var files []*bruteFile
			for _, share := range []string{"s", "two"} {
				h.addShare(share)
				for _, p := range brutePaths {
					if rapid.IntRange(0, 3).Draw(r, "there") > 0 {
						f := &bruteFile{share: share, path: p, size: rapid.IntRange(0, 9).Draw(r, "size"), year: rapid.IntRange(1, 2).Draw(r, "year")}
						h.put(share, p, fs.FileMode(0o644), 1, 1, int64(f.size), f.year)
						files = append(files, f)
					}
				}
				h.scan(share)
			}
			ids := map[string]spar.FileID{}
			for _, f := range h.files() {
				ids[f.Share+":"+f.Path] = f.ID
			}
			for _, name := range []string{"A", "E", "B", "C", "D"} {
				_, err := h.AddTag(ctx, spar.Tag{Name: name})
				h.must(err)
				if parents := bruteParents[name]; parents != nil {
					h.must(h.SetParents(ctx, name, parents...))
				}
			}
			save := rapid.IntRange(0, 2*len(files)).Draw(r, "save")
			for i, f := range files {
				f.id = ids[f.share+":"+f.path]
				for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B", "C", "D", "E"}), 0, 2, rapid.ID).Draw(r, "tags") {
					tag, err := h.Tag(ctx, name)
					h.must(err)
					_, err = h.Assign(ctx, []spar.Assignment{{File: f.id, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}})
					h.must(err)
					f.tags = append(f.tags, name)
				}
				if f.client = rapid.SampledFrom([]string{"", "Acme", "Ajax"}).Draw(r, "client"); f.client != "" {
					_, err := h.Edit(ctx, catalog.Edit{Set: []spar.Attribute{{File: f.id, Key: "client", Value: spar.Value{Kind: spar.Text, Text: f.client}, Origin: spar.ByPath, Batch: 1}}})
					h.must(err)
				}
				if f.read = rapid.Bool().Draw(r, "read"); f.read {
					file := h.files()[slices.IndexFunc(h.files(), func(g spar.File) bool { return g.ID == f.id })]
					v := file.Version()
					v.Hash[0] = byte(i + 1)
					finding := spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.SegmentID{byte(i + 1)}}
					if f.author = rapid.SampledFrom([]string{"", "ada", "Bob"}).Draw(r, "author"); f.author != "" {
						finding.Properties = []spar.Property{{Key: "author", Value: spar.Value{Kind: spar.Text, Text: f.author}}}
					}
					_, err := h.Record(ctx, finding)
					h.must(err)
				}
				if i == save { // the rest lies beside the saved index
					h.must(h.index.Rebuild(ctx))
				}
			}
			s, err := h.index.Snapshot(ctx)
			h.must(err)
			for range 8 {
				tree := bruteTree{op: "all", kids: []bruteTree{drawBrute(r, 3), drawBrute(r, 2)}}
				sc, err := scope.Parse(tree.text())
				if err != nil {
					r.Fatalf("%s: %v", tree.text(), err)
				}
				got, err := s.Eval(t.Context(), spar.Principal{All: true}, sc)
				if err != nil {
					r.Fatalf("%s: %v", tree.text(), err)
				}
				for _, f := range files {
					t := -1
					switch {
					case got.Known.Contains(uint32(f.id)):
						t = 1
					case got.Unknown.Contains(uint32(f.id)):
						t = 0
					}
					if want := tree.holds(f); t != want {
						r.Fatalf("%s, printed as %s, is %d for %+v, want %d", tree.text(), scope.Print(sc), t, *f, want)
					}
				}
			}
		})
	})
}
