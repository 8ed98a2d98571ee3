package service

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A census counts and groups files, for questions about files as such.
type census struct{ view }

// kinds counts files by format, the commonest first.
func (v census) kinds(files *roaring.Bitmap) (list []api.FileGroup) {
	for format, of := range v.ByFormat(files) {
		list = append(list, api.FileGroup{Name: cmp.Or(format, "not known before they are read"), Files: int(of.GetCardinality()), Bytes: v.Size(of)})
	}
	return ranked(list)
}

// ranked sorts groups, the ones with the most files first, and returns them.
func ranked(list []api.FileGroup) []api.FileGroup {
	slices.SortFunc(list, func(a, b api.FileGroup) int {
		return cmp.Or(b.Files-a.Files, strings.Compare(a.Name, b.Name))
	})
	return list
}

// A folderGroup is the files below a folder, or only the files right in it if others lie deeper.
type folderGroup struct {
	share, folder string
	own           bool // only the files right in the folder
	files         int
	bytes         int64
}

// nearlyAll is the part of the files, in tenths, from which one folder is divided into its own folders.
const nearlyAll = 8

// byFolder counts files by the folders that divide them: the top folders, or the level below them while one of them holds nearly all
// files.
func (v census) byFolder(files *roaring.Bitmap) (list []folderGroup) {
	type place struct {
		share, folder string
		own           bool
	}
	for depth := 1; depth <= 4; depth++ {
		counts := map[place]*folderGroup{}
		for f := range v.Names(files) {
			parts := strings.Split(path.Dir(f.Path), "/")
			p := place{f.Share, strings.Join(parts[:min(depth, len(parts))], "/"), len(parts) < depth}
			if parts[0] == "." {
				p.folder, p.own = "", true
			}
			g := counts[p]
			if g == nil {
				p = place{strings.Clone(p.share), strings.Clone(p.folder), p.own}
				g = &folderGroup{share: p.share, folder: p.folder, own: p.own}
				counts[p] = g
			}
			g.files++
			g.bytes += f.Size
		}
		list = list[:0]
		all, further := 0, false
		for _, g := range counts {
			list = append(list, *g)
			all += g.files
		}
		for _, g := range list {
			further = further || !g.own && 10*g.files >= nearlyAll*all
		}
		if !further {
			break
		}
	}
	return list
}

// filled returns byFolder as groups, the fullest folders first; nil if all files lie in one.
func (v census) filled(files *roaring.Bitmap) (list []api.FileGroup) {
	all := v.byFolder(files)
	for _, g := range all {
		name := g.share + ":" + g.folder
		if g.own && slices.ContainsFunc(all, func(o folderGroup) bool { return o.share == g.share && strings.HasPrefix(o.folder, g.folder+"/") }) {
			name += "/" // besides the folders below it
		}
		list = append(list, api.FileGroup{Name: name, Files: g.files, Bytes: g.bytes})
	}
	if len(list) < 2 {
		return nil
	}
	return ranked(list)
}

// folderNames returns the folders that hold files, and the folders above them, as share:folder.
func (v census) folderNames(files *roaring.Bitmap) map[string]bool {
	names := map[string]bool{}
	for f := range v.Names(files) {
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if name := f.Share + ":" + dir; !names[name] {
				names[strings.Clone(name)] = true
				continue
			}
			break
		}
	}
	return names
}

// having returns the files that have an attribute, and counts the ones that may have it: only reading can tell.
func (v census) having(files *roaring.Bitmap, key string) (have *roaring.Bitmap, open int) {
	got, err := v.selection(spar.Scope{Constraints: []spar.Constraint{{Key: "has", Values: []spar.Match{{Text: key}}}}})
	if err != nil {
		return roaring.New(), 0
	}
	return roaring.And(got.Known, files), int(roaring.And(got.Unknown, files).GetCardinality())
}

// authors counts files by author, and returns the newest file of each of the most frequent authors.
func (v census) authors(files *roaring.Bitmap) (list []api.FileGroup, newest []api.ListedFile, open int) {
	have, open := v.having(files, "author")
	by := map[string]*api.FileGroup{}
	last := map[string]spar.File{}
	for f := range v.Ordered(have, index.ByTime, true, index.Window{}) {
		held, _ := scope.Held(v.AttributesOf(f.ID), v.Attribute("author"))
		for _, a := range held {
			name := a.Value.String()
			if by[name] == nil {
				by[name], last[name] = &api.FileGroup{Name: name}, f
			}
			by[name].Files++
			by[name].Bytes += f.Size
		}
	}
	for _, g := range by {
		list = append(list, *g)
	}
	ranked(list)
	for _, g := range list[:min(len(list), listedGroups)] {
		newest = append(newest, v.listedFile(last[g.Name], 0))
	}
	return list, newest, open
}

// pages adds up the pages of files.
func (v census) pages(files *roaring.Bitmap, out *api.Inventory) {
	have, open := v.having(files, "pages")
	out.Unknown = open
	for f := range v.Names(have) {
		if n, err := strconv.Atoi(v.held(f.ID, "pages")); err == nil {
			out.Pages += n
			out.Paged++
		}
	}
}

// unread returns the files of a selection that could not be read, or not whole, and groups them by state.
func (v census) unread(files *roaring.Bitmap) (skipped *roaring.Bitmap, by []api.FileGroup, waiting int) {
	skipped = roaring.New()
	for state, of := range v.ByState(files) {
		n := int(of.GetCardinality())
		switch {
		case state.Skipped():
			skipped.Or(of)
			by = append(by, api.FileGroup{Name: string(state), Files: n, Bytes: v.Size(of)})
		case state == spar.Unread:
			waiting += n
		}
	}
	return skipped, ranked(by), waiting
}

// copies groups the files with the same bytes, the groups that waste most bytes first. Of unread files only name and size are known:
// files of at least leastCopied bytes that share both count as copies too. open counts the unread files.
func (v census) copies(files *roaring.Bitmap) (groups []api.FileGroup, listed []api.ListedFile, all, open int) {
	type key struct {
		hash spar.Hash
		name string
		size int64
	}
	by := map[key][]spar.File{}
	for f := range v.In(files) {
		k := key{hash: f.Hash, size: f.Size}
		if f.Hash == (spar.Hash{}) {
			open++
			k.name = path.Base(f.Path)
		}
		if f.Size > 0 && (k.name == "" || f.Size >= leastCopied) {
			by[k] = append(by[k], f)
		}
	}
	var several [][]spar.File
	for _, list := range by {
		if len(list) > 1 {
			several = append(several, list)
			all += len(list)
		}
	}
	slices.SortFunc(several, func(a, b []spar.File) int {
		return cmp.Or(cmp.Compare(int64(len(b)-1)*b[0].Size, int64(len(a)-1)*a[0].Size), strings.Compare(a[0].Path, b[0].Path))
	})
	for _, list := range several {
		groups = append(groups, api.FileGroup{Name: list[0].Share + ":" + list[0].Path, Files: len(list), Bytes: int64(len(list)-1) * list[0].Size})
	}
	for _, list := range several[:min(len(several), listedFirst)] {
		for _, f := range list[:min(len(list), listedFirst)] {
			listed = append(listed, v.listedFile(f, 0))
		}
	}
	return groups, listed, all, open
}

// leastCopied is the size from which unread files with the same name and size count as copies.
const leastCopied = 1 << 10

// tellGroups says what an inventory of folders, authors, pages, unread files or copies has found.
func (t *statements) tellGroups(i api.Inventory, all string) {
	switch question.Inquiry(i.Of) {
	case question.BigFolders:
		t.say(all + ", " + Bytes(i.Bytes))
		for _, g := range i.Folders[:min(len(i.Folders), listedGroups)] {
			t.say(folderSaid(g) + ": " + Bytes(g.Bytes) + " in " + Plural(g.Files, "file", "files"))
		}
	case question.FolderList:
		t.say(fmt.Sprintf("%s with %s", Plural(i.Groups, "folder", "folders"), all))
		for _, g := range i.Folders[:min(len(i.Folders), listedGroups)] {
			t.say(folderSaid(g) + ": " + Plural(g.Files, "file", "files") + ", " + Bytes(g.Bytes))
		}
	case question.FileAuthors:
		known := "no author is known"
		if n := len(i.Authors); n > 0 {
			known = Plural(n, "author is", "authors are") + " known"
		}
		t.say(all + "; " + known)
		for n, g := range i.Authors[:min(len(i.Authors), len(i.Listed))] {
			f := i.Listed[n]
			text := fmt.Sprintf("%s: %s, the newest %s", g.Name, Plural(g.Files, "file", "files"), path.Base(f.Path.Name))
			t.say(text, ofFile(f.FileName, text, f.Modified))
		}
	case question.FilePages:
		switch {
		case i.Paged == 0:
			t.say("Of none of " + all + " a number of pages is known")
		case i.Paged == i.Files:
			t.say(Plural(i.Pages, "page", "pages") + " in " + all)
		default:
			t.say(fmt.Sprintf("%s in %s, of %s; of the others no number is known", Plural(i.Pages, "page", "pages"), Plural(i.Paged, "file", "files"), all))
		}
	case question.UnreadFiles:
		text := all + " could not be read, or not wholly"
		if len(i.Kinds) > 0 {
			text += ": " + groups(i.Kinds, ", ", func(g api.FileGroup) string { return Thousands(g.Files) + " " + g.Name })
		}
		t.say(text)
		for _, f := range i.Listed {
			meaning, _ := engine.Describe(spar.State(f.State))
			text := f.Path.Name + ": " + cmp.Or(meaning, f.State)
			t.say(text, ofFile(f.FileName, text, f.Modified))
		}
	case question.Copies:
		if len(i.Copies) == 0 {
			t.say("No two files of " + all + " are known to have the same bytes")
			break
		}
		twice := int64(0)
		for _, g := range i.Copies {
			twice += g.Bytes
		}
		t.say(fmt.Sprintf("%s have their bytes in common with another, in %s; %s are there more than once", Plural(i.Groups, "file", "files"), Plural(len(i.Copies), "group", "groups"), Bytes(twice)))
		rest := i.Listed
		for _, g := range i.Copies[:min(len(i.Copies), listedFirst)] {
			var of []spar.Citation
			var names []string
			for _, f := range rest[:min(g.Files, listedFirst, len(rest))] {
				names, of = append(names, f.Path.Name), append(of, ofFile(f.FileName, f.Path.Name, f.Modified))
			}
			rest = rest[len(of):]
			t.say(fmt.Sprintf("%d times: %s", g.Files, strings.Join(names, ", ")), of...)
		}
	}
}

// folderSaid names a folder. One that ends in a slash is told beside those below it.
func folderSaid(g api.FileGroup) string {
	if strings.HasSuffix(g.Name, ":") || strings.HasSuffix(g.Name, "/") {
		return strings.TrimSuffix(g.Name, "/") + " itself"
	}
	return g.Name
}
