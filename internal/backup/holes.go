package backup

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A column of vectors is mostly holes: it has a place for each passage, and few passages have a vector. A backup and restored columns
// have these holes too. In a tar file they are as GNU tar writes them ("PAX format, version 1.0"), which GNU tar, bsdtar and archive/tar read.

// holeSize is the least bytes of zeros, at a multiple of it, that make a hole.
const holeSize = 4096

// mostParts bounds the parts of a file in a tar file, whose list archive/tar reads up to 1 MiB of.
const mostParts = 20000

// A part is bytes of a file between holes.
type part struct{ at, size int64 }

// parted cuts written bytes into parts and holes.
type parted struct {
	at  int64
	put func(b []byte, at int64) error
}

func (p *parted) Write(b []byte) (n int, err error) {
	from := 0 // of the bytes to put
	flush := func(to int) error {
		if from == to {
			return nil
		}
		return p.put(b[from:to], p.at+int64(from))
	}
	for n < len(b) {
		end := min(len(b), n+holeSize-int((p.at+int64(n))%holeSize))
		if zero(b[n:end]) {
			if err := flush(n); err != nil {
				return n, err
			}
			from = end
		}
		n = end
	}
	if err := flush(n); err != nil {
		return 0, err
	}
	p.at += int64(n)
	return n, nil
}

var zeros [holeSize]byte

func zero(b []byte) bool { return bytes.Equal(b, zeros[:len(b)]) }

// writeParts writes a file with holes where there are zeros.
func writeParts(f *os.File, write func(io.Writer) error) error {
	p := &parted{put: func(b []byte, at int64) error { _, err := f.WriteAt(b, at); return err }}
	if err := write(p); err != nil {
		return err
	}
	return f.Truncate(p.at)
}

// holed says which files may have holes that are worth a list of their parts.
func holed(name string) bool { return strings.HasSuffix(name, ".col") }

// addParts adds a file to a tar file without its holes. The parts go through a file beside it: programs may write the saved file meanwhile, and
// their list comes first.
func (t *tarSink) addParts(name string, size int64, write func(io.Writer) error) error {
	spool, err := os.CreateTemp(filepath.Dir(t.f.Name()), unfinished(filepath.Base(t.f.Name())))
	if err != nil {
		return err
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	var parts []part
	p := &parted{put: func(b []byte, at int64) error {
		if last := len(parts) - 1; last >= 0 && parts[last].at+parts[last].size == at {
			parts[last].size += int64(len(b))
		} else {
			parts = append(parts, part{at, int64(len(b))})
		}
		_, err := spool.Write(b)
		return err
	}}
	if err := write(p); err != nil {
		return err
	}
	if p.at != size {
		return fmt.Errorf("%s has %d bytes instead of %d", name, p.at, size)
	}
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return t.putParts(name, size, parts, spool)
}

// putParts writes the header, the list and the bytes of parts, which from has one behind the other.
func (t *tarSink) putParts(name string, size int64, parts []part, from io.Reader) error {
	wide := spans(parts, size)
	list := strconv.Itoa(len(wide)) + "\n"
	var held int64
	for _, w := range wide {
		list += fmt.Sprintf("%d\n%d\n", w.at, w.size)
		held += w.size
	}
	list += string(zeros[:-len(list)&511])
	if err := t.w.Flush(); err != nil {
		return err
	}
	if err := writePAX(t.f, name, []string{"GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.name", name, "GNU.sparse.realsize", strconv.FormatInt(size, 10)}); err != nil {
		return err
	}
	h := &tar.Header{Name: name, Size: int64(len(list)) + held, Mode: 0o600, ModTime: time.Now().Truncate(time.Second), Format: tar.FormatUSTAR}
	if h.Size >= 1<<33 { // more than USTAR counts
		h.Format = tar.FormatGNU
	}
	if err := t.w.WriteHeader(h); err != nil {
		return err
	}
	if _, err := io.WriteString(t.w, list); err != nil {
		return err
	}
	for _, w := range wide {
		for at := w.at; at < w.at+w.size; {
			if len(parts) == 0 || at < parts[0].at { // a hole that is too small to be listed
				n := min(w.at+w.size-at, holeSize)
				if len(parts) > 0 {
					n = min(n, parts[0].at-at)
				}
				if _, err := t.w.Write(zeros[:n]); err != nil {
					return err
				}
				at += n
				continue
			}
			if _, err := io.CopyN(t.w, from, parts[0].size); err != nil {
				return err
			}
			at += parts[0].size
			parts = parts[1:]
		}
	}
	return nil
}

// spans joins parts until they are few enough: the smallest holes between them vanish first. They begin and end with a block of a tar file,
// as GNU tar wants it.
func spans(parts []part, size int64) []part {
	for hole := int64(holeSize); ; hole *= 2 {
		var wide []part
		for _, p := range parts {
			at, end := p.at&^511, min(size, (p.at+p.size+511)&^511)
			if last := len(wide) - 1; last >= 0 && at-wide[last].at-wide[last].size < hole {
				wide[last].size = end - wide[last].at
			} else {
				wide = append(wide, part{at, end - at})
			}
		}
		if last := len(wide) - 1; size > 0 && (last < 0 || wide[last].at+wide[last].size < size) {
			wide = append(wide, part{size, 0}) // which tells GNU tar of the hole at the end
		}
		if len(wide) <= mostParts {
			return wide
		}
	}
}

// writePAX writes the extended header of the file that comes next, which archive/tar does not write for a file with holes.
func writePAX(w io.Writer, name string, pairs []string) error {
	var body strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		rest := " " + pairs[i] + "=" + pairs[i+1] + "\n"
		n := len(rest) + 1
		for n != len(strconv.Itoa(n))+len(rest) {
			n = len(strconv.Itoa(n)) + len(rest)
		}
		body.WriteString(strconv.Itoa(n) + rest)
	}
	short := "PaxHeaders/" + filepath.Base(name)
	if len(short) > 100 {
		return errors.New("the name " + name + " is too long")
	}
	var head [512]byte
	copy(head[0:], short)
	copy(head[100:], "0000600\x000000000\x000000000\x00") // mode, owner, group
	copy(head[124:], fmt.Sprintf("%011o\x00%011o\x00", body.Len(), 0))
	copy(head[148:], "        x")
	copy(head[257:], "ustar\x0000")
	sum := 0
	for _, b := range head {
		sum += int(b)
	}
	copy(head[148:], fmt.Sprintf("%06o\x00 ", sum))
	_, err := w.Write(append(head[:], append([]byte(body.String()), zeros[:-body.Len()&511]...)...))
	return err
}
