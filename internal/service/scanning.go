package service

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
)

// leastScan is how long a question may scan, however small its budget.
const leastScan = 5 * time.Second

// Prepare scans for a question, if an operator on the machine asks it. It scans the folder of the question, which becomes a share if it
// is in none. Without a folder it scans the shares in scope that were never scanned, so that a question right after adding a share finds
// files. For served people it scans nothing. It first refuses an impossible question.
func (s *Service) Prepare(ctx context.Context, who spar.Principal, q api.Question) iter.Seq2[api.ScanEvent, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.ScanEvent]) error {
		if err := s.check(q); err != nil {
			return err
		}
		q, _, err := s.inThread(ctx, who, q)
		if err != nil {
			return err
		}
		folder := q.Folder
		q.Folder = "" // it may be in no share yet
		r, _, err := s.request(ctx, who, q)
		if err != nil || who.Served || !who.May(spar.CanOperate) {
			return err
		}
		if folder == "" {
			return s.scanUnscanned(ctx, r, out)
		}
		if folder, err = existingFolder(folder); err != nil {
			return err
		}
		share, _, made, err := s.engine.ShareOf(ctx, folder)
		if err != nil {
			return err
		}
		if made {
			root := api.PathOf(share.Root)
			out.send(api.ScanEvent{Stage: api.StageShare, Share: share.Name, Root: &root})
		}
		return s.scanFor(ctx, r, share.Name, out)
	})
}

// existingFolder returns the absolute path of an existing folder.
func existingFolder(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", spar.Errorf(spar.NotFound, "the folder %s cannot be found: check its path, or if it is a word of the question put that in quotes", name)
	case err != nil:
		return "", spar.Errorf(spar.NotFound, "the folder to ask cannot be found: %w", err)
	case !info.IsDir():
		return "", spar.Errorf(spar.Invalid, "%s is a file; ask the folder it is in, with the scope name:%q", name, filepath.Base(path))
	}
	return path, nil
}

// scanUnscanned scans the shares in a question's scope that were never scanned. If one cannot be reached, the other shares may still
// answer.
func (s *Service) scanUnscanned(ctx context.Context, r engine.Request, out *stream[api.ScanEvent]) error {
	shares, err := s.catalog.Shares(ctx)
	if err != nil {
		return err
	}
	if len(shares) == 0 {
		return spar.Errorf(spar.NotFound, "there is no share yet; name a folder to ask, or add one").Try(spar.Remedy{Do: spar.AddShare})
	}
	for _, share := range shares {
		if !scope.OfShare(r.Scope, share.Name) {
			continue
		}
		scanned, err := s.catalog.Scanned(ctx, share)
		if err != nil {
			return err
		}
		if scanned {
			continue
		}
		out.send(api.ScanEvent{Stage: api.StageBegin, Share: share.Name})
		if err := s.scanFor(ctx, r, share.Name, out); err != nil {
			if ctx.Err() != nil || spar.CodeOf(err) != spar.Unavailable {
				return err
			}
			out.send(api.ScanEvent{Stage: api.StageFailed, Share: share.Name, Reason: err.Error(), Do: spar.RemediesOf(err)})
		}
	}
	return nil
}

// scanFor scans a share for a question, for at most the time of its budget.
func (s *Service) scanFor(ctx context.Context, r engine.Request, share string, out *stream[api.ScanEvent]) error {
	within := r.Budget.Time
	if within > 0 {
		within = max(within, leastScan)
	}
	return out.from(ctx, func(tell func(api.ScanEvent)) error {
		late, err := s.engine.ScanWithin(ctx, share, within, scanTold(share, tell))
		if late != "" {
			tell(api.ScanEvent{Stage: api.StageLate, Share: share, Reason: late})
		}
		return err
	})
}

// scanTold returns the options of a scan that reports its progress.
func scanTold(share string, tell func(api.ScanEvent)) engine.ScanOptions {
	return engine.ScanOptions{
		Waiting: func(holder string) { tell(api.ScanEvent{Stage: api.StageWaiting, Share: share, Holder: holder}) },
		Progress: func(r catalog.ScanReport) {
			tell(api.ScanEvent{Stage: api.StageScanning, Share: share, Seen: r.Seen, Rate: rate(r)})
		},
		Tagged: func(r tagging.Report, err error) {
			if err != nil {
				tell(api.ScanEvent{Stage: api.StageTagged, Share: share, Reason: err.Error(), Do: spar.RemediesOf(err)})
				return
			}
			t := taggingOf(r)
			tell(api.ScanEvent{Stage: api.StageTagged, Share: share, Tagging: &t})
		},
	}
}

func rate(r catalog.ScanReport) float64 {
	if r.Duration <= 0 {
		return 0
	}
	return float64(r.Seen) / r.Duration.Seconds()
}

// taggingOf returns the results of rules and sidecars, without the files.
func taggingOf(r tagging.Report) api.Tagging {
	out := api.Tagging{Schema: api.TaggingSchema, Files: r.Files, Sources: []api.TaggingSource{}}
	for _, m := range r.Makers {
		out.Sources = append(out.Sources, api.TaggingSource{
			Kind: m.Kind, Name: m.Name, Batch: uint32(m.Batch), New: m.New, Withdrawn: m.Withdrawn, Kept: m.Kept, Judged: m.Judged,
			Undecided: m.Undecided, Undone: m.Undone, Gone: m.Gone,
		})
	}
	for _, m := range r.Missing {
		out.Missing = append(out.Missing, api.MissingTag(m))
	}
	for _, t := range r.Trouble {
		out.Trouble = append(out.Trouble, api.TaggingTrouble(t))
	}
	return out
}

// folderScope returns the scope of a folder of a share and everything below it. For a served person it does not ask the file system about
// links.
func (v view) folderScope(folder string) ([]spar.Constraint, error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if !v.who.Served {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	if at := v.at(path); len(at) > 0 {
		in := []spar.Constraint{inShare(at[0].Share)}
		if below := at[0].Path; below != "." {
			in = append(in, spar.Constraint{Key: "path", Values: []spar.Match{{Text: scope.EscapeGlob(below) + "/**"}}})
		}
		return in, nil
	}
	return nil, spar.Errorf(spar.NotFound, "the folder %s lies in no share", folder)
}
