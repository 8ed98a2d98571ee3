package service

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// An Arrival is what another system says about somebody who has signed in there.
type Arrival struct {
	Issuer, Subject string    // the person's identity in that system, for ever
	Person          string    // the name here, from the claim that the operator chose
	Name            string    // to be shown
	Groups, SIDs    []string  // that the person belongs to
	Session         string    // that system's number of its session, "" where it tells none
	Proved          time.Time // when they last showed that system who they are; the zero Time where it does not say
}

const (
	accountLasts = 12 * time.Hour // how long the session of an account lasts, and so how old its groups may be
	mostGroups   = 1000           // groups that SPAR takes from one arrival, and as many SIDs
	leastUID     = 1000           // accounts with a smaller number belong to no people
	nobodyUID    = 65534          // nor does the account for files that nobody owns
)

// Arrive signs in somebody whom another system has signed in, and returns the secret for their browser. It ties the account to the person
// that it names, once. Somebody unknown here may do what everybody may.
func (s *Service) Arrive(ctx context.Context, a Arrival) (who spar.Principal, secret string, err error) {
	if a.Issuer == "" || a.Subject == "" {
		return who, "", spar.Errorf(spar.Invalid, "who signed in has no number")
	}
	account := access.Account{Issuer: a.Issuer, Subject: a.Subject, Claim: a.Person, Name: a.Name, Groups: memberships(a)}
	person, ok, err := s.somebody(ctx, a.Person)
	if err != nil {
		return who, "", err
	}
	if ok {
		account.Person = person.Owner()
	}
	if account, err = s.keys().Arrive(ctx, account); err != nil {
		return who, "", err
	}
	if who, err = s.arrived(ctx, account, true); err != nil {
		return who, "", err
	}
	role := spar.Reader
	if who.Role != "" {
		role = who.Role
	}
	secret, err = s.keys().Begin(ctx, account, role, accountLasts, a.Session, a.Proved)
	return who, secret, err
}

// memberships returns the names that SPAR gives the groups of an arrival. SIDs mean the same everywhere. The other groups belong to the
// provider and get a prefix, so that its "admin" is not the group of that name of anybody else.
func memberships(a Arrival) []string {
	list := []string{}
	for _, g := range a.Groups {
		if g != "" && len(list) < mostGroups {
			list = append(list, "group:oidc:"+g)
		}
	}
	for _, sid := range a.SIDs {
		if strings.HasPrefix(sid, "S-1-") && len(list) < 2*mostGroups {
			list = append(list, "sid:"+sid)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// somebody returns the person whom another system means by a name: a person of the principals file or an added one, or an account of this
// machine that belongs to a person. A number names nobody, and no name means the superuser.
func (s *Service) somebody(ctx context.Context, name string) (who spar.Principal, ok bool, err error) {
	if name == "" {
		return who, false, nil
	}
	if err := s.mayStill(ctx, name); err != nil {
		return who, false, err
	}
	if who, err = s.Served(ctx, name); spar.CodeOf(err) == spar.NotFound && err != nil {
		return spar.Principal{}, false, nil
	}
	if err != nil || who.All {
		return spar.Principal{}, false, err
	}
	if !who.Listed {
		account, err := accounts.Lookup(name)
		if err != nil || account.Uid != strconv.FormatUint(uint64(who.UID), 10) || who.UID < leastUID || who.UID == nobodyUID {
			return spar.Principal{}, false, nil
		}
	}
	return who, true, nil
}

// arrived returns the present principal of an account. The groups from its provider count only in a session, for as long as a session of
// the provider lasts.
func (s *Service) arrived(ctx context.Context, a access.Account, inSession bool) (spar.Principal, error) {
	var who spar.Principal
	tied := false
	if a.Person != "" {
		if err := s.mayStill(ctx, strings.TrimPrefix(a.Person, "person:")); err != nil {
			return who, err
		}
		person, err := s.owner(ctx, a.Person)
		switch {
		case err == nil && !person.All && person.Served:
			who, tied = person, true
		case err == nil && !person.Served:
			// The owner of the data directory: a provider cannot give anybody that role.
			if account, fault := accounts.LookupID(strings.TrimPrefix(a.Person, "uid:")); fault == nil {
				if who, err = s.Served(ctx, account.Username); err != nil {
					return who, err
				}
				tied = !who.All
			}
		case err != nil && spar.CodeOf(err) != spar.NotFound:
			return who, err
		}
	}
	all, err := s.People(ctx)
	if err != nil {
		return who, err
	}
	if !tied {
		who = all.Stranger(a.Owner())
		who.Account = a.Owner()
		if who.Clearance == "" {
			who.Clearance = s.options().People.DefaultClearance
		}
		who.Unlabelled = s.options().People.Unlabelled
		if err := s.engine.Label(ctx); err != nil {
			return who, err
		}
	}
	// A token may also make a session: the groups count no longer than in a session that the provider began.
	if inSession && time.Since(a.Seen) < accountLasts {
		who = all.Joining(who, a.Groups)
	}
	return who, nil
}

// Visitor returns the person whose name a proxy gives after it has checked them. Somebody unknown here may do what everybody may.
func (s *Service) Visitor(ctx context.Context, name string) (spar.Principal, error) {
	who, ok, err := s.somebody(ctx, name)
	who.Stale = true // nobody knows when they showed the proxy who they are
	if err != nil || ok {
		return who, err
	}
	all, err := s.People(ctx)
	if err != nil {
		return who, err
	}
	who = all.Stranger("visitor:" + name)
	who.Account, who.Stale = "visitor:"+name, true
	who.Clearance, who.Unlabelled = s.options().People.DefaultClearance, s.options().People.Unlabelled
	return who, s.engine.Label(ctx)
}

// Leave ends sessions of an account because its provider asked. It ends the sessions that rest on the provider's session there, and the
// account's sessions of unknown origin; if there is "", it ends all sessions of the account. The subject may be missing if there is
// given.
func (s *Service) Leave(ctx context.Context, issuer, subject, there string) error {
	return s.keys().Leave(ctx, issuer, subject, there)
}

// Accounts lists the accounts of other systems that have signed in, and the person that each is tied to.
func (s *Service) Accounts(ctx context.Context, who spar.Principal) ([]api.Account, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return nil, err
	}
	list, err := s.keys().Accounts(ctx)
	out := make([]api.Account, len(list))
	for i, a := range list {
		out[i] = accountOf(a)
	}
	return out, err
}

// ForgetAccount unties an account and ends its sessions. Its next sign-in ties it anew.
func (s *Service) ForgetAccount(ctx context.Context, who spar.Principal, id int64) (api.Account, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Account{}, err
	}
	a, err := s.keys().Forget(ctx, id)
	return accountOf(a), err
}

func accountOf(a access.Account) api.Account {
	return api.Account{Schema: api.AccountSchema, ID: a.ID, Issuer: a.Issuer, Subject: a.Subject, Who: a.Person, Claim: a.Claim, Name: a.Name, Groups: lines(a.Groups), Made: a.Made, Seen: a.Seen}
}
