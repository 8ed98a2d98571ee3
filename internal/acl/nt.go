package acl

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The types, flags and rights of the entries of security descriptors ([MS-DTYP], sections 2.4.3, 2.4.4).
const (
	ntAllow, ntDeny, ntAudit, ntAlarm             = 0x00, 0x01, 0x02, 0x03
	ntAllowObject, ntDenyObject                   = 0x05, 0x06
	ntAllowCallback, ntDenyCallback               = 0x09, 0x0a
	ntAllowCallbackObject, ntDenyCallbackObject   = 0x0b, 0x0c
	ntInheritOnly                                 = 0x08
	ntRead, ntExecute                             = 0x0000_0001, 0x0000_0020
	ntGenericAll, ntGenericExecute, ntGenericRead = 0x1000_0000, 0x2000_0000, 0x8000_0000

	// The control bits of a descriptor, and the offsets of its parts.
	sdDACLPresent, sdSelfRelative = 0x0004, 0x8000
	sdHeader, aclHeader           = 20, 8
)

// readNT reads a security descriptor in self-relative form ([MS-DTYP], section 2.4.6).
func readNT(b []byte) (List, error) { return readDescriptor(b, 0) }

// readDescriptor reads the descriptor at an offset of b; its own offsets count from the begin of b.
func readDescriptor(b []byte, at int) (List, error) {
	l := List{Kind: NT}
	if at > len(b) || len(b)-at < sdHeader {
		return l, errors.New("too short for a security descriptor")
	}
	head := b[at : at+sdHeader]
	if head[0] != 1 {
		return l, fmt.Errorf("a security descriptor of revision %d", head[0])
	}
	control := binary.LittleEndian.Uint16(head[2:])
	inside := func(offset uint32) bool {
		return uint64(offset) >= uint64(at+sdHeader) && uint64(offset) < uint64(len(b))
	}
	if control&sdSelfRelative == 0 {
		return l, errors.New("a security descriptor that points elsewhere")
	}
	var err error
	for _, part := range []struct {
		at int
		to *string
	}{{4, &l.Owner}, {8, &l.Group}} {
		offset := binary.LittleEndian.Uint32(head[part.at:])
		if offset == 0 {
			continue
		}
		if !inside(offset) {
			return l, errors.New("a security descriptor whose owner lies outside of it")
		}
		if *part.to, _, err = readSID(b[offset:]); err != nil {
			return l, err
		}
	}
	if control&sdDACLPresent == 0 {
		return l, errors.New("a security descriptor that says nothing of who may do what")
	}
	offset := binary.LittleEndian.Uint32(head[16:])
	if offset == 0 { // a list that is there and null is one that allows everybody everything
		l.Entries = []Entry{{Type: ntAllow, Mask: ntGenericAll, Who: "S-1-1-0"}}
		return l, nil
	}
	if !inside(offset) || !inside(offset+aclHeader-1) {
		return l, errors.New("a security descriptor whose list lies outside of it")
	}
	l.Entries, err = readDACL(b[offset:])
	return l, err
}

func readDACL(b []byte) (entries []Entry, err error) {
	size, n := int(binary.LittleEndian.Uint16(b[2:])), int(binary.LittleEndian.Uint16(b[4:]))
	if b[0] != 2 && b[0] != 4 || size < aclHeader || size > len(b) || n > maxEntries {
		return nil, errors.New("a list of a security descriptor that is malformed")
	}
	b = b[aclHeader:size]
	for range n {
		if len(b) < 8 {
			return nil, errors.New("a list of a security descriptor that is cut off")
		}
		e := Entry{Type: uint32(b[0]), Flags: uint32(b[1]), Mask: binary.LittleEndian.Uint32(b[4:])}
		size := int(binary.LittleEndian.Uint16(b[2:]))
		if size < 8 || size > len(b) {
			return nil, errors.New("an entry of a security descriptor that is cut off")
		}
		body := b[8:size]
		b = b[size:]
		switch e.Type {
		case ntAudit, ntAlarm:
			continue // they allow and deny nothing
		case ntAllowObject, ntDenyObject, ntAllowCallbackObject, ntDenyCallbackObject:
			// Two GUIDs may stand before the SID; which, say the flags.
			if len(body) < 4 {
				return nil, errors.New("an entry of a security descriptor that is cut off")
			}
			flags := binary.LittleEndian.Uint32(body)
			body = body[4:]
			for bit := uint32(1); bit <= 2; bit <<= 1 {
				if flags&bit != 0 {
					if len(body) < 16 {
						return nil, errors.New("an entry of a security descriptor that is cut off")
					}
					body = body[16:]
				}
			}
		case ntAllow, ntDeny, ntAllowCallback, ntDenyCallback:
		default:
			return nil, fmt.Errorf("an entry of a security descriptor of type %#x", e.Type)
		}
		if e.Who, _, err = readSID(body); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// readSID reads a SID ([MS-DTYP], section 2.4.2.2) into its text form, and says how many bytes it took.
func readSID(b []byte) (string, int, error) {
	if len(b) < 8 || b[0] != 1 || b[1] > 15 || len(b) < 8+4*int(b[1]) {
		return "", 0, errors.New("a security descriptor with a SID that is malformed")
	}
	authority := uint64(binary.BigEndian.Uint16(b[2:]))<<32 | uint64(binary.BigEndian.Uint32(b[4:]))
	s := "S-1-" + strconv.FormatUint(authority, 10)
	if authority >= 1<<32 {
		s = fmt.Sprintf("S-1-0x%012X", authority)
	}
	n := int(b[1])
	for i := range n {
		s += "-" + strconv.FormatUint(uint64(binary.LittleEndian.Uint32(b[8+4*i:])), 10)
	}
	return s, 8 + 4*n, nil
}

// readSamba reads the value of Samba's vfs_acl_xattr: a security descriptor wrapped by NDR (librpc/idl/xattr.idl of Samba, xattr_NTACL),
// little-endian, with pointers of four bytes. The version stands twice, as a number and as that of a union's arm, then comes a pointer. In
// version 1 the descriptor follows. In the others a struct does, which begins with a pointer to the descriptor and goes on with hashes of
// what the list was made from, and the descriptor comes behind it. The descriptor's own offsets count from the begin of the whole.
func readSamba(b []byte) (List, error) {
	if len(b) < 8 {
		return List{}, errors.New("too short for a list of Samba")
	}
	v := binary.LittleEndian.Uint16(b)
	if v < 1 || v > 4 || binary.LittleEndian.Uint16(b[2:]) != v {
		return List{}, fmt.Errorf("a list of Samba of version %d", v)
	}
	at := 8
	switch v {
	case 2:
		at += 4 + 16 // pointer, hash
	case 3:
		at += 4 + 2 + 64 // pointer, type of the hash, hash
	case 4:
		at += 4 + 2 + 64
		end := -1
		if at < len(b) {
			end = bytes.IndexByte(b[at:], 0)
		}
		if end < 0 {
			return List{}, errors.New("a list of Samba that is cut off")
		}
		at = (at+end+1+3)&^3 + 8 + 64 // description, time, another hash
	}
	at = (at + 3) &^ 3
	if at > len(b) || len(b) < 12 || binary.LittleEndian.Uint32(b[4:]) == 0 || v > 1 && binary.LittleEndian.Uint32(b[8:]) == 0 {
		return List{}, errors.New("a list of Samba without a descriptor")
	}
	return readDescriptor(b, at)
}

// decideNT is the access check of [MS-DTYP], section 2.5.3.2, for one right. It takes the entries in order: the first about the right and
// the asker decides, and without one the right is denied. Entries that allow under a condition, or for some kind of object only, allow
// nothing here; such entries that deny do deny.
func (l List) decideNT(who Who, r Right) Verdict {
	bits := uint32(ntRead | ntGenericRead | ntGenericAll)
	if r == Search {
		bits = ntExecute | ntGenericExecute | ntGenericAll
	}
	for _, e := range l.Entries {
		if e.Flags&ntInheritOnly != 0 || e.Mask&bits == 0 {
			continue
		}
		m := l.ntWho(who, e.Who)
		switch e.Type {
		case ntAllow:
			if m == Yes {
				return Verdict{true, printNT(e)}
			}
		case ntDeny, ntDenyObject, ntDenyCallback, ntDenyCallbackObject:
			if m != No {
				return Verdict{false, printNT(e) + stranger(m)}
			}
		}
	}
	return Verdict{false, "no entry that allows it"}
}

// ntWho says of a SID whether it is the asker ([MS-DTYP], section 2.4.2.4; S-1-22 is Samba's for users and groups of
// Unix). Of the well-known ones only those are decided here whose members do not depend on the machine.
func (l List) ntWho(who Who, sid string) Match {
	switch sid {
	case "S-1-1-0", "S-1-5-11": // everyone, everyone who has signed in
		return Yes
	case "S-1-0-0", "S-1-3-0", "S-1-3-1", "S-1-5-7", "S-1-5-18": // nobody, the makers of new files, strangers, the system
		return No
	case "S-1-3-4": // the owner
		if l.Owner == "" || l.Owner == sid {
			return Maybe
		}
		return l.ntWho(who, l.Owner)
	}
	for prefix, is := range map[string]func(uint32) bool{
		"S-1-22-1-": func(n uint32) bool { return who.UID == n },
		"S-1-22-2-": func(n uint32) bool { return slices.Contains(who.Groups, n) },
	} {
		if text, ok := strings.CutPrefix(sid, prefix); ok {
			if n, err := strconv.ParseUint(text, 10, 32); err == nil {
				return matches(is(uint32(n)))
			}
		}
	}
	return who.is("sid:" + sid)
}

// printNT prints an entry in SDDL ([MS-DTYP], section 2.5.1), with SIDs and rights as numbers.
func printNT(e Entry) string {
	kind := map[uint32]string{
		ntAllow: "A", ntDeny: "D", ntAllowObject: "OA", ntDenyObject: "OD", ntAllowCallback: "XA", ntDenyCallback: "XD",
		ntAllowCallbackObject: "ZA", ntDenyCallbackObject: "XD",
	}[e.Type]
	var flags string
	for i, f := range []string{"OI", "CI", "NP", "IO", "ID"} {
		if e.Flags&(1<<i) != 0 {
			flags += f
		}
	}
	return fmt.Sprintf("(%s;%s;%#x;;;%s)", kind, flags, e.Mask, e.Who)
}
