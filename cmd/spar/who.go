package main

import (
	"context"
	"os"
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/spf13/cobra"
)

// forAnyone is the commands that answer whoever asks by what they may read. All others are the operator's: they work on
// all files, and take no --as.
var forAnyone = map[string]bool{
	"ask": true, "search": true, "open": true, "files": true, "duplicates": true, "show": true, "attributes": true,
	"tag list": true, "tag show": true, "taxonomy show": true, "taxonomy check": true, "taxonomy export": true,
	"ws create": true, "ws list": true, "ws show": true, "ws rename": true, "ws edit": true, "ws delete": true,
	"trash list": true, "trash restore": true, // of workspaces; shares and tags are the operator's alone
	"share list": true, "share show": true, "status": true, "doctor": true,
	"rights":  true, // asked by the operator about the one that --as names
	"version": true, "config": true, "man": true, "help": true,
}

// commandName is a command without the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
}

// mayBeAsked refuses --as where it would not be heeded.
func (a *app) mayBeAsked(cmd *cobra.Command, _ []string) error {
	if a.as == "" && cmd.Flags().Changed("as") {
		// A script whose variable is empty must not ask as the owner of everything.
		return spar.Errorf(spar.Invalid, "--as names nobody; give it a name, or leave it out to ask as yourself")
	}
	if a.as == "" || forAnyone[commandName(cmd)] {
		return nil
	}
	return spar.Errorf(spar.Invalid, "--as is not for `%s`, which works on all files for the one who runs SPAR; leave it out", cmd.CommandPath())
}

// asker opens the data directory and says who asks.
func (a *app) asker(cmd *cobra.Command) (*engine.Engine, spar.Principal, error) {
	e, err := a.engine(cmd)
	if err != nil {
		return nil, spar.Principal{}, err
	}
	who, err := a.principal(cmd.Context(), e)
	return e, who, err
}

// principal is who asks: the user of this process, or with --as somebody else.
func (a *app) principal(ctx context.Context, e *engine.Engine) (spar.Principal, error) {
	if a.as != "" {
		who, err := a.inPlaceOf(e, a.as)
		if err == nil && who.Served {
			err = e.Label(ctx)
		}
		return who, err
	}
	return a.self(e)
}

// self is the user of this process.
func (a *app) self(e *engine.Engine) (spar.Principal, error) {
	uid := os.Getuid()
	groups, err := os.Getgroups()
	if err != nil {
		return spar.Principal{}, err
	}
	// On systems without numeric users the file system itself is the judge: what may be opened may be read.
	who := spar.Principal{Name: strconv.Itoa(uid), UID: uint32(uid), All: uid == 0 || uid == -1, Operator: e.OwnedBy(uid)}
	for _, g := range append(groups, os.Getgid()) {
		who.Groups = append(who.Groups, uint32(g))
	}
	return who, nil
}

// inPlaceOf is somebody in whose place the operator asks.
func (a *app) inPlaceOf(e *engine.Engine, name string) (spar.Principal, error) {
	uid := os.Getuid()
	switch {
	case uid == -1:
		return spar.Principal{}, spar.Errorf(spar.Unavailable, "--as needs numeric users, which this system does not have")
	case uid != 0 && !e.OwnedBy(uid):
		return spar.Principal{}, spar.Errorf(spar.Invalid, "--as is for the owner of the data directory only")
	}
	people, err := a.people(e)
	if err != nil {
		return spar.Principal{}, err
	}
	who, err := people.Principal(name)
	if err != nil {
		return who, err
	}
	if who.Clearance == "" {
		who.Clearance = a.values["default-clearance"]
	}
	who.Unlabelled = a.values["unlabelled"]
	return who, nil
}

// people is who may ask beyond the accounts of this machine; nil where no file says so. All levels that clearances and
// settings name must exist.
func (a *app) people(e *engine.Engine) (*acl.People, error) {
	var people *acl.People
	if a.values["principals"] != "" {
		var err error
		if people, err = acl.ReadPeople(a.values["principals"]); err != nil {
			return nil, err
		}
	}
	levels := []struct{ name, from string }{{a.values["default-clearance"], "the setting default-clearance"}, {a.values["unlabelled"], "the setting unlabelled"}}
	for _, c := range people.Clearances() {
		levels = append(levels, struct{ name, from string }{c, "a clearance in " + people.File})
	}
	known, ordered := e.Schema.Attribute(index.Confidentiality)
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
	return people, nil
}

// shareFor is one of the shares that somebody may know of.
func shareFor(ctx context.Context, e *engine.Engine, who spar.Principal, name string) (spar.Share, error) {
	shares, err := e.SharesFor(ctx, who)
	if err != nil {
		return spar.Share{}, err
	}
	return catalog.ShareNamed(shares, name)
}
