package service

import (
	"context"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Scan brings the index up to date with shares, or with folders of shares. It goes on after a share that it cannot scan. Its last error
// says what is wrong after all of them.
func (s *Service) Scan(ctx context.Context, who spar.Principal, r api.ScanRequest) iter.Seq2[api.ScanEvent, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.ScanEvent]) error {
		if err := must(who, spar.CanOperate); err != nil {
			return err
		}
		if r.Recall != "" && !doublestar.ValidatePattern(r.Recall) {
			return spar.Errorf(spar.Invalid, "%q is no pattern of paths: write one such as finance/**", r.Recall)
		}
		what, err := s.toScan(ctx, r.What)
		if err != nil {
			return err
		}
		var fault error
		for _, name := range what {
			err := out.from(ctx, func(tell func(api.ScanEvent)) error {
				tell = forOperators(who, tell)
				if r.Recall != "" {
					if err := s.recall(ctx, name, r.Recall, tell); err != nil {
						return err
					}
				}
				return s.scan(ctx, name, r, tell)
			})
			switch {
			case err == nil:
			case ctx.Err() != nil || len(what) == 1:
				return err
			default:
				out.send(api.ScanEvent{Stage: api.StageFailed, Share: name, Reason: err.Error(), Do: spar.RemediesOf(err)})
				fault = spar.Errorf(spar.CodeOf(err), "not every share could be scanned")
			}
		}
		if fault != nil {
			return fault
		}
		gap, err := s.engine.Unlabelled(ctx)
		switch {
		case err == nil && gap.Why != "" && !who.May(spar.CanAdminister):
			return spar.Errorf(spar.Internal, "the level of confidentiality is not known of all files, and files without one are shown to nobody else")
		case err == nil && gap.Why != "":
			return spar.Errorf(spar.Internal, "the level of confidentiality is not known of all files, and files without one are shown to nobody else: %s", gap.Why).Try(gap.Do...)
		}
		return err
	})
}

// forOperators removes names of files and folders from the events of scans, except for the owner: an operator may not know of all files.
func forOperators(who spar.Principal, tell func(api.ScanEvent)) func(api.ScanEvent) {
	if who.May(spar.CanAdminister) {
		return tell
	}
	return func(e api.ScanEvent) {
		if e.Path = nil; e.Stage == api.StageFetching && e.Reason != "" {
			e.Reason = "it cannot be read"
		}
		if e.Scan != nil {
			e.Scan.Problems = nil
		}
		if e.Tagging != nil {
			e.Tagging.Trouble, e.Tagging.Missing = nil, nil
		}
		tell(e)
	}
}

// toScan returns the shares and folders that a request names, or all shares.
func (s *Service) toScan(ctx context.Context, what []string) ([]string, error) {
	if len(what) > 0 {
		return what, nil
	}
	shares, err := s.catalog.Shares(ctx)
	if err == nil && len(shares) == 0 {
		err = spar.Errorf(spar.NotFound, "there is no share yet").Try(spar.Remedy{Do: spar.AddShare})
	}
	for _, sh := range shares {
		what = append(what, sh.Name)
	}
	return what, err
}

// scan runs one scan, of a share or of a folder of one.
func (s *Service) scan(ctx context.Context, name string, r api.ScanRequest, tell func(api.ScanEvent)) error {
	var only []share.Part
	if strings.ContainsRune(name, filepath.Separator) || name == "." { // which no name of a share has
		in, part, err := s.engine.PartOf(ctx, name)
		if err != nil {
			return err
		}
		if name = in; part.Path != share.Root {
			only = []share.Part{part}
		}
	}
	o := scanTold(name, tell)
	o.Only, o.Wait, o.Bare = only, !r.NoWait, r.Bare
	report, err := s.engine.Scan(ctx, name, o)
	if err != nil {
		return err
	}
	tell(api.ScanEvent{Stage: api.StageScanned, Share: name, Scan: scanOf(report)})
	return nil
}

// recall fetches the offline files of a share.
func (s *Service) recall(ctx context.Context, name, pattern string, tell func(api.ScanEvent)) error {
	done := 0
	n, err := s.engine.Recall(ctx, name, func(path string) bool { return doublestar.MatchUnvalidated(pattern, path) }, func(path string, err error) {
		done++
		p := api.PathOf(path)
		e := api.ScanEvent{Stage: api.StageFetching, Share: name, Seen: done, Path: &p}
		if err != nil {
			e.Reason = err.Error()
		}
		tell(e)
	})
	if err == nil {
		tell(api.ScanEvent{Stage: api.StageFetched, Share: name, Seen: n})
	}
	return err
}

func scanOf(r catalog.ScanReport) *api.Scan {
	out := &api.Scan{
		Schema: api.ScanSchema, Share: r.Share, Seen: r.Seen, Added: r.Added, Changed: r.Changed, Moved: r.Moved, Deleted: r.Deleted,
		Unchanged: r.Unchanged, Links: r.Links, Skipped: r.Skipped, Unlisted: r.Errors, Ignored: r.Ignored, Kept: r.Kept, Bytes: r.Bytes,
		Seconds: r.Duration.Seconds(), Rate: rate(r),
	}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, api.Problem{Path: api.PathOf(p.Path), Reason: p.Reason})
	}
	return out
}

// Watch keeps the index up to date with shares until ctx ends, which is no error, and yields the events.
func (s *Service) Watch(ctx context.Context, who spar.Principal, r api.WatchRequest) iter.Seq2[api.WatchEvent, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.WatchEvent]) (err error) {
		if err := must(who, spar.CanOperate); err != nil {
			return err
		}
		o := engine.WatchOptions{Shares: r.Shares, Once: r.Once}
		if r.Interval != "" {
			if o.Interval, err = interval(r.Interval); err != nil {
				return err
			}
		}
		for _, work := range r.Idle {
			switch work {
			case "read":
				o.Read = true
			case "embed":
				o.Embed = true
			default:
				return spar.Errorf(spar.Invalid, "what is to be done in idle time is %q: choose read, embed, or both", work)
			}
		}
		if s.options().PropertiesAnHour != nil {
			if o.Peek, err = s.options().PropertiesAnHour(); err != nil {
				return err
			}
		}
		if s.options().ProposalsAnHour != nil {
			n, err := s.options().ProposalsAnHour()
			if err != nil {
				return err
			}
			o.Propose = s.idleProposals(n)
		}
		every, err := s.auditEvery()
		if err != nil {
			return err
		}
		o.Propose = s.idleAudits(every, o.Propose)
		return out.from(ctx, func(tell func(api.WatchEvent)) error {
			o.Tell = func(ev engine.WatchEvent) { tell(watchEventOf(ev)) }
			return s.engine.Watch(ctx, o)
		})
	})
}

func watchEventOf(ev engine.WatchEvent) api.WatchEvent {
	r := ev.Report
	return api.WatchEvent{
		Schema: api.WatchSchema, Time: time.Now().UTC().Format(time.RFC3339), Event: ev.Kind, Share: ev.Share, Seen: r.Seen, Added: r.Added,
		Changed: r.Changed, Moved: r.Moved, Deleted: r.Deleted, Unchanged: r.Unchanged, Unlisted: r.Errors, Folders: ev.Folders, Number: ev.N,
		Seconds: r.Duration.Seconds(), Detail: ev.Detail, Do: ev.Do,
	}
}
