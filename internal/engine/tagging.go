package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
)

// Tagger applies the rules file of the data directory.
func (e *shares) Tagger() *tagging.Tagger {
	now := e.described.last.Load()
	return &tagging.Tagger{
		Catalog: e.catalog, Segments: e.store, Schema: now.schema, File: e.rules, Named: e.rulesNamed, Kept: &now.rules, Lock: filepath.Join(e.dir, "tagging.lock"), Log: e.log,
		Snapshot: now.index.Snapshot, Roots: e.roots,
	}
}

// Tag brings tags and attributes up to date with what rules, sidecars and folders say of the files in the catalog. It costs little if
// nothing changed. Files with damaged stored text are read again with the next question.
func (e *shares) Tag(ctx context.Context) (tagging.Report, error) {
	if _, err := e.Schema(); err != nil {
		return tagging.Report{}, err
	}
	report, err := e.Tagger().Follow(ctx)
	if err == nil && len(report.Damaged) > 0 {
		err = e.catalog.TextLost(ctx, report.Damaged)
	}
	return report, err
}

// tagRead is Tag after files were read. An error becomes a note for the reader. Served users get none, because it names files of the
// operator's.
func (e *shares) tagRead(ctx context.Context, who spar.Principal) (note error) {
	_, err := e.Tag(ctx)
	e.unlabelled.Store(err != nil)
	if err == nil {
		return nil
	}
	if who.Served {
		e.log.Info("rules were not applied to the files that were read", "err", err)
		return nil
	}
	e.log.Warn("rules were not applied to the files that were read", "err", err)
	return fmt.Errorf("rules were not applied to the files that were read: %w", err)
}

// Label applies rules before a served user is told of files, if the rules may give levels of confidentiality. An error in this keeps all
// files from the user.
func (e *shares) Label(ctx context.Context) error {
	if _, err := e.Schema(); err != nil {
		return err
	}
	labels, err := e.Tagger().Labels(ctx)
	if err != nil || !labels {
		return err
	}
	if _, err := e.Tag(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		e.unlabelled.Store(true)
		// Not a warning, for who is served would see it; a scan and doctor tell the operator.
		e.log.Info("rules may give levels of confidentiality and were not applied, so that nobody who is served is told of any file", "err", err)
		return nil
	}
	e.unlabelled.Store(false)
	return nil
}

// Snapshot takes the Metadata Index as it is now. While the rules file may give levels of confidentiality and is not applied,
// no file has a level that is known.
func (e *shares) Snapshot(ctx context.Context) (*index.Snapshot, error) {
	if _, err := e.Schema(); err != nil {
		return nil, err
	}
	s, err := e.index().Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	s = s.WithText(func(expression string) (func(*spar.File) scope.Truth, error) { return e.text(ctx, expression) })
	why, err := e.Tagger().Lag(ctx)
	if err != nil {
		return nil, err
	}
	if why == "" && e.unlabelled.Load() {
		labels, err := e.Tagger().Labels(ctx)
		if err != nil {
			return nil, err
		}
		if !labels {
			return s, nil
		}
		why = "the last attempt failed"
	}
	if why != "" {
		s = s.Unlabelled()
	}
	return s, nil
}

// SnapshotFor is Snapshot for somebody, after Label if they are served.
func (e *shares) SnapshotFor(ctx context.Context, who spar.Principal) (*index.Snapshot, error) {
	if who.Served {
		if err := e.Label(ctx); err != nil {
			return nil, err
		}
	}
	return e.Snapshot(ctx)
}

// Unlabelled sums up for the operator why rules have not told the confidentiality level of some files. Its Why is "" if they have told all.
// No served user is told of these files.
func (e *shares) Unlabelled(ctx context.Context) (sum tagging.Gap, err error) {
	gaps, err := e.Tagger().Gaps(ctx)
	if err != nil || len(gaps) == 0 {
		return sum, err
	}
	parts := make([]string, len(gaps))
	for i, g := range gaps {
		sum.All, sum.Files = sum.All || g.All, sum.Files+g.Files
		for _, r := range g.Do {
			if !slices.Contains(sum.Do, r) {
				sum.Do = append(sum.Do, r)
			}
		}
		what := fmt.Sprintf("%d files", g.Files)
		switch {
		case g.All:
			what = "all files"
		case g.Files == 0:
			what = "files that come or change from now on"
		case g.Files == 1:
			what = "1 file"
		}
		parts[i] = what + ": " + g.Why
	}
	sum.Why = strings.Join(parts, "; ")
	return sum, nil
}

// examineLabels tells the operator why served users are not told of some files.
func (e *Engine) examineLabels(ctx context.Context) []Symptom {
	gap, err := e.Unlabelled(ctx)
	level := Lacks
	if gap.All {
		level = Broken
	}
	switch {
	case err != nil:
		return []Symptom{broken("labels", err, "")}
	case gap.Why != "":
		return []Symptom{{level, "labels", "rules have not told the level of confidentiality of " + gap.Why, spar.Advice{Remedy: "until then these files do not exist for whoever is served", Do: gap.Do}}}
	}
	return nil
}
