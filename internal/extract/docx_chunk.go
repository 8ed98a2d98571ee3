package extract

import (
	"bytes"
	"context"
	"io"
	"path"
	"strings"
)

// maxChunks is how deeply documents may be inserted in each other.
const maxChunks = 5

// chunkReader is a reader for a format that a document can insert unchanged.
type chunkReader struct {
	detect  func(head []byte, name string) int
	extract func(ctx context.Context, in *Input, out *sink) error
}

// chunks reads the files that a document inserts where it shows them (altChunk; ECMA-376 part 1, clause 11.3.1).
type chunks struct {
	ctx   context.Context
	c     *container
	parts []relation
	in    *Input
	fault error // what could not be read
}

// read emits the content of the part that a relationship leads to: HTML, a page saved with its pictures, RTF, a Word document, text.
func (k *chunks) read(id string, out *sink) error {
	target := targetOf(k.parts, id)
	name := path.Base(target)
	refused := func(why string) error {
		if k.fault == nil {
			k.fault = refuse(ErrPartial, "what it inserts from its part %q %s", target, why)
		}
		return nil
	}
	if k.in.chunks >= maxChunks {
		return refused("is inserted too deeply")
	}
	r, err := k.c.part(target)
	if r == nil || err != nil {
		return refused("is not in the file, or damaged")
	}
	defer r.Close()
	raw, err := io.ReadAll(io.LimitReader(r, maxMailPart+1))
	switch {
	case err != nil:
		return refused("is damaged")
	case len(raw) > maxMailPart:
		return refused("is longer than " + size(maxMailPart))
	case len(bytes.TrimSpace(raw)) == 0:
		return nil
	}
	part := Input{Name: name, R: bytes.NewReader(raw), Size: int64(len(raw)), Limits: k.in.Limits, chunks: k.in.chunks + 1}
	read := extractDOCX
	if head := raw[:min(len(raw), headSize)]; !bytes.HasPrefix(head, zipMagic) {
		best := 0
		for _, f := range []chunkReader{{detectRTF, extractRTF}, {detectHTML, extractHTML}, {detectEML, extractEML}, {detectText, extractText}} {
			if n := f.detect(head, name); n > best {
				best, read = n, f.extract
			}
		}
		if best == 0 || strings.Contains(string(head[:min(len(head), 500)]), "<pkg:package") {
			return refused("is of a kind that is not read; insert it as a Word document")
		}
	}
	err = out.inner(func(out *sink) error { return read(k.ctx, &part, out) })
	if err != nil && out.err == nil && k.ctx.Err() == nil {
		return refused("could not be read whole: " + err.Error())
	}
	return err
}
