package extract

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/bodgit/sevenzip"
	"github.com/sparsearch/spar/internal/spar"
)

func detectZIP(head []byte, name string) int {
	if bytes.HasPrefix(head, zipMagic) || bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return 20 // its content may say more
	}
	return 0
}

// detectTAR looks for the name of the format. Files from before POSIX have no name; there it checks the sum of the header's bytes, counting
// the bytes of the sum itself as spaces.
func detectTAR(head []byte, name string) int {
	if len(head) < 512 {
		return 0
	}
	if string(head[257:262]) == "ustar" {
		return 80
	}
	const from, to = 148, 156
	want, err := strconv.ParseUint(strings.Trim(string(head[from:to]), " \x00"), 8, 32)
	sum := uint64(to-from) * ' '
	for i, b := range head[:512] {
		if i < from || i >= to {
			sum += uint64(b)
		}
	}
	if err != nil || sum != want || head[0] == 0 {
		return 0
	}
	return 80
}

func detect7Z(head []byte, name string) int {
	if bytes.HasPrefix(head, []byte("7z\xbc\xaf\x27\x1c")) {
		return 80
	}
	return 0
}

// extractZIP hands on the members of a zip file; each is found by its place in the directory.
func extractZIP(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	name := zipNames(c.all)
	for i, f := range c.all {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		if err = out.member(spar.Member{Name: name(f), Size: int64(min(f.UncompressedSize64, 1<<62)), ModTime: f.Modified, At: int64(i)}); err != nil {
			break
		}
	}
	return closeContainer(out, "zip", err)
}

func unpackZIP(ctx context.Context, in *Input, m spar.Member, w io.Writer) error {
	in.Limits.Part = in.Limits.Inflated
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	if m.At < 0 || m.At >= int64(len(c.all)) {
		return errNoMember
	}
	r, err := c.open(c.all[m.At])
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(w, r)
	return err
}

// extractTAR hands on the members of a tar file; each is found by the offset of its header.
func extractTAR(ctx context.Context, in *Input, out *sink) error {
	return closeContainer(out, "tar", listTAR(in.reader(), out))
}

// An offset counts the bytes read.
type offset struct {
	r io.Reader
	n int64
}

func (o *offset) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	o.n += int64(n)
	return n, err
}

// tarSeeker lets the tar reader pass over content without reading it.
type tarSeeker struct {
	offset
	s io.Seeker
}

func (t *tarSeeker) Seek(off int64, whence int) (int64, error) {
	n, err := t.s.Seek(off, whence)
	if err == nil {
		t.n = n
	}
	return n, err
}

func listTAR(r io.Reader, out *sink) error {
	return eachTAR(r, func(h *tar.Header, at int64, _ io.Reader) error {
		return out.member(spar.Member{Name: h.Name, Size: h.Size, ModTime: h.ModTime, At: at})
	})
}

// eachTAR calls each for the members of a tar file, with the offset of each header. It passes over content that each leaves unread. The
// content is nil if finding the next header has used it up.
func eachTAR(r io.Reader, each func(h *tar.Header, at int64, content io.Reader) error) error {
	n := 0
	place := &tarSeeker{offset: offset{r: r}}
	var from io.Reader = &place.offset
	if s, ok := r.(io.Seeker); ok {
		place.s, from = s, place
	}
	tr := tar.NewReader(from)
	for next := int64(0); ; {
		h, err := tr.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return tarFault(err, n)
		}
		at, start := next, place.n
		sparse := h.Typeflag == tar.TypeGNUSparse || h.PAXRecords["GNU.sparse.major"] != "" || h.PAXRecords["GNU.sparse.map"] != ""
		if sparse { // how much of it is there shows only by reading it
			if _, err := io.Copy(io.Discard, tr); err != nil {
				return tarFault(err, n)
			}
			next = (place.n + 511) &^ 511
		} else {
			next = start + (h.Size+511)&^511
		}
		if h.Typeflag != tar.TypeReg && !sparse {
			next = start // links, folders and devices have no content, whatever size they say
			continue
		}
		n++
		content := io.Reader(tr)
		if sparse {
			content = nil // it was read
		}
		if err := each(h, at, content); err != nil {
			return err
		}
	}
}

func tarFault(err error, members int) error {
	if errors.Is(err, ErrTooBig) || errors.Is(err, errRead) || errors.Is(err, errChanged) {
		return err
	}
	return refuse(ErrCorrupt, "the archive is damaged after %d files: %v", members, err)
}

func unpackTAR(ctx context.Context, in *Input, m spar.Member, w io.Writer) error {
	if m.At < 0 || m.At >= in.Size {
		return errNoMember
	}
	return copyTAR(io.NewSectionReader(in.R, m.At, in.Size-m.At), w)
}

// copyTAR copies the first member.
func copyTAR(r io.Reader, w io.Writer) error {
	tr := tar.NewReader(r)
	if _, err := tr.Next(); err != nil && !errors.Is(err, tar.ErrInsecurePath) {
		return errNoMember
	}
	_, err := io.Copy(w, tr)
	if err != nil {
		err = refuse(ErrCorrupt, "it is cut short in its archive: %v", err)
	}
	return err
}

// extract7Z hands on the members of a 7z file; each is found by its place in the list.
func extract7Z(ctx context.Context, in *Input, out *sink) error {
	z, err := open7Z(in)
	if err != nil {
		return err
	}
	for i, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		if err = out.member(spar.Member{Name: f.Name, Size: int64(min(f.UncompressedSize, 1<<62)), ModTime: f.Modified, At: int64(i)}); err != nil {
			break
		}
	}
	return closeContainer(out, "7z", err)
}

func unpack7Z(ctx context.Context, in *Input, m spar.Member, w io.Writer) error {
	z, err := open7Z(in)
	if err != nil {
		return err
	}
	if m.At < 0 || m.At >= int64(len(z.File)) {
		return errNoMember
	}
	r, err := z.File[m.At].Open()
	if err == nil {
		defer r.Close()
		_, err = io.Copy(w, &countReader{r: r, left: in.Limits.Inflated})
	}
	return fault7Z(err)
}

// pass7Z gives all members in their order. In a block the reader goes on where it is.
func pass7Z(ctx context.Context, in *Input, begin func(at int64) (io.Writer, error)) error {
	z, err := open7Z(in)
	if err != nil {
		return err
	}
	for i, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		if err == nil {
			err = passOne(int64(i), r, begin)
			r.Close()
		}
		if err != nil {
			return fault7Z(err)
		}
	}
	return nil
}

func open7Z(in *Input) (*sevenzip.Reader, error) {
	z, err := sevenzip.NewReader(in.R, in.Size)
	return z, fault7Z(err)
}

func fault7Z(err error) error {
	var read *sevenzip.ReadError
	switch {
	case err == nil, errors.Is(err, ErrTooBig), errors.Is(err, errRead), errors.Is(err, errChanged), errors.Is(err, errStopped), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &read) && read.Encrypted:
		return refuse(ErrEncrypted, "it needs a password; put a copy without one into the share")
	}
	return refuse(ErrCorrupt, "the 7z archive cannot be unpacked: %v", err)
}

// countReader ends with an error when more is unpacked than the limit allows.
type countReader struct {
	r    io.Reader
	left int64
}

func (c *countReader) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, refuse(ErrTooBig, "it unpacks to more than the limit; what is beyond that was left out")
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}
