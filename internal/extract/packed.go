package extract

import (
	"archive/tar"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/ulikunitz/xz"
)

// A packing is a format that holds one file packed, which may be a tar file.
type packing struct {
	name string // of the format
	open func(r io.Reader) (packed, error)
}

// packed reads the unpacked content of a packed file, with the name and time that the file gives it.
type packed struct {
	io.Reader
	name    string
	modTime time.Time
}

var (
	gzPacking  = packing{"gz", openGZ}
	bz2Packing = packing{"bz2", func(r io.Reader) (packed, error) { return packed{Reader: bzip2.NewReader(r)}, nil }}
	xzPacking  = packing{"xz", openXZ}
	zstPacking = packing{"zst", openZST}
)

// mostWindow is how many bytes that were unpacked a packed file may refer back to: as many as "xz -9" and "zstd --long" need. They
// are held in memory.
const mostWindow = 128 << 20

func detectGZ(head []byte, name string) int { return magic(head, "\x1f\x8b\x08") }

func detectXZ(head []byte, name string) int { return magic(head, "\xfd7zXZ\x00") }

func detectZST(head []byte, name string) int { return magic(head, "\x28\xb5\x2f\xfd") }

// detectBZ2 looks for the number of the first block, or of the end where nothing was packed: a text may begin with "BZh".
func detectBZ2(head []byte, name string) int {
	if len(head) < 10 || head[3] < '1' || head[3] > '9' {
		return 0
	}
	if block := string(head[4:10]); block != "1AY&SY" && block != "\x17rE8P\x90" {
		return 0
	}
	return magic(head, "BZh")
}

func magic(head []byte, begin string) int {
	if bytes.HasPrefix(head, []byte(begin)) {
		return 80
	}
	return 0
}

func openGZ(r io.Reader) (packed, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return packed{}, refuse(ErrCorrupt, "its gzip header cannot be read: %v", err)
	}
	return packed{z, attachmentName(z.Name), z.ModTime}, nil
}

func openXZ(r io.Reader) (packed, error) {
	head := make([]byte, 64)
	n, _ := io.ReadFull(r, head)
	if window := xzWindow(head[:n]); window > mostWindow {
		return packed{}, refuse(ErrTooBig, "it needs %d MB of memory to be unpacked", window>>20)
	}
	z, err := xz.NewReader(io.MultiReader(bytes.NewReader(head[:n]), r))
	if err != nil {
		return packed{}, refuse(ErrCorrupt, "its xz header cannot be read: %v", err)
	}
	return packed{Reader: z}, nil
}

// xzWindow is the size of the dictionary that the first block of an xz file asks for; 0 where its header does not say it. The header
// of the file, of 12 bytes, stands before that of the block: its size, flags, two sizes if the flags say so, and the filters.
func xzWindow(head []byte) int64 {
	const lzma2, sized, unpackedSized = 0x21, 0x40, 0x80
	if len(head) < 14 {
		return 0
	}
	flags, rest := head[13], head[14:]
	next := func() uint64 {
		v, n := binary.Uvarint(rest)
		if n <= 0 {
			n = len(rest)
		}
		rest = rest[n:]
		return v
	}
	for _, size := range []byte{sized, unpackedSized} {
		if flags&size != 0 {
			next()
		}
	}
	for range flags&3 + 1 {
		filter, size := next(), next()
		if size > uint64(len(rest)) {
			return 0
		}
		if filter == lzma2 && size == 1 && rest[0] <= 40 {
			return int64(2|rest[0]&1) << (rest[0]/2 + 11)
		}
		rest = rest[size:]
	}
	return 0
}

func openZST(r io.Reader) (packed, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(mostWindow))
	if err != nil {
		return packed{}, refuse(ErrCorrupt, "its zstd header cannot be read: %v", err)
	}
	return packed{Reader: z}, nil
}

// extract emits the members of a packed file. These are the members of a tar file, each at the offset of its header in the unpacked
// content, or else the one file, at -1.
func (p packing) extract(ctx context.Context, in *Input, out *sink) error {
	z, head, isTAR, err := p.unpacked(in)
	if err != nil {
		return err
	}
	if isTAR {
		return closeContainer(out, "tar."+p.name, listTAR(z, out))
	}
	// A size in the file may be wrong: gzip gives it modulo 4 GB. Count the unpacked bytes.
	n, err := io.Copy(io.Discard, z)
	if err != nil && n <= int64(len(head)) {
		return unpackFault(err)
	}
	return closeContainer(out, p.name, errors.Join(out.member(spar.Member{Name: z.name, Size: n, ModTime: z.modTime, At: -1})))
}

// unpack writes one member.
func (p packing) unpack(ctx context.Context, in *Input, m spar.Member, w io.Writer) error {
	z, _, isTAR, err := p.unpacked(in)
	if err != nil {
		return err
	}
	if m.At < 0 {
		_, err = io.Copy(w, z)
		return unpackFault(err)
	}
	if !isTAR {
		return errNoMember
	}
	if _, err := io.CopyN(io.Discard, z, m.At); err != nil {
		return errNoMember
	}
	return copyTAR(z, w)
}

// pass gives all members of a tar file that is packed.
func (p packing) pass(ctx context.Context, in *Input, begin func(at int64) (io.Writer, error)) error {
	z, _, isTAR, err := p.unpacked(in)
	if err != nil {
		return err
	}
	if !isTAR {
		return refuse(ErrUnsupported, "it holds one file")
	}
	return eachTAR(z, func(_ *tar.Header, at int64, content io.Reader) error {
		if content == nil {
			return nil
		}
		return passOne(at, content, begin)
	})
}

// passOne copies a member.
func passOne(at int64, content io.Reader, begin func(at int64) (io.Writer, error)) error {
	w, err := begin(at)
	if err == nil {
		_, err = io.Copy(w, content)
	}
	return err
}

// unpacked opens a packed file and looks at the first block of its content.
func (p packing) unpacked(in *Input) (z packed, head []byte, isTAR bool, err error) {
	z, err = p.open(in.reader())
	if err != nil {
		return z, nil, false, err
	}
	count := &countReader{r: z.Reader, left: in.Limits.Inflated}
	head = make([]byte, 512)
	n, err := io.ReadFull(count, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return z, nil, false, unpackFault(err)
	}
	head = head[:n]
	z.Reader = io.MultiReader(bytes.NewReader(head), count)
	return z, head, detectTAR(head, "") > 0, nil
}

// unpackFault says what an error of unpacking means for the file. It keeps errors of the file system and of whoever reads the unpacked
// bytes.
func unpackFault(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrTooBig), errors.Is(err, errRead), errors.Is(err, errChanged), errors.Is(err, errStopped), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return refuse(ErrTooBig, "it needs more than %d MB of memory to be unpacked", mostWindow>>20)
	}
	return refuse(ErrCorrupt, "it cannot be unpacked: %v", err)
}
