package measure

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// LinePassage is a line of corpus.jsonl: one passage, whatever its length.
func LinePassage(text string) []spar.Passage {
	return []spar.Passage{{Kind: spar.TextPassage, Text: text, Lang: chunk.Language(text)}}
}

// windowSize is the length of an ordinary pipeline's passages in characters.
const windowSize = 700

// windows is how an ordinary pipeline makes passages: the text of a document cut after every so many characters,
// wherever that is.
var windows = cut{recipe: "windows 700", line: textWindows, file: func(doc *spar.Document) []spar.Passage { return textWindows(plainText(doc)) }}

func textWindows(text string) []spar.Passage {
	var out []spar.Passage
	for runes := []rune(text); len(runes) > 0; {
		n := min(windowSize, len(runes))
		if piece := strings.TrimSpace(string(runes[:n])); piece != "" {
			out = append(out, spar.Passage{Kind: spar.TextPassage, Text: piece, Lang: chunk.Language(piece)})
		}
		runes = runes[n:]
	}
	return out
}

// plainText is a document as a line a paragraph and a line a row.
func plainText(doc *spar.Document) string {
	var b strings.Builder
	line := func(parts ...string) {
		if text := strings.TrimSpace(strings.Join(parts, " ")); text != "" {
			b.WriteString(text + "\n")
		}
	}
	said := map[string]bool{}
	for _, block := range doc.Blocks {
		line(block.Text)
		said[block.Text] = true
		if t := block.Table; t != nil {
			if !t.Continued {
				for title := range strings.SplitSeq(t.Caption, "\n") {
					if !said[title] { // it may stand above its table as a paragraph too
						line(title)
					}
				}
				line(t.Header...)
			}
			for _, row := range t.Rows {
				line(row.Cells...)
			}
		}
	}
	return b.String()
}

// ReadFile makes the document of one file, or says why it has no text. The compiled parts of readers are kept in dir.
func ReadFile(ctx context.Context, name, dir string) (doc *spar.Document, reason string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, "", fmt.Errorf("eval: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, "", fmt.Errorf("eval: %w", err)
	}
	doc = extract.Document(ctx, extract.Input{Name: filepath.Base(name), R: f, Size: info.Size(), CacheDir: dir})
	if !doc.State.Searchable() {
		return nil, fmt.Sprintf("%s: %s", doc.State, doc.Reason), ctx.Err()
	}
	return doc, "", nil
}

// FilePassages are the passages that the product makes of a file.
func FilePassages(doc *spar.Document) []spar.Passage {
	return chunk.Split(slices.Values(doc.Blocks), chunk.Options{})
}

// document is the data that a scope is checked against.
type document struct {
	id   string
	tags []string
	year int
}
