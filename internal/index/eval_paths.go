package index

import (
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// anyCaseOf names the shares in whose names the letter case does not count.
func anyCaseOf(shares []spar.Share) map[string]bool {
	list := map[string]bool{}
	for _, sh := range shares {
		if sh.AnyCase {
			list[sh.Name] = true
		}
	}
	return list
}

// share is the name of the share that a row is of, where that matters: "" for one whose names have a letter case.
func (e *evaluation) share(row int) string {
	if len(e.s.any) == 0 {
		return ""
	}
	return e.s.shares[e.s.base.Kinds[e.s.base.kind[row]].Share]
}

// exactOf is the files of shares in whose names the letter case counts.
func (e *evaluation) exactOf(files *roaring.Bitmap) *roaring.Bitmap {
	if len(e.s.any) == 0 {
		return files
	}
	return roaring.AndNot(files, e.inAnyCase())
}

// inAnyCase is the files of shares in whose names it does not.
func (e *evaluation) inAnyCase() *roaring.Bitmap {
	return e.kinds(func(f scope.Facts) scope.Truth {
		if e.s.any[f.File.Share] {
			return scope.True
		}
		return scope.False
	}).yes
}

// anyCase asks for the paths of all files of such shares.
func (e *evaluation) anyCase(p scope.Predicate, among *roaring.Bitmap) pair {
	if len(e.s.any) == 0 {
		return pair{roaring.New(), roaring.New()}
	}
	var path []byte
	return e.rows(p, roaring.And(among, e.inAnyCase()), func(f *spar.File, row int) {
		path = e.s.base.appendPath(path[:0], row)
		f.Share, f.Path = e.share(row), unsafeText(path)
	})
}

// paths looks only at files whose paths begin like the paths that a glob matches.
func (e *evaluation) paths(glob string, p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	if literal := literalOf(glob); literal != "" {
		begin := roaring.New()
		for share := range b.Shares {
			from, to := b.beginning(share, literal)
			if to-from > b.rows()/2 {
				begin = among
				break
			}
			begin = roaring.Or(begin, b.at(from, to))
		}
		among = roaring.And(among, begin)
	}
	if name, ok := lastOfFolders(glob); ok {
		return e.below(name, p, among)
	}
	var path []byte
	return e.rows(p, among, func(f *spar.File, row int) {
		path = b.appendPath(path[:0], row)
		f.Path = unsafeText(path)
	})
}

// lastOfFolders is the last name of a glob of folders, A in **/A/**; false for other globs, and where the name is not one text.
func lastOfFolders(glob string) (string, bool) {
	folders, ok := strings.CutSuffix(glob, "/**")
	name := folders[strings.LastIndexByte(folders, '/')+1:]
	for i := range len(name) {
		ok = ok && name[i] < utf8.RuneSelf // others may be written in two ways
	}
	return name, ok && name != "" && !strings.ContainsAny(folders, `{}[]\\`) && !strings.ContainsAny(name, "*?")
}

// below evaluates folders instead of files. All files below a folder that matches a glob of folders match; of the others at most files with
// the glob's last name do.
func (e *evaluation) below(name string, p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	var f spar.File
	holds := func(path []byte) scope.Truth {
		f.Path = unsafeText(path)
		return p(scope.Facts{File: &f})
	}
	within := make([]scope.Truth, len(b.folders))
	asked := make([]bool, len(b.folders))
	var path []byte
	return e.scan(among, func(row int) scope.Truth {
		folder := b.folder[row]
		if at := b.folderPath(folder); !asked[folder] && string(at) != "." { // nothing is below the root by its name
			asked[folder], within[folder] = true, holds(at)
		} else if !asked[folder] {
			asked[folder], within[folder] = true, scope.False
		}
		if within[folder] == scope.False && string(b.name(row)) == name {
			path = b.appendPath(path[:0], row)
			return holds(path)
		}
		return within[folder]
	})
}

// literalOf is what every path that a glob matches begins with. A slash at its end is not in it: a/** matches a.
func literalOf(glob string) string {
	for i := range len(glob) {
		switch glob[i] {
		case '*', '?', '[', '{', '\\':
			glob = glob[:i]
			if i > 0 && glob[i-1] == '/' {
				glob = glob[:i-1]
			}
			return glob
		}
	}
	return glob
}
