package extract

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/layout"
	"github.com/sparsearch/spar/internal/spar"
)

// The bounds of reading one PDF.
const (
	maxPDFPages   = 5000
	maxPDFNotes   = 10_000
	maxPDFCrashes = 3 // pages on which PDFium may fail before the rest is given up

	// A page with fewer characters than this and a picture is a scan.
	scanChars = 16
)

// pdfEngine keeps PDFium compiled between the files of one process. The process reads one file at a time.
type pdfEngine struct {
	mu       sync.Mutex
	runtime  *pdfium.Runtime
	headlong bool
}

var thePDFEngine pdfEngine

// use runs f with PDFium, which is made ready at the first call that wants it in the same way; the cache folder of that call counts.
func (e *pdfEngine) use(ctx context.Context, in *Input, f func(*pdfium.Runtime) error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.runtime != nil && e.headlong != in.Headlong {
		e.runtime.Close(ctx) // nothing is open in it
		e.runtime = nil
	}
	if e.runtime == nil {
		o := pdfium.Options{CacheDir: in.CacheDir, Headlong: in.Headlong}
		rt, err := pdfium.New(ctx, o)
		if err != nil && o.CacheDir != "" {
			o.CacheDir = "" // slower, but a folder that cannot be written stops nobody
			rt, err = pdfium.New(ctx, o)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return refuse(ErrUnsupported, "PDFium could not be started: %v", err)
		}
		e.runtime, e.headlong = rt, in.Headlong
	}
	return f(e.runtime)
}

// extractPDF reads a PDF. What is a heading is known only when all pages were seen, so properties come first and the
// blocks after the last page. A page that cannot be read, or is a picture, makes the file Partial.
func extractPDF(ctx context.Context, in *Input, out *sink) error {
	if !pdfium.Available() {
		return refuse(ErrUnsupported, "this binary was built without PDFium: build it with make")
	}
	bounded, stop := ahead(ctx)
	defer stop()
	return thePDFEngine.use(ctx, in, func(rt *pdfium.Runtime) error {
		r := pdfReader{runtime: rt, in: in, out: out, layout: layout.Builder{Known: in.Known}}
		defer r.close()
		err := r.read(bounded)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if context.Cause(bounded) == context.DeadlineExceeded && err != nil {
			err = refuse(ErrTooBig, "reading it took longer than the time limit; page %d and what follows were left out", r.next+1)
		}
		if r.scans > 0 && !r.text {
			if err != nil {
				return err
			}
			return refuse(ErrNeedsOCR, "its pages are pictures without text (%s)", plural(r.scans, "page"))
		}
		for b := range r.layout.Blocks() {
			if err := emitPDFBlock(out, b); err != nil {
				return err
			}
		}
		for _, n := range r.notes {
			if err := out.block(n); err != nil {
				return err
			}
		}
		return errors.Join(err, r.gaps())
	})
}

// ahead returns a context that ends when a tenth of ctx's time is left. This rest is for emitting the text read so far. ctx may put its
// deadline off meanwhile.
func ahead(ctx context.Context) (_ context.Context, stop func()) {
	bounded, cancel := context.WithCancelCause(ctx)
	left := func() time.Duration {
		deadline, _ := ctx.Deadline()
		return time.Until(deadline)
	}
	if _, ok := ctx.Deadline(); !ok {
		return bounded, func() { cancel(nil) }
	}
	rest := left() / 10
	go func() {
		for bounded.Err() == nil {
			wait := left() - rest
			if wait <= 0 {
				cancel(context.DeadlineExceeded)
				return
			}
			select {
			case <-time.After(wait):
			case <-bounded.Done():
			}
		}
	}()
	return bounded, func() { cancel(nil) }
}

// A pdfReader goes through the pages of one document.
type pdfReader struct {
	runtime *pdfium.Runtime
	in      *Input
	out     *sink
	doc     *pdfium.Doc
	layout  layout.Builder
	notes   []spar.Block // remarks on pages

	next    int   // index of the page that is read next
	text    bool  // some page has text
	scans   int   // pages that are pictures
	partial []int // numbers of pages that are pictures among others with text
	broken  []int // numbers of pages that could not be read
	unknown []int // numbers of pages with letters that no font explains
	crashes int
	cut     string // why the rest was left out
}

func (r *pdfReader) close() {
	if r.doc != nil {
		r.doc.Close()
	}
}

// open opens the document, or explains why it cannot be.
func (r *pdfReader) open(ctx context.Context) error {
	r.close()
	doc, err := r.runtime.Open(ctx, r.in.R, r.in.Size)
	r.doc = doc
	switch {
	case errors.Is(err, pdfium.ErrPassword):
		return refuse(ErrEncrypted, "a password is needed to open it")
	case errors.Is(err, pdfium.ErrSecurity):
		return refuse(ErrEncrypted, "%v", err)
	case errors.Is(err, pdfium.ErrMemory):
		return refuse(ErrTooBig, "%v", err)
	case errors.Is(err, pdfium.ErrFormat), errors.Is(err, pdfium.ErrCrash):
		return refuse(ErrCorrupt, "%v", err)
	}
	return err
}

func (r *pdfReader) read(ctx context.Context) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	pages := r.doc.Pages()
	if pages == 0 {
		return refuse(ErrCorrupt, "no page can be found in it")
	}
	if err := r.properties(ctx, pages); err != nil {
		return err
	}
	if err := r.out.told(); err != nil {
		return err
	}
	// A document whose outline cannot be read is read without it.
	if outline, err := r.doc.Outline(ctx); err == nil {
		r.layout.Outline(outline)
	} else if err := r.open(ctx); err != nil {
		return err
	}
	if err := r.attachments(ctx); err != nil {
		return err
	}
	if pages > maxPDFPages {
		r.cut = fmt.Sprintf("it has %d pages; those after page %d were left out", pages, maxPDFPages)
		pages = maxPDFPages
	}
	for ; r.next < pages; r.next++ {
		if int64(r.layout.Text()) > r.in.Limits.Text {
			return nil // the sink will say so
		}
		page, err := r.doc.Page(ctx, r.next)
		switch {
		case err == nil:
			r.add(page)
			err := r.attached(ctx, page.Attached)
			if err != nil {
				return err
			}
		case errors.Is(err, pdfium.ErrFormat):
			r.broken = append(r.broken, r.next+1)
		case errors.Is(err, pdfium.ErrCrash), errors.Is(err, pdfium.ErrMemory):
			r.broken = append(r.broken, r.next+1)
			if r.crashes++; r.crashes > maxPDFCrashes {
				r.cut = fmt.Sprintf("PDFium failed on %d of its pages; those after page %d were left out", r.crashes, r.next+1)
				return nil
			}
			if err := r.open(ctx); err != nil {
				return err
			}
		default:
			return err
		}
	}
	return nil
}

func (r *pdfReader) add(p *pdfium.Page) {
	chars := characters(p)
	switch {
	case isScan(p):
		r.scans++
		if p.Covered > 0.25 || unreadable(p) {
			r.partial = append(r.partial, r.next+1)
		}
	case chars > 0:
		r.text = true
		if p.Unknown > 1 {
			r.unknown = append(r.unknown, r.next+1)
		}
	}
	if unreadable(p) {
		p.Chars, p.Runs = nil, nil // signs that nobody would search for
	}
	if len(p.Fields)+len(p.Widgets)+len(p.Notes) > 0 {
		r.text = true
	}
	for _, n := range p.Notes {
		if len(r.notes) == maxPDFNotes {
			break
		}
		text := n.Text
		if n.By != "" {
			text = labelled(n.By+":", text)
		}
		r.notes = append(r.notes, spar.Block{Kind: spar.Comment, Text: text, Locator: spar.Locator{Page: r.next + 1}})
	}
	if p.Cut {
		r.broken = append(r.broken, r.next+1)
	}
	r.layout.Add(r.next+1, p)
}

// gaps returns the error that names the gaps in the text, or nil if there are none.
func (r *pdfReader) gaps() error {
	var reasons []string
	if r.cut != "" {
		reasons = append(reasons, r.cut)
	}
	if len(r.broken) > 0 {
		reasons = append(reasons, fmt.Sprintf("could not be read: %s", pageList(r.broken)))
	}
	if len(r.unknown) > 0 {
		reasons = append(reasons, fmt.Sprintf("letters that its fonts do not explain: %s", pageList(r.unknown)))
	}
	if len(r.partial) > 0 {
		reasons = append(reasons, NeedOCR+": "+pageList(r.partial))
	}
	switch {
	case reasons == nil:
		return nil
	case len(r.broken) > 0 && !r.text:
		return refuse(ErrCorrupt, "%s", strings.Join(reasons, "; "))
	}
	return refuse(ErrPartial, "%s", strings.Join(reasons, "; "))
}

func pageList(pages []int) string {
	const most = 10
	var b strings.Builder
	for i, p := range pages[:min(len(pages), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(p))
	}
	switch {
	case len(pages) == 1:
		return fmt.Sprintf("page %s", &b)
	case len(pages) > most:
		return fmt.Sprintf("pages %s and %d more", &b, len(pages)-most)
	}
	return fmt.Sprintf("pages %s", &b)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// properties emits the properties of the document.
func (r *pdfReader) properties(ctx context.Context, pages int) error {
	for _, p := range []struct{ key, from string }{
		{"title", "Title"}, {"author", "Author"}, {"subject", "Subject"}, {"keywords", "Keywords"},
		{"created", "CreationDate"}, {"modified", "ModDate"},
	} {
		value, err := r.doc.Meta(ctx, p.from)
		if err != nil {
			return refuse(ErrCorrupt, "%v", err)
		}
		if strings.HasSuffix(p.from, "Date") {
			err = r.out.dateProperty(p.key, pdfDate(value))
		} else {
			err = r.out.textProperty(p.key, value)
		}
		if err != nil {
			return err
		}
	}
	return r.out.property("pages", spar.Value{Kind: spar.Number, Number: float64(pages)})
}

var pdfDatePattern = regexp.MustCompile(`^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-Zz])(\d\d)?'?(\d\d)?)?`)

// pdfDate reads a date of PDF 32000-1, 7.9.4, the zero time when it is none. Without a zone UTC is taken.
func pdfDate(s string) time.Time {
	m := pdfDatePattern.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return time.Time{}
	}
	num := func(i, unset int) int {
		if n, err := strconv.Atoi(m[i]); err == nil {
			return n
		}
		return unset
	}
	year, month, day := num(1, 0), num(2, 1), num(3, 1)
	t := time.Date(year, time.Month(month), day, num(4, 0), num(5, 0), num(6, 0), 0, time.UTC)
	if year < 1980 || int(t.Month()) != month || t.Day() != day {
		return time.Time{} // before PDF, or no day of the calendar
	}
	offset := time.Duration(num(8, 0))*time.Hour + time.Duration(num(9, 0))*time.Minute
	switch m[7] {
	case "+":
		t = t.Add(-offset)
	case "-":
		t = t.Add(offset)
	}
	return t
}

func emitPDFBlock(out *sink, b layout.Block) error {
	at := spar.Locator{Page: b.Page}
	switch b.Kind {
	case spar.Heading:
		return out.heading(b.Level, b.Text, at)
	case spar.ListItem:
		return out.item(b.Text, at)
	case spar.CodeBlock:
		return out.code(b.Text, at)
	case spar.TableKind:
		rows := slices.Concat(b.Head, b.Rows)
		h := pdfHead(rows, len(b.Head))
		t := out.table(strings.Join(h.titles, "\n"), nil, at)
		t.setHeader(h.levels, len(rows[0].Cells))
		b.Rows = rows[h.rows:]
		for _, row := range b.Rows {
			if err := t.row(row.Cells, spar.Locator{Page: row.Page, Row: row.Number}); err != nil {
				return err
			}
		}
		return t.close()
	}
	return out.paragraph(b.Text, at)
}

// pdfHead reads the header of a table. The first known rows are set apart as header rows.
func pdfHead(rows []layout.Row, known int) head {
	cells := make([][]string, min(len(rows), gridLookahead))
	for i := range cells {
		cells[i] = rows[i].Cells
	}
	switch {
	case known > 0:
	case isGrouped(cells):
		known = 2
		cells[0] = spreadGroups(cells[0], cells[1])
	case looksLikeHeader(cells):
		known = 1
	}
	if known > len(cells) {
		return head{rows: known, levels: nil}
	}
	h := readHead(cells, known)
	if h.rows < known {
		h = head{rows: known, levels: cells[:known]}
	}
	return h
}
