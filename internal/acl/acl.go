// Package acl reads access control lists as file systems keep them, POSIX, NFSv4 and NTFS, brings them into one canonical
// form, and decides by them. It is asked by the catalog for what to keep of a file, and by the index for who may read it.
//
// Whatever it does not understand denies: a list that cannot be read, an entry of an unknown type, an entry that denies
// something to a name that may be anybody's.
package acl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Kind is the set of rules that a List decides by.
type Kind uint8

// The kinds of lists.
const (
	POSIX   Kind = 1 // IEEE 1003.1e draft 17, as Linux keeps it
	NFS4    Kind = 2 // RFC 7530, section 6.2.1
	NT      Kind = 3 // [MS-DTYP], section 2.4.5: the security descriptor of Windows
	Unclear Kind = 4 // not understood: denies everything
)

// A List is one access control list. A file may have several, and each must allow.
type List struct {
	Kind    Kind
	Owner   string // SID, of NT only
	Group   string // SID, of NT only
	Entries []Entry
	Why     string // of Unclear: the part that was not understood
}

// An Entry is one line of a list. Its numbers are those of the list's kind.
type Entry struct {
	Type  uint32 // POSIX: the tag; NFS4 and NT: allow, deny, audit and so on
	Flags uint32
	Mask  uint32 // the rights
	Who   string // POSIX: a number; NFS4: a name such as OWNER@ or alice@example.org; NT: a SID
}

// Bounds; more is refused.
const (
	maxValue   = 64 << 10 // bytes of an attribute; what Linux allows
	maxEntries = 8192
	maxLists   = 16
	maxName    = 1024 // bytes of a name
)

// An Attr is an extended attribute of a file.
type Attr struct {
	Name  string
	Value []byte
	Err   error // why the value could not be read
}

// readers are the extended attributes that hold lists.
var readers = map[string]func([]byte) (List, error){
	"system.posix_acl_access": readPOSIX,
	"system.nfs4_acl":         readNFS4,
	"user.nfs4_acl":           readNFS4,
	"system.ntfs_acl":         readNT,
	"system.cifs_acl":         readNT,
	"system.cifs_ntsd":        readNT,
	"system.smb3_acl":         readNT,
	"system.smb3_ntsd":        readNT,
	"system.ntfs_security":    readNT,
	"security.NTACL":          readSamba,
	// Forms that hold lists in an unknown way.
	"system.nfs4_dacl":        unknownForm,
	"system.nfs4_acl_xdr":     unknownForm,
	"security.nfs4acl_ndr":    unknownForm,
	"security.nfs4acl_xdr":    unknownForm,
	"system.richacl":          unknownForm,
	"trusted.SGI_ACL_FILE":    unknownForm,
	"system.ntfs_acl_default": nil,
}

// Holds reports whether an extended attribute of this name holds an access control list that decides who may read.
func Holds(name string) bool { return readers[name] != nil }

func unknownForm([]byte) (List, error) { return List{}, errors.New("a form that is not read") }

// Canonical is the lists of a file in the form that is kept, "" for none. Equal lists have equal forms.
func Canonical(attrs []Attr) string {
	var lists []List
	attrs = slices.SortedFunc(slices.Values(attrs), func(a, b Attr) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range attrs {
		read := readers[a.Name]
		if read == nil {
			continue
		}
		var l List
		err := a.Err
		switch {
		case err != nil:
		case len(a.Value) > maxValue:
			err = fmt.Errorf("%d bytes, more than any file system keeps", len(a.Value))
		case len(lists) >= maxLists:
			err = errors.New("too many lists")
		default:
			l, err = read(a.Value)
		}
		if err != nil {
			l = List{Kind: Unclear, Why: a.Name + ": " + err.Error()}
		}
		if !slices.ContainsFunc(lists, l.equal) {
			lists = append(lists, l)
		}
	}
	return Format(lists)
}

func (l List) equal(m List) bool {
	return l.Kind == m.Kind && l.Owner == m.Owner && l.Group == m.Group && l.Why == m.Why && slices.Equal(l.Entries, m.Entries)
}

// The canonical form is a byte for its version and then the lists: a byte for the kind, the three texts, the number of
// entries, and of each entry its type, flags, mask and who. Numbers are varints, texts have their length in front.
const version = 1

// Format is the canonical form of lists.
func Format(lists []List) string {
	if len(lists) == 0 {
		return ""
	}
	b := []byte{version}
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	for _, l := range lists {
		b = append(b, byte(l.Kind))
		text(l.Owner)
		text(l.Group)
		text(l.Why)
		b = binary.AppendUvarint(b, uint64(len(l.Entries)))
		for _, e := range l.Entries {
			b = binary.AppendUvarint(b, uint64(e.Type))
			b = binary.AppendUvarint(b, uint64(e.Flags))
			b = binary.AppendUvarint(b, uint64(e.Mask))
			text(e.Who)
		}
	}
	return string(b)
}

// Parse reads the canonical form. Any other text becomes a list that denies.
func Parse(form string) []List {
	lists, err := parse(form)
	if err != nil {
		return []List{{Kind: Unclear, Why: "the stored list: " + err.Error()}}
	}
	return lists
}

var errForm = errors.New("malformed")

func parse(form string) (lists []List, err error) {
	if form == "" {
		return nil, nil
	}
	if form[0] != version {
		return nil, fmt.Errorf("version %d, which this SPAR does not know", form[0])
	}
	rest := []byte(form[1:])
	number := func(limit uint64) uint64 {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > limit {
			err = errForm
			return 0
		}
		rest = rest[size:]
		return n
	}
	text := func() string {
		n := number(maxValue)
		if err != nil || n > uint64(len(rest)) {
			err = errForm
			return ""
		}
		s := string(rest[:n])
		rest = rest[n:]
		return s
	}
	const word = 1<<32 - 1
	for len(rest) > 0 {
		l := List{Kind: Kind(rest[0])}
		rest = rest[1:]
		l.Owner, l.Group, l.Why = text(), text(), text()
		for n := number(maxEntries); n > 0 && err == nil; n-- {
			l.Entries = append(l.Entries, Entry{uint32(number(word)), uint32(number(word)), uint32(number(word)), text()})
		}
		if err != nil || l.Kind < POSIX || l.Kind > Unclear || len(lists) > maxLists {
			return nil, errForm
		}
		lists = append(lists, l)
	}
	if len(lists) == 0 {
		return nil, errForm
	}
	return lists, nil
}

// Right is what somebody wants to do.
type Right uint8

// The rights that the package decides on.
const (
	Read   Right = iota // the content of a file, the names in a folder
	Search              // reach what lies in a folder
)

func (r Right) String() string {
	if r == Search {
		return "search"
	}
	return "read"
}

// Match says whether a name in a list stands for the asker. Unknown names match where that denies, never where it
// allows.
type Match uint8

// The answers.
const (
	Maybe Match = iota // nothing is known of the name
	No
	Yes
)

func matches(yes bool) Match {
	if yes {
		return Yes
	}
	return No
}

// Who asks, as far as lists speak of it.
type Who struct {
	UID    uint32
	Groups []uint32
	// Is says of "user:NAME", "group:NAME" and "sid:SID" whether it is the asker or a group of theirs. Nil knows nobody.
	Is func(name string) Match
}

func (w Who) is(name string) Match {
	if w.Is == nil {
		return Maybe
	}
	return w.Is(name)
}

// An Object is a file or folder, as far as lists speak of it.
type Object struct{ UID, GID uint32 }

// A Verdict is what a list decided, and by what.
type Verdict struct {
	Allowed bool
	By      string // for a person: the entry that decided, or that none did
}

// Decide says whether a list gives somebody a right over an object.
func (l List) Decide(who Who, o Object, r Right) Verdict {
	switch l.Kind {
	case POSIX:
		return l.decidePOSIX(who, o, r)
	case NFS4:
		return l.decideNFS4(who, o, r)
	case NT:
		return l.decideNT(who, r)
	}
	return Verdict{false, "a list that is not understood (" + l.Why + ")"}
}

// String is a list as the tools of its kind print it: getfacl in one line, nfs4_getfacl, or SDDL.
func (l List) String() string {
	switch l.Kind {
	case POSIX:
		return "posix " + join(l.Entries, ",", printPOSIX)
	case NFS4:
		return "nfs4 " + join(l.Entries, " ", printNFS4)
	case NT:
		s := "nt "
		if l.Owner != "" {
			s += "O:" + l.Owner
		}
		if l.Group != "" {
			s += "G:" + l.Group
		}
		return s + "D:" + join(l.Entries, "", printNT)
	}
	return "unclear " + l.Why
}

func join(entries []Entry, by string, print func(Entry) string) string {
	parts := make([]string, len(entries))
	for i, e := range entries {
		parts[i] = print(e)
	}
	return strings.Join(parts, by)
}

// letters prints a mask by a letter a bit.
func letters(mask uint32, names string) string {
	var b strings.Builder
	for i, c := range names {
		if c != ' ' && mask&(1<<i) != 0 {
			b.WriteRune(c)
		}
	}
	return b.String()
}
