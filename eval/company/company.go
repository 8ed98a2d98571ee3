// Package company makes shares of invented companies with questions about them, and judges the answers. A share and its
// questions come from one template and one seed, so that their figures agree; all text was written for this.
// Only spar-eval uses it: eval measures on data of others, company measures answers to questions with a known answer.
package company

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

//go:embed a b c d e f g h
var halves embed.FS

// Seed is the seed of the published figures.
const Seed = 1

// A Company is a share with the questions about it.
type Company struct {
	Half      string
	Files     []File
	Questions []Question
}

// A File is one file of the share.
type File struct {
	Path string
	Time time.Time
	Text string
}

// Make makes one half: a, c, e, f and g may be read; b, d and h are held back.
func Make(half string, seed uint64) (*Company, error) {
	if !slices.Contains([]string{"a", "b", "c", "d", "e", "f", "g", "h"}, half) {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q: choose a, b, c, d, e, f, g or h", half)
	}
	return Draw(halves, half, seed)
}

// Draw makes the share and the questions that a folder's values.txt, files.txt and questions.txt describe.
func Draw(from fs.FS, half string, seed uint64) (*Company, error) {
	values, err := part(from, half, "values.txt")
	if err != nil {
		return nil, err
	}
	facts, err := draw(values, rand.New(rand.NewPCG(seed, uint64(half[0]))))
	if err != nil {
		return nil, err
	}
	c := &Company{Half: half}
	for _, step := range []struct {
		name string
		read func(text string) error
	}{{"files.txt", c.readFiles}, {"questions.txt", c.readQuestions}} {
		text, err := part(from, half, step.name)
		if err != nil {
			return nil, err
		}
		t, err := template.New(step.name).Option("missingkey=error").Funcs(functions).Parse(text)
		if err != nil {
			return nil, fmt.Errorf("company: half %s: %w", half, err)
		}
		var b bytes.Buffer
		if err := t.Execute(&b, facts); err != nil {
			return nil, fmt.Errorf("company: half %s: %w", half, err)
		}
		if err := step.read(b.String()); err != nil {
			return nil, fmt.Errorf("company: half %s: %s: %w", half, step.name, err)
		}
	}
	return c, nil
}

func part(from fs.FS, half, name string) (string, error) {
	b, err := fs.ReadFile(from, half+"/"+name)
	return string(b), err
}

// functions are the functions of the templates: pick chooses one of several wordings by a number and puts a name into it;
// others joins the values of a column in all rows but one, as a pattern; add adds.
var functions = template.FuncMap{
	"pick": func(n int, name string, wordings ...string) string {
		return strings.ReplaceAll(wordings[n%len(wordings)], "%s", name)
	},
	"others": func(rows []map[string]any, n int, column string) string {
		var values []string
		for i, row := range rows {
			if i != n {
				values = append(values, fmt.Sprint(row[column]))
			}
		}
		return strings.Join(values, "|")
	},
	"add": func(a, b int) int { return a + b },
}

// draw reads facts, a line each: "key = 3..7" is one number drawn from a range, "key ? a | b" one of several texts,
// "table.column = a | b" a column as it stands and "table.column ~ a | b" one in an order that is drawn.
func draw(text string, random *rand.Rand) (map[string]any, error) {
	facts := map[string]any{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		words := strings.SplitN(line, " ", 3)
		if len(words) != 3 {
			return nil, fmt.Errorf("company: no fact: %q", line)
		}
		var values []string
		for v := range strings.SplitSeq(words[2], "|") {
			values = append(values, strings.TrimSpace(v))
		}
		table, column, isColumn := strings.Cut(words[0], ".")
		low, high, isRange := strings.Cut(words[2], "..")
		switch {
		case isColumn:
			if words[1] == "~" {
				random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
			}
			rows, _ := facts[table].([]map[string]any)
			for i, v := range values {
				if i == len(rows) {
					rows = append(rows, map[string]any{"n": i})
				}
				rows[i][column] = v
			}
			facts[table] = rows
		case words[1] == "?":
			facts[words[0]] = values[random.IntN(len(values))]
		case isRange:
			a, err1 := strconv.Atoi(low)
			b, err2 := strconv.Atoi(high)
			if err1 != nil || err2 != nil || b < a {
				return nil, fmt.Errorf("company: no range: %q", line)
			}
			facts[words[0]] = a + random.IntN(b-a+1)
		default:
			facts[words[0]] = words[2]
		}
	}
	return facts, nil
}

// readFiles reads sections that begin with "=== path | date | columns"; without columns, lines stay as they are.
func (c *Company) readFiles(text string) error {
	for _, section := range strings.Split("\n"+text, "\n=== ")[1:] {
		head, body, _ := strings.Cut(section, "\n")
		parts := strings.Split(head, " | ")
		if len(parts) < 2 {
			return fmt.Errorf("no path and date: %q", head)
		}
		at, err := time.Parse(time.DateOnly, parts[1])
		if err != nil {
			return err
		}
		body = strings.TrimSpace(body) + "\n"
		if len(parts) > 2 {
			columns, err := strconv.Atoi(parts[2])
			if err != nil {
				return err
			}
			body = wrap(body, columns)
		}
		if strings.HasSuffix(parts[0], ".eml") {
			body = strings.ReplaceAll(body, "\n", "\r\n")
		}
		if slices.ContainsFunc(c.Files, func(f File) bool { return f.Path == parts[0] }) {
			return fmt.Errorf("%s is there twice", parts[0])
		}
		c.Files = append(c.Files, File{Path: parts[0], Time: at.Add(10 * time.Hour), Text: body})
	}
	return nil
}

// wrap breaks lines so that none is longer than so many columns; the text behind a number stays indented.
func wrap(text string, columns int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		indent := ""
		if number, _, ok := strings.Cut(line, ". "); ok && len(number) < 3 {
			indent = strings.Repeat(" ", len(number)+2)
		}
		width := 0
		for i, word := range strings.Fields(line) {
			switch {
			case i == 0:
			case width+1+len(word) > columns:
				b.WriteString("\n" + indent)
				width = len(indent)
			default:
				b.WriteByte(' ')
				width++
			}
			b.WriteString(word)
			width += len(word)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Write writes the share below a folder.
func (c *Company) Write(dir string) error {
	for _, f := range c.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("company: %w", err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
			return fmt.Errorf("company: %w", err)
		}
		if err := os.Chtimes(path, f.Time, f.Time); err != nil {
			return fmt.Errorf("company: %w", err)
		}
	}
	return nil
}
