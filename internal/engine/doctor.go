package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/network"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// Level says how bad a Symptom is.
type Level string

// The levels.
const (
	Fine   Level = "ok"
	Lacks  Level = "lacks"  // works, but could do more
	Broken Level = "broken" // does not work until mended
)

// A Symptom is one thing that was examined.
type Symptom struct {
	Level  Level  `json:"level"`
	What   string `json:"what"`
	Detail string `json:"detail"`
	spar.Advice
}

// fine, lacks and broken are the symptoms of the three levels.
func fine(what, detail string) Symptom { return Symptom{Level: Fine, What: what, Detail: detail} }

func lacks(what, detail, remedy string, do ...spar.Remedy) Symptom {
	return Symptom{Lacks, what, detail, spar.Advice{Remedy: remedy, Do: do}}
}

func broken(what string, err error, remedy string, do ...spar.Remedy) Symptom {
	for _, r := range spar.RemediesOf(err) {
		if !slices.Contains(do, r) {
			do = append(do, r)
		}
	}
	return Symptom{Broken, what, err.Error(), spar.Advice{Remedy: remedy, Do: do}}
}

// Bare returns a symptom as a mere reader may see it: without versions, paths, addresses and features of the machine, because these would
// help an attacker.
func (s Symptom) Bare() Symptom {
	detail := "works"
	if s.Level != Fine {
		detail = "does not work as it could; whoever keeps the shares is told why"
	}
	return Symptom{Level: s.Level, What: s.What, Detail: detail}
}

// Examine looks at the installation, the data directory and the shares, one thing after the other. It counts only files that who may know
// of. Only operators learn more about the machine, other programs and models than that they work.
func (e *Engine) Examine(ctx context.Context, who spar.Principal) iter.Seq[Symptom] {
	all := []func(context.Context) []Symptom{e.examineReader, examinePDF, e.examinePrograms, e.examineEncoder, examineAccounts}
	if !who.May(spar.CanOperate) {
		for i, examine := range all {
			all[i] = func(ctx context.Context) (list []Symptom) {
				for _, s := range examine(ctx) {
					list = append(list, s.Bare())
				}
				return list
			}
		}
	}
	all = append(all,
		func(ctx context.Context) []Symptom { return e.examineShares(ctx, who) },
		func(ctx context.Context) []Symptom { return e.examineFiles(ctx, who) })
	if who.May(spar.CanAdminister) { // this may name files that others may not know of
		all = append(all, e.examineLabels)
	}
	if who.May(spar.CanOperate) { // these count all files; the last one reads all of the catalog
		all = append(all, e.examineRights, e.examinePacks, e.examineCatalog, e.examineRoom)
	}
	return func(yield func(Symptom) bool) {
		for _, examine := range all {
			for _, s := range examine(ctx) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// examineAccounts says whether accounts that the C library finds elsewhere than in files are found here.
func examineAccounts(context.Context) []Symptom {
	services, reached := accounts.Directories()
	switch list := strings.Join(services, ", "); {
	case len(services) == 0:
		return nil
	case !reached:
		return []Symptom{lacks("accounts",
			"this machine finds accounts by "+list+
				", too, and there is no getent to ask for them: those people and groups are unknown",
			"install getent, which comes with the C library (in a container: name people in the setting principals)")}
	default:
		return []Symptom{fine("accounts", "those of this machine, and by getent those of "+list)}
	}
}

func (e *Engine) examineCatalog(ctx context.Context) []Symptom {
	if err := e.db.Check(ctx); err != nil {
		return []Symptom{broken("catalog", err, "restore a backup, or begin a new data directory and scan again, which loses tags and workspaces", spar.Remedy{Do: spar.CheckData})}
	}
	return []Symptom{fine("catalog", e.db.Name())}
}

// Below so much room questions soon fail, and below the other figure they do.
const (
	scarceRoom = 1 << 30
	noRoom     = 20 << 20
)

// examineRoom says whether the disk has room to keep what SPAR reads.
func (e *Engine) examineRoom(context.Context) []Symptom {
	free, ok := room(e.Dir())
	if !ok {
		return nil
	}
	return []Symptom{roomSymptom(e.Dir(), free)}
}

func roomSymptom(dir string, free uint64) Symptom {
	const remedy = "free some space there; what a workspace alone uses leaves the disk when the workspace is archived and purged"
	detail := fmt.Sprintf("%d MB are free where the data directory %s lies", free>>20, dir)
	switch {
	case free < noRoom:
		return broken("disk", errors.New(detail), remedy)
	case free < scarceRoom:
		return lacks("disk", detail, remedy)
	}
	return fine("disk", detail)
}

// examinePacks looks whether the packs with text are here; Check reads them.
func (e *Engine) examinePacks(ctx context.Context) []Symptom {
	away, err := e.store.Away(ctx)
	if err != nil {
		return []Symptom{broken("text", err, "", spar.Remedy{Do: spar.CheckData})}
	}
	if len(away) == 0 {
		return []Symptom{fine("text", "all packs are here")}
	}
	var list []Symptom
	for _, a := range away {
		list = append(list, Symptom{Broken, "text", AwayText(a), AwayAdvice})
	}
	return list
}

func (e *Engine) examineReader(ctx context.Context) []Symptom {
	r, err := e.reader()
	var guards []string
	if err == nil {
		guards, err = r.Guards(ctx)
	}
	if err != nil {
		return []Symptom{broken("reading", err, "the program must be allowed to start itself as a second process")}
	}
	return []Symptom{fine("reading", "worker processes start and answer, each within: "+strings.Join(guards, "; "))}
}

func examinePDF(context.Context) []Symptom {
	if !pdfium.Available() {
		return []Symptom{lacks("PDF", "this binary was built without PDFium, so that PDF files cannot be read", "build with `make build`, or take a released binary")}
	}
	return []Symptom{fine("PDF", "PDFium is built in")}
}

// examineEncoder opens the encoder and says what it runs on.
func (e *Engine) examineEncoder(ctx context.Context) []Symptom {
	if err := vec.Check(os.Getenv("SPAR_CPU")); err != nil {
		return []Symptom{broken("encoder", err, "unset SPAR_CPU, or set it to one of those")}
	}
	if e.meanings.chosen.Model == models.None {
		return []Symptom{fine("encoder", "switched off by the setting encoder; passages are ranked by words alone")}
	}
	m, err := e.Meaning(ctx)
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		return []Symptom{lacks("encoder", "passages are ranked by words alone: "+err.Error(), "build with `make build`, or take a released binary")}
	case err != nil:
		return []Symptom{broken("encoder", err, "set encoder to "+models.Precise+", or to a model that was added", spar.Remedy{Do: spar.ListModels})}
	}
	s := fine("encoder", fmt.Sprintf("%s, %d dimensions, %s kernels", m.Encoder.Name(), m.Encoder.Dim(), vec.Best().Name()))
	if vec.Best() == vec.Available()[0] {
		s.Level, s.Remedy = Lacks, "the plain kernels are many times slower; run SPAR on a processor with AVX2"
		if os.Getenv("SPAR_CPU") != "" {
			s.Remedy = "the plain kernels are many times slower; unset SPAR_CPU"
		}
	}
	return []Symptom{s}
}

// examinePrograms says which other programs can read the files that the built-in readers cannot.
func (e *Engine) examinePrograms(ctx context.Context) (list []Symptom) {
	kept := false // programs that write are not run here
	for _, p := range read.Programs() {
		if version := p.Version(ctx); p.Path() != "" {
			s := fine("program "+p.Name, cmp.Or(version, p.Path()))
			if p.Folder && !read.Landlock() {
				if e.options.Unconfined {
					s.Detail += "; not confined to a folder, by the setting programs-without-landlock"
				} else {
					s.Level, s.Detail, kept = Lacks, s.Detail+"; not used: it writes files, and this kernel cannot confine it to a folder (Landlock)", true
				}
			}
			list = append(list, s)
		} else if p.Name == read.Recogniser {
			list = append(list, lacks("program "+p.Name, "not installed; "+p.Why+" stay unread", "install it (Debian: apt install "+p.Package+")", spar.Remedy{Do: spar.RecoverText}))
		}
	}
	if kept {
		list[len(list)-1].Remedy = "run SPAR on Linux 5.13 or later with landlock among the lsm= of its command line; or set programs-without-landlock to yes, if whoever writes to the shares is trusted"
	}
	if e.options.Tika.URL != "" {
		s := fine("tika", "files that nothing here can read are sent to "+e.options.Tika.URL)
		if version, err := e.options.Tika.Version(ctx); err != nil {
			s = broken("tika", network.Why(e.options.Tika.URL, err), "start the server, or correct the setting tika-url; until then such files stay unread")
		} else {
			s.Detail += ", " + version
		}
		list = append(list, s)
	}
	if e.options.Layout.URL != "" {
		s := fine("layout service", "PDF files and pictures of text are sent to "+e.options.Layout.URL)
		if version, err := e.options.Layout.Version(ctx); err != nil {
			s = broken("layout service", network.Why(e.options.Layout.URL, err), "start the server, or correct the setting layout-url; until then the built-in readers read such files")
		} else {
			s.Detail += ", " + version
		}
		list = append(list, s)
	}
	return list
}

func (e *Engine) examineShares(ctx context.Context, who spar.Principal) []Symptom {
	shares, err := e.SharesFor(ctx, who)
	if err != nil {
		return []Symptom{broken("shares", err, "")}
	}
	var list []Symptom
	for _, s := range shares {
		symptom := fine("share "+s.Name, s.Root)
		if h, err := e.Health(ctx, s); err != nil {
			symptom = broken(symptom.What, err, "")
		} else if h.Unreachable != "" {
			symptom.Level, symptom.Detail = Broken, s.Root+" cannot be reached: "+h.Unreachable
			symptom.Remedy, symptom.Do = "nothing is forgotten meanwhile", h.Do
		} else if h.Unlisted > 0 && who.May(spar.CanOperate) {
			symptom.Level, symptom.Detail, symptom.Advice = Lacks, s.Root+": "+unlisted(h.ShareStatus), spar.Advice{
				Remedy: "what was known below stays known; settle what each says", Do: []spar.Remedy{{Do: spar.ScanShare, Name: s.Name}},
			}
		}
		if !who.May(spar.CanOperate) { // where it lies and what ails it are the operator's to know
			symptom.Detail, symptom.Advice = "can be reached", spar.Advice{}
			if symptom.Level == Broken {
				symptom.Detail = "cannot be reached now"
			}
		}
		list = append(list, symptom)
	}
	return list
}

// unlisted names folders of a share that could not be listed.
func unlisted(s catalog.ShareStatus) string {
	const most = 3
	var names []string
	for _, f := range s.Folders[:min(most, len(s.Folders))] {
		names = append(names, f.Path+" ("+f.Reason+")")
	}
	if s.Unlisted > most {
		names = append(names, "...")
	}
	if s.Unlisted == 1 {
		return "a folder could not be listed: " + names[0]
	}
	return fmt.Sprintf("%d folders could not be listed: %s", s.Unlisted, strings.Join(names, ", "))
}

// examineFiles counts what could not be read, by state.
func (e *Engine) examineFiles(ctx context.Context, who spar.Principal) []Symptom {
	snapshot, err := e.SnapshotFor(ctx, who)
	if err != nil {
		return []Symptom{broken("files", err, "")}
	}
	selection, err := snapshot.Eval(ctx, who, spar.Scope{})
	if err != nil {
		return []Symptom{broken("files", err, "")}
	}
	readable := roaring.Or(selection.Known, selection.Unknown)
	counts := map[spar.State]int{}
	for state, files := range snapshot.ByState(readable) {
		counts[state] += int(files.GetCardinality())
	}
	for state, files := range snapshot.ByState(selection.Denied) {
		if state != spar.Special {
			state = spar.Denied
		}
		counts[state] += int(files.GetCardinality())
	}
	var list []Symptom
	for _, state := range []spar.State{spar.Partial, spar.NoText, spar.NeedsOCR, spar.Encrypted, spar.Corrupt, spar.TooBig, spar.Quarantined, spar.Unsupported, spar.Denied, spar.Special, spar.Vanished} {
		if n := counts[state]; n > 0 {
			meaning, advice := Describe(state)
			advice.Do = append(advice.Do, spar.Remedy{Do: spar.ListSkipped, Name: "state:" + string(state)})
			list = append(list, Symptom{Lacks, "files", fmt.Sprintf("%d %s (%s)", n, state, meaning), advice})
		}
	}
	return append(list, e.examineLosses(ctx, snapshot, readable)...)
}

// examineLosses names files that worker processes were lost on. It leaves out files in quarantine, because the states count those. No scope
// selects such files.
func (e *Engine) examineLosses(ctx context.Context, snapshot *index.Snapshot, among *roaring.Bitmap) []Symptom {
	suspects, err := e.catalog.Suspects(ctx)
	if err != nil {
		return []Symptom{broken("files", err, "")}
	}
	lost, reasons := roaring.New(), map[spar.FileID]string{}
	for _, s := range suspects {
		if s.N > 0 && among.Contains(uint32(s.File)) {
			lost.Add(uint32(s.File))
			reasons[s.File] = s.Reason
		}
	}
	if quarantined := snapshot.ByState(lost)[spar.Quarantined]; quarantined != nil {
		lost.AndNot(quarantined)
	}
	if lost.IsEmpty() {
		return nil
	}
	const most = 3
	var names []string
	for f := range snapshot.In(lost) {
		if len(names) == most {
			names = append(names, "...")
			break
		}
		names = append(names, fmt.Sprintf("%s:%s (%s)", f.Share, f.Path, reasons[f.ID]))
	}
	return []Symptom{lacks("files", fmt.Sprintf("%d ended a process that read them: %s", lost.GetCardinality(), strings.Join(names, ", ")),
		"none is needed: each is read once more, alone, and quarantined if that costs another process", spar.Remedy{Do: spar.RereadFiles, Name: "state:" + string(spar.Quarantined)})}
}
