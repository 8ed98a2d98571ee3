package embed

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sparsearch/spar/internal/vec"
)

// A file of a light encoder. All numbers are little-endian.
//
//	8 bytes  "SPARLGT1"
//	4 bytes  length of the header
//	header   JSON: lightHeader
//	body     vocabulary, one token a line in the order of ids, Vocabulary bytes
//	         a float32 scale a row; rows are those of the tokens, then Words for words of several tokens
//	         Dim int8 values a row
//	         Dim x From float16 values: the basis
//
// The vector of a row is its values times its scale. Version 1 is the only one so far.
const lightMagic = "SPARLGT1"

// maxLightFile is more than any vocabulary needs.
const maxLightFile = 1 << 30

type lightHeader struct {
	Name       string `json:"name"`
	Dim        int    `json:"dim"`
	From       int    `json:"from"` // values of a vector of the encoder that it was fitted to
	Words      int    `json:"words"`
	MaxTokens  int    `json:"max_tokens"`
	Tokens     int    `json:"tokens"`
	Vocabulary int    `json:"vocabulary"` // bytes
	Lower      bool   `json:"lower"`
	Accents    bool   `json:"accents"`
	Source     string `json:"source"` // name of the encoder that it was fitted to
	Fitted     string `json:"fitted"` // to what
	Body       string `json:"body"`   // SHA-256 of the body
}

// parseLight reads a file that lies in memory, and keeps it. Its size bounds the memory. The checksum is verified for files that may have
// been damaged.
func parseLight(data []byte, o Options, check bool) (*Light, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	h, body, err := lightParts(data)
	if err != nil {
		return nil, err
	}
	if check {
		if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != h.Body {
			return nil, errors.New("it is damaged: its checksum is wrong")
		}
	}
	v, err := parseVocab(string(body[:h.Vocabulary]), bertFamily)
	if err != nil {
		return nil, err
	}
	if len(v.Tokens) != h.Tokens {
		return nil, fmt.Errorf("it has %d tokens, not %d", len(v.Tokens), h.Tokens)
	}
	v.Lower, v.Accents = h.Lower, h.Accents
	l := &Light{name: h.Name, dim: h.Dim, from: h.From, source: h.Source, fitted: h.Fitted, body: h.Body, lightTokens: newLightTokens(newWordpiece(v), h.Words, h.MaxTokens), opts: o, k: o.Kernels}
	l.scale = make([]float32, l.size())
	for i := range l.scale {
		l.scale[i] = math.Float32frombits(binary.LittleEndian.Uint32(body[h.Vocabulary+4*i:]))
		if s := l.scale[i]; !(s >= 0 && s <= math.MaxFloat32) {
			return nil, fmt.Errorf("the scale of row %d is %v", i, s)
		}
	}
	rows := body[h.Vocabulary+4*l.size():]
	l.rows = vec.Int8s(rows[:l.size()*l.dim])
	l.basis = make([]uint16, l.dim*l.from)
	for i := range l.basis {
		l.basis[i] = binary.LittleEndian.Uint16(rows[len(l.rows)+2*i:])
	}
	return l, nil
}

// lightParts takes a file apart and checks its lengths.
func lightParts(data []byte) (h lightHeader, body []byte, err error) {
	if len(data) < 12 || string(data[:8]) != lightMagic {
		return h, nil, errors.New("it is no light encoder of version 1")
	}
	n := int64(binary.LittleEndian.Uint32(data[8:]))
	if n > 1<<16 || 12+n > int64(len(data)) {
		return h, nil, errors.New("its header is too long")
	}
	if err := json.Unmarshal(data[12:12+n], &h); err != nil {
		return h, nil, fmt.Errorf("its header: %w", err)
	}
	if h.Dim <= 0 || h.Dim > h.From || h.From > 1<<14 || h.Words < 0 || h.Words > 1<<24 || h.MaxTokens < 3 ||
		h.MaxTokens > 1<<16 || h.Tokens <= 0 || h.Tokens > 1<<24 || h.Vocabulary <= 0 || h.Vocabulary > maxLightFile || len(h.Body) != 2*sha256.Size {
		return h, nil, errors.New("the sizes in its header make no encoder")
	}
	body = data[12+n:]
	if want := int64(h.Vocabulary) + int64(h.Tokens+h.Words)*int64(4+h.Dim) + 2*int64(h.Dim)*int64(h.From); int64(len(body)) != want {
		return h, nil, fmt.Errorf("its body has %d bytes, not %d", len(body), want)
	}
	return h, body, nil
}

// Write writes the encoder as a file that OpenLight reads. fitted names the encoder and texts that it was fitted to.
func (l *Light) Write(w io.Writer, fitted string) error {
	v := l.vocab
	text := strings.Join(v.Tokens, "\n") + "\n"
	body := l.bodyBytes(text)
	sum := sha256.Sum256(body)
	header, err := json.Marshal(lightHeader{
		Name: l.name, Dim: l.dim, From: l.from, Words: l.words, MaxTokens: l.max, Tokens: len(v.Tokens), Vocabulary: len(text), Lower: v.Lower, Accents: v.Accents,
		Source: l.source, Fitted: fitted, Body: hex.EncodeToString(sum[:]),
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString(lightMagic)
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(header))))
	out.Write(header)
	out.Write(body)
	return out.Flush() // gives the first error of all writes
}

func (l *Light) bodyBytes(text string) []byte {
	var body bytes.Buffer
	body.Grow(len(text) + len(l.rows) + 4*len(l.scale))
	body.WriteString(text)
	for _, s := range l.scale {
		body.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(s)))
	}
	for _, v := range l.rows {
		body.WriteByte(byte(v))
	}
	for _, v := range l.basis {
		body.Write(binary.LittleEndian.AppendUint16(nil, v))
	}
	return body.Bytes()
}

// newLight rounds a table of float32 values, dim a row, to 8 bits.
func newLight(name, source string, tokens lightTokens, dim int, table, basis []float32, o Options) *Light {
	n := tokens.size()
	l := &Light{name: name, dim: dim, from: len(basis) / dim, source: source, lightTokens: tokens, rows: make([]int8, n*dim),
		scale: make([]float32, n), basis: make([]uint16, len(basis)), opts: o, k: o.Kernels}
	for i := range l.scale {
		l.scale[i] = vec.QuantizeI8(l.rows[i*dim:][:dim], table[i*dim:][:dim])
	}
	l.k.Narrow(l.basis, basis)
	sum := sha256.Sum256(l.bodyBytes(strings.Join(tokens.vocab.Tokens, "\n") + "\n"))
	l.body = hex.EncodeToString(sum[:])
	return l
}
