package extract

import "bytes"

// mailText are the kinds of parts that are shown as text unless somebody attached them: prose, and the reports of mail servers (RFC 3464,
// RFC 8098). Other text is for programs: styles, scripts, a second page for one mail reader.
var mailText = []string{
	"text", "text/plain", "text/html", "text/enriched", "text/richtext", "text/x-markdown", "text/markdown", "text/calendar", "text/rfc822-headers",
	"message/delivery-status", "message/disposition-notification", "message/global-delivery-status",
}

// isSignature reports whether a part is what vouches for another: it says nothing to a reader.
func isSignature(kind string) bool {
	switch kind {
	case "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature":
		return true
	}
	return false
}

// isSealed reports whether a part is a message within a signature of S/MIME, or an encrypted one (RFC 8551, section 3.2).
func isSealed(kind string) bool {
	return kind == "application/pkcs7-mime" || kind == "application/x-pkcs7-mime"
}

const mailEncrypted = "a part of it is encrypted (%s); save a copy that is decrypted to make it searchable"

// within reads a message that a part holds encoded, as if it stood in its place.
func (m *mailReader) within(raw []byte, read func() error) error {
	lines, bounds := m.lines, m.bounds
	defer func() { m.lines, m.bounds = lines, bounds }()
	m.lines, m.bounds = newMailLines(bytes.NewReader(raw), false), nil
	m.lines.message()
	return read()
}

// sealed reads a part of S/MIME. It reads a signed part, and reports an encrypted one.
func (m *mailReader) sealed(raw []byte, level, depth int) error {
	content, kind := openSeal(raw)
	switch {
	case kind == sealedEncrypted:
		m.fault = refuse(ErrEncrypted, mailEncrypted, "S/MIME")
		return nil
	case kind == sealedUnknown:
		m.fault = refuse(ErrPartial, "a part of it is of S/MIME and cannot be read")
		return nil
	}
	return m.within(content, func() error {
		h, err := readHeader(m.lines)
		if err != nil {
			return err
		}
		_, err = m.part(h, level, depth+1, nil)
		return err
	})
}

// A seal is the kind of an S/MIME part.
type seal int

const (
	sealedUnknown seal = iota
	sealedSigned
	sealedEncrypted
)

// Content types of the Cryptographic Message Syntax, as DER of their object identifiers (RFC 5652, sections 5 and 6).
const (
	oidSigned     = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
	oidEnveloped  = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03"
	oidEncrypted  = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x06"
	oidAuthSealed = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17"
)

// openSeal takes the content out of a signed message without a look at the signature.
//
//	ContentInfo { contentType, [0] SignedData { version, digestAlgorithms, EncapsulatedContentInfo { type, [0] OCTET STRING }, ... } }
func openSeal(raw []byte) ([]byte, seal) {
	info, ok := berParts(raw)
	if !ok || len(info) == 0 {
		return nil, sealedUnknown
	}
	info, _ = berParts(info[0].content)
	if len(info) < 2 {
		return nil, sealedUnknown
	}
	switch string(info[0].content) {
	case oidEnveloped, oidEncrypted, oidAuthSealed:
		return nil, sealedEncrypted
	case oidSigned:
	default:
		return nil, sealedUnknown
	}
	data, _ := berParts(info[1].content)
	if len(data) == 0 {
		return nil, sealedUnknown
	}
	fields, _ := berParts(data[0].content)
	if len(fields) < 3 {
		return nil, sealedUnknown
	}
	inner, _ := berParts(fields[2].content)
	if len(inner) < 2 {
		return nil, sealedUnknown
	}
	return octets(inner[1].content, 0), sealedSigned
}

// octets joins an octet string that may come in pieces.
func octets(raw []byte, depth int) []byte {
	if depth > 10 {
		return nil
	}
	parts, _ := berParts(raw)
	var out []byte
	for _, p := range parts {
		switch p.tag {
		case 0x04:
			out = append(out, p.content...)
		case 0x24:
			out = append(out, octets(p.content, depth+1)...)
		}
	}
	return out
}

// A berPart is one value in the Basic Encoding Rules of ASN.1 (X.690).
type berPart struct {
	tag     byte
	content []byte
}

// berParts splits raw into its values, also values of indefinite length. If raw is cut off, it returns the values before, and false.
func berParts(raw []byte) ([]berPart, bool) {
	var parts []berPart
	for len(raw) >= 2 && len(parts) < 10_000 {
		head, n, ok := berHead(raw)
		switch {
		case !ok:
			return parts, false
		case raw[0] == 0 && raw[1] == 0: // the end of the value around these
			return parts, true
		case n < 0:
			end, ok := berEnd(raw[head:], 0)
			parts = append(parts, berPart{tag: raw[0], content: raw[head : head+end]})
			if !ok {
				return parts, false
			}
			raw = raw[head+end+2:]
		case n > len(raw)-head:
			return append(parts, berPart{tag: raw[0], content: raw[head:]}), false
		default:
			parts = append(parts, berPart{tag: raw[0], content: raw[head : head+n]})
			raw = raw[head+n:]
		}
	}
	return parts, true
}

// berHead returns the length of the tag and length at the beginning of raw, and the length of the content. The latter is -1 if it is
// indefinite.
func berHead(raw []byte) (head, length int, ok bool) {
	if raw[0]&0x1f == 0x1f { // a tag of several bytes, which CMS does not have
		return 0, 0, false
	}
	n := int(raw[1])
	switch {
	case n == 0x80:
		return 2, -1, true
	case n < 0x80:
		return 2, n, true
	case n > 0x84 || len(raw) < 2+n&0x7f:
		return 0, 0, false
	}
	head = 2 + n&0x7f
	for _, b := range raw[2:head] {
		length = length<<8 | int(b)
	}
	return head, length, length >= 0
}

// berEnd finds the two zero bytes that end a value of indefinite length.
func berEnd(raw []byte, depth int) (int, bool) {
	at := 0
	for at+2 <= len(raw) && depth < 50 {
		if raw[at] == 0 && raw[at+1] == 0 {
			return at, true
		}
		head, n, ok := berHead(raw[at:])
		switch {
		case !ok:
			return at, false
		case n < 0:
			end, ok := berEnd(raw[at+head:], depth+1)
			if !ok {
				return len(raw), false
			}
			n = end + 2
		}
		if n > len(raw)-at-head {
			return len(raw), false
		}
		at += head + n
	}
	return len(raw), false
}

// unflow joins lines that a program broke only to keep them short (RFC 3676). Such a line ends in a space.
func unflow(raw []byte, delSp bool) []byte {
	out := make([]byte, 0, len(raw))
	flowing, depth := false, 0 // the last line goes on, at how many marks of quotation
	for line := range bytes.SplitAfterSeq(raw, []byte("\n")) {
		text := bytes.TrimRight(line, "\r\n")
		marks := 0
		for marks < len(text) && text[marks] == '>' {
			marks++
		}
		if flowing && marks == depth && len(text) > 0 {
			body := bytes.TrimPrefix(text[marks:], []byte(" ")) // stuffed
			out = append(out, body...)
		} else {
			if flowing {
				out = append(out, '\n')
			}
			out = append(out, text...)
		}
		flowing, depth = bytes.HasSuffix(text, []byte(" ")) && string(text[marks:]) != "-- " && string(text[marks:]) != " -- ", marks
		switch {
		case !flowing && len(text) < len(line):
			out = append(out, '\n')
		case flowing && delSp:
			out = out[:len(out)-1]
		}
	}
	return out
}
