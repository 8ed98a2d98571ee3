package read

import (
	"bufio"
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// FuzzAnswer lets a worker answer anything: the parent takes no more text than it allowed, no text that is none, no place
// outside of the file and no name that leaves its container; and what it took it can keep and recall.
func FuzzAnswer(f *testing.F) {
	const size, most = 100, 1 << 10
	frame := func(b *bytes.Buffer, kind byte, v any) {
		payload, ok := v.([]byte)
		if !ok {
			payload, _ = json.Marshal(v)
		}
		_ = writeFrame(b, kind, payload)
	}
	var whole bytes.Buffer
	for i := range blocks {
		frame(&whole, frameBlock, appendBlock(nil, &blocks[i]))
	}
	frame(&whole, frameProperty, spar.Property{Key: "title", Value: spar.Value{Kind: spar.Text, Text: "T"}})
	frame(&whole, frameMember, memberJSON{Name: []byte("a/b.txt"), Size: 3, At: 7})
	frame(&whole, frameResult, result{Format: "pdf", State: spar.Partial, Reason: "cut\noff"})
	f.Add(whole.Bytes())
	for _, state := range []spar.State{spar.OK, spar.Unread, spar.Container, spar.Partial} {
		var b bytes.Buffer
		frame(&b, frameProperty, json.RawMessage(`{"key":"made","value":{"type":"date","value":"2020-01-31T00:00:00+01:00"}}`))
		frame(&b, frameResult, result{Format: "zip", State: state, Reason: map[bool]string{true: "\n", false: "r"}[state == spar.Partial]})
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		in := frames{r: bufio.NewReader(bytes.NewReader(answer))}
		text := 0
		clean := func(s string, at spar.Locator) {
			text += len(s)
			if !utf8.ValidString(s) || strings.Contains(s, "\x00") || at.Bytes.Start < 0 || at.Bytes.End > size || at.Bytes.Start > at.Bytes.End {
				t.Fatalf("%q at %+v", s, at)
			}
		}
		out, err := hear(&in, demand{request: request{Size: size}, text: most}, func(b spar.Block, n int64) error {
			clean(b.Text, b.Locator)
			if b.Table != nil {
				for _, r := range b.Table.Rows {
					for _, c := range r.Cells {
						clean(c, r.Locator)
					}
				}
			}
			if int64(text) > n || n > most+most/8+1<<20 {
				t.Fatalf("%d bytes of text, counted as %d", text, n)
			}
			return nil
		})
		if err != nil {
			return
		}
		if !token(out.Format) || out.State == spar.Unread || strings.ContainsAny(out.Reason, "\n\x00") || (out.State == spar.OK) != (out.Reason == "") {
			t.Fatalf("%+v", out)
		}
		for _, m := range out.Members {
			if name := "/" + string(m.Name) + "/"; strings.Contains(name, "/../") || strings.Contains(name, "//") || m.Size < 0 {
				t.Fatalf("%+v", m)
			}
		}
		note, err := json.Marshal(out)
		var again outcome
		if err == nil {
			err = json.Unmarshal(note, &again)
		}
		if err != nil || len(again.Properties) != len(out.Properties) || len(again.Members) != len(out.Members) {
			t.Fatalf("%+v is kept as %s: %v", out, note, err)
		}
	})
}
