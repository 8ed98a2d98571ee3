package index

import (
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// rules is the part of rights that is the same for everybody, by share.
type rules struct {
	shares map[string]*shareRules
}

type shareRules struct {
	rights spar.Rights
	moved  bool // its root is another since the last complete scan
	system share.FileSystem
	table  map[string][]spar.Grant // by path
}

func newRules(shares []spar.Share, grants []spar.Grant) *rules {
	r := &rules{shares: map[string]*shareRules{}}
	for _, s := range shares {
		r.shares[s.Name] = &shareRules{rights: s.Rights, moved: s.Relocated, system: share.ParseFileSystem(s.FileSystem), table: map[string][]spar.Grant{}}
	}
	for _, g := range grants {
		if s := r.shares[g.Share]; s != nil {
			s.table[g.Path] = append(s.table[g.Path], g)
		}
	}
	return r
}

// of is the rules of a share; of one that is not known, that nothing is known.
func (r *rules) of(name string) *shareRules {
	if r == nil || r.shares[name] == nil {
		return &shareRules{}
	}
	return r.shares[name]
}

// ground says how far to trust the modes at a path.
func (r *shareRules) ground(path string) share.Ground { return r.system.At(path).Ground() }

// nearest is the nearest path at or above another one that the table of rights names, "" for none.
func (r *shareRules) nearest(at string) string {
	if len(r.table) == 0 {
		return ""
	}
	for ; ; at = path.Dir(at) {
		if len(r.table[at]) > 0 {
			return at
		}
		if at == share.Root {
			return ""
		}
	}
}

// Confidentiality is the attribute whose values, which the schema orders, are part of rights.
const Confidentiality = "confidentiality"

// labelsOf is the values of a file's confidentiality, whatever their origin, in a form that is equal for equal ones; "" is
// none.
func labelsOf(attributes []spar.Attribute) string {
	var labels []string
	for _, a := range attributes {
		if a.Key == Confidentiality {
			labels = append(labels, a.Value.String())
		}
	}
	slices.Sort(labels)
	return strings.Join(slices.Compact(labels), "\x00")
}

// A judge decides rights for one asker. It is for one goroutine.
type judge struct {
	who    spar.Principal
	asker  acl.Who
	rules  *rules
	levels *schema.Attribute // nil when the schema has none
	lists  map[string][]acl.List
	known  map[question]bool
	clear  map[string]bool // by labels
}

// A question is about an entry; its answer does not depend on where the entry lies.
type question struct {
	entry entry
	right acl.Right
	share *shareRules
}

func newJudge(who spar.Principal, r *rules, names *schema.Schema) *judge {
	j := &judge{who: who, rules: r, lists: map[string][]acl.List{}, known: map[question]bool{}, clear: map[string]bool{}}
	j.asker = acl.Who{UID: who.UID, Groups: who.Groups, Is: identities(who)}
	if a, ok := names.Attribute(Confidentiality); ok && len(a.Values) > 0 {
		j.levels = a
	}
	return j
}

// unlabelled says what the asker may do with the files of a class, without regard to labels.
func (j *judge) unlabelled(c *class) access {
	if j.who.All {
		return open
	}
	r := j.rules.of(c.Share)
	if j.who.Served && r.moved {
		return closed
	}
	if j.who.Served && r.rights == spar.ByTable {
		if c.Content && j.granted(r, c.Table).Allowed {
			return open
		}
		return closed
	}
	if c.Way.Lost {
		return closed
	}
	for _, e := range c.Way.Folders {
		if !j.may(r, e, acl.Search) {
			return closed
		}
	}
	if c.Content && j.may(r, c.File, acl.Read) {
		return open
	}
	if j.who.Operator && j.may(r, c.Way.Last, acl.Read) {
		return listed
	}
	return closed
}

func (j *judge) may(r *shareRules, e entry, right acl.Right) bool {
	q := question{e, right, r}
	answer, ok := j.known[q]
	if !ok {
		answer = j.decide(r, e, right).Allowed
		j.known[q] = answer
	}
	return answer
}

// decide says whether the asker has a right over an entry, and by what.
func (j *judge) decide(r *shareRules, e entry, right acl.Right) acl.Verdict {
	object := acl.Object{UID: e.UID, GID: e.GID}
	if !j.who.Served {
		if e.Ground == share.Foreign || e.Ground == share.Invented {
			return acl.Verdict{Allowed: true, By: "the operating system, which judges when SPAR opens it"}
		}
		return j.byMode(e, object, right)
	}
	lists := j.parsed(e.ACL)
	isPOSIX := func(l acl.List) bool { return l.Kind == acl.POSIX }
	// Whether the mode, or the POSIX list that stands behind it, counts beside other lists.
	counts := e.Ground == share.Enforced
	switch {
	case r.rights == spar.ToAll:
		return acl.Verdict{Allowed: true, By: "the share, which is open to everybody"}
	case r.rights == spar.ByMode:
		return modeVerdict(j.who, e, right)
	case r.rights == spar.ByTable:
		return acl.Verdict{By: "the share's table of rights, which does not ask for this"}
	case r.rights != spar.ByFileSystem && r.rights != spar.ByList:
		return acl.Verdict{By: "the rights of the share, " + strconv.Quote(string(r.rights)) + ", which this SPAR does not know"}
	case e.Ground == share.Unknown:
		return acl.Verdict{By: "what is not known: the share has not been scanned completely, or this system does not say what it lies on; scan the share, or say how its rights are found"}
	case r.rights == spar.ByFileSystem && !counts:
		return acl.Verdict{By: "the file system, whose modes say nothing of this machine's users; say how the share's rights are found"}
	case !r.system.Lists:
		return acl.Verdict{By: "access control lists that were not read; scan the share"}
	case e.Ground == share.Foreign:
		counts = !slices.ContainsFunc(lists, func(l acl.List) bool { return !isPOSIX(l) })
	case e.Ground == share.Invented && len(lists) == 0:
		return acl.Verdict{By: "the mode, which is made up by the mount, and there is no access control list"}
	}
	verdict := acl.Verdict{}
	if counts {
		if verdict = j.byMode(e, object, right); !verdict.Allowed {
			return verdict
		}
	}
	for _, l := range lists {
		if counts && isPOSIX(l) {
			continue
		}
		v := l.Decide(j.asker, object, right)
		if !v.Allowed {
			return v
		}
		if verdict.By != "" {
			v.By = verdict.By + ", " + v.By
		}
		verdict = v
	}
	return verdict
}

// byMode decides by the mode, or by the POSIX list that refines it.
func (j *judge) byMode(e entry, o acl.Object, right acl.Right) acl.Verdict {
	for _, l := range j.parsed(e.ACL) {
		if l.Kind == acl.POSIX || l.Kind == acl.Unclear && strings.HasPrefix(l.Why, "system.posix_acl_access") {
			return l.Decide(j.asker, o, right)
		}
	}
	return modeVerdict(j.who, e, right)
}

func (j *judge) parsed(form string) []acl.List {
	if form == "" {
		return nil
	}
	lists, ok := j.lists[form]
	if !ok {
		lists = acl.Parse(form)
		j.lists[form] = lists
	}
	return lists
}

// modeVerdict decides by permission bits (IEEE Std 1003.1, 4.7 File Access Permissions) in the class that the asker falls
// into: owner, group or others. Only that class counts, even where a later one would allow more.
func modeVerdict(who spar.Principal, e entry, right acl.Right) acl.Verdict {
	bit, class := fs.FileMode(4), "others"
	if right == acl.Search {
		bit = 1
	}
	switch {
	case e.UID == who.UID:
		bit, class = bit<<6, "the owner"
	case slices.Contains(who.Groups, e.GID):
		bit, class = bit<<3, "the group"
	}
	return acl.Verdict{Allowed: e.Mode.Perm()&bit != 0, By: "the mode " + e.Mode.Perm().String() + " for " + class}
}

// granted decides by the lines of a table for one path, which are the nearest to a file: one that denies goes before one
// that allows, and whom none allows is denied, whatever is said of paths above.
func (j *judge) granted(r *shareRules, at string) acl.Verdict {
	verdict := acl.Verdict{By: "the share's table of rights, which says nothing of this path"}
	if at != "" {
		verdict.By = "the share's table of rights, whose lines for " + at + " allow it to others only"
	}
	for _, g := range r.table[at] {
		m := acl.Yes
		if g.Principal != acl.Everyone {
			m = j.asker.Is(g.Principal)
		}
		switch {
		case !g.Allow && m != acl.No:
			return acl.Verdict{By: grantText(g)}
		case g.Allow && m == acl.Yes:
			verdict = acl.Verdict{Allowed: true, By: grantText(g)}
		}
	}
	return verdict
}

func grantText(g spar.Grant) string {
	return "the line " + strings.Join([]string{g.Path, g.Principal, acl.RightOf(g)}, ",") + " of the share's table of rights"
}

// cleared reports whether the asker may know of files with these labels.
func (j *judge) cleared(labels string) bool {
	if !j.who.Served {
		return true
	}
	answer, ok := j.clear[labels]
	if !ok {
		answer = j.levelOf(labels) <= j.clearance()
		j.clear[labels] = answer
	}
	return answer
}

// levelOf is the highest of the labels; a label that is no level counts as the highest there is.
func (j *judge) levelOf(labels string) int {
	if labels == "" {
		return j.level(j.who.Unlabelled)
	}
	highest := 0
	for label := range strings.SplitSeq(labels, "\x00") {
		highest = max(highest, j.level(label))
	}
	return highest
}

// level is the place of a level in their order, from 0; "" is the lowest.
func (j *judge) level(name string) int {
	if name == "" {
		return 0
	}
	if j.levels != nil {
		if _, place, ok := j.levels.Value(name); ok {
			return place
		}
	}
	return everyLevel
}

// everyLevel is above all levels: a label that is none, and the clearance of one who may know of every level.
const everyLevel = math.MaxInt

// clearance is the highest level that the asker may know of: none for one whose clearance is no level, and whatever a
// label says for one who has the highest.
func (j *judge) clearance() int {
	n := j.level(j.who.Clearance)
	switch {
	case n == everyLevel:
		return -1
	case j.levels != nil && j.who.Clearance != "" && n == len(j.levels.Values)-1:
		return everyLevel
	}
	return n
}

// identities tells whether a name in a list or a table is the asker: by the asker's principal, and for names of users and groups of this
// machine by its accounts.
func identities(who spar.Principal) func(string) acl.Match {
	known := map[string]acl.Match{}
	named := who.Is
	if named == nil {
		named = func(string) (bool, bool) { return false, false }
	}
	var is func(string) acl.Match
	look := func(name string) acl.Match {
		if mine, known := named(name); known {
			return match(mine)
		}
		kind, text, _ := strings.Cut(name, ":")
		if at := strings.LastIndexByte(text, '@'); at > 0 {
			if _, ours := named("domain:" + strings.ToLower(text[at+1:])); ours {
				return is(kind + ":" + text[:at])
			}
		}
		switch kind {
		case "user":
			if u, err := accounts.Lookup(text); err == nil {
				return match(u.Uid == strconv.FormatUint(uint64(who.UID), 10))
			}
		case "group":
			if g, err := accounts.LookupGroup(text); err == nil {
				n, err := strconv.ParseUint(g.Gid, 10, 32)
				return match(err == nil && slices.Contains(who.Groups, uint32(n)))
			}
		}
		return acl.Maybe
	}
	is = func(name string) acl.Match {
		m, ok := known[name]
		if !ok {
			m = look(name)
			known[name] = m
		}
		return m
	}
	return is
}

func match(yes bool) acl.Match {
	if yes {
		return acl.Yes
	}
	return acl.No
}
