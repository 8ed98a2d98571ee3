package main

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
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/spf13/cobra"
)

func (a *app) embedCommand() *cobra.Command {
	var model, weights string
	var threads int
	cmd := &cobra.Command{
		Use: "embed", Short: "Turn texts into vectors",
		Long: `Embed reads lines {"id", "text"} from standard input and writes lines {"id", "vector"} in the same order. An id is a
string or a number and comes back as it was written. The rate is printed on standard error at the end.

--model is "precise", the encoder that is built in, the name of a model that was added, or a folder with one.`,
		Example: "  spar embed < passages.jsonl > vectors.jsonl\n  spar embed --model ./all-MiniLM-L6-v2 --threads 2 < passages.jsonl > vectors.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if threads < 0 {
				return spar.Errorf(spar.Invalid, "--threads is %d and must be a number of processors; 0 is all of them", threads)
			}
			encoder, _, err := a.openModel(cmd, model, embed.Options{Threads: threads, Arithmetic: embed.Arithmetic(weights)})
			if err != nil {
				return err
			}
			begin := time.Now()
			count, err := embedLines(cmd.Context(), encoder, a.in, a.out)
			if err != nil {
				return err
			}
			took := time.Since(begin).Seconds()
			a.note("%s, %s in %.1f s: %.0f tokens/s", plural(count.texts, "text", "texts"), plural(count.tokens, "token", "tokens"), took, float64(count.tokens)/took)
			return nil
		},
	}
	cmd.Flags().StringVar(&model, "model", precise, "the built-in encoder, a model that was added, or a folder with one")
	cmd.Flags().IntVar(&threads, "threads", 0, "processors to use; 0: all")
	cmd.Flags().StringVar(&weights, "weights", string(embed.DefaultArithmetic), "int8, or float32, which is slower and a little more exact")
	return cmd
}

// precise names the built-in encoder.
const precise = models.Precise

// What is embedded at a time: enough texts to share the work evenly, little enough to hold.
const (
	embedTexts   = 256
	embedBytes   = 8 << 20
	embedMaxLine = 16 << 20
)

type embedCount struct{ texts, tokens int }

// A textLine is one line of input; its id is kept as it was written.
type textLine struct {
	ID   json.RawMessage `json:"id"`
	Text *string         `json:"text"`
}

// embedLines embeds batch after batch, and writes each before it reads the next.
func embedLines(ctx context.Context, encoder embed.Encoder, in io.Reader, out io.Writer) (embedCount, error) {
	var count embedCount
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
		count.texts += len(texts)
		if counter != nil {
			count.tokens += counter.Tokens(texts)
		}
		ids, texts, size = ids[:0], texts[:0], 0
		return w.Flush()
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), embedMaxLine)
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
		if len(texts) == embedTexts || size >= embedBytes {
			if err := flush(); err != nil {
				return count, err
			}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return count, spar.Errorf(spar.Invalid, "line %d of the input is longer than %d bytes: split its text", n+1, embedMaxLine)
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
