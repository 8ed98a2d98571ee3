package tagging

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

const (
	maxTagName = 200  // bytes of a tag's name that comes from a share
	maxCreated = 5000 // tags that one run makes of names that come from shares
	maxMissing = 5000 // names that are no tags, in one report
)

// names finds tags by name, and makes missing ones where it may.
type names struct {
	ctx     context.Context
	catalog *catalog.Catalog
	dry     bool
	tags    map[string]spar.TagID // by folded name; 0 for none
	created int
	missing map[Missing]int // files by missing name, without Files
}

func newNames(ctx context.Context, c *catalog.Catalog, dry bool) *names {
	return &names{ctx: ctx, catalog: c, dry: dry, tags: map[string]spar.TagID{}, missing: map[Missing]int{}}
}

// tag is the tag of a name, synonym or key; 0 if there is none.
func (n *names) tag(name string) (spar.TagID, error) {
	folded := taxonomy.Fold(name)
	if id, ok := n.tags[folded]; ok {
		return id, nil
	}
	t, err := n.catalog.Tag(n.ctx, name)
	switch spar.CodeOf(err) {
	case spar.NotFound, spar.Conflict:
		err = nil
	}
	if err == nil {
		n.tags[folded] = t.ID
	}
	return t.ID, err
}

// make is tag, which makes a missing tag below a parent, "" for none.
func (n *names) make(name, parent string) (spar.TagID, error) {
	id, err := n.tag(name)
	if err != nil || id != 0 {
		return id, err
	}
	var parents []string
	if parent != "" {
		if _, err := n.make(parent, ""); err != nil {
			return 0, err
		}
		parents = []string{parent}
	}
	folded := taxonomy.Fold(name)
	if n.dry {
		id = ^spar.TagID(len(n.tags)) // no real one is so large
		n.tags[folded] = id
		return id, nil
	}
	t, err := n.catalog.AddTag(n.ctx, spar.Tag{Name: name}, parents...)
	if spar.CodeOf(err) == spar.Conflict || spar.CodeOf(err) == spar.Invalid {
		return 0, nil // it is missing: a synonym of several, or no name
	}
	if err == nil {
		n.created++
		n.tags[folded] = t.ID
	}
	return t.ID, err
}

// ofShare is the tag of a name that comes from a share. One that is none, and may not be made, is missing for a number
// of files.
func (n *names) ofShare(name, parent string, create bool, where Missing, files int) (id spar.TagID, err error) {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "\uFFFD")), " ")
	if name == "" {
		return 0, nil
	}
	if len(name) <= maxTagName {
		if create && n.created < maxCreated {
			id, err = n.make(name, parent)
		} else {
			id, err = n.tag(name)
		}
	}
	if err == nil && id == 0 {
		where.Name = cut(name, maxTagName)
		if _, ok := n.missing[where]; ok || len(n.missing) < maxMissing {
			n.missing[where] += files
		}
	}
	return id, err
}

// list gives the missing names, the ones for most files first.
func (n *names) list() (list []Missing) {
	for m, files := range n.missing {
		m.Files = files
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Where, b.Where), cmp.Compare(a.Name, b.Name))
	})
	return list
}
