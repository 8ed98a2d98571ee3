package share

import "slices"

// litter lists files that programs leave beside people's files, and copies and remainders of these. The page of docs/decisions on litter
// gives the reason for each, and for others left out.
var litter = []string{
	// Finder and other parts of macOS
	".DS_Store", "._*", ".localized", ".apdisk", ".AppleDouble/", ".Spotlight-V100/", ".fseventsd/", ".TemporaryItems/", ".DocumentRevisions-V100/",
	// Windows Explorer
	"Thumbs.db", "thumbs.db", "ehthumbs.db", "desktop.ini", "Desktop.ini", "System Volume Information/",
	// files that somebody has open in Office, LibreOffice or vim
	"~$*", "~WRL*.tmp", "~WRD*.tmp", ".~lock.*#", ".*.swp",
	// what people threw away
	".Trash/", ".Trash-*/", ".Trashes/", "$RECYCLE.BIN/", "$Recycle.Bin/", "RECYCLER/", `\#recycle/`, "@Recycle/", ".recycle/",
	// indexes and earlier states of the whole share, as file servers show them
	"@eaDir/", ".snapshot/", ".snapshots/", "~snapshot/", ".zfs/", "@Recently-Snapshot/",
	// files that were deleted and are still open somewhere
	".nfs0000*", ".fuse_hidden*",
	// the insides of version control
	".git", ".hg/", ".svn/", ".bzr/",
	// what Python compiles beside its sources
	"__pycache__/",
}

// Litter lists the rules that leave out litter of a share unless somebody says otherwise.
func Litter() []string { return slices.Clone(litter) }

// Keep makes the rules for litter leave files in, by their paths, and so the folders that lead to them; what lies beside
// them stays out.
func (r *Rules) Keep(paths [][]byte) {
	for _, p := range paths {
		if r.kept == nil {
			r.kept, r.above = map[string]bool{}, map[string]bool{}
		}
		r.kept[string(p)] = true
		for i := range p {
			if p[i] == '/' {
				r.above[string(p[:i])] = true
			}
		}
	}
}

// Litter reports whether a file is left out by a rule for litter, its own or that of a folder above it.
func (r *Rules) Litter(p string) bool {
	for i := range len(p) {
		if p[i] != '/' {
			continue
		}
		if u := r.leaving(p[:i], true); u != nil {
			return u.litter
		}
	}
	u := r.leaving(p, false)
	return u != nil && u.litter
}

// butKept is leaving where some files are kept.
func (r *Rules) butKept(p string, folder bool) *rule {
	u := r.leaving(p, folder)
	for i := 0; u == nil && i < len(p); i++ {
		if p[i] == '/' && r.above[p[:i]] { // walked for kept files below
			u = r.leaving(p[:i], true)
		}
	}
	if u != nil && u.litter && (folder && r.above[p] || !folder && r.kept[p]) {
		return nil
	}
	return u
}
