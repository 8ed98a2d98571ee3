package extract

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/encoding/charmap"
)

const (
	maxMembers    = 20_000  // of one container
	maxMemberName = 4 << 10 // bytes
)

// unpackers give the bytes of one member, by the format of the container.
var unpackers = map[string]func(ctx context.Context, in *Input, m spar.Member, w io.Writer) error{
	"pdf": unpackPDF, "zip": unpackZIP, "tar": unpackTAR, "7z": unpack7Z, "rtf": unpackRTFObject, "eml": unpackEML, "mbox": unpackMBOX, "msg": unpackMSG, "tnef": unpackTNEF,
	"docx": unpackEmbedded, "xlsx": unpackEmbedded, "pptx": unpackEmbedded,
	"doc": unpackObject, "xls": unpackObject, "ppt": unpackObject,
	"odt": unpackEmbedded, "ods": unpackEmbedded, "odp": unpackEmbedded,
	"gz": gzPacking.unpack, "bz2": bz2Packing.unpack, "xz": xzPacking.unpack, "zst": zstPacking.unpack,
}

// Unpack writes the bytes of a member that Extract emitted for the same input. The state of the result is OK if all of them were written.
// Any other state comes with its reason, and the caller must throw away the written bytes. Unpack writes at most in.Limits.Inflated bytes.
// Like Extract, it never panics.
func Unpack(ctx context.Context, in Input, m spar.Member, w io.Writer) Result {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	in.R = src
	out := &memberWriter{ctx: ctx, w: w, left: in.Limits.Inflated}
	res := Result{}
	err := guard(func() error {
		name, _, err := identify(&in)
		res.Format = name
		if err != nil {
			return err
		}
		unpack := unpackers[name]
		if unpack == nil {
			return refuse(ErrUnsupported, "it is no container any more")
		}
		return unpack(ctx, &in, m, out)
	})
	if src.err != nil {
		err = src.err
	}
	if out.err != nil {
		err = out.err
	}
	res.State, res.Reason = conclude(err, false, false)
	if err == nil {
		res.State, res.Reason = spar.OK, ""
	}
	return res
}

// passes give all members of an archive in one pass, by the format of the container. They are for formats where finding a member means
// reading all before it.
var passes = map[string]func(ctx context.Context, in *Input, begin func(at int64) (io.Writer, error)) error{
	"gz": gzPacking.pass, "bz2": bz2Packing.pass, "xz": xzPacking.pass, "zst": zstPacking.pass, "7z": pass7Z,
}

// OnePass reports whether UnpackAll can give the members of a container of a format, and Unpack is slow for many.
func OnePass(format string) bool { return passes[format] != nil }

// UnpackAll writes the members of a container one after the other as far as in.Limits.Inflated goes, in one pass through it:
// begin is called with where each lies, as Extract says it, and gives where its bytes go. The state of the result is OK when
// none was left out; in any other the last member that was begun may lack its end. Like Extract it never panics.
func UnpackAll(ctx context.Context, in Input, begin func(at int64) (io.Writer, error)) Result {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	in.R = src
	res := Result{}
	left := &memberWriter{ctx: ctx, w: io.Discard, left: in.Limits.Inflated}
	err := guard(func() error {
		name, _, err := identify(&in)
		res.Format = name
		if err != nil {
			return err
		}
		pass := passes[name]
		if pass == nil {
			return refuse(ErrUnsupported, "its members are found one by one")
		}
		return pass(ctx, &in, func(at int64) (io.Writer, error) {
			w, err := begin(at)
			if err != nil {
				return nil, fmt.Errorf("%w: %v", errStopped, err)
			}
			left.w = w
			return left, nil
		})
	})
	if src.err != nil {
		err = src.err
	}
	res.State, res.Reason = conclude(err, false, false)
	if err == nil {
		res.State, res.Reason = spar.OK, ""
	}
	return res
}

// errNoMember says that a container does not hold the wanted member.
var errNoMember = refuse(ErrCorrupt, "its container no longer holds it")

// memberWriter counts the bytes of a member.
type memberWriter struct {
	ctx  context.Context
	w    io.Writer
	left int64
	err  error
}

func (m *memberWriter) Write(b []byte) (int, error) {
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	if m.left -= int64(len(b)); m.left < 0 && m.err == nil {
		m.err = refuse(ErrTooBig, "unpacked it is larger than the limit")
	}
	if m.err != nil {
		return 0, m.err
	}
	n, err := m.w.Write(b)
	if err != nil {
		m.err = fmt.Errorf("%w: %v", errStopped, err)
	}
	return n, m.err
}

// member hands on a member. One of several gets a name if it has none that can be used; the only one of its container does not need it.
func (s *sink) member(m spar.Member) error {
	if s.members++; s.members > maxMembers {
		return refuse(ErrPartial, "it holds more than %d files; the rest was left out", maxMembers)
	}
	m.Name = memberName(m.Name)
	if m.Name == "" && m.At >= 0 {
		m.Name = fmt.Sprintf("member-%d", s.members)
	}
	m.Size = max(0, m.Size)
	// Times that no file has are errors of the program that made the container.
	if m.ModTime.Unix() <= 0 || m.ModTime.Year() > 2200 {
		m.ModTime = time.Time{}
	}
	m.ModTime = m.ModTime.UTC()
	return s.send(Item{Member: &m})
}

// memberName makes a path below a container of a name in it: no step leads out of it, and none is empty.
func memberName(name string) string {
	if len(name) > maxMemberName {
		return ""
	}
	name = strings.ReplaceAll(name, "\\", "/")
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		switch part = strings.ReplaceAll(part, "\x00", ""); part {
		case "", ".":
		case "..":
			parts = append(parts, "__")
		default:
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}

// attachmentName is a name without folders, "" when nothing is left of it.
func attachmentName(name string) string {
	if name = path.Base("/" + memberName(name)); name == "/" {
		return ""
	}
	return name
}

// zipNames gives the reader of names that do not say that they are UTF-8: they are, or they are in the page that all of them are
// likeliest in, which programs for DOS and Windows take from the computer (APPNOTE.TXT, appendix D, knows code page 437 alone).
func zipNames(files []*zip.File) func(*zip.File) string {
	var all []byte
	for _, f := range files {
		if !utf8.ValidString(f.Name) && besideName(f) == "" && len(all) < detectorSample/4 {
			all = append(append(all, f.Name...), '\n')
		}
	}
	page := charset{enc: charmap.CodePage437}
	if len(all) > 0 {
		best := oddLetter / 2 * float64(countHigh(all)) // names that are words in no page, such as lists of characters, are in that of the format
		for _, g := range guesses(all, false) {
			if strings.HasPrefix(g.name, "ibm") {
				g.score += 4 // of DOS
			}
			if g.score > best {
				best, page = g.score, g.charset
			}
		}
	}
	return func(f *zip.File) string {
		if name := besideName(f); name != "" {
			return name
		}
		if utf8.ValidString(f.Name) {
			return f.Name
		}
		return page.decode([]byte(f.Name))
	}
}

// countHigh counts the bytes beyond ASCII.
func countHigh(text []byte) (n int) {
	for _, b := range text {
		n += int(b >> 7)
	}
	return n
}

// besideName is the name in UTF-8 that some programs keep beside that in a code page (APPNOTE.TXT, 4.6.9); "" where there is none or it
// belongs to another name.
func besideName(f *zip.File) string {
	for extra := f.Extra; len(extra) >= 4; {
		kind, size := u16(extra, 0), u16(extra, 2)
		if extra = extra[4:]; size > len(extra) {
			return ""
		}
		field := extra[:size]
		if extra = extra[size:]; kind == 0x7075 && size > 5 && u32(field, 1) == int64(crc32.ChecksumIEEE([]byte(f.Name))) && utf8.Valid(field[5:]) {
			return string(field[5:])
		}
	}
	return ""
}

// closeContainer ends the reading of an archive, which has members and no text.
func closeContainer(out *sink, kind string, fault error) error {
	if err := out.property("members", spar.Value{Kind: spar.Number, Number: float64(min(out.members, maxMembers))}); err != nil {
		return err
	}
	switch {
	case fault != nil && out.members == 0, errors.Is(fault, errRead), errors.Is(fault, errChanged), errors.Is(fault, errStopped):
		return fault
	case fault != nil:
		// Its members are there all the same.
		return refuse(ErrContainer, "%s; %s", contents(kind, min(out.members, maxMembers)), withoutOutcome(fault))
	case out.members == 0:
		return refuse(ErrPartial, "it is an empty archive (%s)", kind)
	}
	return refuse(ErrContainer, "%s", contents(kind, out.members))
}

// contents says what an archive holds.
func contents(kind string, files int) string {
	if files == 1 {
		return kind + " of 1 file, which is a file of its own"
	}
	return fmt.Sprintf("%s of %d files, which are files of their own", kind, files)
}

// withoutOutcome is the reason of an error without the name of its outcome.
func withoutOutcome(err error) string {
	for _, o := range outcomes {
		if errors.Is(err, o.err) {
			return strings.TrimPrefix(err.Error(), o.err.Error()+": ")
		}
	}
	return err.Error()
}
