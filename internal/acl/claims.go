package acl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Stranger is one who has shown who they are and is nobody here: they may what everybody may. The number is one that no account has.
func (p *People) Stranger(name string) spar.Principal {
	who := spar.Principal{Name: name, UID: math.MaxUint32, Served: true}
	if p != nil {
		who.Directory = p.digest
		who.Is = func(name string) (mine, known bool) {
			_, known = p.names[name]
			return false, known
		}
	}
	return who
}

// Joining is somebody who is in more groups than the file says, as who signed them in said: names such as "group:oidc:staff", which
// count as a group of the file that has such another name, and "sid:S-1-5-21-7", which access control lists name too.
func (p *People) Joining(who spar.Principal, names []string) spar.Principal {
	in, sids := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		if strings.HasPrefix(name, "sid:") {
			sids[name] = true
		}
		if p != nil {
			p.join(in, []string{p.names[name].group})
		}
	}
	if len(in) == 0 && len(sids) == 0 {
		return who
	}
	before := who.Is
	who.Groups = slices.Clone(who.Groups)
	for name := range in {
		if g := p.groups[name]; g.GID != nil {
			who.Groups = append(who.Groups, *g.GID)
		}
	}
	slices.Sort(who.Groups)
	who.Groups = slices.Compact(who.Groups)
	who.Is = func(name string) (mine, known bool) {
		if sids[name] {
			return true, true
		}
		if before != nil {
			mine, known = before(name)
		}
		if p != nil && !mine {
			group := p.names[name].group
			mine = group != "" && in[group]
		}
		return mine, known || mine
	}
	names = slices.Sorted(slices.Values(names))
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q", who.Directory, names))
	who.Directory = hex.EncodeToString(sum[:8])
	return who
}
