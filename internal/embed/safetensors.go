package embed

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/sparsearch/spar/internal/vec"
)

// maxHeader is the greatest header of a safetensors file, as its own library has it.
const maxHeader = 100 << 20

// safetensors is a file of named tensors (https://github.com/huggingface/safetensors): eight bytes with the length of
// a JSON header, the header, and the values.
type safetensors struct {
	r       io.ReaderAt
	data    int64 // where the values begin
	tensors map[string]tensor
}

type tensor struct {
	Type    string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// openSafetensors reads the header of a file of the given size, which bounds its memory.
func openSafetensors(r io.ReaderAt, size int64) (*safetensors, error) {
	var head [8]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return nil, fmt.Errorf("it ends inside its first 8 bytes")
	}
	n := binary.LittleEndian.Uint64(head[:])
	if n > maxHeader || int64(n) > size-8 {
		return nil, fmt.Errorf("its header claims %d bytes of a file of %d", n, size)
	}
	header := make([]byte, n)
	if _, err := r.ReadAt(header, 8); err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(header, &raw); err != nil {
		return nil, fmt.Errorf("its header is not JSON: %w", err)
	}
	s := &safetensors{r: r, data: 8 + int64(n), tensors: make(map[string]tensor, len(raw))}
	for name, value := range raw {
		if name == "__metadata__" {
			continue
		}
		var t tensor
		if err := json.Unmarshal(value, &t); err != nil {
			return nil, fmt.Errorf("tensor %q of its header: %w", name, err)
		}
		if t.Offsets[0] < 0 || t.Offsets[1] < t.Offsets[0] || t.Offsets[1] > size-s.data {
			return nil, fmt.Errorf("tensor %q lies at %d to %d, outside of the file: the file is cut off", name, t.Offsets[0], t.Offsets[1])
		}
		s.tensors[name] = t
	}
	return s, nil
}

// floats reads a tensor that must have the given shape, as float32.
func (s *safetensors) floats(name string, shape ...int) ([]float32, error) {
	t, ok := s.tensors[name]
	if !ok {
		return nil, fmt.Errorf("it has no tensor %q", name)
	}
	count := int64(1)
	fits := len(t.Shape) == len(shape)
	for i, n := range t.Shape {
		fits = fits && n == int64(shape[i])
	}
	if !fits {
		return nil, fmt.Errorf("tensor %q has the shape %v, not %v", name, t.Shape, shape)
	}
	width := map[string]int64{"F32": 4, "F16": 2, "BF16": 2}[t.Type]
	if width == 0 {
		return nil, fmt.Errorf("tensor %q has the type %q, not F32, F16 or BF16", name, t.Type)
	}
	bytes := t.Offsets[1] - t.Offsets[0]
	for _, n := range t.Shape {
		if n < 0 || n > 0 && count > bytes/n {
			return nil, fmt.Errorf("tensor %q has %d bytes, too few for the shape %v", name, bytes, t.Shape)
		}
		count *= n
	}
	if count*width != bytes {
		return nil, fmt.Errorf("tensor %q has %d bytes, not the %d of its shape %v", name, bytes, count*width, t.Shape)
	}
	out := make([]float32, count)
	buf := make([]byte, min(bytes, 1<<16))
	for at := int64(0); at < bytes; at += int64(len(buf)) {
		buf = buf[:min(int64(len(buf)), bytes-at)]
		if _, err := s.r.ReadAt(buf, s.data+t.Offsets[0]+at); err != nil {
			return nil, fmt.Errorf("tensor %q cannot be read: %w", name, err)
		}
		part := out[at/width:]
		switch t.Type {
		case "F32":
			for i := range len(buf) / 4 {
				part[i] = math.Float32frombits(binary.LittleEndian.Uint32(buf[4*i:]))
			}
		case "F16":
			for i := range len(buf) / 2 {
				part[i] = vec.Float32(binary.LittleEndian.Uint16(buf[2*i:]))
			}
		case "BF16":
			for i := range len(buf) / 2 {
				part[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(buf[2*i:])) << 16)
			}
		}
	}
	for i, v := range out {
		if v-v != 0 {
			return nil, fmt.Errorf("tensor %q holds %v at %d, which is not a number to compute with", name, v, i)
		}
	}
	return out, nil
}
