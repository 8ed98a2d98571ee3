package index

import (
	"cmp"
	"strings"

	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// A Decision is one thing that rights rest on: a right over a folder or over the file, or a level of confidentiality.
type Decision struct {
	Path    string // of the folder or file; "" for none
	Right   string // search, read or know of
	Allowed bool
	By      string // what decided, for a person
}

// A Contained is what decides on the level of confidentiality of a file, or of a container that it lies in.
type Contained struct {
	Path       string // of the container, "" for the file
	Attributes []spar.Attribute
	Waits      string // why the level is not known, "" when it is; for the file itself only where it is not
}

// Explain says whether somebody may read a file, and lists the decisions behind it in the order they are made. folders lead to the file,
// from the root down. labels are the labels of its containers, the innermost first.
func Explain(who spar.Principal, sh spar.Share, grants []spar.Grant, names *schema.Schema, f spar.File,
	folders []catalog.Directory, attributes []spar.Attribute, labels ...Contained) (allowed bool, why []Decision) {
	rules := newRules([]spar.Share{sh}, grants)
	known := map[place]entry{}
	for _, d := range folders {
		known[place{d.Share, d.Path}] = entry{Mode: d.Mode, UID: d.UID, GID: d.GID, ACL: d.ACL}
	}
	ways := newWays(func(at place) (entry, bool) { e, ok := known[at]; return e, ok }, rules)
	r := rules.of(sh.Name)
	class := classOf(&f, ways.all[ways.of(placeOf(&f))], r, attributes)
	j := newJudge(who, rules, names)
	allowed = j.unlabelled(&class) == open

	add := func(path string, right string, v acl.Verdict) {
		why = append(why, Decision{path, right, v.Allowed, v.By})
	}
	if who.All {
		add("", acl.Read.String(), acl.Verdict{Allowed: true, By: "the superuser reads everything"})
		return allowed, why
	}
	if who.Served {
		for _, c := range append([]Contained{{Attributes: attributes}}, labels...) {
			own := labelsOf(c.Attributes)
			v := acl.Verdict{Allowed: j.cleared(own), By: j.levelText(own)}
			if c.Waits != "" && j.clearance() != everyLevel {
				v = acl.Verdict{By: c.Waits}
			}
			add(c.Path, "know of", v)
			allowed = allowed && v.Allowed
		}
	}
	if who.Served && r.moved {
		add("", acl.Read.String(), acl.Verdict{By: "the share, which was relocated and has not been scanned completely since"})
		return allowed, why
	}
	content := func(v acl.Verdict) acl.Verdict {
		if !class.Content {
			return acl.Verdict{By: "it has no content: " + cmp.Or(f.Reason, "it could not be examined")}
		}
		return v
	}
	if who.Served && r.rights == spar.ByTable {
		add(f.Path, acl.Read.String(), content(j.granted(r, class.Table)))
		return allowed, why
	}
	for at := placeOf(&f); ; at = at.above() {
		v := acl.Verdict{By: "a folder that the last scan did not see"}
		if e, ok := known[at]; ok {
			e.Ground = r.ground(at.path)
			v = j.decide(r, e, acl.Search)
		}
		why = append([]Decision{{at.path, acl.Search.String(), v.Allowed, v.By}}, why...)
		if at.path == share.Root {
			break
		}
	}
	add(f.Path, acl.Read.String(), content(j.decide(r, class.File, acl.Read)))
	return allowed, why
}

// levelText says how labels compare with the asker's clearance.
func (j *judge) levelText(labels string) string {
	label := "no label"
	switch {
	case labels != "":
		label = "the label " + strings.ReplaceAll(labels, "\x00", " and ")
	case j.who.Unlabelled != "":
		label = "no label, which counts as " + j.who.Unlabelled
	}
	return label + ", against the clearance " + cmp.Or(j.who.Clearance, "for the lowest level")
}
