package talk

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/public"
)

// TestSet: the halves have their counts, every file that answers is there, names are where they should be and nowhere else,
// and the same seed gives the same set.
func TestSet(t *testing.T) {
	for _, half := range []string{"a", "b", "c", "e", "f", "g", "h", "i", Handbook} {
		if half == Handbook && os.Getenv(public.DataEnv) == "" {
			t.Logf("half %s is not looked at: %s is not set", half, public.DataEnv)
			continue
		}
		for _, seed := range []uint64{company.Seed, 2} {
			s, err := Make(half, seed)
			if err != nil {
				t.Fatal(err)
			}
			c := checker{t: t, s: s, ids: map[string]bool{}, texts: map[string]bool{}}
			for _, f := range s.Company.Files {
				c.said = append(c.said, f.Path+"\n"+strings.Join(strings.Fields(f.Text), " "))
			}
			c.counts()
			for _, f := range s.FollowUps {
				c.asked(f.ID, f.First+" > "+f.Text, f.In)
				if f.First == "" || f.Text == "" || f.Self == "" || f.Self == f.Text && f.Kind != Change || !slices.Contains(kinds, f.Kind) {
					t.Errorf("%s: %+v", f.ID, f)
				}
			}
			for _, m := range s.Misspelt {
				c.asked(m.ID, m.Text, m.In)
				if n := distance(m.Text, m.Correct); n < 1 || n > 6 {
					t.Errorf("%s: %s: is %d letters from %s", m.ID, m.Text, n, m.Correct)
				}
			}
			for _, n := range s.Near {
				c.asked(n.ID, n.Text, n.In)
				if distance(n.Typed, n.Meant) != 1 || n.Text == n.Correct || len(n.Require) == 0 {
					t.Errorf("%s: %s: no name that is one letter off", n.ID, n.Text)
				}
				if c.some(regexp.QuoteMeta(n.Typed)) || !c.some(regexp.QuoteMeta(n.Meant)) {
					t.Errorf("%s: %s is there, or %s is not", n.ID, n.Typed, n.Meant)
				}
			}
			for _, u := range s.Nowhere {
				c.asked(u.ID, u.Text, nil)
				if c.some(regexp.QuoteMeta(u.Name)) || !named(u) {
					t.Errorf("%s: %s: %s is there, or is not asked about", u.ID, u.Text, u.Name)
				}
			}
			for _, e := range s.Elsewhere {
				c.asked(e.ID, e.Text, nil)
				if !c.some(regexp.QuoteMeta(e.Name)) || c.some(e.Absent) || !named(e) {
					t.Errorf("%s: %s: %s is nowhere or not asked about, or %q is there", e.ID, e.Text, e.Name, e.Absent)
				}
			}
			if again, err := Make(half, seed); err != nil || again.Sum() != s.Sum() {
				t.Errorf("half %s is not the same again: %v", half, err)
			}
			t.Logf("half %s, seed %d: SHA-256 %s", half, seed, s.Sum())
		}
	}
	if _, err := Make("d", company.Seed); err == nil {
		t.Error("there is a half d")
	}
}

type checker struct {
	t          *testing.T
	s          *Set
	said       []string
	ids, texts map[string]bool
}

func (c checker) counts() {
	got := [5]int{len(c.s.FollowUps), len(c.s.Misspelt), len(c.s.Near), len(c.s.Nowhere), len(c.s.Elsewhere)}
	want := [5]int{60, 100, 25, 50, 50}
	switch c.s.Half {
	case "c", "i":
		want = [5]int{60, 60}
	case "e":
		want = [5]int{66, 80}
	case "f":
		want = [5]int{48, 80}
	case Handbook:
		want = [5]int{40}
	case "g", "h":
		want = [5]int{60, 100}
	}
	if got != want {
		c.t.Errorf("half %s has %v, want %v", c.s.Half, got, want)
	}
}

// asked checks that a question is asked once, and that the files that answer it are there.
func (c checker) asked(id, text string, in []string) {
	c.t.Helper()
	if c.ids[id] || c.texts[text] {
		c.t.Errorf("%s: %s: is there twice", id, text)
	}
	c.ids[id], c.texts[text] = true, true
	if (in == nil) != strings.ContainsAny(id[1:2], "ue") {
		c.t.Errorf("%s: %s: is answered by %q", id, text, in)
	}
	for _, path := range in {
		if !slices.ContainsFunc(c.s.Company.Files, func(f company.File) bool { return f.Path == path }) {
			c.t.Errorf("%s: %s: there is no %s", id, text, path)
		}
	}
}

// some reports whether a file fits a pattern, whatever the letter case.
func (c checker) some(pattern string) bool {
	r := regexp.MustCompile("(?i)" + pattern)
	return slices.ContainsFunc(c.said, r.MatchString)
}

func named(s Stranger) bool {
	return strings.Contains(strings.ToLower(s.Text), strings.ToLower(s.Name))
}

// distance counts the letters to change, add or take out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0]++
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
