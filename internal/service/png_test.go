package service

import (
	"bytes"
	"image/png"
	"math/rand/v2"
	"testing"
)

// TestWritePNG: what the library reads from a picture is what was written, whatever its size and colours.
func TestWritePNG(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {3, 2}, {816, 7}, {61, 640}} {
		for kind := range 4 {
			gray, photograph := kind%2 == 0, kind/2 == 0
			each, most := 3, 2 // of ten pixels are no ground
			if gray {
				each = 1
			}
			if photograph {
				most = 9
			}
			pixels := make([]byte, each*size[0]*size[1])
			for p := range len(pixels) / each {
				ground := draw.IntN(10) >= most
				for i := each * p; i < each*(p+1); i++ {
					if pixels[i] = 255; !ground {
						pixels[i] = byte(draw.IntN(256))
					}
				}
			}
			if size[0] > 800 && flat(pixels, each) == photograph {
				t.Errorf("%v, grey %t: taken for a photograph: %t", size, gray, !photograph)
			}
			text, err := writePNG(size[0], size[1], gray, pixels)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(text))
			if err != nil || img.Bounds().Dx() != size[0] || img.Bounds().Dy() != size[1] {
				t.Fatalf("%v, grey %t: %v", size, gray, err)
			}
			for i := range size[0] * size[1] {
				r, g, b, _ := img.At(i%size[0], i/size[0]).RGBA()
				of := pixels[each*i : each*(i+1)]
				if byte(r>>8) != of[0] || byte(g>>8) != of[each/2] || byte(b>>8) != of[each-1] {
					t.Fatalf("%v, grey %t: pixel %d is %d %d %d and not %v", size, gray, i, r>>8, g>>8, b>>8, of)
				}
			}
		}
	}
}
