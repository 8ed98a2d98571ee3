package service

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/spar"
)

// The bounds for added people.
const (
	mostPeople     = 10_000
	mostOfPerson   = 200 // groups of one person, and other names
	inviteLasts    = 7 * day
	mostInvite     = 30 * day
	personUntil    = 100 * 365 * day
	dayOfPerson    = "2006-01-02"
	neverOfPersons = "never"
)

// Directory lists the people of the principals file and the added ones.
func (s *Service) Directory(ctx context.Context, who spar.Principal) ([]api.Person, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return nil, err
	}
	j, err := s.people(ctx)
	if err != nil {
		return nil, err
	}
	list := []api.Person{}
	for _, p := range j.file.All() {
		list = append(list, api.Person{
			Schema: api.PersonSchema, Name: p.Name, UID: p.UID, Role: cmp.Or(string(p.Role), string(spar.Reader)), From: api.OfFile,
			Clearance: cmp.Or(p.Clearance, s.options().People.DefaultClearance), Groups: p.Groups, Also: p.Also,
		})
	}
	added, err := s.access.People(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := s.keys().List(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range added {
		p := personOf(a)
		p.Clearance = cmp.Or(a.Clearance, s.options().People.DefaultClearance)
		if slices.Contains(j.left, a.Name) {
			p.Trouble = "the principals file has somebody of one of these names, or the clearance is no level any more"
		}
		for _, k := range keys {
			if k.Kind == access.Invited && k.Owner == "person:"+a.Name {
				p.Invited = &k.Expires
			}
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b api.Person) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list, nil
}

func personOf(a access.Person) api.Person {
	p := api.Person{
		Schema: api.PersonSchema, Name: a.Name, UID: a.UID, Role: cmp.Or(string(a.Role), string(spar.Reader)), From: api.OfAdded,
		Clearance: a.Clearance, Groups: a.Groups, Also: a.Also, Disabled: a.Disabled,
	}
	if !a.Expires.IsZero() {
		p.Expires = &a.Expires
	}
	return p
}

// mayStill refuses, under any of their names, an added person who is disabled or whose time is over.
func (s *Service) mayStill(ctx context.Context, name string) error {
	added, err := s.access.People(ctx)
	for _, a := range added {
		if (a.Name == name || slices.Contains(a.Also, name)) && a.Ended(time.Now()) {
			return spar.Errorf(spar.NotFound, "%s may not ask here any more", a.Name)
		}
	}
	return err
}

// AddPerson adds somebody who may ask. With an account of this machine they read what it may read; anybody else reads what everybody and
// their groups may read.
func (s *Service) AddPerson(ctx context.Context, who spar.Principal, n api.NewPerson) (api.Person, error) {
	if err := sure(who, handsOut); err != nil {
		return api.Person{}, err
	}
	j, err := s.people(ctx)
	if err != nil {
		return api.Person{}, err
	}
	added, err := s.access.People(ctx)
	if err != nil {
		return api.Person{}, err
	}
	if len(added) >= mostPeople {
		return api.Person{}, spar.Errorf(spar.Invalid, "%d people were added, and no more can be: name them in a principals file", mostPeople)
	}
	p := access.Person{Name: strings.TrimSpace(n.Name), Role: spar.Role(cmp.Or(n.Role, string(spar.Reader))), Clearance: n.Clearance, Groups: lines(n.Groups), Also: lines(n.Also)}
	if p.Expires, err = untilOf(n.Expires); err != nil {
		return api.Person{}, err
	}
	if err := s.fits(p, j, added); err != nil {
		return api.Person{}, err
	}
	if account, err := accounts.Lookup(p.Name); err == nil {
		uid, err := strconv.ParseUint(account.Uid, 10, 32)
		process, other := s.Process()
		if err != nil || uid < leastUID || uid == nobodyUID || other != nil || uint32(uid) == process.UID {
			return api.Person{}, spar.Errorf(spar.Invalid, "%s is an account of this machine that is no person's, or the one that SPAR runs as: choose another name", p.Name)
		}
		p.UID = uint32(uid)
	}
	p, err = s.access.AddPerson(ctx, p)
	return personOf(p), err
}

// ChangePerson changes an added person: their role, groups, other names, clearance, the end of their time, or whether they may ask. Nobody has
// to show who they are once more to disable somebody.
func (s *Service) ChangePerson(ctx context.Context, who spar.Principal, c api.PersonChange) (api.Person, error) {
	may := sure(who, handsOut)
	if disables := c.Disabled != nil && *c.Disabled; disables && c.Role == nil && c.Groups == nil && c.Also == nil && c.Clearance == nil && c.Expires == nil {
		may = must(who, spar.CanAdminister)
	}
	if may != nil {
		return api.Person{}, may
	}
	j, err := s.people(ctx)
	if err != nil {
		return api.Person{}, err
	}
	added, err := s.access.People(ctx)
	if err != nil {
		return api.Person{}, err
	}
	if j.file.Known("user:"+c.Name) && slices.ContainsFunc(j.file.All(), func(p acl.Somebody) bool { return p.Name == c.Name }) {
		return api.Person{}, spar.Errorf(spar.Invalid, "%s is of the principals file, which is changed on the machine of the server", c.Name)
	}
	p, err := s.access.ChangePerson(ctx, c.Name, func(p *access.Person) (err error) {
		if c.Role != nil {
			p.Role = spar.Role(*c.Role)
		}
		if c.Groups != nil {
			p.Groups = c.Groups
		}
		if c.Also != nil {
			p.Also = c.Also
		}
		if c.Clearance != nil {
			p.Clearance = *c.Clearance
		}
		if c.Expires != nil {
			p.Expires, err = untilOf(*c.Expires)
		}
		if c.Disabled != nil {
			p.Disabled = *c.Disabled
		}
		if err == nil {
			err = s.fits(*p, j, slices.DeleteFunc(slices.Clone(added), func(o access.Person) bool { return o.Name == p.Name }))
		}
		return err
	})
	if err == nil && p.Disabled {
		err = s.keys().Forgo(ctx, access.Invited, "person:"+p.Name)
	}
	return personOf(p), err
}

// fits refuses invalid data of a person, and names that people of the file or other added people have.
func (s *Service) fits(p access.Person, j *directory, others []access.Person) error {
	for _, name := range slices.Concat([]string{p.Name}, p.Also, p.Groups) {
		if err := acl.NameOf(name); err != nil {
			return spar.Errorf(spar.Invalid, "%q is no name: %w", Shortened(name, longLabel), err)
		}
	}
	if len(p.Also) > mostOfPerson || len(p.Groups) > mostOfPerson {
		return spar.Errorf(spar.Invalid, "somebody has %d other names and %d groups, and may have %d", len(p.Also), len(p.Groups), mostOfPerson)
	}
	if _, err := strconv.Atoi(p.Name); err == nil || strings.Contains(p.Name, ":") {
		return spar.Errorf(spar.Invalid, "%q is no name of somebody: it is a number, or has a colon", p.Name)
	}
	if !slices.Contains([]spar.Role{spar.Reader, spar.Curator, spar.Operator}, p.Role) {
		return spar.Errorf(spar.Invalid, "the role is %q and must be reader, curator or operator: who administers is the owner of the data directory", Shortened(string(p.Role), longLabel))
	}
	for _, name := range append([]string{p.Name}, p.Also...) {
		if slices.ContainsFunc(j.file.All(), func(o acl.Somebody) bool { return o.Name == name || slices.Contains(o.Also, name) }) {
			return spar.Errorf(spar.Conflict, "the principals file has somebody called %q already", name)
		}
		if slices.ContainsFunc(others, func(o access.Person) bool { return o.Name == name || slices.Contains(o.Also, name) }) {
			return spar.Errorf(spar.Conflict, "somebody is called %q already: change or enable them", name)
		}
	}
	if p.Clearance == "" {
		return nil
	}
	names, err := s.engine.Schema()
	if err != nil {
		return err
	}
	known, ok := names.Attribute(index.Confidentiality)
	if ok {
		_, _, ok = known.Value(p.Clearance)
	}
	if !ok {
		return spar.Errorf(spar.Invalid, "the clearance is %q, which is no level of confidentiality of the schema", Shortened(p.Clearance, longLabel))
	}
	return nil
}

// untilOf parses the time when somebody may no longer ask: the end of a day, or a number of days. The zero Time is never.
func untilOf(text string) (time.Time, error) {
	now := time.Now().UTC()
	if text == "" || text == neverOfPersons {
		return time.Time{}, nil
	}
	if on, err := time.Parse(dayOfPerson, text); err == nil {
		if on = on.AddDate(0, 0, 1); on.After(now) && on.Before(now.Add(personUntil)) {
			return on, nil
		}
	} else if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < int(personUntil/day) {
			return now.Add(time.Duration(n) * day).Truncate(time.Second), nil
		}
	}
	return time.Time{}, spar.Errorf(spar.Invalid, "somebody may ask until %q, which must be a day to come such as 2027-01-31, days such as 90d, or never", Shortened(text, longLabel))
}

// InvitePerson makes the secret of a link that signs in a browser of an added person, once. Without a name it invites the asker.
// It cancels the person's earlier invitations.
func (s *Service) InvitePerson(ctx context.Context, who spar.Principal, n api.NewInvitation) (api.Invitation, error) {
	out := api.Invitation{Schema: api.InvitationSchema, Name: n.Name}
	if err := sure(who, handsOut); err != nil {
		return out, err
	}
	if who.Token != 0 {
		return out, spar.Errorf(spar.Invalid, "a token invites nobody: sign in otherwise than with a token, or invite on the command line")
	}
	lasts := inviteLasts
	if n.Expires != "" {
		number, unit := n.Expires[:len(n.Expires)-1], n.Expires[len(n.Expires)-1]
		count, err := strconv.Atoi(number)
		each := map[byte]time.Duration{'d': day, 'h': time.Hour}[unit]
		if err != nil || each == 0 || count < 1 || count > int(mostInvite/each) {
			return out, spar.Errorf(spar.Invalid, "an invitation ends after %q, which must be days such as 7d or hours such as 12h, 30d at most", Shortened(n.Expires, longLabel))
		}
		lasts = time.Duration(count) * each
	}
	added, err := s.access.People(ctx)
	if err != nil {
		return out, err
	}
	owner := "person:" + n.Name
	if n.Name == "" {
		owner = who.Owner()
	} else if !slices.ContainsFunc(added, func(p access.Person) bool { return p.Name == n.Name }) {
		return out, spar.Errorf(spar.NotFound, "nobody called %q was added here", Shortened(n.Name, longLabel))
	}
	if _, err := s.owner(ctx, owner); err != nil {
		return out, err
	}
	if err := s.keys().Forgo(ctx, access.Invited, owner); err != nil {
		return out, err
	}
	secret, key, err := s.keys().Make(ctx, access.Key{Kind: access.Invited, Owner: owner, Role: spar.Reader}, lasts)
	out.Secret, out.Expires = secret, key.Expires
	return out, err
}

// Join uses up an invitation. The browser of an added person stays signed in, for they have no other key; who runs SPAR makes keys on the
// machine.
func (s *Service) Join(ctx context.Context, secret string) (who spar.Principal, stays bool, err error) {
	key, err := s.keys().Find(ctx, access.Invited, secret)
	if err != nil {
		return who, false, err
	}
	if who, err = s.owner(ctx, key.Owner); err != nil { // first, so that an invitation that lets nobody in is not used up
		return who, false, err
	}
	_, err = s.keys().Take(ctx, access.Invited, secret)
	return who, strings.HasPrefix(key.Owner, "person:"), err
}

// PersonSees says how many files of each share somebody may read now. Who invites them so learns it before they do.
func (s *Service) PersonSees(ctx context.Context, who spar.Principal, name string) (api.PersonSees, error) {
	out := api.PersonSees{Schema: api.PersonSeesSchema, Name: name, Shares: []api.ShareSeen{}}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	them, err := s.Served(ctx, name)
	if err != nil {
		return out, err
	}
	all, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	theirs, err := s.view(ctx, them)
	if err != nil {
		return out, err
	}
	for _, sh := range all.shares {
		within := spar.Scope{Constraints: []spar.Constraint{inShare(sh.Name)}}
		of, err := all.selection(within)
		if err != nil {
			return out, err
		}
		seen, err := theirs.selection(within)
		if err != nil {
			return out, err
		}
		in := api.ShareSeen{Share: sh.Name, Files: int(seen.Known.GetCardinality()), Of: int(of.Known.GetCardinality()), Rights: policies[sh.Rights]}
		out.Shares = append(out.Shares, in)
		out.Files, out.Of = out.Files+in.Files, out.Of+in.Of
	}
	return out, nil
}
