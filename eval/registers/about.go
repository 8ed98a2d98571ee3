package registers

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

//go:embed about_a.txt about_a about_b.txt about_b
var aboutFiles embed.FS

// An AboutQuestion asks about tables as such; Must and Not say what its answer must have and must not have.
type AboutQuestion struct {
	ID, Kind string
	Tables   []string // files of AboutFiles, and others below the folder of data
	Text     string
	Must     [][]string // one variant of each
	Not      []string
	Rows     string // the rows and the computed figure, if the set has them: FILE | FIGURE | CONDITION; CONDITION
}

// AboutFiles returns the invented tables, by the paths that the questions name.
func AboutFiles() fs.FS { return aboutFiles }

// About returns the questions of a half.
func About(half string) ([]AboutQuestion, error) {
	name := "about_" + half + ".txt"
	text, err := aboutFiles.ReadFile(name)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "there is no half %s of questions about tables; there are a and b", half)
	}
	return ReadAbout(name, string(text))
}

// ReadAbout reads questions in the form that about_a.txt describes. An error names the text and the line.
func ReadAbout(name, text string) ([]AboutQuestion, error) {
	var list []AboutQuestion
	open := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			continue
		}
		if line == "" {
			open = false
			continue
		}
		if !open {
			id, kind, ok := strings.Cut(line, " ")
			if !ok {
				return nil, fmt.Errorf("%s, line %d: a question begins with its name and its kind", name, n)
			}
			list, open = append(list, AboutQuestion{ID: id, Kind: strings.TrimSpace(kind)}), true
			continue
		}
		q := &list[len(list)-1]
		key, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); key {
		case "table":
			q.Tables = append(q.Tables, value)
		case "ask":
			q.Text = value
		case "rows":
			q.Rows = value
		case "must":
			var variants []string
			for v := range strings.SplitSeq(value, "|") {
				variants = append(variants, strings.TrimSpace(v))
			}
			q.Must = append(q.Must, variants)
		case "not":
			for v := range strings.SplitSeq(value, "|") {
				q.Not = append(q.Not, strings.TrimSpace(v))
			}
		default:
			return nil, fmt.Errorf("%s, line %d: %q is no key of a question", name, n, key)
		}
	}
	return list, nil
}
