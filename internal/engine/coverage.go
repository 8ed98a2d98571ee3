package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	// unreadNamed is how many files that were not read are named.
	unreadNamed = 5
	// unreadFor is how long names of unread files are compared with a question.
	unreadFor = lookFor / 5
)

// cover completes the coverage of a result: which shares are closed, which files are gone, and which of those without text
// fit the question by their names. Where nothing was found some are named even if none fits, so that somebody sees what
// was not read.
func (e *questions) cover(ctx context.Context, q Request, in *inquiry, r *Result, nothing bool) error {
	c := &r.Coverage
	c.Closed = in.closed
	snapshot, selection := r.basis.snapshot, r.basis.selection
	set := roaring.Or(selection.Known, selection.Unknown)
	if gone := snapshot.ByState(set)[spar.Vanished]; gone != nil {
		c.Gone = int(gone.GetCardinality())
	}
	c.Gone += snapshot.Missing(in.first)
	c.Unread = slices.DeleteFunc(unread(cmp.Or(q.Asked, q.Question), snapshot, selection, nothing && c.Read == 0), in.elsewhere)
	if !q.Who.Served || q.Who.May(spar.CanOperate) { // others learn of a folder by the files in it that they may know of
		var err error
		if c.Folders, err = e.closedFolders(ctx, q, in, nothing); err != nil {
			return err
		}
	}
	c.Do = toCover(*c, q.Scope)
	if !nothing || q.Who.Served {
		return nil // the time of a look depends on files that a served asker may not know of
	}
	for _, u := range in.short {
		status, err := e.catalog.ShareStatus(ctx, u.share)
		if err != nil {
			return err
		}
		r.Notes = append(r.Notes, u.note(status.Scanned))
	}
	return nil
}

// closedFolders names folders of the question's shares that could not be listed and may hold files of its scope. If something was found, it
// names only folders whose paths have words of the question.
func (e *questions) closedFolders(ctx context.Context, q Request, in *inquiry, nothing bool) (list []spar.ClosedFolder, err error) {
	ctx = context.WithoutCancel(ctx) // a question that was ended has an answer, too
	asked := newNameWords(cmp.Or(q.Asked, q.Question))
	for _, s := range in.shares {
		if in.isClosed(s.Name) {
			continue
		}
		status, err := e.catalog.ShareStatus(ctx, s)
		if spar.CodeOf(err) == spar.NotFound && err != nil {
			continue // removed at this moment
		} else if err != nil {
			return nil, err
		}
		for _, f := range status.Folders {
			if len(list) < unreadNamed && mayHold(q.Scope, f.Path) && (nothing || len(asked.in(spar.File{Path: f.Path})) > 0) {
				folder := spar.ClosedFolder{Share: s.Name, Path: f.Path, Reason: f.Reason}
				if !utf8.ValidString(f.Path) {
					folder.Path, folder.PathBytes = strings.ToValidUTF8(f.Path, "\uFFFD"), []byte(f.Path)
				}
				list = append(list, folder)
			}
		}
	}
	return list, nil
}

// mayHold reports whether files of a scope may lie in a folder, by the folders that its paths name. It says yes in doubt.
func mayHold(sc spar.Scope, folder string) bool {
	named := false
	for c := range scope.Leaves(sc) {
		if c.Key != "path" || c.Not {
			continue
		}
		for _, m := range c.Values {
			within := literalFolder(m.Text)
			if within == "" || within == folder || strings.HasPrefix(folder, within+"/") || strings.HasPrefix(within, folder+"/") {
				return true
			}
			named = true
		}
	}
	return !named
}

// elsewhere reports whether a file is a link into one of the shares of a question. Its target is read there.
func (in *inquiry) elsewhere(f spar.UnreadFile) bool {
	if f.State != spar.Special || f.PathBytes != nil {
		return false
	}
	for _, s := range in.shares {
		if s.Name != f.Share || in.isClosed(s.Name) {
			continue
		}
		link := filepath.Join(s.Root, filepath.FromSlash(f.Path))
		to, err := os.Readlink(link)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(link), to)
		}
		return slices.ContainsFunc(in.shares, func(s spar.Share) bool {
			rel, err := filepath.Rel(s.Root, to)
			return err == nil && filepath.IsLocal(rel)
		})
	}
	return false
}

// toCover is what would make a result rest on more of its scope.
func toCover(c spar.Coverage, sc spar.Scope) (do []spar.Remedy) {
	if c.Waiting > 0 || c.Outdated > 0 {
		do = append(do, spar.Remedy{Do: spar.ReadOn})
	}
	for _, s := range c.Closed {
		do = append(do, spar.Remedy{Do: spar.RelocateShare, Name: s.Share})
	}
	if c.Unreadable > 0 || c.Partial > 0 {
		do = append(do, spar.Remedy{Do: spar.ListSkipped, Name: scope.Print(sc)})
	}
	return do
}

// note says that a share may hold files that nobody knows of yet.
func (u unfinished) note(scanned time.Time) string {
	why := fmt.Sprintf("to look at all of it since takes longer than %v", lookFor)
	if u.busy {
		why = "another process is scanning it now"
	}
	return fmt.Sprintf("share %s was last scanned at %s; %s", u.share.Name, scanned.UTC().Format(time.RFC3339), why)
}

// unread names files without text, or with only a part of it, whose names have words of the question, the best first. If any is set, other
// files follow.
func unread(question string, snapshot *index.Snapshot, selection index.Selection, any bool) []spar.UnreadFile {
	set := selection.Denied.Clone()
	for state, files := range snapshot.ByState(roaring.Or(selection.Known, selection.Unknown)) {
		switch state {
		case spar.OK, spar.Container, spar.NoText, spar.Program, spar.Vanished: // they hold nothing more
		default:
			set.Or(files)
		}
	}
	if set.IsEmpty() {
		return nil
	}
	asked := newNameWords(question)
	type named struct {
		file  spar.File
		words []string
		score float64
	}
	var fit, rest []named
	having := map[string]int{}
	until := time.Now().Add(unreadFor)
	n := 0
	for f := range snapshot.In(set) {
		if n++; n%256 == 0 && time.Now().After(until) {
			break
		}
		words := asked.in(f)
		for _, w := range words {
			having[w]++
		}
		switch {
		case len(words) > 0:
			fit = append(fit, named{file: f, words: words})
		case any && len(rest) < unreadNamed:
			rest = append(rest, named{file: f})
		}
	}
	for i := range fit {
		for _, w := range fit[i].words {
			fit[i].score += math.Log(1 + float64(n)/float64(having[w]))
		}
	}
	slices.SortStableFunc(fit, func(a, b named) int { return cmp.Compare(b.score, a.score) })
	var list []spar.UnreadFile
	for _, f := range append(fit, rest...)[:min(unreadNamed, len(fit)+len(rest))] {
		list = append(list, unreadFile(f.file, selection.Denied.Contains(uint32(f.file.ID))))
	}
	return list
}

// unreadFile names a file. If the asker may not read it, it does not tell what became of the file when somebody else read it.
func unreadFile(f spar.File, denied bool) spar.UnreadFile {
	out := spar.UnreadFile{Share: f.Share, Path: f.Path, State: f.State, Reason: f.Reason}
	if denied {
		out.State, out.Reason = spar.Denied, "you have no right to read it"
	}
	meaning, advice := Describe(out.State)
	if out.Do = advice.Do; denied {
		out.Do = nil
	}
	switch {
	case out.State == spar.Unread:
		out.Reason = "not read yet"
	case out.Reason == "":
		out.Reason = meaning
	}
	if !utf8.ValidString(f.Path) {
		out.Path, out.PathBytes = strings.ToValidUTF8(f.Path, "\uFFFD"), []byte(f.Path)
	}
	return out
}

// nameWords are the words of a question that say something, as they are and by their English stems.
type nameWords struct {
	words    map[string]string // by form
	starts   []string          // of the forms: a name without any of them has none
	analyzer chunk.Analyzer
}

func newNameWords(question string) *nameWords {
	n := &nameWords{words: map[string]string{}}
	lang := chunk.Language(question)
	for _, w := range chunk.Words(question) {
		if chunk.Common(w, lang) {
			continue
		}
		for _, form := range []string{w, n.analyzer.Stem(w, "en")} {
			n.words[form] = w
			start := form[:min(len(form), 3)]
			if !slices.Contains(n.starts, start) {
				n.starts = append(n.starts, start)
			}
		}
	}
	return n
}

// in gives the words that stand in the name of a file, or in that of the container that it lies in.
func (n *nameWords) in(f spar.File) (found []string) {
	name := path.Base(f.Path)
	if f.Outer > 0 {
		name += " " + path.Base(f.OnDisk())
	}
	name = strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(name)
	lower := strings.ToLower(name)
	plain := !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) // others are compared without accents
	if plain && !slices.ContainsFunc(n.starts, func(s string) bool { return strings.Contains(lower, s) }) {
		return nil
	}
	for _, w := range chunk.Words(name) {
		for _, form := range []string{w, n.analyzer.Stem(w, "en")} {
			if asked, ok := n.words[form]; ok && !slices.Contains(found, asked) {
				found = append(found, asked)
			}
		}
	}
	return found
}
