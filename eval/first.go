package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A FirstAnswer has the cost of the first question to a new folder, and of its parts alone.
// Times are wall times in milliseconds.
type FirstAnswer struct {
	Schema    string `json:"schema"`
	Question  string `json:"question"`
	Files     int    `json:"files"` // in scope
	Read      int    `json:"read"`  // of them
	Passages  int    `json:"passages"`
	Refused   bool   `json:"refused"`
	Citations int    `json:"citations"`
	Embedded  int    `json:"embedded"` // passages, for this question

	Total float64    `json:"first_answer_ms"`
	Parts FirstParts `json:"parts_ms"`

	ReadingAlone float64 `json:"reading_alone_ms"` // the same files into another empty data directory
	Embedding50  float64 `json:"embedding_50_ms"`  // the 50 best passages by words
	Ratio        float64 `json:"ratio"`            // of the first answer to those two together

	Embedding1000 float64 `json:"embedding_1000_ms"` // as many passages from everywhere, or all if there are fewer
	EmbeddingAll  float64 `json:"embedding_all_ms"`  // extrapolated from those
	EmbedFirst    float64 `json:"ratio_embed_first"` // of reading and embedding everything to the first answer
}

// FirstParts divides the time to the first answer; a rest is missing.
type FirstParts struct {
	Open     float64 `json:"open"` // the data directory
	Scan     float64 `json:"scan"`
	Scope    float64 `json:"scope"`
	Read     float64 `json:"read"`
	Retrieve float64 `json:"retrieve"` // embedding inside
	Answer   float64 `json:"answer"`
}

// FirstOptions of a measurement.
type FirstOptions struct {
	Engine   engine.Options // without Dir
	Question string
}

// MeasureFirstAnswer asks one question of a folder, with data directories that are made for it and removed. The folder
// is read twice: the second time, for the reading alone, its files come from the memory of the system, if they fit
// there, which makes the ratio look worse, never better.
func MeasureFirstAnswer(ctx context.Context, folder string, o FirstOptions) (*FirstAnswer, error) {
	f := &FirstAnswer{Schema: "spar.bench.answer/1", Question: o.Question}
	err := inFreshEngine(ctx, folder, o, func(e *engine.Opened, q engine.Request, opened, scanned time.Duration) error {
		began := time.Now()
		a, r, err := e.Ask(ctx, q)
		if err != nil {
			return err
		}
		f.Total = milliseconds(opened + scanned + time.Since(began))
		f.Parts = FirstParts{
			milliseconds(opened), milliseconds(scanned), milliseconds(r.Timing.Scope),
			milliseconds(r.Timing.Read), milliseconds(r.Timing.Retrieve), milliseconds(r.Timing.Answer),
		}
		f.Files, f.Read, f.Refused, f.Citations, f.Embedded = r.Coverage.InScope, r.Coverage.Read, a.Refused, len(a.Citations), r.Stats.Embedded
		return f.embed(ctx, e, q)
	})
	if err != nil {
		return nil, err
	}
	err = inFreshEngine(ctx, folder, o, func(e *engine.Opened, q engine.Request, _, _ time.Duration) error {
		q.Retrieve.Rank = retrieve.Words
		r, err := e.Search(ctx, q)
		f.ReadingAlone = milliseconds(r.Timing.Read)
		return err
	})
	if err != nil {
		return nil, err
	}
	f.Ratio = f.Total / (f.ReadingAlone + f.Embedding50)
	f.EmbedFirst = (f.ReadingAlone + f.EmbeddingAll) / f.Total
	return f, nil
}

// inFreshEngine hands over an engine that knows nothing but the names of the folder's files, a question to all of them,
// and how long opening and scanning took.
func inFreshEngine(ctx context.Context, folder string, o FirstOptions, do func(e *engine.Opened, q engine.Request, opened, scanned time.Duration) error) (err error) {
	o.Engine.Dir, err = os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.Engine.Dir)) }()
	began := time.Now()
	e, err := engine.Open(ctx, o.Engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	who, err := service.New(e, service.Options{}).Process()
	if err != nil {
		return err
	}
	opened := time.Since(began)
	began = time.Now()
	share, _, _, err := e.ShareOf(ctx, folder)
	if err != nil {
		return err
	}
	if _, err := e.Scan(ctx, share.Name, engine.ScanOptions{}); err != nil {
		return err
	}
	scope := spar.Scope{Constraints: []spar.Constraint{{Key: "share", Values: []spar.Match{{Text: share.Name}}}}}
	return do(e, engine.Request{Selection: engine.Selection{Who: who, Scope: scope}, Question: o.Question}, opened, time.Since(began))
}

// The numbers of passages to embed alone.
const fewPassages, manyPassages = 50, 1000

// embed measures the encoder alone on passages that were read.
func (f *FirstAnswer) embed(ctx context.Context, e *engine.Opened, q engine.Request) error {
	q.Limit, q.Retrieve.Rank = fewPassages, retrieve.Words
	r, err := e.Search(ctx, q)
	if err != nil {
		return err
	}
	var best []string
	for _, h := range r.Hits {
		best = append(best, h.Passage.Ranked())
	}
	drawn, err := f.draw(ctx, e, manyPassages)
	if err != nil {
		return err
	}
	best = append(best, drawn[:min(max(0, fewPassages-len(best)), len(drawn))]...)
	m, err := e.Meaning(ctx)
	if err != nil {
		return err
	}
	for _, one := range []struct {
		texts []string
		took  *float64
	}{{best, &f.Embedding50}, {drawn, &f.Embedding1000}} {
		began := time.Now()
		if _, err := m.Encoder.Embed(ctx, one.texts); err != nil {
			return err
		}
		*one.took = milliseconds(time.Since(began))
	}
	if len(drawn) > 0 {
		f.EmbeddingAll = f.Embedding1000 * float64(f.Passages) / float64(len(drawn))
	}
	return nil
}

// draw counts the passages of all files and draws some, each with the same chance (Vitter 1985, algorithm R).
func (f *FirstAnswer) draw(ctx context.Context, e *engine.Opened, many int) ([]string, error) {
	var drawn []string
	random := rand.New(rand.NewPCG(1, 0))
	for file, err := range e.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		if !file.State.Searchable() {
			continue
		}
		segment, err := e.Text.Segment(ctx, file.Segment)
		if err != nil {
			return nil, err
		}
		for i := range segment.Len() {
			f.Passages++
			at := len(drawn)
			if at == many {
				if at = random.IntN(f.Passages); at >= many {
					continue
				}
			} else {
				drawn = append(drawn, "")
			}
			p, err := segment.Passage(i)
			if err != nil {
				return nil, err
			}
			drawn[at] = p.Ranked()
		}
	}
	return drawn, nil
}

// WriteText writes the measurement for people.
func (f *FirstAnswer) WriteText(w io.Writer) error {
	share := func(part float64) string { return fmt.Sprintf("%8.0f ms  %4.1f %%", part, 100*part/f.Total) }
	outcome := fmt.Sprintf("%d citations", f.Citations)
	if f.Refused {
		outcome = "refused"
	}
	_, err := fmt.Fprintf(w, `%s: %s
first answer   %8.0f ms, %d of %d files read, %d passages of which %d were embedded
  open         %s
  scan         %s
  scope        %s
  read         %s
  retrieve     %s
  answer       %s
reading alone  %8.0f ms
embedding 50   %8.0f ms
first answer / (reading + embedding 50)              %6.2f
embedding all  %8.0f ms, extrapolated from %d passages in %.0f ms
(reading + embedding all) / first answer             %6.1f
`, f.Question, outcome, f.Total, f.Read, f.Files, f.Passages, f.Embedded,
		share(f.Parts.Open), share(f.Parts.Scan), share(f.Parts.Scope), share(f.Parts.Read), share(f.Parts.Retrieve), share(f.Parts.Answer),
		f.ReadingAlone, f.Embedding50, f.Ratio, f.EmbeddingAll, min(manyPassages, f.Passages), f.Embedding1000, f.EmbedFirst)
	return err
}
