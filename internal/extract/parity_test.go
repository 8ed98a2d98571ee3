package extract

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// dataFolder is a folder of the public data sets, or the end of the test.
func dataFolder(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("SPAR_EVAL_DATA")
	dir := filepath.Join(root, name)
	if _, err := os.Stat(dir); root == "" || err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatalf("the data set %s is required and not there: set SPAR_EVAL_DATA", name)
		}
		t.Skipf("the data set %s is not there: set SPAR_EVAL_DATA to the folder that holds it", name)
	}
	return dir
}

func readFile(t testing.TB, path string) *spar.Document {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return Document(context.Background(), Input{Name: filepath.Base(path), R: f, Size: st.Size()})
}

// words is the bag of words of a text.
func words(into map[string]int, text string) map[string]int {
	if into == nil {
		into = map[string]int{}
	}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		into[w]++
	}
	return into
}

// parts are what a document is compared by.
type parts struct {
	words    map[string]int
	headings map[string]int
	rows     map[string]int
}

func partsOf(doc *spar.Document) parts {
	p := parts{map[string]int{}, map[string]int{}, map[string]int{}}
	key := func(s string) string { // typographic quotes and dashes differ between renderings
		return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
	}
	for _, b := range doc.Blocks {
		words(p.words, b.Text)
		if b.Kind == spar.Heading {
			p.headings[key(b.Text)]++
		}
		if b.Table != nil {
			if !b.Table.Continued {
				words(p.words, strings.Join(b.Table.Header, " "))
			}
			header := key(strings.Join(b.Table.Header, "|"))
			for _, r := range b.Table.Rows {
				row := strings.Join(r.Cells, "|")
				words(p.words, row)
				p.rows[header+" = "+key(row)]++
			}
		}
	}
	return p
}

// recall counts how much of want is in got.
func recall(want, got map[string]int) (found, all int) {
	for k, n := range want {
		all += n
		found += min(n, got[k])
	}
	return found, all
}

// linkTarget and listNumber match the parts of Markdown that are left out on purpose.
var (
	linkTarget = regexp.MustCompile(`\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)`)
	listNumber = regexp.MustCompile(`(?m)^\s*[0-9]+[.)]\s`)
)

func TestParity(t *testing.T) {
	root := filepath.Join(dataFolder(t, "rag_multi_corpus"), "share")
	type tally struct{ found, all int }
	score := map[string]*tally{}
	add := func(key string, want, got map[string]int, path string) {
		if score[key] == nil {
			score[key] = &tally{}
		}
		found, all := recall(want, got)
		score[key].found += found
		score[key].all += all
		if all > 0 && found*100 < all*97 {
			t.Logf("%s of %s: %d of %d", key, path, found, all)
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		md := readFile(t, path)
		want := partsOf(md)
		plain := listNumber.ReplaceAllString(linkTarget.ReplaceAllString(string(raw), "]"), "")
		add("md words", words(nil, plain), want.words, path)
		for _, format := range []string{"docx", "html", "pptx"} {
			other := filepath.Join(filepath.Dir(filepath.Dir(path)), format, strings.TrimSuffix(d.Name(), "md")+format)
			if _, err := os.Stat(other); err != nil {
				continue
			}
			doc := readFile(t, other)
			if doc.State != spar.OK {
				t.Errorf("%s: %s, %s", other, doc.State, doc.Reason)
			}
			got := partsOf(doc)
			add(format+" words", want.words, got.words, other)
			add(format+" words back", got.words, want.words, other)
			add(format+" headings", want.headings, got.headings, other)
			add(format+" headings back", got.headings, want.headings, other)
			add(format+" rows", want.rows, got.rows, other)
			add(format+" rows back", got.rows, want.rows, other)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		key   string
		floor float64
	}{
		{"md words", .99}, {"docx words", .99}, {"html words", .99}, {"pptx words", .99}, {"pptx words back", .97}, {"pptx rows", .97}, {"pptx headings", .5}, {"docx headings", .97}, {"html headings", .97}, {"docx rows", .97}, {"html rows", .97},
		{"docx words back", .97}, {"html words back", .97}, {"docx headings back", .97}, {"html headings back", .97}, {"docx rows back", .97}, {"html rows back", .97},
	} {
		s := score[f.key]
		if s == nil || s.all == 0 {
			t.Errorf("%s: nothing to compare", f.key)
			continue
		}
		got := float64(s.found) / float64(s.all)
		t.Logf("%-20s %.4f (%d of %d)", f.key, got, s.found, s.all)
		if got < f.floor {
			t.Errorf("recall of %s is %.4f, below %.2f", f.key, got, f.floor)
		}
	}
}
