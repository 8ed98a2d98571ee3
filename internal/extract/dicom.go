package extract

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"io"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

const maxDICOMDepth = 32

// dicomKeys are the elements that are handed on (PS3.6). Who the patient is stays in the file unless it is asked for.
var dicomKeys = map[uint32]struct{ key, label string }{
	0x00080020: {"study-date", "Study date"}, 0x00080021: {"series-date", "Series date"}, 0x00080022: {"acquisition-date", "Acquisition date"}, 0x00080023: {"content-date", "Content date"},
	0x00080050: {"accession-number", "Accession number"}, 0x00080060: {"modality", "Modality"}, 0x00080070: {"manufacturer", "Manufacturer"}, 0x00080080: {"institution", "Institution"},
	0x00081010: {"station", "Station"}, 0x00081030: {"study", "Study"}, 0x0008103e: {"series", "Series"}, 0x00081040: {"department", "Department"}, 0x00081090: {"model", "Model"},
	0x00180015: {"body-part", "Body part"}, 0x00181030: {"protocol", "Protocol"}, 0x00200010: {"study-id", "Study ID"}, 0x00204000: {"comments", "Comments"},
	0x00321060: {"procedure", "Requested procedure"}, 0x00400254: {"procedure-step", "Procedure step"},
}

// dicomPatient are the elements that say who the patient is. They are properties only: text would be found by everybody who
// may search it, and quoted.
var dicomPatient = map[uint32]string{0x00100010: "patient-name", 0x00100020: "patient-id"}

// detectDICOM looks for the mark behind the preamble, or for the first elements of a file without one.
func detectDICOM(head []byte, name string) int {
	if len(head) >= 132 && string(head[128:132]) == "DICM" {
		return 95
	}
	if bare, _ := bareDICOM(head); bare {
		return 60
	}
	return 0
}

// bareDICOM reports whether head begins with elements: two of the groups 2 or 8 in order with sane lengths.
func bareDICOM(head []byte) (ok, explicit bool) {
	at, last := 0, uint32(0)
	for n := range 3 {
		if at+8 > len(head) {
			return false, false
		}
		le := binary.LittleEndian
		tag := uint32(le.Uint16(head[at:]))<<16 | uint32(le.Uint16(head[at+2:]))
		if group := tag >> 16; group != 2 && group != 8 || n > 0 && tag <= last || tag&0xffff > 0x2200 {
			return false, false
		}
		last = tag
		length := int(le.Uint32(head[at+4:]))
		if vr := string(head[at+4 : at+6]); isVR(vr) {
			explicit = true
			length = int(le.Uint16(head[at+6:]))
			if dicomLong[vr] {
				if at+12 > len(head) {
					return false, false
				}
				length = int(le.Uint32(head[at+8:])) + 4
			}
		} else if explicit {
			return false, false
		}
		if length > 1<<14 || length&1 == 1 {
			return false, false
		}
		at += 8 + length
	}
	return true, explicit
}

// dicomLong are the value representations (PS3.5, section 6.2) whose lengths have 32 bits.
var dicomLong = map[string]bool{"OB": true, "OD": true, "OF": true, "OL": true, "OV": true, "OW": true, "SQ": true, "SV": true, "UC": true, "UN": true, "UR": true, "UT": true, "UV": true}

// dicomCharsets maps the defined terms of Specific Character Set to names. A set of one byte has a second term; other sets may follow that
// one.
var dicomCharsets = map[string]string{"ISO_IR 100": "iso-8859-1", "ISO_IR 101": "iso-8859-2", "ISO_IR 109": "iso-8859-3", "ISO_IR 110": "iso-8859-4", "ISO_IR 144": "iso-8859-5",
	"ISO_IR 127": "iso-8859-6", "ISO_IR 126": "iso-8859-7", "ISO_IR 138": "iso-8859-8", "ISO_IR 148": "iso-8859-9", "ISO_IR 13": "shift_jis", "ISO_IR 166": "windows-874",
	"ISO_IR 192": "utf-8", "GB18030": "gb18030", "GBK": "gbk", "ISO 2022 IR 87": "iso-2022-jp", "ISO 2022 IR 149": "euc-kr", "ISO 2022 IR 58": "gbk"}

// dicomCharset is the character set that a term names, and whether it names one.
func dicomCharset(term string) (charset, bool) {
	term = strings.TrimSpace(term)
	name, ok := dicomCharsets[term]
	if !ok {
		name = dicomCharsets[strings.Replace(term, "ISO 2022 IR ", "ISO_IR ", 1)]
	}
	return byName(name)
}

// dicomText is how the texts of a data set are written: in the first set that is named, behind an escape sequence in another.
type dicomText struct{ first, escaped charset }

// dicomTextOf reads the value of Specific Character Set; old is what holds where it names no set that is known.
func dicomTextOf(terms string, old dicomText) dicomText {
	names := strings.Split(terms, `\`)
	out := dicomText{codePage(1252), old.escaped}
	if cs, ok := dicomCharset(names[0]); ok {
		out.first = cs
	} else if names[0] != "" {
		out.first = old.first
	}
	out.escaped = out.first
	for _, n := range names[1:] {
		if cs, ok := dicomCharset(n); ok {
			out.escaped = cs
		}
	}
	return out
}

// dicomEscape are the escape sequences of sets whose decoders do not know them (PS3.3, section C.12.1.1.2).
var dicomEscape = pattern.New(`\x1b(?:\$\)[AC]|\([BJI]|[-.][A-Z])`)

// decode gives the text of a value. The first form of a name, up to a "=", has no escape sequences where the others have some.
func (t dicomText) decode(raw []byte) string {
	escape := bytes.IndexByte(raw, 0x1b)
	if escape < 0 {
		return t.first.decode(raw)
	}
	if end := bytes.IndexByte(raw, '='); end >= 0 && end < escape {
		return t.first.decode(raw[:end]) + "=" + t.decode(raw[end+1:])
	}
	if t.escaped.name == "iso-2022-jp" {
		return t.escaped.decode(raw)
	}
	return t.escaped.decode([]byte(dicomEscape.ReplaceAllString(string(raw), "")))
}

// extractDICOM reads the header of a DICOM file (PS3.10) up to the pixels: the kind, time and place of the examination, and the part of the
// body.
func extractDICOM(ctx context.Context, in *Input, out *sink) error {
	head := make([]byte, min(in.Size, 512))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return err
	}
	western := dicomText{codePage(1252), codePage(1252)}
	d := dicomReader{out: out, order: binary.LittleEndian, explicit: true, text: western, within: western, patient: in.Patient}
	r := in.reader()
	if len(head) >= 132 && string(head[128:132]) == "DICM" {
		if _, err := r.Seek(132, io.SeekStart); err != nil {
			return err
		}
	} else {
		_, d.explicit = bareDICOM(head)
	}
	d.in = bufio.NewReaderSize(r, 32<<10)
	err := d.read()
	if perr := out.paragraph(strings.Join(d.lines, "\n"), spar.Locator{}); perr != nil {
		return perr
	}
	return err
}

type dicomReader struct {
	out      *sink
	in       *bufio.Reader
	order    binary.ByteOrder
	explicit bool
	text     dicomText
	within   dicomText // of an item of a sequence
	syntax   string    // of what follows the meta information
	meta     bool      // reading the meta information
	depth    int       // of sequences
	bounded  bool      // within a sequence whose end is known
	opaque   int       // depth of the pixels that items hold pieces of, 0 outside of them
	patient  bool      // who it is is wanted, in sequences too: a directory of files has its patients there
	lines    []string
}

// dicomElement is the head of an element.
type dicomElement struct {
	tag    uint32
	vr     string
	length uint32
}

const dicomUndefined = 0xffffffff

// read goes through the elements up to the pixels.
func (d *dicomReader) read() error {
	for n := 0; ; n++ {
		if begin, _ := d.in.Peek(2); len(begin) == 2 && d.depth == 0 {
			group := binary.LittleEndian.Uint16(begin)
			switch {
			case group == 2:
				d.meta = true
			case d.meta:
				d.meta = false
				d.switchSyntax()
			}
		}
		e, err := d.element()
		if err == io.EOF && (d.depth == 0 || d.bounded) {
			return nil
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return refuse(ErrPartial, "its header was cut off")
		}
		if err != nil {
			return err
		}
		if e.tag == 0x7fe00010 && d.depth == 0 {
			return nil
		}
		if err := d.value(e); err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				return refuse(ErrPartial, "its header was cut off")
			}
			return err
		}
		if n&1023 == 0 {
			if err := d.out.ctx.Err(); err != nil {
				return err
			}
		}
	}
}

// switchSyntax begins the data set (PS3.10, section 7.1; PS3.5, annex A).
func (d *dicomReader) switchSyntax() {
	switch d.syntax {
	case "1.2.840.10008.1.2":
		d.explicit = false
	case "1.2.840.10008.1.2.2":
		d.order = binary.BigEndian
	case "1.2.840.10008.1.2.1.99":
		d.in = bufio.NewReader(io.LimitReader(flate.NewReader(d.in), d.out.limits.Part))
	}
}

// element reads the head of the next element.
func (d *dicomReader) element() (dicomElement, error) {
	var b [8]byte
	if _, err := io.ReadFull(d.in, b[:]); err != nil {
		return dicomElement{}, err
	}
	order := d.order
	if d.meta {
		order = binary.LittleEndian
	}
	e := dicomElement{tag: uint32(order.Uint16(b[:]))<<16 | uint32(order.Uint16(b[2:]))}
	if e.tag>>16 == 0xfffe || !d.explicit && !d.meta { // items have no representation
		e.length = order.Uint32(b[4:])
		return e, nil
	}
	e.vr = string(b[4:6])
	switch {
	case !isVR(e.vr): // written without one all the same
		e.vr, e.length = "", order.Uint32(b[4:])
	case dicomLong[e.vr]:
		if _, err := io.ReadFull(d.in, b[:4]); err != nil {
			return e, err
		}
		e.length = order.Uint32(b[:])
	default:
		e.length = uint32(order.Uint16(b[6:]))
	}
	return e, nil
}

func isVR(s string) bool { return s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z' }

// value reads or passes over the value of an element.
func (d *dicomReader) value(e dicomElement) error {
	switch {
	case e.tag == 0xfffee000: // an item: of known length it is passed over, unless a patient may be in it
		d.within = d.text
		if e.length == dicomUndefined || d.patient && d.opaque == 0 {
			return nil
		}
		return d.pass(e.length)
	case e.tag == 0xfffee00d:
		return nil
	case e.tag == 0xfffee0dd:
		d.depth = max(0, d.depth-1)
		if d.depth < d.opaque {
			d.opaque = 0
		}
		return nil
	case e.length == dicomUndefined:
		if d.depth++; d.depth > maxDICOMDepth {
			return d.tooDeep()
		}
		if d.opaque == 0 && (e.vr != "" && e.vr != "SQ" && e.vr != "UN" || e.tag == 0x7fe00010) {
			d.opaque = d.depth
		}
		return nil
	case d.patient && d.opaque == 0 && d.sequence(e):
		return d.items(e.length)
	}
	k, wanted := dicomKeys[e.tag]
	who := ""
	if d.patient {
		who = dicomPatient[e.tag]
	}
	wanted = wanted || who != "" || e.tag == 0x00080005 || e.tag == 0x00020010
	if d.depth > 0 && who == "" && !(d.patient && e.tag == 0x00080005) || d.opaque > 0 || !wanted || e.length > maxPropertyBytes {
		return d.pass(e.length)
	}
	raw := make([]byte, e.length)
	if _, err := io.ReadFull(d.in, raw); err != nil {
		return err
	}
	how := d.text
	if d.depth > 0 {
		how = d.within
	}
	text := strings.Trim(how.decode(raw), " \x00")
	switch {
	case e.tag == 0x00020010:
		d.syntax = text
		return nil
	case e.tag == 0x00080005 && d.depth > 0:
		d.within = dicomTextOf(text, d.text)
		return nil
	case e.tag == 0x00080005:
		d.text = dicomTextOf(text, d.text)
		return nil
	}
	if who != "" {
		if who == "patient-name" {
			text = personName(text)
		}
		return d.out.textProperty(who, text)
	}
	text = strings.ReplaceAll(text, `\`, ", ")
	if text == "" {
		return nil
	}
	v := spar.Value{Kind: spar.Text, Text: text}
	if strings.HasSuffix(k.key, "-date") && len(text) == 8 {
		text = text[:4] + "-" + text[4:6] + "-" + text[6:8]
		v = textOrDate(text)
	}
	d.lines = append(d.lines, k.label+": "+text)
	return d.out.property(k.key, v)
}

// sequence reports whether an element of known length holds items, whatever its representation says.
func (d *dicomReader) sequence(e dicomElement) bool {
	if e.length < 8 || e.vr != "" && e.vr != "SQ" && e.vr != "UN" {
		return false
	}
	begin, err := d.in.Peek(4)
	return err == nil && d.order.Uint16(begin) == 0xfffe && d.order.Uint16(begin[2:]) == 0xe000
}

// items reads the items of a sequence of known length.
func (d *dicomReader) items(length uint32) error {
	if d.depth >= maxDICOMDepth {
		return d.tooDeep()
	}
	outer, rest, depth, bounded := d.in, &io.LimitedReader{R: d.in, N: int64(length)}, d.depth, d.bounded
	d.in, d.depth, d.bounded = bufio.NewReaderSize(rest, 512), depth+1, true
	err := d.read()
	d.in, d.depth, d.bounded = outer, depth, bounded
	if err != nil {
		return err
	}
	return d.pass(uint32(rest.N))
}

func (d *dicomReader) tooDeep() error {
	return refuse(ErrPartial, "its sequences are nested more than %d deep", maxDICOMDepth)
}

// personName writes a name of DICOM (PS3.5, section 6.2.1), "Doe^John^Q^Dr=...", as "Doe, John Q": the family, then given
// and middle names, of the first form that says anything.
func personName(text string) string {
	for form := range strings.SplitSeq(text, "=") {
		parts := append(strings.Split(form, "^"), "", "")
		family, given := strings.TrimSpace(parts[0]), strings.Join(strings.Fields(parts[1]+" "+parts[2]), " ")
		switch {
		case family != "" && given != "":
			return family + ", " + given
		case family+given != "":
			return family + given
		}
	}
	return ""
}

func (d *dicomReader) pass(n uint32) error {
	got, err := io.CopyN(io.Discard, d.in, int64(n))
	if err == io.EOF && got < int64(n) {
		return io.ErrUnexpectedEOF
	}
	return err
}
