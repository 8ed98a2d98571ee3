package read

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// The bounds of drawing pages. Somebody waits to see the page, so that separate workers draw, beside the ones that read.
const (
	drawTime     = 10 * time.Second // for a page; the worker is killed a little later
	drawAtOnce   = 2                // pages, each by a worker that is kept, with PDFium ready
	mostDots     = 300              // to the inch
	maxDrawFrame = 1 << 20          // bytes that a worker may send beyond its bound before it is stopped
)

// ErrChanged says that a file is not what the catalog knows.
var ErrChanged = errors.New("the file has changed")

// Draw has a worker draw a page of a PDF, from 1, in colour with dots to the inch, at most 300; 0 dots give its words alone. An
// error says why there is no picture; ErrChanged that the file has to be looked at anew.
func (r *Reader) Draw(ctx context.Context, j Job, page int, dots float64) (*extract.Drawing, error) {
	c, err := r.open(ctx, j)
	if err != nil {
		return nil, undrawn(err)
	}
	defer c.file.Close()
	if c.now != (spar.FileVersion{}) {
		return nil, ErrChanged
	}
	if err := r.drawing.take(ctx); err != nil {
		return nil, err
	}
	defer r.drawing.give()
	p, err := r.painter(ctx)
	if err != nil {
		return nil, err
	}
	defer r.putPainter(p)
	var out bytes.Buffer
	d := demand{
		request: request{Ext: ext(j.File.Path), Size: c.stamp.size, Time: r.o.drawTime, Cache: r.prepared(ctx), Draw: page, Dots: min(max(dots, 0), mostDots)},
		file:    c.file, text: r.o.Text, memory: r.o.Memory, data: &atMost{w: &out, left: extract.MaxDrawing + maxDrawFrame},
	}
	said, err := p.extract(ctx, d, nil)
	switch {
	case err != nil:
		return nil, undrawn(err)
	case !c.steady():
		return nil, ErrChanged
	case said.State != spar.OK:
		return nil, undrawn(&refusal{said.State, said.Reason})
	}
	drawing, err := extract.ReadDrawing(out.Bytes())
	if err != nil {
		p.kill()
		return nil, undrawn(&breach{reason: line(err.Error(), maxReason)})
	}
	return drawing, nil
}

// undrawn says why there is no picture of a page, where that is about the file.
func undrawn(err error) error {
	var no *refusal
	var lost *breach
	var other *otherContainer
	switch {
	case errors.As(err, &other):
		return ErrChanged
	case errors.As(err, &no) && no.state == spar.Unread:
		return ErrChanged
	case errors.As(err, &no):
		return spar.Errorf(spar.NotFound, "there is no picture of the page (%s): %s", no.state, spar.Phrase(no.reason))
	case errors.As(err, &lost):
		return spar.Errorf(spar.NotFound, "there is no picture of the page: %s", spar.Phrase(lost.reason))
	}
	return err
}

// turns let so many in at a time.
type turns chan struct{}

func (t turns) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turns) give() { <-t }

// painter gives a worker that draws, one that drew before if there is one.
func (r *Reader) painter(ctx context.Context) (*process, error) {
	r.mu.Lock()
	for n := len(r.painters); n > 0 && !r.shut; n-- {
		p := r.painters[n-1]
		r.painters = r.painters[:n-1]
		if !p.killed.Load() && !p.ended() {
			r.mu.Unlock()
			return p, nil
		}
	}
	r.mu.Unlock()
	return r.start(ctx, setup{Memory: r.o.Memory, CacheDir: r.o.CacheDir, Text: r.o.Text})
}

// putPainter keeps a worker for the next page.
func (r *Reader) putPainter(p *process) {
	r.mu.Lock()
	keep := !r.shut && !p.killed.Load() && p.served < enough
	if keep {
		r.painters = append(r.painters, p)
	}
	r.mu.Unlock()
	if !keep {
		p.kill()
	}
}

// ended reports whether the process is no more.
func (p *process) ended() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}
