package extract

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A format is one reader. Adding one is a file with its detect and extract, and a line in formats.
type format struct {
	name       string
	version    int // part of the recipe: raised by every change of what extract makes of the same bytes
	extensions []string
	detect     func(head []byte, name string) (confidence int) // 0 to 100; 0 is no
	extract    func(ctx context.Context, in *Input, out *sink) error
}

// headSize is how much of a file's beginning detection looks at.
const headSize = 64 << 10

// formats lists all readers. Of equal confidence the first wins.
var formats = []format{
	{"pdf", 1, []string{".pdf"}, detectPDF, extractPDF},
}

// Detect names the format of a file whose first bytes are head (64 kB are enough) and whose name may help; the name is
// also given for known formats without a reader, and is "" when nothing is known.
func Detect(head []byte, name string) string {
	if f := byContent(head, name); f != nil {
		return f.name
	}
	return ""
}

// Recipe is the version of a format's reader: whenever it changes, the same bytes may give other blocks.
func Recipe(format string) string {
	for i := range formats {
		if formats[i].name == format {
			return fmt.Sprintf("%s/%d", format, formats[i].version)
		}
	}
	return format + "/0"
}

func byContent(head []byte, name string) *format {
	var best *format
	bestConfidence := 0
	for i := range formats {
		if c := formats[i].detect(head, name); c > bestConfidence {
			best, bestConfidence = &formats[i], c
		}
	}
	return best
}

// identify finds the reader for in, or says by an error why there is none.
func identify(in *Input) (string, *format, error) {
	head := make([]byte, min(in.Size, headSize))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return "", nil, err
	}
	if f := byContent(head, in.Name); f != nil {
		return f.name, f, nil
	}
	return "", nil, refuse(ErrUnsupported, "its content is of no known format")
}

// hasExt reports whether name has one of the extensions.
func hasExt(name string, exts ...string) bool {
	return slices.Contains(exts, strings.ToLower(path.Ext(name)))
}

// detectPDF looks for the header, which readers accept anywhere in the first kilobyte.
func detectPDF(head []byte, name string) int {
	if bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")) {
		return 90
	}
	return 0
}
