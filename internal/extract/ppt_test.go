package extract

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// rec is a record of a presentation; a container has version 15.
func rec(version, instance, kind int, content string) string {
	return pack(instance<<4|version, kind, uint32(len(content))) + content
}

// oldDeck is a presentation of two slides with notes, edited once: the first slide was moved, and its old version is still
// in the file.
func oldDeck(token uint32) string {
	text := func(kind int, s string) string {
		return rec(0, 0, pptTextHeader, pack(uint32(kind))) + rec(0, 0, pptTextChars, wide(s))
	}
	box := func(content string) string { return rec(15, 0, 0xF00D, content) }
	drawing := func(shapes ...string) string { return rec(15, 0, 0x040C, rec(15, 0, 0xF002, strings.Join(shapes, ""))) }
	slide := func(notes int, shapes ...string) string {
		return rec(15, 0, pptSlide, rec(2, 0, pptSlideAtom, pack(uint32(0), uint64(0), uint32(0), uint32(notes), uint32(0)))+drawing(shapes...))
	}
	var b strings.Builder
	add := func(s string) uint32 { at := b.Len(); b.WriteString(s); return uint32(at) }
	old := add(slide(0, box(text(4, "Deleted"))))
	second := add(slide(0, box(text(4, "Beside\vthe point")), box(text(6, "Second"))))
	notes := add(rec(15, 0, pptNotes, rec(1, 0, pptNotesAtom, pack(uint32(256), uint32(0)))+drawing(box(text(2, "Say this")), box(text(4, "*")))))
	document := add(rec(15, 0, pptDocument,
		rec(15, 0, pptSlideList, rec(0, 0, pptSlidePersist, pack(uint32(3), uint32(0), uint32(0), uint32(256), uint32(0)))+text(0, "First")+
			rec(0, 0, pptTextHeader, pack(uint32(1)))+rec(0, 0, pptTextBytes, "one\rt\xe9o")+rec(0, 0, pptSlidePersist, pack(uint32(2), uint32(0), uint32(0), uint32(257), uint32(0))))+
			rec(15, 1, pptSlideList, rec(0, 0, pptSlidePersist, pack(uint32(2), uint32(0), uint32(0), uint32(9), uint32(0)))+text(0, "Click to edit"))+
			rec(15, 2, pptSlideList, rec(0, 0, pptSlidePersist, pack(uint32(4), uint32(0), uint32(0), uint32(77), uint32(0))))))
	list := add(rec(0, 0, pptPersistList, pack(uint32(1|4<<20), document, second, old, notes)))
	edit := add(rec(0, 0, pptUserEdit, pack(uint32(0), uint32(0), uint32(0), list, uint32(1), uint32(0), uint32(0))))
	first := add(slide(77, rec(15, 0, 0xF004, box(rec(0, 0, pptOutlineRef, pack(uint32(1))))), rec(15, 0, 0xF004, box(rec(0, 0, pptOutlineRef, pack(uint32(0)))))))
	var object bytes.Buffer
	z := zlib.NewWriter(&object)
	_, _ = io.WriteString(z, oleWith("Workbook", biffBook("Inner")))
	_ = z.Close()
	packed := add(rec(0, 1, pptObject, pack(uint32(0), object.String())))
	list = add(rec(0, 0, pptPersistList, pack(uint32(3|1<<20), first, uint32(9|1<<20), packed)))
	edit = add(rec(0, 0, pptUserEdit, pack(uint32(0), uint32(0), edit, list, uint32(1), uint32(0), uint32(0))))
	return oleWith("PowerPoint Document", b.String(), "Current User", rec(0, 0, 0x0FF6, pack(uint32(20), token, edit)))
}

func TestPPT(t *testing.T) {
	doc := checkOutline(t, "a.ppt", oldDeck(0xE391C05F), "# First", "one", "téo", "note: Say this", "# Second", "Beside\nthe point")
	if at := doc.Blocks[4].Locator; at != (spar.Locator{Page: 2}) {
		t.Errorf("the second title is at %v", at)
	}
}

func TestPPT95(t *testing.T) {
	checkOutline(t, "a.ppt", oleWith("PowerPoint Document", "x", "Text_Content", "Caf\xe9\r\rTwo\r\x00\x00"), "Café", "Two")
}

func TestPPTStates(t *testing.T) {
	broken := strings.Replace(oldDeck(0xE391C05F), "Current User"[:1]+"\x00u", "X\x00u", 1)
	for _, c := range []struct {
		name, content string
		state         spar.State
		reason        string
	}{
		{"password", oldDeck(0xF3D1C4DF), spar.Encrypted, "password"},
		{"edits lost", broken, spar.Partial, "list of edits is damaged"},
		{"nothing", oleWith("PowerPoint Document", "x"), spar.Corrupt, "no slides"},
	} {
		doc := document(t, "a.ppt", c.content)
		if doc.State != c.state || !strings.Contains(doc.Reason, c.reason) {
			t.Errorf("%s: got %q (%s), want %q (... %s ...)", c.name, doc.State, doc.Reason, c.state, c.reason)
		}
	}
}

// FuzzPPT changes the streams of a presentation; the container around them is sound. See FuzzOLE.
func FuzzPPT(f *testing.F) {
	for _, token := range []uint32{0xE391C05F, 0} {
		s := streamsOf(f, oldDeck(token), "PowerPoint Document", "Current User")
		f.Add(s[0], s[1], "Caf\xe9\r\rTwo\r\x00\x00")
	}
	f.Fuzz(func(t *testing.T, document, user, old string) {
		fuzzed(t, "a.ppt", oleWith("PowerPoint Document", document, "Current User", user, "Text_Content", old))
	})
}
