package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar"
)

var (
	mailField  = regexp.MustCompile(`^[!-9;-~]+[ \t]*:`)
	mailFields = regexp.MustCompile(`(?i)^(?:from|to|subject|date|message-id|received|return-path|mime-version|delivered-to|reply-to|sender|x-mailer|envelope-to|x-mozilla-status|content-type)\s*:`)
)

// mailHead counts the fields at the beginning of head, and those among them that mail has.
func mailHead(head []byte) (fields, known int) {
	for line := range bytes.SplitSeq(head, []byte("\n")) {
		line = bytes.TrimRight(line, "\r")
		switch {
		case len(line) == 0:
			return fields, known
		case line[0] == ' ' || line[0] == '\t':
			if fields == 0 {
				return 0, 0
			}
		case mailField.Match(line):
			fields++
			if mailFields.Match(line) {
				known++
			}
		default:
			return 0, 0
		}
	}
	return fields, known
}

// detectEML looks for a header of mail.
func detectEML(head []byte, name string) int {
	if !isTextHead(head) {
		return 0
	}
	head = head[:min(len(head), 16<<10)]
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), "\r\n")
	if bytes.HasPrefix(head, []byte("From ")) {
		if !hasExt(name, ".eml") {
			return 0
		}
		_, head, _ = bytes.Cut(head, []byte("\n"))
	}
	if i := bytes.LastIndexByte(head, '\n'); i > 0 && !bytes.Contains(head, []byte("\n\n")) && !bytes.Contains(head, []byte("\r\n\r\n")) {
		head = head[:i] // the last line may be cut off
	}
	switch fields, known := mailHead(head); {
	case known >= 3 || known >= 2 && fields >= 3:
		return 75
	case known >= 1 && hasExt(name, ".eml", ".mht", ".mhtml"):
		return 75
	}
	return 0
}

// detectMBOX looks for the line that separates messages with a header below.
func detectMBOX(head []byte, name string) int {
	if !isTextHead(head) || !bytes.HasPrefix(head, []byte("From ")) || !mboxFrom.Match(firstLine(head)) {
		return 0
	}
	_, rest, _ := bytes.Cut(head, []byte("\n"))
	if _, known := mailHead(rest[:min(len(rest), 16<<10)]); known >= 1 {
		if bytes.Contains(rest, []byte("\nFrom ")) {
			return 80
		}
		return 70
	}
	return 0
}

// extractEML reads one message (RFC 5322 and MIME): its header as properties and text, its text parts, and the names of its
// attachments as properties.
func extractEML(ctx context.Context, in *Input, out *sink) error {
	m := mailReader{out: out, lines: openMail(in), properties: true}
	return m.message(1)
}

// unpackEML writes an attachment, which is found by its number among all.
func unpackEML(ctx context.Context, in *Input, member spar.Member, w io.Writer) error {
	return unpackMail(ctx, in, openMail(in), member.At, w)
}

func unpackMail(ctx context.Context, in *Input, lines *mailLines, number int64, w io.Writer) error {
	none := &sink{ctx: ctx, limits: in.Limits, emit: func(Item) error { return nil }}
	m := mailReader{out: none, lines: lines, wanted: number, to: w}
	if err := m.message(1); err != nil && !m.found {
		return err
	}
	if !m.found {
		return errNoMember
	}
	return m.failed
}

// openMail reads a message from its header on.
func openMail(in *Input) *mailLines {
	lines := newMailLines(in.reader(), false)
	if skip, _ := lines.r.Peek(3); string(skip) == "\xef\xbb\xbf" {
		_, _ = lines.r.Discard(3)
	}
	lines.message()
	for {
		if b, _ := lines.r.Peek(1); len(b) == 0 || b[0] != '\r' && b[0] != '\n' {
			break
		}
		_, _ = lines.r.Discard(1)
	}
	return lines
}

// extractMBOX reads a mailbox message by message: a heading each, so that nobody holds it whole. Attachments are listed to
// its end, also where there is more text than the limit.
func extractMBOX(ctx context.Context, in *Input, out *sink) error {
	lines := newMailLines(in.reader(), true)
	faults := faultList{}
	out.keepOn = true
	n := 0
	for {
		start := lines.offset()
		if !lines.message() {
			break
		}
		n++
		m := mailReader{out: out, lines: lines, start: start, folder: strconv.Itoa(n) + "/"}
		err := m.message(1)
		if errors.Is(err, ErrPartial) { // one message too deep or too long costs the others nothing
			faults.note(err)
			err = m.drain()
		}
		if err != nil {
			return err
		}
	}
	if err := out.property("messages", spar.Value{Kind: spar.Number, Number: float64(n)}); err != nil {
		return err
	}
	if out.beyond != nil {
		return out.beyond
	}
	return faults.first
}

// unpackMBOX writes an attachment, which is found by where its message begins and its number in it.
func unpackMBOX(ctx context.Context, in *Input, member spar.Member, w io.Writer) error {
	start := member.At / maxAttachments
	if start < 0 || start >= in.Size {
		return errNoMember
	}
	lines := newMailLines(io.NewSectionReader(in.R, start, in.Size-start), true)
	if !lines.message() {
		return errNoMember
	}
	return unpackMail(ctx, in, lines, member.At%maxAttachments, w)
}

// maxAttachments is how many files one message can have.
const maxAttachments = 1000

// mailReader reads one message.
type mailReader struct {
	out        *sink
	lines      *mailLines
	properties bool     // of the header are wanted
	bounds     []string // of the open multiparts, outermost first
	names      []string // of attachments
	fault      error

	start  int64  // of the message in its mailbox
	folder string // in which its attachments lie

	wanted int64     // the number of the attachment that is to be written
	to     io.Writer // nil when none is
	found  bool
	failed error
}

// ending says at which boundary a part ended: its index in bounds, -1 at the end of the message.
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

// header hands on what a reader of the message sees above it. The text of it has no labels, which every message shares
// and nobody searches for: "Ada <ada@example.org> → Bob <bob@example.org>", and the day unless it is a property.
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

// alternative is what a multipart/alternative holds back: the page that counts when there is no text.
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
	case strings.HasPrefix(kind, "multipart/") && params["boundary"] != "":
		return m.multipart(kind, params["boundary"], level, depth)
	case kind == "message/rfc822" && !attached, kind == "message/rfc822" && name == "":
		inner, err := readHeader(m.lines)
		if err != nil {
			return ending{}, err
		}
		return m.body(inner, min(level+1, 9), depth+1)
	case (kind == "text/plain" || kind == "text/html" || kind == "text" || kind == "text/enriched" || kind == "text/richtext" || kind == "text/x-markdown" || kind == "text/markdown") && !attached:
		if m.out.beyond != nil {
			return m.pass(nil)
		}
		raw, end, err := m.collect()
		if err != nil {
			return end, err
		}
		raw = decodeTransfer(raw, h.get("content-transfer-encoding"))
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
	if name == "" && !attached || len(m.names) >= maxAttachments {
		return m.pass(nil)
	}
	if name == "" {
		name = strings.ReplaceAll(kind, "/", ".") // a type is all that is known of it
	}
	return m.attachment(h, name)
}

// attachment reads an attached file, hands on that it is there, and writes it if it is the one that is wanted.
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
	if end.bound == own { // what follows the last boundary is no text
		m.bounds = m.bounds[:own]
		return m.pass(nil)
	}
	return end, nil
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

// show hands on a text part.
func (m *mailReader) show(raw []byte, declared string, page bool) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
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
		if page {
			return readHTML(&in, cs, spar.Span{Start: cs.skip, End: in.Size}, out)
		}
		var p textParagraph
		for l, err := range lines(&in, cs) {
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
