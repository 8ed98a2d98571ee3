package models

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

// WriteLight writes a light encoder to a file that nobody meets half written.
func WriteLight(path string, l *embed.Light, fitted string) error {
	return durable.WriteWith(path, 0o600, func(f *os.File) error { return l.Write(f, fitted) })
}

// FitTexts embeds the texts of files and folders, fits a light encoder to them alone, and writes it to a file. agreement is
// with the encoder on some of the texts: it says whether the table was fitted, not how good it is.
func FitTexts(ctx context.Context, e embed.Encoder, f embed.Fitting, paths []string, out string, progress func(done, total int)) (samples, compared int, agreement float64, err error) {
	var texts []string
	for _, path := range paths {
		if texts, err = readTexts(texts, path); err != nil {
			return 0, 0, 0, err
		}
	}
	all, err := embedded(ctx, e, texts, func(done int) { progress(done, len(texts)) })
	if err != nil {
		return 0, 0, 0, err
	}
	light, err := f.Fit(ctx, e, all)
	if err != nil {
		return 0, 0, 0, err
	}
	if err := WriteLight(out, light, fmt.Sprintf("%d texts", len(all))); err != nil {
		return 0, 0, 0, err
	}
	_, some := embed.HoldBack(all, min(1, 2000/float64(len(all))))
	agreement, err = embed.Agreement(ctx, light, some)
	return len(all), len(some), agreement, err
}

const (
	embedAtOnce = 256      // texts that are embedded together
	maxLine     = 16 << 20 // bytes
)

// embedded embeds texts, each once.
func embedded(ctx context.Context, e embed.Encoder, texts []string, progress func(done int)) ([]embed.Sample, error) {
	met := make(map[string]bool, len(texts))
	samples := make([]embed.Sample, 0, len(texts))
	for _, t := range texts {
		if !met[t] {
			met[t] = true
			samples = append(samples, embed.Sample{Text: t})
		}
	}
	for from := 0; from < len(samples); from += embedAtOnce {
		part := samples[from:min(from+embedAtOnce, len(samples))]
		list := make([]string, len(part))
		for i, s := range part {
			list[i] = s.Text
		}
		vectors, err := e.Embed(ctx, list)
		if err != nil {
			return nil, err
		}
		for i, v := range vectors {
			part[i].Vector = v
		}
		progress(from + len(part))
	}
	return samples, nil
}

// Bounds on a text to fit on, in bytes, about an encoder's limit, and on the file of them.
const fitTextBytes, fitFileBytes = 900, 1 << 30

// readTexts appends the texts of a file, or of all files below a folder in the order of their names, to texts.
func readTexts(texts []string, path string) ([]string, error) {
	err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return spar.Errorf(spar.NotFound, "the texts cannot be read: %w", err)
		}
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		if info.Size() > fitFileBytes {
			return spar.Errorf(spar.Invalid, "%s has %d bytes, and a file of texts may have %d: split it", file, info.Size(), fitFileBytes)
		}
		if filepath.Ext(file) == ".jsonl" {
			texts, err = textLines(texts, file)
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !utf8.Valid(data) {
			return spar.Errorf(spar.Invalid, "%s is no text in UTF-8: a light encoder is fitted to plain text and lines of JSON; for other files scan and embed their share, and fit it to that", file)
		}
		texts = append(texts, pieces(string(data))...)
		return nil
	})
	return texts, err
}

func textLines(texts []string, file string) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	n := 0
	for lines.Scan() {
		n++
		var line struct {
			Text *string `json:"text"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil || line.Text == nil {
			return nil, spar.Errorf(spar.Invalid, "%s, line %d, has no text: write {\"text\": \"...\"} a line", file, n)
		}
		if strings.TrimSpace(*line.Text) != "" {
			texts = append(texts, *line.Text)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, spar.Errorf(spar.Invalid, "%s, line %d, is longer than %d bytes: split its text", file, n+1, maxLine)
	}
	return texts, lines.Err()
}

// pieces joins the paragraphs of a text as long as they are short, and cuts long ones.
func pieces(text string) (list []string) {
	var piece string
	flush := func() {
		if piece != "" {
			list = append(list, piece)
		}
		piece = ""
	}
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		if len(piece)+len(paragraph) > fitTextBytes {
			flush()
		}
		for len(paragraph) > fitTextBytes {
			cut := strings.LastIndexByte(paragraph[:fitTextBytes], ' ')
			if cut <= 0 {
				cut = fitTextBytes
				for !utf8.RuneStart(paragraph[cut]) {
					cut--
				}
			}
			list = append(list, paragraph[:cut])
			paragraph = strings.TrimSpace(paragraph[cut:])
		}
		piece = strings.TrimSpace(piece + " " + paragraph)
	}
	flush()
	return list
}
