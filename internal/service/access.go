package service

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
)

// How long keys last.
const (
	tokenLasts   = 90 * day
	tokenMost    = 3650 * day
	sessionLasts = 7 * day
	day          = 24 * time.Hour
)

// CreateToken makes a token with which a program acts as who asks. For somebody else only the owner of the data directory makes
// one. It is told once.
func (s *Service) CreateToken(ctx context.Context, who spar.Principal, n api.NewToken) (api.Token, error) {
	lasts, err := lasting(n.Expires)
	if err != nil {
		return api.Token{}, err
	}
	role, err := roleOf(n.May)
	if err != nil {
		return api.Token{}, err
	}
	whose := who
	if n.For != "" {
		if err := must(who, spar.CanAdminister); err != nil {
			return api.Token{}, err
		}
		if whose, err = s.Served(ctx, n.For); err != nil {
			return api.Token{}, err
		}
		if process, err := s.Process(); err == nil && whose.UID == process.UID {
			whose = process
		}
	}
	secret, key, err := s.keys().Make(ctx, access.Token, whose.Owner(), role, lasts)
	if err != nil {
		return api.Token{}, err
	}
	out := tokenOf(key)
	out.Secret = secret
	return out, nil
}

// Tokens lists the tokens and sessions of who asks, or everybody's for the owner of the data directory.
func (s *Service) Tokens(ctx context.Context, who spar.Principal) ([]api.Token, error) {
	owners, err := s.ownersFor(ctx, who)
	if err != nil {
		return nil, err
	}
	keys, err := s.keys().List(ctx, owners...)
	list := make([]api.Token, len(keys))
	for i, k := range keys {
		list[i] = tokenOf(k)
	}
	return list, err
}

// RevokeToken ends a token or session, of oneself, or of anybody for the owner of the data directory.
func (s *Service) RevokeToken(ctx context.Context, who spar.Principal, id int64) error {
	owners, err := s.ownersFor(ctx, who)
	if err != nil {
		return err
	}
	return s.keys().Revoke(ctx, id, owners...)
}

// ownersFor is whose keys somebody sees; none for everybody's.
func (s *Service) ownersFor(ctx context.Context, who spar.Principal) ([]string, error) {
	if who.May(spar.CanAdminister) {
		return nil, nil
	}
	owners := who.Owners()
	accounts, err := s.keys().Accounts(ctx)
	for _, a := range accounts {
		if slices.Contains(who.Owners(), a.Person) {
			owners = append(owners, a.Owner())
		}
	}
	return owners, err
}

// SignIn makes a session for somebody who has shown who they are, and gives the secret for their browser.
func (s *Service) SignIn(ctx context.Context, who spar.Principal) (secret string, err error) {
	role := spar.Owner
	if who.Role != "" {
		role = who.Role
	}
	secret, _, err = s.keys().Make(ctx, access.Session, who.Owner(), role, sessionLasts)
	return secret, err
}

// SignOut ends a session. One that is not known has ended.
func (s *Service) SignOut(ctx context.Context, secret string) error {
	key, err := s.keys().Find(ctx, access.Session, secret)
	if spar.CodeOf(err) == spar.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return s.keys().Revoke(ctx, key.ID)
}

// Bearer is whose token that is, with no more capabilities than the token has, and its number.
func (s *Service) Bearer(ctx context.Context, secret string) (who spar.Principal, key int64, err error) {
	return s.shown(ctx, access.Token, secret)
}

// Session is whose session that is, and its number.
func (s *Service) Session(ctx context.Context, secret string) (who spar.Principal, key int64, err error) {
	return s.shown(ctx, access.Session, secret)
}

func (s *Service) shown(ctx context.Context, kind access.Kind, secret string) (who spar.Principal, number int64, err error) {
	key, err := s.keys().Find(ctx, kind, secret)
	if err != nil {
		return who, 0, err
	}
	if account := access.AccountOf(key.Owner); account > 0 {
		of, err := s.keys().Account(ctx, account)
		if err != nil {
			return who, 0, err
		}
		if who, err = s.arrived(ctx, of, kind == access.Session); err != nil {
			return who, 0, err
		}
	} else if who, err = s.owner(ctx, key.Owner); err != nil {
		return who, key.ID, err
	}
	for i, c := range capabilities {
		if spar.Roles()[i] == key.Role && who.May(c) {
			who.Role = key.Role
		}
	}
	return who, key.ID, nil
}

// owner is somebody by what they are as the owner of what they make. Rights are those of now, not of when a key was made.
func (s *Service) owner(ctx context.Context, name string) (spar.Principal, error) {
	if person, ok := strings.CutPrefix(name, "person:"); ok {
		who, err := s.Served(ctx, person)
		if err == nil && !who.Listed {
			err = spar.Errorf(spar.NotFound, "the principals file names no %q any more", person)
		}
		return who, err
	}
	if visitor, ok := strings.CutPrefix(name, "visitor:"); ok {
		return s.Visitor(ctx, visitor)
	}
	process, err := s.Process()
	if err != nil || process.Owner() == name {
		return process, err
	}
	id := strings.TrimPrefix(name, "uid:")
	if id == strconv.Itoa(os.Getuid()) {
		return process, nil
	}
	account, err := accounts.LookupID(id)
	if err != nil {
		return spar.Principal{}, spar.Errorf(spar.NotFound, "this machine has no account with the number %s any more", id)
	}
	return s.Served(ctx, account.Username)
}

// capabilities has for each role, in the order of spar.Roles, what it has before the role below it.
var capabilities = []spar.Capability{spar.CanRead, spar.CanCurate, spar.CanOperate, spar.CanAdminister}

// May lists what somebody may do.
func May(who spar.Principal) []spar.Capability {
	return slices.DeleteFunc(slices.Clone(capabilities), func(c spar.Capability) bool { return !who.May(c) })
}

// roleOf is the role that has what is named.
func roleOf(may []spar.Capability) (spar.Role, error) {
	most := 0
	for _, c := range may {
		i := slices.Index(capabilities, c)
		if i < 0 {
			return "", spar.Errorf(spar.Invalid, "a token may %v, not %q", capabilities, c)
		}
		most = max(most, i)
	}
	return spar.Roles()[most], nil
}

// lasting reads how long a token lasts.
func lasting(text string) (time.Duration, error) {
	if text == "" {
		return tokenLasts, nil
	}
	fault := spar.Errorf(spar.Invalid, "a token expires after %q, which must be days such as 90d or hours such as 12h, at most %dd", text, tokenMost/day)
	number, unit := text[:len(text)-1], text[len(text)-1]
	n, err := strconv.Atoi(number)
	each := map[byte]time.Duration{'d': day, 'h': time.Hour}[unit]
	if err != nil || each == 0 || n < 1 || n > int(tokenMost/each) {
		return 0, fault
	}
	return time.Duration(n) * each, nil
}

func tokenOf(k access.Key) api.Token {
	out := api.Token{
		Schema: api.TokenSchema, ID: k.ID, Kind: string(k.Kind), Who: k.Owner, Name: Called(k.Owner), Made: k.Made, Expires: k.Expires,
		May: capabilities[:slices.Index(spar.Roles(), k.Role)+1],
	}
	if !k.Used.IsZero() {
		out.Used = &k.Used
	}
	return out
}
