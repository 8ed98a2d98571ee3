package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Records of a PowerPoint document (MS-PPT, 2.13.24) and of the drawings in it (MS-ODRAW).
const (
	pptDocument      = 0x03E8
	pptSlide         = 0x03EE
	pptSlideAtom     = 0x03EF
	pptNotes         = 0x03F0
	pptNotesAtom     = 0x03F1
	pptSlidePersist  = 0x03F3
	pptOutlineRef    = 0x0F9E
	pptTextHeader    = 0x0F9F
	pptTextChars     = 0x0FA0
	pptTextBytes     = 0x0FA8
	pptSlideList     = 0x0FF0
	pptUserEdit      = 0x0FF5
	pptObject        = 0x1011
	pptPersistList   = 0x1772
	pptShape         = 0xF004
	pptTextbox       = 0xF00D
	maxPPTDepth      = 40
	maxPPTPersists   = 1 << 20
	maxPPTEdits      = 10_000
	maxPPTTextRecord = 1 << 20
)

// pptDeck is a presentation: a stream of records. A chain of edits says which records are current.
type pptDeck struct {
	ctx     context.Context
	out     *sink
	s       *stream
	user    *stream         // says where the last edit is
	root    int             // the storage
	persist map[int64]int64 // places of the objects by their numbers
	budget  int64           // records still to be looked at
	slides  []pptSlideRef
	notes   map[int64]int64 // places of the notes by their identifiers
}

// pptSlideRef is a slide in the order of the show, with the texts of its outline.
type pptSlideRef struct {
	at    int64
	texts []pptText
}

type pptText struct {
	kind int // MS-PPT, 2.13.33: 0 title, 6 centred title, 1 body, 2 notes
	note bool
	text string
	used bool
}

// extractPPT reads a presentation of PowerPoint 97 to 2003. Slide by slide it reads the title, the texts in the order of the slide, and the
// notes. It leaves out masters, earlier edits and deleted texts. Files of PowerPoint 95 hold plain text beside the slides; it reads that.
func extractPPT(ctx context.Context, in *Input, out *sink) error {
	c, err := openCompound(in)
	if err != nil {
		return err
	}
	d := openDeck(c, out)
	if d == nil {
		return refuse(ErrCorrupt, "its presentation cannot be found in the compound file")
	}
	if d.ctx = ctx; c.open(d.root, "EncryptedSummary") != nil {
		return errPPTPassword
	}
	document, err := d.edits(d.user)
	if err != nil {
		return err
	}
	if err := oleProperties(c, out); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	if document < 0 {
		if text := c.open(d.root, "Text_Content"); text != nil {
			return d.plain(text)
		}
		return d.salvage()
	}
	if err := d.lists(document); err != nil {
		return err
	}
	for i, slide := range d.slides {
		if err := d.slide(i+1, slide); err != nil {
			return err
		}
	}
	return nil
}

// openDeck finds the presentation in a compound file; nil where it has none.
func openDeck(c *compound, out *sink) *pptDeck {
	root := 0
	if both, ok := c.index[oleKey{0, "pp97_dualstorage"}]; ok { // saved for PowerPoint 95 as well
		root = both
	}
	s := c.open(root, "PowerPoint Document")
	if s == nil {
		return nil
	}
	return &pptDeck{out: out, s: s, root: root, user: c.open(root, "Current User"), persist: map[int64]int64{}, notes: map[int64]int64{}, budget: s.size/4 + 1000}
}

var errPPTPassword = refuse(ErrEncrypted, "it is a presentation that needs a password; save a copy without one to make it searchable")

// edits follows the chain of edits from the last one back, and gives the place of the document; -1 when the chain is
// broken.
func (d *pptDeck) edits(user *stream) (int64, error) {
	b := user.bytes(0, 20)
	if u32(b, 12) == 0xF3D1C4DF {
		return -1, errPPTPassword
	}
	if len(b) < 20 {
		return -1, nil
	}
	document := int64(-1)
	seen := map[int64]bool{}
	for at := u32(b, 16); at > 0 && !seen[at] && len(seen) < maxPPTEdits; {
		seen[at] = true
		r, ok := d.record(at)
		if !ok || r.kind != pptUserEdit {
			break
		}
		edit := d.s.bytes(r.at, min(r.size, 32))
		if len(edit) >= 32 && u32(edit, 28) != 0 { // it names the session of an encryption
			return -1, errPPTPassword
		}
		d.persists(u32(edit, 12))
		if document < 0 {
			if at, ok := d.persist[u32(edit, 16)]; ok {
				document = at
			}
		}
		at = u32(edit, 8)
	}
	if r, ok := d.record(document); !ok || r.kind != pptDocument {
		return -1, nil
	}
	return document, nil
}

// persists takes the places that an edit gave to objects, unless a later edit moved them.
func (d *pptDeck) persists(at int64) {
	r, ok := d.record(at)
	if !ok || r.kind != pptPersistList {
		return
	}
	b := d.s.bytes(r.at, min(r.size, 4*maxPPTPersists))
	for i := 0; i+4 <= len(b); {
		first, n := u32(b, i)&0xFFFFF, u32(b, i)>>20
		i += 4
		for k := int64(0); k < n && i+4 <= len(b) && len(d.persist) < maxPPTPersists; k++ {
			if _, later := d.persist[first+k]; !later {
				d.persist[first+k] = u32(b, i)
			}
			i += 4
		}
	}
}

// pptRecord is a record: its head has been read, size bytes from at are its content.
type pptRecord struct {
	kind, instance int
	at, size       int64
	container      bool
}

// record reads the head of a record; the content may not go beyond the stream.
func (d *pptDeck) record(at int64) (pptRecord, bool) {
	if d.budget--; d.budget < 0 || at < 0 {
		return pptRecord{}, false
	}
	b := d.s.bytes(at, 8)
	if len(b) < 8 {
		return pptRecord{}, false
	}
	r := pptRecord{kind: u16(b, 2), instance: u16(b, 0) >> 4, container: b[0]&0xF == 0xF, at: at + 8}
	r.size = min(u32(b, 4), d.s.size-r.at)
	return r, true
}

// walk calls f for every record inside in, in order. It goes into a record if f says so.
func (d *pptDeck) walk(in pptRecord, depth int, f func(pptRecord) (into bool, err error)) error {
	if err := d.ctx.Err(); err != nil {
		return err
	}
	for at := in.at; at+8 <= in.at+in.size; {
		r, ok := d.record(at)
		if !ok {
			break
		}
		r.size = min(r.size, in.at+in.size-r.at)
		into, err := f(r)
		if err == nil && into && (r.container || r.kind == pptTextbox) && depth < maxPPTDepth {
			err = d.walk(r, depth+1, f)
		}
		if err != nil {
			return err
		}
		at = r.at + r.size
	}
	return nil
}

// text decodes a record of text.
func (d *pptDeck) text(r pptRecord) string {
	b := d.s.bytes(r.at, min(r.size, maxPPTTextRecord))
	if r.kind == pptTextChars {
		return utf16Text(b)
	}
	return unicodeChars(b, int64(len(b)), 0)
}

// lists reads the lists of slides and of notes in the document.
func (d *pptDeck) lists(at int64) error {
	document, _ := d.record(at)
	list := -1
	return d.walk(document, 0, func(r pptRecord) (bool, error) {
		switch {
		case r.kind == pptSlideList:
			list = r.instance
			return list == 0 || list == 2, nil
		case r.kind == pptSlidePersist:
			b := d.s.bytes(r.at, min(r.size, 20))
			place, ok := d.persist[u32(b, 0)]
			if !ok {
				place = -1
			}
			if list == 0 {
				d.slides = append(d.slides, pptSlideRef{at: place})
			} else {
				d.notes[u32(b, 12)] = place
			}
		case r.kind == pptTextHeader:
			if k := len(d.slides) - 1; k >= 0 && list == 0 {
				kind := int(u32(d.s.bytes(r.at, 4), 0))
				d.slides[k].texts = append(d.slides[k].texts, pptText{kind: kind})
			}
		case r.kind == pptTextChars || r.kind == pptTextBytes:
			if k := len(d.slides) - 1; k >= 0 && list == 0 && len(d.slides[k].texts) > 0 {
				d.slides[k].texts[len(d.slides[k].texts)-1].text = d.text(r)
			}
		}
		return false, nil
	})
}

// slide hands on a slide: the title first, then the texts in the order of the drawing, then the notes.
func (d *pptDeck) slide(number int, ref pptSlideRef) error {
	at := spar.Locator{Page: number}
	texts := ref.texts
	notes := int64(-1)
	if r, ok := d.record(ref.at); ok && r.kind == pptSlide {
		var err error
		var drawn []pptText
		if drawn, notes, err = d.drawing(r, texts); err != nil {
			return err
		}
		left := texts
		texts = nil
		for _, t := range left {
			if !t.used {
				texts = append(texts, t)
			}
		}
		texts = append(texts, drawn...)
	}
	if err := d.emit(texts, at); err != nil {
		return err
	}
	if r, ok := d.record(notes); ok && r.kind == pptNotes {
		texts, _, err := d.drawing(r, nil)
		if err != nil {
			return err
		}
		for _, t := range texts {
			if t.kind == 2 {
				t.note = true
				if err := d.emit([]pptText{t}, at); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// drawing gives the texts of the shapes of a slide, and where its notes are. A shape may refer to a text of the outline.
func (d *pptDeck) drawing(slide pptRecord, outline []pptText) (texts []pptText, notes int64, err error) {
	notes = -1
	kind := 4
	err = d.walk(slide, 0, func(r pptRecord) (bool, error) {
		switch r.kind {
		case pptSlideAtom:
			if at, ok := d.notes[u32(d.s.bytes(r.at, min(r.size, 24)), 16)]; ok {
				notes = at
			}
		case pptShape:
			kind = 4
		case pptOutlineRef:
			if i := u32(d.s.bytes(r.at, 4), 0); i < int64(len(outline)) && !outline[i].used {
				outline[i].used = true
				texts = append(texts, outline[i])
			}
		case pptTextHeader:
			kind = int(u32(d.s.bytes(r.at, 4), 0))
		case pptTextChars, pptTextBytes:
			texts = append(texts, pptText{kind: kind, text: d.text(r)})
		}
		return true, nil
	})
	return texts, notes, err
}

// emit hands on texts, titles as headings and first.
func (d *pptDeck) emit(texts []pptText, at spar.Locator) error {
	for _, titles := range []bool{true, false} {
		for _, t := range texts {
			if isTitle := t.kind == 0 || t.kind == 6; isTitle != titles {
				continue
			}
			text := strings.ReplaceAll(t.text, "\v", "\n")
			if titles {
				if err := d.out.heading(1, squeeze(text), at); err != nil {
					return err
				}
				continue
			}
			for line := range strings.SplitSeq(text, "\r") {
				if strings.Trim(line, "*\n ") == "" { // the place of a number or date
					continue
				}
				kind := spar.Paragraph
				if t.note {
					kind = spar.Note
				}
				if err := d.out.block(spar.Block{Kind: kind, Text: squeezeLines(line), Locator: at}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// plain hands on the text of a presentation of PowerPoint 95, a paragraph a line.
func (d *pptDeck) plain(s *stream) error {
	text := terminated(codePage(1252), s.bytes(0, min(s.size, d.out.limits.Part)))
	for line := range strings.SplitSeq(text, "\r") {
		if err := d.out.paragraph(squeezeLines(line), spar.Locator{}); err != nil {
			return err
		}
	}
	return nil
}

// salvage hands on the texts of all slides in a presentation whose chain of edits is broken, in the order of the file.
func (d *pptDeck) salvage() error {
	d.budget = d.s.size/4 + 1000
	n := 0
	err := d.walk(pptRecord{size: d.s.size}, 0, func(r pptRecord) (bool, error) {
		switch r.kind {
		case pptSlide:
			n++
			texts, _, err := d.drawing(r, nil)
			if err == nil {
				err = d.emit(texts, spar.Locator{})
			}
			return false, err
		case pptSlideList:
			return r.instance == 0, nil
		case pptTextChars, pptTextBytes:
			return false, d.emit([]pptText{{kind: 4, text: d.text(r)}}, spar.Locator{})
		case pptDocument:
			return true, nil
		}
		return false, nil
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return refuse(ErrCorrupt, "no slides of PowerPoint 95 to 2003 can be found in it; save it as PPTX with a newer program to have it read")
	}
	return refuse(ErrPartial, "its list of edits is damaged; all of its slides are read, old ones among them")
}
