package extract

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/sparsearch/spar/internal/spar"
)

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

// extractMBOX reads a mailbox message by message, with a heading for each, and holds only one at a time. It lists attachments to the end of
// the file, even if the text exceeds the limit.
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
		if errors.Is(err, ErrPartial) || errors.Is(err, ErrEncrypted) { // one message that is too deep, too long or encrypted costs the others nothing
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
