package extract

import (
	"bytes"
	"context"
	"io"

	"github.com/sparsearch/spar/internal/spar"
)

// Attributes of the Transport Neutral Encapsulation Format (MS-OXTNEF, section 2.1.3). Outlook packs messages for others in it, as
// winmail.dat. The lower half of an identifier is its number, the upper half its type.
const (
	tnefSubject    = 0x8004
	tnefBody       = 0x800C
	tnefProperties = 0x9003
	tnefCodePage   = 0x9007
	tnefAttach     = 0x9002 // begins an attachment
	tnefTitle      = 0x8010
	tnefData       = 0x800F
	tnefAttachment = 0x9005 // properties of one
)

const tnefMagic = "\x78\x9f\x3e\x22"

// maxTNEF is how much of such a file is read: mail is smaller.
const maxTNEF = 256 << 20

func detectTNEF(head []byte, name string) int { return magic(head, tnefMagic) }

// A tnefFile is one attachment, or the message itself.
type tnefFile struct {
	name string
	data []byte
	own  map[int][]byte // properties of MAPI by number, texts as UTF-8
}

// readTNEF reads all attributes. What is behind a fault is left out.
func readTNEF(in *Input) (message tnefFile, attached []tnefFile, err error) {
	if in.Size > maxTNEF {
		return message, nil, refuse(ErrTooBig, "it is larger than %s", size(maxTNEF))
	}
	b := make([]byte, in.Size)
	if n, rerr := in.R.ReadAt(b, 0); n < len(b) {
		return message, nil, rerr
	}
	cs := codePage(1252)
	message.own = map[int][]byte{}
	for at := 6; at < len(b); {
		if at+9 > len(b) {
			return message, attached, refuse(ErrCorrupt, "it is cut off")
		}
		id, n := int(u32(b, at+1)&0xffff), u32(b, at+5)
		at += 9
		if n > int64(len(b)-at) {
			return message, attached, refuse(ErrCorrupt, "it is cut off")
		}
		data := b[at : at+int(n)]
		at += int(n) + 2 // a sum follows
		var file *tnefFile
		if len(attached) > 0 {
			file = &attached[len(attached)-1]
		}
		switch {
		case id == tnefCodePage && len(data) >= 4:
			cs = codePage(int(u32(data, 0)))
		case id == tnefSubject && message.name == "":
			message.name = terminated(cs, data)
		case id == tnefBody:
			message.data = []byte(terminated(cs, data))
		case id == tnefProperties:
			mapiProperties(data, cs, message.own)
		case id == tnefAttach && len(attached) < maxAttachments:
			attached = append(attached, tnefFile{own: map[int][]byte{}})
		case file == nil:
		case id == tnefTitle:
			file.name = terminated(cs, data)
		case id == tnefData:
			file.data = data
		case id == tnefAttachment:
			mapiProperties(data, cs, file.own)
			if name := firstOf(file.own[0x3707], file.own[0x3704]); len(name) > 0 { // the long name
				file.name = string(name)
			}
			if data := file.own[0x3701]; len(file.data) == 0 && len(data) > 0 {
				file.data = data
			}
		}
	}
	return message, attached, nil
}

// firstOf is the first of two that has something.
func firstOf(a, b []byte) []byte {
	if len(a) > 0 {
		return a
	}
	return b
}

// mapiProperties reads a list of MAPI properties (MS-OXTNEF, section 2.1.3.4). It ends at the first one that it cannot read.
func mapiProperties(b []byte, cs charset, into map[int][]byte) {
	at := 4
	number := func() int {
		at += 4
		if at > len(b) {
			return 0
		}
		return int(u32(b, at-4))
	}
	for at+4 <= len(b) {
		kind, id := u16(b, at), u16(b, at+2)
		at += 4
		if id >= 0x8000 { // it has a name of its own
			at += 16
			if number() == 0 {
				at += 4
			} else {
				n := number()
				if n < 0 || n > len(b)-at {
					return
				}
				at += (n + 3) &^ 3
			}
		}
		many := kind&0x1000 != 0
		count := 1
		var width int
		switch kind &^ 0x1000 {
		case 0x0002, 0x0003, 0x0004, 0x000A, 0x000B:
			width = 4
		case 0x0005, 0x0006, 0x0007, 0x0014, 0x0040:
			width = 8
		case 0x0048:
			width = 16
		case 0x000D, 0x001E, 0x001F, 0x0102:
			many = true
		case 0x0001:
		default:
			return
		}
		if many {
			count = number()
		}
		for range count {
			n := width
			if width == 0 && many {
				n = number()
			}
			if n < 0 || at < 0 || at > len(b) || n > len(b)-at {
				return
			}
			value := b[at : at+n]
			switch kind {
			case 0x001E:
				value = []byte(terminated(cs, value))
			case 0x001F:
				value = []byte(terminated(utf16Charset(false, 0), value))
			case 0x000D:
				value = value[min(16, len(value)):] // whose interface it is
			}
			if _, ok := into[id]; !ok && len(into) < 10_000 {
				into[id] = value
			}
			at += n
			if width == 0 || many {
				at = (at + 3) &^ 3
			}
		}
	}
}

// extractTNEF reads the text of a message that Outlook packed, with its attachments as members.
func extractTNEF(ctx context.Context, in *Input, out *sink) error {
	message, attached, fault := readTNEF(in)
	if fault != nil && len(attached) == 0 && message.data == nil {
		return fault
	}
	subject := firstOf(message.own[0x0037], []byte(message.name))
	if err := out.title(string(subject), spar.Locator{}); err != nil {
		return err
	}
	for _, p := range []struct {
		key string
		id  int
	}{{"from", 0x0C1A}, {"to", 0x0E04}, {"cc", 0x0E03}} {
		if err := out.textProperty(p.key, string(message.own[p.id])); err != nil {
			return err
		}
	}
	for i, a := range attached {
		if err := out.textProperty("attachment", a.name); err != nil {
			return err
		}
		if err := out.member(spar.Member{Name: attachmentName(a.name), Size: int64(len(a.data)), At: int64(i)}); err != nil {
			return err
		}
	}
	if err := out.told(); err != nil {
		return err
	}
	err := out.inner(func(inner *sink) error { return message.body(in, inner) })
	if err == nil && !out.handed && len(attached) > 0 {
		err = refuse(ErrContainer, "%s", contents("a message of Outlook", len(attached)))
	}
	if err == nil {
		return fault
	}
	return err
}

// body hands on the best body that the message has, as that of a message in Outlook's own file.
func (t *tnefFile) body(in *Input, out *sink) error {
	if page := t.own[0x1013]; len(page) > 0 {
		part := Input{R: bytes.NewReader(page), Size: int64(len(page)), Limits: in.Limits}
		cs, err := findCharset(&part, "")
		if err != nil {
			return err
		}
		if err := readHTML(&part, cs, spar.Span{Start: cs.skip, End: part.Size}, out); err != nil || out.handed {
			return err
		}
	}
	if packed := t.own[0x1009]; len(packed) > 0 {
		if err := packedBody(packed, in.Limits.Part, out); err != nil || out.handed {
			return err
		}
	}
	return plainBody(string(firstOf(t.own[0x1000], t.data)), out)
}

// unpackTNEF writes an attachment, which is found by its number.
func unpackTNEF(ctx context.Context, in *Input, member spar.Member, w io.Writer) error {
	_, attached, err := readTNEF(in)
	if member.At < 0 || member.At >= int64(len(attached)) {
		if err != nil {
			return err
		}
		return errNoMember
	}
	_, err = w.Write(attached[member.At].data)
	return err
}
