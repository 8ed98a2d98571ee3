package extract

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxMSGAttachments = 1000
	maxMSGText        = 16 << 10 // of a header field, in characters
)

// msgStore is one message of a compound file: a storage whose streams are named by property and type (MS-OXMSG, 2.1).
type msgStore struct {
	c       *compound
	storage int
	fixed   []byte // the properties of fixed length
	text    charset
}

// openMessage reads the fixed properties of a storage. head is the length of the header in front of them.
func openMessage(c *compound, storage int, head int) *msgStore {
	m := &msgStore{c: c, storage: storage, text: codePage(1252)}
	m.fixed = c.open(storage, "__properties_version1.0").bytes(0, 64<<10)
	m.fixed = m.fixed[min(head, len(m.fixed)):]
	for _, id := range []int{0x3FFD, 0x3FDE} { // of the message, of its body as it was sent
		if n := m.number(id); n > 0 && n != 1200 && n != 1201 {
			m.text = codePage(int(n))
			break
		}
	}
	return m
}

// entry gives the eight bytes of a property of fixed length.
func (m *msgStore) entry(id, kind int) []byte {
	for at := 0; at+16 <= len(m.fixed); at += 16 {
		if u16(m.fixed, at) == kind && u16(m.fixed, at+2) == id {
			return m.fixed[at+8 : at+16]
		}
	}
	return nil
}

func (m *msgStore) number(id int) int64 { return u32(m.entry(id, 0x0003), 0) }

func (m *msgStore) date(ids ...int) time.Time {
	for _, id := range ids {
		b := m.entry(id, 0x0040)
		if t := fileTime(u32(b, 0) | u32(b, 4)<<32); !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// string gives the first of some properties that has a text: in UTF-16, or in the code page of the message.
func (m *msgStore) string(limit int64, ids ...int) string {
	for _, id := range ids {
		if s := m.stream(id, 0x001F); s != nil && s.size > 1 {
			if text := terminated(utf16Charset(false, 0), s.bytes(0, min(s.size, 2*limit))); strings.TrimSpace(text) != "" {
				return text
			}
		}
		if s := m.stream(id, 0x001E); s != nil && s.size > 0 {
			if text := terminated(m.text, s.bytes(0, min(s.size, limit))); strings.TrimSpace(text) != "" {
				return text
			}
		}
	}
	return ""
}

func (m *msgStore) stream(id, kind int) *stream {
	return m.c.open(m.storage, fmt.Sprintf("__substg1.0_%04X%04X", id, kind))
}

// extractMSG reads a message of Outlook: subject, addresses and dates as properties, the subject as heading, the body
// as it was written, which is HTML, RTF or plain, and the names of its attachments.
func extractMSG(ctx context.Context, in *Input, out *sink) error {
	c, err := openCompound(in)
	if err != nil {
		return err
	}
	m := openMessage(c, 0, 32)
	subject := m.string(maxMSGText, 0x0037, 0x0E1D, 0x0070, 0x3001)
	if err := out.title(subject, spar.Locator{}); err != nil {
		return err
	}
	from := m.string(maxMSGText, 0x0C1A, 0x0042)
	if address := m.string(maxMSGText, 0x5D01, 0x5D02, 0x0C1F, 0x0065); strings.Contains(address, "@") && !strings.Contains(from, address) {
		from = strings.TrimSpace(from + " <" + address + ">")
	}
	for _, p := range []struct{ key, value string }{
		{"from", from},
		{"to", m.string(maxMSGText, 0x0E04)},
		{"cc", m.string(maxMSGText, 0x0E03)},
		{"bcc", m.string(maxMSGText, 0x0E02)},
		{"message-id", m.string(maxMSGText, 0x1035)},
	} {
		if err := out.textProperty(p.key, strings.TrimRight(p.value, "; ")); err != nil {
			return err
		}
	}
	if err := out.dateProperty("date", m.date(0x0039, 0x0E06, 0x3007)); err != nil {
		return err
	}
	for i, a := range c.children(0, "__attach_version1.0_") {
		if i >= maxMSGAttachments {
			break
		}
		name := openMessage(c, a, 8).string(maxMSGText, 0x3707, 0x3704, 0x3001)
		inside, ok := c.index[oleKey{a, "__substg1.0_3701000d"}]
		if ok && c.open(inside, "__properties_version1.0") == nil { // an object of another program
			name, content, err := c.object(inside, cmp.Or(name, fmt.Sprintf("object %d", i+1)), func() []byte { return c.standalone(inside) })
			if err == nil && content != nil {
				err = out.member(spar.Member{Name: attachmentName(name), Size: int64(len(content)), At: int64(i)})
			}
			if err != nil {
				return err
			}
		} else if ok { // a message
			if subject := openMessage(c, inside, 24).string(maxMSGText, 0x0037); subject != "" {
				name = subject
			}
		}
		if err := out.textProperty("attachment", name); err != nil {
			return err
		}
		if data := openMessage(c, a, 8).stream(0x3701, 0x0102); data != nil {
			if err := out.member(spar.Member{Name: attachmentName(name), Size: data.size, At: int64(i)}); err != nil {
				return err
			}
		}
	}
	if err := out.told(); err != nil {
		return err
	}
	fault := m.body(in, out)
	if fault != nil && !isCorrupt(fault) {
		return fault
	}
	return errors.Join(m.embedded(in, out, 2), fault)
}

// maxMSGDepth is how deep messages that are attached to messages are read.
const maxMSGDepth = 10

// embedded reads the attached messages: a heading for each, sender, recipients and date, and the text.
func (m *msgStore) embedded(in *Input, out *sink, level int) error {
	for i, a := range m.c.children(m.storage, "__attach_version1.0_") {
		inside, ok := m.c.index[oleKey{a, "__substg1.0_3701000d"}]
		if !ok || i >= maxMSGAttachments || m.c.open(inside, "__properties_version1.0") == nil {
			continue
		}
		if level > maxMSGDepth {
			return refuse(ErrPartial, "messages in it are nested more than %d deep; what is below was left out", maxMSGDepth)
		}
		inner := openMessage(m.c, inside, 24)
		if err := out.heading(level, inner.string(maxMSGText, 0x0037, 0x0E1D, 0x0070), spar.Locator{}); err != nil {
			return err
		}
		people := []string{strings.TrimRight(inner.string(maxMSGText, 0x0C1A, 0x0042)+" → "+inner.string(maxMSGText, 0x0E04), " →")}
		if day := inner.date(0x0039, 0x0E06, 0x3007); !day.IsZero() {
			people = append(people, day.Format(time.DateOnly))
		}
		if err := out.paragraph(strings.Join(people, "\n"), spar.Locator{}); err != nil {
			return err
		}
		if err := inner.body(in, out); err != nil {
			return err
		}
		if err := inner.embedded(in, out, level+1); err != nil {
			return err
		}
	}
	return nil
}

// unpackMSG writes an attachment, which is found by its number.
func unpackMSG(ctx context.Context, in *Input, member spar.Member, w io.Writer) error {
	c, err := openCompound(in)
	if err != nil {
		return err
	}
	attached := c.children(0, "__attach_version1.0_")
	if member.At < 0 || member.At >= int64(len(attached)) {
		return errNoMember
	}
	data := openMessage(c, attached[member.At], 8).stream(0x3701, 0x0102)
	if data == nil {
		inside, ok := c.index[oleKey{attached[member.At], "__substg1.0_3701000d"}]
		_, content, err := c.object(inside, "", func() []byte { return c.standalone(inside) })
		if !ok || content == nil {
			err = cmp.Or(err, errNoMember)
		}
		if err == nil {
			_, err = w.Write(content)
		}
		return err
	}
	const step = 1 << 20
	for at := int64(0); at < data.size; at += step {
		b := data.bytes(at, min(step, data.size-at))
		if len(b) == 0 {
			return refuse(ErrCorrupt, "it is cut short in its message")
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// body hands on the best body that the message has. HTML keeps tables and headings; the plain body is often made from
// one of the others.
func (m *msgStore) body(in *Input, out *sink) error {
	inner := withoutPlaces(out)
	defer func() {
		out.text, out.blocks, out.handed, out.err, out.titleText = inner.text, inner.blocks, inner.handed, inner.err, inner.titleText
	}()
	limit := out.limits.Part
	if s := m.stream(0x1013, 0x0102); s != nil && s.size > 0 {
		if err := m.html(s.bytes(0, min(s.size, limit)), in, inner); err != nil || inner.handed {
			return err
		}
	}
	if html := m.string(limit, 0x1013); html != "" {
		part := Input{R: strings.NewReader(html), Size: int64(len(html)), Limits: in.Limits}
		if err := readHTML(&part, utf8Charset, spar.Span{End: part.Size}, inner); err != nil || inner.handed {
			return err
		}
	}
	plain := m.string(limit, 0x1000)
	if plain == "" {
		if s := m.stream(0x1009, 0x0102); s != nil {
			return packedBody(s.bytes(0, min(s.size, limit)), limit, inner)
		}
	}
	return plainBody(plain, inner)
}

// packedBody hands on a body in packed RTF.
func packedBody(packed []byte, limit int64, out *sink) error {
	rtf, err := unpackRTF(packed, limit)
	if rerr := readRTF(bytes.NewReader(rtf), out, nil); rerr != nil {
		return rerr
	}
	return err
}

// plainBody hands on a body without markup.
func plainBody(text string, out *sink) error {
	for para := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if err := out.paragraph(para, spar.Locator{}); err != nil {
			return err
		}
	}
	return nil
}

// html reads a body in HTML, whose encoding the message names, or the body itself.
func (m *msgStore) html(b []byte, in *Input, out *sink) error {
	part := Input{R: bytes.NewReader(b), Size: int64(len(b)), Limits: in.Limits}
	cs, ok := byBOM(b)
	if !ok {
		if n := m.number(0x3FDE); n > 0 {
			cs = codePage(int(n))
		} else {
			declared := ""
			if found := htmlCharset.FindSubmatch(b[:min(len(b), 4096)]); found != nil {
				declared = string(found[1])
			}
			var err error
			if cs, err = findCharset(&part, declared); err != nil {
				return err
			}
		}
	}
	return readHTML(&part, cs, spar.Span{Start: cs.skip, End: part.Size}, out)
}

// withoutPlaces is a sink for an unpacked part. The part's places are not in the file, and its properties are not the message's.
func withoutPlaces(out *sink) *sink {
	inner := *out
	inner.emit = func(it Item) error {
		if it.Block == nil {
			return nil
		}
		it.Block.Locator.Bytes = spar.Span{}
		if t := it.Block.Table; t != nil {
			for i := range t.Rows {
				t.Rows[i].Locator.Bytes = spar.Span{}
			}
		}
		return out.emit(it)
	}
	return &inner
}

// rtfDictionary is the text that every packed RTF begins with, unwritten (MS-OXRTFCP, 2.1.2.1).
const rtfDictionary = "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial" +
	"Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"

// unpackRTF unpacks a body in RTF (MS-OXRTFCP): runs of bytes, and references into the last 4096 of them. On an error it returns the part
// before.
func unpackRTF(b []byte, limit int64) ([]byte, error) {
	const window = 4096
	if len(b) < 16 {
		return nil, refuse(ErrCorrupt, "its packed body is cut off")
	}
	kind := string(b[8:12])
	b = b[16:]
	switch kind {
	case "MELA":
		return b, nil
	case "LZFu":
	default:
		return nil, refuse(ErrCorrupt, "its body is packed in an unknown way")
	}
	var ring [window]byte
	at := copy(ring[:], rtfDictionary)
	var out []byte
	put := func(c byte) {
		out = append(out, c)
		ring[at] = c
		at = (at + 1) % window
	}
	for len(b) > 0 {
		control := b[0]
		b = b[1:]
		for bit := range 8 {
			switch {
			case int64(len(out)) >= limit:
				return out, refuse(ErrTooBig, "its body unpacks to more than %s", size(limit))
			case control>>bit&1 == 0 && len(b) >= 1:
				put(b[0])
				b = b[1:]
			case control>>bit&1 == 1 && len(b) >= 2:
				ref := int(b[0])<<8 | int(b[1])
				b = b[2:]
				from, n := ref>>4, ref&0xF+2
				if from == at {
					return out, nil
				}
				for range n {
					put(ring[from])
					from = (from + 1) % window
				}
			default:
				return out, refuse(ErrCorrupt, "its packed body is cut off")
			}
		}
	}
	return out, nil
}
