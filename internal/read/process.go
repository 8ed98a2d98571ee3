package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/spar"
)

// A process is a worker, as the parent sees it. It reads one file at a time.
type process struct {
	cmd    *exec.Cmd
	conn   *net.UnixConn
	in     *frames
	clock  *patience
	said   *opening
	guards []string
	served int
	worn   bool // it read something large

	killed atomic.Bool
	exited chan struct{} // closed when the process has ended
}

const (
	startTime   = 30 * time.Second
	prepareTime = 5 * time.Minute
	endTime     = time.Second // for a process that closed its connection, to say why
)

// waits is how many times its limit a file, or the start of a worker, may take by the wall.
const waits = 3

// maxStack is what a recursion may take; the readers bound theirs far below it.
const maxStack = 64 << 20

// startProcess starts a worker and waits until it is ready.
func startProcess(ctx context.Context, command []string, s setup) (*process, error) {
	p, err := launch(command)
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "a process that reads files cannot be started: %w; the program must be allowed to start itself", err)
	}
	stop := context.AfterFunc(ctx, p.kill)
	defer stop()
	limit := startTime
	if s.Prepare {
		limit = prepareTime
	}
	p.bound(limit)
	var r ready
	if err = writeJSON(p.conn, frameSetup, s); err == nil {
		err = p.in.json(frameReady, &r)
	}
	if err != nil {
		p.await(endTime)
		p.kill()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, spar.Errorf(spar.Unavailable, "a process that reads files ended before it read any: %w: %s", err, line(p.said.String(), 300))
	}
	p.guards = r.Guards
	return p, nil
}

// bound gives the worker so much processor time for what it is asked next, and up to waits times as much by the wall.
func (p *process) bound(limit time.Duration) {
	before := p.time()
	p.clock.left, p.clock.more = limit, (waits-1)*limit
	p.clock.lacks = func() time.Duration { return limit - (p.time() - before) }
}

// kill ends the process, and whatever it started, at once. It may be called at any time.
func (p *process) kill() {
	p.killed.Store(true)
	select {
	case <-p.exited:
	default:
		killGroup(p.cmd.Process)
	}
	p.conn.Close()
}

func (p *process) await(d time.Duration) {
	select {
	case <-p.exited:
	case <-time.After(d):
	}
}

// A breach is the end of a worker that a file is blamed for.
type breach struct {
	reason string
	again  bool       // another worker may fare better
	before bool       // it may be the memory that the worker held for files before, so that this one is not charged
	state  spar.State // of a file that cost no worker its life; "" for all others
}

func (b *breach) Error() string { return b.reason }

// An outcome is what reading found out about a content, apart from its text.
type outcome struct {
	Format     string          `json:"format"`
	State      spar.State      `json:"state"`
	Reason     string          `json:"reason,omitempty"`
	Properties []spar.Property `json:"properties,omitempty"`
	Members    []memberJSON    `json:"members,omitempty"`
	Entities   *entity.Hints   `json:"entities,omitempty"` // how to find again what single passages name

	read int64 // bytes, where only properties were wanted
}

// A demand is one file to be extracted and the bounds of that.
type demand struct {
	request
	file   *os.File
	text   int64 // bytes
	memory int64
	cost   *Cost                             // takes its cost; may be nil
	spent  *spent                            // likewise, of the file on disk
	data   io.Writer                         // of a member that is to be unpacked
	next   func(at int64) (io.Writer, error) // where the bytes of each go, when all are
}

// extract has the worker read a file and hands on its blocks; text is the bytes of them so far. An error of emit ends
// it. Unless the error is nil the process is dead; it is a *breach when the file is to blame.
func (p *process) extract(ctx context.Context, d demand, emit func(b spar.Block, text int64) error) (outcome, error) {
	stop := context.AfterFunc(ctx, p.kill)
	defer stop()
	fresh := p.served == 0
	p.served++
	// The worker ends by itself when the time is over, with its result so far; this is for one that does not.
	p.bound(d.Time + d.Time/5 + 100*time.Millisecond)
	out, err := p.converse(d, emit)
	if err == nil {
		return out, nil
	}
	var emitted *emitError
	if errors.As(err, &emitted) {
		p.kill()
		return out, emitted.err
	}
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if p.killed.Load() {
		return out, errShut
	}
	b := p.diagnose(err, d, fresh)
	p.kill()
	return out, b
}

// emitError is an error of the consumer.
type emitError struct{ err error }

func (e *emitError) Error() string { return e.err.Error() }

var errText = errors.New("too much text")

func (p *process) converse(d demand, emit func(b spar.Block, text int64) error) (out outcome, err error) {
	if err := p.send(d.file, d.request); err != nil {
		return out, err
	}
	var text int64
	out, err = hear(p.in, d, func(b spar.Block, n int64) error {
		text = n
		return emit(b, n)
	})
	p.worn = p.worn || text > largeText
	return out, err
}

// hear takes a worker's answer to d, up to its result, and hands on its blocks as extract does.
func hear(in *frames, d demand, emit func(b spar.Block, text int64) error) (out outcome, err error) {
	var text int64
	blocks, tables := 0, false
	var room rowRoom
	for {
		kind, payload, err := in.next()
		if err != nil {
			return out, err
		}
		switch kind {
		case frameBlock:
			b, n, err := decodeBlock(payload)
			if err != nil {
				return out, err
			}
			tables = tables || b.Table != nil
			text += n
			blocks++
			if b.Table != nil {
				blocks += len(b.Table.Rows)
			}
			// Headers that continued tables repeat, and units of counting, may lie a little above the worker's own count.
			if !d.Rows && (text > d.text+d.text/8+1<<20 || blocks > 2*maxBlocks) {
				return out, errText
			}
			if emit == nil {
				return out, forged("text that nobody asked for")
			}
			within(&b, d.Size)
			if err := emit(b, text); err != nil {
				return out, &emitError{err}
			}
		case frameRows:
			if !d.Rows || d.Columns == nil || !tables {
				return out, forged("rows that nobody asked for")
			}
			b, n, err := room.decode(payload)
			if err != nil {
				return out, err
			}
			text += n
			if err := emit(b, text); err != nil {
				return out, &emitError{err}
			}
		case frameProperty:
			property, err := decodeProperty(payload)
			if err != nil {
				return out, err
			}
			if len(out.Properties) == maxProperties {
				return out, forged("more than %d properties", maxProperties)
			}
			out.Properties = append(out.Properties, property)
		case frameMember:
			member, err := decodeMember(payload)
			if err != nil {
				return out, err
			}
			if len(out.Members) == maxMembers {
				return out, forged("more than %d members", maxMembers)
			}
			out.Members = append(out.Members, member)
		case frameNext:
			var at int64
			if d.next == nil {
				return out, forged("a member that nobody asked for")
			}
			if err := unmarshal(payload, &at); err != nil {
				return out, err
			}
			if d.data, err = d.next(at); err != nil {
				return out, &emitError{err}
			}
		case frameData:
			if d.data == nil {
				return out, forged("bytes that nobody asked for")
			}
			if _, err := d.data.Write(payload); err != nil {
				return out, &emitError{err}
			}
		case frameResult:
			var r result
			if err := unmarshal(payload, &r); err != nil {
				return out, err
			}
			if err := r.check(); err != nil {
				return out, err
			}
			if in.r.Buffered() > 0 {
				return out, forged("something after the result")
			}
			out.Format, out.State, out.Reason, out.read = r.Format, r.State, r.Reason, r.Read
			return out, nil
		default:
			return out, forged("a frame of kind %q", kind)
		}
	}
}

// within takes the places off a block that do not lie in the file.
func within(b *spar.Block, size int64) {
	if b.Locator.Bytes.End > size {
		b.Locator.Bytes = spar.Span{}
	}
	if b.Table == nil {
		return
	}
	for i := range b.Table.Rows {
		if at := &b.Table.Rows[i].Locator; at.Bytes.End > size {
			at.Bytes = spar.Span{}
		}
	}
}

// diagnose says what a worker ended of, from the parent's error and the process's own end.
func (p *process) diagnose(err error, d demand, fresh bool) *breach {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &breach{reason: fmt.Sprintf("reading it took longer than the limit of %v (setting timeout), and its reader did not stop", d.Time), again: true}
	case errors.Is(err, errText):
		return &breach{reason: fmt.Sprintf("it holds more than the limit of %d MB of text, and its reader did not stop", d.text>>20)}
	case errors.Is(err, errForged):
		return &breach{reason: fmt.Sprintf("its reader fails on it: it gave a %s", line(err.Error(), 200)), again: true}
	}
	p.await(endTime)
	select {
	case <-p.exited:
	default:
		return &breach{reason: "its reader fails on it: it stopped answering", again: true}
	}
	end, said := p.cmd.ProcessState.String(), p.said.String()
	switch {
	case starved(said, p.peak(), d.memory):
		// A worker that read other files before may have held memory for them.
		return &breach{reason: fmt.Sprintf("reading it takes more memory than the limit of %d MB (setting memory)", d.memory>>20), again: !fresh, before: !fresh}
	case strings.Contains(said, "stack exceeds"):
		return &breach{reason: fmt.Sprintf("what it holds is nested too deeply: its reader needed more than the limit of %d MB of stack", maxStack>>20)}
	case strings.Contains(end, "killed"):
		return &breach{reason: fmt.Sprintf("its reader was killed (%s), as the operating system does when memory runs out", end), again: true}
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(said), "\n"); first != "" {
		end += ": " + first
	}
	return &breach{reason: fmt.Sprintf("its reader fails on it (%s)", line(end, 200)), again: true}
}

// starved says whether an ended process wanted more memory than its limit, from its output and its peak. The runtime faults where its own
// collector is refused memory (newSpanSPMC of Go 1.26), instead of saying so.
func starved(said string, peak, limit int64) bool {
	return strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory") ||
		strings.HasPrefix(said, "SIGSEGV: ") && peak >= limit/4*3
}

// patience reads from a worker for as long as the file at hand may take: as the worker's own clock, it counts processor time.
// Time that the parent spends elsewhere does not count.
type patience struct {
	conn  *net.UnixConn
	left  time.Duration        // by the wall
	more  time.Duration        // that it may still get, if the processor was waited for
	lacks func() time.Duration // processor time that the worker did not get yet
}

func (p *patience) Read(b []byte) (int, error) {
	for {
		if p.left <= 0 && !p.prolong() {
			return 0, os.ErrDeadlineExceeded
		}
		begin := time.Now()
		if err := p.conn.SetReadDeadline(begin.Add(p.left)); err != nil {
			return 0, err
		}
		n, err := p.conn.Read(b)
		p.left -= time.Since(begin)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
}

// prolong gives a worker more time that had to wait.
func (p *patience) prolong() bool {
	if p.more <= 0 {
		return false
	}
	lack := p.lacks()
	if lack <= 0 {
		return false
	}
	p.left = min(p.more, max(lack, 10*time.Millisecond))
	p.more -= p.left
	return true
}

// opening keeps the beginning of a process's standard error; for a fault that is the part that tells.
type opening struct {
	mu sync.Mutex
	b  []byte
}

func (o *opening) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.b = append(o.b, p[:min(len(p), 4<<10-len(o.b))]...)
	return len(p), nil
}

func (o *opening) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.b)
}
