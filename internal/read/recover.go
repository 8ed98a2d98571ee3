package read

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// maxRecovered is how many pages of one file are recognised.
const maxRecovered = 500

// Recoverers names what may read a file that the built-in reader could not: programs that are installed here, and a server
// where one is named.
func (o Options) Recoverers(f spar.File) (by []string) {
	if o.Layout.takes(f.Format) {
		by = []string{layoutName}
	}
	tika := o.Tika.URL != "" && f.Format != "" && !isMailbox(f.Format)
	switch f.State {
	case spar.NeedsOCR:
		if o.usable(recogniser, f.Format) {
			return append(by, Recogniser)
		}
	case spar.Partial:
		if f.Format == "pdf" && strings.Contains(f.Reason, extract.NeedOCR) && o.usable(recogniser, f.Format) {
			return []string{Recogniser}
		}
		return nil
	case spar.Corrupt, spar.Unsupported, spar.TooBig, spar.Quarantined:
		for _, p := range rescuers {
			if o.usable(p, f.Format) {
				by = append(by, p.Name)
			}
		}
	default:
		return nil
	}
	if tika {
		by = append(by, tikaName)
	}
	return by
}

// rescued is what another program made of a file: text, or files of their own.
type rescued struct {
	blocks     []spar.Block
	properties []spar.Property
	members    []spar.Member
	faults     string // the missing parts, or the kind of the members
}

// recovery names how a text is made of what another program gave: whenever it changes, the same may give other passages.
const recovery = "recover/2"

// recovered names the segment of a content that was read by something else.
func (r *Reader) recovered(c *content, format, by string) spar.SegmentID {
	return spar.NewSegmentID(c.hash, format, r.recipe(format)+" "+recovery+" "+by)
}

func readBy(version string) spar.Property {
	return spar.Property{Key: "read-by", Value: spar.Value{Kind: spar.Text, Text: version}}
}

// Recover has other programs read a file that the built-in reader could not, or not wholly. A content that was recovered
// before is not recovered again. Of a file that they cannot read either, the finding has its old state, with a reason that
// says so; it is not tried again until it changes.
func (r *Reader) Recover(ctx context.Context, j Job) (spar.Finding, error) {
	f := j.File
	keep := spar.Finding{Version: f.Version(), Path: f.Path, Format: f.Format, State: f.State, Reason: f.Reason, Segment: f.Segment}
	buf := make([]byte, 256<<10)
	c, err := r.look(ctx, j, buf)
	var no *refusal
	var other *otherContainer
	switch {
	case errors.As(err, &other):
		no = &refusal{state: spar.Unread}
	case err == nil && c.now != (spar.FileVersion{}):
		c.file.Close()
		keep.Now, no = c.now, &refusal{state: spar.Unread} // the next question reads its new version
	default:
		errors.As(err, &no)
	}
	if no != nil {
		keep.State, keep.Reason, keep.Segment = no.state, no.reason, spar.SegmentID{}
		keep.Version.Hash = spar.Hash{}
		return keep, nil
	}
	if err != nil {
		return keep, err
	}
	defer c.file.Close()
	keep.Version.Hash, keep.Access = c.hash, c.access
	recognisable := (f.State == spar.NeedsOCR || f.State == spar.Partial) && r.o.usable(recogniser, f.Format)
	if recognisable && (f.State == spar.Partial || !r.o.Layout.takes(f.Format)) {
		return r.recognise(ctx, j, c, keep)
	}
	var tried []string
	for _, way := range r.ways(ctx, j, c) {
		id := r.recovered(c, f.Format, way.name+"/"+way.version)
		if found, known, err := r.recall(ctx, keep, id); known || err != nil {
			return found, err
		}
		got, err := way.read(ctx)
		if ctx.Err() != nil {
			return keep, ctx.Err()
		}
		if err == nil && !c.steady() {
			keep.State, keep.Reason, keep.Segment, keep.Version.Hash = spar.Unread, "", spar.SegmentID{}, spar.Hash{}
			return keep, nil
		}
		got.properties = append(got.properties, readBy(way.version))
		if err == nil && len(got.members) > 0 {
			keep.State, keep.Reason, keep.Segment = spar.Container, got.faults, spar.SegmentID{}
			keep.Members, keep.Properties = got.members, append(got.properties, spar.Property{Key: "members", Value: spar.Value{Kind: spar.Number, Number: float64(len(got.members))}})
			return keep, nil
		}
		if err == nil && len(got.blocks) > 0 {
			return r.keep(ctx, keep, id, got.blocks, got.properties, got.faults)
		}
		if err == nil {
			err = errors.New("it found no text")
		}
		tried = append(tried, fmt.Sprintf("%s could not read it either (%v)", way.name, err))
		if recognisable {
			return r.recognise(ctx, j, c, given(keep, strings.Join(tried, "; ")))
		}
	}
	return given(keep, strings.Join(tried, "; ")), nil
}

// A way is one program, or a server, that may read a content.
type way struct {
	name, version string
	read          func(ctx context.Context) (rescued, error)
}

// ways are the ways to recover a file that are available, in the order to try them.
func (r *Reader) ways(ctx context.Context, j Job, c *content) (list []way) {
	format := j.File.Format
	if r.o.Layout.takes(format) {
		list = append(list, way{layoutName, layoutName, func(ctx context.Context) (rescued, error) { return r.layoutBlocks(ctx, c, format, j.File.Path) }})
	}
	for _, p := range rescuers {
		if !r.o.usable(p, format) {
			continue
		}
		w := way{name: p.Name, version: cmp.Or(p.Version(ctx), p.Name)}
		switch p.Name {
		case converter:
			w.read = func(ctx context.Context) (rescued, error) { return r.convert(ctx, p, format, c) }
		case mailer:
			w.read = func(ctx context.Context) (rescued, error) { return r.mailbox(ctx, p, c) }
		default:
			w.read = func(ctx context.Context) (rescued, error) {
				text, err := r.run(ctx, p.Path(), p.args, io.NewSectionReader(c.file, 0, c.stamp.size))
				return rescued{blocks: paragraphs(text)}, err
			}
		}
		list = append(list, w)
	}
	if r.o.Tika.URL == "" || isMailbox(format) {
		return list
	}
	version, err := r.o.Tika.Version(ctx)
	return append(list, way{tikaName, version, func(ctx context.Context) (rescued, error) {
		if err != nil {
			return rescued{}, err
		}
		text, err := r.o.Tika.read(ctx, c, ext(j.File.Path), r.o.Text)
		return rescued{blocks: paragraphs(text)}, err
	}})
}

// recall gives an earlier recovery of the same content, in the same way.
func (r *Reader) recall(ctx context.Context, f spar.Finding, id spar.SegmentID) (spar.Finding, bool, error) {
	out, known, err := recall(ctx, r.store, id)
	if err != nil || !known || !out.State.Searchable() {
		return f, false, err
	}
	f.State, f.Reason, f.Segment, f.Properties = out.State, out.Reason, id, out.Properties
	return f, true, nil
}

// given adds the attempts to the reason of a file.
func given(f spar.Finding, tried string) spar.Finding {
	if tried != "" && !strings.Contains(f.Reason, tried) {
		f.Reason = line(f.Reason+"; "+tried, maxReason)
	}
	return f
}

// paragraphs makes blocks of a text; a form feed begins a page.
func paragraphs(text string) (blocks []spar.Block) {
	for page, content := range strings.Split(text, "\f") {
		for para := range strings.SplitSeq(strings.ReplaceAll(content, "\r\n", "\n"), "\n\n") {
			if para = strings.TrimSpace(para); para != "" {
				b := spar.Block{Kind: spar.Paragraph, Text: para}
				if strings.Contains(text, "\f") {
					b.Locator.Page = page + 1
				}
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}

// recognise has the pictures of a file recognised: the file itself, or the pages that are pictures.
func (r *Reader) recognise(ctx context.Context, j Job, c *content, keep spar.Finding) (spar.Finding, error) {
	version := recogniser.Version(ctx)
	id := r.recovered(c, j.File.Format, Recogniser+"/"+version+"/"+r.languages())
	if found, known, err := r.recall(ctx, keep, id); known || err != nil {
		return found, err
	}
	var blocks []spar.Block
	var properties []spar.Property
	var faults []string
	var sum, words float64
	add := func(found []spar.Block, confidence float64, n int) {
		blocks = append(blocks, found...)
		sum += confidence * float64(n)
		words += float64(n)
	}
	read := func(page int, in io.Reader) error {
		out, err := r.run(ctx, recogniser.Path(), []string{"stdin", "stdout", "-l", r.languages(), "tsv"}, in)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s failed on page %d: %v", Recogniser, max(1, page), err))
			return nil
		}
		add(recognised(out, page))
		return nil
	}
	if j.File.Format != "pdf" {
		if err := read(0, io.NewSectionReader(c.file, 0, c.stamp.size)); err != nil {
			return keep, err
		}
	} else {
		out, err := r.attempt(ctx, c, j.File.Path, func(d demand) (outcome, error) {
			blocks = nil
			return r.try(ctx, d, func(b spar.Block, _ int64) error { blocks = append(blocks, b); return nil })
		})
		if err != nil {
			return keep, err
		}
		properties = out.Properties
		pages := 0
		for _, p := range properties {
			if p.Key == "pages" {
				pages = int(p.Value.Number)
			}
		}
		done := 0
		for page := 1; page <= pages; page++ {
			if done == maxRecovered {
				faults = append(faults, fmt.Sprintf("only its first %d scanned pages were recognised", maxRecovered))
				break
			}
			picture, err := r.unpacked(ctx, c, j.File.Path, int64(page))
			var no *refusal
			if errors.As(err, &no) {
				if no.reason != extract.HasText {
					faults = append(faults, fmt.Sprintf("page %d: %s", page, no.reason))
				}
				continue
			}
			if err != nil {
				return keep, err
			}
			err = read(page, picture)
			picture.Close()
			if err != nil {
				return keep, err
			}
			done++
		}
		slices.SortStableFunc(blocks, func(a, b spar.Block) int { return a.Locator.Page - b.Locator.Page })
	}
	if words > 0 {
		properties = append(properties,
			readBy(version),
			spar.Property{Key: "ocr-confidence", Value: spar.Value{Kind: spar.Number, Number: float64(int(sum/words + .5))}})
	}
	if len(blocks) == 0 {
		tried := Recogniser + " found no text in it"
		if faults != nil {
			tried = strings.Join(faults, "; ")
		} else {
			keep.State = spar.NoText
		}
		return given(keep, tried), nil
	}
	return r.keep(ctx, keep, id, blocks, properties, strings.Join(faults, "; "))
}

func (r *Reader) languages() string {
	if r.o.Languages == "" {
		return DefaultLanguages
	}
	return r.o.Languages
}

// recognised reads tesseract's output for a picture, a line a word: its block, paragraph and confidence, in per cent. It gives a block a
// paragraph, the mean confidence and the number of words.
func recognised(tsv string, page int) (blocks []spar.Block, confidence float64, words int) {
	var b strings.Builder
	last, lastLine := "", ""
	flush := func() {
		if text := strings.TrimSpace(b.String()); text != "" {
			blocks = append(blocks, spar.Block{Kind: spar.Paragraph, Text: text, Locator: spar.Locator{Page: page}})
		}
		b.Reset()
	}
	sum := 0.0
	lines := bufio.NewScanner(strings.NewReader(tsv))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if len(f) < 12 || f[0] != "5" { // level 5 is a word
			continue
		}
		sure, err := strconv.ParseFloat(f[10], 64)
		word := strings.TrimSpace(f[11])
		if err != nil || sure < 0 || sure > 100 || word == "" {
			continue
		}
		if para := f[2] + "/" + f[3]; para != last {
			flush()
			last, lastLine = para, f[4]
		}
		switch {
		case b.Len() == 0:
		case f[4] != lastLine:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		lastLine = f[4]
		b.WriteString(word)
		sum += sure
		words++
	}
	flush()
	if words > 0 {
		confidence = sum / float64(words)
	}
	return blocks, confidence, words
}

// keep stores a recovered text.
func (r *Reader) keep(ctx context.Context, f spar.Finding, id spar.SegmentID, blocks []spar.Block, properties []spar.Property, faults string) (spar.Finding, error) {
	passages := chunk.Split(slices.Values(blocks), r.o.Chunk)
	if len(passages) == 0 {
		return given(f, "no text was found in what other programs read"), nil
	}
	f.State, f.Reason, f.Segment = spar.OK, "", id
	if faults != "" {
		f.State, f.Reason = spar.Partial, line(faults, maxReason)
	}
	out := outcome{Format: f.Format, State: f.State, Reason: f.Reason, Properties: properties}
	if err := r.describe(ctx, &out, passages, beginning(passages)); err != nil {
		return f, err
	}
	f.Properties = out.Properties
	note, err := json.Marshal(out)
	if err != nil {
		return f, err
	}
	return f, r.store.PutAll(ctx, []store.Item{{ID: id, Passages: passages, Note: note}})
}
