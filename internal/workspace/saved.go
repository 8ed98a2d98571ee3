package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Saved is a scope under a name, to which other scopes refer as @NAME, and if it is shared those of other people as
// @OWNER/NAME. It gives nobody a right to a file: it is evaluated for whoever uses it.
type Saved struct {
	Owner   string // as spar.Principal.Owner
	Name    string
	Scope   spar.Scope
	Shared  bool
	Created time.Time
}

// Reference is how who refers to the scope.
func (s Saved) Reference(who spar.Principal) string {
	if slices.Contains(who.Owners(), s.Owner) {
		return s.Name
	}
	return s.Owner + "/" + s.Name
}

// A Shelf is all saved scopes at one moment.
type Shelf struct{ list []Saved }

// Shelf reads all saved scopes.
func (w *Workspaces) Shelf(ctx context.Context) (s Shelf, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		s, err = shelf(ctx, tx)
		return err
	})
	return s, err
}

func shelf(ctx context.Context, tx *db.Tx) (s Shelf, err error) {
	err = db.Each(ctx, tx, func(r *sql.Rows) (err error) {
		var one Saved
		var text string
		var created int64
		if err := r.Scan(&one.Owner, &one.Name, &text, &one.Shared, &created); err != nil {
			return err
		}
		if one.Scope, err = scope.Parse(text); err != nil {
			return fmt.Errorf("the saved scope %q: %w", one.Name, err)
		}
		one.Created = time.Unix(created, 0).UTC()
		s.list = append(s.list, one)
		return nil
	}, selectSaved)
	return s, err
}

// For lists the scopes that who may use: their own and the ones that others share, by name.
func (s Shelf) For(who spar.Principal) (list []Saved) {
	for _, one := range s.list {
		if one.Shared || who.Owns(one.Owner) {
			list = append(list, one)
		}
	}
	return list
}

// find gives the scope that a reference within what one of the owners wrote stands for to who.
func (s Shelf) find(who spar.Principal, owners []string, ref string) (Saved, error) {
	name := ref
	if at := strings.LastIndexByte(ref, '/'); at >= 0 {
		owners, name = accounts.Owners(ref[:at]), ref[at+1:]
	}
	for _, owner := range owners {
		for _, one := range s.list {
			if one.Name == name && one.Owner == owner && (one.Shared || who.Owns(owner)) {
				return one, nil
			}
		}
	}
	return Saved{}, missingScope(ref)
}

func missingScope(ref string) error {
	return spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "saved scope", Name: ref}).Try(spar.Remedy{Do: spar.ListScopes})
}

// Get gives the scope that who refers to.
func (s Shelf) Get(who spar.Principal, ref string) (Saved, error) {
	return s.find(who, who.Owners(), ref)
}

// mostReferences bounds how many references a scope may have, those in what they stand for counted.
const mostReferences = 1000

// Expand looks up what the references in a scope stand for to who, in place. The owner is whose the scope is, "" for who. An
// error tells which of the Leaves it is about.
func (s Shelf) Expand(who spar.Principal, owner string, sc spar.Scope) (leaf int, err error) {
	owners := who.Owners()
	if owner != "" && !slices.Contains(owners, owner) {
		owners = []string{owner}
	}
	n := 0
	return s.expand(who, owners, sc, nil, &n)
}

func (s Shelf) expand(who spar.Principal, owners []string, sc spar.Scope, within []string, n *int) (leaf int, err error) {
	for c := range scope.Leaves(sc) {
		if c.Key != spar.Saved {
			leaf++
			continue
		}
		one, err := s.find(who, owners, c.Values[0].Text)
		if err != nil {
			return leaf, err
		}
		key := one.Owner + "/" + one.Name
		if slices.Contains(within, key) {
			return leaf, spar.Errorf(spar.Conflict, "the saved scope %q refers to itself: leave that reference out", one.Name)
		}
		if *n++; *n > mostReferences {
			return leaf, spar.Errorf(spar.Invalid, "the scope refers to more than %d saved scopes: write out what some of them say", mostReferences)
		}
		in := clone(one.Scope)
		if _, err := s.expand(who, []string{one.Owner}, in, append(slices.Clone(within), key), n); err != nil {
			return leaf, spar.Errorf(spar.CodeOf(err), "in %s: %w", scope.PrintConstraint(*c), err)
		}
		c.Any = []spar.Scope{in}
		leaf++
	}
	return 0, nil
}

// clone copies a scope, so that Expand changes no other.
func clone(s spar.Scope) spar.Scope {
	out := spar.Scope{Constraints: slices.Clone(s.Constraints)}
	for i := range out.Constraints {
		c := &out.Constraints[i]
		c.Any = slices.Clone(c.Any)
		for j := range c.Any {
			c.Any[j] = clone(c.Any[j])
		}
	}
	return out
}

// Save keeps a scope of who's under a name, in place of one that has it. One that would refer to itself is a conflict.
func (w *Workspaces) Save(ctx context.Context, who spar.Principal, name string, sc spar.Scope) (saved Saved, err error) {
	if err := validScopeName(name); err != nil {
		return saved, err
	}
	if len(sc.Constraints) == 0 {
		return saved, spar.Errorf(spar.Invalid, "the scope %q would be every file; path:** says so, if that is meant", name)
	}
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		all, err := shelf(ctx, tx)
		if err != nil {
			return err
		}
		owner := who.Owner()
		if was, err := all.find(who, who.Owners(), name); err == nil {
			owner = was.Owner
		}
		saved = Saved{Owner: owner, Name: name, Scope: sc, Created: time.Now().UTC().Truncate(time.Second)}
		at := slices.IndexFunc(all.list, func(s Saved) bool { return s.Owner == owner && s.Name == name })
		if at >= 0 {
			saved.Shared, saved.Created = all.list[at].Shared, all.list[at].Created
			all.list[at] = saved
		} else {
			all.list = append(all.list, saved)
		}
		if _, err := all.Expand(who, owner, clone(spar.Scope{Constraints: []spar.Constraint{{Key: spar.Saved, Values: []spar.Match{{Text: name}}}}})); err != nil {
			return err
		}
		if err := all.sharable(saved); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, upsertSaved, owner, name, scope.Print(sc), saved.Created.Unix())
		return err
	})
	return saved, err
}

// sharable refuses a shared scope that refers to one of the same owner that others may not use.
func (s Shelf) sharable(saved Saved) error {
	if !saved.Shared {
		return nil
	}
	for c := range scope.Leaves(saved.Scope) {
		if c.Key != spar.Saved {
			continue
		}
		for _, one := range s.list {
			if one.Owner == saved.Owner && !one.Shared && (one.Name == c.Values[0].Text || one.Owner+"/"+one.Name == c.Values[0].Text) {
				return spar.Errorf(spar.Conflict, "%q refers to %q, which is not shared: share that one first", saved.Name, one.Name)
			}
		}
	}
	return nil
}

// own gives a saved scope that is who's to change.
func (s Shelf) own(who spar.Principal, ref string) (Saved, error) {
	one, err := s.Get(who, ref)
	if err == nil && !who.Owns(one.Owner) {
		err = spar.Errorf(spar.Invalid, "the scope %q is another's; save one of your own that refers to it", ref)
	}
	return one, err
}

// ShareSaved lets others use a scope of who's, or no longer.
func (w *Workspaces) ShareSaved(ctx context.Context, who spar.Principal, name string, on bool) (one Saved, err error) {
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		all, err := shelf(ctx, tx)
		if err != nil {
			return err
		}
		if one, err = all.own(who, name); err != nil {
			return err
		}
		if one.Shared = on; on {
			if err := all.sharable(one); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, shareSaved, integer(on), one.Owner, one.Name)
		return err
	})
	return one, err
}

// DeleteSaved forgets a scope of who's. One to which other scopes or workspaces of who's refer stays, and the error names them.
func (w *Workspaces) DeleteSaved(ctx context.Context, who spar.Principal, name string) (one Saved, err error) {
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		all, err := shelf(ctx, tx)
		if err != nil {
			return err
		}
		if one, err = all.own(who, name); err != nil {
			return err
		}
		var needing []string
		if err := eachScope(ctx, tx, func(in stored) error {
			if in.owner == one.Owner && in.refers(one, "") {
				needing = append(needing, in.what+" "+in.name)
			}
			return nil
		}); err != nil {
			return err
		}
		if len(needing) > 0 {
			return spar.Errorf(spar.Conflict, "the saved scope %q is used by %s: change that first", one.Name, strings.Join(needing, ", "))
		}
		_, err = tx.ExecContext(ctx, deleteSaved, one.Owner, one.Name)
		return err
	})
	return one, err
}

// RenameSaved gives a scope of who's another name, which the references to it follow.
func (w *Workspaces) RenameSaved(ctx context.Context, who spar.Principal, from, to string) error {
	if err := validScopeName(to); err != nil {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		all, err := shelf(ctx, tx)
		if err != nil {
			return err
		}
		one, err := all.own(who, from)
		if err != nil || one.Name == to {
			return err
		}
		if slices.ContainsFunc(all.list, func(s Saved) bool { return s.Owner == one.Owner && s.Name == to }) {
			return spar.Errorf(spar.Conflict, "there is a saved scope %q already", to)
		}
		var changed []stored
		if err := eachScope(ctx, tx, func(in stored) error {
			if in.refers(one, to) {
				changed = append(changed, in)
			}
			return nil
		}); err != nil {
			return err
		}
		for _, in := range changed {
			if err := in.update(ctx, tx); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, renameSaved, to, one.Owner, one.Name)
		return err
	})
}

// names reports whether a reference says whose a saved scope is, and its name.
func names(ref string, to Saved) bool {
	at := strings.LastIndexByte(ref, '/')
	return at >= 0 && ref[at+1:] == to.Name && slices.Contains(accounts.Owners(ref[:at]), to.Owner)
}

// refers reports whether a stored scope refers to a saved one, and gives the references another name, unless that is "".
func (in *stored) refers(to Saved, name string) (found bool) {
	for c := range scope.Leaves(in.scope) {
		if c.Key != spar.Saved {
			continue
		}
		v := &c.Values[0]
		switch {
		case v.Text == to.Name && in.owner == to.Owner:
			found = true
			if name != "" {
				v.Text = name
			}
		case names(v.Text, to):
			found = true
			if name != "" {
				v.Text = to.Owner + "/" + name
			}
		}
	}
	return found
}

func validScopeName(name string) error {
	if name == "" || strings.ContainsAny(name, "/\n\x00") {
		return spar.Errorf(spar.Invalid, "%q cannot name a scope: give it a name without slashes and line breaks", begin(name))
	}
	return validLength("scope", name)
}
