package service

import (
	"cmp"
	"context"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// PeopleOptions say where people are listed besides the accounts of this machine, and what they are cleared for.
type PeopleOptions struct {
	File             string // file of people and groups; "" for none
	DefaultClearance string // for people without one in the file
	Unlabelled       string // level of confidentiality of files without a label
}

// people has the contents of the principals file.
type people struct {
	o    PeopleOptions
	kept yamlfile.Kept[*acl.People]
	with atomic.Pointer[directory]
}

// directory has the people of the file and the added ones.
type directory struct {
	file  *acl.People
	added []acl.Somebody
	all   *acl.People
	left  []string // added people who are left out: the file has another person of that name, or their level does not exist
}

// Process returns the user of this process, for whom the operating system decides.
func (s *Service) Process() (spar.Principal, error) {
	uid := os.Getuid()
	groups, err := os.Getgroups()
	if err != nil {
		return spar.Principal{}, err
	}
	// On systems without numeric users the file system itself decides: a file that opens may be read.
	who := spar.Principal{Name: strconv.Itoa(uid), UID: uint32(uid), All: uid == 0 || uid == -1, Operator: s.engine.OwnedBy(uid)}
	for _, g := range append(groups, os.Getgid()) {
		who.Groups = append(who.Groups, uint32(g))
	}
	return who, nil
}

// Called returns the usual name of an owner: the account of uid:1000, ada for person:ada; "" without such a name.
func Called(owner string) string {
	if name := accounts.Shown(owner); name != owner {
		return name
	}
	return ""
}

// calling returns a Called that remembers its results, for long lists with few people.
func calling() func(owner string) string {
	known := map[string]string{}
	return func(owner string) string {
		name, ok := known[owner]
		if !ok {
			name = Called(owner)
			known[owner] = name
		}
		return name
	}
}

// InPlaceOf returns the person for whom the owner of the data directory asks.
func (s *Service) InPlaceOf(ctx context.Context, name string) (spar.Principal, error) {
	uid := os.Getuid()
	switch {
	case uid == -1:
		return spar.Principal{}, spar.Errorf(spar.Unavailable, "nobody can be asked for in place of themselves: that needs numeric users, which this system does not have")
	case uid != 0 && !s.engine.OwnedBy(uid):
		return spar.Principal{}, spar.Errorf(spar.Invalid, "only the owner of the data directory may ask in place of somebody else")
	}
	return s.Served(ctx, name)
}

// Served returns a served person by name, from the principals file or the accounts of this machine. It first applies the rules that give
// files levels of confidentiality.
func (s *Service) Served(ctx context.Context, name string) (spar.Principal, error) {
	all, err := s.People(ctx)
	if err != nil {
		return spar.Principal{}, err
	}
	who, err := all.Principal(name)
	if err != nil {
		return who, err
	}
	return s.cleared(who), s.engine.Label(ctx)
}

// cleared gives somebody the clearance that people have of whom nothing else is said.
func (s *Service) cleared(who spar.Principal) spar.Principal {
	who.Clearance, who.Unlabelled = cmp.Or(who.Clearance, s.options().People.DefaultClearance), s.options().People.Unlabelled
	return who
}

// now returns the people who may ask; an empty directory if there is no file and nobody was added. All levels named by clearances of the
// file and by settings must exist; an added person with an unknown level is left out.
func (p *people) now(names *schema.Schema, added []access.Person) (*directory, error) {
	var all *acl.People
	if p.o.File != "" {
		var err error
		if all, err = p.kept.Now(p.o.File, func() (*acl.People, error) { return acl.ReadPeople(p.o.File) }); err != nil {
			return nil, err
		}
	}
	levels := []struct{ name, from string }{{p.o.DefaultClearance, "the setting default-clearance"}, {p.o.Unlabelled, "the setting unlabelled"}}
	for _, c := range all.Clearances() {
		levels = append(levels, struct{ name, from string }{c, "a clearance in " + all.File})
	}
	known, ordered := names.Attribute(index.Confidentiality)
	for _, l := range levels {
		if l.name == "" {
			continue
		}
		if !ordered || len(known.Values) == 0 {
			return nil, spar.Errorf(spar.Invalid, "%s is %q, but the schema gives the attribute %s no values", l.from, l.name, index.Confidentiality)
		}
		if _, _, ok := known.Value(l.name); !ok {
			return nil, spar.Errorf(spar.Invalid, "%s is %q, which is no level of confidentiality; the levels are %s", l.from, l.name, strings.Join(known.ValueNames(), ", "))
		}
	}
	list, now := []acl.Somebody{}, time.Now()
	var left []string
	for _, a := range added {
		level := a.Clearance == ""
		if ordered && !level {
			_, _, level = known.Value(a.Clearance)
		}
		switch {
		case a.Ended(now):
		case !level:
			left = append(left, a.Name)
		default:
			list = append(list, acl.Somebody{Name: a.Name, UID: a.UID, Role: a.Role, Clearance: a.Clearance, Groups: a.Groups, Also: a.Also})
		}
	}
	if last := p.with.Load(); last != nil && last.file == all && reflect.DeepEqual(last.added, list) {
		return last, nil
	}
	j := &directory{file: all, added: list}
	var err error
	if j.all, j.left, err = all.With(list); err != nil {
		return nil, err
	}
	j.left = append(j.left, left...)
	p.with.Store(j)
	return j, nil
}

// people returns the people and groups that may ask besides the accounts of this machine.
func (s *Service) people(ctx context.Context) (*directory, error) {
	names, err := s.engine.Schema()
	if err != nil {
		return nil, err
	}
	added, err := s.access.People(ctx)
	if err != nil {
		return nil, err
	}
	return s.set.Load().people.now(names, added)
}

// People returns the people and groups that may ask besides the accounts of this machine; nil if no file names any and nobody was added.
func (s *Service) People(ctx context.Context) (*acl.People, error) {
	j, err := s.people(ctx)
	if err != nil {
		return nil, err
	}
	return j.all, nil
}

// What somebody who has to show once more who they are wants to do, as the name of the remedy says it.
const (
	handsOut = "rights"
	sendsOut = "elsewhere"
	tells    = "trail"
)

// sure refuses an asker who may not administer, and a browser whose user has not signed in recently. Only somebody who has just shown who
// they are may hand out rights or send data elsewhere.
func sure(who spar.Principal, to string) error {
	if err := must(who, spar.CanAdminister); err != nil || !stale(who) {
		return err
	}
	said := spar.Errorf(spar.Invalid, "this hands out rights: show once more who you are")
	switch to {
	case sendsOut:
		said = spar.Errorf(spar.Invalid, "this sends data elsewhere: show once more who you are")
	case tells:
		said = spar.Errorf(spar.Invalid, "the trail says what everybody asked: show once more who you are")
	}
	return said.Try(spar.Remedy{Do: spar.ShowAgain, Name: to})
}

// stale reports whether an asker sits at a browser where nobody has shown lately who they are.
func stale(who spar.Principal) bool { return who.Stale && !who.Trusted }

// must refuses an asker without a capability.
func must(who spar.Principal, c spar.Capability) error {
	if who.May(c) {
		return nil
	}
	what := map[spar.Capability]string{
		spar.CanCurate:     "tags, attributes and what rules make are changed by curators",
		spar.CanOperate:    "shares are kept by operators",
		spar.CanAdminister: "models, backups, settings and who may read a share are the business of the owner of the data directory",
	}[c]
	return spar.Errorf(spar.Invalid, "%s; you have no such role", what)
}
