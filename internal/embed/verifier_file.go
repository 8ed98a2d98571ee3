package embed

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A verifier file holds what differs from the precise encoder, as an encoder file does.
//
//	8 bytes  "SPARVER1"
//	4 bytes  length of the header
//	header   JSON: verifierHeader
//	body     token type 1 less token type 0: Hidden float32
//	         the value's Hidden weights and its bias, float32
//	         the layers from header.From on
const verifierMagic = "SPARVER1"

// VerifierName is the name of the built-in verifier. It reads English.
const VerifierName = "verifier"

type verifierHeader struct {
	From int    `json:"from"` // the first layer that differs
	Of   string `json:"of"`   // the weights that the encoder file was made from
	Body string `json:"body"` // SHA-256 of the body
}

// builtInVerifier is made by scripts/verifier.
//
//go:embed verifier.spar
var builtInVerifier []byte

// BuiltInVerifier opens the verifier that is built into the program. Its lower layers are those of the precise encoder, which
// are in memory once. A program that was built without that encoder gets an error of code Unavailable.
func BuiltInVerifier(o Options) (*Verifier, error) {
	e, err := precise(o)
	if err != nil {
		return nil, err
	}
	v, err := openVerifier(e, builtInVerifier)
	if err != nil {
		return nil, spar.Errorf(spar.Internal, "the built-in verifier cannot be used: %w: build the program again", err)
	}
	return v, nil
}

// openVerifier reads a verifier file beside the encoder that it belongs to.
func openVerifier(b *bert, data []byte) (*Verifier, error) {
	var h verifierHeader
	if len(data) < 12 || string(data[:8]) != verifierMagic {
		return nil, errors.New("it is no verifier file of version 1")
	}
	n := int64(binary.LittleEndian.Uint32(data[8:]))
	if n > int64(len(data))-12 {
		return nil, errors.New("its header is too long")
	}
	if err := json.Unmarshal(data[12:12+n], &h); err != nil {
		return nil, fmt.Errorf("its header: %w", err)
	}
	if h.Of != b.weights || h.From < 0 || h.From > b.Layers {
		return nil, errors.New("it belongs to another encoder")
	}
	f := &fileReader{r: bytes.NewReader(data), at: 12 + n, size: int64(len(data))}
	v := &Verifier{network: network{shape: b.shape, opts: b.opts, words: b.words, tokens: b.tokens, places: b.places, first: b.first}}
	v.kind, v.head = f.floats(v.Hidden), dense{f.floats(v.Hidden), f.floats(1)}
	var layers []*layer
	for range v.Layers - h.From {
		layers = append(layers, f.layer(b.opts, b.shape))
	}
	if err := f.wait(); err != nil {
		return nil, err
	}
	if f.at != f.size {
		return nil, fmt.Errorf("it has %d bytes more than it should", f.size-f.at)
	}
	v.layers = append(v.layers, b.layers[:h.From]...)
	for _, l := range layers {
		v.layers = append(v.layers, *l)
	}
	v.shape.Name = VerifierName
	v.finish("verifier "+h.Body, "verify")
	return v, nil
}

// ConvertVerifier writes a verifier file of a file of safetensors, which scripts/verifier makes: upper layers under their names in BERT,
// "kind", "head.weight" and "head.bias". The other layers are those of the built-in encoder.
func ConvertVerifier(w io.Writer, weights string) error {
	data, err := os.ReadFile(weights)
	if err != nil {
		return err
	}
	st, err := openSafetensors(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	b, err := precise(Options{Arithmetic: Int8, Kernels: vec.Available()[0]})
	if err != nil {
		return err
	}
	r := &weightReader{st: st}
	var body bytes.Buffer
	put(&body, r.floats("kind", b.Hidden), r.floats("head.weight", b.Hidden), r.floats("head.bias", 1))
	var layers []layer
	from := b.Layers
	for from > 0 && r.has(fmt.Sprintf("encoder.layer.%d.output.dense.weight", from-1)) {
		from--
	}
	for i := from; i < b.Layers; i++ {
		layers = append(layers, b.loadLayer(r, fmt.Sprintf("encoder.layer.%d.", i)))
	}
	if r.err != nil {
		return r.err
	}
	putLayers(&body, layers)
	return writeFile(w, verifierMagic, body.Bytes(), verifierHeader{From: from, Of: b.weights, Body: sumOf(body.Bytes())})
}
