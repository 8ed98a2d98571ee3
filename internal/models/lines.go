package models

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

// linesBytes is how many bytes of lines are embedded together at most: little enough to hold.
const linesBytes = 8 << 20

// A Count counts the embedded texts and tokens.
type Count struct{ Texts, Tokens int }

// A textLine is one line of input; its id is kept as it was written.
type textLine struct {
	ID   json.RawMessage `json:"id"`
	Text *string         `json:"text"`
}

// EmbedLines reads lines {"id", "text"} and writes lines {"id", "vector"} in the same order, an id as it was written. It
// embeds batch after batch, and writes each before it reads the next.
func EmbedLines(ctx context.Context, encoder embed.Encoder, in io.Reader, out io.Writer) (Count, error) {
	var count Count
	w := bufio.NewWriterSize(out, 1<<20)
	counter, _ := encoder.(interface{ Tokens(texts []string) int })
	var ids []json.RawMessage
	var texts []string
	size := 0
	flush := func() error {
		vectors, err := encoder.Embed(ctx, texts)
		if err != nil {
			return err
		}
		for i, v := range vectors {
			values, err := json.Marshal(v)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, "{\"id\":%s,\"vector\":%s}\n", ids[i], values); err != nil { // an encoder would write the id anew
				return err
			}
		}
		count.Texts += len(texts)
		if counter != nil {
			count.Tokens += counter.Tokens(texts)
		}
		ids, texts, size = ids[:0], texts[:0], 0
		return w.Flush()
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := lines.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		t, err := parseTextLine(line)
		if err != nil {
			return count, spar.Errorf(spar.Invalid, "line %d of the input %w: write {\"id\": \"1\", \"text\": \"...\"}", n, err)
		}
		ids, texts, size = append(ids, t.ID), append(texts, *t.Text), size+len(*t.Text)
		if len(texts) == embedAtOnce || size >= linesBytes {
			if err := flush(); err != nil {
				return count, err
			}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return count, spar.Errorf(spar.Invalid, "line %d of the input is longer than %d bytes: split its text", n+1, maxLine)
	} else if err != nil {
		return count, err
	}
	return count, flush()
}

func parseTextLine(line []byte) (textLine, error) {
	var t textLine
	if err := json.Unmarshal(line, &t); err != nil {
		return t, fmt.Errorf("is no such object (%w)", err)
	}
	id := string(t.ID)
	_, notNumber := strconv.ParseFloat(id, 64)
	switch {
	case id == "" || id == "null":
		return t, errors.New("has no id")
	case !strings.HasPrefix(id, `"`) && notNumber != nil && !errors.Is(notNumber, strconv.ErrRange):
		return t, errors.New("has an id that is neither a string nor a number")
	case t.Text == nil:
		return t, errors.New("has no text")
	}
	return t, nil
}
