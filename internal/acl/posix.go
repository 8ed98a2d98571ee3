package acl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// The tags of POSIX lists, and the rights (linux/posix_acl.h).
const (
	tagOwner  = 0x01 // ACL_USER_OBJ
	tagUser   = 0x02
	tagGroup  = 0x04 // ACL_GROUP_OBJ
	tagNamed  = 0x08 // ACL_GROUP
	tagMask   = 0x10
	tagOthers = 0x20

	posixRead, posixExecute = 4, 1
)

// readPOSIX reads a list as Linux gives it: version 2 in four bytes, then of each entry tag and rights in two bytes and an
// ID in four, all little-endian (linux/posix_acl_xattr.h).
func readPOSIX(b []byte) (List, error) {
	l := List{Kind: POSIX}
	if len(b) < 4 || (len(b)-4)%8 != 0 {
		return l, fmt.Errorf("%d bytes cannot be a POSIX list", len(b))
	}
	if v := binary.LittleEndian.Uint32(b); v != 2 {
		return l, fmt.Errorf("a POSIX list of version %d", v)
	}
	one := map[uint16]int{}
	seen := map[Entry]bool{}
	named := false
	for b = b[4:]; len(b) > 0; b = b[8:] {
		tag, perm, id := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:]), binary.LittleEndian.Uint32(b[4:])
		e := Entry{Type: uint32(tag), Mask: uint32(perm)}
		switch tag {
		case tagUser, tagNamed:
			named = true
			e.Who = strconv.FormatUint(uint64(id), 10)
			if seen[Entry{Type: e.Type, Who: e.Who}] {
				return l, fmt.Errorf("a POSIX list that names %s twice", e.Who)
			}
			seen[Entry{Type: e.Type, Who: e.Who}] = true
		case tagOwner, tagGroup, tagMask, tagOthers:
			one[tag]++
		default:
			return l, fmt.Errorf("a POSIX list with the tag %#x", tag)
		}
		if perm > 7 {
			return l, fmt.Errorf("a POSIX list with the rights %#x", perm)
		}
		l.Entries = append(l.Entries, e)
	}
	if one[tagOwner] != 1 || one[tagGroup] != 1 || one[tagOthers] != 1 || one[tagMask] > 1 || named && one[tagMask] == 0 {
		return l, errors.New("a POSIX list without owner, group, others or mask, or with one of them twice")
	}
	return l, nil
}

// decidePOSIX is the access check algorithm of acl(5): the owner, else a named user, else all matching groups together,
// else the others. The mask bounds all but owner and others. As Linux does, it asks no named user or group where the mask
// leaves nothing: these then are others (fs/namei.c, acl_permission_check).
func (l List) decidePOSIX(who Who, o Object, r Right) Verdict {
	bit := uint32(posixRead)
	if r == Search {
		bit = posixExecute
	}
	mask := uint32(7)
	for _, e := range l.Entries {
		if e.Type == tagMask {
			mask = e.Mask
		}
	}
	number := func(e Entry) uint32 {
		n, err := strconv.ParseUint(e.Who, 10, 32)
		if err != nil {
			return 1<<32 - 1 // no user and no group: (uid_t)-1
		}
		return uint32(n)
	}
	find := func(tag uint32) Entry {
		i := slices.IndexFunc(l.Entries, func(e Entry) bool { return e.Type == tag })
		if i < 0 {
			return Entry{Type: tag}
		}
		return l.Entries[i]
	}
	if who.UID == o.UID {
		e := find(tagOwner)
		return Verdict{e.Mask&bit != 0, printPOSIX(e)}
	}
	asked := mask != 0
	for _, e := range l.Entries {
		if asked && e.Type == tagUser && number(e) == who.UID {
			return Verdict{e.Mask&mask&bit != 0, printPOSIX(e) + bounded(e.Mask, mask, bit)}
		}
	}
	var denied *Entry
	for i, e := range l.Entries {
		if e.Type == tagGroup && slices.Contains(who.Groups, o.GID) || asked && e.Type == tagNamed && slices.Contains(who.Groups, number(e)) {
			if e.Mask&mask&bit != 0 {
				return Verdict{true, printPOSIX(e)}
			}
			if denied == nil || e.Mask&bit != 0 {
				denied = &l.Entries[i]
			}
		}
	}
	if denied != nil {
		return Verdict{false, printPOSIX(*denied) + bounded(denied.Mask, mask, bit)}
	}
	e := find(tagOthers)
	return Verdict{e.Mask&bit != 0, printPOSIX(e)}
}

func bounded(perm, mask, bit uint32) string {
	if perm&bit != 0 && mask&bit == 0 {
		return ", bounded by the mask"
	}
	return ""
}

// printPOSIX prints an entry in the short text form of acl(5).
func printPOSIX(e Entry) string {
	name := map[uint32]string{tagOwner: "u", tagUser: "u", tagGroup: "g", tagNamed: "g", tagMask: "m", tagOthers: "o"}[e.Type]
	perm := []byte("---")
	for i, c := range "rwx" {
		if e.Mask&(4>>i) != 0 {
			perm[i] = byte(c)
		}
	}
	return name + ":" + e.Who + ":" + string(perm)
}
