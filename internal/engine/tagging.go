package engine

import (
	"context"
	"path/filepath"

	"github.com/sparsearch/spar/internal/tagging"
)

// Tagger applies the rules file of the data directory.
func (e *Engine) Tagger() *tagging.Tagger {
	return &tagging.Tagger{
		Catalog: e.Catalog, Segments: e.Store, Schema: e.Schema, File: e.rules, Lock: filepath.Join(e.dir, "tagging.lock"), Log: e.log,
		Snapshot: e.Snapshot, Roots: e.roots,
	}
}

// Tag brings tags and attributes to what rules, sidecars and folders say of the files as the catalog knows them now. It
// costs little when nothing changed. Files whose stored text is damaged are read again with the next question.
func (e *Engine) Tag(ctx context.Context) (tagging.Report, error) {
	report, err := e.Tagger().Follow(ctx)
	if err == nil && len(report.Damaged) > 0 {
		err = e.Catalog.TextLost(ctx, report.Damaged)
	}
	return report, err
}

// tagRead is Tag after files were read; what keeps it from its work is a note for the reader.
func (e *Engine) tagRead(ctx context.Context) (note string) {
	if _, err := e.Tag(ctx); err != nil {
		e.log.Warn("rules were not applied to the files that were read", "err", err)
		return "rules were not applied to the files that were read: " + err.Error()
	}
	return ""
}
