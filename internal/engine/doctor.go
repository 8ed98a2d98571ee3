package engine

import (
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/vec"
)

// Level says how bad a Symptom is.
type Level string

// The levels.
const (
	Fine   Level = "ok"
	Lacks  Level = "lacks"  // works, with less than it could
	Broken Level = "broken" // does not work until mended
)

// A Symptom is one thing that was examined.
type Symptom struct {
	Level  Level  `json:"level"`
	What   string `json:"what"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy,omitempty"`
}

// Examine looks at the installation, the data directory and the shares, one thing after the other. Files are counted as
// far as who may know of them.
func (e *Engine) Examine(ctx context.Context, who spar.Principal) iter.Seq[Symptom] {
	return func(yield func(Symptom) bool) {
		for _, examine := range []func(context.Context) []Symptom{
			e.examineCatalog, e.examineReader, examinePDF, e.examineEncoder, e.examineShares,
			func(ctx context.Context) []Symptom { return e.examineFiles(ctx, who) },
		} {
			for _, s := range examine(ctx) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

func (e *Engine) examineCatalog(ctx context.Context) []Symptom {
	s := Symptom{Fine, "catalog", e.db.Path(), ""}
	if err := e.db.Check(ctx); err != nil {
		s = Symptom{Broken, "catalog", err.Error(), "move " + e.db.Path() + " away and scan again; tags and workspaces are lost unless there is a backup beside it"}
	}
	return []Symptom{s}
}

func (e *Engine) examineReader(ctx context.Context) []Symptom {
	r, err := e.reader()
	if err == nil {
		err = r.Probe(ctx)
	}
	if err != nil {
		return []Symptom{{Broken, "reading", err.Error(), "the program must be allowed to start itself as a second process"}}
	}
	return []Symptom{{Fine, "reading", "worker processes start and answer", ""}}
}

func examinePDF(context.Context) []Symptom {
	if !pdfium.Available() {
		return []Symptom{{Lacks, "PDF", "this binary was built without PDFium, so that PDF files cannot be read", "build with `make build`, or take a released binary"}}
	}
	return []Symptom{{Fine, "PDF", "PDFium is built in", ""}}
}

// examineEncoder opens the encoder and says what it runs on.
func (e *Engine) examineEncoder(ctx context.Context) []Symptom {
	if err := vec.Check(os.Getenv("SPAR_CPU")); err != nil {
		return []Symptom{{Broken, "encoder", err.Error(), "unset SPAR_CPU, or set it to one of those"}}
	}
	if e.encoder.Model == NoEncoder {
		return []Symptom{{Fine, "encoder", "switched off by the setting encoder; passages are ranked by words alone", ""}}
	}
	m, err := e.Meaning(ctx)
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		return []Symptom{{Lacks, "encoder", "passages are ranked by words alone: " + err.Error(), "build with `make build`, or take a released binary"}}
	case err != nil:
		return []Symptom{{Broken, "encoder", err.Error(), "set encoder to " + PreciseEncoder + ", or to a folder with a model"}}
	}
	s := Symptom{Fine, "encoder", fmt.Sprintf("%s, %d dimensions, %s kernels", m.Encoder.Name(), m.Encoder.Dim(), vec.Best().Name()), ""}
	if vec.Best() == vec.Available()[0] {
		s.Level, s.Remedy = Lacks, "the plain kernels are many times slower; run SPAR on a processor with AVX2"
		if os.Getenv("SPAR_CPU") != "" {
			s.Remedy = "the plain kernels are many times slower; unset SPAR_CPU"
		}
	}
	return []Symptom{s}
}

func (e *Engine) examineShares(ctx context.Context) []Symptom {
	shares, err := e.Catalog.Shares(ctx)
	if err != nil {
		return []Symptom{{Broken, "shares", err.Error(), ""}}
	}
	var list []Symptom
	for _, s := range shares {
		if share.Reachable(s.Root) {
			list = append(list, Symptom{Fine, "share " + s.Name, s.Root, ""})
		} else {
			list = append(list, Symptom{Broken, "share " + s.Name, s.Root + " cannot be reached", "mount it, or say with `spar share relocate` where it is now; nothing is forgotten meanwhile"})
		}
	}
	return list
}

// examineFiles counts what could not be read, by state.
func (e *Engine) examineFiles(ctx context.Context, who spar.Principal) []Symptom {
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return []Symptom{{Broken, "files", err.Error(), ""}}
	}
	selection, err := snapshot.Eval(who, spar.Scope{})
	if err != nil {
		return []Symptom{{Broken, "files", err.Error(), ""}}
	}
	counts := map[spar.State]int{}
	for f := range snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
		counts[f.State]++
	}
	for f := range snapshot.In(selection.Denied) {
		if f.State != spar.Special {
			f.State = spar.Denied
		}
		counts[f.State]++
	}
	var list []Symptom
	for _, state := range []spar.State{spar.Partial, spar.NoText, spar.NeedsOCR, spar.Encrypted, spar.Corrupt, spar.TooBig, spar.Unsupported, spar.Denied, spar.Special, spar.Vanished} {
		if n := counts[state]; n > 0 {
			meaning, remedy := Describe(state)
			list = append(list, Symptom{Lacks, "files", fmt.Sprintf("%d %s (%s)", n, state, meaning), fmt.Sprintf("%s; `spar files --skipped --scope state:%s` lists them with reasons", remedy, state)})
		}
	}
	return list
}
