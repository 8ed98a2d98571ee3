package tabular

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// A Told is a question about tables as such with its answer.
type Told struct {
	registers.AboutQuestion
	Answer  string
	Refused bool
	Right   bool
	Lacks   []string // what it must say and does not, or says and must not
	Taken   string   // for what of the table it was taken; "" where it was computed from cells
}

// About asks the questions about tables of a half, with the files below a folder of data.
func About(ctx context.Context, data, half string, o read.Options) ([]Told, error) {
	list, err := registers.About(half)
	if err != nil {
		return nil, err
	}
	invented, err := os.MkdirTemp("", "spar-about-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(invented)
	if err := os.CopyFS(invented, registers.AboutFiles()); err != nil {
		return nil, err
	}
	o.CacheDir = invented
	r, err := read.New(nil, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var told []Told
	for _, q := range list {
		var tables []service.LocalTable
		for _, name := range q.Tables {
			file := filepath.Join(data, filepath.FromSlash(name))
			if _, err := fs.Stat(registers.AboutFiles(), name); err == nil {
				file = filepath.Join(invented, filepath.FromSlash(name))
			}
			info, err := os.Stat(file)
			if err != nil {
				return nil, err
			}
			tables = append(tables, localTable(ctx, r, file, info.Size()))
		}
		got, err := service.LocalTables(ctx, "", nil, api.TableQuestion{Question: q.Text}, tables...)
		if err != nil {
			return nil, err
		}
		told = append(told, judgeTold(q, got))
	}
	return told, nil
}

// localTable returns a file as every door hands it to the service.
func localTable(ctx context.Context, r *read.Reader, file string, size int64) service.LocalTable {
	return service.LocalTable{
		Path: file, Size: size,
		Doc: func() (*spar.Document, error) { return r.Document(ctx, file, nil) },
		Rows: func(columns []int, emit func(spar.Block) error) error {
			return service.Wholly(r.Rows(ctx, file, columns, emit))
		},
	}
}

// judgeTold compares an answer with what it must say.
func judgeTold(q registers.AboutQuestion, got api.TableAnswer) Told {
	out := Told{AboutQuestion: q, Refused: got.Refused}
	var lines []string
	switch {
	case got.Refused:
		lines = append(lines, "Not computed: "+got.Reason)
	case got.About != nil:
		out.Taken = got.About.Asks
		for _, s := range got.About.Said {
			lines = append(lines, s.Text)
		}
	default:
		lines = append(lines, got.Answers...)
		for _, r := range got.Rows {
			lines = append(lines, strings.Join(r, " "))
		}
	}
	out.Answer = strings.Join(lines, "\n")
	out.Lacks = Lacks(q, out.Answer)
	out.Right = len(out.Lacks) == 0 && !out.Refused
	return out
}

// Lacks lists what an answer must say and does not, and what it says and must not.
func Lacks(q registers.AboutQuestion, answer string) (list []string) {
	text := thousandsComma.ReplaceAllString(answer, "$1$2")
	for _, variants := range q.Must {
		met := false
		for _, v := range variants {
			met = met || says(strings.ToLower(text), strings.ToLower(v))
		}
		if !met {
			list = append(list, strings.Join(variants, " | "))
		}
	}
	for _, v := range q.Not {
		if says(text, v) {
			list = append(list, "not "+v)
		}
	}
	return list
}

var thousandsComma = regexp.MustCompile(`(\d),(\d{3})\b`)

// says reports whether a text has some words, with neither letter nor digit beside them.
func says(text, words string) bool {
	words = thousandsComma.ReplaceAllString(words, "$1$2")
	if words == "" {
		return false
	}
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	first, _ := utf8.DecodeRuneInString(words)
	last, _ := utf8.DecodeLastRuneInString(words)
	for at := 0; ; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if (start == 0 || !inWord(before) || !inWord(first)) && (end == len(text) || !inWord(after) || !inWord(last)) {
			return true
		}
		at = start + 1
	}
}

// aboutInstead judges the answer that a question gets which is taken for one about its table as such, as every door takes it first.
func aboutInstead(ctx context.Context, p *table.Planner, j *Judged, right func(*table.Result) bool) error {
	tables := []*table.Table{j.Question.Table}
	a, ok, err := p.About(ctx, j.Question.Text, tables)
	if err != nil || !ok {
		return err
	}
	told, err := table.Tell(ctx, a, tables, func(int) []string { return nil })
	if err != nil {
		return err
	}
	r := &table.Result{Answers: told.Answers, Rows: told.Rows, Refused: told.Refused}
	if r.Rows == nil {
		for _, text := range told.Answers {
			r.Rows = append(r.Rows, []string{text})
		}
	}
	j.Refused, j.Answers, j.Plan, j.Kind, j.Confidence = told.Refused, told.Answers, "about: "+string(a.Aspect), "about", 1
	j.Right = right(r)
	return nil
}
