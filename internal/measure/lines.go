package measure

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/sparsearch/spar/internal/spar"
)

// withoutBOM skips the byte order mark that some editors put in front of UTF-8.
func withoutBOM(r io.Reader) io.Reader {
	b := bufio.NewReaderSize(r, 64<<10)
	if head, _ := b.Peek(3); bytes.Equal(head, []byte("\xef\xbb\xbf")) {
		_, _ = b.Discard(3)
	}
	return b
}

// boundedLines fails when a line is longer than max, so that no reader behind it must hold more.
type boundedLines struct {
	r       io.Reader
	max, at int
}

func (b *boundedLines) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	for chunk := p[:n]; len(chunk) > 0; {
		end := bytes.IndexByte(chunk, '\n')
		if end < 0 {
			b.at += len(chunk)
			break
		}
		b.at, chunk = 0, chunk[end+1:]
	}
	if b.at > b.max {
		return 0, fmt.Errorf("a line is longer than %d bytes: split it", b.max)
	}
	return n, err
}

// A record is one line of a JSON Lines file, with where it stands.
type record struct {
	path   string
	line   int
	prefix string // of the fields, such as "metadata."
	fields map[string]json.RawMessage
}

// EachLine hands over the lines of a file with their numbers, without line ends and blank lines. A line is valid only
// during the call.
func EachLine(path string, do func(n int, line []byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return spar.Errorf(spar.Invalid, "%s cannot be read: %w; a set needs it", path, err)
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return spar.Errorf(spar.Invalid, "%s is not a regular file", path)
	}
	r := bufio.NewReaderSize(withoutBOM(f), 64<<10)
	var long []byte
	for n := 1; ; n++ {
		long = long[:0]
		line, err := r.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			if long = append(long, line...); len(long) > maxLine {
				return spar.Errorf(spar.Invalid, "%s:%d: the line is longer than %d bytes: split the document", path, n, maxLine)
			}
			line, err = r.ReadSlice('\n')
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		if err != nil && err != io.EOF {
			return spar.Errorf(spar.Unavailable, "%s:%d: cannot be read: %w", path, n, err)
		}
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			if err := do(n, line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// records reads a JSON Lines file. The first error ends it.
func records(path string) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		stop := errors.New("stop")
		err := EachLine(path, func(n int, line []byte) error {
			r := record{path: path, line: n}
			if err := json.Unmarshal(line, &r.fields); err != nil || r.fields == nil {
				return spar.Errorf(spar.Invalid, "%s:%d: is not a JSON object (%v): write one object a line", path, n, err)
			}
			if !yield(r, nil) {
				return stop
			}
			return nil
		})
		if err != nil && err != stop {
			yield(record{}, err)
		}
	}
}

func (r record) fault(field, format string, args ...any) error {
	return spar.Errorf(spar.Invalid, "%s:%d: %s%s: %s", r.path, r.line, r.prefix, field, fmt.Sprintf(format, args...))
}

func (r record) has(field string) bool {
	raw, ok := r.fields[field]
	return ok && string(raw) != "null"
}

// into decodes a field; one that is absent or null leaves *to as it is.
func (r record) into(field string, to any, want string) error {
	if !r.has(field) {
		return nil
	}
	if err := json.Unmarshal(r.fields[field], to); err != nil {
		return r.fault(field, "is not %s: found %s", want, clip(string(r.fields[field]), 60))
	}
	return nil
}

func (r record) object(field string) (record, error) {
	sub := record{path: r.path, line: r.line, prefix: r.prefix + field + "."}
	return sub, r.into(field, &sub.fields, "an object")
}

// id reads "_id": a string, or a whole number taken as it is written.
func (r record) id() (string, error) {
	if !r.has("_id") {
		return "", r.fault("_id", "is missing: add one that no other line has")
	}
	raw := r.fields["_id"]
	if _, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return string(raw), nil
	}
	var id string
	if err := r.into("_id", &id, "a string"); err != nil {
		return "", err
	}
	if id == "" || strings.ContainsAny(id, "\t\n\r") {
		return "", r.fault("_id", "%q is empty or has a tab or a line end: qrels could not name it", id)
	}
	return id, nil
}

func (r record) doc() (Doc, error) {
	var d Doc
	var err error
	if d.ID, err = r.id(); err != nil {
		return d, err
	}
	if !r.has("text") {
		return d, r.fault("text", "is missing: add the document's text as a string")
	}
	if err = r.into("title", &d.Title, "a string"); err != nil {
		return d, err
	}
	if err = r.into("text", &d.Text, "a string"); err != nil {
		return d, err
	}
	meta, err := r.object("metadata")
	if err != nil {
		return d, err
	}
	if d.Year, err = meta.year("year"); err != nil {
		return d, err
	}
	return d, meta.into("tags", &d.Tags, "a list of strings")
}

// query reads a question, and the keys of its scope that are not known.
func (r record) query() (q Query, ignored []string, err error) {
	if q.ID, err = r.id(); err != nil {
		return q, nil, err
	}
	if err = r.into("text", &q.Text, "a string"); err != nil {
		return q, nil, err
	}
	if strings.TrimSpace(q.Text) == "" {
		return q, nil, r.fault("text", "is missing or empty: add the question as a string")
	}
	meta, err := r.object("metadata")
	if err != nil {
		return q, nil, err
	}
	if err = meta.into("answers", &q.Answers, "a list of strings"); err != nil {
		return q, nil, err
	}
	if slices.ContainsFunc(q.Answers, func(a string) bool { return len(words(a)) == 0 }) {
		return q, nil, meta.fault("answers", "one of them has no word: every answer would contain it; remove it")
	}
	if err = meta.into("evidence", &q.Evidence, "a list of strings"); err != nil {
		return q, nil, err
	}
	if len(q.Evidence) > 0 && len(stems(strings.Join(q.Evidence, " "))) == 0 {
		return q, nil, meta.fault("evidence", "has no word that says something; remove it or give the text that answers")
	}
	if err = meta.into("refuse", &q.Refuse, "true or false"); err != nil {
		return q, nil, err
	}
	if err = meta.into("without", &q.Without, "a list of documents"); err != nil {
		return q, nil, err
	}
	if _, ok := meta.fields["set"]; ok {
		_ = json.Unmarshal(meta.fields["set"], &q.Group) // not a string: some other tool's key, ignored like any other
	}
	if !meta.has("scope") {
		return q, nil, nil
	}
	scope, err := meta.object("scope")
	if err != nil {
		return q, nil, err
	}
	q.Scope = &Scope{}
	for key := range scope.fields {
		if key != "path" && key != "tags" && key != "year" {
			ignored = append(ignored, key)
		}
	}
	slices.Sort(ignored)
	if err = scope.into("path", &q.Scope.Path, "a glob in a string"); err != nil {
		return q, nil, err
	}
	if !doublestar.ValidatePattern(q.Scope.Path) {
		return q, nil, scope.fault("path", "%q is not a glob: close its brackets and braces", q.Scope.Path)
	}
	if err = scope.into("tags", &q.Scope.Tags, "a list of strings"); err != nil {
		return q, nil, err
	}
	if scope.has("tags") && len(q.Scope.Tags) == 0 {
		return q, nil, scope.fault("tags", "is empty, which no document could match: name a tag or remove the key")
	}
	if !scope.has("year") {
		return q, ignored, nil
	}
	var years []json.RawMessage
	if err = scope.into("year", &years, "[from, to]"); err != nil || len(years) != 2 {
		return q, nil, scope.fault("year", "is not [from, to]: found %s", clip(string(scope.fields["year"]), 60))
	}
	q.Scope.Year = &[2]int{}
	for i, raw := range years {
		end := record{path: r.path, line: r.line, prefix: scope.prefix, fields: map[string]json.RawMessage{"year": raw}}
		if q.Scope.Year[i], err = end.year("year"); err != nil {
			return q, nil, err
		}
	}
	if y := q.Scope.Year; y[0] != 0 && y[1] != 0 && y[0] > y[1] {
		return q, nil, scope.fault("year", "%d is after %d: write the earlier year first", y[0], y[1])
	}
	return q, ignored, nil
}

// year reads a year as a number or in a string; 0 when absent or null.
func (r record) year(field string) (int, error) {
	if !r.has(field) {
		return 0, nil
	}
	year, err := strconv.Atoi(strings.Trim(string(r.fields[field]), `"`))
	if err != nil || year < 1 || year > 9999 {
		return 0, r.fault(field, "is not a year: found %s", clip(string(r.fields[field]), 60))
	}
	return year, nil
}

// loadJudgments reads qrels/test.tsv: question, document, score, with or without a line of column names.
func (s *Set) loadJudgments() error {
	path := filepath.Join(s.Dir, filepath.FromSlash(JudgementsFile))
	known := map[string]bool{}
	measurable := false
	for _, q := range s.Queries {
		known[q.ID] = true
		measurable = measurable || q.Refuse || len(q.Answers) > 0 || len(q.Evidence) > 0
	}
	count := 0
	err := EachLine(path, func(n int, line []byte) error {
		fault := func(format string, args ...any) error {
			return spar.Errorf(spar.Invalid, "%s:%d: %s", path, n, fmt.Sprintf(format, args...))
		}
		if count++; count > maxJudgments {
			return fault("more than %d judgements: split the set", maxJudgments)
		}
		fields := strings.Split(string(line), "\t")
		if len(fields) != 3 {
			return fault("has %d columns instead of 3: write query-id, corpus-id and score with a tab between them", len(fields))
		}
		query, doc := fields[0], fields[1]
		score, err := strconv.ParseFloat(strings.TrimSpace(fields[2]), 64)
		switch {
		case err != nil && n == 1 && !strings.ContainsAny(fields[2], "0123456789"):
			return nil // the column names
		case err != nil || math.IsNaN(score) || math.Abs(score) > 1000:
			return fault("score: %q is not a number up to 1000: 1 or more means relevant, 0 not", clip(fields[2], 40))
		case !known[query]:
			return fault("query-id: %q is not in %s: add the question or remove the line", query, QueriesFile)
		}
		of := s.judged[query]
		if of == nil {
			of = map[string]float64{}
			s.judged[query] = of
		}
		if earlier, ok := of[doc]; ok && earlier != score {
			return fault("score: %q has score %g for %q and had %g in an earlier line: keep one of them", doc, score, query, earlier)
		}
		if !s.Has(doc) {
			s.warn("%s:%d: corpus-id: %q is not a document of the set: it counts as not found", JudgementsFile, n, doc)
		}
		of[doc] = score
		return nil
	})
	if err != nil {
		return err
	}
	if len(s.judged) == 0 && !measurable {
		return spar.Errorf(spar.Invalid, "%s judges no question: add lines such as q1<tab>path/of/file.pdf<tab>1", path)
	}
	return nil
}

// clip shortens s for a message to about n bytes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
