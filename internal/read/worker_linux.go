package read

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
)

// An extractor is extract.Extract.
type extractor func(ctx context.Context, in extract.Input, emit func(extract.Item) error) extract.Result

// A task is one file that a worker was handed.
type task struct {
	request
	file *os.File
}

// serve is the life of a worker: it is set up, confines itself, and reads files until conn ends.
func serve(ctx context.Context, conn workerConn, read extractor) error {
	in := &frames{r: bufio.NewReader(conn)}
	var s setup
	if err := in.json(frameSetup, &s); err != nil {
		return err
	}
	// A second thread lets the end of the parent be noticed while code that cannot be interrupted runs.
	runtime.GOMAXPROCS(2)
	debug.SetMemoryLimit(s.Memory * 3 / 4)
	debug.SetGCPercent(400) // a small heap is collected seldom, a large one by the limit above
	debug.SetMaxStack(maxStack)
	if s.Prepare {
		return prepare(ctx, conn, s)
	}
	guards, err := confine(s)
	if err != nil {
		return fmt.Errorf("confine the worker: %w", err)
	}
	if err := writeJSON(conn, frameReady, ready{Guards: guards}); err != nil {
		return err
	}

	tasks := make(chan task)
	go func() {
		for {
			t, err := conn.receive()
			if err != nil {
				// The parent has ended, or ended this worker: nobody waits for the file at hand.
				os.Exit(0)
			}
			tasks <- t
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case t := <-tasks:
			if err := answer(ctx, conn, t, s, read); err != nil {
				return err
			}
		}
	}
}

// prepare fills the cache of compiled code, which confined workers cannot.
func prepare(ctx context.Context, conn io.Writer, s setup) error {
	rt, err := pdfium.New(ctx, pdfium.Options{CacheDir: s.CacheDir, Headlong: true})
	if err == nil {
		err = rt.Close(ctx)
	}
	if err != nil && !errors.Is(err, pdfium.ErrUnavailable) {
		return err
	}
	return writeJSON(conn, frameReady, ready{})
}

// answer reads one file and sends what it finds as it finds it.
func answer(ctx context.Context, conn io.Writer, t task, s setup, read extractor) error {
	defer t.file.Close()
	clock := newClock(ctx, t.Time)
	defer clock.stop()
	out := bufio.NewWriterSize(pausing{conn, clock}, 64<<10)
	in := extract.Input{
		Name: "file" + t.Ext, R: t.file, Size: t.Size, CacheDir: t.Cache, Headlong: !t.Watch, Patient: t.Patient, Columns: t.Columns, Head: t.Head, Only: t.Only,
		Known:  embed.IsWord,
		Limits: extract.Limits{Text: s.Text, Blocks: maxBlocks},
	}
	if t.Rows {
		in.Limits.Text, in.Limits.Blocks, in.Limits.Part, in.Limits.Inflated = maxStreamed, math.MaxInt32, maxPart, maxPart
	}
	if t.Properties {
		res, n := extract.Properties(clock, in, func(p spar.Property) error { return writeProperty(out, &p) })
		if err := writeJSON(out, frameResult, result{res.Format, res.State, res.Reason, n}); err != nil {
			return err
		}
		return out.Flush()
	}
	if t.Draw > 0 {
		res := extract.Draw(clock, in, t.Draw, t.Dots, framing{out})
		if err := writeJSON(out, frameResult, result{Format: res.Format, State: res.State, Reason: res.Reason}); err != nil {
			return err
		}
		return out.Flush()
	}
	if t.Unpack && t.All {
		res := extract.UnpackAll(clock, in, func(at int64) (io.Writer, error) { return framing{out}, writeJSON(out, frameNext, at) })
		if err := writeJSON(out, frameResult, result{Format: res.Format, State: res.State, Reason: res.Reason}); err != nil {
			return err
		}
		return out.Flush()
	}
	if t.Unpack {
		res := extract.Unpack(clock, in, spar.Member{At: t.At}, framing{out})
		if err := writeJSON(out, frameResult, result{Format: res.Format, State: res.State, Reason: res.Reason}); err != nil {
			return err
		}
		return out.Flush()
	}
	var buf []byte
	if t.Layout {
		read = extract.Layout
	}
	res := read(clock, in, func(it extract.Item) error {
		if it.Block != nil {
			kind := byte(frameBlock)
			if table := it.Block.Table; t.Rows && t.Columns != nil && table != nil && table.Continued {
				kind, buf = frameRows, appendRows(buf[:0], it.Block)
			} else {
				buf = appendBlock(buf[:0], it.Block)
			}
			if err := writeFrame(out, kind, buf); err != nil {
				return err
			}
		}
		if it.Member != nil {
			return writeJSON(out, frameMember, encodeMember(*it.Member))
		}
		if it.Property != nil {
			return writeProperty(out, it.Property)
		}
		return nil
	})
	if err := writeJSON(out, frameResult, result{Format: res.Format, State: res.State, Reason: res.Reason}); err != nil {
		return err
	}
	return out.Flush()
}

// writeProperty writes a property.
func writeProperty(w io.Writer, p *spar.Property) error {
	payload, err := json.Marshal(p)
	if err != nil {
		return nil // a number that JSON does not have, such as infinity, is no property
	}
	return writeFrame(w, frameProperty, payload)
}

// framing writes bytes as frames of data.
type framing struct{ w io.Writer }

func (f framing) Write(b []byte) (int, error) {
	const most = 1 << 20
	for part := range slices.Chunk(b, most) {
		if err := writeFrame(f.w, frameData, part); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// pausing stops a clock while it writes: the time that the parent takes is not the file's.
type pausing struct {
	w     io.Writer
	clock *clock
}

func (p pausing) Write(b []byte) (int, error) {
	begin := time.Now()
	n, err := p.w.Write(b)
	if took := time.Since(begin); took > time.Millisecond {
		p.clock.extend(took)
	}
	return n, err
}
