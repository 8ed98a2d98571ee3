package models

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

// lengths is an encoder whose vectors are the length of a text and the size of the batch it came in.
type lengths struct{ batches []int }

func (*lengths) Name() string   { return "lengths" }
func (*lengths) Dim() int       { return 1 }
func (*lengths) Recipe() string { return "lengths 1" }

func (l *lengths) Embed(_ context.Context, texts []string) ([][]float32, error) {
	l.batches = append(l.batches, len(texts))
	var out [][]float32
	for _, t := range texts {
		out = append(out, []float32{float32(len(t))})
	}
	return out, nil
}

func TestEmbedLines(t *testing.T) {
	for _, c := range []struct{ in, want, fault string }{
		{"", "", ""},
		{`{"id":"a","text":"one"}`, `{"id":"a","vector":[3]}`, ""},
		{"\ufeff" + `{"text":"","id":7,"more":{}}` + "\r\n\n" + ` {"id":1.50e2,"text":"two\n"}`, `{"id":7,"vector":[0]}` + "\n" + `{"id":1.50e2,"vector":[4]}`, ""},
		{`{"id":12345678901234567890,"text":"x"}` + "\n" + `{"id":1e999,"text":"x"}` + "\n" + `{"id":"<a>","text":"x"}`, `{"id":12345678901234567890,"vector":[1]}` + "\n" + `{"id":1e999,"vector":[1]}` + "\n" + `{"id":"<a>","vector":[1]}`, ""},
		{`{"id":"a","text":"x"}` + "\n\n" + `{"id":"b"}`, "", "line 3 of the input has no text"},
		{`{"text":"x"}`, "", "line 1 of the input has no id"},
		{`{"id":null,"text":"x"}`, "", "line 1 of the input has no id"},
		{`{"id":["a"],"text":"x"}`, "", "line 1 of the input has an id that is neither a string nor a number"},
		{`{"id":true,"text":"x"}`, "", "line 1 of the input has an id that is neither a string nor a number"},
		{`{"id":1,"text":2}`, "", "line 1 of the input is no such object"},
		{`[1]`, "", "line 1 of the input is no such object"},
		{`{"id":1,"text":"` + strings.Repeat("x", maxLine), "", "line 1 of the input is longer than"},
	} {
		var out bytes.Buffer
		_, err := EmbedLines(t.Context(), &lengths{}, strings.NewReader(c.in), &out)
		switch {
		case c.fault != "":
			if spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%.60q: got %v, want %s", c.in, err, c.fault)
			}
		case err != nil:
			t.Errorf("%.60q: %v", c.in, err)
		default:
			if diff := cmp.Diff(c.want, strings.TrimSuffix(out.String(), "\n")); diff != "" {
				t.Errorf("%.60q: %s", c.in, diff)
			}
		}
	}
}

// Texts are embedded in batches, each written before the next is read.
func TestEmbedLinesInBatches(t *testing.T) {
	in, feed := io.Pipe()
	read, out := io.Pipe()
	done := make(chan error, 1)
	encoder := &lengths{}
	go func() {
		_, err := EmbedLines(t.Context(), encoder, in, out)
		done <- errors.Join(err, out.Close())
	}()
	lines := bufio.NewReader(read)
	next := 0
	for i := range 3 * embedAtOnce {
		if _, err := fmt.Fprintf(feed, "{\"id\":%d,\"text\":\"%s\"}\n", i, strings.Repeat("x", i%9)); err != nil {
			t.Fatal(err)
		}
		if (i+1)%embedAtOnce != 0 {
			continue
		}
		for ; next <= i; next++ {
			var got struct {
				ID     int
				Vector []float32
			}
			line, err := lines.ReadBytes('\n')
			if err := errors.Join(err, json.Unmarshal(line, &got)); err != nil {
				t.Fatal(err)
			}
			if got.ID != next || got.Vector[0] != float32(next%9) {
				t.Fatalf("line %d: %+v", next, got)
			}
		}
	}
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{embedAtOnce, embedAtOnce, embedAtOnce, 0}, encoder.batches); diff != "" {
		t.Error(diff)
	}
}
