package index

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Lists in canonical form.
var (
	posixAllows = acl.Format([]acl.List{{Kind: acl.POSIX, Entries: []acl.Entry{{Type: 1, Mask: 6}, {Type: 2, Mask: 5, Who: "2000"}, {Type: 4}, {Type: 0x10, Mask: 7}, {Type: 0x20}}}})
	posixDenies = acl.Format([]acl.List{{Kind: acl.POSIX, Entries: []acl.Entry{{Type: 1, Mask: 6}, {Type: 2, Who: "2000"}, {Type: 4, Mask: 5}, {Type: 0x10, Mask: 7}, {Type: 0x20, Mask: 5}}}})
	nfsAllows   = acl.Format([]acl.List{{Kind: acl.NFS4, Entries: []acl.Entry{{Mask: 0x21, Who: "2000"}}}})
	nfsDenies   = acl.Format([]acl.List{{Kind: acl.NFS4, Entries: []acl.Entry{{Type: 1, Mask: 0x21, Who: "2000"}, {Mask: 0x21, Who: "EVERYONE@"}}}})
	unclear     = acl.Format([]acl.List{{Kind: acl.Unclear, Why: "user.nfs4_acl: odd"}})
	both        = acl.Format([]acl.List{{Kind: acl.NFS4, Entries: []acl.Entry{{Mask: 0x21, Who: "EVERYONE@"}}}, {Kind: acl.NT, Entries: []acl.Entry{{Type: 1, Mask: 1, Who: "S-1-22-1-2000"}}}})
)

// TestPolicies decides about one file for somebody unknown to the file's owner and group.
func TestPolicies(t *testing.T) {
	const local, foreign, invented = "lists\next4 \".\"", "lists\nnfs4 \".\"", "lists\ncifs \".\""
	served := spar.Principal{UID: stranger, Served: true}
	own := spar.Principal{UID: stranger}
	for _, tc := range []struct {
		name   string
		who    spar.Principal
		rights spar.Rights
		system string
		mode   fs.FileMode
		acl    string
		want   bool
	}{
		{"a mode that allows", served, spar.ByFileSystem, local, 0o644, "", true},
		{"a mode that does not", served, spar.ByFileSystem, local, 0o640, "", false},
		{"a list instead of the mode", served, spar.ByFileSystem, local, 0o640, posixAllows, true},
		{"a list against the mode", served, spar.ByFileSystem, local, 0o644, posixDenies, false},
		{"another list beside the mode", served, spar.ByFileSystem, local, 0o644, nfsDenies, false},
		{"each must allow", served, spar.ByFileSystem, local, 0o640, nfsAllows, false},
		{"each of several lists must allow", served, spar.ByFileSystem, local, 0o644, both, false},
		{"a list that is not understood", served, spar.ByFileSystem, local, 0o644, unclear, false},
		{"lists that were not read", served, spar.ByFileSystem, "modes\next4 \".\"", 0o644, "", false},
		{"never scanned", served, spar.ByFileSystem, "", 0o644, "", false},
		{"the modes of another machine", served, spar.ByFileSystem, foreign, 0o644, "", false},
		{"invented modes", served, spar.ByFileSystem, invented, 0o644, "", false},
		{"invented modes with a list", served, spar.ByFileSystem, invented, 0o644, nfsAllows, false},

		{"posix, mode alone", served, spar.ByMode, local, 0o644, posixDenies, true},
		{"posix, anywhere", served, spar.ByMode, invented, 0o644, "", true},
		{"posix, a mode that does not", served, spar.ByMode, local, 0o600, posixAllows, false},

		{"acl, as by the file system", served, spar.ByList, local, 0o644, "", true},
		{"acl, a list against the mode", served, spar.ByList, local, 0o644, posixDenies, false},
		{"acl, another machine's list", served, spar.ByList, foreign, 0o600, nfsAllows, true},
		{"acl, another machine's mode", served, spar.ByList, foreign, 0o644, "", true},
		{"acl, another machine's mode is not asked beside a list", served, spar.ByList, foreign, 0o644, nfsDenies, false},
		{"acl, an invented mode with a list", served, spar.ByList, invented, 0o600, nfsAllows, true},
		{"acl, an invented mode without", served, spar.ByList, invented, 0o644, "", false},
		{"acl, not read yet", served, spar.ByList, "modes\ncifs \".\"", 0o644, nfsAllows, false},
		{"acl, not understood", served, spar.ByList, invented, 0o644, unclear, false},

		{"open", served, spar.ToAll, invented, 0o600, unclear, true},
		{"open, before a scan", served, spar.ToAll, "", 0o600, "", true},
		{"a way that is not known", served, "later", local, 0o644, "", false},

		{"one's own process, a mode that does not", own, spar.ToAll, local, 0o600, "", false},
		{"one's own process, a list against the mode", own, spar.ByFileSystem, local, 0o644, posixDenies, false},
		{"one's own process, a list that this machine does not enforce", own, spar.ByFileSystem, local, 0o644, nfsDenies, true},
		{"one's own process, where the system judges", own, spar.ByFileSystem, invented, 0o600, "", true},
		{"one's own process, a table for others", own, spar.ByTable, local, 0o644, "", true},
		{"one's own process, before a scan", own, spar.ByFileSystem, "", 0o644, "", true},
	} {
		sh := spar.Share{Name: "s", Rights: tc.rights, FileSystem: tc.system}
		f := spar.File{ID: 1, Share: "s", Path: "f", Mode: tc.mode, UID: owner, GID: group, ACL: tc.acl, State: spar.OK}
		root := catalog.Directory{Share: "s", Path: ".", Mode: fs.ModeDir | 0o755, UID: owner, GID: group}
		if tc.rights == spar.ByList && tc.acl != "" && tc.system != local {
			root.ACL = acl.Format([]acl.List{{Kind: acl.NFS4, Entries: []acl.Entry{{Mask: 0x21, Who: "EVERYONE@"}}}})
		}
		got, why := Explain(tc.who, sh, nil, schema.Standard(), f, []catalog.Directory{root}, nil)
		if got != tc.want {
			t.Errorf("%s: %v, want %v: %+v", tc.name, got, tc.want, why)
		}
	}
}

func TestTable(t *testing.T) {
	grants := []spar.Grant{
		{Path: ".", Principal: "group:staff", Allow: true},
		{Path: "hr", Principal: "group:hr", Allow: true},
		{Path: "hr/secret", Principal: "everyone", Allow: true},
		{Path: "hr/secret", Principal: "group:staff"},
		{Path: "hr/open", Principal: "everyone", Allow: true},
		{Path: "hr/open", Principal: "user:bob"},
		{Path: "hr/open/a.txt", Principal: "user:bob", Allow: true},
		{Path: "lab", Principal: "group:nobody-knows"},
	}
	for i := range grants {
		grants[i].Share = "s"
	}
	who := func(name string, mine ...string) spar.Principal {
		known := []string{"user:ada", "user:bob", "group:staff", "group:hr"}
		return spar.Principal{Name: name, UID: 4_000_000_000, Served: true, Is: func(n string) (bool, bool) {
			return slices.Contains(mine, n), slices.Contains(known, n)
		}}
	}
	ada, bob, eve := who("ada", "user:ada", "group:staff", "group:hr"), who("bob", "user:bob", "group:staff"), who("eve")
	for _, tc := range []struct {
		path string
		who  spar.Principal
		want bool
	}{
		{"a.txt", ada, true}, {"a.txt", bob, true}, {"a.txt", eve, false},
		{"deep/down/a.txt", bob, true},
		{"hr/a.txt", ada, true},
		{"hr/a.txt", bob, false},        // the nearest path counts, and it does not name him
		{"hr/secret/a.txt", ada, false}, // at one path what denies goes first
		{"hr/secret/a.txt", eve, true},
		{"hr/open/b.txt", ada, true}, {"hr/open/b.txt", bob, false}, {"hr/open/b.txt", eve, true},
		{"hr/open/a.txt", bob, true}, {"hr/open/a.txt", eve, false},
		{"lab/a.txt", ada, false}, // she may be in that group
		{"laboratory/a.txt", ada, true},
	} {
		f := spar.File{ID: 1, Share: "s", Path: tc.path, Mode: 0o600, State: spar.OK}
		got, why := Explain(tc.who, spar.Share{Name: "s", Rights: spar.ByTable}, grants, schema.Standard(), f, nil, nil)
		if got != tc.want {
			t.Errorf("%s to %v: %v, want %v: %+v", tc.path, tc.who.Name, got, tc.want, why)
		}
	}
}

func TestConfidentiality(t *testing.T) {
	labelled := func(labels ...string) (list []spar.Attribute) {
		for _, l := range labels {
			list = append(list, spar.Attribute{File: 1, Key: Confidentiality, Value: spar.Value{Kind: spar.Text, Text: l}})
		}
		return list
	}
	for _, tc := range []struct {
		clearance, unlabelled string
		labels                []string
		want                  bool
	}{
		{"", "", nil, true}, {"", "", []string{"public"}, true}, {"", "", []string{"Unclassified"}, true}, {"", "", []string{"internal"}, false},
		{"internal", "", []string{"internal"}, true}, {"internal", "", []string{"internal use only"}, true}, {"internal", "", []string{"confidential"}, false},
		{"confidential", "", []string{"public", "secret"}, false}, // the highest counts
		{"secret", "", []string{"public", "secret"}, true},
		{"confidential", "", []string{"cosmic"}, false}, {"secret", "", []string{"cosmic"}, true}, // one that is no level is the highest
		{"", "internal", nil, false}, {"internal", "internal", nil, true}, {"", "internal", []string{"public"}, true},
		{"cosmic", "", nil, false}, // a clearance that is no level is for nothing
		{"secret", "cosmic", nil, true}, {"confidential", "cosmic", nil, false},
	} {
		who := spar.Principal{UID: stranger, Served: true, Clearance: tc.clearance, Unlabelled: tc.unlabelled}
		f := spar.File{ID: 1, Share: "s", Path: "f", Mode: 0o644, State: spar.OK}
		got, why := Explain(who, spar.Share{Name: "s", Rights: spar.ToAll}, nil, schema.Standard(), f, []catalog.Directory{{Share: "s", Path: "."}}, labelled(tc.labels...))
		if got != tc.want {
			t.Errorf("%+v: %v: %+v", tc, got, why)
		}
		who.Served = false
		if mine, _ := Explain(who, spar.Share{Name: "s"}, nil, schema.Standard(), f, []catalog.Directory{{Share: "s", Path: ".", Mode: 0o755}}, labelled(tc.labels...)); !mine {
			t.Errorf("%+v: hidden from the one who runs it", tc)
		}
	}
}

// TestExplainAgrees makes random files and askers: a file may be read exactly when everything that the explanation lists
// allows, and when both evaluations of scopes select it.
func TestExplainAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	pick := func(n int) int { return random.IntN(n) }
	lists := []string{"", "", "", posixAllows, posixDenies, nfsAllows, nfsDenies, unclear, both, "\x00"}
	allowed, total := 0, 0
	for range 300 {
		shelf := &shelf{shares: []spar.Share{{ID: 1, Name: "s", Rights: []spar.Rights{spar.ByFileSystem, spar.ByMode, spar.ByList, spar.ToAll, spar.ByTable}[pick(5)],
			FileSystem: []string{"", "lists\next4 \".\"", "lists\next4 \".\"\ncifs \"b\"", "modes\next4 \".\"", "lists\nnfs4 \".\"", "lists\ncifs \".\"\nxfs \"a/c\""}[pick(6)]}}}
		folders := []string{".", "a", "a/c", "b"}
		for _, p := range folders {
			if pick(12) == 0 {
				continue // one that the scan did not see
			}
			shelf.directories = append(shelf.directories, catalog.Directory{Share: "s", Path: p, Mode: fs.ModeDir | fs.FileMode(0o700|pick(64)|pick(2)), UID: uint32(pick(2) * owner), GID: group, ACL: lists[pick(len(lists))]})
		}
		for i := range 12 {
			f := spar.File{ID: spar.FileID(i + 1), Share: "s", Path: path.Join(folders[pick(4)], fmt.Sprint("f", i)), Mode: fs.FileMode(pick(512)), UID: []uint32{owner, stranger}[pick(2)], GID: group,
				ACL: lists[pick(len(lists))], State: []spar.State{spar.OK, spar.OK, spar.Special}[pick(3)]}
			shelf.files = append(shelf.files, f)
			if pick(3) == 0 {
				shelf.attributes = append(shelf.attributes, spar.Attribute{File: f.ID, Key: Confidentiality, Value: spar.Value{Kind: spar.Text, Text: []string{"public", "internal", "secret", "odd"}[pick(4)]}})
			}
		}
		for _, p := range []string{".", "a", "a/c", "b", shelf.files[0].Path} {
			if pick(2) == 0 {
				shelf.grants = append(shelf.grants, spar.Grant{Share: "s", Path: p, Principal: []string{"everyone", "user:ada"}[pick(2)], Allow: pick(3) > 0})
			}
		}
		who := spar.Principal{UID: []uint32{owner, stranger, 9}[pick(3)], Served: pick(3) > 0, Clearance: []string{"", "internal", "secret"}[pick(3)],
			Name: []string{"ada", "eve"}[pick(2)]}
		who.Is = func(name string) (bool, bool) { return who.Name == "ada", name == "user:ada" }
		if pick(2) == 0 {
			who.Groups = []uint32{group}
		}
		s, err := At(t.Context(), shelf, nil)
		if err != nil {
			t.Fatal(err)
		}
		selection, err := s.Eval(t.Context(), who, spar.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range shelf.files {
			var attributes []spar.Attribute
			for _, a := range shelf.attributes {
				if a.File == f.ID {
					attributes = append(attributes, a)
				}
			}
			var above []catalog.Directory
			for _, d := range shelf.directories {
				if d.Path == share.Root || len(f.Path) > len(d.Path) && f.Path[:len(d.Path)+1] == d.Path+"/" {
					above = append(above, d)
				}
			}
			may, why := Explain(who, shelf.shares[0], shelf.grants, schema.Standard(), f, above, attributes)
			every := true
			for _, d := range why {
				every = every && d.Allowed
				if d.By == "" {
					t.Errorf("a reason without words: %+v", d)
				}
			}
			total++
			if may {
				allowed++
			}
			if got := selection.Known.Contains(uint32(f.ID)); got != may || every != may {
				t.Fatalf("%+v\nfor %+v in %+v: selected %v, explained %v by %+v", f, who, shelf.shares[0], got, may, why)
			}
		}
	}
	if allowed == 0 || allowed == total {
		t.Errorf("%d of %d may be read", allowed, total)
	}
}
