package acl

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// posixBytes writes a list as Linux does.
func posixBytes(entries ...[3]uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range entries {
		b = binary.LittleEndian.AppendUint16(b, uint16(e[0]))
		b = binary.LittleEndian.AppendUint16(b, uint16(e[1]))
		b = binary.LittleEndian.AppendUint32(b, e[2])
	}
	return b
}

const none = 1<<32 - 1

// base is a list equal to a mode.
func base(owner, group, others uint32) [][3]uint32 {
	return [][3]uint32{{tagOwner, owner, none}, {tagGroup, group, none}, {tagOthers, others, none}}
}

// xdr writes an NFSv4 list.
func xdr(entries ...Entry) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(entries)))
	for _, e := range entries {
		for _, n := range []uint32{e.Type, e.Flags, e.Mask, uint32(len(e.Who))} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		b = append(b, e.Who...)
		b = append(b, make([]byte, -len(e.Who)&3)...)
	}
	return b
}

// sidBytes writes a SID of authority 1, 3, 5 or 22 and the numbers that follow.
func sidBytes(authority byte, numbers ...uint32) []byte {
	b := []byte{1, byte(len(numbers)), 0, 0, 0, 0, 0, authority}
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return b
}

type ace struct {
	kind, flags byte
	mask        uint32
	sid         []byte
}

// descriptor writes a security descriptor whose offsets count from before bytes in front of it.
func descriptor(before int, owner []byte, aces ...ace) []byte {
	list := []byte{2, 0, 0, 0, byte(len(aces)), 0, 0, 0}
	for _, a := range aces {
		list = append(list, a.kind, a.flags)
		list = binary.LittleEndian.AppendUint16(list, uint16(8+len(a.sid)))
		list = binary.LittleEndian.AppendUint32(list, a.mask)
		list = append(list, a.sid...)
	}
	binary.LittleEndian.PutUint16(list[2:], uint16(len(list)))
	b := make([]byte, sdHeader)
	b[0] = 1
	binary.LittleEndian.PutUint16(b[2:], sdSelfRelative|sdDACLPresent)
	binary.LittleEndian.PutUint32(b[4:], uint32(before+sdHeader))
	binary.LittleEndian.PutUint32(b[16:], uint32(before+sdHeader+len(owner)))
	return append(append(b, owner...), list...)
}

// samba wraps a descriptor as vfs_acl_xattr does.
func samba(v uint16, owner []byte, aces ...ace) []byte {
	b := binary.LittleEndian.AppendUint16(nil, v)
	b = binary.LittleEndian.AppendUint16(b, v)
	b = binary.LittleEndian.AppendUint32(b, 0x20000)
	if v > 1 {
		b = binary.LittleEndian.AppendUint32(b, 0x20004)
	}
	switch v {
	case 2:
		b = append(b, make([]byte, 16)...)
	case 3:
		b = append(b, make([]byte, 2+64)...)
	case 4:
		b = append(b, make([]byte, 2+64)...)
		b = append(b, "posix_acl\x00"...)
		b = append(b, make([]byte, -len(b)&3+8+64)...)
	}
	b = append(b, make([]byte, -len(b)&3)...)
	return append(b, descriptor(len(b), owner, aces...)...)
}

func TestCanonical(t *testing.T) {
	everyone, ada := sidBytes(1, 0), sidBytes(5, 21, 7, 8, 9, 1001)
	for _, tc := range []struct {
		name string
		attr Attr
		want string
	}{
		{"posix", Attr{Name: "system.posix_acl_access", Value: posixBytes([3]uint32{tagOwner, 6, none}, [3]uint32{tagUser, 7, 1000}, [3]uint32{tagGroup, 4, none},
			[3]uint32{tagNamed, 4, 50}, [3]uint32{tagMask, 4, none}, [3]uint32{tagOthers, 0, none})}, "posix u::rw-,u:1000:rwx,g::r--,g:50:r--,m::r--,o::---"},
		{"nfs4", Attr{Name: "system.nfs4_acl", Value: xdr(Entry{nfsDeny, nfsGroup, nfsRead, "staff@example.org"}, Entry{nfsAllow, 0, 0x1f01ff, "OWNER@"}, Entry{nfsAllow, 0xb, 0x21, "EVERYONE@"})},
			"nfs4 D:g:staff@example.org:r A::OWNER@:rwanNxDtTdcCoy A:fdi:EVERYONE@:rx"},
		{"user.nfs4", Attr{Name: "user.nfs4_acl", Value: xdr(Entry{nfsAllow, 0, 1, "ada"})}, "nfs4 A::ada:r"},
		{"ntfs", Attr{Name: "system.ntfs_acl", Value: descriptor(0, ada, ace{ntDeny, 0, ntRead, ada}, ace{ntAllow, 3, 0x1200a9, everyone})},
			"nt O:S-1-5-21-7-8-9-1001D:(D;;0x1;;;S-1-5-21-7-8-9-1001)(A;OICI;0x1200a9;;;S-1-1-0)"},
		{"samba 1", Attr{Name: "security.NTACL", Value: samba(1, ada, ace{ntAllow, 0, 1, everyone})}, "nt O:S-1-5-21-7-8-9-1001D:(A;;0x1;;;S-1-1-0)"},
		{"samba 2", Attr{Name: "security.NTACL", Value: samba(2, ada, ace{ntAllow, 0, 1, everyone})}, "nt O:S-1-5-21-7-8-9-1001D:(A;;0x1;;;S-1-1-0)"},
		{"samba 3", Attr{Name: "security.NTACL", Value: samba(3, ada, ace{ntAllow, 0, 1, everyone})}, "nt O:S-1-5-21-7-8-9-1001D:(A;;0x1;;;S-1-1-0)"},
		{"samba 4", Attr{Name: "security.NTACL", Value: samba(4, ada, ace{ntAllow, 0, 1, everyone})}, "nt O:S-1-5-21-7-8-9-1001D:(A;;0x1;;;S-1-1-0)"},
		{"cut off", Attr{Name: "system.nfs4_acl", Value: xdr(Entry{nfsAllow, 0, 1, "EVERYONE@"})[:20]}, "unclear system.nfs4_acl: an NFSv4 list with a name that is cut off"},
		{"not read", Attr{Name: "system.posix_acl_access", Err: errors.New("broken disk")}, "unclear system.posix_acl_access: broken disk"},
		{"unknown form", Attr{Name: "system.richacl", Value: []byte{1}}, "unclear system.richacl: a form that is not read"},
		{"too long", Attr{Name: "system.ntfs_acl", Value: make([]byte, maxValue+1)}, "unclear system.ntfs_acl: 65537 bytes, more than any file system keeps"},
		{"without mask", Attr{Name: "system.posix_acl_access", Value: posixBytes(append(base(7, 7, 7), [3]uint32{tagUser, 4, 1})...)},
			"unclear system.posix_acl_access: a POSIX list without owner, group, others or mask, or with one of them twice"},
		{"no list at all", Attr{Name: "system.ntfs_acl", Value: func() []byte { b := descriptor(0, ada); b[2] &^= sdDACLPresent; return b }()},
			"unclear system.ntfs_acl: a security descriptor that says nothing of who may do what"},
		{"a null list", Attr{Name: "system.ntfs_acl", Value: func() []byte { b := descriptor(0, ada); b[16] = 0; return b }()}, "nt O:S-1-5-21-7-8-9-1001D:(A;;0x10000000;;;S-1-1-0)"},
		{"something else", Attr{Name: "user.mime_type", Value: []byte("text/plain")}, ""},
	} {
		form := Canonical([]Attr{tc.attr})
		lists := Parse(form)
		var got []string
		for _, l := range lists {
			got = append(got, l.String())
		}
		if s := strings.Join(got, "; "); s != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, s, tc.want)
		}
		if again := Format(lists); again != form {
			t.Errorf("%s: written again it is %q, was %q", tc.name, again, form)
		}
	}
	two := []Attr{{Name: "system.posix_acl_access", Value: posixBytes(base(7, 5, 0)...)}, {Name: "security.NTACL", Value: samba(4, ada, ace{ntAllow, 0, 1, everyone})}}
	form := Canonical(two)
	slices.Reverse(two)
	if diff := cmp.Diff(form, Canonical(two)); diff != "" || len(Parse(form)) != 2 {
		t.Errorf("two lists depend on their order: %s", diff)
	}
}

// TestDecide tries each kind of list on people whose decisions its standard gives.
func TestDecide(t *testing.T) {
	const owner, group = 1000, 50
	object := Object{owner, group}
	names := map[string]Match{"user:ada@example.org": Yes, "user:bob@example.org": No, "group:staff": Yes, "group:board": No,
		"sid:S-1-5-21-7-8-9-1001": Yes, "sid:S-1-5-21-7-8-9-1002": No}
	who := func(uid uint32, groups ...uint32) Who {
		return Who{uid, groups, func(n string) Match { return names[n] }}
	}
	posix := func(e ...[3]uint32) Attr { return Attr{Name: "system.posix_acl_access", Value: posixBytes(e...)} }
	nfs4 := func(e ...Entry) Attr { return Attr{Name: "system.nfs4_acl", Value: xdr(e...)} }
	nt := func(a ...ace) Attr {
		return Attr{Name: "system.ntfs_acl", Value: descriptor(0, sidBytes(5, 21, 7, 8, 9, 1001), a...)}
	}
	named := append(base(6, 4, 4), [3]uint32{tagUser, 0, 2000}, [3]uint32{tagUser, 5, 2001}, [3]uint32{tagNamed, 4, 60}, [3]uint32{tagNamed, 1, 61}, [3]uint32{tagMask, 4, none})
	everyone, me, other, unknown := sidBytes(1, 0), sidBytes(5, 21, 7, 8, 9, 1001), sidBytes(5, 21, 7, 8, 9, 1002), sidBytes(5, 21, 7, 8, 9, 1003)
	for _, tc := range []struct {
		name  string
		attr  Attr
		who   Who
		right Right
		want  bool
	}{
		{"the owner's entry", posix(named...), who(owner), Read, true},
		{"the owner's entry alone counts", posix(base(0, 7, 7)...), who(owner, group), Read, false},
		{"a named user who is denied what others have", posix(named...), who(2000), Read, false},
		{"a named user within the mask", posix(named...), who(2001), Read, true},
		{"a named user beyond the mask", posix(named...), who(2001), Search, false},
		{"the owning group", posix(named...), who(3000, group), Read, true},
		{"a named group", posix(named...), who(3000, 60), Read, true},
		{"one group of several is enough", posix(named...), who(3000, 61, 60), Read, true},
		{"a group that has not the right keeps from others' rights", posix(named...), who(3000, 61), Read, false},
		{"others", posix(named...), who(3000), Read, true},
		{"others may not search", posix(named...), who(3000), Search, false},

		{"nfs4: owner", nfs4(Entry{nfsAllow, 0, nfsRead, "OWNER@"}), who(owner), Read, true},
		{"nfs4: not the owner", nfs4(Entry{nfsAllow, 0, nfsRead, "OWNER@"}), who(1), Read, false},
		{"nfs4: the first entry decides", nfs4(Entry{nfsDeny, 0, nfsRead, "OWNER@"}, Entry{nfsAllow, 0, nfsRead, "EVERYONE@"}), who(owner), Read, false},
		{"nfs4: an entry for another right decides nothing", nfs4(Entry{nfsDeny, 0, nfsExecute, "OWNER@"}, Entry{nfsAllow, 0, nfsRead, "EVERYONE@"}), who(owner), Read, true},
		{"nfs4: group", nfs4(Entry{nfsAllow, nfsGroup, nfsRead, "GROUP@"}), who(1, group), Read, true},
		{"nfs4: a name", nfs4(Entry{nfsAllow, 0, nfsRead, "ada@example.org"}), who(1), Read, true},
		{"nfs4: another name", nfs4(Entry{nfsAllow, 0, nfsRead, "bob@example.org"}), who(1), Read, false},
		{"nfs4: another name that is denied", nfs4(Entry{nfsDeny, 0, nfsRead, "bob@example.org"}, Entry{nfsAllow, 0, nfsRead, "EVERYONE@"}), who(1), Read, true},
		{"nfs4: an unknown name that is denied", nfs4(Entry{nfsDeny, 0, nfsRead, "eve@example.org"}, Entry{nfsAllow, 0, nfsRead, "EVERYONE@"}), who(1), Read, false},
		{"nfs4: an unknown name that is allowed", nfs4(Entry{nfsAllow, 0, nfsRead, "eve@example.org"}), who(1), Read, false},
		{"nfs4: a group's name is not a user's", nfs4(Entry{nfsAllow, 0, nfsRead, "staff"}), who(1), Read, false},
		{"nfs4: a named group", nfs4(Entry{nfsAllow, nfsGroup, nfsRead, "staff"}), who(1), Read, true},
		{"nfs4: a number", nfs4(Entry{nfsAllow, 0, nfsRead, "1"}), who(1), Read, true},
		{"nfs4: only for what is made below", nfs4(Entry{nfsAllow, nfsInheritOnly, nfsRead, "EVERYONE@"}), who(1), Read, false},
		{"nfs4: audit decides nothing", nfs4(Entry{nfsAudit, 0, nfsRead, "EVERYONE@"}, Entry{nfsAllow, 0, nfsRead, "EVERYONE@"}), who(1), Read, true},
		{"nfs4: search", nfs4(Entry{nfsAllow, 0, nfsExecute, "EVERYONE@"}), who(1), Search, true},
		{"nfs4: empty", nfs4(), who(owner), Read, false},

		{"nt: everyone", nt(ace{ntAllow, 0, ntRead, everyone}), who(1), Read, true},
		{"nt: generic read", nt(ace{ntAllow, 0, ntGenericRead, everyone}), who(1), Read, true},
		{"nt: generic all means search", nt(ace{ntAllow, 0, ntGenericAll, everyone}), who(1), Search, true},
		{"nt: generic read does not", nt(ace{ntAllow, 0, ntGenericRead, everyone}), who(1), Search, false},
		{"nt: denied first", nt(ace{ntDeny, 0, ntGenericAll, me}, ace{ntAllow, 0, ntRead, everyone}), who(1), Read, false},
		{"nt: denied after", nt(ace{ntAllow, 0, ntRead, everyone}, ace{ntDeny, 0, ntRead, me}), who(1), Read, true},
		{"nt: another is denied", nt(ace{ntDeny, 0, ntRead, other}, ace{ntAllow, 0, ntRead, everyone}), who(1), Read, true},
		{"nt: somebody unknown is denied", nt(ace{ntDeny, 0, ntRead, unknown}, ace{ntAllow, 0, ntRead, everyone}), who(1), Read, false},
		{"nt: somebody unknown is allowed", nt(ace{ntAllow, 0, ntRead, unknown}), who(1), Read, false},
		{"nt: only for what is made below", nt(ace{ntAllow, ntInheritOnly, ntRead, everyone}), who(1), Read, false},
		{"nt: a user of Unix", nt(ace{ntAllow, 0, ntRead, sidBytes(22, 1, 1)}), who(1), Read, true},
		{"nt: a group of Unix", nt(ace{ntAllow, 0, ntRead, sidBytes(22, 2, 60)}), who(1, 60), Read, true},
		{"nt: the owner's rights", nt(ace{ntAllow, 0, ntRead, sidBytes(3, 4)}), who(1), Read, true},
		{"nt: under a condition nothing is allowed", nt(ace{ntAllowCallback, 0, ntRead, everyone}), who(1), Read, false},
		{"nt: under a condition it is denied", nt(ace{ntDenyCallback, 0, ntRead, everyone}, ace{ntAllow, 0, ntRead, everyone}), who(1), Read, false},
		{"nt: empty", nt(), who(1), Read, false},

		{"not understood", Attr{Name: "system.richacl"}, who(owner), Read, false},
	} {
		lists := Parse(Canonical([]Attr{tc.attr}))
		if len(lists) != 1 {
			t.Fatalf("%s: %d lists", tc.name, len(lists))
		}
		if v := lists[0].Decide(tc.who, object, tc.right); v.Allowed != tc.want || v.By == "" {
			t.Errorf("%s: %s gives %+v, want %v", tc.name, lists[0], v, tc.want)
		}
	}
}

// FuzzCanonical feeds every reader with anything: what comes out can be read again and never changes.
func FuzzCanonical(f *testing.F) {
	everyone := sidBytes(1, 0)
	f.Add("system.posix_acl_access", posixBytes(base(7, 5, 4)...))
	f.Add("system.nfs4_acl", xdr(Entry{nfsAllow, 0, nfsRead, "EVERYONE@"}))
	f.Add("system.ntfs_acl", descriptor(0, everyone, ace{ntAllow, 0, ntRead, everyone}, ace{ntDenyObject, 0, ntRead, append(make([]byte, 4), everyone...)}))
	for v := range uint16(4) {
		f.Add("security.NTACL", samba(v+1, everyone, ace{ntAllow, 0, ntRead, everyone}))
	}
	f.Fuzz(func(t *testing.T, name string, value []byte) {
		form := Canonical([]Attr{{Name: name, Value: value}})
		lists := Parse(form)
		if (form == "") != !Holds(name) {
			t.Fatalf("%s: form %q", name, form)
		}
		if Format(lists) != form {
			t.Fatalf("%q is written again as %q", form, Format(lists))
		}
		for _, l := range lists {
			_ = l.String()
			for _, r := range []Right{Read, Search} {
				v := l.Decide(Who{UID: 7}, Object{1, 2}, r)
				if v.Allowed && l.Kind == Unclear {
					t.Fatalf("%s allows", l)
				}
			}
		}
	})
}

// FuzzParse feeds the canonical form's reader with anything: what it does not understand denies.
func FuzzParse(f *testing.F) {
	f.Add(Canonical([]Attr{{Name: "system.nfs4_acl", Value: xdr(Entry{nfsAllow, 0, nfsRead, "EVERYONE@"})}}))
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, form string) {
		lists := Parse(form)
		if form != "" && len(lists) == 0 {
			t.Fatal("a form that holds no list")
		}
		if again := Parse(Format(lists)); len(again) != len(lists) {
			t.Fatalf("%d lists become %d", len(lists), len(again))
		}
	})
}
