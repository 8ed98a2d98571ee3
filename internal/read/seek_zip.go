package read

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"path"
	"slices"
	"strings"
)

// asZip are formats with words in XML that is packed with zip. Those of tables are not among them: a cell may show text that is made of a
// number, such as the name of a month.
var asZip = []string{"docx", "pptx", "odt", "odp", "epub"}

// Bounds of a look through the members of a packed document.
const (
	seekMembers = 2000
	seekTotal   = 4 * seekUnpacked
)

// Members of a packed document: text that is looked through, or data without text. Others, such as a document within the document, have to
// be read.
var (
	markedUp = []string{".xml", ".rels", ".xhtml", ".html", ".htm", ".opf", ".ncx"}
	wordless = []string{".png", ".jpg", ".jpeg", ".gif", ".emf", ".wmf", ".tif", ".tiff", ".bmp", ".webp", ".ttf", ".otf", ".woff", ".woff2", ".fntdata", ".odttf", ".css", ".psmdcp", ""}
)

// seekZip looks for words in the marked-up members of a packed document. looked is false where only reading tells its words.
func seekZip(ctx context.Context, from io.ReaderAt, size int64, buf []byte, words [][]byte) (looked, has bool, err error) {
	z, err := zip.NewReader(from, size)
	if err != nil || len(z.File) > seekMembers {
		return false, false, nil
	}
	total := uint64(0)
	for _, f := range z.File {
		total += f.UncompressedSize64
	}
	looked = total <= seekTotal
	left := int64(seekTotal)
	for _, f := range z.File {
		if ext := strings.ToLower(path.Ext(f.Name)); !slices.Contains(markedUp, ext) {
			looked = looked && slices.Contains(wordless, ext)
			continue
		}
		r, err := f.Open()
		if err != nil {
			looked = false
			continue
		}
		bounded := &io.LimitedReader{R: r, N: left}
		text := &untagged{from: bounded}
		found, err := holdsWithin(ctx, text, buf, words)
		r.Close()
		switch left = bounded.N; {
		case ctx.Err() != nil:
			return false, false, ctx.Err()
		case found:
			return true, true, nil
		}
		looked = looked && err == nil && left > 0 && !text.coded
	}
	return looked, false, nil
}

// untagged gives the text of marked-up text, without its tags: a word may be parted by them, as where a part of it is bold. Words that
// stand in two paragraphs are joined so, which finds a word too often, never too seldom.
type untagged struct {
	from  io.Reader
	inTag bool
	coded bool // a character is written by its number, or takes two bytes: its words are not seen
	last  byte
}

func (u *untagged) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	kept := 0
	for _, b := range p[:n] {
		switch {
		case b == 0 || b == '#' && u.last == '&':
			u.coded = true
		case b == '<':
			u.inTag = true
		case b == '>' && u.inTag:
			u.inTag = false
		case !u.inTag:
			p[kept] = b
			kept++
		}
		u.last = b
	}
	return kept, err
}

// holdsWithin reports whether the bytes read have one of some words, even within another word.
func holdsWithin(ctx context.Context, from io.Reader, buf []byte, words [][]byte) (bool, error) {
	longest := 1
	for _, w := range words {
		longest = max(longest, len(w))
	}
	return holds(ctx, from, buf, longest, func(piece []byte, _ bool) bool {
		return slices.ContainsFunc(words, func(w []byte) bool { return bytes.Contains(piece, w) })
	})
}

// lower makes ASCII letters small.
func lower(text []byte) {
	for i, b := range text {
		if 'A' <= b && b <= 'Z' {
			text[i] = b + 'a' - 'A'
		}
	}
}
