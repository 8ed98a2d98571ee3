package extract

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// tableParts are what tables are compared by: headers, rows, and cells under the label of their column.
func tableParts(doc *spar.Document) (headers, rows, cells map[string]int) {
	headers, rows, cells = map[string]int{}, map[string]int{}, map[string]int{}
	key := func(s string) string { // typographic quotes, dashes and breaks within words differ between renderings
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, s)
	}
	for _, b := range doc.Blocks {
		if b.Table == nil {
			continue
		}
		if !b.Table.Continued {
			headers[key(strings.Join(b.Table.Header, ""))]++
		}
		for _, r := range b.Table.Rows {
			rows[key(strings.Join(r.Cells, ""))]++
			for i, c := range r.Cells {
				if c = key(c); c == "" {
					continue
				}
				label := ""
				if i < len(b.Table.Header) {
					label = key(b.Table.Header[i])
				}
				cells[label+" = "+c]++
			}
		}
	}
	return headers, rows, cells
}

// Tables of the renderings of a document are those of its Markdown: the same headers, rows, and cells in their columns.
func TestTablesAgainstMarkdown(t *testing.T) {
	root := filepath.Join(dataFolder(t, "rag_multi_corpus"), "share")
	files, err := filepath.Glob(filepath.Join(root, "*", "md", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents below %s: %v", root, err)
	}
	floors := map[string]float64{"docx": .99, "html": .99, "pptx": .99, "pdf": .94}
	type ratio struct{ hit, of int }
	score := map[string]*ratio{}
	for _, path := range files {
		want := make([]map[string]int, 3)
		want[0], want[1], want[2] = tableParts(readFile(t, path))
		if len(want[1]) == 0 {
			continue
		}
		for format := range floors {
			other := filepath.Join(filepath.Dir(filepath.Dir(path)), format, strings.TrimSuffix(filepath.Base(path), "md")+format)
			if _, err := os.Stat(other); err != nil {
				continue
			}
			got := make([]map[string]int, 3)
			got[0], got[1], got[2] = tableParts(readFile(t, other))
			for i, what := range []string{"headers", "rows", "cells"} {
				for name, pair := range map[string][2]map[string]int{format + " " + what + " recall": {want[i], got[i]}, format + " " + what + " precision": {got[i], want[i]}} {
					if score[name] == nil {
						score[name] = &ratio{}
					}
					hit, of := recall(pair[0], pair[1])
					score[name].hit, score[name].of = score[name].hit+hit, score[name].of+of
				}
			}
		}
	}
	for format, floor := range floors {
		for _, what := range []string{"headers", "rows", "cells"} {
			for _, measure := range []string{"recall", "precision"} {
				name := format + " " + what + " " + measure
				s := score[name]
				if s == nil || s.of == 0 {
					t.Errorf("%s: nothing to compare", name)
					continue
				}
				got := float64(s.hit) / float64(s.of)
				t.Logf("%-24s %.4f (%d of %d)", name, got, s.hit, s.of)
				if got < floor {
					t.Errorf("%s is %.4f, below %.2f", name, got, floor)
				}
			}
		}
	}
}

// Files of records are read the same whatever their dialect: each is written anew with every delimiter, quoted where it
// must be and everywhere, and read back.
func TestDialectsOfRealFiles(t *testing.T) {
	root := filepath.Dir(dataFolder(t, "ibm_hr"))
	cells, wrong := 0, 0
	for _, name := range []string{"ibm_hr/data.csv", "scifact/claims_train.csv", "scifact/claims_validation.csv", "scifact/corpus_train.csv",
		"rag_multi_corpus/share/Aventro Motors/Aventro Motors.csv"} {
		f, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Logf("%s is not there", name)
			continue
		}
		r := csv.NewReader(f)
		r.FieldsPerRecord = -1
		var records [][]string
		for len(records) < 300 {
			rec, err := r.Read()
			if err != nil {
				break
			}
			for i := range rec {
				rec[i] = strings.TrimSpace(clean(strings.TrimPrefix(rec[i], "\ufeff")))
			}
			records = append(records, rec)
		}
		f.Close()
		if len(records) < 2 {
			t.Errorf("%s holds %d records", name, len(records))
			continue
		}
		for _, delim := range ",;\t|" {
			for _, all := range []bool{false, true} {
				var b strings.Builder
				for _, rec := range records {
					for i, c := range rec {
						if i > 0 {
							b.WriteRune(delim)
						}
						if all || strings.ContainsAny(c, string(delim)+"\"\n\r") || i == 0 && c == "" {
							c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
						}
						b.WriteString(c)
					}
					b.WriteString("\r\n")
				}
				var got [][]string
				for _, block := range document(t, "a.csv", b.String()).Blocks {
					if block.Table == nil {
						continue
					}
					if !block.Table.Continued && block.Table.Header != nil {
						got = append(got, block.Table.Header)
					}
					for _, row := range block.Table.Rows {
						got = append(got, row.Cells)
					}
				}
				bad := 0
				for i, rec := range records {
					for j, c := range rec {
						cells++
						if i >= len(got) || j >= len(got[i]) || strings.Join(strings.Fields(got[i][j]), " ") != strings.Join(strings.Fields(c), " ") {
							bad++
						}
					}
				}
				if wrong += bad; bad > 0 {
					t.Logf("%s, delimiter %q, quoted %v: %d cells differ", name, delim, all, bad)
				}
			}
		}
	}
	t.Logf("cells read right: %s", fmt.Sprintf("%.5f (%d of %d)", 1-float64(wrong)/float64(cells), cells-wrong, cells))
	if cells == 0 || wrong*1000 > cells {
		t.Errorf("%d of %d cells differ", wrong, cells)
	}
}
