package acl

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

const peopleText = `
domains: [Corp.Example]
groups:
  - name: staff
    gid: 70001
    also: [S-1-5-21-1-2-3-513]
  - name: finance
    gid: 70002
    groups: [staff]
  - name: board
    also: ["CORP\\Board"]
    groups: [board]
people:
  - name: ada
    uid: 70010
    gid: 70100
    also: [ada@corp.example, S-1-5-21-1-2-3-1104]
    groups: [finance]
    clearance: confidential
    role: curator
  - name: bob
    uid: 70011
    groups: [staff, board]
`

const peopleTable = "\uFEFFkind,name,id,also,groups,clearance,role\n" +
	"# comments are left out\n" +
	"group,staff,70001,S-1-5-21-1-2-3-513,,\n" +
	"group,finance,70002,,staff,\n" +
	"group,board,,CORP\\Board,board,\n" +
	"user,ada,70010,ada@corp.example; S-1-5-21-1-2-3-1104,finance,confidential,curator\n" +
	"user,bob,70011,,staff;board,\n"

func TestPeople(t *testing.T) {
	known := []string{"user:ada", "user:ada@corp.example", "sid:S-1-5-21-1-2-3-1104", "user:bob", "group:staff", "sid:S-1-5-21-1-2-3-513",
		"group:finance", "group:board", `group:CORP\Board`}
	ada := spar.Principal{Name: "ada", UID: 70010, Groups: []uint32{70001, 70002}, Listed: true, Served: true, Clearance: "confidential", Role: spar.Curator}
	bob := spar.Principal{Name: "bob", UID: 70011, Groups: []uint32{70001}, Listed: true, Served: true}
	mine := map[string][]string{
		"ada": {"user:ada", "user:ada@corp.example", "sid:S-1-5-21-1-2-3-1104", "group:finance", "group:staff", "sid:S-1-5-21-1-2-3-513"},
		"bob": {"user:bob", "group:staff", "sid:S-1-5-21-1-2-3-513", "group:board", `group:CORP\Board`},
	}
	directories := map[string]bool{}
	for file, text := range map[string]string{"people.yaml": peopleText, "people.csv": peopleTable} {
		p, err := ParsePeople(file, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for asked, want := range map[string]spar.Principal{"ada": ada, "ada@corp.example": ada, "S-1-5-21-1-2-3-1104": ada, "bob": bob} {
			want.Groups = append([]uint32{}, want.Groups...)
			got, err := p.Principal(asked)
			if err != nil {
				t.Fatalf("%s: %v", asked, err)
			}
			if file == "people.yaml" && want.Name == "ada" {
				want.Groups = append(want.Groups, 70100)
			}
			for _, name := range known {
				if is, ok := got.Is(name); !ok || is != slices.Contains(mine[want.Name], name) {
					t.Errorf("%s in %s: is %s: %v, %v", asked, file, name, is, ok)
				}
			}
			for _, name := range []string{"user:eve", "group:ada", "sid:S-1-5-21-9", "domain:elsewhere.example"} {
				if is, ok := got.Is(name); ok || is {
					t.Errorf("%s in %s: is %s, who is not known: %v, %v", asked, file, name, is, ok)
				}
			}
			if _, ok := got.Is("domain:corp.example"); ok != (file == "people.yaml") { // only this form has domains
				t.Errorf("%s in %s: the domain is known: %v", asked, file, ok)
			}
			directories[got.Directory] = true
			want.Directory, want.Is, got.Is = got.Directory, nil, nil
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s in %s: %s", asked, file, diff)
			}
		}
		if _, err := p.Principal("eve-nobody-knows"); spar.CodeOf(err) != spar.NotFound || !strings.Contains(err.Error(), file) {
			t.Errorf("somebody unknown: %v", err)
		}
		for who, want := range map[string]bool{"user:ada": true, "user:S-1-5-21-1-2-3-1104": true, "group:board": true, "user:eve-nobody-knows": false, "group:ada": false, "ada": false} {
			if got := p.Known(who); got != want {
				t.Errorf("Known(%q) = %v", who, got)
			}
		}
	}
	if len(directories) != 2 || directories[""] {
		t.Errorf("two files have the directories %v", directories)
	}
	var nobody *People
	if who, err := nobody.Principal("0"); err == nil && !who.All {
		t.Errorf("the superuser is %+v", who)
	}
}

func TestPeopleErrors(t *testing.T) {
	for text, want := range map[string]string{
		"people: [{name: eve-nobody-knows}]":                                               "eve-nobody-knows has no account on this machine: give them a number that no account has, such as {name: eve-nobody-knows, uid: 70010}",
		"people: [{name: a1x, uid: 0}]":                                                    "the superuser's",
		"people: [{name: a1x, uid: 4294967295}]":                                           "no user can have",
		"people: [{name: a1x, uid: 7}, {name: b1x, uid: 7}]":                               "have the same id 7",
		"people: [{name: a1x, uid: 7}, {name: a1x, uid: 8}]":                               "comes twice",
		"people: [{name: a1x, uid: 7, also: [S-1-1]}, {name: b1x, uid: 8, also: [S-1-1]}]": "stands for both",
		"groups: [{name: g, also: [S-1-2]}]\npeople: [{name: a1x, uid: 7, also: [S-1-2]}]": "stands for both",
		"people: [{name: a1x, uid: 7, groups: [nosuch]}]":                                  `in the group "nosuch"`,
		"groups: [{name: g, groups: [nosuch]}]":                                            `in the group "nosuch"`,
		"people: [{name: a1x, uid: 7, shoe: 41}]":                                          "shoe",
		"people: [{name: a1x, uid: 7, role: owner}]":                                       "must be reader, curator or operator",
		"people: [{name: \"a\\nb\", uid: 7}]":                                              "on one line",
		"domains: [\"\"]":                                                                  "the domain",
	} {
		if _, err := ParsePeople("p.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "p.yaml") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                                     "no line that names the columns",
		"kind,name,shoe\n":                     `no column "shoe"`,
		"kind,name,id\nuser,a1x,x\n":           "line 2: the id",
		"kind,name,id\n\nking,a1x,1\n":         "line 3: the kind",
		"kind,name,id\nuser,a1x,1\nuser,b,1\n": "line 3: the users",
	} {
		if _, err := ParsePeople("p.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestReadTable(t *testing.T) {
	known := func(p string) bool { return p == "user:ada" || p == "group:finance" }
	got, err := ReadTable("s", strings.NewReader("path,principal,right\n# a comment\n.,everyone,read\n/finance/,everyone,deny\nfinance, group:finance ,allow\n\"finance/a,b.xlsx\",user:ada,none\n"), known)
	want := []spar.Grant{
		{Share: "s", Path: ".", Principal: "everyone", Allow: true},
		{Share: "s", Path: "finance", Principal: "everyone"},
		{Share: "s", Path: "finance", Principal: "group:finance", Allow: true},
		{Share: "s", Path: "finance/a,b.xlsx", Principal: "user:ada"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
	for text, want := range map[string]string{
		"a,everyone\n":                          "line 1 of the table: it has 2 cells",
		"a,everyone,allow\nb,everyone,maybe\n":  `line 2 of the table: the right "maybe"`,
		"a,ada,allow\n":                         "must be user:NAME, group:NAME or everyone",
		"a,user:eve,allow\n":                    `there is no user "eve"`,
		"a,group:ada,allow\n":                   `there is no group "ada"`,
		"../a,everyone,allow\n":                 "must be relative to the share",
		"a//b,everyone,allow\n":                 "must be relative to the share",
		"a,everyone,allow\n/a/,everyone,deny\n": "as line 1 does",
		"a,\"everyone,allow\n":                  "is no CSV",
		"a\x00,everyone,allow\n":                "holds a NUL",
	} {
		if _, err := ReadTable("s", strings.NewReader(text), known); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzPeople reads anything as a principals file: nobody in it is the superuser, and everybody in it can be found.
func FuzzPeople(f *testing.F) {
	f.Add("p.yaml", peopleText)
	f.Add("p.csv", peopleTable)
	f.Fuzz(func(t *testing.T, file, text string) {
		p, err := ParsePeople(file, []byte(text))
		if err != nil {
			return
		}
		for name := range p.people {
			who, err := p.Principal(name)
			if err != nil || who.All || !who.Served {
				t.Fatalf("%q: %+v, %v", name, who, err)
			}
			user, _ := who.Is("user:" + name)
			if number, _ := who.Is("sid:" + name); !user && !number {
				t.Fatalf("%q is not who is called so", name)
			}
		}
	})
}

// FuzzTable reads anything as a table of rights: each line that is taken says something of a path in the share.
func FuzzTable(f *testing.F) {
	f.Add("path,principal,right\n.,everyone,read\na/b,user:ada,deny\n")
	f.Fuzz(func(t *testing.T, text string) {
		grants, err := ReadTable("s", strings.NewReader(text), nil)
		if err != nil {
			return
		}
		for _, g := range grants {
			if g.Path == "" || g.Path[0] == '/' || strings.HasPrefix(g.Path, "../") || g.Principal == "" {
				t.Fatalf("%+v", g)
			}
		}
	})
}
