// Package spar holds the vocabulary of SPAR, the words in which its rooms speak to each other. It does no input
// or output and needs only the standard library. Data walks one way:
//
//	share -> catalog -> scope -> order -> read -> store -> retrieve -> answer
//
// Left of scope everything is about all files and costs about one stat a file; right of it everything is about the
// few files of one task and happens on demand. One arrow goes back: a [Finding], what reading a file tells the catalog.
package spar

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"
	"time"
)

// A Share is a named read-only root of files. SPAR never writes below Root.
type Share struct {
	ID   int64
	Name string // unique, no slash, no colon
	Root string // absolute path
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
	Dev     uint64
	Ino     uint64
	Mode    fs.FileMode // permission and type bits
	UID     uint32
	GID     uint32
	Format  string // of the content once read, before that what the name suggests; "" when neither says
	State   State
	Reason  string // for a person: why the state is what it is, and the remedy; "" for Unread and OK
	Hash    Hash   // of the content when last read; zero before
	Segment SegmentID
}

// Version is the file as it was when it was last looked at.
func (f File) Version() FileVersion {
	return FileVersion{File: f.ID, Size: f.Size, ModTime: f.ModTime, Dev: f.Dev, Ino: f.Ino, Hash: f.Hash}
}

// A FileVersion is a file at one moment. Two versions with the same size, time, device and inode are taken to hold
// the same bytes; the hash, once known, decides.
type FileVersion struct {
	File    FileID
	Size    int64
	ModTime time.Time
	Dev     uint64
	Ino     uint64
	Hash    Hash
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

// State says what became of a file. Every state but Unread and OK comes with a reason.
type State string

// The states. A file in any state but Unread has been dealt with and is accounted for.
const (
	Unread      State = "unread"       // known by its name only; waiting to be read
	OK          State = "ok"           // read, all of its text is searchable
	Partial     State = "partial"      // read up to a limit or a fault; what was read is searchable
	NoText      State = "no-text"      // read, and there is no text in it
	NeedsOCR    State = "needs-ocr"    // images of text only
	Encrypted   State = "encrypted"    // needs a password
	Corrupt     State = "corrupt"      // not what its format demands
	TooBig      State = "too-big"      // beyond a limit of size, time or memory
	Unsupported State = "unsupported"  // no reader for its format
	Denied      State = "unreadable"   // the operating system would not open it
	Special     State = "special-file" // FIFO, socket, device, or a link that is not followed
	Vanished    State = "vanished"     // gone or changed between the scan and the reading; the next scan settles it
)

// Searchable reports whether a file in this state has passages.
func (s State) Searchable() bool { return s == OK || s == Partial }

// Skipped reports whether a file in this state was left out, in whole or in part, and owes a person its reason.
func (s State) Skipped() bool { return s != Unread && s != OK }

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
	Retired   bool // no longer in its vocabulary; kept for what it is assigned to
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
	ByPerson  Origin = "person"
	ByRule    Origin = "rule"
	ByReading Origin = "reading"
)

// An Assignment links a file and a tag.
type Assignment struct {
	File       FileID
	Tag        TagID
	Origin     Origin
	Confidence float64 // 0 to 1; 1 when a person said so
	Evidence   string  // what it rests on, such as the glob of a rule
}

// An Attribute is a typed property of a file. A file that was not read yet has its content attributes unknown; one
// that was read and has none has them missing. Both are absent here; the file's State tells them apart.
type Attribute struct {
	File   FileID
	Key    string // lower case, such as "title", "author", "pages", "created"
	Value  Value
	Origin Origin
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

// NewSegmentID digests what a segment is made from: the content's hash, its format, and the recipe, the versions and
// settings of extractor, chunker and tokeniser.
func NewSegmentID(content Hash, format, recipe string) SegmentID {
	h := sha256.New()
	h.Write(content[:])
	h.Write([]byte(format))
	h.Write([]byte{0})
	h.Write([]byte(recipe))
	return SegmentID(h.Sum(nil))
}

// A Finding is what reading a file version tells the catalog.
type Finding struct {
	Version    FileVersion // with its hash
	Format     string
	State      State
	Reason     string
	Segment    SegmentID // zero unless State is Searchable
	Properties []Property
}

// A Principal is who asks. Every selection is made for one.
type Principal struct {
	Name   string
	UID    uint32
	Groups []uint32
	All    bool // may read everything: the superuser

	// Operator runs SPAR on this data directory and is told of files that they may list but not read; their content
	// stays closed all the same.
	Operator bool
}
