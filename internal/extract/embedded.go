package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	spar "github.com/sparsearch/spar/internal/spar"
)

// withEmbedded makes a reader of Office documents hand on the files within them too. What a chart is drawn from is no such file.
func withEmbedded(read func(context.Context, *Input, *sink) error) func(context.Context, *Input, *sink) error {
	return func(ctx context.Context, in *Input, out *sink) error {
		err := read(ctx, in, out)
		if err != nil && !isCorrupt(err) && !errors.Is(err, ErrPartial) {
			return err
		}
		c, cerr := openContainer(in)
		if cerr != nil {
			return err
		}
		var fault error
		list, ferr := c.embedded()
		if ferr != nil {
			return errors.Join(err, ferr)
		}
		for _, i := range list {
			f, ferr := c.within(i)
			switch {
			case ferr != nil && fault == nil:
				fault = refuse(ErrPartial, "the file %q within it cannot be read: %v", path.Base(c.all[i].Name), ferr)
			case ferr == nil && f.write != nil:
				if merr := out.member(spar.Member{Name: attachmentName(f.name), Size: f.size, At: int64(i)}); merr != nil {
					return merr
				}
			}
		}
		if err != nil {
			return err
		}
		return fault
	}
}

// unpackEmbedded writes a file that lies within an Office document, found by its place among the entries.
func unpackEmbedded(_ context.Context, in *Input, m spar.Member, w io.Writer) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	list, err := c.embedded()
	if err != nil {
		return err
	}
	if !slices.Contains(list, int(m.At)) || m.At < 0 {
		return errNoMember
	}
	f, err := c.within(int(m.At))
	if err != nil {
		return err
	}
	if f.write == nil {
		return errNoMember
	}
	return f.write(w)
}

// embedded lists the entries that are files of their own: those below a folder "embeddings" (ECMA-376 part 1, 15.2.11) that no chart
// takes its values from, and of OpenDocument (1.3 part 2, 3.16) objects that are a file or a folder with content.
func (c *container) embedded() (list []int, err error) {
	behind := map[string]bool{} // charts
	for _, name := range c.names {
		dir, base := path.Split(name)
		if !strings.HasSuffix(dir, "charts/_rels/") {
			continue
		}
		parts, err := c.relations(path.Join(dir, "..", strings.TrimSuffix(base, ".rels")))
		if err != nil && !isCorrupt(err) {
			return nil, err
		}
		for _, r := range parts {
			behind[strings.ToLower(r.target)] = true
		}
	}
	for i, f := range c.all {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		dir, base := path.Split(name)
		odf := c.files["content.xml"] != nil && strings.HasPrefix(name, "object ")
		switch {
		case c.files[name] != f || base == "" || len(list) == maxMembers:
		case strings.HasSuffix(dir, "/embeddings/") && !behind[name], odf && (dir == "" || base == "content.xml" && strings.Count(dir, "/") == 1):
			list = append(list, i)
		}
	}
	return list, nil
}

// An innerFile is a file that lies within a document; write is nil where it holds nothing that anybody would read, such as a formula.
type innerFile struct {
	name  string
	size  int64
	write func(io.Writer) error
}

func (c *container) within(i int) (innerFile, error) {
	f := c.all[i]
	base := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
	if base == "content.xml" {
		return c.objectFolder(f)
	}
	r, err := c.open(f)
	if err != nil {
		return innerFile{}, err
	}
	defer r.Close()
	head := make([]byte, len(oleMagic))
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && err != io.EOF {
		return innerFile{}, err
	}
	if !bytes.Equal(head[:n], oleMagic) {
		return innerFile{base, int64(min(f.UncompressedSize64, 1<<62)), func(w io.Writer) error {
			r, err := c.open(f)
			if err != nil {
				return err
			}
			defer r.Close()
			_, err = io.Copy(w, r)
			return err
		}}, nil
	}
	rest, err := io.ReadAll(io.LimitReader(r, maxMailPart+1))
	if err != nil {
		return innerFile{}, err
	}
	raw := append(head, rest...)
	if len(raw) > maxMailPart {
		return innerFile{}, refuse(ErrTooBig, "it is longer than %s", size(maxMailPart))
	}
	name, content, err := oleObject(strings.TrimSuffix(base, path.Ext(base)), raw)
	if content == nil || err != nil {
		return innerFile{}, err
	}
	return innerFile{name, int64(len(content)), func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}}, nil
}

// embeddedFormat names the format of a file that an object holds without a name; "" if it is no file.
func embeddedFormat(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("%PDF-")):
		return "pdf"
	case !bytes.HasPrefix(content, zipMagic):
		return foreign(content[:min(len(content), headSize)])
	}
	c, err := openContainer(&Input{R: bytes.NewReader(content), Size: int64(len(content)), Limits: Limits{}.withDefaults()})
	if err != nil {
		return "zip"
	}
	return zipKind(c)
}

// packaged reads what Packager keeps: a length, two bytes, a label, the path that the file had, four bytes, a path with its length before
// it, and the file with its length before it.
func packaged(b []byte) (name string, content []byte) {
	text := func() (string, bool) {
		before, after, ok := bytes.Cut(b, []byte{0})
		b = after
		return string(before), ok
	}
	if len(b) < 6 || binary.LittleEndian.Uint16(b[4:]) != 2 { // what an old program has put there, which no other reads
		return "", nil
	}
	b = b[6:]
	name, ok := text()
	if _, more := text(); !ok || !more || len(b) < 8 {
		return "", nil
	}
	n := uint64(binary.LittleEndian.Uint32(b[4:]))
	if b = b[8:]; n+4 > uint64(len(b)) {
		return "", nil
	}
	b = b[n:]
	size := uint64(binary.LittleEndian.Uint32(b))
	if b = b[4:]; size > uint64(len(b)) {
		return "", nil
	}
	if own := wideLabel(b[size:]); own != "" {
		return own, b[:size]
	}
	if !utf8.ValidString(name) {
		page, ok := byStatistics([]byte(name), false)
		if !ok {
			page = charset{enc: charmap.Windows1252}
		}
		name = page.decode([]byte(name))
	}
	return name, b[:size]
}

// wideLabel is the name of a package in UTF-16, which stands behind its content, after a path (MS-OLEDS 2.3.6); "" where it has none.
func wideLabel(b []byte) string {
	for range 2 {
		n := u32(b, 0) * 2
		if len(b) < 4 || n > int64(len(b)-4) {
			return ""
		}
		if b = b[4:]; n == 0 {
			continue
		}
		label := utf16Text(b[:n])
		if b = b[n:]; !strings.ContainsAny(label, `\/`) {
			return label
		}
	}
	return ""
}

// objectFolder makes a document of OpenDocument of a folder that holds the parts of one.
func (c *container) objectFolder(f *zip.File) (innerFile, error) {
	folder := strings.TrimSuffix(f.Name, "content.xml")
	kind := ""
	err := c.tokens("meta-inf/manifest.xml", func(tok xml.Token, _ int) error {
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "file-entry" && attr(s, "full-path") == folder {
			kind = attr(s, "media-type")
		}
		return nil
	})
	if err != nil && !isCorrupt(err) {
		return innerFile{}, err
	}
	kinds := map[string]string{"text": ".odt", "spreadsheet": ".ods", "presentation": ".odp"}
	ending := kinds[strings.TrimPrefix(kind, "application/vnd.oasis.opendocument.")]
	if ending == "" {
		return innerFile{}, nil
	}
	name := strings.TrimSuffix(folder, "/") + ending
	return innerFile{name, int64(min(f.UncompressedSize64, 1<<62)), func(w io.Writer) error {
		z := zip.NewWriter(w)
		first, err := z.CreateHeader(&zip.FileHeader{Name: "mimetype"})
		if err == nil {
			_, err = io.WriteString(first, kind)
		}
		if err != nil {
			return err
		}
		for _, part := range c.all {
			name, below := strings.CutPrefix(part.Name, folder)
			if !below || !strings.HasSuffix(name, ".xml") || c.files[strings.ToLower(part.Name)] != part {
				continue
			}
			r, err := c.open(part)
			if err != nil {
				return err
			}
			to, err := z.Create(name)
			if err == nil {
				_, err = io.Copy(to, r)
			}
			r.Close()
			if err != nil {
				return err
			}
		}
		return z.Close()
	}}, nil
}
