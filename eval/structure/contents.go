package structure

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Listed counts the lists of contents that the reader found in the files of a format.
type Listed struct {
	Format string `json:"format"`
	Files  int    `json:"files"`
	With   int    `json:"with"`   // files with such a list
	Lists  int    `json:"lists"`  // runs of its lines
	Blocks int    `json:"blocks"` // blocks in these runs
	Share  Count  `json:"share"`  // bytes of the text

	Cases []string `json:"cases,omitempty"`
}

// Contents reads the files of a folder and counts the lists of contents that the reader found, by format. With list it also quotes each:
// the text before it, its first three lines and its last, for a person to judge.
func Contents(ctx context.Context, folder string, o read.Options, list bool) ([]Listed, error) {
	reader, done, err := readerOf(o)
	if err != nil {
		return nil, err
	}
	defer done()
	found := map[string]*Listed{}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		doc, err := reader.Document(ctx, path, nil)
		if err != nil || !doc.State.Searchable() {
			return err
		}
		if found[doc.Format] == nil {
			found[doc.Format] = &Listed{Format: doc.Format}
		}
		found[doc.Format].count(path, doc.Blocks, list)
		return nil
	})
	if err != nil {
		return nil, spar.Errorf(spar.NotFound, "%s cannot be read: %w", folder, err)
	}
	var out []Listed
	for _, l := range found {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Listed) int { return strings.Compare(a.Format, b.Format) })
	return out, nil
}

// count adds a file.
func (l *Listed) count(path string, blocks []spar.Block, list bool) {
	l.Files++
	lists := l.Lists
	for i := 0; i < len(blocks); i++ {
		l.Share.Of += len(blocks[i].Text)
		if blocks[i].Kind != spar.Contents {
			continue
		}
		begin := i
		for ; i < len(blocks) && blocks[i].Kind == spar.Contents; i++ {
			l.Blocks++
			l.Share.Hit += len(blocks[i].Text)
			if i > begin {
				l.Share.Of += len(blocks[i].Text)
			}
		}
		l.Lists++
		if list {
			told := path
			if begin > 0 {
				told += fmt.Sprintf("\n  behind: %.80q", blocks[begin-1].Text)
			}
			for j := begin; j < i; j++ {
				if j < begin+3 || j == i-1 {
					told += fmt.Sprintf("\n    %.100q", blocks[j].Text)
				}
			}
			l.Cases = append(l.Cases, told)
		}
		i--
	}
	if l.Lists > lists {
		l.With++
	}
}

// WriteContents prints a table of the counts, and the cases below.
func WriteContents(w io.Writer, found []Listed) error {
	if _, err := fmt.Fprint(w, "| format | files | with contents | lists | lines | of the text |\n|---|---|---|---|---|---|\n"); err != nil {
		return err
	}
	for _, l := range found {
		if _, err := fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s |\n", l.Format, l.Files, l.With, l.Lists, l.Blocks, l.Share); err != nil {
			return err
		}
	}
	for _, l := range found {
		for _, c := range l.Cases {
			if _, err := fmt.Fprintf(w, "\n%s\n", c); err != nil {
				return err
			}
		}
	}
	return nil
}
