package extract

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sparsearch/spar"
)

// TestOLEReference compares the words of DOC, XLS and PPT files in the folder SPAR_OFFICE_FILES with those that other
// programs find, where they are installed. Figures are in docs/results/formats-ole.md.
func TestOLEReference(t *testing.T) {
	root := os.Getenv("SPAR_OFFICE_FILES")
	if root == "" {
		t.Skip("SPAR_OFFICE_FILES names no folder of office files")
	}
	tools := map[string][][]string{
		"doc": {{"antiword", "-w", "0", "-m", "UTF-8.txt"}, {"catdoc", "-w", "-d", "utf-8"}},
		"xls": {{"xls2csv", "-d", "utf-8"}},
		"ppt": {{"catppt", "-d", "utf-8"}},
	}
	scores := map[string][]float64{}
	states := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		doc := readFile(t, path)
		kind := doc.Format
		if !slices.Contains([]string{"doc", "xls", "ppt", "msg"}, kind) {
			return nil
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		checkDocument(t, doc, st.Size())
		states[kind+" "+string(doc.State)]++
		if doc.State != spar.OK {
			t.Logf("%s: %s: %s", path, doc.State, doc.Reason)
		}
		if strings.Contains(doc.Reason, errPanic.Error()) {
			t.Errorf("%s: %s", path, doc.Reason)
		}
		for _, tool := range tools[kind] {
			out, err := exec.Command(tool[0], append(tool[1:], path)...).Output()
			want := wordsOf(string(out))
			if err != nil || len(want) < 20 {
				continue
			}
			f1 := overlap(wordsOf(strings.Join(outline(doc), "\n")), want)
			scores[kind+" by "+tool[0]] = append(scores[kind+" by "+tool[0]], f1)
			if f1 < .9 {
				t.Logf("%s: F1 %.3f by %s", path, f1, tool[0])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(states)) {
		t.Logf("%-16s %d files", name, states[name])
	}
	for name, list := range scores {
		slices.Sort(list)
		good := 0
		for _, f := range list {
			if f >= .9 {
				good++
			}
		}
		t.Logf("%s: median F1 %.3f of %d files, %d of them at .9 or more", name, list[len(list)/2], len(list), good)
	}
}

// wordsOf counts the words of a text.
func wordsOf(s string) map[string]int {
	words := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[w]++
	}
	return words
}

// overlap is the F1 of two bags of words.
func overlap(got, want map[string]int) float64 {
	both, n, m := 0, 0, 0
	for w, k := range got {
		n += k
		both += min(k, want[w])
	}
	for _, k := range want {
		m += k
	}
	if both == 0 {
		return 0
	}
	return 2 * float64(both) / float64(n+m)
}
