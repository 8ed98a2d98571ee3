package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// SharesFor returns the shares that somebody may know of, by name. Operators know all shares. Other served users know the shares that have
// a file they may read.
func (e *shares) SharesFor(ctx context.Context, who spar.Principal) ([]spar.Share, error) {
	shares, err := e.catalog.Shares(ctx)
	if err != nil || who.All || !who.Served || who.May(spar.CanOperate) {
		return shares, err
	}
	snapshot, err := e.SnapshotFor(ctx, who)
	if err != nil {
		return nil, err
	}
	selection, err := snapshot.Eval(ctx, who, spar.Scope{})
	if err != nil {
		return nil, err
	}
	seen := snapshot.ByShare(selection.Known)
	var list []spar.Share
	for _, s := range shares {
		if seen[s.Name] != nil {
			list = append(list, s)
		}
	}
	return list, nil
}

// An Explanation says whether somebody may read a file, and on what that rests.
type Explanation struct {
	File    spar.File
	Share   spar.Share
	System  share.FileSystem
	Lists   []acl.List // of the file
	Allowed bool
	Why     []index.Decision
}

// Explain is for the operator: it tells of files that who may not know of. It looks at the file and the folders above it, as an answer
// does before it shows somebody the file.
func (e *shares) Explain(ctx context.Context, who spar.Principal, name, path string) (x Explanation, err error) {
	if err := e.refreshed(ctx, who, name, path); err != nil {
		return x, err
	}
	if x.Share, err = e.catalog.Share(ctx, name); err != nil {
		return x, err
	}
	if x.File, err = e.catalog.File(ctx, name, path); err != nil {
		return x, err
	}
	folders, err := e.catalog.FoldersTo(ctx, x.Share, path)
	if err != nil {
		return x, err
	}
	attributes, err := e.attributesOf(ctx, x.File.ID)
	if err != nil {
		return x, err
	}
	labels, err := e.labelsAround(ctx, x.File)
	if err != nil {
		return x, err
	}
	var grants []spar.Grant
	for g, err := range e.catalog.Grants(ctx) {
		if err != nil {
			return x, err
		}
		grants = append(grants, g)
	}
	x.System, x.Lists = share.ParseFileSystem(x.Share.FileSystem), acl.Parse(x.File.ACL)
	x.Allowed, x.Why = index.Explain(who, x.Share, grants, e.names(), x.File, folders, attributes, labels...)
	return x, nil
}

// refreshed tells the catalog the new state of a file and of the folders above it.
func (e *shares) refreshed(ctx context.Context, who spar.Principal, name, path string) error {
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return err
	}
	f, ok := snapshot.Named(name, path)
	if !ok {
		return nil
	}
	_, err = e.stale(ctx, newDoubts(who), snapshot, []spar.Hit{{File: f.ID, Share: name, Path: path}})
	return err
}

// attributesOf returns the known attributes of a file, under the schema's names.
func (e *shares) attributesOf(ctx context.Context, id spar.FileID) ([]spar.Attribute, error) {
	attributes, err := e.catalog.AttributesOf(ctx, id)
	for i := range attributes {
		attributes[i].Key = e.names().Key(attributes[i].Key)
	}
	return attributes, err
}

// labelsAround returns what else decides on a file's level beside its own labels: the labels of its containers, the innermost first, and
// whether rules have not yet told some of these.
func (e *shares) labelsAround(ctx context.Context, f spar.File) (list []index.Contained, err error) {
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	if snapshot.Waiting().Contains(uint32(f.ID)) {
		list = append(list, index.Contained{Waits: "rules, which have not told its level of confidentiality yet; a scan says why"})
	}
	containers, err := e.containers(ctx, []spar.File{f})
	if err != nil {
		return nil, err
	}
	for f.Container != 0 && err == nil {
		if f = containers[f.Container]; f.ID == 0 {
			break // it went at this moment
		}
		c := index.Contained{Path: f.Path}
		c.Attributes, err = e.attributesOf(ctx, f.ID)
		list = append(list, c)
	}
	return list, err
}

// examineRights tells the operator where rights are not known, which denies to everybody but them.
func (e *Engine) examineRights(ctx context.Context) []Symptom {
	shares, err := e.catalog.Shares(ctx)
	lists, bad := e.catalog.Lists(ctx)
	if err = errors.Join(err, bad); err != nil {
		return []Symptom{broken("rights", err, "")}
	}
	var found []Symptom
	for _, s := range shares {
		system := share.ParseFileSystem(s.FileSystem)
		unknown := func(detail string) Symptom {
			return lacks("share "+s.Name, detail, "others may not read its files until it is said how rights are found", spar.Remedy{Do: spar.SetRights, Name: s.Name})
		}
		switch ground := system.At(share.Root).Ground(); {
		case s.Rights == spar.ByFileSystem && ground == share.Unknown && s.FileSystem != "":
			found = append(found, unknown("it is not known what its files' modes are worth"))
		case s.Rights == spar.ByFileSystem && ground > share.Enforced:
			found = append(found, unknown("it lies on "+system.At(share.Root).Type+", whose modes say nothing of this machine's users"))
		}
	}
	files, folders, why := 0, 0, ""
	for _, u := range lists {
		for _, l := range acl.Parse(u.List) {
			if l.Kind == acl.Unclear {
				files, folders, why = files+u.Files, folders+u.Folders, l.Why
				break
			}
		}
	}
	if files+folders > 0 {
		found = append(found, lacks("rights", fmt.Sprintf("%d files and %d folders have an access control list that is not understood, such as %s", files, folders, strings.TrimSpace(why)),
			"others may not read them, unless other means decide", spar.Remedy{Do: spar.ExplainRights}, spar.Remedy{Do: spar.SetRights}))
	}
	return found
}
