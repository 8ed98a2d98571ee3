package extract

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
)

// maxDirectory is how much of a zip file may be read to list its entries.
const maxDirectory = 16 << 20

// container is a zip file whose parts are read with every inflated byte counted.
type container struct {
	limits   Limits
	files    map[string]*zip.File // by lower-case name; of two with one name the first
	names    []string             // in order
	all      []*zip.File          // in order, whatever their names
	inflated int64
}

// openContainer lists the entries of in, once.
func openContainer(in *Input) (*container, error) {
	if in.zip == nil {
		c, err := readContainer(in)
		if err != nil {
			return nil, err
		}
		in.zip = c
	}
	return in.zip, nil
}

func readContainer(in *Input) (*container, error) {
	budget := &budgetReader{r: in.R, left: maxDirectory}
	zr, err := zip.NewReader(budget, in.Size)
	if budget.left < 0 || err == nil && len(zr.File) > in.Limits.Entries {
		return nil, refuse(ErrTooBig, "it is a container with more than %d entries", in.Limits.Entries)
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, refuse(ErrCorrupt, "what it holds cannot be unpacked: the file may have been cut off; try to get it again from its source")
	}
	budget.open = true
	c := &container{limits: in.Limits, files: make(map[string]*zip.File, len(zr.File)), all: zr.File}
	for _, f := range zr.File {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		if _, ok := c.files[name]; !ok {
			c.files[name] = f
			c.names = append(c.names, name)
		}
	}
	return c, nil
}

// budgetReader fails when more than left bytes are read before it is open.
type budgetReader struct {
	r    io.ReaderAt
	left int64
	open bool
}

func (b *budgetReader) ReadAt(p []byte, off int64) (int, error) {
	if !b.open {
		if b.left -= int64(len(p)); b.left < 0 {
			return 0, errors.New("the directory is too long")
		}
	}
	return b.r.ReadAt(p, off)
}

// bomb reports the first entry whose declared size no honest document has.
func (c *container) bomb() (name string, n uint64, ok bool) {
	for _, name := range c.names {
		f := c.files[name]
		if f.UncompressedSize64 > 1<<20 && f.UncompressedSize64/uint64(c.limits.Ratio) > f.CompressedSize64 || f.UncompressedSize64 > uint64(c.limits.Inflated) {
			return f.Name, f.UncompressedSize64, true
		}
	}
	return "", 0, false
}

// part opens a part by its name; the caller closes it. It is nil when there is none.
func (c *container) part(name string) (io.ReadCloser, error) {
	f := c.files[strings.ToLower(strings.TrimPrefix(name, "/"))]
	if f == nil {
		return nil, nil
	}
	return c.open(f)
}

// open opens an entry; the caller closes it.
func (c *container) open(f *zip.File) (io.ReadCloser, error) {
	if f.Flags&1 != 0 {
		return nil, refuse(ErrEncrypted, "its part %s is encrypted", path.Base(f.Name))
	}
	p := &partReader{c: c, name: f.Name, packed: int64(f.CompressedSize64)}
	if err := p.check(int64(min(f.UncompressedSize64, 1<<62)), false); err != nil {
		return nil, err
	}
	r, err := f.Open()
	if err != nil {
		return nil, refuse(ErrCorrupt, "its part %s cannot be opened: %v", p.name, err)
	}
	p.r = r
	return p, nil
}

// partReader counts what it inflates.
type partReader struct {
	r      io.ReadCloser
	c      *container
	name   string
	packed int64
	n      int64
}

func (p *partReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.n += int64(n)
	p.c.inflated += int64(n)
	if tooBig := p.check(p.n, true); tooBig != nil {
		return n, tooBig
	}
	if err != nil && err != io.EOF {
		err = refuse(ErrCorrupt, "its part %s is damaged after %s: %v", p.name, size(p.n), err)
	}
	return n, err
}

func (p *partReader) Close() error { return p.r.Close() }

// check judges n inflated bytes. A size that is only declared is judged by its ratio alone: a long part is read as far
// as the limit goes.
func (p *partReader) check(n int64, real bool) error {
	limits := p.c.limits
	switch {
	case n > 1<<20 && n/limits.Ratio > p.packed:
		return refuse(ErrTooBig, "its part %s inflates to more than %d times its packed size, as a zip bomb does", p.name, limits.Ratio)
	case real && n > limits.Part:
		return refuse(ErrTooBig, "its part %s is larger than %s unpacked; what is beyond that was left out", p.name, size(limits.Part))
	case real && p.c.inflated > limits.Inflated:
		return refuse(ErrTooBig, "it is larger than %s unpacked; what is beyond that was left out", size(limits.Inflated))
	}
	return nil
}

// relation is one entry of a relationships part (ECMA-376 part 2, clause 9.3).
type relation struct{ kind, target, id string }

// relations reads the relationships of a part. The relationships of the package are at "".
func (c *container) relations(name string) ([]relation, error) {
	dir, base := path.Split(name)
	r, err := c.part(dir + "_rels/" + base + ".rels")
	if r == nil || err != nil {
		return nil, err
	}
	defer r.Close()
	var list []relation
	d := xml.NewDecoder(r)
	for {
		tok, err := d.RawToken()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, xmlError(name, err)
		}
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "Relationship" && attr(s, "TargetMode") != "External" && len(list) < 10_000 {
			target := attr(s, "Target")
			if !strings.HasPrefix(target, "/") {
				target = path.Join(dir, target)
			}
			list = append(list, relation{path.Base(attr(s, "Type")), strings.TrimPrefix(target, "/"), attr(s, "Id")})
		}
	}
}

// attr is the value of the attribute with that local name.
func attr(s xml.StartElement, local string) string {
	for _, a := range s.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// xmlError says that a part is no XML, or passes an outcome up.
func xmlError(part string, err error) error {
	for _, o := range outcomes {
		if errors.Is(err, o.err) {
			return err
		}
	}
	if errors.Is(err, errRead) || errors.Is(err, errChanged) {
		return err
	}
	return refuse(ErrCorrupt, "its part %s is damaged: %v", part, err)
}
