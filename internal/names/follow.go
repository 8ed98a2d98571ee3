package names

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
)

// Files are the files of the catalog at one entry of its journal.
type Files interface {
	Head() int64
	File(id spar.FileID) (spar.File, bool)
	Files() *roaring.Bitmap
}

// A Journal yields what changed after an entry.
type Journal interface {
	Changes(ctx context.Context, after int64) iter.Seq2[catalog.Change, error]
}

// A Source gives the data for sketches.
type Source struct {
	Files   Files
	Journal Journal
	Text    func(spar.File) string // the text that a file's vector is made of; "" for none
	Content bool                   // the text changes with a file's content, not only with its name
}

// fewSlots is up to how many slots of a block are written one by one.
const fewSlots = 128

// mostUnsynced is how many slots may have been written without being durable. A process that does not know of them looks at each once more.
const mostUnsynced = 4096

// Follow brings the sketches up to the catalog, durably, and gives how many vectors it made. While another process does so it does nothing,
// and left is true. When ctx ends, the vectors so far stay.
func (s *Sketches) Follow(ctx context.Context, from Source, e Encoder) (made int, left bool, err error) {
	return s.follow(ctx, from, e, false)
}

// FollowSoon is Follow for somebody who waits. A few changes are written and not made durable, which takes most of the time: others see them,
// and as the file does not say that they were followed, a crash of the machine costs nothing but making them again.
func (s *Sketches) FollowSoon(ctx context.Context, from Source, e Encoder) (made int, left bool, err error) {
	return s.follow(ctx, from, e, true)
}

func (s *Sketches) follow(ctx context.Context, from Source, e Encoder, soon bool) (made int, left bool, err error) {
	s.following.Lock()
	defer s.following.Unlock()
	head, err := s.Head()
	if err != nil {
		return 0, false, err
	}
	if head == 0 {
		s.seen, s.unsynced = 0, 0 // the file was deleted meanwhile
	}
	if soon && head > 0 {
		head = max(head, s.seen)
	}
	if head >= from.Files.Head() && head > 0 {
		return 0, false, nil
	}
	dir := filepath.Dir(s.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, false, err
	}
	held, err := durable.TryLock(s.path + ".lock")
	if errors.Is(err, durable.ErrHeld) {
		return 0, true, nil
	}
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, held.Unlock()) }()
	f, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if head, err = s.head(f); err != nil { // others may have followed meanwhile
		return 0, false, err
	}
	if soon && head > 0 {
		head = max(head, s.seen)
	}
	todo, err := s.changed(ctx, f, from, head)
	if err != nil {
		return 0, false, err
	}
	b := s.newBlock()
	for it := todo.Iterator(); it.HasNext(); {
		n := int64(it.PeekNext() / blockSize)
		ids := []uint32{}
		for it.HasNext() && int64(it.PeekNext()/blockSize) == n {
			ids = append(ids, it.Next())
		}
		more, err := s.renew(ctx, f, from, e, n, ids, b)
		if made += more; err != nil {
			return made, true, err
		}
	}
	if s.unsynced += int(todo.GetCardinality()); soon && head > 0 && s.unsynced > 0 && s.unsynced <= mostUnsynced {
		s.seen = from.Files.Head()
		return made, false, nil
	}
	if s.unsynced > 0 {
		if err := durable.Sync(f); err != nil {
			return made, true, err
		}
	}
	durable.Step("follow names")
	s.seen, s.unsynced = from.Files.Head(), 0
	return made, false, s.setHead(f, from.Files.Head())
}

// Behind reports whether there is anything to follow that a sketch depends on.
func (s *Sketches) Behind(ctx context.Context, from Source) (bool, error) {
	head, err := s.Head()
	if err != nil || head == 0 {
		return true, err
	}
	if head >= from.Files.Head() {
		return false, nil
	}
	for c, err := range from.Journal.Changes(ctx, head) {
		if err != nil || from.matters(c.Kind) || wide(c.Kind) {
			return true, err
		}
	}
	return false, nil
}

// matters reports whether a change of a file may change its text.
func (from Source) matters(kind catalog.ChangeKind) bool {
	switch kind {
	case catalog.FileAdded, catalog.FileMoved, catalog.FileDeleted:
		return true
	case catalog.FileChanged, catalog.FileRead:
		return from.Content
	}
	return false
}

// wide reports whether a change may concern any file.
func wide(kind catalog.ChangeKind) bool {
	return kind == catalog.ShareChanged || kind == catalog.ShareRemoved
}

// changed gives the files whose sketches may have to change.
func (s *Sketches) changed(ctx context.Context, f *os.File, from Source, head int64) (*roaring.Bitmap, error) {
	todo := roaring.New()
	all := head == 0
	if !all {
		for c, err := range from.Journal.Changes(ctx, head) {
			if err != nil {
				return nil, err
			}
			if all = wide(c.Kind); all {
				break
			}
			if from.matters(c.Kind) {
				todo.Add(uint32(c.File))
			}
		}
	}
	if !all {
		return todo, nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	todo = from.Files.Files().Clone()
	if n := (info.Size() - header) / int64(s.BytesAFile()); n > 0 {
		todo.AddRange(0, uint64(n)) // deleted files must go here too
	}
	return todo, nil
}

// renew makes the wrong slots of some files of one block anew. The former content of b does not matter.
func (s *Sketches) renew(ctx context.Context, f *os.File, from Source, e Encoder, n int64, ids []uint32, b *block) (int, error) {
	if err := s.readSlots(f, n, b, ids); err != nil {
		return 0, err
	}
	var texts []string
	var slots, dirty []int
	for _, id := range ids {
		i := int(id) - int(n*blockSize)
		text := ""
		if file, ok := from.Files.File(spar.FileID(id)); ok && file.State != spar.Vanished {
			text = from.Text(file)
		}
		switch {
		case text == "" && b.sum(i) == 0 || text != "" && b.holds(i, s.dim, text):
			continue
		case text == "":
			b.put(i, s.dim, "", nil)
		default:
			texts, slots = append(texts, text), append(slots, i)
		}
		dirty = append(dirty, i)
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return 0, err
	}
	for j, i := range slots {
		b.put(i, s.dim, texts[j], vectors[j])
	}
	return len(texts), s.write(f, n, b, dirty)
}

// parts gives where a slot's row, scale and sum lie in a block, and how long they are.
func (s *Sketches) parts(i int) [3][2]int {
	return [3][2]int{{8*blockSize + i*s.dim, s.dim}, {4*blockSize + 4*i, 4}, {4 * i, 4}}
}

// readSlots fills a block, or only the slots of a few files.
func (s *Sketches) readSlots(f *os.File, n int64, b *block, ids []uint32) error {
	if len(ids) > fewSlots {
		return s.read(f, n, b)
	}
	for _, id := range ids {
		for _, p := range s.parts(int(id) % blockSize) {
			part := b.data[p[0] : p[0]+p[1]]
			if got, err := f.ReadAt(part, header+n*s.blockBytes()+int64(p[0])); errors.Is(err, io.EOF) {
				clear(part[got:])
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes slots of a block.
func (s *Sketches) write(f *os.File, n int64, b *block, slots []int) error {
	at := header + n*s.blockBytes()
	if len(slots) > fewSlots {
		_, err := f.WriteAt(b.data, at)
		return err
	}
	for _, i := range slots {
		for _, p := range s.parts(i) {
			if _, err := f.WriteAt(b.data[p[0]:p[0]+p[1]], at+int64(p[0])); err != nil {
				return err
			}
		}
	}
	if end := at + s.blockBytes(); len(slots) > 0 {
		if info, err := f.Stat(); err != nil || info.Size() >= end {
			return err
		}
		return f.Truncate(end)
	}
	return nil
}
