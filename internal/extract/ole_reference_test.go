package extract

import (
	"archive/zip"
	"html"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sparsearch/spar"
)

// TestOLEReference compares the words of DOC, XLS and PPT files in the folder SPAR_OFFICE_FILES with those that other
// programs find, where they are installed. The folder SPAR_OFFICE_ODF may hold what LibreOffice converted the files to,
// under the same names. Figures are in docs/results/formats-ole.md.
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
	scores, recalls := map[string][]float64{}, map[string][]float64{}
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
		got := wordsOf(strings.Join(outline(doc), "\n"))
		score := func(tool, text string) {
			want := wordsOf(text)
			n, both := 0, 0
			for w, k := range want {
				n += k
				both += min(k, got[w])
			}
			if n < 20 {
				return
			}
			f1 := overlap(got, want)
			scores[kind+" by "+tool] = append(scores[kind+" by "+tool], f1)
			recalls[kind+" by "+tool] = append(recalls[kind+" by "+tool], float64(both)/float64(n))
			if f1 < .9 {
				t.Logf("%s: F1 %.3f by %s", path, f1, tool)
			}
		}
		for _, tool := range tools[kind] {
			if out, err := exec.Command(tool[0], append(tool[1:], path)...).Output(); err == nil {
				score(tool[0], string(out))
			}
		}
		ext := map[string]string{"doc": ".odt", "xls": ".ods", "ppt": ".odp"}[kind]
		base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if text, err := odfText(filepath.Join(os.Getenv("SPAR_OFFICE_ODF"), base+ext)); err == nil && os.Getenv("SPAR_OFFICE_ODF") != "" {
			score("libreoffice", text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(states)) {
		t.Logf("%-16s %d files", name, states[name])
	}
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		list, recall := scores[name], recalls[name]
		slices.Sort(list)
		slices.Sort(recall)
		good := 0
		for _, f := range list {
			if f >= .9 {
				good++
			}
		}
		t.Logf("%-18s median F1 %.3f, median recall %.3f of %d files, %d of them at F1 .9 or more", name, list[len(list)/2], recall[len(recall)/2], len(list), good)
	}
}

var (
	odfSpan = regexp.MustCompile(`</?text:(?:span|a)\b[^>]*>`)
	odfTag  = regexp.MustCompile(`<[^>]*>`)
)

// odfText is the text of an OpenDocument file with its tags stripped.
func odfText(path string) (string, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return "", err
	}
	defer z.Close()
	f, err := z.Open("content.xml")
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return "", err
	}
	_, body, _ := strings.Cut(string(b), "<office:body>")
	return html.UnescapeString(odfTag.ReplaceAllString(odfSpan.ReplaceAllString(body, ""), " ")), nil
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
