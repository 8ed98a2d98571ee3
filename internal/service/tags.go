package service

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// A TagLine is one line of the tree of tags. A tag with several parents stands below each, but its children are listed only the first
// time.
type TagLine struct {
	api.Tag
	Depth int
	Again bool // the tag and its children stand further up
}

// Tags lists the tags that exist for the asker as a tree, parents before children, with the files that they may know of.
func (s *Service) Tags(ctx context.Context, who spar.Principal) ([]TagLine, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	tree, err := v.TagTree(who)
	if err != nil {
		return nil, err
	}
	names := make(map[spar.TagID]string, len(tree))
	for _, n := range tree {
		names[n.Tag.ID] = n.Tag.Name
	}
	lines := make([]TagLine, len(tree))
	for i, n := range tree {
		lines[i] = TagLine{tagOf(n.Tag, names), n.Depth, n.Again}
		lines[i].Parents, lines[i].Files, lines[i].Below = n.Parents, n.Files, n.Below
	}
	return lines, nil
}

// Tag returns everything that the asker may know of one tag, by its name, a synonym or its key.
func (s *Service) Tag(ctx context.Context, who spar.Principal, name string) (api.TagDetail, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return api.TagDetail{}, err
	}
	tag, err := v.FindTag(who, name)
	if err != nil {
		return api.TagDetail{}, err
	}
	files, below, err := v.CountTags(who)
	if err != nil {
		return api.TagDetail{}, err
	}
	tags, names := v.TagsFor(who), v.names()
	out := api.TagDetail{Tag: tagOf(tag, names)}
	out.Files, out.Below = files[tag.ID], below[tag.ID]
	for _, t := range tags {
		if slices.Contains(t.Parents, tag.ID) {
			out.Children = append(out.Children, t.Name)
		}
		if slices.Contains(t.Links, tag.ID) {
			out.LinkedFrom = append(out.LinkedFrom, t.Name)
		}
	}
	slices.Sort(out.Children)
	for id := range taxonomy.Ancestors(tags, tag.ID) {
		if id != tag.ID {
			out.Ancestors = append(out.Ancestors, names[id])
		}
	}
	slices.Sort(out.Ancestors)
	return out, nil
}

func tagOf(t spar.Tag, names map[spar.TagID]string) api.Tag {
	return api.Tag{
		Schema: api.TagSchema, Name: t.Name, Key: t.Key, Parents: named(t.Parents, names), Positions: t.Positions,
		Synonyms: t.Synonyms, Notes: t.Notes, Links: named(t.Links, names), Retired: t.Retired,
	}
}

func named(ids []spar.TagID, names map[spar.TagID]string) (list []string) {
	for _, id := range ids {
		list = append(list, names[id])
	}
	return list
}

// AddTag makes a tag and its missing parents, all or none, and returns the names of the new parents. A name is free if no tag that exists
// for the asker has it.
func (s *Service) AddTag(ctx context.Context, who spar.Principal, t api.NewTag) (made []string, err error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	tag := spar.Tag{Name: t.Name, Synonyms: t.Synonyms, Notes: t.Notes, Makers: makers(who)}
	if there, ok := v.called(t.Name); ok {
		err := spar.Errorf(spar.Conflict, "there is a tag %q already: choose another name, or use that one", there.Name)
		if len(t.Parents)+len(t.Synonyms)+len(t.Notes) > 0 {
			return nil, err.Try(spar.Remedy{Do: spar.EditTag, Name: there.Name})
		}
		return nil, err.Try(spar.Remedy{Do: spar.AssignTag, Name: there.Name})
	}
	for _, name := range t.Parents {
		above, err := v.FindTag(who, name)
		if spar.CodeOf(err) == spar.NotFound {
			if !slices.ContainsFunc(made, func(m string) bool { return taxonomy.Fold(m) == taxonomy.Fold(name) }) {
				made = append(made, name)
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		tag.Parents = append(tag.Parents, above.ID)
	}
	if err := s.catalog.AddTagBelow(ctx, tag, made); err != nil {
		return nil, err
	}
	return made, nil
}

// makers returns somebody as the maker of a tag; nil for people who see all tags.
func makers(who spar.Principal) []string {
	if seesAll(who) {
		return nil
	}
	return []string{who.Owner()}
}

// removers returns somebody as the person who put something into the trash, so that they see it there; nil for people who see all of the
// trash.
func removers(who spar.Principal) []string {
	if who.May(spar.CanAdminister) {
		return nil
	}
	return []string{who.Owner()}
}

// called returns the tag with a name, among the tags that exist for the asker.
func (v view) called(name string) (spar.Tag, bool) {
	tags := v.TagsFor(v.who)
	i := slices.IndexFunc(tags, func(t spar.Tag) bool { return taxonomy.Fold(t.Name) == taxonomy.Fold(name) })
	if i < 0 {
		return spar.Tag{}, false
	}
	return tags[i], true
}

// EditTag changes what people have written about a tag.
func (s *Service) EditTag(ctx context.Context, who spar.Principal, name string, e api.TagEdit) error {
	v, tag, err := s.tagToChange(ctx, who, name)
	if err != nil {
		return err
	}
	for _, list := range []*[]string{&e.AddParents, &e.RemoveParents} {
		names := make([]string, len(*list))
		for i, name := range *list {
			parent, err := v.FindTag(who, name)
			if err != nil {
				return err
			}
			names[i] = parent.Name
		}
		*list = names
	}
	return s.catalog.EditTag(ctx, tag.Name, catalog.TagEdit(e))
}

// RenameTag renames a tag; the scopes of workspaces follow. keep leaves the old name as a synonym. It returns the workspaces that
// followed, and the rules that still have the old name and so no longer find the tag.
func (s *Service) RenameTag(ctx context.Context, who spar.Principal, from, to string, keep bool) (api.Uses, error) {
	v, tag, err := s.tagToChange(ctx, who, from)
	if err != nil {
		return api.Uses{}, err
	}
	u, err := s.engine.RenameTag(ctx, tag.Name, to, keep)
	if _, known := v.called(to); spar.CodeOf(err) == spar.Conflict && !known {
		err = spar.Errorf(spar.Conflict, "a tag cannot be called %q: choose another name", to)
	}
	if keep {
		u.Rules = nil
	}
	return usesFor(who, u), err
}

// MergeTag merges one tag into another: the other gets its files, names and neighbours, scopes that name it follow, and it goes to the
// trash. Rules that have its name now find the other.
func (s *Service) MergeTag(ctx context.Context, who spar.Principal, from, into string) (api.TagMerge, error) {
	v, tag, err := s.tagToChange(ctx, who, from)
	if err != nil {
		return api.TagMerge{}, err
	}
	to, err := v.FindTag(who, into)
	if err != nil {
		return api.TagMerge{}, err
	}
	files, _, err := v.CountTags(who)
	if err != nil {
		return api.TagMerge{}, err
	}
	m, gone, uses, err := s.engine.MergeTag(ctx, tag.Name, to.Name, removers(who)...)
	if err != nil {
		return api.TagMerge{}, err
	}
	kept, err := s.trashed(ctx, who, gone, nil)
	if err != nil {
		return api.TagMerge{}, err
	}
	uses.Rules = nil
	out := api.TagMerge{Schema: api.TagMergeSchema, From: tag.Name, Into: to.Name, Files: files[tag.ID], Uses: usesFor(who, uses), Trash: kept.ID, Until: kept.Until}
	names := v.names()
	for _, p := range m.From.Parents {
		if p != to.ID && !slices.Contains(m.Into.Parents, p) && names[p] != "" {
			out.Parents = append(out.Parents, names[p])
		}
	}
	return out, nil
}

// tagToChange returns the asker's view and a tag in it, if they may change tags.
func (s *Service) tagToChange(ctx context.Context, who spar.Principal, name string) (v view, tag spar.Tag, err error) {
	if v, err = s.curating(ctx, who); err != nil {
		return v, tag, err
	}
	tag, err = v.FindTag(who, name)
	return v, tag, err
}

// Matches counts the files that a change would concern.
func (s *Service) Matches(ctx context.Context, who spar.Principal, t api.Target) (int, error) {
	_, files, _, err := s.curated(ctx, who, t)
	return len(files), err
}

// Assign puts a tag on files, or takes it off. Taken off several files at once, the assignments go to the trash.
func (s *Service) Assign(ctx context.Context, who spar.Principal, name string, t api.Target, off bool) (api.Assignment, error) {
	v, files, undecided, err := s.curated(ctx, who, t)
	if err != nil {
		return api.Assignment{}, err
	}
	tag, err := v.FindTag(who, name)
	if err != nil {
		return api.Assignment{}, err
	}
	out := api.Assignment{Schema: api.AssignmentSchema, Tag: tag.Name, Matched: len(files), Undecided: undecided}
	links, ids := make([]spar.Assignment, len(files)), make([]spar.FileID, len(files))
	for i, f := range files {
		links[i], ids[i] = spar.Assignment{File: f.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}, f.ID
	}
	switch {
	case !off:
		out.Changed, err = s.catalog.Assign(ctx, links)
	case len(files) < 2:
		out.Changed, err = s.catalog.Unassign(ctx, links)
	default:
		var gone engine.Trashed
		if gone, err = s.engine.Unassign(ctx, tag.ID, ids, removers(who)...); err == nil && gone.Number != 0 {
			var kept api.Trashed
			kept, err = s.trashed(ctx, who, gone, nil)
			out.Changed, out.Trash, out.Until = gone.Tags, kept.ID, kept.Until
		}
	}
	return out, err
}

// Review stores somebody's judgement of an automatic tag of a file.
func (s *Service) Review(ctx context.Context, who spar.Principal, file, name string, judgement spar.Review) (api.Review, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return api.Review{}, err
	}
	v, f, err := s.file(ctx, v, file)
	if err != nil {
		return api.Review{}, err
	}
	tag, unknown := v.FindTag(who, name)
	if unknown != nil {
		if tag, err = s.catalog.Tag(ctx, name); err != nil { // one that was rejected everywhere is on no file
			if n, ok := v.valueNamed(name); ok && n.value != "" {
				of, _, err := s.reviewValues(ctx, v, []spar.FileID{f.ID}, n, judgement)
				if err == nil && len(of) == 0 {
					err = spar.Errorf(spar.NotFound, "nothing has proposed this value for the file, so that there is nothing to judge")
				}
				return api.Review{Schema: api.ReviewSchema, FileName: nameOf(f), Tag: n.String(), Review: string(judgement), Links: len(of)}, err
			}
			return api.Review{}, unknown
		}
	}
	if err := s.mayJudge(ctx, v, f.ID, tag.ID); err != nil {
		return api.Review{}, cmp.Or(unknown, err)
	}
	n, err := s.catalog.Review(ctx, f.ID, tag.ID, judgement)
	if unknown != nil && err != nil {
		return api.Review{}, unknown
	}
	return api.Review{Schema: api.ReviewSchema, FileName: nameOf(f), Tag: tag.Name, Review: string(judgement), Links: n}, err
}

// ReviewAll stores somebody's judgement of an automatic tag on all files of a target that they may read and where the tag waits for one.
// spar.Pending takes judgements back.
func (s *Service) ReviewAll(ctx context.Context, who spar.Principal, name string, t api.Target, judgement spar.Review) (api.Reviews, error) {
	v, files, _, err := s.curated(ctx, who, t)
	if err != nil {
		return api.Reviews{}, err
	}
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return api.Reviews{}, err
	}
	tag, unknown := v.FindTag(who, name)
	if unknown != nil {
		if tag, err = s.catalog.Tag(ctx, name); err != nil { // one that was rejected everywhere is on no file
			if n, ok := v.valueNamed(name); ok && n.value != "" {
				var ids []spar.FileID
				for _, f := range files {
					ids = append(ids, f.ID)
				}
				of, changed, err := s.reviewValues(ctx, v, ids, n, judgement)
				return api.Reviews{Schema: api.ReviewsSchema, Tag: n.String(), Review: string(judgement), Matched: len(of), Changed: len(changed)}, err
			}
			return api.Reviews{}, unknown
		}
	}
	out := api.Reviews{Schema: api.ReviewsSchema, Tag: tag.Name, Review: string(judgement)}
	others, err := s.proposedToOthers(ctx, v, tag.ID)
	if err != nil {
		return api.Reviews{}, err
	}
	var ids []spar.FileID
	for _, f := range files {
		if readable.Known.Contains(uint32(f.ID)) && !others[f.ID] {
			ids = append(ids, f.ID)
		}
	}
	out.Matched = len(ids)
	changed, err := s.catalog.ReviewAll(ctx, ids, tag.ID, judgement)
	if unknown != nil && len(changed) == 0 {
		return api.Reviews{}, unknown
	}
	out.Changed = len(changed)
	return out, err
}
