package commands

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// TestSet: the halves have their sentences over each share; scopes that mean the same give the same files; the halves share no
// template; and the same seed gives the same set.
func TestSet(t *testing.T) {
	data := evaltest.Data(t)
	for _, half := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "tongues-a", "tongues-b"} {
		s, err := Make(data, half, Seed)
		if err != nil {
			t.Fatal(err)
		}
		counts, phenomena, asked, total := map[string]int{}, map[string]int{}, map[string]bool{}, 0
		for _, c := range s.Cases {
			counts[c.Share]++
			phenomena[c.Phenomenon]++
			if asked[c.Share+c.Text] || strings.ContainsAny(c.Text+c.Scope+c.About+c.Ask, "{}") || !slices.Contains([]string{Query, Build, Update, Reset}, c.Command) {
				t.Errorf("%s: %+v", c.ID, c)
			}
			asked[c.Share+c.Text] = true
			if c.Ask != "" && !strings.Contains(c.Text, c.Ask) || c.About != "" && !strings.Contains(strings.ToLower(c.Text), c.About) {
				t.Errorf("%s: %s: does not have %q or %q", c.ID, c.Text, c.Ask, c.About)
			}
			i := slices.IndexFunc(s.Shares, func(of *Share) bool { return of.Name == c.Share })
			files, err := s.Shares[i].Files.in(c.Scope)
			if err != nil || len(files) == 0 {
				t.Errorf("%s: %s: %s gives nothing: %v", c.ID, c.Text, c.Scope, err)
			}
			for _, same := range c.Same {
				if strings.Contains(same, "age:") { // counts from today
					continue
				}
				if again, err := s.Shares[i].Files.in(same); err != nil || !slices.EqualFunc(again, files, equal) {
					t.Errorf("%s: %s: %s gives %d files, %s %d: %v", c.ID, c.Text, c.Scope, len(files), same, len(again), err)
				}
			}
			if testing.Verbose() && !slices.Contains(heldBack, half) {
				t.Logf("%s %s, %d files: %s  ->  %s %s %s", c.ID, c.Share, len(files), c.Text, c.Scope, c.About, c.Ask)
			}
		}
		for _, q := range quota {
			if n := q.n[half]; n > 0 && counts[s.share(q.file).Name] != n {
				t.Errorf("half %s: %v", half, counts)
			}
			total += q.n[half]
		}
		if total < 75 || len(phenomena) < 5 || s.Shares[0].Name == s.Shares[1].Name {
			t.Errorf("half %s has %d sentences of %v", half, total, phenomena)
		}
		if again, err := Make(data, half, Seed); err != nil || again.Sum() != s.Sum() {
			t.Errorf("half %s is not the same again: %v", half, err)
		}
		t.Logf("half %s: %d files in %s, %d sentences, %v, SHA-256 %s", half, len(s.Shares[0].Files), s.Shares[0].Name, total, phenomena, s.Sum())
	}
}

func equal(a, b File) bool { return a.Path == b.Path }

// TestGenerate: departments, formats, attributes, versions, drafts, scans, ships or films, and every path once.
func TestGenerate(t *testing.T) {
	for _, half := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		s, err := Generate(half, Seed)
		if err != nil {
			t.Fatal(err)
		}
		paths, formats, attributes, values := map[string]bool{}, map[string]int{}, map[string]int{}, map[string]bool{}
		for _, f := range s.Files {
			if paths[f.Path] || f.Type == "" || f.Modified == "" || f.Size == 0 {
				t.Errorf("half %s: %+v", half, f)
			}
			paths[f.Path] = true
			formats[f.Type]++
			for key, list := range f.Attributes {
				attributes[key]++
				values[key+":"+list[0]] = true
			}
		}
		departments := 0
		for v := range values {
			if strings.HasPrefix(v, "department:") || strings.HasPrefix(v, "team:") {
				departments++
			}
		}
		want, special := [3]int{6, 12, 4}, "modality:CT"
		switch half {
		case "d":
			want, special = [3]int{8, 20, 6}, "vessel:Ocean Petrel"
		case "e":
			want, special = [3]int{12, 39, 8}, "film:Border Radio"
		case "f":
			want, special = [3]int{5, 19, 4}, "beer:Red Kite"
		case "g":
			want, special = [3]int{10, 50, 6}, "site:Hollow Brook"
		case "h":
			want, special = [3]int{10, 47, 7}, "centre:Kirkhaven"
		}
		if [3]int{len(formats), len(attributes), departments} != want || !values["doc-status:draft"] || !values["doc-version:3"] || !values[special] {
			t.Errorf("half %s: formats %v, attributes %v, %d departments", half, formats, attributes, departments)
		}
	}
	if _, err := Generate("z", Seed); err == nil {
		t.Error("there is a half z")
	}
}

// TestTemplates: no sentence of one half is made by a template of another.
func TestTemplates(t *testing.T) {
	texts := map[string]string{}
	for _, half := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "tongues-a", "tongues-b"} {
		for _, q := range quota {
			if q.n[half] == 0 {
				continue
			}
			b, err := halves.ReadFile(half + "/" + q.file + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			_, templates, err := readTemplates(string(b))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range templates {
				if other := texts[c.Text]; other != "" && other != half {
					t.Errorf("%q is in two halves", c.Text)
				}
				texts[c.Text] = half
			}
		}
	}
	_, templates, err := readTemplates("? a | b\n= [x:1 / y:(2|3) / ] z:4 [-v:5 / w:6]\n~ [t:7 / u:8]")
	want := []string{"x:1 z:4 w:6", "y:(2|3) z:4 -v:5", "y:(2|3) z:4 w:6", "z:4 -v:5", "z:4 w:6", "t:7", "u:8"}
	if err != nil || templates[0].Scope != "x:1 z:4 -v:5" || !slices.Equal(templates[0].Same, want) {
		t.Errorf("alternatives are read as %+v: %v", templates, err)
	}
	for _, wrong := range []string{"nothing", "? no sentence", "? a | b\n! c"} {
		if _, _, err := readTemplates(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// TestIn: the forms of constraints that the sentences need.
func TestIn(t *testing.T) {
	files := Files{
		{Path: "x/a.pdf", Type: "pdf", Modified: "2024-03-05", Size: 2_000_000, Attributes: map[string][]string{"period": {"2024-02"}, "who": {"Ada Low"}}},
		{Path: "x/y/b.md", Type: "markdown", Modified: "2025-01-31", Size: 900},
	}
	for scope, want := range map[string]int{
		"": 2, "type:pdf": 1, "-type:pdf": 1, "type:(pdf|markdown)": 2, "path:x/**": 2, "folder:y": 1, "name:b*": 1, `who:"ada low"`: 1, "who:Ada": 0,
		"modified:2024": 1, "modified:2024-03..2025-01": 2, "modified:..2024": 1, "modified:<2025-01-31": 1, "modified:>2024": 1, "size:>1MB": 1,
		"size:<=900": 1, "period:2024-02": 1, "period:2024-01..2024-03 type:pdf": 1, "period:2024-03": 0, "-period:2024": 1,
		"type:pdf or size:<=900": 2, "type:pdf folder:y or type:markdown folder:y": 1,
	} {
		if got, err := files.in(scope); err != nil || len(got) != want {
			t.Errorf("%q gives %d files, want %d: %v", scope, len(got), want, err)
		}
	}
	for _, wrong := range []string{"type", "modified:soon", "size:>big"} {
		if _, err := files.in(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
