package measure

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Stored system is a way of using the product's own retrieval over its own store. The files are read in this
// process; segments and vectors that dir has from an earlier system or run are not made again.
type Stored struct {
	way

	db       *db.DB
	store    *store.Store
	docs     []document
	runs     []retrieve.Source // in the order of docs; FileIDs count from 1
	took     took
	*meaning        // nil when ranked by words alone
	asker    *asker // nil: questions say nothing of files
}

// A way of searching. The zero way is the product's default over vectors of nothing.
type way struct {
	cut     cut // of documents into passages; the zero cut is the product's
	ranking retrieve.Options
	having  having // which passages have vectors before a question is asked
	top     int    // passages that a user gets; 0: 10
	only    bool   // the ranking ends after those

	encoder func(embed.Options) (embed.Encoder, error) // nil: the built-in precise one
	scorer  embed.Scorer                               // ranks the best passages anew; nil: none does
	bold    bool                                       // answers what it would refuse for the sake of signs
	own     bool                                       // the encoder is the light one, fitted to a share of the passages
}

func (w way) system() System { return &Stored{way: w} }

func newStored() System { return way{ranking: retrieve.Options{Rank: retrieve.Words}}.system() }

// A cut makes passages of documents.
type cut struct {
	recipe string // for the names of segments; "": the chunker's
	line   func(text string) []spar.Passage
	file   func(*spar.Document) []spar.Passage
}

func (c cut) filled() cut {
	if c.recipe == "" {
		return cut{chunk.Options{}.Recipe(), LinePassage, FilePassages}
	}
	return c
}

// batch is how many segments are stored at the price of one commit.
const batch = 256

func (s *Stored) Build(ctx context.Context, set *Set, dir string) (BuildStats, error) {
	var stats BuildStats
	var err error
	s.cut = s.cut.filled()
	if s.db, err = db.Open(ctx, dir, store.Schema); err != nil {
		return stats, err
	}
	if s.store, err = store.Open(dir, s.db); err != nil {
		return stats, err
	}
	if s.took, err = readTook(dir); err != nil {
		return stats, err
	}
	if err := s.read(ctx, set, dir, &stats); err != nil {
		return stats, err
	}
	stats.Documents = len(s.runs)
	if s.asker != nil {
		if err := s.asker.open(ctx, set); err != nil {
			return stats, err
		}
	}
	if s.ranking.Rank == retrieve.Words {
		return stats, nil
	}
	encoder, err := s.open(ctx)
	if err != nil {
		return stats, err
	}
	if s.meaning, err = newMeaning(ctx, encoder, s.store, s.runs); err != nil {
		return stats, err
	}
	switch s.having {
	case everything:
		stats.Earlier += seconds(s.took.parts[s.embedding()])
		err = s.meaning.embedAll(ctx, s.runs)
	case ofOthers:
		err = s.meaning.askOthers(ctx, set, s)
	}
	return stats, err
}

// open opens the encoder of the system's way.
func (s *Stored) open(ctx context.Context) (embed.Encoder, error) {
	switch {
	case s.own:
		return s.refitted(ctx)
	case s.way.encoder != nil:
		return s.way.encoder(embed.Options{Threads: encodeThreads})
	}
	return embed.Precise(embed.Options{Threads: encodeThreads})
}

// embedding names the cost of the passages' vectors.
func (s *Stored) embedding() string {
	if s.own || s.way.encoder != nil {
		return "embed " + s.meaning.encoder.Recipe() + " " + s.cut.recipe
	}
	return "embed " + s.cut.recipe
}

// read makes the segments of the set's documents and opens them.
func (s *Stored) read(ctx context.Context, set *Set, dir string, stats *BuildStats) error {
	began, made := time.Now(), 0
	var ids []spar.SegmentID
	var names []string
	var waiting []store.Item
	put := func(d document, name string, id spar.SegmentID, make func() ([]spar.Passage, string, error)) error {
		has, err := s.store.Has(ctx, id)
		if err != nil {
			return err
		}
		if !has {
			made++
			passages, reason, err := make()
			if err != nil {
				return err
			}
			if reason != "" {
				stats.Skipped = append(stats.Skipped, d.id+": "+reason)
				return nil
			}
			waiting = append(waiting, store.Item{ID: id, Passages: passages})
		}
		s.docs, ids, names = append(s.docs, d), append(ids, id), append(names, name)
		if len(waiting) < batch {
			return nil
		}
		err = s.store.PutAll(ctx, waiting)
		waiting = waiting[:0]
		return err
	}
	for d, err := range set.Docs() {
		if err != nil {
			return err
		}
		text := d.Passage()
		id := spar.NewSegmentID(sha256.Sum256([]byte(text)), "", "line "+s.cut.recipe)
		err = put(document{d.ID, d.Tags, d.Year}, "", id, func() ([]spar.Passage, string, error) { return s.cut.line(text), "", nil })
		if err != nil {
			return err
		}
	}
	for _, file := range set.Files {
		path := filepath.Join(set.ShareDir(), filepath.FromSlash(file))
		id, year, err := segmentOf(path, s.cut.recipe)
		if err != nil {
			return err
		}
		err = put(document{file, set.Tags(file), year}, file, id, func() ([]spar.Passage, string, error) {
			doc, reason, err := ReadFile(ctx, path, dir)
			if err != nil || reason != "" {
				return nil, reason, err
			}
			return s.cut.file(doc), "", nil
		})
		if err != nil {
			return err
		}
	}
	if err := s.store.PutAll(ctx, waiting); err != nil {
		return err
	}
	for i, id := range ids {
		segment, err := s.store.Segment(ctx, id)
		if err != nil {
			return err
		}
		s.runs = append(s.runs, retrieve.Source{File: spar.FileID(i + 1), Share: set.Name, Path: names[i], Segment: segment})
		stats.Passages += segment.Len()
	}
	key := "read " + s.cut.recipe
	stats.Earlier += seconds(s.took.parts[key])
	if made > len(stats.Skipped) { // a skipped file has no segment, and is tried every time
		s.took.parts[key] += time.Since(began).Seconds()
	}
	return nil
}

// segmentOf names the segment of a file, and the year of its modification.
func segmentOf(path, recipe string) (spar.SegmentID, int, error) {
	f, err := os.Open(path)
	if err != nil {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	digest := sha256.New()
	digest.Write(head[:n])
	if _, err := io.Copy(digest, f); err != nil {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	format := extract.Detect(head[:n], filepath.Base(path))
	id := spar.NewSegmentID(spar.Hash(digest.Sum(nil)), format, extract.Recipe(format)+" "+recipe)
	return id, info.ModTime().UTC().Year(), nil
}

// topPassages is how many passages a user gets.
const topPassages = 10

// deepPassages is where a ranking by meaning ends, each passage of another document: far enough for every metric.
const deepPassages = 1000

// Search ranks as a user sees it: the documents of the few passages that a question brings, in their order. Behind them
// come the others as a deeper ranking of the same kind has them, for the metrics that look so far.
func (s *Stored) Search(ctx context.Context, q Query) ([]Ranked, SearchStats, error) {
	v, err := s.before(q)
	if err != nil {
		return nil, SearchStats{}, err
	}
	hits, stats, err := s.searched(ctx, q, q.Text, v, s.limit(), 0)
	if err == nil && !s.only {
		deep := deepPassages
		if s.ranking.Rank == retrieve.Words {
			deep = -1
		}
		var others []spar.Hit
		others, _, err = s.searched(ctx, q, q.Text, v, deep, 1)
		hits = append(hits, others...)
	}
	if err != nil {
		return nil, SearchStats{}, err
	}
	var ranked []Ranked
	for _, h := range retrieve.Files(hits) {
		ranked = append(ranked, Ranked{s.docs[h.File-1].id, h.Score})
	}
	return ranked, SearchStats{Embedded: stats.Embedded}, nil
}

// Time takes the time of what a user does: asks for the first few passages, before any vector exists that the question
// itself makes, and again.
func (s *Stored) Time(ctx context.Context, q Query) (cold, warm time.Duration, err error) {
	v, err := s.timed(ctx, q)
	if err != nil {
		return 0, 0, err
	}
	for _, took := range []*time.Duration{&cold, &warm} {
		began := time.Now()
		if _, _, err := s.searched(ctx, q, q.Text, v, s.limit(), 0); err != nil {
			return 0, 0, err
		}
		*took = time.Since(began)
	}
	return cold, warm, nil
}

// OpenStored reads a set, or takes it from the cache, to be searched by words and meaning. The caller closes it, and then calls done.
func OpenStored(ctx context.Context, set *Set, cache string) (s *Stored, done func(), err error) {
	dir, done, err := workDir(set, cache)
	if err != nil {
		return nil, nil, err
	}
	s = &Stored{}
	if _, err := s.Build(ctx, set, dir); err != nil {
		err = errors.Join(err, s.Close())
		done()
		return nil, nil, err
	}
	return s, done, nil
}

// Encoder is what embeds passages and questions.
func (s *Stored) Encoder() embed.Encoder { return s.meaning.encoder }

// Text is the text of a segment.
func (s *Stored) Text(ctx context.Context, id spar.SegmentID) (answer.Text, error) {
	return s.store.Segment(ctx, id)
}

// Passages are the hits for composing an answer; sought are the words to search for in the files of the question's scope.
func (s *Stored) Passages(ctx context.Context, q Query, sought string) ([]spar.Hit, retrieve.Stats, error) {
	v, err := s.before(q)
	if err != nil {
		return nil, retrieve.Stats{}, err
	}
	return s.ask(ctx, s.inScope(q), sought, v, answer.Passages, 0)
}

// Answer answers with sentences of the files, as the product does without a model.
func (s *Stored) Answer(ctx context.Context, q Query) (Answer, error) {
	v, err := s.before(q)
	if err != nil {
		return Answer{}, err
	}
	hits, stats, o, err := s.found(ctx, q, v)
	if err != nil {
		return Answer{}, err
	}
	a, err := s.compared(ctx, q, v, o)
	if err != nil {
		return Answer{}, err
	}
	if a == nil {
		of := answer.Extractive(ctx, q.Text, hits, stats, o)
		a = &of
	}
	out := Answer{Text: a.Text, Refused: a.Refused, Confidence: a.Confidence, Signs: answer.Signs(ctx, q.Text, hits, stats, *a, o)}
	if len(a.Citations) > 0 {
		i := slices.IndexFunc(s.docs, func(d document) bool { return d.id == a.Citations[0].Path })
		if i >= 0 {
			out.First = s.docs[i].id
		}
	}
	for _, b := range a.Bullets {
		out.Bullets = append(out.Bullets, b.Text)
	}
	if len(hits) > 0 {
		out.Best = hits[0].Passage.Text
	}
	return out, nil
}

// found gives the hits for an answer.
func (s *Stored) found(ctx context.Context, q Query, v retrieve.Vectors) ([]spar.Hit, retrieve.Stats, answer.Options, error) {
	o := answer.Options{Bold: s.bold, Text: s.Text}
	if s.meaning != nil {
		o.Encoder = s.meaning.encoder
	}
	hits, stats, err := s.searched(ctx, q, question.Parse(q.Text).Sought(), v, max(s.limit(), answer.Passages), 0)
	for i, h := range hits {
		if h.Path == "" {
			hits[i].Path = s.docs[h.File-1].id // a line of corpus.jsonl has no name, and is a file of its own
		}
	}
	return hits, stats, o, err
}

// compared answers a comparison after a search for each side alone; nil if the question is none.
func (s *Stored) compared(ctx context.Context, q Query, v retrieve.Vectors, o answer.Options) (*spar.Answer, error) {
	asked := question.Parse(q.Text)
	var sides []answer.Found
	var all []spar.Hit
	for i := range asked.Sides {
		side, _ := asked.Side(i)
		hits, stats, err := s.searched(ctx, q, side.Text, v, max(s.limit(), answer.Passages), 0)
		if err != nil {
			return nil, err
		}
		sides, all = append(sides, answer.Found{Hits: hits, Weights: stats}), append(all, hits...)
	}
	if len(sides) == 0 {
		return nil, nil
	}
	a := answer.Believed(ctx, q.Text, all, sides[0].Weights, answer.Compared(ctx, asked, sides, o), o)
	return &a, nil
}

func (s *Stored) limit() int {
	if s.top == 0 {
		return topPassages
	}
	return s.top
}

func (s *Stored) ask(ctx context.Context, runs []retrieve.Source, question string, v retrieve.Vectors, limit, perFile int) ([]spar.Hit, retrieve.Stats, error) {
	o := s.ranking
	o.Limit, o.PerFile = limit, perFile
	if s.scorer == nil || perFile > 0 { // what comes behind the hits of a user keeps its order
		return retrieve.SearchByMeaning(ctx, runs, question, v, o, nil)
	}
	o.Limit = max(limit, retrieve.Reranked)
	hits, stats, err := retrieve.SearchByMeaning(ctx, runs, question, v, o, nil)
	if err != nil {
		return nil, stats, err
	}
	hits, err = retrieve.Rerank(ctx, hits, question, s.scorer, o)
	return hits[:min(limit, len(hits))], stats, err
}

// inScope gives the documents that a question is asked of.
func (s *Stored) inScope(q Query) []retrieve.Source {
	if q.Scope == nil && len(q.Without) == 0 {
		return s.runs
	}
	var runs []retrieve.Source
	for i, d := range s.docs {
		if q.Of(d.id, d.tags, d.year) {
			runs = append(runs, s.runs[i])
		}
	}
	return runs
}

func (s *Stored) Close() error {
	errs := []error{s.asker.close()}
	if s.meaning != nil {
		s.took.parts[s.embedding()] += s.meaning.known.spent.Seconds()
		errs = append(errs, s.meaning.column.Close())
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	if s.took.file != "" {
		errs = append(errs, s.took.write())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	return errors.Join(errs...)
}

// took has the seconds spent on the contents of a folder, so that building from existing contents can still report its full cost.
type took struct {
	file  string
	parts map[string]float64
}

func readTook(dir string) (took, error) {
	t := took{filepath.Join(dir, "took.json"), map[string]float64{}}
	data, err := os.ReadFile(t.file)
	if errors.Is(err, os.ErrNotExist) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &t.parts)
	}
	if err != nil {
		return t, spar.Errorf(spar.Invalid, "%s cannot be read: %w; remove it", t.file, err)
	}
	return t, nil
}

func (t took) write() error {
	data, err := json.Marshal(t.parts)
	if err != nil {
		return err
	}
	return os.WriteFile(t.file, data, 0o600)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
