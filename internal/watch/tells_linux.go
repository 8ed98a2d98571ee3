package watch

import "github.com/sparsearch/spar/internal/share"

// tells reports whether inotify(7) tells of all that happens on a mount: where this machine alone writes.
func tells(m share.Mount) bool { return m.Ground() == share.Enforced }
