package acl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The types, flags and rights of NFSv4 lists (RFC 7530, section 6.2.1).
const (
	nfsAllow, nfsDeny, nfsAudit, nfsAlarm = 0, 1, 2, 3

	nfsInheritOnly, nfsGroup = 0x8, 0x40

	nfsRead, nfsExecute = 0x1, 0x20
)

// readNFS4 reads a list in XDR (RFC 4506) as Linux gives it: the number of entries, and of each type, flags and rights in
// four bytes, and a name with its length in front, padded to four bytes, all big-endian.
func readNFS4(b []byte) (List, error) {
	l := List{Kind: NFS4}
	word := func() uint32 {
		if len(b) < 4 {
			b = nil
			return 0
		}
		n := binary.BigEndian.Uint32(b)
		b = b[4:]
		return n
	}
	if len(b) < 4 {
		return l, errors.New("too short for an NFSv4 list")
	}
	n := word()
	if n > maxEntries {
		return l, fmt.Errorf("an NFSv4 list of %d entries", n)
	}
	for range n {
		if len(b) < 16 {
			return l, errors.New("an NFSv4 list that is cut off")
		}
		e := Entry{Type: word(), Flags: word(), Mask: word()}
		size := int64(word())
		padded := (size + 3) &^ 3
		if size == 0 || size > maxName || padded > int64(len(b)) {
			return l, errors.New("an NFSv4 list with a name that is cut off")
		}
		e.Who = string(b[:size])
		b = b[padded:]
		if e.Type > nfsAlarm {
			return l, fmt.Errorf("an NFSv4 list with an entry of type %d", e.Type)
		}
		if !utf8.ValidString(e.Who) || strings.ContainsAny(e.Who, "\x00\n") {
			return l, errors.New("an NFSv4 list with a name that is no text")
		}
		l.Entries = append(l.Entries, e)
	}
	if len(b) > 0 {
		return l, errors.New("an NFSv4 list with something behind it")
	}
	return l, nil
}

// decideNFS4 goes through the entries in order: the first about the right and the asker decides, and without one the right is denied.
func (l List) decideNFS4(who Who, o Object, r Right) Verdict {
	bit := uint32(nfsRead)
	if r == Search {
		bit = nfsExecute
	}
	for _, e := range l.Entries {
		if e.Flags&nfsInheritOnly != 0 || e.Mask&bit == 0 {
			continue
		}
		m := nfsWho(who, o, e)
		switch {
		case e.Type == nfsAllow && m == Yes:
			return Verdict{true, printNFS4(e)}
		case e.Type == nfsDeny && m != No:
			return Verdict{false, printNFS4(e) + stranger(m)}
		}
	}
	return Verdict{false, "no entry that allows it"}
}

// stranger says that a name was not known.
func stranger(m Match) string {
	if m == Maybe {
		return ", which may be anybody: put the name into the principals file"
	}
	return ""
}

func nfsWho(who Who, o Object, e Entry) Match {
	switch e.Who {
	case "OWNER@":
		return matches(who.UID == o.UID)
	case "GROUP@":
		return matches(slices.Contains(who.Groups, o.GID))
	case "EVERYONE@", "AUTHENTICATED@":
		return Yes
	case "ANONYMOUS@":
		return No
	}
	if n, err := strconv.ParseUint(e.Who, 10, 32); err == nil {
		if e.Flags&nfsGroup != 0 {
			return matches(slices.Contains(who.Groups, uint32(n)))
		}
		return matches(who.UID == uint32(n))
	}
	if e.Flags&nfsGroup != 0 {
		return who.is("group:" + e.Who)
	}
	return who.is("user:" + e.Who)
}

// printNFS4 prints an entry as nfs4_acl(5) does.
func printNFS4(e Entry) string {
	return string("ADUL"[e.Type&3]) + ":" + letters(e.Flags, "fdniSFg") + ":" + e.Who + ":" + letters(e.Mask, "rwanNxDtT       dcCoy")
}
