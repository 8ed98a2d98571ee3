package measure

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/sparsearch/spar/internal/spar"
)

// The files of a set's folder.
const (
	ShareFolder    = "share"
	CorpusFile     = "corpus.jsonl"
	QueriesFile    = "queries.jsonl"
	JudgementsFile = "qrels/test.tsv"
	TagsFile       = "tags.csv"
)

// Bounds on what a set may hold; beyond them loading is refused.
const (
	maxLine      = 16 << 20 // bytes of one line
	maxQueries   = 1 << 20
	maxDocuments = 1 << 25
	maxJudgments = 1 << 25
	maxWarnings  = 20 // listed one by one; the rest is counted
)

// A Set is a loaded and checked evaluation set: documents, questions, and judgements that say which documents answer them. Its folder holds
// share/ (a file tree) or corpus.jsonl (one passage a line), or both; queries.jsonl; qrels/test.tsv; and optionally tags.csv. A document of
// share/ is named by its slash-separated path below it, one of corpus.jsonl by its _id.
type Set struct {
	Name     string // the folder's
	Dir      string
	Files    []string // documents under share/, sorted
	Passages int      // documents in corpus.jsonl
	Queries  []Query
	Warnings []string // oddities, but no reason to refuse the set

	documents map[string]struct{}
	judged    map[string]map[string]float64 // by question, then document
	tags      map[string][]string           // by document
	warned    int
}

// A Query is one question. Scope is nil unless it states one. A right answer contains at least one of the texts in Answers. Refuse says
// that the documents do not answer it. Group, from the metadata key "set", names the set that a question of a mixture came from; figures
// are also given for each group. Without lists documents that do not exist for this question, whether its scope is stated or not.
type Query struct {
	ID       string
	Text     string
	Scope    *Scope
	Without  []string
	Answers  []string
	Evidence []string // the text that answers it, as it stands in the documents
	Refuse   bool
	Group    string
}

// Of reports whether the question is asked of a document with that name, tags and year (0: not known).
func (q Query) Of(doc string, tags []string, year int) bool {
	return !slices.Contains(q.Without, doc) && q.Scope.Holds(doc, tags, year)
}

// A Doc is one line of corpus.jsonl: one passage, whatever its length.
type Doc struct {
	ID    string
	Title string
	Text  string
	Year  int // 0: not known
	Tags  []string
}

// Passage is the text that is searched: "title. text", or the text alone when there is no title.
func (d Doc) Passage() string {
	switch title := strings.TrimSpace(d.Title); {
	case title == "":
		return d.Text
	case strings.ContainsAny(title[len(title)-1:], ".?!"):
		return title + " " + d.Text
	default:
		return title + ". " + d.Text
	}
}

// ShareDir is the folder of the set's file tree, "" when it has none.
func (s *Set) ShareDir() string {
	if len(s.Files) == 0 {
		return ""
	}
	return filepath.Join(s.Dir, ShareFolder)
}

// Has reports whether the set has a document of that name.
func (s *Set) Has(doc string) bool { _, ok := s.documents[doc]; return ok }

// Judged gives the scores of the documents judged for a question, by document; nil when there are none.
func (s *Set) Judged(query string) map[string]float64 { return s.judged[query] }

// Tags gives the tags that tags.csv assigns to a document.
func (s *Set) Tags(doc string) []string { return s.tags[doc] }

// Docs reads corpus.jsonl again, in its order. The tags of tags.csv are added to a document's own.
func (s *Set) Docs() iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		if s.Passages == 0 {
			return
		}
		for r, err := range records(filepath.Join(s.Dir, CorpusFile)) {
			var d Doc
			if err == nil {
				d, err = r.doc()
			}
			d.Tags = append(d.Tags, s.tags[d.ID]...)
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// Load reads and checks the set in dir. Errors name the file, the line, the field and the remedy. A judgement of a question that is not in
// the set is an error. Judgements and tags of absent documents are counted in Warnings; such a judgement still counts as a document not
// found.
func Load(dir string) (*Set, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("eval: %w", err)
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return nil, spar.Errorf(spar.NotFound, "%s is not a folder: give the folder of an evaluation set", dir)
	}
	s := &Set{Name: filepath.Base(abs), Dir: abs, documents: map[string]struct{}{}, judged: map[string]map[string]float64{}, tags: map[string][]string{}}
	for _, step := range []func() error{s.loadShare, s.loadCorpus, s.loadQueries, s.loadJudgments, s.loadTags} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if s.warned > maxWarnings {
		s.Warnings = append(s.Warnings, fmt.Sprintf("and %d more", s.warned-maxWarnings))
	}
	return s, nil
}

func (s *Set) warn(format string, args ...any) {
	if s.warned++; s.warned <= maxWarnings {
		s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
	}
}

func (s *Set) loadShare() error {
	root := filepath.Join(s.Dir, ShareFolder)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil && path == root && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return spar.Errorf(spar.Unavailable, "%s cannot be read: %w; make it readable", path, err)
		case !e.Type().IsRegular():
			return nil
		case len(s.Files) == maxDocuments:
			return spar.Errorf(spar.Invalid, "%s has more than %d files: split the set", root, maxDocuments)
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return fmt.Errorf("eval: %w", err)
		}
		rel = filepath.ToSlash(rel)
		s.Files = append(s.Files, rel)
		s.documents[rel] = struct{}{}
		return nil
	})
	slices.Sort(s.Files)
	return err
}

func (s *Set) loadCorpus() error {
	path := filepath.Join(s.Dir, CorpusFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if len(s.Files) > 0 {
			return nil
		}
		return spar.Errorf(spar.Invalid, "%s has neither files under %s/ nor a %s: put the documents into one of them", s.Dir, ShareFolder, CorpusFile)
	}
	for r, err := range records(path) {
		if err != nil {
			return err
		}
		d, err := r.doc()
		if err != nil {
			return err
		}
		if s.Has(d.ID) {
			return r.fault("_id", "%q is the name of an earlier document: give each its own", d.ID)
		}
		if len(s.documents) >= maxDocuments {
			return r.fault("_id", "more than %d documents: split the set", maxDocuments)
		}
		s.documents[d.ID] = struct{}{}
		s.Passages++
	}
	if s.Passages == 0 && len(s.Files) == 0 {
		return spar.Errorf(spar.Invalid, "%s has no document: add lines such as {\"_id\": \"1\", \"title\": \"...\", \"text\": \"...\"}", path)
	}
	return nil
}

func (s *Set) loadQueries() error {
	path := filepath.Join(s.Dir, QueriesFile)
	lineOf := map[string]int{}
	for r, err := range records(path) {
		if err != nil {
			return err
		}
		q, ignored, err := r.query()
		if err != nil {
			return err
		}
		if first, ok := lineOf[q.ID]; ok {
			return r.fault("_id", "%q was used in line %d already: give each question its own", q.ID, first)
		}
		if len(lineOf) == maxQueries {
			return r.fault("_id", "more than %d questions: split the set", maxQueries)
		}
		for _, key := range ignored {
			s.warn("%s:%d: metadata.scope.%s is not known and constrains nothing: scopes have path, tags and year", QueriesFile, r.line, key)
		}
		lineOf[q.ID] = r.line
		s.Queries = append(s.Queries, q)
	}
	if len(s.Queries) == 0 {
		return spar.Errorf(spar.Invalid, "%s has no question: add lines such as {\"_id\": \"q1\", \"text\": \"...\"}", path)
	}
	return nil
}

func (s *Set) loadTags() error {
	path := filepath.Join(s.Dir, TagsFile)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return spar.Errorf(spar.Unavailable, "%s cannot be read: %w; make it readable", path, err)
	}
	defer func() { _ = f.Close() }()
	r := csv.NewReader(&boundedLines{r: withoutBOM(f), max: maxLine})
	r.FieldsPerRecord = 2
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		line, _ := r.FieldPos(0)
		var parse *csv.ParseError
		switch {
		case errors.As(err, &parse):
			return spar.Errorf(spar.Invalid, "%s:%d: %w: write path,tag and quote a field that has a comma or a quote", path, parse.Line, parse.Err)
		case err != nil:
			return spar.Errorf(spar.Invalid, "%s: %w", path, err)
		case first && row[0] == "path" && row[1] == "tag":
			continue
		case strings.TrimSpace(row[1]) == "":
			return spar.Errorf(spar.Invalid, "%s:%d: tag: is empty: name the tag of %q or remove the line", path, line, row[0])
		case !s.Has(row[0]):
			s.warn("%s:%d: path: %q is not a document of the set", TagsFile, line, row[0])
		default:
			s.tags[row[0]] = append(s.tags[row[0]], row[1])
		}
	}
}

// A Scope is a question's own statement about its documents; a zero field states nothing.
type Scope struct {
	Path string   `json:"path,omitempty"` // glob over the document's name, ** for any number of folders
	Tags []string `json:"tags,omitempty"` // the document has one of them
	Year *[2]int  `json:"year,omitempty"` // from, to, both included; 0: open
}

// Holds reports whether a document with that name, tags and year (0: not known) is in the scope. A nil Scope holds
// for every document.
func (s *Scope) Holds(doc string, tags []string, year int) bool {
	if s == nil {
		return true
	}
	if s.Path != "" && !doublestar.MatchUnvalidated(s.Path, doc) {
		return false
	}
	if s.Year != nil && (year == 0 || s.Year[0] != 0 && year < s.Year[0] || s.Year[1] != 0 && year > s.Year[1]) {
		return false
	}
	if len(s.Tags) == 0 {
		return true
	}
	for _, want := range s.Tags {
		for _, tag := range tags {
			if strings.EqualFold(want, tag) {
				return true
			}
		}
	}
	return false
}

// Spar is the scope in the words of the product. The year of a file is the year of its modification.
func (s *Scope) Spar() spar.Scope {
	var scope spar.Scope
	if s == nil {
		return scope
	}
	add := func(key string, values ...spar.Match) {
		scope.Constraints = append(scope.Constraints, spar.Constraint{Key: key, Values: values})
	}
	if s.Path != "" {
		add("path", spar.Match{Text: s.Path})
	}
	if len(s.Tags) > 0 {
		var values []spar.Match
		for _, tag := range s.Tags {
			values = append(values, spar.Match{Text: tag})
		}
		add("tag", values...)
	}
	if s.Year != nil {
		end := func(year int) string {
			if year == 0 {
				return ""
			}
			return fmt.Sprintf("%04d", year)
		}
		add("modified", spar.Match{Range: true, From: end(s.Year[0]), To: end(s.Year[1])})
	}
	return scope
}
