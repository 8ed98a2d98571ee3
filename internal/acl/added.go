package acl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// With gives people with others beside those of the file. Where one of them has a name or a number that the file gives to somebody else,
// the file counts: who is left out so is given by name. A group that nobody knows is one of these people alone. A nil People has no file.
func (p *People) With(added []Somebody) (all *People, left []string, err error) {
	if len(added) == 0 {
		return p, nil, nil
	}
	base := p
	if base == nil {
		base = &People{}
	}
	people, groups := slices.Clone(base.listed), slices.Clone(base.grouped)
	uids, names := map[uint32]bool{}, map[string]bool{}
	for _, u := range base.people {
		uids[*u.UID] = true
	}
	known := func(name string) bool {
		_, ok := base.names["user:"+name]
		return ok || names[name]
	}
	for _, a := range added {
		if uids[a.UID] || slices.ContainsFunc(append([]string{a.Name}, a.Also...), known) {
			left = append(left, a.Name)
			continue
		}
		uid := a.UID
		uids[uid] = true
		for _, name := range append([]string{a.Name}, a.Also...) {
			names[name] = true
		}
		people = append(people, person{Name: a.Name, UID: &uid, Also: a.Also, Groups: a.Groups, Clearance: a.Clearance, Role: a.Role})
		for _, g := range a.Groups {
			if !slices.ContainsFunc(groups, func(o group) bool { return o.Name == g }) {
				groups = append(groups, group{Name: g})
			}
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %v", base.digest, added))
	all, err = build(base.File, people, groups, slices.Clone(base.domains), hex.EncodeToString(sum[:8]))
	return all, left, err
}

// NameOf refuses what cannot name a person or a group.
func NameOf(name string) error { return (*People)(nil).name(name) }
