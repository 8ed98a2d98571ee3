package tagging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds on reading one table.
const (
	maxTable   = 64 << 20 // bytes
	maxRows    = 1_000_000
	maxColumns = 256
	maxCell    = 16 << 10
	maxTags    = 100 // of one row, or of one file's front matter
)

// A table says which tags and attributes files have.
type table struct {
	share string
	base  string // the folder that its paths count from, "." for the root
	place string // as evidence calls it
	rows  []row
	size  int // rows, including empty ones

	partial bool // there is more in it than could be read
}

// A row speaks of one file.
type row struct {
	line   int
	paths  []string // where the file may lie, the first that is there counts
	tags   []string
	values []spar.Attribute // by key, without file

	unlabelled bool // its level of confidentiality cannot be applied as it stands
}

// errTable is what a table lacks as a whole.
var errTable = errors.New("the table cannot be applied")

// readTable reads a table: a column named path, perhaps one named tags, and a column for each attribute. What of it
// cannot be applied goes to trouble, row by row.
func readTable(ctx context.Context, t *table, f interface {
	io.ReaderAt
	Stat() (os.FileInfo, error)
}, s *schema.Schema, trouble func(line int, reason string)) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > maxTable {
		return fmt.Errorf("%w: it has %d bytes, and at most %d are read; split it by folder", errTable, info.Size(), maxTable)
	}
	var header []string
	at, tagged := -1, -1
	err = extract.Records(ctx, extract.Input{Name: path.Base(t.place), R: f, Size: info.Size(), Limits: extract.Limits{Columns: maxColumns}}, func(line int, cells []string) error {
		if header == nil {
			header = make([]string, len(cells))
			for i, c := range cells {
				name := strings.TrimSpace(strings.TrimPrefix(c, "\uFEFF"))
				switch strings.ToLower(name) {
				case "path", "file", "filename":
					if at < 0 {
						at = i
						continue
					}
				case "tags", "tag":
					if tagged < 0 {
						tagged = i
						continue
					}
				}
				if name != "" && utf8.ValidString(name) && len(name) <= 200 {
					header[i] = s.Key(name)
				}
			}
			if at < 0 {
				return fmt.Errorf("%w: its first row names no column path", errTable)
			}
			return nil
		}
		if t.size++; t.size > maxRows {
			return fmt.Errorf("%w: it has more than %d rows; split it by folder", errTable, maxRows)
		}
		if at >= len(cells) || strings.TrimSpace(cells[at]) == "" {
			trouble(line, "it names no path")
			return nil
		}
		r := row{line: line, paths: t.resolve(strings.TrimSpace(cells[at]))}
		if len(r.paths) == 0 {
			trouble(line, fmt.Sprintf("the path %q does not lie below the folder of the table, which alone it may speak of", cut(cells[at], 200)))
			return nil
		}
		for i, c := range cells {
			label := i < len(header) && header[i] == index.Confidentiality
			switch {
			case i == at || strings.TrimSpace(c) == "":
			case len(c) > maxCell:
				r.unlabelled = r.unlabelled || label
				trouble(line, fmt.Sprintf("column %d has %d bytes; at most %d are read", i+1, len(c), maxCell))
			case i == tagged:
				r.tags = splitTags(c, ";")
				if len(r.tags) > maxTags {
					trouble(line, fmt.Sprintf("it has %d tags; the first %d count", len(r.tags), maxTags))
					r.tags = r.tags[:maxTags]
				}
			case i >= len(header) || header[i] == "":
				trouble(line, fmt.Sprintf("column %d has a value and no name", i+1))
			default:
				v, err := s.Parse(header[i], c)
				if err != nil {
					r.unlabelled = r.unlabelled || label
					trouble(line, err.Error())
					continue
				}
				r.values = append(r.values, spar.Attribute{Key: header[i], Value: v})
			}
		}
		slices.SortStableFunc(r.values, func(a, b spar.Attribute) int { return strings.Compare(a.Key, b.Key) })
		t.rows = append(t.rows, r)
		return nil
	})
	switch {
	case errors.Is(err, extract.ErrPartial):
		t.partial = true
		trouble(0, strings.TrimPrefix(err.Error(), extract.ErrPartial.Error()+": "))
		err = nil
	case err == nil && header == nil:
		err = fmt.Errorf("%w: it is empty", errTable)
	}
	return err
}

// resolve gives the places that a path of a row may mean: below the folder of the table first, then from the root of the
// share, and never outside of that folder.
func (t *table) resolve(p string) (paths []string) {
	p = strings.ReplaceAll(p, `\`, "/")
	add := func(full string) {
		full = path.Clean(strings.TrimLeft(full, "/"))
		inside := t.base == "." && full != ".." && !strings.HasPrefix(full, "../") || strings.HasPrefix(full, t.base+"/")
		if inside && full != "." && !slices.Contains(paths, full) {
			paths = append(paths, full)
		}
	}
	if !strings.HasPrefix(p, "/") {
		add(path.Join(t.base, p))
	}
	add(p)
	return paths
}

// splitTags cuts a list of names.
func splitTags(text, separators string) (list []string) {
	for _, n := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if n = strings.TrimSpace(n); n != "" {
			list = append(list, n)
		}
	}
	return list
}

// openSidecar opens a table of a share.
func (r *run) openSidecar(roots map[string]string, f spar.File) (*os.File, error) {
	root, ok := roots[f.Share]
	if !ok {
		return nil, errUnreachable
	}
	return share.Open(root, f.Path)
}

var errUnreachable = errors.New("its share cannot be reached")

// Table applies a table that lies anywhere: its paths count from its folder if it lies in the share, and from the root
// of the share otherwise. Applied again, it replaces what it gave before. It is not applied again by itself.
func (t *Tagger) Table(ctx context.Context, file, shareName string, create, dry bool) (Report, error) {
	s, err := t.Catalog.Share(ctx, shareName)
	if err != nil {
		return Report{}, err
	}
	file, err = filepath.Abs(file)
	if err != nil {
		return Report{}, err
	}
	tab := &table{share: s.Name, base: ".", place: filepath.Base(file)}
	var f *os.File
	if rel, err := filepath.Rel(s.Root, file); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		tab.place = filepath.ToSlash(rel)
		tab.base = path.Dir(tab.place)
		f, err = share.Open(s.Root, tab.place)
		if err != nil {
			return Report{}, spar.Errorf(spar.NotFound, "the table cannot be opened: %w", err)
		}
	} else if f, err = os.Open(file); err != nil {
		return Report{}, spar.Errorf(spar.NotFound, "the table cannot be opened: %w", err)
	}
	defer f.Close()
	var trouble []Trouble
	if err := readTable(ctx, tab, f, t.Schema, func(line int, reason string) {
		if len(trouble) < maxTrouble {
			trouble = append(trouble, Trouble{evidenceOf(tab.place, line), reason})
		}
	}); err != nil {
		return Report{}, spar.Errorf(spar.Invalid, "%s: %w", file, err)
	}
	rules, err := t.Rules()
	if err != nil {
		return Report{}, err
	}
	report, err := t.apply(ctx, rules, order{dry: dry, table: tab, create: create})
	report.Trouble = append(trouble, report.Trouble...)
	return report, err
}

func evidenceOf(place string, line int) string {
	place = strings.ToValidUTF8(place, "\uFFFD")
	if line == 0 {
		return place
	}
	return fmt.Sprintf("%s:%d", place, line)
}
