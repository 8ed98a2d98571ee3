package acl

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// People holds the people of a principals file, who may ask beyond the accounts of this machine. It is immutable; nil knows the accounts
// only.
type People struct {
	File    string
	domains []string
	people  map[string]*person // by name
	groups  map[string]*group  // by name
	alias   map[string]string  // of people, to their names
	names   map[string]owned   // "user:NAME", "group:NAME", "sid:SID", "domain:NAME"
	digest  string             // of the file's content, and of people who were added

	listed  []person // those of the file and of who was added, in their order
	grouped []group
}

// owned is whose a name is: a person's or a group's; neither for a domain.
type owned struct {
	person *person
	group  string
}

type person struct {
	Name      string    `yaml:"name"`
	UID       *uint32   `yaml:"uid"`
	GID       *uint32   `yaml:"gid"`
	Also      []string  `yaml:"also"`
	Groups    []string  `yaml:"groups"`
	Clearance string    `yaml:"clearance"`
	Role      spar.Role `yaml:"role"`

	line int
}

type group struct {
	Name   string   `yaml:"name"`
	GID    *uint32  `yaml:"gid"`
	Also   []string `yaml:"also"`
	Groups []string `yaml:"groups"` // that it is part of

	line int
}

// servedRoles are the roles that a file may give. Owner is who the data directory belongs to.
var servedRoles = []spar.Role{spar.Reader, spar.Curator, spar.Operator}

const (
	maxPeopleFile = 64 << 20
	maxPersonName = 256 // bytes
)

// ReadPeople reads a principals file: YAML, or CSV when its name ends in .csv. Its form is described in docs/rights.md.
func ReadPeople(file string) (*People, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the principals file cannot be read: %w; correct the setting principals", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPeopleFile+1))
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the principals file cannot be read: %w; correct the setting principals", err)
	}
	if len(text) > maxPeopleFile {
		return nil, spar.Errorf(spar.Invalid, "the principals file %s has more than %d bytes: leave out people who ask nothing here", file, maxPeopleFile)
	}
	return ParsePeople(file, text)
}

// ParsePeople is ReadPeople of a text; errors name the file.
func ParsePeople(file string, text []byte) (*People, error) {
	var people []person
	var groups []group
	var domains []string
	var err error
	if strings.EqualFold(filepath.Ext(file), ".csv") {
		people, groups, err = peopleCSV(text)
	} else {
		people, groups, domains, err = peopleYAML(text)
	}
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the principals file %s: %w", file, err)
	}
	sum := sha256.Sum256(text)
	return build(file, people, groups, domains, hex.EncodeToString(sum[:8]))
}

func build(file string, people []person, groups []group, domains []string, digest string) (*People, error) {
	p := &People{File: file, people: map[string]*person{}, groups: map[string]*group{}, alias: map[string]string{}, digest: digest, listed: people, grouped: groups}
	for _, d := range domains {
		if err := p.name(d); err != nil {
			return nil, spar.Errorf(spar.Invalid, "the principals file %s: the domain %q: %w", file, d, err)
		}
		p.domains = append(p.domains, strings.ToLower(d))
	}
	if err := p.add(people, groups); err != nil {
		return nil, spar.Errorf(spar.Invalid, "the principals file %s: %w", file, err)
	}
	p.index()
	return p, nil
}

// index says of every name whose it is.
func (p *People) index() {
	p.names = map[string]owned{}
	note := func(kind, name string, whose owned) {
		if sid(name) {
			kind = "sid"
		}
		p.names[kind+":"+name] = whose
	}
	for _, d := range p.domains {
		p.names["domain:"+d] = owned{}
	}
	for _, u := range p.people {
		for _, name := range append([]string{u.Name}, u.Also...) {
			note("user", name, owned{person: u})
		}
	}
	for _, g := range p.groups {
		for _, name := range append([]string{g.Name}, g.Also...) {
			note("group", name, owned{group: g.Name})
		}
	}
}

func peopleYAML(text []byte) (people []person, groups []group, domains []string, err error) {
	var all struct {
		Domains []string `yaml:"domains"`
		Groups  []group  `yaml:"groups"`
		People  []person `yaml:"people"`
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil, nil, nil
	}
	err = yamlfile.Decode(text, &all, yaml.Strict())
	return all.People, all.Groups, all.Domains, err
}

// peopleCSV reads lines of kind (user or group), name, id, also, groups, clearance, role; several values of one cell are kept
// apart by semicolons.
func peopleCSV(text []byte) (people []person, groups []group, err error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.Comment = -1, '#'
	header, err := r.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("it has no line that names the columns kind,name,id,also,groups,clearance: %w", err)
	}
	column := map[string]int{}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\uFEFF")))
		if !slices.Contains([]string{"kind", "name", "id", "also", "groups", "clearance", "role"}, name) {
			return nil, nil, fmt.Errorf("line 1: there is no column %q; the columns are kind, name, id, also, groups, clearance and role", name)
		}
		column[name] = i
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return people, groups, nil
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := r.FieldPos(0)
		cell := func(name string) string {
			if i, ok := column[name]; ok && i < len(record) {
				return strings.TrimSpace(record[i])
			}
			return ""
		}
		several := func(name string) (list []string) {
			for v := range strings.SplitSeq(cell(name), ";") {
				if v = strings.TrimSpace(v); v != "" {
					list = append(list, v)
				}
			}
			return list
		}
		var id *uint32
		if text := cell("id"); text != "" {
			n, err := strconv.ParseUint(text, 10, 32)
			if err != nil {
				return nil, nil, fmt.Errorf("line %d: the id %q is no number of a user or group", line, text)
			}
			id = new(uint32)
			*id = uint32(n)
		}
		switch kind := strings.ToLower(cell("kind")); kind {
		case "user":
			people = append(people, person{Name: cell("name"), UID: id, Also: several("also"), Groups: several("groups"), Clearance: cell("clearance"), Role: spar.Role(cell("role")), line: line})
		case "group":
			groups = append(groups, group{Name: cell("name"), GID: id, Also: several("also"), Groups: several("groups"), line: line})
		default:
			return nil, nil, fmt.Errorf("line %d: the kind is %q and must be user or group", line, kind)
		}
	}
}

func at(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d: ", line)
}

// name refuses what cannot name anybody.
func (*People) name(s string) error {
	if s == "" || len(s) > maxPersonName || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return errors.New("a name is a text of 1 to 256 bytes on one line")
	}
	return nil
}

func (p *People) add(people []person, groups []group) error {
	taken := map[string]string{} // kind:alias to who has it
	take := func(kind, owner, name string, line int) error {
		if err := p.name(name); err != nil {
			return fmt.Errorf("%s%q: %w", at(line), name, err)
		}
		key := kind + ":" + name
		if sid(name) {
			key = "sid:" + name
		}
		if other, ok := taken[key]; ok && other != owner {
			return fmt.Errorf("%s%q stands for both %s and %s", at(line), name, other, owner)
		}
		taken[key] = owner
		return nil
	}
	for i := range groups {
		g := &groups[i]
		if p.groups[g.Name] != nil {
			return fmt.Errorf("%sthe group %q comes twice", at(g.line), g.Name)
		}
		for _, name := range append([]string{g.Name}, g.Also...) {
			if err := take("group", "the group "+g.Name, name, g.line); err != nil {
				return err
			}
		}
		if g.GID == nil {
			if known, err := accounts.LookupGroup(g.Name); err == nil {
				g.GID = number(known.Gid)
			}
		}
		p.groups[g.Name] = g
	}
	uids := map[uint32]string{}
	for i := range people {
		u := &people[i]
		if p.people[u.Name] != nil {
			return fmt.Errorf("%sthe user %q comes twice", at(u.line), u.Name)
		}
		for _, name := range append([]string{u.Name}, u.Also...) {
			if err := take("user", "the user "+u.Name, name, u.line); err != nil {
				return err
			}
			p.alias[name] = u.Name
		}
		if u.UID == nil {
			known, err := accounts.Lookup(u.Name)
			if err != nil {
				return fmt.Errorf("%s%s has no account on this machine: give them a number that no account has, such as {name: %[2]s, uid: 70010}", at(u.line), u.Name)
			}
			u.UID = number(known.Uid)
		}
		switch {
		case u.Role != "" && !slices.Contains(servedRoles, u.Role):
			return fmt.Errorf("%sthe role of the user %q is %q and must be reader, curator or operator", at(u.line), u.Name, u.Role)
		case u.UID == nil || *u.UID == 1<<32-1:
			return fmt.Errorf("%sthe user %q has an id that no user can have", at(u.line), u.Name)
		case *u.UID == 0:
			return fmt.Errorf("%sthe user %q has the id 0, which is the superuser's", at(u.line), u.Name)
		case uids[*u.UID] != "":
			return fmt.Errorf("%sthe users %q and %q have the same id %d", at(u.line), uids[*u.UID], u.Name, *u.UID)
		}
		uids[*u.UID] = u.Name
		p.people[u.Name] = u
	}
	for _, u := range people {
		for _, g := range u.Groups {
			if p.groups[g] == nil {
				return fmt.Errorf("%sthe user %q is in the group %q, which is not in the file", at(u.line), u.Name, g)
			}
		}
	}
	for _, g := range groups {
		for _, up := range g.Groups {
			if p.groups[up] == nil {
				return fmt.Errorf("%sthe group %q is in the group %q, which is not in the file", at(g.line), g.Name, up)
			}
		}
	}
	return nil
}

func number(text string) *uint32 {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return nil
	}
	id := uint32(n)
	return &id
}

// sid reports whether a name is a SID.
func sid(name string) bool { return strings.HasPrefix(name, "S-1-") }

// Clearances is the levels of confidentiality that the file speaks of.
func (p *People) Clearances() []string {
	all := map[string]bool{}
	if p != nil {
		for _, u := range p.people {
			if u.Clearance != "" {
				all[u.Clearance] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Somebody is a person of the file.
type Somebody struct {
	Name, Clearance string
	UID             uint32
	Role            spar.Role
	Groups, Also    []string
}

// All lists everybody of the file by name.
func (p *People) All() []Somebody {
	var list []Somebody
	if p != nil {
		for _, name := range slices.Sorted(maps.Keys(p.people)) {
			u := p.people[name]
			list = append(list, Somebody{Name: u.Name, Clearance: u.Clearance, UID: *u.UID, Role: u.Role, Groups: u.Groups, Also: u.Also})
		}
	}
	return list
}

// Known reports whether "user:NAME" or "group:NAME" is somebody of the file or an account of this machine.
func (p *People) Known(who string) bool {
	kind, name, _ := strings.Cut(who, ":")
	switch kind {
	case "user":
		if p != nil && p.alias[name] != "" {
			return true
		}
		_, err := accounts.Lookup(name)
		return err == nil
	case "group":
		if p != nil && p.groups[name] != nil {
			return true
		}
		_, err := accounts.LookupGroup(name)
		return err == nil
	}
	return false
}

// Principal is somebody as who asks from elsewhere than this process: one of the file, by name or another name, or an
// account of this machine, by name or number.
func (p *People) Principal(name string) (spar.Principal, error) {
	who := spar.Principal{Name: name, Served: true}
	var of *person
	if p != nil {
		of = p.people[p.alias[name]]
	}
	account, err := accounts.Lookup(name)
	if of != nil {
		who.Name = of.Name
		account, err = accounts.Lookup(of.Name)
		if err == nil && account.Uid != strconv.FormatUint(uint64(*of.UID), 10) {
			account, err = nil, errors.New("another") // an account that only has the same name
		}
	} else if err != nil {
		account, err = accounts.LookupID(name)
	}
	switch {
	case err == nil:
		uid := number(account.Uid)
		gids, err := accounts.GroupIDs(account)
		if uid == nil || err != nil {
			return who, spar.Errorf(spar.Unavailable, "user %q has no number on this system, or the groups cannot be found", name)
		}
		who.Name, who.UID, who.All = account.Username, *uid, *uid == 0
		for _, text := range append([]string{account.Gid}, gids...) {
			if gid := number(text); gid != nil {
				who.Groups = append(who.Groups, *gid)
			}
		}
	case of == nil && (p == nil || p.File == ""):
		return who, spar.Errorf(spar.NotFound, "there is no user %q: no account of this machine has this name, and nobody who was added to SPAR", name)
	case of == nil:
		return who, spar.Errorf(spar.NotFound, "there is no user %q, neither on this machine nor in %s", name, p.File)
	}
	if p == nil {
		return who, nil
	}
	in := map[string]bool{}
	if of != nil {
		who.UID, who.Clearance, who.Role, who.Listed = *of.UID, of.Clearance, of.Role, true
		if of.GID != nil {
			who.Groups = append(who.Groups, *of.GID)
		}
		p.join(in, of.Groups)
	}
	for _, g := range p.groups {
		if g.GID != nil && slices.Contains(who.Groups, *g.GID) {
			p.join(in, []string{g.Name}) // by the account
		}
	}
	for _, g := range p.groups {
		if in[g.Name] && g.GID != nil && !slices.Contains(who.Groups, *g.GID) {
			who.Groups = append(who.Groups, *g.GID)
		}
	}
	who.Directory = p.digest
	who.Is = func(name string) (mine, known bool) {
		whose, known := p.names[name]
		switch {
		case !known || whose.person == nil && whose.group == "":
			return known, known
		case whose.person != nil:
			return whose.person == of, true
		}
		return in[whose.group], true
	}
	slices.Sort(who.Groups)
	who.Groups = slices.Compact(who.Groups)
	return who, nil
}

// join adds groups and the groups that they belong to.
func (p *People) join(in map[string]bool, names []string) {
	for _, name := range names {
		if g := p.groups[name]; g != nil && !in[name] {
			in[name] = true
			p.join(in, g.Groups)
		}
	}
}
