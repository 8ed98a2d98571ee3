package service_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// What follows evaluates scopes without any code of SPAR: three values (-1, 0 for what only reading can tell, 1) over files of its own.
type (
	plainFile struct {
		folder, name, client string
		tags                 []string
	}
	plainLeaf struct {
		key    string
		values []string
		not    bool
	}
)

var plainAbove = map[string][]string{"B": {"A"}, "C": {"B"}, "D": {"A", "E"}, "F": {"E"}}

func plainUnder(tag, top string) bool {
	return tag == top || slices.ContainsFunc(plainAbove[tag], func(p string) bool { return plainUnder(p, top) })
}

func (l plainLeaf) String() string {
	value := strings.Join(l.values, "|")
	if len(l.values) > 1 {
		value = "(" + value + ")"
	}
	if l.not {
		return "-" + l.key + ":" + value
	}
	return l.key + ":" + value
}

func (l plainLeaf) holds(f plainFile) int {
	t := -1
	for _, v := range l.values {
		one := false
		switch l.key {
		case "folder":
			one = f.folder == v
		case "name":
			one = f.name == v
		case "tag":
			one = slices.ContainsFunc(f.tags, func(tag string) bool { return plainUnder(tag, v) })
		case "client":
			if one = f.client == v; f.client == "" {
				t = max(t, 0)
			}
		}
		if one {
			t = 1
		}
	}
	if l.not {
		t = -t
	}
	return t
}

// plainCount counts the files for which all of a list hold, and those for which only reading can tell.
func plainCount(files []plainFile, list []plainLeaf) (yes, open int) {
	for _, f := range files {
		t := 1
		for _, l := range list {
			t = min(t, l.holds(f))
		}
		switch t {
		case 1:
			yes++
		case 0:
			open++
		}
	}
	return yes, open
}

func text(list []plainLeaf) string {
	parts := make([]string, len(list))
	for i, l := range list {
		parts[i] = l.String()
	}
	return strings.Join(parts, " ")
}

// plainHouse is a service over random files that nobody has read.
func plainHouse(t *testing.T, r *rand.Rand) (*service.Service, []plainFile) {
	t.Helper()
	var files []plainFile
	on := map[string]string{}
	for i := range 40 {
		f := plainFile{folder: []string{"hr", "it", "ops"}[r.IntN(3)], name: fmt.Sprintf("f%d.txt", i%12)}
		path := f.folder + "/" + f.name
		if on[path] == "" {
			on[path] = "x"
			files = append(files, f)
		}
	}
	s, h := open(t, on)
	h.Scanned()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"A", "E", "B", "C", "D", "F", "G"} {
		must(s.AddTag(t.Context(), owner, api.NewTag{Name: name, Parents: plainAbove[name]}))
	}
	for i := range files {
		f := &files[i]
		at := api.Target{Files: []string{"docs:" + f.folder + "/" + f.name}}
		for range r.IntN(3) {
			tag := string(rune('A' + r.IntN(6))) // nothing has G
			f.tags = append(f.tags, tag)
			must(s.Assign(t.Context(), owner, tag, at, false))
		}
		if r.IntN(3) > 0 {
			f.client = []string{"Acme", "Ajax"}[r.IntN(2)]
			must(s.SetAttributes(t.Context(), owner, at, []api.KeyValue{{Key: "client", Value: f.client}}))
		}
	}
	return s, files
}

func plainScope(r *rand.Rand) (list []plainLeaf) {
	for range 1 + r.IntN(4) {
		l := plainLeaf{key: []string{"folder", "name", "tag", "tag", "client"}[r.IntN(5)], not: r.IntN(5) == 0}
		for range 1 + r.IntN(2) {
			v := map[string][]string{"folder": {"hr", "it", "ops", "it2"}, "name": {"f1.txt", "f2.txt", "f3.txt", "none.txt"}, "tag": {"A", "B", "C", "D", "E", "F", "G"}, "client": {"Acme", "Ajax", "Acne"}}[l.key]
			if one := v[r.IntN(len(v))]; !slices.Contains(l.values, one) {
				l.values = append(l.values, one)
			}
		}
		list = append(list, l)
	}
	return list
}

const plainHouses, plainScopes = 4, 60

// TestExplainIsPlain: the funnel counts like a plain evaluator, and pruning changes no selection.
func TestExplainIsPlain(t *testing.T) {
	for seed := range uint64(plainHouses) {
		r := rand.New(rand.NewPCG(seed, 1))
		s, files := plainHouse(t, r)
		pruned := 0
		for range plainScopes {
			list := plainScope(r)
			e, err := s.ExplainScope(t.Context(), owner, text(list))
			if err != nil {
				t.Fatal(text(list), err)
			}
			if yes, open := plainCount(files, list); e.Files != yes || e.Unknown != open {
				t.Errorf("%s has %d and %d, want %d and %d", text(list), e.Files, e.Unknown, yes, open)
			}
			order := make([]plainLeaf, len(e.Funnel)) // as the canonical print has them
			for i, step := range e.Funnel {
				at := slices.IndexFunc(list, func(l plainLeaf) bool { return sameLeaf(l, step.Constraint) })
				if at < 0 {
					t.Fatalf("%s: what is %s?", text(list), step.Constraint)
				}
				order[i] = list[at]
			}
			for i, step := range e.Funnel {
				alone, _ := plainCount(files, order[i:i+1])
				after, open := plainCount(files, order[:i+1])
				without, _ := plainCount(files, slices.Concat(order[:i], order[i+1:]))
				if want := (api.FunnelStep{Constraint: step.Constraint, Alone: alone, After: after, Without: without, Unknown: open}); step != want {
					t.Errorf("%s: %+v, want %+v", text(list), step, want)
				}
			}
			for _, p := range e.Pruned {
				pruned++
				at := slices.IndexFunc(order, func(l plainLeaf) bool { return sameLeaf(l, p.Constraint) })
				fewer := slices.Clone(order)
				if p.Tag == "" {
					fewer = slices.Delete(fewer, at, at+1)
				} else {
					fewer[at].values = slices.DeleteFunc(slices.Clone(fewer[at].values), func(v string) bool { return v == p.Tag })
				}
				yes, open := plainCount(files, order)
				if y, o := plainCount(files, fewer); y != yes || o != open {
					t.Errorf("%s without %+v has %d and %d files, and had %d and %d", text(order), p, y, o, yes, open)
				}
			}
		}
		if pruned == 0 {
			t.Error("nothing was pruned")
		}
	}
}

// sameLeaf reports whether a constraint is printed so, in whatever order its values are.
func sameLeaf(l plainLeaf, printed string) bool {
	sorted := func(text string) string {
		key, values, _ := strings.Cut(text, ":")
		list := strings.Split(strings.Trim(values, "()"), "|")
		slices.Sort(list)
		return key + ":" + strings.Join(list, "|")
	}
	return sorted(l.String()) == sorted(printed)
}

// TestRelaxationsCount: each relaxation has the files that its scope selects, gains at least one, and what it says it gains.
func TestRelaxationsCount(t *testing.T) {
	for seed := range uint64(plainHouses) {
		r := rand.New(rand.NewPCG(seed, 2))
		s, _ := plainHouse(t, r)
		files := func(scope string) map[string]bool {
			set := map[string]bool{}
			list, err := all(s.Files(t.Context(), owner, api.Listing{Scope: scope}))
			if err != nil {
				t.Fatal(scope, err)
			}
			for _, f := range list {
				if !f.Undecided {
					set[f.Path.Name] = true
				}
			}
			return set
		}
		relaxed := 0
		for range plainScopes {
			scope := text(plainScope(r))
			d, err := s.DiagnoseScope(t.Context(), owner, scope)
			if err != nil {
				t.Fatal(scope, err)
			}
			had := files(scope)
			if len(had) != d.Files {
				t.Errorf("%s has %d files, and its diagnosis says %d", scope, len(had), d.Files)
			}
			for _, x := range d.Relaxations {
				relaxed++
				now, gain := files(x.Scope), 0
				for f := range now {
					if !had[f] {
						gain++
					}
				}
				if len(now) != x.Files || gain != x.Gain || gain == 0 {
					t.Errorf("%s: %+v has %d files and gains %d", scope, x, len(now), gain)
				}
			}
		}
		if relaxed == 0 {
			t.Error("nothing was relaxed")
		}
	}
}

// TestNothingWidens: a constraint that is empty, unknown, misspelt or refers to nothing selects no file that the rest does not, whether
// it is required, excluded, guessed or one of several.
func TestNothingWidens(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	s, files := plainHouse(t, r)
	bad := []string{
		"tag:Nosuch", "tag:a_", "linked:Nosuch", "client:Acne", "colour:red", "share:none", "type:nosuch", "name:none", "path:none/**", "folder:HR ", "size:9GB..", "modified:1800",
		"has:colour", "unknown:colour", "state:corrupt", "owner:nobody-there", "file:docs:none", "@nosuch", "@nobody/none", "text:nosuchword", `text:"no such words"`, "text:(a", "client:", ":", "tag:", "modified:x",
	}
	refused := 0
	for range plainScopes {
		list := plainScope(r)
		may := map[string]bool{} // files that the rest does not exclude
		for _, f := range files {
			t := 1
			for _, l := range list {
				t = min(t, l.holds(f))
			}
			may[f.folder+"/"+f.name] = t >= 0
		}
		for _, one := range bad {
			for _, scope := range []string{text(list) + " " + one, one + " " + text(list), text(list) + " -" + one, text(list) + " (" + one + " or " + one + ")", text(list) + " -(" + one + ")", text(list) + " ~" + one} {
				got, err := all(s.Files(t.Context(), owner, api.Listing{Scope: scope}))
				if err != nil {
					if refused++; spar.CodeOf(err) == spar.Internal {
						t.Errorf("%s: %v", scope, err)
					}
					continue
				}
				for _, f := range got {
					if !may[f.Path.Name] {
						t.Errorf("%s selects %s, which %s does not", scope, f.Path.Name, text(list))
					}
				}
				if required := scope == text(list)+" "+one; required && one != "unknown:colour" && slices.ContainsFunc(got, func(f api.File) bool { return !f.Undecided }) {
					t.Errorf("%s selects %s", scope, got[0].Path.Name)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}
