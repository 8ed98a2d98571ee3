package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fsnotify/fsnotify"
	"github.com/sparsearch/spar/internal/share"
)

// An Event says that something happened in a folder.
type Event struct {
	Folder string
	Deep   bool // the folder is new or another one, with all below it
	Lost   bool // events were lost; Folder is empty

	Wrote string // the file in it that somebody wrote to, "" where it was something else
}

// A Notifier listens to the file system below a root. It opens nothing there.
type Notifier struct {
	root    string
	watcher *fsnotify.Watcher
	events  chan Event
	full    bool // the system has no room for more
}

// ErrLimit means that the system watches no more folders for this user.
var ErrLimit = errors.New("the system does not watch more folders for this user (sysctl fs.inotify.max_user_watches)")

// Listen begins to listen, to no folder yet. nil means that the file system at root tells of no events, or not of events from other
// machines.
func Listen(root string) (*Notifier, error) {
	if !tells(share.FileSystemOf(root).At(share.Root)) {
		return nil, nil
	}
	w, err := fsnotify.NewBufferedWatcher(4096)
	if err != nil {
		return nil, err
	}
	n := &Notifier{root: root, watcher: w, events: make(chan Event, 256)}
	go n.run()
	return n, nil
}

// Add listens to a folder too. ErrLimit means that there is no room for it; a folder that is gone is no error.
func (n *Notifier) Add(folder string) error {
	if n.full {
		return ErrLimit
	}
	err := n.watcher.Add(filepath.Join(n.root, filepath.FromSlash(folder)))
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.ENOMEM), errors.Is(err, syscall.EMFILE):
		n.full = true
		return ErrLimit
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil
	}
	return err
}

// Events is what happened. It is closed by Close.
func (n *Notifier) Events() <-chan Event {
	if n == nil {
		return nil
	}
	return n.events
}

// Close ends it.
func (n *Notifier) Close() error {
	if n == nil {
		return nil
	}
	err := n.watcher.Close()
	for range n.events {
	}
	return err
}

func (n *Notifier) run() {
	defer close(n.events)
	for {
		select {
		case e, ok := <-n.watcher.Events:
			if !ok {
				return
			}
			for _, e := range n.translate(e) {
				n.events <- e
			}
		case _, ok := <-n.watcher.Errors:
			if !ok {
				return
			}
			n.events <- Event{Lost: true} // an overflow, or something that is as bad
		}
	}
}

// translate gives the folders that an event concerns.
func (n *Notifier) translate(e fsnotify.Event) []Event {
	rel, err := filepath.Rel(n.root, e.Name)
	if err != nil || !filepath.IsLocal(rel) {
		return []Event{{Lost: true}}
	}
	path := filepath.ToSlash(rel)
	if path == share.Root {
		return []Event{{Folder: share.Root}}
	}
	folder := share.Root
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		folder = path[:i]
	}
	events := []Event{{Folder: folder}}
	if e.Has(fsnotify.Write) {
		events[0].Wrote = path
	}
	if e.Has(fsnotify.Create) || e.Has(fsnotify.Chmod) {
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
			events = append(events, Event{Folder: path, Deep: e.Has(fsnotify.Create)})
		}
	}
	return events
}
