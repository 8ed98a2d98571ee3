package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// mailReader reads one message.
type mailReader struct {
	out        *sink
	lines      *mailLines
	properties bool     // of the header are wanted
	bounds     []string // of the open multiparts, outermost first
	names      []string // of attachments
	fault      error

	start  int64  // of the message in its mailbox
	folder string // that its attachments lie in

	wanted int64     // the number of the attachment to write
	to     io.Writer // nil when none is
	found  bool
	failed error
}

// ending says which boundary ended a part: its index in bounds, or -1 at the end of the message.
type ending struct {
	bound int
	last  bool // it closes the multipart
}

// message reads a message whose header comes next.
func (m *mailReader) message(level int) error {
	h, err := readHeader(m.lines)
	if err != nil {
		return err
	}
	if _, err := m.body(h, level, 0); err != nil {
		return err
	}
	for _, n := range m.names {
		tell := func() error { return m.out.textProperty("attachment", n) }
		if !m.properties { // of a mailbox, whose messages have none of their own
			tell = func() error { return m.out.item("Attachment: "+n, spar.Locator{}) }
		}
		if err := tell(); err != nil {
			return err
		}
	}
	return m.fault
}

// drain passes over the rest of a message.
func (m *mailReader) drain() error {
	for {
		if _, err := m.lines.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// mailKeys are the fields that become properties, in this order.
var mailKeys = []string{"from", "to", "cc", "bcc", "reply-to", "date"}

// header emits the fields that a reader sees above the message. It leaves out labels, because every message has them and nobody searches
// for them: "Ada <ada@example.org> → Bob <bob@example.org>", and the day unless it is a property.
func (m *mailReader) header(h mailHeader, level int) error {
	subject := squeeze(mailWord(h.get("subject")))
	properties := m.properties && level == 1
	if properties {
		if err := m.out.textProperty("subject", subject); err != nil {
			return err
		}
		if err := m.out.textProperty("message-id", squeeze(h.get("message-id"))); err != nil {
			return err
		}
	}
	if !m.out.peek {
		if err := m.out.heading(level, subject, spar.Locator{}); err != nil {
			return err
		}
	}
	shown := map[string]string{}
	for _, k := range mailKeys {
		for _, v := range h[k] {
			v = squeeze(mailWord(v))
			if v == "" {
				continue
			}
			value := spar.Value{Kind: spar.Text, Text: v}
			if k == "date" {
				if t, err := mail.ParseDate(v); err == nil {
					value, v = spar.Value{Kind: spar.Date, Date: t}, t.Format(time.DateOnly)
				}
			}
			if shown[k] != "" {
				v = shown[k] + ", " + v
			}
			shown[k] = v
			if !properties {
				continue
			}
			if err := m.out.property(k, value); err != nil {
				return err
			}
		}
	}
	if err := m.out.told(); err != nil {
		return err
	}
	var lines []string
	people := shown["from"]
	for _, k := range []string{"to", "cc", "bcc"} {
		if shown[k] != "" {
			people += " → " + shown[k]
		}
	}
	if people = strings.TrimSpace(people); people != "" {
		lines = append(lines, people)
	}
	if shown["date"] != "" && !properties {
		lines = append(lines, shown["date"])
	}
	return m.out.paragraph(strings.Join(lines, "\n"), spar.Locator{})
}

// body reads the body of a message with its header first.
func (m *mailReader) body(h mailHeader, level, depth int) (ending, error) {
	if err := m.header(h, level); err != nil {
		return ending{}, err
	}
	return m.part(h, level, depth, nil)
}

// alternative is the held-back page of a multipart/alternative. It counts if there is no text.
type alternative struct {
	text    bool
	page    []byte
	charset string
}

// part reads one part, whose header was read.
func (m *mailReader) part(h mailHeader, level, depth int, alt *alternative) (ending, error) {
	kind, params := mediaType(h.get("content-type"))
	if kind == "" {
		kind = "text/plain"
	}
	disposition, dparams := mediaType(h.get("content-disposition"))
	name := squeeze(mailWord(dparams["filename"]))
	if name == "" {
		name = squeeze(mailWord(params["name"]))
	}
	attached := disposition == "attachment"
	deep := depth >= maxMailDepth
	if deep && (strings.HasPrefix(kind, "multipart/") || kind == "message/rfc822") {
		m.fault = refuse(ErrPartial, "its parts are nested more than %d deep; what is below was left out", maxMailDepth)
	}
	switch {
	case deep:
	case kind == "multipart/encrypted":
		m.fault = refuse(ErrEncrypted, mailEncrypted, "PGP")
		return m.pass(nil)
	case strings.HasPrefix(kind, "multipart/") && params["boundary"] != "":
		return m.multipart(kind, params["boundary"], level, depth)
	case isSignature(kind):
		return m.pass(nil)
	case kind == "message/rfc822" && (!attached || name == ""):
		return m.forwarded(h, level, depth)
	case isSealed(kind):
		raw, end, err := m.collect()
		if err == nil {
			err = m.sealed(decodeTransfer(raw, h.get("content-transfer-encoding")), level, depth)
		}
		return end, err
	case slices.Contains(mailText, kind) && !attached:
		return m.text(h, kind, params, level, alt)
	}
	if name == "" && !attached || len(m.names) >= maxAttachments {
		return m.pass(nil)
	}
	if name == "" {
		name = strings.ReplaceAll(kind, "/", ".") // a type is all that is known of it
	}
	return m.attachment(h, name)
}

// forwarded reads a message within a message, which may be encoded though it must not (RFC 2046, section 5.2.1).
func (m *mailReader) forwarded(h mailHeader, level, depth int) (ending, error) {
	read := func() (ending, error) {
		if m.lines.back == nil && !m.lines.mbox {
			m.lines.message() // some were taken out of a mailbox
		}
		inner, err := readHeader(m.lines)
		if err != nil {
			return ending{}, err
		}
		return m.body(inner, min(level+1, 9), depth+1)
	}
	encoding := strings.ToLower(strings.TrimSpace(h.get("content-transfer-encoding")))
	if encoding != "base64" && encoding != "quoted-printable" {
		return read()
	}
	raw, end, err := m.collect()
	if err != nil {
		return end, err
	}
	return end, m.within(decodeTransfer(raw, encoding), func() error {
		_, err := read()
		return err
	})
}

// text reads a part that is text.
func (m *mailReader) text(h mailHeader, kind string, params map[string]string, level int, alt *alternative) (ending, error) {
	if m.out.beyond != nil {
		return m.pass(nil)
	}
	raw, end, err := m.collect()
	if err != nil {
		return end, err
	}
	raw = decodeTransfer(raw, h.get("content-transfer-encoding"))
	switch {
	case kind == "text/calendar":
		return end, m.inner(raw, params["charset"], func(in *Input, cs charset, out *sink) error {
			return readCalendar(in, cs, level, out)
		})
	case strings.EqualFold(params["format"], "flowed"):
		raw = unflow(raw, strings.EqualFold(params["delsp"], "yes"))
	}
	page := kind == "text/html"
	if alt != nil && page {
		alt.page, alt.charset = raw, params["charset"]
		return end, nil
	}
	if alt != nil && len(bytes.TrimSpace(raw)) > 0 {
		if alt.text {
			return end, nil
		}
		alt.text = true
	}
	return end, m.show(raw, params["charset"], page)
}

// attachment reads an attached file and emits that it is there. It writes the file if it is the wanted one.
func (m *mailReader) attachment(h mailHeader, name string) (ending, error) {
	number := int64(len(m.names))
	m.names = append(m.names, name)
	encoding := h.get("content-transfer-encoding")
	if m.to != nil {
		if number != m.wanted {
			return m.pass(nil)
		}
		m.found = true
		t := transfer{w: m.to, encoding: strings.ToLower(strings.TrimSpace(encoding))}
		end, err := m.pass(func(line []byte) {
			if m.failed == nil {
				m.failed = t.add(line)
			}
		})
		if m.failed == nil {
			m.failed = t.close()
		}
		return end, err
	}
	var size int64
	packed := strings.EqualFold(strings.TrimSpace(encoding), "base64")
	end, err := m.pass(func(line []byte) {
		if packed {
			line = bytes.TrimRight(line, "=\r\n")
		}
		size += int64(len(line))
	})
	if err != nil {
		return end, err
	}
	if packed {
		size = size * 3 / 4
	}
	own := attachmentName(name)
	if own == "" { // it must not get the name of the folder that stands for the message
		own = fmt.Sprintf("attachment-%d", number+1)
	}
	return end, m.out.member(spar.Member{Name: m.folder + own, Size: size, At: m.start*maxAttachments + number})
}

// multipart reads the parts between boundaries (RFC 2046, section 5.1).
func (m *mailReader) multipart(kind, bound string, level, depth int) (ending, error) {
	own := len(m.bounds)
	m.bounds = append(m.bounds, strings.TrimRight(bound, " \t"))
	defer func() { m.bounds = m.bounds[:own] }()
	var alt *alternative
	if kind == "multipart/alternative" {
		alt = &alternative{}
	}
	end, err := m.pass(nil) // the preamble
	for err == nil && end.bound == own && !end.last {
		var h mailHeader
		if h, err = readHeader(m.lines); err != nil {
			break
		}
		if kind == "multipart/digest" && h.get("content-type") == "" {
			h["content-type"] = []string{"message/rfc822"}
		}
		end, err = m.part(h, level, depth+1, alt)
		m.bounds = m.bounds[:own+1]
	}
	if err != nil {
		return end, err
	}
	if alt != nil && !alt.text && alt.page != nil {
		if err := m.show(alt.page, alt.charset, true); err != nil {
			return end, err
		}
	}
	if end.bound != own {
		return end, nil
	}
	m.bounds = m.bounds[:own]
	if own > 0 || m.out.beyond != nil {
		return m.pass(nil)
	}
	footer, end, err := m.collect() // which lists of mail add behind all parts
	if err != nil {
		return end, err
	}
	return end, m.show(footer, "", false)
}

// pass reads up to the next boundary and hands each line to f.
func (m *mailReader) pass(f func([]byte)) (ending, error) {
	for {
		line, err := m.lines.next()
		if err == io.EOF {
			return ending{bound: -1}, nil
		}
		if err != nil {
			return ending{}, err
		}
		if len(line) > 2 && line[0] == '-' && line[1] == '-' {
			text := strings.TrimRight(string(line[2:min(len(line), 300)]), " \t\r\n")
			for i := len(m.bounds) - 1; i >= 0; i-- {
				if text == m.bounds[i] {
					return ending{bound: i}, nil
				}
				if text == m.bounds[i]+"--" {
					return ending{bound: i, last: true}, nil
				}
			}
		}
		if f != nil {
			f(line)
		}
	}
}

// maxMailPart is how much of one text part is kept.
const maxMailPart = 16 << 20

// collect reads the lines of a text part.
func (m *mailReader) collect() ([]byte, ending, error) {
	var raw []byte
	end, err := m.pass(func(line []byte) {
		if len(raw)+len(line) > maxMailPart {
			m.fault = refuse(ErrPartial, "a text part of it is longer than %s; what is beyond that was left out", size(maxMailPart))
			return
		}
		raw = append(raw, line...)
	})
	return raw, end, err
}

// inner emits the content of a part, if it is text in any encoding.
func (m *mailReader) inner(raw []byte, declared string, read func(*Input, charset, *sink) error) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if text, ok := fromUTF7(raw, declared); ok {
		raw = text
	}
	in := Input{R: bytes.NewReader(raw), Size: int64(len(raw)), Limits: m.out.limits}
	return m.out.inner(func(out *sink) error {
		cs, err := findCharset(&in, declared)
		if errors.Is(err, ErrUnsupported) {
			return nil // binary data with a wrong label
		}
		if err != nil {
			return err
		}
		return read(&in, cs, out)
	})
}

// show hands on a text part.
func (m *mailReader) show(raw []byte, declared string, page bool) error {
	return m.inner(raw, declared, func(in *Input, cs charset, out *sink) error {
		if page {
			return readHTML(in, cs, spar.Span{Start: cs.skip, End: in.Size}, out)
		}
		var p textParagraph
		for l, err := range lines(in, cs) {
			if err != nil {
				return err
			}
			if err := p.add(out, l); err != nil {
				return err
			}
		}
		return p.flush(out)
	})
}
