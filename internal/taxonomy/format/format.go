// Package format reads vocabularies from files of many formats and writes them: a reader in, a taxonomy.Vocabulary in normal form out, and
// remarks on left-out parts. Files come from anywhere, so every reader is bounded in size, depth and length; entities and aliases are not
// expanded, and nothing is fetched.
package format

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Options say how to read a vocabulary. The zero value finds everything out.
type Options struct {
	Format   string // see Formats; "" finds it by content
	Name     string // of the vocabulary; "" takes the one that the file or its format has, if any
	Language string // of the labels of SKOS, such as "en" or "pt-BR"; "" is English
	MaxBytes int64  // 0 is 4 GiB
}

// A Result is a vocabulary, its format, and remarks on left-out parts.
type Result struct {
	taxonomy.Vocabulary
	Format  string
	Remarks taxonomy.Remarks
}

const (
	maxBytes  = 4 << 30
	maxMemory = 512 << 20 // bytes of a file that is read whole
	maxRecord = 16 << 20  // bytes of one record of a file that is read as a stream
	maxDepth  = 100       // of nesting
)

// A source is what a reader of a format gets.
type source struct {
	*bufio.Reader
	Options
	limit   *limit
	remarks *taxonomy.Remarks
}

// A format is one way to write a vocabulary down.
type format struct {
	name, what string
	vocabulary string // its usual name
	read       func(*source) (taxonomy.Vocabulary, error)
	write      func(io.Writer, taxonomy.Vocabulary) error
	is         func(head string) bool
}

var formats []format

func init() { // not a literal: YAML, which nearly everything is, asks the others
	formats = []format{
		{"mesh-xml", "MeSH descriptors as NLM publishes them (desc2022.xml)", "mesh", readMeSH, nil, isMeSH},
		{"mesh-trees", "MeSH tree numbers (mtrees2022.bin)", "mesh", readTrees, nil, isTrees},
		{"mesh-jsonl", "MeSH descriptors, a JSON object a line", "mesh", readMeSHLines, nil, isMeSHLines},
		{"plos", "the PLOS thesaurus as XML", "plos", readPLOS, nil, isPLOS},
		{"skos-xml", "SKOS as RDF/XML", "", readRDFXML, nil, isRDFXML},
		{"skos-jsonld", "SKOS as JSON-LD", "", readJSONLD, nil, isJSONLD},
		{"skos-turtle", "SKOS as Turtle or N-Triples", "", readTurtle, writeTurtle, isTurtle},
		{"jsonl", "a concept a line as JSON", "", readLines, writeLines, isLines},
		{"csv", "a table with the columns id, name, parents, synonyms, notes, positions, links, retired", "", readCSV, writeCSV, isCSV},
		{"yaml", "YAML, a list of concepts or a tree of names", "", readYAML, writeYAML, isYAML},
	}
}

// Formats lists the names of formats with their descriptions; only formats for writing if writable.
func Formats(writable bool) (list [][2]string) {
	for _, f := range formats {
		if f.write != nil || !writable {
			list = append(list, [2]string{f.name, f.what})
		}
	}
	return list
}

func names(writable bool) string {
	var list []string
	for _, f := range Formats(writable) {
		list = append(list, f[0])
	}
	return strings.Join(list, ", ")
}

// Read reads a vocabulary.
func Read(r io.Reader, o Options) (Result, error) {
	var res Result
	o.Language = cmp.Or(o.Language, "en")
	l := &limit{r: r, left: cmp.Or(o.MaxBytes, maxBytes), record: -1}
	in := bufio.NewReaderSize(transform.NewReader(l, unicode.BOMOverride(encoding.Nop.NewDecoder())), 64<<10)
	head, err := in.Peek(64 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return res, err
	}
	i := slices.IndexFunc(formats, func(f format) bool {
		if o.Format != "" {
			return f.name == o.Format
		}
		return f.is(string(head))
	})
	if i < 0 && o.Format != "" {
		return res, spar.Errorf(spar.Invalid, "there is no format %q of vocabularies: take one of %s", o.Format, names(false))
	}
	if i < 0 {
		return res, spar.Errorf(spar.Invalid, "the file begins like no vocabulary: name its format, one of %s", names(false)).Try(spar.Remedy{Do: spar.ChooseFormat})
	}
	f := formats[i]
	res.Format = f.name
	res.Vocabulary, err = f.read(&source{Reader: in, Options: o, limit: l, remarks: &res.Remarks})
	if err != nil {
		code := spar.CodeOf(err)
		if code == spar.Internal {
			code = spar.Invalid // a parser's error about its input
		}
		return res, spar.Errorf(code, "as %s: %w", f.name, err)
	}
	res.Name = cmp.Or(o.Name, res.Name, f.vocabulary)
	more, err := res.Normalize()
	res.Remarks = append(res.Remarks, more...)
	return res, err
}

// Write writes a vocabulary in normal form, so that reading it again gives an equal one.
func Write(w io.Writer, v taxonomy.Vocabulary, name string) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name && f.write != nil })
	if i < 0 {
		return spar.Errorf(spar.Invalid, "there is no format %q to write: take one of %s", name, names(true))
	}
	b := bufio.NewWriter(w)
	if err := formats[i].write(b, v); err != nil {
		return err
	}
	return b.Flush()
}

// A limit ends a file that is too long, or has a record that is.
type limit struct {
	r      io.Reader
	left   int64
	record int64 // bytes until the next record must have begun, -1 for no such bound
}

func (l *limit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, spar.Errorf(spar.Invalid, "the file is longer than a vocabulary may be (%d GiB)", int64(maxBytes>>30))
	}
	if l.record == 0 {
		return 0, spar.Errorf(spar.Invalid, "one record is longer than %d MiB", maxRecord>>20)
	}
	if l.record > 0 {
		p = p[:min(int64(len(p)), l.record)]
	}
	p = p[:min(int64(len(p)), l.left)]
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.record > 0 {
		l.record -= int64(n)
	}
	return n, err
}

// begin says that a record begins.
func (s *source) begin() { s.limit.record = maxRecord }

// whole reads a file into memory.
func (s *source) whole() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(s, maxMemory+1))
	if err == nil && len(data) > maxMemory {
		err = spar.Errorf(spar.Invalid, "files of this format are read up to %d MiB", maxMemory>>20)
	}
	return data, err
}

// lines calls f with each line that is not blank, and its number.
func (s *source) lines(f func(n int, line []byte) error) error {
	for n := 1; ; n++ {
		s.begin()
		line, err := s.ReadBytes('\n')
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if err := f(n, text); err != nil {
				return spar.Errorf(spar.CodeOf(err), "line %d: %w", n, err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

var (
	treeLine = pattern.New(`^[^;\n]+;[A-Z][0-9]{2}(\.[0-9]+)*$`)
	yamlLine = pattern.New(`^(---|- .*|-|[^\s:][^:]*:(\s.*)?)$`)
	turtle   = pattern.New(`(?i)^(@?(prefix|base)\s|<[^<>\s]*>\s+(<[^<>\s]*>|a\s))`)
)

// firstLines gives the first lines with content, without lines that begin with a comment sign.
func firstLines(head string, n int, comment string) (list []string) {
	for line := range strings.Lines(head) {
		whole := len(list) == 0 || strings.HasSuffix(line, "\n") || len(head) < 64<<10
		if line = strings.TrimRight(line, " \t\r\n"); strings.TrimSpace(line) == "" || comment != "" && strings.HasPrefix(strings.TrimSpace(line), comment) || !whole {
			continue
		}
		if list = append(list, line); len(list) == n {
			break
		}
	}
	return list
}

func isTrees(head string) bool {
	lines := firstLines(head, 3, "")
	return len(lines) > 0 && !slices.ContainsFunc(lines, func(l string) bool { return !treeLine.MatchString(l) })
}

func isXML(head string) bool {
	return strings.HasPrefix(strings.TrimSpace(head), "<") && !isTurtle(head)
}

func isMeSH(head string) bool { return isXML(head) && strings.Contains(head, "<DescriptorRecordSet") }
func isPLOS(head string) bool { return isXML(head) && strings.Contains(head, "<TermInfo>") }
func isRDFXML(head string) bool {
	return isXML(head) && strings.Contains(head, "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
}

func isTurtle(head string) bool {
	lines := firstLines(head, 1, "#")
	return len(lines) > 0 && turtle.MatchString(lines[0])
}

// keys is the keys of a JSON object on the first line, nil for none.
func keys(head string) map[string]json.RawMessage {
	var object map[string]json.RawMessage
	lines := firstLines(head, 1, "")
	if len(lines) == 0 || json.Unmarshal([]byte(lines[0]), &object) != nil {
		return nil
	}
	return object
}

func has(object map[string]json.RawMessage, names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return object[n] == nil })
}

func isMeSHLines(head string) bool { return has(keys(head), "ui", "name", "tree_numbers") }

func isLines(head string) bool { return has(keys(head), "name") && !isJSONLD(head) }

func isJSONLD(head string) bool {
	head = strings.TrimSpace(head)
	return (strings.HasPrefix(head, "{") || strings.HasPrefix(head, "[")) &&
		(strings.Contains(head, `"@context"`) || strings.Contains(head, `"@graph"`) || strings.Contains(head, `"@id"`))
}

func isCSV(head string) bool {
	lines := firstLines(head, 1, "")
	return len(lines) > 0 && delimiter(lines[0]) != 0
}

func isYAML(head string) bool {
	lines := firstLines(head, 1, "#")
	return len(lines) > 0 && yamlLine.MatchString(lines[0])
}
