package extract

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	mailField  = pattern.New(`^[!-9;-~]+[ \t]*:`)
	mailFields = pattern.New(`(?i)^(?:from|to|subject|date|message-id|received|return-path|mime-version|delivered-to|reply-to|sender|x-mailer|envelope-to|x-mozilla-status|content-type)\s*:`)
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
	if appleLength.Match(firstLine(head)) {
		_, head, _ = bytes.Cut(head, []byte("\n"))
	} else if bytes.HasPrefix(head, []byte("From ")) {
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
	case known >= 1 && hasExt(name, ".eml", ".emlx", ".mht", ".mhtml"):
		return 75
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

// appleLength is the first line of a message that Apple Mail keeps: how many bytes it has. A list of properties follows it.
var appleLength = pattern.New(`^[0-9]{1,10} *$`)

// openMail reads a message from its header on.
func openMail(in *Input) *mailLines {
	var r io.Reader = in.reader()
	head := make([]byte, min(in.Size, 20))
	if n, _ := in.R.ReadAt(head, 0); n == len(head) && bytes.IndexByte(head, '\n') > 0 && appleLength.Match(firstLine(head)) {
		begin := int64(bytes.IndexByte(head, '\n')) + 1
		if n, err := strconv.ParseInt(strings.TrimSpace(string(firstLine(head))), 10, 64); err == nil {
			r = io.NewSectionReader(in.R, begin, min(n, in.Size-begin))
		}
	}
	lines := newMailLines(r, false)
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

// maxAttachments is how many files one message can have.
const maxAttachments = 1000
