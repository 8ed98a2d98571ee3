package read

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// A content is an open file whose bytes are known by their hash.
type content struct {
	file   *os.File
	stamp  stamp
	format string // by its beginning; "" when that says nothing
	hash   spar.Hash
	trial  trial  // of reading it
	spent  *spent // of the file on disk, where that is counted
	access spar.Access

	now spar.FileVersion // where it is not the one that the catalog knows; else zero
}

// A stamp is the system's data of an open file. It changes when the file does.
type stamp struct {
	size             int64
	modTime, changed time.Time // changed is zero where the system does not say
	dev, ino         uint64
}

// headSize is how much of a file tells its format.
const headSize = 64 << 10

// The reasons of files that were not read, beside those of package share.
const (
	reasonChanging = "somebody goes on writing to it: ask again when that has ended"
	reasonEmpty    = "the file is empty"
	reasonUnknown  = "its content is of no known format"
)

// refusal is why a file was not read, as an error.
type refusal struct {
	state  spar.State
	reason string
}

func (r *refusal) Error() string { return r.reason }

// errRoot is in the chain of errors that say: the root of the share cannot be reached. Nothing is known of its files.
var errRoot = errors.New("the share cannot be reached")

// open opens a file below a root. An error that is a *refusal is about the file.
func open(root, path string, o share.OpenOptions) (*content, error) {
	f, way, err := share.OpenWay(root, path, o)
	if err != nil {
		return nil, refused(err)
	}
	c := &content{file: f}
	// The file is described after its stamp was taken: as long as the stamp holds, so do the rights.
	if c.stamp, err = stampOf(f); err == nil {
		way.File, err = share.Described(f, o.Lists)
		way.File.Path = path
	}
	if err != nil {
		f.Close()
		return nil, refused(err)
	}
	c.access = way.Access(0)
	return c, nil
}

// version is the version to record of a file that was opened for a job.
func (s stamp) version(j Job) spar.FileVersion {
	v := spar.FileVersion{File: j.File.ID, Size: s.size, ModTime: s.modTime, Changed: s.changed, Dev: s.dev, Ino: s.ino}
	if j.Device != nil {
		v.Dev = j.Device(s.dev, j.File.Path)
	}
	if v.Dev == 0 {
		v.Dev = j.File.Dev
	}
	return v
}

// open opens the content of a job: the file itself, as it is now, or what its container unpacks to.
func (r *Reader) open(ctx context.Context, j Job) (*content, error) {
	if j.Container != nil {
		return r.unpack(ctx, j)
	}
	c, err := open(j.Root, j.File.Path, share.OpenOptions{Sleep: j.Sleep, Lists: j.Lists})
	var no *refusal
	if errors.As(err, &no) && no.state == spar.Vanished && j.Unmounted != nil && j.Unmounted() {
		return nil, fmt.Errorf("%w: nothing is mounted there any more", errRoot)
	}
	if err != nil {
		return nil, err
	}
	now := c.stamp.version(j)
	c.access.Version = now
	if !now.Same(j.File.Version()) {
		c.now = now
	}
	return c, nil
}

// otherContainer says that the container of a member has changed since the catalog saw it: it has to be read before its members are.
type otherContainer struct{ job Job }

func (o *otherContainer) Error() string { return "what it lies in changed" }

// openContainer is open for containers: it fails if the container is not as the catalog knows it.
func (r *Reader) openContainer(ctx context.Context, j Job) (*content, error) {
	if j.Container != nil {
		return r.nested(ctx, j)
	}
	c, err := r.open(ctx, j)
	if err == nil && c.now != (spar.FileVersion{}) {
		c.file.Close()
		return nil, &otherContainer{j}
	}
	return c, err
}

// head reads the beginning of the file into buf, headSize of it, and finds its format out.
func (c *content) head(path string, buf []byte) (n int, err error) {
	n, err = c.file.ReadAt(buf[:min(headSize, c.stamp.size)], 0)
	if n < int(min(headSize, c.stamp.size)) {
		return n, c.fault(err)
	}
	c.format = detect(buf[:n], path)
	return n, nil
}

// look opens a file and hashes it. An error that is a *refusal is
// about the file.
func (r *Reader) look(ctx context.Context, j Job, buf []byte) (_ *content, err error) {
	c, err := r.open(ctx, j)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.file.Close()
		}
	}()
	n, err := c.head(j.File.Path, buf)
	if err != nil {
		return nil, err
	}
	if c.format == "" && c.stamp.size > 0 {
		return c, nil // there is no use for its hash, and it may be a film
	}
	h := sha256.New()
	h.Write(buf[:n])
	for off := int64(n); off < c.stamp.size; off += int64(n) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err = c.file.ReadAt(buf[:min(int64(len(buf)), c.stamp.size-off)], off)
		if n == 0 {
			return nil, c.fault(err)
		}
		h.Write(buf[:n])
	}
	h.Sum(c.hash[:0])
	if !c.steady() {
		return nil, &refusal{spar.Unread, reasonChanging}
	}
	return c, nil
}

// fault says what a failed reading of a file means.
func (c *content) fault(err error) error {
	if err == io.EOF || !c.steady() {
		return &refusal{spar.Unread, reasonChanging}
	}
	return refused(err)
}

// steady reports whether the file has not changed since it was opened.
func (c *content) steady() bool {
	now, err := stampOf(c.file)
	return err == nil && now == c.stamp
}

// refused separates errors about a file from errors about the share or the machine.
func refused(err error) error {
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		return fmt.Errorf("%w: %w", errRoot, err)
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), errors.Is(err, syscall.ENOMEM):
		return spar.Errorf(spar.Unavailable, "the machine has no room for more open files: %w; end other programs, then repeat the command", err)
	}
	state, reason := share.Refusal(err)
	return &refusal{state, reason}
}

// detect names the format of a file. Its input is hostile, and it runs in this process.
func detect(head []byte, path string) (format string) {
	defer func() {
		if recover() != nil {
			format = ""
		}
	}()
	return extract.Detect(head, "file"+ext(path))
}

// largeText is the text from which on a file is read alone among large ones.
const largeText = 4 << 20

// Of a file of records larger than wholeRows only headOfRows becomes passages, in bytes. A passage of each of a million rows would take
// gigabytes, and minutes; plans read such a file row by row, and so does a question with words that stand in nothing else.
const (
	wholeRows  = 16 << 20
	headOfRows = 8 << 20
)

// attempt has a content read with the demand it is given. A worker that fails gets a successor; a content that two have
// failed on is in quarantine.
func (r *Reader) attempt(ctx context.Context, c *content, path string, read func(demand) (outcome, error)) (outcome, error) {
	d := demand{
		request: request{Ext: ext(path), Size: c.stamp.size, Time: r.o.timeout(c.format)},
		file:    c.file, text: r.o.Text, memory: r.o.Memory, spent: c.spent,
	}
	if c.format == formatPDF {
		d.Cache = r.prepared(ctx)
	}
	return r.trying(ctx, c.trial, c.format, path, func(again bool) (outcome, error) {
		d.Watch = again
		return read(d)
	})
}

// try has one worker read a file.
func (r *Reader) try(ctx context.Context, d demand, emit func(b spar.Block, text int64) error) (outcome, error) {
	p, err := r.acquire(ctx)
	if err != nil {
		return outcome{}, err
	}
	defer r.release(p)
	finished := false
	defer func() {
		if !finished { // emit panicked
			p.kill()
		}
	}()
	before := p.begin(d.cost)
	d.Patient = r.o.Patient.on()
	out, err := p.extract(ctx, d, emit)
	r.o.Patient.apply(&out)
	p.end(d.cost, before)
	if d.spent != nil {
		d.spent.time.Add(int64(p.used(before)))
	}
	finished = true
	return out, err
}

// text is what reading makes of a content.
type text struct {
	outcome
	passages []spar.Passage
	head     string // its begin, line by line
	bytes    int64
	large    bool // Reader.large is held
}

// release lets the next large file in.
func (t *text) release(r *Reader) {
	if t.large {
		t.large = false
		<-r.large
	}
}

// extract has a content read and cuts its text into passages.
func (r *Reader) extract(ctx context.Context, c *content, path string) (*text, error) {
	t := &text{}
	var err error
	t.outcome, err = r.attempt(ctx, c, path, func(d demand) (outcome, error) {
		t.release(r)
		t.passages, t.head, t.bytes = nil, "", 0
		if c.stamp.size > wholeRows {
			d.Head = headOfRows
		}
		return t.cut(ctx, r, d)
	})
	if err != nil || !t.State.Searchable() {
		t.passages = nil
		t.release(r)
	} else if len(t.passages) == 0 {
		t.State, t.Reason = spar.NoText, "no text was found in it"
	} else {
		err = r.describe(ctx, &t.outcome, t.passages, t.head)
	}
	return t, err
}

// describe adds to an outcome the facts in its passages: their languages, their entities, and the version and time in the beginning of the
// text. An error is the model's or ctx's.
func (r *Reader) describe(ctx context.Context, out *outcome, passages []spar.Passage, head string) error {
	out.Properties = append(out.Properties, slices.Concat(languages(passages, out.Properties), r.about(head, passages, out.Properties))...)
	if r.o.Entities == nil {
		return nil
	}
	found, hints, err := r.entities(ctx, passages)
	out.Properties, out.Entities = append(out.Properties, found...), hints
	return err
}

// about gives the version and time in the beginning of a text. A text that makes it fail gives none.
func (r *Reader) about(head string, passages []spar.Passage, declared []spar.Property) (list []spar.Property) {
	defer func() {
		if fault := recover(); fault != nil {
			r.o.Log.Error("looking for what a text says of its version failed", "fault", fault, "stack", string(debug.Stack()))
			list = nil
		}
	}()
	return about(head, passages, declared)
}

// entities gives what passages name. A text that brings this to a fault names nothing.
func (r *Reader) entities(ctx context.Context, passages []spar.Passage) (found []spar.Property, hints *entity.Hints, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r.o.Log.Error("looking for entities failed", "fault", fault, "stack", string(debug.Stack()))
			found, hints, err = nil, nil, nil
		}
	}()
	return entity.Properties(ctx, passages, r.o.Entities, r.namer)
}

// cut makes passages of the blocks as they come.
func (t *text) cut(ctx context.Context, r *Reader, d demand) (out outcome, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			// Blocks that bring this process to a fault are the file's.
			r.o.Log.Error("cutting a text failed", "fault", fault, "stack", string(debug.Stack()))
			err = &breach{reason: "its text cannot be cut into passages", state: spar.Corrupt}
		}
	}()
	t.passages = chunk.Split(func(yield func(spar.Block) bool) {
		out, err = r.try(ctx, d, func(b spar.Block, bytes int64) error {
			t.bytes = bytes
			if bytes > largeText && !t.large {
				select {
				case r.large <- struct{}{}:
					t.large = true
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			t.head = headWith(t.head, b)
			if !yield(b) {
				return errors.New("the chunker stopped")
			}
			return nil
		})
	}, r.o.Chunk)
	return out, err
}
