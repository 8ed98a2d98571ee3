package spar

import (
	"fmt"
	"slices"
)

// A Capability is a kind of thing that one may do with SPAR. None of them gives a right to read a file.
type Capability string

// The capabilities.
const (
	CanRead       Capability = "read"       // ask, search, open, list
	CanCurate     Capability = "curate"     // change tags, attributes and what rules made
	CanOperate    Capability = "operate"    // add shares, scan them, read files ahead
	CanAdminister Capability = "administer" // models, backups, settings, people
)

// A Role is what somebody may do: each includes those before it.
type Role string

// The roles.
const (
	Reader   Role = "reader"
	Curator  Role = "curator"
	Operator Role = "operator"
	Owner    Role = "owner" // of the data directory
)

// Roles lists the roles, the least one first.
func Roles() []Role { return []Role{Reader, Curator, Operator, Owner} }

// May reports whether the asker has a capability. The owner of the data directory and the superuser have all, one who is
// served those of their role, and everybody may read.
func (p Principal) May(c Capability) bool {
	role := p.Role
	switch {
	case role == "" && !p.Served && (p.Operator || p.All):
		role = Owner
	case role == "":
		role = Reader
	}
	needs := slices.Index([]Capability{CanRead, CanCurate, CanOperate, CanAdminister}, c)
	return needs >= 0 && slices.Index(Roles(), role) >= needs
}

// Owner is the asker as the owner of what they make: person:NAME for one of the file of principals, uid:NUMBER for an account of
// this machine.
func (p Principal) Owner() string {
	if p.Listed {
		return "person:" + p.Name
	}
	return p.account()
}

// Owners are all that the asker is as an owner: what people of the file of principals made before that had names belongs to
// their numbers. There are two of them, which may be the same.
func (p Principal) Owners() []string { return []string{p.Owner(), p.account()} }

func (p Principal) account() string {
	if p.Account != "" {
		return p.Account
	}
	return fmt.Sprint("uid:", p.UID)
}

// Oversees reports whether the asker may see and change what anybody made: the superuser may, unless they ask by a token that may less.
func (p Principal) Oversees() bool { return p.All && p.May(CanAdminister) }

// Owns reports whether something is the asker's own, or they oversee everything.
func (p Principal) Owns(owner string) bool {
	return p.Oversees() || slices.Contains(p.Owners(), owner)
}
