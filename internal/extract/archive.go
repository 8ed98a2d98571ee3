package extract

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sparsearch/spar"
)

// maxListed is how many members of an archive are listed.
const maxListed = 20_000

func detectZIP(head []byte, name string) int {
	if bytes.HasPrefix(head, zipMagic) || bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return 20 // what is inside may say more
	}
	return 0
}

func detectTAR(head []byte, name string) int {
	if len(head) >= 512 && string(head[257:262]) == "ustar" {
		return 80
	}
	return 0
}

func detectGZ(head []byte, name string) int {
	if bytes.HasPrefix(head, []byte("\x1f\x8b\x08")) {
		return 80
	}
	return 0
}

// listing hands on the names of members.
type listing struct {
	out *sink
	n   int
}

func (l *listing) add(name string, bytes int64) error {
	if l.n++; l.n > maxListed {
		return refuse(ErrTooBig, "it is an archive with more than %d members; the names of the rest were left out", maxListed)
	}
	if strings.HasSuffix(name, "/") {
		return nil
	}
	return l.out.item(fmt.Sprintf("%s (%s)", strings.ToValidUTF8(name, "\uFFFD"), size(max(0, bytes))), spar.Locator{})
}

// close says what an archive is for now.
func (l *listing) close(kind string) error {
	if err := l.out.property("members", spar.Value{Kind: spar.Number, Number: float64(l.n)}); err != nil {
		return err
	}
	if l.n == 0 {
		return nil
	}
	return refuse(ErrPartial, "it is an archive (%s): the names of its members are searchable, their content is not; unpack it to have them read", kind)
}

// extractZIP lists the members of a zip file.
func extractZIP(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	l := listing{out: out}
	for _, name := range c.names {
		f := c.files[name]
		if err := l.add(f.Name, int64(min(f.UncompressedSize64, 1<<62))); err != nil {
			return err
		}
	}
	return l.close("zip")
}

// extractTAR lists the members of a tar file.
func extractTAR(ctx context.Context, in *Input, out *sink) error {
	return listTAR(in.reader(), "tar", out)
}

func listTAR(r io.Reader, kind string, out *sink) error {
	l := listing{out: out}
	tr := tar.NewReader(r)
	for {
		h, err := tr.Next()
		if err == io.EOF {
			return l.close(kind)
		}
		if errors.Is(err, ErrTooBig) || errors.Is(err, errRead) || errors.Is(err, errChanged) {
			return err
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return refuse(ErrCorrupt, "the archive is damaged after %d members: %v", l.n, err)
		}
		if err := l.add(h.Name, h.Size); err != nil {
			return err
		}
	}
}

// extractGZ lists what a gzip file holds: a tar file's members, or one name.
func extractGZ(ctx context.Context, in *Input, out *sink) error {
	z, err := gzip.NewReader(in.reader())
	if err != nil {
		return refuse(ErrCorrupt, "its gzip header cannot be read: %v", err)
	}
	defer z.Close()
	r := &countReader{r: z, left: in.Limits.Inflated}
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return refuse(ErrCorrupt, "it cannot be unpacked: %v", err)
	}
	head = head[:n]
	if detectTAR(head, "") > 0 {
		return listTAR(io.MultiReader(bytes.NewReader(head), r), "tar.gz", out)
	}
	l := listing{out: out}
	name := z.Name
	if name == "" {
		name = strings.TrimSuffix(strings.TrimSuffix(in.Name, ".gz"), ".tgz")
	}
	if name == "" {
		name = "content"
	}
	if err := out.item(clean(name), spar.Locator{}); err != nil {
		return err
	}
	l.n = 1
	return l.close("gz")
}

// countReader ends with an error when more is unpacked than the limit allows.
type countReader struct {
	r    io.Reader
	left int64
}

func (c *countReader) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, refuse(ErrTooBig, "it unpacks to more than the limit; the names of what is beyond that were left out")
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}
