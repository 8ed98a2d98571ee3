// Package read turns file versions into segments and findings, once for each content. It stands between order, which
// says what to read next, and store, which keeps the text. It opens the files itself and hands each as an open
// descriptor to a worker, a second process of the same program that is confined in memory, time and output: whatever a
// file does to its reader, it costs that file and nothing else.
package read

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// The defaults of Options that are also those of settings.
const (
	DefaultTimeout   = time.Minute // for one file
	DefaultMemory    = 3 << 29     // bytes
	DefaultLanguages = "eng"
)

// Options say how to read. All but Command have a default.
type Options struct {
	Command []string // starts a process that calls Worker: the program itself with an argument
	Confine []string // starts a process that calls Confined with what follows; nil where other programs are not to be used
	Workers int      // processes that read at the same time: one a core

	Memory  int64         // bytes a worker may have: DefaultMemory
	Timeout time.Duration // for one file: DefaultTimeout; a PDF may take twice as long
	Text    int64         // bytes of text one file may give: 64 MB

	// Unconfined lets programs that write files run where the kernel has no Landlock, which would keep them to their folder.
	Unconfined bool
	Tika       Tika   // a server that reads what nothing here can; the zero Tika is none
	Layout     Layout // a server that reads PDF files and pictures in place of the readers here; the zero Layout is none

	Patient Patient // what becomes of patients whom DICOM files name; the zero Patient leaves them in the file

	Languages string // of pictures of text, as tesseract calls them, such as "eng+deu"; "" is DefaultLanguages

	Chunk    chunk.Options
	Entities []entity.Pattern // the names in a text become properties, these identifiers too; nil looks for none
	// Namer opens the model that finds names in texts beside the dictionary; nil, or one that gives nil, is none. It is called
	// when the first file must be read, and to tell which files have to be read again.
	Namer func() (entity.Namer, error)

	CacheDir string // for code compiled on this machine; "" compiles it anew in every worker

	heldBytes int64         // see spent.go
	heldTime  time.Duration // likewise

	single   bool          // unpack every member by itself, as the reference for the faster way
	drawTime time.Duration // that a picture of a page may take; 0: ten seconds

	Ledger Ledger // of contents that cost readers their lives; nil counts within one reading only
	Marks  string // the folder for marks of files being read, for other processes to find; "" marks nothing

	Log *slog.Logger // nil discards
}

// maxBlocks bounds the blocks and table rows of one file. Each may become a passage, and all passages of a file are held
// at once.
const maxBlocks = 1 << 20

// maxStreamed bounds the text of a file whose rows are streamed.
const maxStreamed = 1 << 36

// maxPart bounds the inflated bytes of a container whose rows are streamed.
const maxPart = 4 << 30

func (o Options) filled() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.NumCPU()
	}
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.drawTime <= 0 {
		o.drawTime = drawTime
	}
	if o.heldBytes == 0 {
		o.heldBytes = heldBytes
	}
	if o.heldTime <= 0 {
		o.heldTime = heldTime
	}
	if o.Text <= 0 {
		o.Text = 64 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// timeout is how long a file of a format may take.
func (o Options) timeout(format string) time.Duration {
	if format == formatPDF {
		return 2 * o.Timeout
	}
	return o.Timeout
}

// formatPDF is the one format that needs compiled code.
const formatPDF = "pdf"

// A Job is one file to read: the root of its share, and the file as the catalog knows it. A member of a container comes
// with the job that would read the container, and where it lies in it.
type Job struct {
	Root      string
	Unmounted func() bool // reports whether nothing is mounted at the root any more; nil where nobody can tell
	File      spar.File
	Sleep     share.Sleep                          // how it is known that the file is offline
	Lists     share.Lists                          // of rights, that count in the share
	Device    func(dev uint64, path string) uint64 // what the catalog calls the device of a file, 0 for one that it does not know; nil calls it as the system does
	Container *Job                                 // nil for a file of its own
	At        int64

	spent  *spent           // of the file on disk that it lies in, where it is read to be kept; else nil
	now    spar.FileVersion // of the file once it is open, where it is not the one that the catalog knows
	access spar.Access      // under which it was opened
}

// A Reader reads files with worker processes, which it starts when they are needed and keeps for the next file. It
// may be used by several goroutines; together they have Workers processes.
type Reader struct {
	o     Options
	store segmentStore
	namer entity.Namer  // nil for none
	made  string        // the settings in every recipe
	large chan struct{} // held by the one file whose text is large: the rest must fit beside it

	slots    chan struct{} // one a process
	drawing  turns         // one a page that is drawn
	mu       sync.Mutex
	idle     []*process
	painters []*process // idle ones that draw pages
	live     map[*process]bool
	shut     bool

	budgets budgets // of what lies in containers

	mailing sync.Mutex
	mail    *mailbox // the one that was unpacked last, for its messages come one after the other; nil for none

	missed sync.Map // when it was last said of a root, by its path, that it cannot be reached

	spools spools
	nests  spools       // archives in archives, each as it is
	silent aside        // since the layout service failed
	passes atomic.Int64 // through archives whose members are unpacked together

	unnested atomic.Int64 // archives in archives that are held

	alone sync.RWMutex // held for writing while something is read that has cost a worker its life before
	marks *marks
	swept sync.Once

	prepare sync.Mutex
	cached  bool   // the compiled code lies in the cache, or the attempt failed
	cache   string // CacheDir, or "" after such a failure
}

// New makes a Reader; it starts nothing. Where workers cannot be had the error is spar.Unavailable.
func New(store segmentStore, o Options) (*Reader, error) {
	if err := supported(); err != nil {
		return nil, err
	}
	if len(o.Command) == 0 {
		return nil, errors.New("read: no command that starts a worker")
	}
	o = o.filled()
	namer, err := o.namer()
	if err != nil {
		return nil, err
	}
	r := &Reader{
		o: o, store: store, namer: namer, made: o.made(namer), cache: o.CacheDir,
		large: make(chan struct{}, 1), slots: make(chan struct{}, o.Workers), drawing: make(turns, drawAtOnce), live: map[*process]bool{},
	}
	if o.Ledger != nil && o.Marks != "" {
		m, err := openMarks(o.Marks, o.Timeout/2)
		if err != nil {
			return nil, spar.Errorf(spar.Unavailable, "what is being read cannot be noted in the data directory: %w", err)
		}
		r.marks = m
	}
	return r, nil
}

// recount counts, once, the readings that were under way when processes ended.
func (r *Reader) recount(ctx context.Context) (err error) {
	r.swept.Do(func() {
		if r.marks != nil {
			err = sweep(ctx, r.o.Marks, r.o.Ledger, r.o.Log)
		}
	})
	return err
}

// Close ends the worker processes. A Read that is under way fails.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.shut {
		r.marks.close()
		r.spools.close()
		r.nests.close()
	}
	r.shut, r.idle, r.painters = true, nil, nil
	for p := range r.live {
		p.kill()
	}
	if r.mailing.TryLock() { // else it goes with this process
		r.dropMail()
		r.mailing.Unlock()
	}
	return nil
}

// Guards tells what confines the workers on this machine, each for a person.
func (r *Reader) Guards(ctx context.Context) ([]string, error) {
	p, err := r.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer r.release(p)
	return p.guards, nil
}

// acquire gives a worker, an idle one if there is one, as soon as fewer than Workers are at work.
func (r *Reader) acquire(ctx context.Context) (*process, error) {
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p, err := r.worker(ctx)
	if err != nil {
		<-r.slots
	}
	return p, err
}

func (r *Reader) worker(ctx context.Context) (*process, error) {
	r.mu.Lock()
	n := len(r.idle)
	if n == 0 || r.shut {
		r.mu.Unlock()
		return r.start(ctx, setup{Memory: r.o.Memory, CacheDir: r.o.CacheDir, Text: r.o.Text})
	}
	p := r.idle[n-1]
	r.idle = r.idle[:n-1]
	r.mu.Unlock()
	return p, nil
}

var errShut = errors.New("read: the reader is closed")

// start starts a worker and registers it until its end.
func (r *Reader) start(ctx context.Context, s setup) (*process, error) {
	p, err := startProcess(ctx, r.o.Command, s)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shut {
		p.kill()
		return nil, errShut
	}
	r.live[p] = true
	go func() {
		<-p.exited
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.live, p)
		r.idle = slices.DeleteFunc(r.idle, func(q *process) bool { return q == p })
	}()
	return p, nil
}

// enough is how many files a worker reads before another takes its place: whatever leaks, leaks so far.
const enough = 5000

// release gives a worker back, to serve the next file or, if it is worn or was killed, to end.
func (r *Reader) release(p *process) {
	worn := p.worn || p.holds() > r.o.Memory/2 // the next file must have room
	r.mu.Lock()
	keep := !r.shut && !p.killed.Load() && !worn && p.served < enough
	if keep {
		r.idle = append(r.idle, p)
	}
	r.mu.Unlock()
	if !keep {
		p.kill()
	}
	<-r.slots
}

// Ready makes ready what reading a format needs before its first file, once in the life of a Reader: for PDF the compiled code of PDFium, which
// takes seconds of the processor on a machine that does not keep it yet. Reading does the same in the time of its first file.
func (r *Reader) Ready(ctx context.Context, format string) {
	if format == formatPDF {
		r.prepared(ctx)
	}
}

// prepared has PDFium compiled into the cache, once, by a process of its own that gets no file: workers may not write.
// It gives the folder of the cache, "" when that failed; then every worker compiles for itself.
func (r *Reader) prepared(ctx context.Context) string {
	r.prepare.Lock()
	defer r.prepare.Unlock()
	if r.cached || r.o.CacheDir == "" || !pdfium.Available() {
		return r.cache
	}
	p, err := r.start(ctx, setup{Memory: r.o.Memory, CacheDir: r.o.CacheDir, Prepare: true})
	if ctx.Err() != nil {
		return r.cache
	}
	r.cached = true
	if err != nil {
		r.o.Log.Warn("compiled code cannot be kept; PDF files will be slow to begin with", "cache", r.o.CacheDir, "err", err)
		r.cache = ""
		return r.cache
	}
	p.kill()
	return r.cache
}

// recipe names everything that shapes a segment of a format.
func (r *Reader) recipe(format string) string {
	return extract.Recipe(format) + " " + r.made + r.o.Patient.recipe(format)
}

// layoutRecipe is recipe for what a layout service read, "" where none reads the format.
func (r *Reader) layoutRecipe(format string) string {
	if !r.o.Layout.takes(format) {
		return ""
	}
	return r.recipe(format) + r.o.Layout.recipe(format)
}

// made names what shapes the segments of all formats.
func (o Options) made(n entity.Namer) string {
	return o.Chunk.Recipe() + language + versions.Recipe + entity.Recipe(o.Entities, n)
}

// namer opens the model that finds names, nil for none.
func (o Options) namer() (entity.Namer, error) {
	if o.Namer == nil || o.Entities == nil {
		return nil, nil
	}
	return o.Namer()
}

// Current tells whether the text of a file equals a new reading: whether its segment has the name that it would get today. Text from
// another program has names of its own, and is not tested.
func (o Options) Current() (func(spar.File) bool, error) {
	n, err := o.namer()
	if err != nil {
		return nil, err
	}
	type named struct{ format, recipe string }
	made, names := o.made(n), map[string][]named{}
	return func(f spar.File) bool {
		list, met := names[f.Format]
		if !met {
			for _, format := range extract.Detected(f.Format) {
				list = append(list, named{format, extract.Recipe(format) + " " + made + o.Patient.recipe(format) + o.Layout.recipe(format)})
			}
			names[f.Format] = list
		}
		for _, n := range list {
			if f.Segment == spar.NewSegmentID(f.Hash, n.format, n.recipe) {
				return true
			}
		}
		return false
	}, nil
}

// ext is the part of a path that a worker is told: the extension, if it is a plain one.
func ext(path string) string {
	e := strings.ToLower(filepath.Ext(path))
	if len(e) < 2 || len(e) > 12 || strings.ContainsFunc(e[1:], func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
		return ""
	}
	return e
}
