package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/sparsearch/spar/internal/spar"
)

// imageMagic are the beginnings of pictures. Those of two letters need more to go by.
var imageMagic = []struct{ name, magic string }{
	{"png", "\x89PNG\r\n\x1a\n"}, {"jpg", "\xff\xd8\xff"}, {"gif", "GIF87a"}, {"gif", "GIF89a"}, {"tiff", "II*\x00"}, {"tiff", "MM\x00*"},
}

func imageKind(head []byte) string {
	for _, m := range imageMagic {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.name
		}
	}
	switch {
	case len(head) >= 16 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "webp"
	case len(head) >= 30 && string(head[:2]) == "BM" && binary.LittleEndian.Uint32(head[6:]) == 0 && bmpHeader[binary.LittleEndian.Uint32(head[14:])]:
		return "bmp"
	}
	return ""
}

// bmpHeader holds the sizes that a bitmap's second header can have.
var bmpHeader = map[uint32]bool{12: true, 40: true, 52: true, 56: true, 64: true, 108: true, 124: true}

func detectImage(kind string) func(head []byte, name string) int {
	return func(head []byte, name string) int {
		if imageKind(head) == kind {
			return 85
		}
		return 0
	}
}

// maxImageHeader is how much of a picture is read to find its size and the camera's data.
const maxImageHeader = 1 << 20

// maxImagePeek is the same if only properties are wanted. Camera data stand in the first 64 kB or just behind.
const maxImagePeek = 128 << 10

// extractImage reads the properties of a picture: size, date, camera, place. Its text needs OCR.
func extractImage(ctx context.Context, in *Input, out *sink) error {
	x, err := readImage(in, out)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		key string
		n   int
	}{{"width", x.width}, {"height", x.height}} {
		if err := out.property(p.key, spar.Value{Kind: spar.Number, Number: float64(p.n)}); err != nil {
			return err
		}
	}
	return refuse(ErrNeedsOCR, "it is a picture (%d x %d): its text needs OCR", x.width, x.height)
}

// readImage reads what the head of a picture says; its fields go to out.
func readImage(in *Input, out *sink) (*exifReader, error) {
	most := int64(maxImageHeader)
	if out.peek {
		most = maxImagePeek
	}
	head := make([]byte, min(in.Size, most))
	if n, err := in.R.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	} else if n < len(head) {
		head = head[:n]
	}
	width, height, exif := imageHeader(head)
	x := &exifReader{out: out, src: bytes.NewReader(exif), size: int64(len(exif)), width: width, height: height}
	if imageKind(head) == "tiff" {
		x.src, x.size, x.tiff = in.R, in.Size, true
	}
	if err := x.read(); err != nil {
		return nil, err
	}
	if x.width <= 0 || x.height <= 0 {
		return nil, refuse(ErrCorrupt, "it is a picture whose size cannot be read: the file may have been cut off")
	}
	return x, nil
}

// imageHeader finds size and EXIF block of a picture but a TIFF file, whose directory is both.
func imageHeader(b []byte) (width, height int, exif []byte) {
	be := binary.BigEndian
	switch imageKind(b) {
	case "png":
		for at := 8; at+8 <= len(b); {
			n, kind := int64(be.Uint32(b[at:])), string(b[at+4:at+8])
			data := b[at+8 : min(int64(len(b)), int64(at)+8+n)]
			switch {
			case kind == "IHDR" && len(data) >= 8:
				width, height = int(be.Uint32(data)), int(be.Uint32(data[4:]))
			case kind == "eXIf":
				exif = data
			}
			if n > int64(len(b)) {
				break
			}
			at += int(n) + 12
		}
	case "gif":
		if len(b) >= 10 {
			width, height = int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
		}
	case "bmp":
		if binary.LittleEndian.Uint32(b[14:]) == 12 {
			width, height = int(binary.LittleEndian.Uint16(b[18:])), int(binary.LittleEndian.Uint16(b[20:]))
		} else {
			width, height = int(int32(binary.LittleEndian.Uint32(b[18:]))), int(int32(binary.LittleEndian.Uint32(b[22:])))
			height = max(height, -height)
		}
	case "jpg":
		return jpegHeader(b)
	case "webp":
		return webpHeader(b)
	}
	return width, height, exif
}

// jpegHeader walks the markers up to the scan.
func jpegHeader(b []byte) (width, height int, exif []byte) {
	for at := 2; at+4 <= len(b); {
		if b[at] != 0xff {
			at++
			continue
		}
		marker := b[at+1]
		if marker == 0xff || marker == 0 || marker >= 0xd0 && marker <= 0xd8 {
			at++
			continue
		}
		n := int(binary.BigEndian.Uint16(b[at+2:]))
		data := b[at+4 : max(at+4, min(len(b), at+2+n))]
		switch {
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			if len(data) >= 5 {
				return int(binary.BigEndian.Uint16(data[3:])), int(binary.BigEndian.Uint16(data[1:])), exif
			}
		case marker == 0xe1 && bytes.HasPrefix(data, []byte("Exif\x00\x00")) && exif == nil:
			exif = data[6:]
		case marker == 0xda || marker == 0xd9:
			return 0, 0, exif
		}
		at += 2 + max(n, 2)
	}
	return 0, 0, exif
}

// webpHeader walks the chunks.
func webpHeader(b []byte) (width, height int, exif []byte) {
	le := binary.LittleEndian
	u24 := func(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
	for at := 12; at+8 <= len(b); {
		n, kind := int64(le.Uint32(b[at+4:])), string(b[at:at+4])
		data := b[at+8 : min(int64(len(b)), int64(at)+8+n)]
		switch {
		case kind == "VP8X" && len(data) >= 10:
			width, height = u24(data[4:])+1, u24(data[7:])+1
		case kind == "VP8 " && len(data) >= 10 && width == 0:
			width, height = int(le.Uint16(data[6:])&0x3fff), int(le.Uint16(data[8:])&0x3fff)
		case kind == "VP8L" && len(data) >= 5 && width == 0:
			v := le.Uint32(data[1:])
			width, height = int(v&0x3fff)+1, int(v>>14&0x3fff)+1
		case kind == "EXIF":
			exif = bytes.TrimPrefix(data, []byte("Exif\x00\x00"))
		}
		if n > int64(len(b)) {
			break
		}
		at += 8 + int(n+n&1)
	}
	return width, height, exif
}

// exifReader reads the directories of EXIF 2.32, which have the form of TIFF 6.0.
type exifReader struct {
	out           *sink
	src           io.ReaderAt
	size          int64
	tiff          bool // the first directory describes the picture itself
	order         binary.ByteOrder
	width, height int
	turned        int // how it is to be turned, 1 to 8 as the field Orientation has it; 0 where nothing says so
	seen          map[uint32]bool
	place         map[uint16]string
	degrees       map[uint16]float64
}

// exifKeys are the fields that become texts.
var exifKeys = map[uint16]string{0x010e: "description", 0x010f: "camera-make", 0x0110: "camera", 0x0131: "software", 0x013b: "author", 0x8298: "copyright", 0x010d: "title"}

// at reads n bytes, nil where there are fewer.
func (x *exifReader) at(off, n int64) []byte {
	if off < 0 || n <= 0 || off+n > x.size {
		return nil
	}
	b := make([]byte, n)
	if got, _ := x.src.ReadAt(b, off); int64(got) < n {
		return nil
	}
	return b
}

func (x *exifReader) read() error {
	head := x.at(0, 8)
	if head == nil {
		return nil
	}
	switch string(head[:2]) {
	case "II":
		x.order = binary.LittleEndian
	case "MM":
		x.order = binary.BigEndian
	default:
		return nil
	}
	x.seen, x.place, x.degrees = map[uint32]bool{}, map[uint16]string{}, map[uint16]float64{}
	if err := x.directory(x.order.Uint32(head[4:]), false); err != nil {
		return err
	}
	lat, ok1 := x.degrees[2]
	lon, ok2 := x.degrees[4]
	if !ok1 || !ok2 || lat > 90 || lon > 180 {
		return nil
	}
	if x.place[1] == "S" {
		lat = -lat
	}
	if x.place[3] == "W" {
		lon = -lon
	}
	return x.out.textProperty("gps", fmt.Sprintf("%.6f, %.6f", lat, lon))
}

// directory reads one directory and the directories that it leads to, each once.
func (x *exifReader) directory(at uint32, gps bool) error {
	count := x.at(int64(at), 2)
	if x.seen[at] || len(x.seen) > 8 || count == nil {
		return nil
	}
	x.seen[at] = true
	n := int(x.order.Uint16(count))
	for i := range min(n, 1000) {
		e := x.at(int64(at)+2+12*int64(i), 12)
		if e == nil {
			return nil
		}
		if err := x.field(e, gps); err != nil {
			return err
		}
	}
	return nil
}

func (x *exifReader) field(e []byte, gps bool) error {
	tag, kind, count := x.order.Uint16(e), x.order.Uint16(e[2:]), int64(x.order.Uint32(e[4:]))
	width := map[uint16]int64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}[kind]
	data := e[8:12]
	if total := width * count; total > 4 {
		from := int64(x.order.Uint32(e[8:]))
		if total > maxPropertyBytes {
			return nil
		}
		if data = x.at(from, total); data == nil {
			return nil
		}
	} else {
		data = data[:total]
	}
	number := func() uint32 {
		switch {
		case kind == 3 && len(data) >= 2:
			return uint32(x.order.Uint16(data))
		case kind == 4 && len(data) >= 4:
			return x.order.Uint32(data)
		}
		return 0
	}
	text := func() string {
		data, _, _ := bytes.Cut(data, []byte{0})
		return mailWord(string(data))
	}
	switch {
	case gps && kind == 2 && (tag == 1 || tag == 3):
		x.place[tag] = text()
	case gps && kind == 5 && (tag == 2 || tag == 4) && len(data) >= 24:
		v := 0.0
		for i, unit := range []float64{1, 60, 3600} {
			den := x.order.Uint32(data[8*i+4:])
			if den == 0 {
				return nil
			}
			v += float64(x.order.Uint32(data[8*i:])) / float64(den) / unit
		}
		x.degrees[tag] = v
	case gps:
	case x.tiff && tag == 0x0100 && x.width == 0:
		x.width = int(number())
	case x.tiff && tag == 0x0101 && x.height == 0:
		x.height = int(number())
	case tag == 0x0112 && x.turned == 0:
		x.turned = int(number())
	case tag == 0x8769, tag == 0x8825:
		return x.directory(number(), tag == 0x8825)
	case kind == 2 && (tag == 0x9003 || tag == 0x0132):
		key := "created"
		if tag == 0x0132 {
			key = "modified"
		}
		v := []byte(text()) // 2020:01:31 10:00:00
		if len(v) >= 10 && v[4] == ':' && v[7] == ':' {
			v[4], v[7] = '-', '-'
		}
		return x.out.property(key, textOrDate(string(v)))
	case kind == 2 && exifKeys[tag] != "":
		return x.out.textProperty(exifKeys[tag], text())
	}
	return nil
}
