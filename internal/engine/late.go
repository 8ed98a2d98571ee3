package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// Rowed reports whether a file has more rows than SPAR kept. Reading the file once more gives these.
func Rowed(f spar.File) bool {
	return f.State == spar.Partial && slices.Contains([]string{"csv", "json", "xlsx", "xls", "ods"}, f.Format)
}

// RowsAround reads rows of the table at l, from row from to row to, out of the file itself, whether SPAR kept them or not. It leaves out
// rows that the file does not have.
func (e *texts) RowsAround(ctx context.Context, who spar.Principal, f spar.File, l spar.Locator, from, to int) (Text, error) {
	rows, err := e.passagesOfRows(ctx, who, f, &extract.RowFilter{Sheet: l.Sheet, Table: l.Table, From: max(1, from), To: max(1, to)})
	return listed(rows), err
}

// passagesOfRows makes passages of some rows of a file.
func (e *texts) passagesOfRows(ctx context.Context, who spar.Principal, f spar.File, only *extract.RowFilter) ([]spar.Passage, error) {
	var failed error
	passages := chunk.Split(func(yield func(spar.Block) bool) {
		_, failed = e.someRows(ctx, who, f.Share, f.Path, nil, only, func(b spar.Block) error {
			if b.Table != nil && !yield(b) {
				return errors.New("the chunker stopped")
			}
			return nil
		})
	}, chunk.Options{})
	if failed != nil {
		return nil, failed
	}
	return slices.DeleteFunc(passages, func(p spar.Passage) bool { return p.Kind != spar.RowPassage }), nil
}

// Bounds of a look for words in rows that are not kept as text.
const (
	lateFor  = 5 * time.Second
	lateRows = 200 // of one file
)

// A lateLook is the result of looking for words in rows that are not kept as text.
type lateLook struct {
	words   []string
	sources []retrieve.Source // rows that have one of the words; a source a file
	looked  []string          // files whose rows were all looked through and have none
	left    int               // files that there was no time for

	met  *roaring.Bitmap // files that were looked through
	took time.Duration   // of all looks of the question
}

// late takes the words of a question that no kept text has, and looks for them in the further rows of large files. It returns nil if there
// is no such word or no such file.
func (e *questions) late(ctx context.Context, q Request, in *inquiry, snapshot *index.Snapshot, selection index.Selection, stats retrieve.Stats) (*lateLook, error) {
	nowhere, _ := unsaid(q.Question, stats)
	var words []string
	for _, w := range nowhere {
		if b := ofRows(w.Text, chunk.Language(q.Question)); len(b) >= 3 {
			words = append(words, b)
		}
	}
	partial := snapshot.ByState(selection.Known)[spar.Partial]
	if len(words) == 0 || partial == nil {
		return nil, nil
	}
	slices.Sort(words)
	if in.late != nil && slices.Equal(in.late.words, words) && in.lateOf.Equals(partial) {
		return in.late, nil
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return nil, err
	}
	var files []spar.File
	for f := range snapshot.In(partial) {
		// What a share with rates may still be asked for belongs to the reading.
		if Rowed(f) && (f.Format == "csv" || f.Format == "json") && !reaches[f.Share].settings.Limits.Rated() {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, func(a, b spar.File) int { return cmp.Compare(a.Size, b.Size) })
	look := &lateLook{words: words, met: roaring.New()}
	if in.late != nil {
		look.took = in.late.took
		if slices.Equal(in.late.words, words) { // more files were read meanwhile
			look.sources, look.looked, look.met = slices.Clone(in.late.sources), slices.Clone(in.late.looked), in.late.met
		}
	}
	begin := time.Now()
	until := begin.Add(lateFor - look.took)
	if !q.until.IsZero() && q.until.Before(until) {
		until = q.until
	}
	looking, stop := context.WithDeadline(ctx, until)
	defer stop()
	files = slices.DeleteFunc(files, func(f spar.File) bool { return look.met.Contains(uint32(f.ID)) })
	for i, f := range files {
		if looking.Err() != nil {
			look.left = len(files) - i
			break
		}
		rows, err := e.passagesOfRows(looking, q.Who, f, &extract.RowFilter{Words: words, Most: lateRows})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case looking.Err() != nil:
			look.left = len(files) - i
		case spar.CodeOf(err) == spar.NotFound: // it went meanwhile
		case err != nil:
			return nil, err
		case len(rows) == 0:
			look.looked = append(look.looked, f.Share+":"+f.Path)
		default:
			segment, err := e.store.Loose(spar.NewSegmentID(f.Hash, "rows", strings.Join(words, " ")), rows)
			if err != nil {
				return nil, err
			}
			look.sources = append(look.sources, retrieve.Source{File: f.ID, Share: f.Share, Path: f.Path, Segment: segment})
		}
		if look.left > 0 {
			break
		}
		look.met.Add(uint32(f.ID))
	}
	look.took += time.Since(begin)
	in.late, in.lateOf = look, partial
	return look, nil
}

// ofRows returns the beginning of a word in the text of a row. Stems have no accents, so of a word with letters beyond ASCII it takes all
// but the ending.
func ofRows(word, lang string) string {
	if letters := []rune(word); len(letters) < len(word) {
		return string(letters[:max(min(len(letters), 3), len(letters)-longestEnding)])
	}
	return beginning(word, lang)
}

// longestEnding is how many letters of a word may be its ending.
const longestEnding = 2

// notes says where the words were looked for in vain.
func (l *lateLook) notes() (list []string) {
	if l == nil {
		return nil
	}
	if n := len(l.looked); n > 0 {
		name := l.looked[0]
		if n > 1 {
			name = fmt.Sprintf("%d large files, such as %s", n, name)
		}
		list = append(list, fmt.Sprintf("no row of %s has a word that begins with %s; all rows were looked through", name, quotedWords(l.words)))
	}
	if l.left > 0 {
		list = append(list, fmt.Sprintf("there was no time to look for %s in the further rows of %d large files", quotedWords(l.words), l.left))
	}
	return list
}

func quotedWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(quoted, " or ")
}

// partlyRead names the files of hits or citations whose text is searched only in part, and says which part.
func partlyRead(snapshot *index.Snapshot, ids iter.Seq[spar.FileID]) (notes []string) {
	met := roaring.New()
	for id := range ids {
		if f, ok := snapshot.File(id); ok && met.CheckedAdd(uint32(id)) && f.State == spar.Partial && len(notes) < mostPartly {
			notes = append(notes, fmt.Sprintf("%s:%s was read in part: %s", f.Share, f.Path, f.Reason))
		}
	}
	return notes
}

// mostPartly bounds the files that are named as read in part.
const mostPartly = 3

// A looseColumn keeps the vectors of unstored rows in memory, and all other vectors in a column.
type looseColumn struct {
	*store.Column
	store *store.Store
	mine  *store.MemoryColumn
}

func (c looseColumn) Slots(id spar.SegmentID) store.Slots {
	if c.store.IsLoose(id) {
		return c.mine.Slots(id)
	}
	return c.Column.Slots(id)
}

func (c looseColumn) Put(ctx context.Context, vectors []store.Vector) error {
	var loose, kept []store.Vector
	for _, v := range vectors {
		if c.store.IsLoose(v.Segment) {
			loose = append(loose, v)
		} else {
			kept = append(kept, v)
		}
	}
	return errors.Join(c.mine.Put(ctx, loose), c.Column.Put(ctx, kept))
}

// column returns the place of the vectors of passages, also of unstored rows.
func (e *encoders) column(m *Meaning) looseColumn {
	return looseColumn{m.Column, e.store, store.NewMemoryColumn(m.Encoder.Dim())}
}

// loosen removes the segments that are not stored from hits and citations, because nobody can find these again: their places are in the
// files. It notes which part of the cited files, or else of the files found, is searched as text.
func (e *questions) loosen(a *spar.Answer, r *Result) {
	stored := func(id *spar.SegmentID) {
		if e.store.IsLoose(*id) {
			*id = spar.SegmentID{}
		}
	}
	var cited []spar.Hit
	for i := range r.Hits {
		h := &r.Hits[i]
		if a == nil || slices.ContainsFunc(a.Citations, func(c spar.Citation) bool { return c.Share == h.Share && c.Path == h.Path }) {
			cited = append(cited, *h)
		}
		stored(&h.Segment)
	}
	if a != nil {
		for i := range a.Citations {
			stored(&a.Citations[i].Segment)
		}
	}
	if r.basis.snapshot != nil {
		r.Notes = append(r.Notes, partlyRead(r.basis.snapshot, func(yield func(spar.FileID) bool) {
			for _, h := range cited {
				if !yield(h.File) {
					return
				}
			}
		})...)
	}
}
