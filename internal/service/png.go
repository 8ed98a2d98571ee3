package service

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
)

// writePNG makes a PNG file of rows of pixels, of one byte (grey) or three. The library's encoder tries five ways to write each row and
// takes three times as long; here each row is written as what differs from the one above, which suits pages, most of whose rows are alike.
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
	line[0] = 2 // filter "up"
	for y := range height {
		now := pixels[y*row : (y+1)*row]
		to := line[1:]
		for i, b := range now {
			to[i] = b - above[i]
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
