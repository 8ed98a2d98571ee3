// Package spar holds the vocabulary of SPAR: the types that its rooms share. It does no input or output and needs only the standard
// library. Package spar at the root of the module is another: the one that programs import. Data walks one way:
//
//	share -> catalog -> scope -> order -> read -> store -> retrieve -> answer
//
// Left of scope everything is about all files and costs about one stat a file; right of it everything is about the few files of one task
// and happens on demand. One arrow goes back: a [Finding] tells the catalog the result of reading a file.
package spar

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// A Share is a named read-only root of files. SPAR never writes below Root.
type Share struct {
	ID         int64
	Name       string // unique, no slash, no colon
	Root       string // absolute path
	Rights     Rights
	FileSystem string // what it lies on, as package share writes it; "" before the first scan
	AnyCase    bool   // name: and path: of a scope match its names whatever the case of letters, as its file system does
	Relocated  bool   // its root is another since the last complete scan: nobody who is served reads it until the next one
}

// Rights says how SPAR decides who may read a share's files. It does not apply to the user that SPAR runs as, for whom the
// operating system decides.
type Rights string

// The ways of deciding.
const (
	ByFileSystem Rights = ""      // modes and access control lists, where the file system is one whose modes mean something; else nobody may
	ByMode       Rights = "posix" // mode, owner and group alone
	ByList       Rights = "acl"   // access control lists; modes only where they mean something
	ToAll        Rights = "open"  // everybody may read everything
	ByTable      Rights = "table" // grants, and nothing else
)

// A Grant is a line of a table of rights: to a folder with all below it, or to a file. Only the lines for the path nearest
// to a file count. Among them a line that denies goes first, and whoever no line allows is denied.
type Grant struct {
	Share     string
	Path      string // as of File; "." is the root
	Principal string // "user:NAME", "group:NAME" or "everyone"
	Allow     bool
}

// FileID names one path of one share for as long as the catalog knows it; a moved file keeps its ID. IDs are
// positive, handed out in order, never used twice, and fit the 32 bits of a bitmap.
type FileID uint32

// A File is one path of a share: bytes that may or may not hold text.
type File struct {
	ID      FileID
	Share   string // the share's name
	Path    string // relative to the share's root, slash-separated; any bytes but NUL, not necessarily UTF-8
	Size    int64  // bytes
	ModTime time.Time
	Changed time.Time   // when the system last saw anything of the file change; zero where it does not say, or nobody has looked yet
	Dev     uint64      // a number of the file system within the share, which outlives a mount; zero where it is not known
	Ino     uint64      // zero where the system has none
	Mode    fs.FileMode // permission and type bits
	UID     uint32
	GID     uint32
	ACL     string // access control list beyond the mode, in the canonical form of package acl; "" for none
	Format  string // of the content once read, before that what the name suggests; "" when neither says
	State   State
	Reason  string // for a person: the reason for the state; "" for OK, and for Unread unless it could not be read
	Hash    Hash   // of the content when last read; zero before
	Segment SegmentID

	// A member of an archive, a message or a mailbox is a file too. Its path is that of its container, "!/" and its own; its
	// rights are those of the container.
	Container FileID // 0 for a file of its own
	Outer     int    // bytes of Path that are the path of the outermost container; 0 as above
	At        int64  // where it lies in its container, in a way of the format's own
}

// OnDisk is the path of what holds the file's bytes in the file system: its own, or that of the outermost container.
func (f File) OnDisk() string {
	if f.Outer > 0 && f.Outer < len(f.Path) {
		return f.Path[:f.Outer]
	}
	return f.Path
}

// Version is the file as it was when it was last looked at.
func (f File) Version() FileVersion {
	return FileVersion{File: f.ID, Size: f.Size, ModTime: f.ModTime, Changed: f.Changed, Dev: f.Dev, Ino: f.Ino, Hash: f.Hash}
}

// A FileVersion is a file at one moment. Two versions that are the Same are taken to hold the same bytes; the hash, once
// known, decides.
type FileVersion struct {
	File    FileID
	Size    int64
	ModTime time.Time
	Changed time.Time // as of a File
	Dev     uint64
	Ino     uint64
	Hash    Hash
}

// Same reports whether two versions agree in size, both times, device and inode. A device or a time of change that is not
// known agrees with every other.
func (v FileVersion) Same(w FileVersion) bool {
	return v.Alike(w) && (v.Changed.IsZero() || w.Changed.IsZero() || v.Changed.Equal(w.Changed))
}

// Alike is Same without the time of change. Versions that are alike and not the same may hold the same bytes: somebody
// changed the rights of the file, linked it, or changed it and put its time back. Its hash decides.
func (v FileVersion) Alike(w FileVersion) bool {
	return v.Size == w.Size && v.ModTime.Equal(w.ModTime) && v.Ino == w.Ino && (v.Dev == 0 || w.Dev == 0 || v.Dev == w.Dev)
}

// Hash is the SHA-256 of a file's content; the zero Hash means not known.
type Hash [sha256.Size]byte

// String is the hash in hexadecimal, "" for the zero Hash.
func (h Hash) String() string {
	if h == (Hash{}) {
		return ""
	}
	return hex.EncodeToString(h[:])
}

// State says what became of a file. Every state but Unread, OK and Container comes with a reason.
type State string

// The states. A file in any state but Unread has been dealt with and is accounted for.
const (
	Unread      State = "unread"       // known by its name only; waiting to be read
	OK          State = "ok"           // read, all of its text is searchable
	Partial     State = "partial"      // read up to a limit or a fault; that part is searchable
	Container   State = "container"    // an archive, read: its members are files of their own
	NoText      State = "no-text"      // read, and there is no text in it
	NeedsOCR    State = "needs-ocr"    // images of text only
	Encrypted   State = "encrypted"    // needs a password
	Corrupt     State = "corrupt"      // not what its format demands
	TooBig      State = "too-big"      // beyond a limit of size, time or memory
	Unsupported State = "unsupported"  // no reader for its format
	Program     State = "program"      // compiled code, which tells a person nothing
	Denied      State = "unreadable"   // the operating system would not open it
	Offline     State = "offline"      // its bytes lie on a tape or in another tier; opening it would wake them
	Special     State = "special-file" // FIFO, socket, device, or a link that is not followed
	Quarantined State = "quarantined"  // its reader was lost on it, twice; left alone until it changes or somebody says so
	Vanished    State = "vanished"     // gone between the scan and the reading; the next scan settles it
)

// States lists the states.
func States() []State {
	return []State{Unread, OK, Partial, Container, NoText, NeedsOCR, Encrypted, Corrupt, TooBig, Unsupported, Program, Denied, Offline, Special, Quarantined, Vanished}
}

// Searchable reports whether a file in this state has passages.
func (s State) Searchable() bool { return s == OK || s == Partial }

// Read reports whether a file in this state counts as read, wherever files are counted: it has passages, or what it holds is listed. Of the
// others Unread alone waits; the rest cannot be read, or not now.
func (s State) Read() bool { return s.Searchable() || s == Container }

// Skipped reports whether a file in this state was left out, in whole or in part, and owes a person its reason.
func (s State) Skipped() bool { return s != Unread && s != OK && s != Container }

// TagID names a tag for good.
type TagID uint32

// A Tag is a concept that files are about. Tags form a graph: any number of parents, cycles tolerated.
type Tag struct {
	ID       TagID
	Name     string // unique, compared without case
	Synonyms []string
	Notes    string
	Parents  []TagID

	// Key is the concept's identifier in the vocabulary that it came from, after the vocabulary's name and a colon, such
	// as "mesh:D001833"; "" for a tag made by hand.
	Key string
	// Positions are the places of the concept in its vocabulary, such as MeSH's tree number "G16.012.500": one lies above
	// all that continue it after a dot. Where two tags of a vocabulary have positions, these alone say which lies above.
	Positions []string
	// Links lead beyond the tree, to tags that a closure takes in on request, as MeSH's pharmacological actions lead from a
	// class to its drugs.
	Links   []TagID
	Retired bool // no longer in its vocabulary; kept for its assignments

	// Makers are the owners for whom a tag exists whatever it is on, because they made it. Who runs SPAR here needs no entry.
	Makers []string
}

// PositionsDecide reports whether two tags have positions in one vocabulary, so that a link between them says nothing of which lies above.
func (t Tag) PositionsDecide(other Tag) bool {
	return len(t.Positions) > 0 && len(other.Positions) > 0 && t.Vocabulary() == other.Vocabulary()
}

// Vocabulary is the name of the vocabulary that the tag came from, "" for one made by hand.
func (t Tag) Vocabulary() string {
	name, _, _ := strings.Cut(t.Key, ":")
	return name
}

// Origin says who or what assigned a tag or found an attribute.
type Origin string

// The origins of assignments and attributes.
const (
	ByPerson     Origin = "person"
	ByRule       Origin = "rule"
	BySidecar    Origin = "sidecar"    // a table or front matter beside or in the files
	ByPath       Origin = "path"       // a pattern of the path
	ByProperties Origin = "properties" // a file's properties, read without its text; reading the file replaces them
	ByReading    Origin = "reading"
	ByEncoder    Origin = "encoder"
	ByModel      Origin = "model"
)

// origins is every Origin, the one whose word counts most first.
var origins = []Origin{ByPerson, BySidecar, ByRule, ByPath, ByProperties, ByReading, ByEncoder, ByModel}

// Precedence orders origins: where a key that has one value has several, from several origins, those of the lowest number hold. People's
// values come first, and guesses last.
func (o Origin) Precedence() int {
	for i, known := range origins {
		if o == known {
			return i
		}
	}
	return len(origins)
}

// Review is a person's judgement of an assignment that was made automatically.
type Review string

// The states of review. A rejected assignment stays, so that it is not made again, and selects nothing.
const (
	Unreviewed Review = ""
	Pending    Review = "pending" // waits for a person
	Accepted   Review = "accepted"
	Rejected   Review = "rejected"
)

// A BatchID names an automatic run that made assignments and attributes, so that they can be inspected and undone
// together; 0 is none.
type BatchID uint32

// An Assignment links a file and a tag.
type Assignment struct {
	File       FileID
	Tag        TagID
	Origin     Origin
	Confidence float64 // 0 to 1; 1 when a person said so
	Evidence   string  // what it rests on, such as the name of a rule
	Review     Review
	Batch      BatchID
}

// Guessed reports whether SPAR found an assignment itself, by nothing that a person or a file says of tags.
func (a Assignment) Guessed() bool { return a.Origin == ByEncoder || a.Origin == ByModel }

// Selects reports whether the assignment puts the file under the tag: a guess does once somebody accepted it, any other until somebody
// rejects it.
func (a Assignment) Selects() bool {
	return a.Review == Accepted || a.Review != Rejected && !a.Guessed()
}

// An Attribute is a typed property of a file. A file that was not read yet has its content attributes unknown; one
// that was read and has none has them missing. Both are absent here; the file's State tells them apart.
type Attribute struct {
	File   FileID
	Key    string // lower case, such as "title", "author", "pages", "created"
	Value  Value
	Origin Origin
	Batch  BatchID
}

// Kind is the type of a Value.
type Kind string

// The kinds of values.
const (
	Text   Kind = "text"
	Number Kind = "number"
	Date   Kind = "date"
)

// A SegmentID names the passages and terms made of some content: it is a digest of content hash, format and text
// recipe, and of nothing that comes from the path. The zero ID means none.
type SegmentID [sha256.Size]byte

// String is the ID in hexadecimal, "" for the zero ID.
func (id SegmentID) String() string { return Hash(id).String() }

// NewSegmentID digests the sources of a segment: the content's hash, its format, and the recipe, the versions and settings of extractor,
// chunker and tokeniser.
func NewSegmentID(content Hash, format, recipe string) SegmentID {
	b := make([]byte, 0, 512) // on the stack: questions compare the names of all files in their scope
	b = append(append(append(append(b, content[:]...), format...), 0), recipe...)
	return sha256.Sum256(b)
}

// A Finding is what reading a file version tells the catalog.
type Finding struct {
	Version    FileVersion // that was to be read, with the hash of the bytes read
	Path       string      // where it was looked for; "" where that does not matter
	Now        FileVersion // that was read, where that is another one; else zero
	Format     string
	State      State
	Reason     string
	Segment    SegmentID // zero unless State is Searchable
	Properties []Property
	Members    []Member // of a container
	Access     Access   // under which it was read; zero where it could not be opened
}

// An Access is the rights of a file on disk, and of each folder that leads to it, when the file was opened. A reading counts together with
// the access under which it was done.
type Access struct {
	Version FileVersion // of the opened file: for a member, of its outermost container
	File    Permissions
	Folders []Permissions // from the root to the one that the file lies in
}

// Known reports whether the access was taken.
func (a Access) Known() bool { return len(a.Folders) > 0 }

// Permissions are the rights data of a file or a folder.
type Permissions struct {
	Path string // relative to the share's root; "." is the root
	Mode fs.FileMode
	UID  uint32
	GID  uint32
	ACL  string // as of File
}

// A Principal is who asks. Every selection is made for one.
type Principal struct {
	Name   string
	UID    uint32
	Groups []uint32
	All    bool // may read everything: the superuser

	Listed bool // Name is one of the file of principals

	// Account is the owner of things made by somebody who signed in and has no number here; "" for all others.
	Account string

	// Served is one who is not the user of this process, so that the operating system does not judge for itself: somebody
	// who has signed in, or whose place is taken. Where rights are not known such a one has none.
	Served bool
	// Is says whether a name in access control lists and tables ("user:NAME", "group:NAME", "sid:SID", and "domain:NAME" for the part behind
	// an @) is the asker or a group of theirs. An unknown name may be anybody's. nil knows none. It may be called from many goroutines.
	Is func(name string) (mine, known bool)
	// Directory stands for what Is answers by: principals with the same Name and Directory get the same answers.
	Directory string
	// Clearance is the highest level of confidentiality that one who is Served may know of, and Unlabelled the level of
	// files that say none; "" is the lowest.
	Clearance, Unlabelled string

	// Operator runs SPAR on this data directory and is told of files that they may list but not read; their content
	// stays closed all the same.
	Operator bool

	// Role bounds the acts of one who is Served beyond reading; "" is Reader. It gives no right to read a file.
	Role Role

	// Token is the number of the token that somebody asks with, also in a session that the token opened; it bounds the keys that they hand
	// out. 0 for all who showed otherwise who they are.
	Token int64

	// Stale is one who asks by a browser that was signed in some time ago, where somebody else may sit by now: what hands out rights is
	// not done for them before they have shown again who they are.
	Stale bool

	// Trusted is one to whom the owner of the machine leaves by a flag of the server what otherwise only the machine may do.
	Trusted bool
}

// Key stands for all that decides what the asker may know of and read: principals with the same key have the same rights.
func (p Principal) Key() string {
	return fmt.Sprintf("%q %d %d %t %t %t %q %q %q", p.Name, p.UID, p.Groups, p.All, p.Served, p.Operator, p.Clearance, p.Unlabelled, p.Directory)
}
