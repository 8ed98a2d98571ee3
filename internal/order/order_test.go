package order

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

func paths(files []spar.File) (list []string) {
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

// TestWeights: a name that has the words of a question and one that is near to it in meaning weigh differently by the two encoders.
func TestWeights(t *testing.T) {
	files := []spar.File{{ID: 1, Path: "said.md"}, {ID: 2, Path: "near.md"}}
	for _, tc := range []struct {
		precise bool
		near    float64
		first   string
	}{{false, .32, "said.md"}, {true, .32, "near.md"}, {false, .36, "near.md"}, {true, .16, "said.md"}} {
		list := By("what was said?", files, Known{Precise: tc.precise, Near: func(f spar.File) (float64, bool) { return tc.near * float64(f.ID-1), true }})
		if list[0].File.Path != tc.first || math.Abs(list[0].Score-list[0].Words-list[0].Meaning-list[0].Cost) > 1e-9 {
			t.Errorf("precise %v, near by %v: %+v comes first, want %s", tc.precise, tc.near, list[0], tc.first)
		}
	}
}

// ByPromise is By without sketches: e, if it is not nil, embeds all names and titles anew.
func ByPromise(ctx context.Context, question string, files []spar.File, titles func(spar.File) string, e Encoder) ([]spar.File, error) {
	known := Known{Title: titles}
	if e != nil && strings.TrimSpace(question) != "" {
		near, err := Near(ctx, question, files, titles, e)
		if err != nil {
			return nil, err
		}
		known.Near = near
	}
	return Files(By(question, files, known)), nil
}

// promise is ByPromise where no error may come.
func promise(t interface {
	Helper()
	Fatal(...any)
}, question string, files []spar.File, e Encoder) []spar.File {
	t.Helper()
	out, err := ByPromise(context.Background(), question, files, nil, e)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A letters encoder counts letters: texts spelled alike are near. Its vectors have length 1.
type letters struct{ fault error }

func (l letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 27)
		sum := 0.
		for _, r := range strings.ToLower(t) {
			if r >= 'a' && r <= 'z' {
				out[i][r-'a']++
			}
		}
		out[i][26] = .1
		for _, x := range out[i] {
			sum += float64(x * x)
		}
		for j := range out[i] {
			out[i][j] /= float32(math.Sqrt(sum))
		}
	}
	return out, l.fault
}

func TestByMeaning(t *testing.T) {
	files := []spar.File{{Path: "x/zzz.md"}, {Path: "y/aab.md"}, {Path: "y/holiday.md"}, {Path: "q/abab.md"}}
	// No word is shared: the nearest by letters is first. With a shared word, that counts too.
	if diff := cmp.Diff([]string{"q/abab.md", "y/aab.md", "y/holiday.md", "x/zzz.md"}, paths(promise(t, "ba", files, letters{}))); diff != "" {
		t.Error(diff)
	}
	if got := paths(promise(t, "holiday ba", files, letters{})); got[0] != "y/holiday.md" {
		t.Errorf("a shared word and most letters: %v", got)
	}
	if diff := cmp.Diff(paths(promise(t, "", files, nil)), paths(promise(t, "", files, letters{}))); diff != "" {
		t.Error(diff)
	}
	if _, err := ByPromise(context.Background(), "ba", files, nil, letters{errors.New("broken")}); err == nil {
		t.Error("an error of the encoder is lost")
	}
	many := make([]spar.File, 2*embedded+7)
	for i := range many {
		many[i].Path = fmt.Sprintf("%d.txt", i)
	}
	many[embedded+3].Path = "aabb.txt"
	if got := promise(t, "bbaa", many, letters{}); len(got) != len(many) || got[0].Path != "aabb.txt" {
		t.Errorf("of %d files %q is first", len(got), got[0].Path)
	}
}

// TestByTitle: a title counts like a name, in words and in meaning, and one that says nothing changes nothing.
func TestByTitle(t *testing.T) {
	files := []spar.File{{ID: 1, Path: "s/0001.pdf"}, {ID: 2, Path: "s/0002.pdf"}, {ID: 3, Path: "s/holiday.pdf"}, {ID: 4, Path: "s/0004.pdf"}}
	titles := map[spar.FileID]string{2: "Parking of bicycles", 3: "Untitled", 4: strings.Repeat("é", maxTitle) + " parking"}
	title := func(f spar.File) string { return titles[f.ID] }
	for _, e := range []Encoder{nil, letters{}} {
		for question, want := range map[string]string{"Who may use the parking?": "s/0002.pdf", "public holiday": "s/holiday.pdf"} {
			got, err := ByPromise(context.Background(), question, files, title, e)
			if err != nil || got[0].Path != want {
				t.Errorf("%q with %T: %v, %v", question, e, paths(got), err)
			}
		}
	}
}

func TestName(t *testing.T) {
	for p, want := range map[string]string{
		"hr/leave-and_travel/Parental Leave.v2.docx": "Parental Leave v2. leave and travel hr",
		"notes.md": "notes.", "p.53 and St. Louis": "p 53 and St  Louis.", "Vol. 2": "Vol  2.", ".profile": "profile.", "a/b/": ". b a", "": ".",
	} {
		if got := Name(p); got != want {
			t.Errorf("%q is %q, want %q", p, got, want)
		}
	}
}

func TestByPromise(t *testing.T) {
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	files := []spar.File{
		{Path: "misc/notes.txt", ModTime: at(2024)},
		{Path: "hr/Parental_Leave-Policy.docx", ModTime: at(2015)},
		{Path: "hr/leave.md", ModTime: at(2020)},
		{Path: "hr/travel.md", ModTime: at(2021)},
		{Path: "hr/leaving gifts.md", ModTime: at(2001)},
	}
	for _, tc := range []struct {
		question string
		want     []string
	}{
		// The rarer word counts more, stems are compared, and among equals the latest is first.
		{"How long is parental leave?", []string{"hr/Parental_Leave-Policy.docx", "hr/leave.md", "hr/leaving gifts.md", "misc/notes.txt", "hr/travel.md"}},
		{"unrelated", []string{"misc/notes.txt", "hr/travel.md", "hr/leave.md", "hr/Parental_Leave-Policy.docx", "hr/leaving gifts.md"}},
	} {
		if diff := cmp.Diff(tc.want, paths(promise(t, tc.question, files, nil))); diff != "" {
			t.Errorf("%q: %s", tc.question, diff)
		}
	}
}

// TestOrderIsTotal: whatever order files come in, they are read in one and the same.
func TestOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b leave", "c/leave", "d", "e/b", "f", "leave", "\xff"}), 1, 8, rapid.ID[string]).Draw(t, "names")
		var files []spar.File
		for _, n := range names {
			files = append(files, spar.File{Share: "s", Path: n, ModTime: time.Unix(int64(rapid.IntRange(0, 2).Draw(t, "time")), 0)})
		}
		want := paths(promise(t, "leave b", files, nil))
		if diff := cmp.Diff(want, paths(promise(t, "leave b", rapid.Permutation(files).Draw(t, "order"), nil))); diff != "" {
			t.Fatal(diff)
		}
		if len(want) != len(files) {
			t.Fatalf("%d files became %d", len(files), len(want))
		}
	})
}
