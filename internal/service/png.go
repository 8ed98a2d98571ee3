package service

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/zlib"
)

// The filters for rows of a PNG file that are used here.
const (
	plainRow = 0 // the pixels as they are
	rowUp    = 2 // the differences from the row above
)

// writePNG makes a PNG file of rows of pixels, with one byte (grey) or three each. The library's encoder tries five filters for each row
// and takes five times as long. Here a page of text is written unfiltered, and a photograph as differences from the row above.
func writePNG(width, height int, gray bool, pixels []byte) ([]byte, error) {
	each, kind := 3, byte(2)
	if gray {
		each, kind = 1, 0
	}
	row := each * width
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(name string, body []byte) {
		var n [4]byte
		binary.BigEndian.PutUint32(n[:], uint32(len(body)))
		out.Write(n[:])
		sum := crc32.NewIEEE()
		sum.Write([]byte(name))
		sum.Write(body)
		out.WriteString(name)
		out.Write(body)
		out.Write(binary.BigEndian.AppendUint32(nil, sum.Sum32()))
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	chunk("IHDR", append(head, 8, kind, 0, 0, 0)) // bits, colours; no other compression, filter, interlace

	var body bytes.Buffer
	z, err := zlib.NewWriterLevel(&body, zlib.BestSpeed)
	if err != nil {
		return nil, err
	}
	above, line := make([]byte, row), make([]byte, 1+row)
	if line[0] = plainRow; !flat(pixels, each) {
		line[0] = rowUp
	}
	for y := range height {
		now, to := pixels[y*row:(y+1)*row], line[1:]
		if copy(to, now); line[0] == rowUp {
			for i, b := range above {
				to[i] -= b
			}
		}
		if _, err := z.Write(line); err != nil {
			return nil, err
		}
		above = now
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	chunk("IDAT", body.Bytes())
	chunk("IEND", nil)
	return out.Bytes(), nil
}

// flat reports whether most pixels equal the one before them, as in text on a ground and not in photographs. It looks at a sample.
func flat(pixels []byte, each int) bool {
	const step = 61 // no row of a page repeats itself so soon
	same, seen := 0, 0
	for i := each; i+each <= len(pixels); i += step * each {
		if seen++; bytes.Equal(pixels[i:i+each], pixels[i-each:i]) {
			same++
		}
	}
	return 2*same >= seen
}
