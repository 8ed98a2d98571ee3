package tabular

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/table"
)

// Tongues asks the questions about the registers of a half in German, French and Spanish, or in one of these, as spar table asks a file.
// They are told by language, or by kind where one language is asked. Nothing is printed of the questions of half b, which is held back.
func Tongues(ctx context.Context, half, language string, o read.Options) ([]Judged, error) {
	list, err := registers.Tongues(half, language)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "spar-tongues-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o.CacheDir = dir
	r, err := read.New(nil, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out []Judged
	for _, register := range list {
		file := filepath.Join(dir, register.File)
		if err := os.WriteFile(file, register.Content, 0o600); err != nil {
			return nil, err
		}
		for _, q := range register.Questions {
			got, err := service.LocalTables(ctx, "", nil, api.TableQuestion{Question: q.Wordings[0]}, localTable(ctx, r, file, int64(len(register.Content))))
			if err != nil {
				return nil, err
			}
			j := judgeTongue(register, q, got)
			if j.Question.File = q.Kind; language == "" {
				j.Question.File = register.Language
			}
			if half == "b" {
				j = j.withheld()
			}
			out = append(out, j)
		}
	}
	slices.SortStableFunc(out, func(a, b Judged) int {
		return slices.Index(registers.Kinds, a.Question.File) - slices.Index(registers.Kinds, b.Question.File)
	})
	return out, nil
}

// withheld returns the verdict alone, of a question that is held back.
func (j Judged) withheld() Judged {
	out := Judged{Question: Question{ID: j.Question.ID, File: j.Question.File}, Right: j.Right, Possible: j.Possible}
	if len(j.Question.Gold) > 0 {
		out.Question.Gold = []string{"held back"}
	}
	if j.Refused != "" {
		out.Refused = "held back"
	}
	return out
}

// judgeTongue compares an answer with the gold. A possible one is right, or an alternative to it is.
func judgeTongue(register registers.Tongue, q registers.Question, got api.TableAnswer) Judged {
	right := func(answers []string, rows [][]string) bool {
		r := &table.Result{Rows: rows}
		if len(rows) == 0 {
			for _, a := range answers {
				r.Rows = append(r.Rows, []string{a})
			}
		}
		meant := &table.Result{}
		for _, row := range r.Rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = heard(cell, register, q)
			}
			meant.Rows = append(meant.Rows, cells)
		}
		return rightHR(meant, q)
	}
	j := Judged{Question: Question{ID: q.ID, Text: q.Wordings[0], Gold: q.Gold}, Answers: got.Answers, Plan: got.Plan, Confidence: got.Confidence, Kind: q.Kind}
	if got.Refused {
		j.Refused = got.Reason + " "
	}
	if len(q.Gold) == 0 {
		j.Right = got.Refused
		return j
	}
	j.Right = !got.Refused && right(got.Answers, got.Rows)
	j.Possible = j.Right || slices.ContainsFunc(got.Alternatives, func(o api.OtherAnswer) bool { return right(o.Answers, nil) })
	return j
}

var (
	pointed  = regexp.MustCompile(`^-?\d{1,3}([.\x{a0}\x{202f} ]\d{3})*(,\d+)?$|^-?\d+,\d+$`) // 1.250,50 and 1 250,50
	yesWords = []string{"yes", "ja", "oui", "sí", "si"}
	noWords  = []string{"no", "nein", "non"}
)

// heard returns a value of an answer as the gold writes it: a cell of the register as it is meant, a number with a comma or with a point,
// yes or no in any of the languages.
func heard(value string, register registers.Tongue, q registers.Question) string {
	value = strings.TrimSpace(value)
	allowed := slices.Concat(q.Gold, q.Also)
	var readings []string
	if meant, ok := register.Written[value]; ok {
		readings = append(readings, meant)
	}
	bare := value
	for _, unit := range append([]string{"%"}, q.Units...) {
		bare = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(bare, unit), unit))
	}
	if pointed.MatchString(bare) {
		readings = append(readings, strings.ReplaceAll(regexp.MustCompile(`[.\x{a0}\x{202f} ]`).ReplaceAllString(bare, ""), ",", "."))
	}
	if _, err := strconv.ParseFloat(strings.ReplaceAll(bare, ",", ""), 64); err == nil {
		readings = append(readings, strings.ReplaceAll(bare, ",", ""))
	}
	for yes, words := range map[string][]string{"Yes": yesWords, "No": noWords} {
		if slices.Contains(words, strings.ToLower(value)) {
			readings = append(readings, yes)
			readings = append(readings, words...)
		}
	}
	for _, r := range readings {
		for _, g := range allowed {
			if _, figure, ok := strings.Cut(g, ": "); ok && sameHR(r, figure, q) {
				return r
			}
			if sameHR(r, g, q) {
				return g
			}
		}
	}
	return value
}
