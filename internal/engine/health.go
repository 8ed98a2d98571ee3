package engine

import (
	"context"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// A ShareHealth is how a share is doing.
type ShareHealth struct {
	catalog.ShareStatus
	Settings    catalog.Settings
	Unreachable string        // why it cannot be reached now, or could not be scanned last; "" when it can
	Do          []spar.Remedy // about that
	Next        time.Time     // when this process scans it as a whole next; zero if it does not watch it
}

// answerWithin is how long a file system may take to say whether it is there: a server that is gone never does.
const answerWithin = 3 * time.Second

// Health says how a share is doing.
func (e *shares) Health(ctx context.Context, s spar.Share) (h ShareHealth, err error) {
	if h.ShareStatus, err = e.catalog.ShareStatus(ctx, s); err != nil {
		return h, err
	}
	if h.Settings, err = e.catalog.Settings(ctx, s); err != nil {
		return h, err
	}
	if next, ok := e.next.Load(s.ID); ok {
		h.Next = next.(upcoming).under(h.Settings)
	}
	dev, ino, known, err := e.catalog.Identity(ctx, s)
	if err != nil {
		return h, err
	}
	type told struct {
		why string
		do  []spar.Remedy
	}
	answer := make(chan told, 1)
	go func() {
		switch {
		case !share.Reachable(s.Root):
			answer <- told{"its folder cannot be opened: mount it, or say where it is now", []spar.Remedy{{Do: spar.RelocateShare, Name: s.Name}}}
		case known && share.Unmounted(s.Root, dev, ino):
			answer <- told{"its folder is empty and not the one of the last scan: mount it", nil}
		case h.Trouble.Reason != "":
			answer <- told{h.Trouble.Reason, []spar.Remedy{{Do: spar.ScanShare, Name: s.Name}, {Do: spar.ConfirmShare, Name: s.Name, Path: s.Root}}}
		default:
			answer <- told{}
		}
	}()
	select {
	case t := <-answer:
		h.Unreachable, h.Do = t.why, t.do
	case <-time.After(answerWithin):
		h.Unreachable = "its file system does not answer"
	case <-ctx.Done():
		return h, ctx.Err()
	}
	return h, nil
}

// Recall fetches the offline files of a share that match, one after the other, by reading their first byte. It tells each file, with an
// error if it cannot be fetched. The next scan finds them awake.
func (e *shares) Recall(ctx context.Context, name string, match func(path string) bool, tell func(path string, err error)) (n int, err error) {
	s, err := e.catalog.Share(ctx, name)
	if err != nil {
		return 0, err
	}
	settings, err := e.catalog.Settings(ctx, s)
	if err != nil {
		return 0, err
	}
	pace := e.paces.of(s, settings.Limits)
	var asleep []spar.File
	for f, err := range e.catalog.Files(ctx) {
		if err != nil {
			return 0, err
		}
		if f.Share == name && f.State == spar.Offline && match(f.Path) {
			asleep = append(asleep, f)
		}
	}
	for _, f := range asleep {
		if err := pace.Open(ctx, f.Size); err != nil {
			return n, err
		}
		err := wake(s.Root, f.Path)
		if spar.CodeOf(err) == spar.Unavailable {
			return n, err
		}
		if err == nil {
			n++
		}
		tell(f.Path, err)
	}
	return n, nil
}

func wake(root, path string) error {
	f, err := share.OpenWith(root, path, share.OpenOptions{Wake: true})
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Read(make([]byte, 1))
	return err
}
