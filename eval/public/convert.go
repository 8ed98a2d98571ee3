// Package public makes evaluation sets of public data, which are not part of the product. It stands beside eval.
package public

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
)

// DataEnv names the environment variable with the folder of the public data sets that converters read.
const DataEnv = "SPAR_EVAL_DATA"

// A Converter makes a set of one of the public data sets. What it makes is the same every time.
type Converter struct {
	Name  string
	About string

	from  string // folder or file below the data folder without which it cannot work
	write func(ctx context.Context, data string, w *setWriter) error
}

// converterVersion is part of the mark on a converted set: raise it when any converter makes something else.
const converterVersion = 2

// Converters lists the sets that can be made.
func Converters() []Converter {
	list := []Converter{
		{"scifact", "SciFact: 300 validation claims over 5,183 abstracts", "scifact", writeSciFact},
		{"pubmedqa", "PubMedQA: 1,000 questions over the paragraphs of 1,000 abstracts, with years and MeSH headings", "pubmedqa", writePubMedQA},
		{"pubmedqa-share", "PubMedQA as a share of text files with their years as times and MeSH headings as tags", "pubmedqa", writePubMedQAShare},
	}
	for _, format := range ragFormats {
		list = append(list, Converter{
			"rag-" + format, "RAG-Multi-Corpus: 684 questions over the " + format + " files of three firms", "rag_multi_corpus",
			func(ctx context.Context, data string, w *setWriter) error { return writeRAG(ctx, data, w, format) },
		})
	}
	return append(list,
		Converter{"rag-refuse", "RAG-Multi-Corpus, md: each firm's questions asked of its own folder and of another firm's, which must be refused; needs +scope", "rag_multi_corpus", writeRAGRefuse},
		Converter{"rag-gone", "RAG-Multi-Corpus, md: each question asked of its firm's folder, and without the file that answers it, which must be refused; needs +scope", "rag_multi_corpus", writeRAGGone},
		Converter{"tatqa", "TAT-QA: 1,668 questions over 278 report pages as Markdown files", "tatqa_dev", writeTATQA},
		Converter{"four", "scifact, pubmedqa, rag-md and tatqa together, no scope", "", writeFour},
		Converter{"mixed", "a share of 2,000 files drawn from all of these and a handbook, with the questions that they answer", "", writeMixed},
	)
}

func converterNames() []string {
	var names []string
	for _, c := range Converters() {
		names = append(names, c.Name)
	}
	return names
}

// Open loads a set by the path of its folder, or by the name of a converter, which makes it below cache from the
// data folder unless it is there already. A folder of the same name goes before a converter when it is written as a
// path, such as ./scifact.
func Open(ctx context.Context, nameOrDir, data, cache string) (*measure.Set, error) {
	i := slices.IndexFunc(Converters(), func(c Converter) bool { return c.Name == nameOrDir })
	if i < 0 {
		return measure.Load(nameOrDir)
	}
	dir := filepath.Join(cache, "sets", nameOrDir)
	if err := Converters()[i].Convert(ctx, data, dir); err != nil {
		return nil, err
	}
	return measure.Load(dir)
}

// markFile says which converter made a folder; it is written last.
const markFile = "converted"

func (c Converter) mark() string { return c.Name + " " + strconv.Itoa(converterVersion) + "\n" }

// Convert makes the set in dir, which must not exist yet, be empty, or hold what a converter made: the same set is
// left as it is, an older one made again.
func (c Converter) Convert(ctx context.Context, data, dir string) error {
	if mark, err := os.ReadFile(filepath.Join(dir, markFile)); err == nil {
		if string(mark) == c.mark() {
			return nil
		}
	} else if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return spar.Errorf(spar.Conflict, "%s holds something else than a converted set: give an empty folder", dir)
	}
	if data == "" {
		return spar.Errorf(spar.Invalid, "the set %s is made from public data: set %s to the folder that has it", c.Name, DataEnv)
	}
	if _, err := os.Stat(filepath.Join(data, c.from)); err != nil {
		return spar.Errorf(spar.NotFound, "the set %s needs %s: %w; set %s to the folder that has it", c.Name, filepath.Join(data, c.from), err, DataEnv)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return spar.Errorf(spar.Unavailable, "the set %s cannot be made: %w", c.Name, err)
	}
	beside, err := os.MkdirTemp(filepath.Dir(dir), "."+c.Name+"-")
	if err != nil {
		return spar.Errorf(spar.Unavailable, "the set %s cannot be made: %w", c.Name, err)
	}
	defer func() { _ = os.RemoveAll(beside) }()
	w := &setWriter{dir: beside, lines: map[string]*lineWriter{}}
	err = c.write(ctx, data, w)
	if err = errors.Join(err, w.close()); err != nil {
		return fmt.Errorf("set %s: %w", c.Name, err)
	}
	if err := os.WriteFile(filepath.Join(beside, markFile), []byte(c.mark()), 0o644); err != nil {
		return fmt.Errorf("set %s: %w", c.Name, err)
	}
	if err := os.Chmod(beside, 0o755); err != nil {
		return fmt.Errorf("set %s: %w", c.Name, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("set %s: %w", c.Name, err)
	}
	if err := os.Rename(beside, dir); err != nil {
		return fmt.Errorf("set %s: %w", c.Name, err)
	}
	return nil
}

// A setWriter writes the files of a set's folder.
type setWriter struct {
	dir   string
	lines map[string]*lineWriter
	group string // of a mixture: written into every question's metadata when not empty
}

type lineWriter struct {
	file *os.File
	buf  *bufio.Writer
}

// line appends one line to a file of the set.
func (w *setWriter) line(name string, text []byte) error {
	l := w.lines[name]
	if l == nil {
		path := filepath.Join(w.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		l = &lineWriter{f, bufio.NewWriter(f)}
		w.lines[name] = l
	}
	if _, err := l.buf.Write(text); err != nil {
		return err
	}
	return l.buf.WriteByte('\n')
}

func (w *setWriter) close() error {
	var errs []error
	for _, l := range w.lines {
		errs = append(errs, l.buf.Flush(), l.file.Close())
	}
	return errors.Join(errs...)
}

func (w *setWriter) object(name string, v any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	return w.line(name, []byte(strings.TrimSuffix(b.String(), "\n")))
}

// The JSON of a set's lines.
type (
	docLine struct {
		ID       string   `json:"_id"`
		Title    string   `json:"title"`
		Text     string   `json:"text"`
		Metadata *docMeta `json:"metadata,omitempty"`
	}
	docMeta struct {
		Year int      `json:"year,omitempty"`
		Tags []string `json:"tags,omitempty"`
	}
	queryLine struct {
		ID       string     `json:"_id"`
		Text     string     `json:"text"`
		Metadata *queryMeta `json:"metadata,omitempty"`
	}
	queryMeta struct {
		Scope    *measure.Scope `json:"scope,omitempty"`
		Without  []string       `json:"without,omitempty"`
		Answers  []string       `json:"answers,omitempty"`
		Evidence []string       `json:"evidence,omitempty"`
		Refuse   bool           `json:"refuse,omitempty"`
		Set      string         `json:"set,omitempty"`
	}
)

func (w *setWriter) doc(d measure.Doc) error {
	line := docLine{ID: d.ID, Title: d.Title, Text: d.Text}
	if d.Year != 0 || len(d.Tags) > 0 {
		line.Metadata = &docMeta{d.Year, d.Tags}
	}
	return w.object(measure.CorpusFile, line)
}

// query writes a question and that the documents in gold answer it.
func (w *setWriter) query(q measure.Query, gold []string) error {
	line := queryLine{ID: q.ID, Text: q.Text}
	if w.group != "" {
		q.Scope = nil // it would tell the parts of the mixture apart
	}
	if q.Scope != nil || len(q.Without) > 0 || len(q.Answers) > 0 || len(q.Evidence) > 0 || q.Refuse || w.group != "" {
		line.Metadata = &queryMeta{q.Scope, q.Without, q.Answers, q.Evidence, q.Refuse, w.group}
	}
	if err := w.object(measure.QueriesFile, line); err != nil {
		return err
	}
	if w.lines[measure.JudgementsFile] == nil {
		if err := w.line(measure.JudgementsFile, []byte("query-id\tcorpus-id\tscore")); err != nil {
			return err
		}
	}
	for _, doc := range gold {
		if err := w.line(measure.JudgementsFile, []byte(q.ID+"\t"+doc+"\t1")); err != nil {
			return err
		}
	}
	return nil
}

func (w *setWriter) tag(doc, tag string) error {
	if w.lines[measure.TagsFile] == nil {
		if err := w.line(measure.TagsFile, []byte("path,tag")); err != nil {
			return err
		}
	}
	var b strings.Builder
	c := csv.NewWriter(&b)
	if err := c.Write([]string{doc, tag}); err != nil {
		return err
	}
	c.Flush()
	return w.line(measure.TagsFile, []byte(strings.TrimSuffix(b.String(), "\n")))
}

// file writes a document under share/; a zero time is now.
func (w *setWriter) file(name string, data []byte, modified time.Time) error {
	path := filepath.Join(w.dir, measure.ShareFolder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	if modified.IsZero() {
		return nil
	}
	return os.Chtimes(path, modified, modified)
}

// A source is where a document of a share comes from: a file of the data folder, or bytes made of one.
type source struct {
	name     string // below share/
	path     string // of the file to be copied; "": data
	data     []byte
	modified time.Time
}

func (w *setWriter) source(s source) error {
	if s.path == "" {
		return w.file(s.name, s.data, s.modified)
	}
	data, err := readData(s.path)
	if err != nil {
		return err
	}
	return w.file(s.name, data, s.modified)
}

// question is a query with the documents that answer it.
type question struct {
	measure.Query
	gold []string
}

func (w *setWriter) questions(all []question) error {
	for _, q := range all {
		if err := w.query(q.Query, q.gold); err != nil {
			return err
		}
	}
	return nil
}

// maxData bounds the files of the data folder, which are read whole.
const maxData = 512 << 20

func readData(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, dataFault(path, err)
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxData+1))
	if err != nil {
		return nil, dataFault(path, err)
	}
	if len(data) > maxData {
		return nil, dataFault(path, fmt.Errorf("it is larger than %d bytes", maxData))
	}
	return data, nil
}

func readJSON(path string, v any) error {
	data, err := readData(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return dataFault(path, err)
	}
	return nil
}

// readCSV reads a table with a line of column names, which must be among its columns, and hands over each row by name.
func readCSV(path string, columns []string, row func(line int, get func(column string) string) error) error {
	data, err := readData(path)
	if err != nil {
		return err
	}
	r := csv.NewReader(strings.NewReader(string(data)))
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return dataFault(path, err)
	}
	at := map[string]int{}
	for i, name := range head {
		at[name] = i
	}
	for _, name := range columns {
		if _, ok := at[name]; !ok {
			return dataFault(path, fmt.Errorf("it has no column %q", name))
		}
	}
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return dataFault(path, err)
		}
		line, _ := r.FieldPos(0)
		if err := row(line, func(column string) string { return fields[at[column]] }); err != nil {
			return err
		}
	}
}

func dataFault(path string, err error) error {
	code := spar.Invalid
	if errors.Is(err, fs.ErrNotExist) {
		code = spar.NotFound
	}
	return spar.Errorf(code, "%s is not the data set that it should be: %w; fetch it again", path, err)
}
