package extract

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// extractRTF reads Rich Text Format, and hands on the files within it.
func extractRTF(ctx context.Context, in *Input, out *sink) error {
	var fault error
	err := readRTF(in.reader(), out, func(n int64, raw []byte) error {
		name, content, err := rtfObject(raw, fmt.Sprintf("object %d", n+1))
		if err != nil {
			fault = cmp.Or(fault, refuse(ErrPartial, "object %d within it cannot be read: %v", n+1, err))
		}
		if content == nil || err != nil {
			return nil
		}
		return out.member(spar.Member{Name: attachmentName(name), Size: int64(len(content)), At: n})
	})
	return cmp.Or(err, fault)
}

// unpackRTFObject writes a file that lies within a text.
func unpackRTFObject(ctx context.Context, in *Input, m spar.Member, w io.Writer) error {
	none := &sink{ctx: ctx, limits: in.Limits, emit: func(Item) error { return nil }, keepOn: true}
	found := errNoMember
	err := readRTF(in.reader(), none, func(n int64, raw []byte) error {
		if n != m.At {
			return nil
		}
		_, content, err := rtfObject(raw, "")
		if err == nil && content != nil {
			_, err = w.Write(content)
			found = err
		}
		return err
	})
	if found == nil {
		return nil
	}
	return cmp.Or(err, found)
}

// rtfObject is the file that an object holds (OLE 1.0, MS-OLEDS 2.2.5), with its name or else the given one; none where nobody would read it.
func rtfObject(raw []byte, stem string) (string, []byte, error) {
	const embedded, names = 2, 3 // of its class, its topic and its item
	if u32(raw, 4) != embedded {
		return "", nil, nil
	}
	class, at := "", 8
	for i := range names {
		n := int(u32(raw, at))
		if at += 4; n < 0 || n > len(raw)-at {
			return "", nil, nil
		}
		if i == 0 {
			class = strings.TrimRight(string(raw[at:at+n]), "\x00")
		}
		at += n
	}
	if len(raw) < at+4 {
		return "", nil, nil
	}
	content := raw[at+4:]
	switch {
	case strings.EqualFold(class, "package"):
		name, packed := packaged(raw[at:])
		return cmp.Or(attachmentName(name), stem), packed, nil
	case bytes.HasPrefix(content, oleMagic):
		return oleObject(stem, content)
	}
	if format := embeddedFormat(content); format != "" {
		return stem + "." + format, content, nil
	}
	return "", nil, nil
}

// object hands on the bytes of an object, which are written in hexadecimal digits up to the end of their group.
func (r *rtfReader) object() error {
	var raw []byte
	half, high := false, byte(0)
	for len(raw) <= maxMailPart {
		b, err := r.in.ReadByte()
		if err != nil || b == '}' || b == '\\' || b == '{' {
			if err == nil {
				_ = r.in.UnreadByte() // a byte was just read
			}
			break
		}
		digit := strings.IndexByte("0123456789abcdef", b|0x20)
		if digit < 0 {
			continue
		}
		if half = !half; half {
			high = byte(digit) << 4
		} else {
			raw = append(raw, high|byte(digit))
		}
	}
	if len(raw) > maxMailPart {
		raw = nil // the rest of it is passed over
	}
	n := r.objects
	r.objects++
	return r.each(n, raw)
}
