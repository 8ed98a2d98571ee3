package service

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	suggested "github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	mostOfGroup  = 20 // members that a group names
	mostParts    = 200
	labelWords   = 3
	groupOfFiles = "files"
	groupOfTags  = "tags"
)

// A grouping is files or tags in groups, as somebody may see them.
type grouping struct {
	engine.Grouping
	v      view
	tags   bool
	names  map[spar.TagID]string
	labels []string
}

// Groups parts the files without tags, or the tags, into groups of what is alike, by what the asker may read. It stores nothing.
func (s *Service) Groups(ctx context.Context, who spar.Principal, q api.GroupQuery) ([]api.Group, error) {
	g, err := s.group(ctx, who, q)
	if err != nil {
		return nil, err
	}
	list := []api.Group{}
	for n := range g.Groups {
		list = append(list, g.told(n))
	}
	if len(list) > 0 {
		list[0].Notes = g.Notes
	}
	return list, nil
}

func (s *Service) group(ctx context.Context, who spar.Principal, q api.GroupQuery) (g grouping, err error) {
	if err := must(who, spar.CanCurate); err != nil {
		return g, err
	}
	g.tags = q.Of == groupOfTags
	switch {
	case !slices.Contains([]string{"", groupOfFiles, groupOfTags}, q.Of):
		return g, spar.Errorf(spar.Invalid, "%q cannot be grouped: choose files or tags", q.Of)
	case q.Count < 0 || q.Count > mostParts:
		return g, spar.Errorf(spar.Invalid, "%d groups were asked for; ask for 1 to %d", q.Count, mostParts)
	case g.tags && (q.Scope != "" || q.All):
		return g, spar.Errorf(spar.Invalid, "a scope selects files, and tags are to be grouped")
	}
	v, sc, err := s.scoped(ctx, who, q.Scope)
	if err != nil {
		return g, err
	}
	g.v, g.names = v, v.names()
	o := engine.GroupOptions{Count: q.Count}
	if g.tags {
		g.Grouping, err = s.engine.GroupTags(ctx, who, o)
	} else {
		g.Grouping, err = s.groupFiles(ctx, g, sc, q.All, o)
	}
	g.label()
	return g, err
}

// groupFiles groups the files of a scope that the asker may read and that have no tag. Files that got their tag as members of a group stay
// together, and those that people took out of it stay out.
func (s *Service) groupFiles(ctx context.Context, g grouping, sc spar.Scope, all bool, o engine.GroupOptions) (out engine.Grouping, err error) {
	selected, err := g.v.selection(sc)
	if err != nil {
		return out, err
	}
	o.Same, o.Not = map[spar.FileID]spar.TagID{}, map[spar.FileID][]spar.TagID{}
	for a, err := range s.catalog.Grouped(ctx) {
		switch {
		case err != nil:
			return out, err
		case g.names[a.Tag] == "" || !selected.Known.Contains(uint32(a.File)):
		case a.Review == spar.Rejected:
			o.Not[a.File] = append(o.Not[a.File], a.Tag)
		case o.Same[a.File] == 0:
			o.Same[a.File] = a.Tag
		}
	}
	among := roaring.New()
	for f := range g.v.In(selected.Known) {
		tagged := slices.ContainsFunc(g.v.TagsOf(f.ID), func(t spar.TagID) bool { return g.names[t] != "" })
		if all || !tagged || o.Same[f.ID] != 0 {
			among.Add(uint32(f.ID))
		}
	}
	if out, err = s.engine.GroupFiles(ctx, g.v.who, among, o); err != nil {
		return out, err
	}
	n, in, fresh, ones := len(out.Items), 0, 0, 0
	for _, one := range out.Groups {
		if in += len(one.Items); one.Same == 0 {
			fresh, ones = fresh+len(one.Items), ones+1
		}
	}
	note := func(is bool, format string, args ...any) {
		if is {
			out.Notes = append(out.Notes, fmt.Sprintf(format, args...))
		}
	}
	note(len(o.Same) > 0 && fresh > 0, "%s no group that was accepted, and %s", fitsNo(fresh), Plural(ones, "new group has them", "new groups have them"))
	note(out.Told < n, "%s not read, so that only names and folders tell what they are", isNot(n-out.Told))
	note(n > suggested.MostDrawn, "the groups were made of %d of %d files; the others joined those that they are most like", suggested.MostDrawn, n)
	note(in < n, "%s in no group, because nothing tells what they are", isNot(n-in))
	return out, nil
}

func fitsNo(n int) string {
	return Plural(n, "file fits", "files fit")
}

func isNot(n int) string {
	return Plural(n, "file is", "files are")
}

// label names each group by the tag that it goes on from, by a folder that is its own, by the words that set it apart, or else by its most
// typical member.
func (g *grouping) label() {
	folders := map[string]int{}
	for _, one := range g.Groups {
		folders[one.Folder]++
	}
	met := map[string]int{}
	for _, one := range g.Groups {
		var words []string
		for _, w := range one.Words[:min(len(one.Words), labelWords)] {
			words = append(words, w.Text)
		}
		label := strings.Join(words, ", ")
		if one.Folder != "" && folders[one.Folder] == 1 {
			label = path.Base(one.Folder[strings.IndexByte(one.Folder, ':')+1:])
		}
		typical, _, _ := strings.Cut(g.Items[one.Items[0]].Name, "\n")
		if label = cmp.Or(g.names[spar.TagID(one.Same)], label, typical, "?"); one.Same == 0 {
			r := []rune(label)
			label = string(unicode.ToUpper(r[0])) + string(r[1:])
			if met[label]++; met[label] > 1 {
				label = fmt.Sprintf("%s %d", label, met[label])
			}
		}
		g.labels = append(g.labels, label)
	}
}

// fresh are the members of a group that have not its tag yet.
func (g *grouping) fresh(n int) (items []int) {
	for _, i := range g.Groups[n].Items {
		if g.Items[i].Same == 0 {
			items = append(items, i)
		}
	}
	return items
}

// key names a group by its members.
func (g *grouping) key(n int) string {
	var ids []uint32
	for _, i := range g.Groups[n].Items {
		ids = append(ids, g.Items[i].ID)
	}
	slices.Sort(ids)
	h := sha256.New()
	for _, id := range ids {
		_ = binary.Write(h, binary.BigEndian, id)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func (g *grouping) told(n int) api.Group {
	one, fresh := g.Groups[n], g.fresh(n)
	out := api.Group{
		Schema: api.GroupSchema, Group: g.key(n), Label: g.labels[n], Tag: g.names[spar.TagID(one.Same)], Members: len(one.Items), New: len(fresh),
		Alike: rounded(one.Like), Within: one.Above + 1, Evidence: g.evidence(n),
	}
	for _, i := range fresh[:min(len(fresh), mostOfGroup)] {
		if id := g.Items[i].ID; g.tags {
			out.Tags = append(out.Tags, g.names[spar.TagID(id)])
		} else if f, ok := g.v.File(spar.FileID(id)); ok {
			out.Files = append(out.Files, nameOf(f))
		}
	}
	return out
}

func (g *grouping) evidence(n int) []string {
	one, list := g.Groups[n], []string{}
	if len(one.Words) > 0 {
		var words []string
		for _, w := range one.Words {
			words = append(words, fmt.Sprintf("“%s” in %d", w.Text, w.Items))
		}
		list = append(list, "more often than others it has: "+strings.Join(words, "; "))
	}
	if one.Folder != "" {
		list = append(list, fmt.Sprintf("%d of %d are in %s", one.InFolder, len(one.Items), one.Folder))
	}
	return list
}

// AcceptGroup makes a tag of a group, or goes on with the one that it has: its files get the tag, or its tags go below it. It is a batch
// that can be undone.
func (s *Service) AcceptGroup(ctx context.Context, who spar.Principal, in api.GroupAccepting) (out api.GroupAccepted, err error) {
	out.Schema = api.GroupAcceptedSchema
	g, err := s.group(ctx, who, in.GroupQuery)
	if err != nil {
		return out, err
	}
	n := 0
	for n < len(g.Groups) && g.key(n) != in.Group {
		n++
	}
	if n == len(g.Groups) {
		return out, spar.Errorf(spar.NotFound, "there is no group %q, or files came to it or left it: list the groups again", in.Group)
	}
	out.Tag = cmp.Or(strings.TrimSpace(in.Name), g.labels[n])
	m := catalog.Mending{Do: "group", Tag: spar.TagID(g.Groups[n].Same), Evidence: strings.Join(g.evidence(n), "; "), Makers: makers(who)}
	if m.Tag == 0 {
		m.Name = out.Tag
	} else if out.Tag = g.names[m.Tag]; in.Name != "" && in.Name != out.Tag {
		return out, spar.Errorf(spar.Invalid, "the group goes on from the tag %q: rename that tag, or leave the name out", out.Tag)
	}
	var apart []spar.TagID // tags of a group that stay where they are
	for _, list := range []struct {
		names []string
		files *[]spar.FileID
		tags  *[]spar.TagID
	}{{in.LeaveOut, &m.Apart, &apart}, {in.Also, &m.Files, &m.Tags}} {
		for _, name := range list.names {
			if g.tags {
				tag, err := g.v.FindTag(who, name)
				if err == nil && len(g.v.ChildrenOf(tag)) > 0 {
					err = spar.Errorf(spar.Invalid, "there are tags below %q, and groups are of tags below which none is", tag.Name)
				}
				if err != nil {
					return out, err
				}
				*list.tags = append(*list.tags, tag.ID)
				continue
			}
			_, f, err := s.file(ctx, g.v, name)
			if err != nil {
				return out, err
			}
			*list.files = append(*list.files, f.ID)
		}
	}
	for _, i := range g.fresh(n) {
		switch id := g.Items[i].ID; {
		case g.tags && !slices.Contains(slices.Concat(apart, m.Tags), spar.TagID(id)):
			m.Tags = append(m.Tags, spar.TagID(id))
		case !g.tags && !slices.Contains(m.Apart, spar.FileID(id)):
			m.Files = append(m.Files, spar.FileID(id))
		}
	}
	out.Files, out.Tags = len(m.Files), len(m.Tags)
	id, err := s.catalog.Mend(ctx, who.Owner(), "group "+out.Tag, m)
	out.Batch = uint32(id)
	return out, err
}
