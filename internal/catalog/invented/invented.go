// Package invented fills an empty catalog with files that do not exist, for measurements: a folder tree, tags in a
// hierarchy, assignments and attributes as a large company's share may have them. The same options give the same catalog.
package invented

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// Options say how large a catalog is.
type Options struct {
	Files    int    // at most four thousand million
	Tags     int    // at least Groups
	PerFile  int    // assignments a file, of different tags
	Seed     uint64 // of everything that is drawn
	Root     string // of the share, which need not exist
	Progress func(files int)
}

// Groups is the number of tags at the top of the hierarchy; each has an equal part of all tags below it.
const Groups = 40

// The years that files are of.
const (
	FirstYear = 2000
	LastYear  = 2024
)

// Share is the name of the share.
const Share = "invented"

// Group names the n-th tag at the top, from 0.
func Group(n int) string { return fmt.Sprintf("Topic %d", n+1) }

// Assignments is how many assignments Fill makes.
func (o Options) Assignments() int { return o.Files * min(o.PerFile, o.Tags) }

const (
	perFolder = 20      // files
	perCommit = 100_000 // rows, about
	perInsert = 100     // rows
)

var (
	departments = []string{"Accounting", "Engineering", "Facilities", "Finance", "Human Resources", "Legal", "Marketing", "Operations", "Procurement", "Quality", "Research", "Sales"}
	kinds       = []string{"Contracts", "Correspondence", "Drafts", "Invoices", "Minutes", "Plans", "Reports", "Specifications"}
	subjects    = []string{"annual budget", "audit findings", "customer survey", "design review", "incident", "kick-off",
		"lessons learned", "market study", "offer", "risk register", "status", "test protocol", "travel policy", "weekly meeting"}
	formats = []struct{ extension, format string }{{"pdf", "pdf"}, {"docx", "docx"}, {"xlsx", "xlsx"}, {"pptx", "pptx"}, {"eml", "eml"}, {"txt", "text"}, {"csv", "csv"}, {"jpg", "jpg"}, {"dat", ""}}
	modes   = []int{0o644, 0o640, 0o660, 0o600}
)

// Fill writes the catalog into an empty database, past the journal of single files: the journal begins with the share.
func Fill(ctx context.Context, d *db.DB, o Options) error {
	f := &filler{ctx: ctx, d: d, o: o, rand: rand.New(rand.NewPCG(o.Seed, 1))}
	for _, step := range []func() error{f.prepare, f.tags, f.files, f.finish} {
		if err := step(); err != nil {
			return fmt.Errorf("making a catalog of %d files: %w", o.Files, err)
		}
	}
	return nil
}

type filler struct {
	ctx  context.Context
	d    *db.DB
	o    Options
	rand *rand.Rand

	share  int64
	tables [4]table
	folder map[string]bool
}

// The tables that are filled row by row.
const (
	toDirectories = iota
	toFiles
	toAssignments
	toAttributes
)

// A table gathers rows until they are written together.
type table struct {
	into string
	args []any
	each int
}

func (f *filler) add(to int, row ...any) {
	t := &f.tables[to]
	t.args, t.each = append(t.args, row...), len(row)
}

func (f *filler) prepare() error {
	f.folder = map[string]bool{}
	for to, into := range []string{
		"directories (share, path, mode, uid, gid, reason)",
		"files (id, share, path, size, mtime, dev, ino, mode, uid, gid, format, state, reason, hash, segment, born)",
		"assignments (file, tag, origin, confidence, evidence)",
		"attributes (file, key, origin, n, kind, text, number, date)",
	} {
		f.tables[to].into = into
	}
	return f.d.Write(f.ctx, func(t *db.Tx) error {
		if err := t.QueryRow("INSERT INTO shares (name, root, rights, filesystem, scans) VALUES (?, ?, ?, '', 1) RETURNING id",
			Share, []byte(f.o.Root), string(spar.ByMode)).Scan(&f.share); err != nil {
			return err
		}
		// It is made again at the end, in one go.
		_, err := t.Exec("DROP INDEX assignments_tag")
		return err
	})
}

// flush writes the gathered rows, in one transaction.
func (f *filler) flush() error {
	return f.d.Write(f.ctx, func(t *db.Tx) error {
		for i := range f.tables {
			to := &f.tables[i]
			for len(to.args) > 0 {
				part := to.args[:min(len(to.args), perInsert*to.each)]
				to.args = to.args[len(part):]
				one := "(" + strings.TrimSuffix(strings.Repeat("?, ", to.each), ", ") + ")"
				if _, err := t.Exec("INSERT INTO "+to.into+" VALUES "+one+strings.Repeat(", "+one, len(part)/to.each-1), part...); err != nil {
					return err
				}
			}
			to.args = nil
		}
		return nil
	})
}

// tags makes a hierarchy of three levels and more: each tag but those at the top lies below an earlier one of its group,
// and one in twenty below two.
func (f *filler) tags() error {
	return f.d.Write(f.ctx, func(t *db.Tx) error {
		for i := range f.o.Tags {
			id, name := i+1, Group(i)
			if i >= Groups {
				name = fmt.Sprintf("Topic %d.%d", i%Groups+1, i/Groups)
			}
			if _, err := t.Exec("INSERT INTO tags (id, name, folded, notes) VALUES (?, ?, ?, '')", id, name, strings.ToLower(name)); err != nil {
				return err
			}
			if i < Groups {
				continue
			}
			row := i / Groups // within the group; those before it are 0 to row-1
			parents := []int{row / 8}
			if second := f.rand.IntN(row); f.rand.IntN(20) == 0 && second != parents[0] {
				parents = append(parents, second)
			}
			for _, p := range parents {
				if _, err := t.Exec("INSERT INTO tag_parents (tag, parent, vocabulary) VALUES (?, ?, '')", id, p*Groups+i%Groups+1); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (f *filler) files() error {
	if err := f.directory(".", 0o755, 0, 0); err != nil {
		return err
	}
	rows, made := 0, 0
	for n := 0; made < f.o.Files; n++ {
		department, year, folder := folderOf(f.rand, n, f.o.Files)
		uid, gid := 1000+f.rand.IntN(200), 100+department
		mode := modes[min(f.rand.IntN(20)/5, len(modes)-1)]
		if err := f.directory(folder, 0o755, uid, gid); err != nil {
			return err
		}
		for range min(perFolder, f.o.Files-made) {
			made++
			rows += f.file(made, folder, year, mode, uid, gid)
		}
		if rows >= perCommit {
			if err := f.flush(); err != nil {
				return err
			}
			rows = 0
			if f.o.Progress != nil {
				f.o.Progress(made)
			}
		}
	}
	return f.flush()
}

// folderOf names the folder with this number, of so many files in all.
func folderOf(r *rand.Rand, n, files int) (department, year int, folder string) {
	department = n * len(departments) * perFolder / max(files, 1) % len(departments)
	year = FirstYear + r.IntN(LastYear-FirstYear+1)
	return department, year, fmt.Sprintf("%s/%s/%04d/Project %05d", departments[department], kinds[r.IntN(len(kinds))], year, n)
}

// nameOf names a file of a folder.
func nameOf(r *rand.Rand, folder string, id int, extension string) string {
	return fmt.Sprintf("%s/%s %06d.%s", folder, subjects[r.IntN(len(subjects))], id, extension)
}

// Names are paths of so many files that do not exist, as those of a catalog are called. All have the same extension.
func Names(files int, seed uint64, extension string) iter.Seq[string] {
	return func(yield func(string) bool) {
		r := rand.New(rand.NewPCG(seed, 0))
		made := 0
		for n := 0; made < files; n++ {
			_, _, folder := folderOf(r, n, files)
			for range min(perFolder, files-made) {
				if made++; !yield(nameOf(r, folder, made, extension)) {
					return
				}
			}
		}
	}
}

// directory adds a folder with those above it.
func (f *filler) directory(path string, mode, uid, gid int) error {
	if f.folder[path] {
		return nil
	}
	if at := strings.LastIndexByte(path, '/'); at >= 0 {
		if err := f.directory(path[:at], 0o755, 0, gid); err != nil {
			return err
		}
		f.folder[path[:at]] = true
	}
	f.add(toDirectories, f.share, []byte(path), mode|1<<31, uid, gid, "")
	return nil
}

// file adds a file with its tags and attributes, and says how many rows that were.
func (f *filler) file(id int, folder string, year, mode, uid, gid int) int {
	r := f.rand
	format := formats[min(r.IntN(12), len(formats)-1)]
	modified := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.Int64N(int64(365 * 24 * time.Hour))))
	path := nameOf(r, folder, id, format.extension)
	size := int64(math.Exp(10 + 2*r.NormFloat64()))
	state, reason := spar.Unread, ""
	var hash, segment any
	switch r.IntN(20) {
	case 0:
		state, reason = spar.Unsupported, "there is no reader for the format"
	case 1, 2:
		var digest [64]byte
		for i := range digest {
			digest[i] = byte(r.Uint32())
		}
		state, hash, segment = spar.OK, digest[:32], digest[32:]
	}
	f.add(toFiles, id, f.share, []byte(path), size, modified.UnixNano(), 1, id, mode, uid, gid, format.format, string(state), reason, hash, segment, 0)

	rows := 3
	taken := map[int]bool{}
	for len(taken) < min(f.o.PerFile, f.o.Tags) {
		tag := 1 + r.IntN(f.o.Tags)
		if !taken[tag] {
			taken[tag] = true
			rows++
			f.add(toAssignments, id, tag, string(spar.ByRule), 1.0, "")
		}
	}
	text := func(key string, origin spar.Origin, value string) {
		f.add(toAttributes, id, key, string(origin), 0, string(spar.Text), value, nil, nil)
		rows++
	}
	text("department", spar.ByPath, folder[:strings.IndexByte(folder, '/')])
	f.add(toAttributes, id, "year", string(spar.ByPath), 0, string(spar.Number), nil, float64(year), nil)
	if state == spar.OK {
		text("title", spar.ByReading, fmt.Sprintf("On the %s of %d, number %d", subjects[r.IntN(len(subjects))], year, id))
		text("author", spar.ByReading, fmt.Sprintf("Author %d", r.IntN(2000)))
		f.add(toAttributes, id, "pages", string(spar.ByReading), 0, string(spar.Number), nil, float64(1+r.IntN(80)), nil)
		f.add(toAttributes, id, "created", string(spar.ByReading), 0, string(spar.Date), nil, nil, modified.UnixMilli())
	}
	return rows
}

func (f *filler) finish() error {
	return f.d.Write(f.ctx, func(t *db.Tx) error {
		for _, q := range []string{
			"CREATE INDEX assignments_tag ON assignments (tag)",
			"ANALYZE",
		} {
			if _, err := t.Exec(q); err != nil {
				return err
			}
		}
		_, err := t.Exec("INSERT INTO changes (kind, share) VALUES ('share changed', ?)", f.share)
		return err
	})
}
