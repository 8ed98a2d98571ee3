package service

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// How long keys last.
const (
	tokenLasts   = 90 * day
	sessionLasts = 7 * day
	day          = 24 * time.Hour

	// provedFor is how long after sign-in a browser may hand out rights.
	provedFor = 15 * time.Minute

	// TokenMost is the longest life of a token without a setting.
	TokenMost = 365 * day

	longLabel = 500 // bytes of a person's name or of a time
)

// CreateToken makes a token with which a program acts as the asker, or as n.For. Nobody hands out a right that they lack: a token may do
// no more than its maker, and it ends no later than the token that makes it. Only an administrator makes a token for somebody else, and
// not with a token. The secret is returned once.
func (s *Service) CreateToken(ctx context.Context, who spar.Principal, n api.NewToken) (api.Token, error) {
	lasts, err := s.lasting(ctx, who, n.Expires)
	if err != nil {
		return api.Token{}, err
	}
	needs, err := mostOf(n.May)
	if err != nil {
		return api.Token{}, err
	}
	if !who.May(needs) {
		return api.Token{}, spar.Errorf(spar.Invalid, "a token may do no more than who makes it: you may %v, and not %q", May(who), needs)
	}
	whose := who
	if needs == spar.CanAdminister {
		if err := sure(who, handsOut); err != nil {
			return api.Token{}, err
		}
	}
	if n.For != "" {
		if err := sure(who, handsOut); err != nil {
			return api.Token{}, err
		}
		if who.Token != 0 {
			return api.Token{}, spar.Errorf(spar.Invalid,
				"a token makes no token for somebody else: sign in otherwise than with a token, or make it on the command line")
		}
		if len(n.For) > longLabel {
			return api.Token{}, spar.Errorf(spar.Invalid, "whose the token is has %d bytes and may have %d", len(n.For), longLabel)
		}
		if whose, err = s.Served(ctx, n.For); err != nil {
			return api.Token{}, err
		}
		if process, err := s.Process(); err == nil && whose.UID == process.UID {
			whose = process
		}
	}
	role := spar.Roles()[slices.Index(capabilities, needs)]
	secret, key, err := s.keys().Make(ctx, access.Key{Kind: access.Token, Owner: whose.Owner(), Role: role, Parent: who.Token}, lasts)
	if err != nil {
		return api.Token{}, err
	}
	out := tokenOf(key)
	out.Secret = secret
	return out, nil
}

// Tokens lists the asker's tokens and sessions, or everybody's for an administrator.
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

// RevokeToken ends a token or session, and everything that it made: one of the asker's own, or anybody's for an administrator. A token
// that may not administer ends only itself and what it made.
func (s *Service) RevokeToken(ctx context.Context, who spar.Principal, id int64) error {
	owners, err := s.ownersFor(ctx, who)
	if err != nil {
		return err
	}
	by := who.Token
	if who.May(spar.CanAdminister) {
		by = 0
	}
	return s.keys().Revoke(ctx, id, by, owners...)
}

// ownersFor returns the owners whose keys somebody sees; nil for everybody's.
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

// SignIn makes a session for somebody who has shown who they are, and returns the secret for their browser. A session made with a token
// ends with it. One that stays is for a person without any other key: it lasts as long as a token may, used or not.
func (s *Service) SignIn(ctx context.Context, who spar.Principal, stays bool) (secret string, session api.Token, err error) {
	key := access.Key{Kind: access.Session, Owner: who.Owner(), Role: spar.Owner, Parent: who.Token, Proved: time.Now(), Lasting: stays}
	lasts := sessionLasts
	if stays {
		key.Role = spar.Operator // the role that they have at the time counts
		if lasts, err = s.set.Load().tokens(); err != nil {
			return "", session, err
		}
	} else if who.Role != "" {
		key.Role = who.Role
	}
	secret, key, err = s.keys().Make(ctx, key, lasts)
	return secret, tokenOf(key), err
}

// SignOut ends a session. An unknown one has ended before.
func (s *Service) SignOut(ctx context.Context, secret string) error {
	key, err := s.keys().Find(ctx, access.Session, secret)
	if spar.CodeOf(err) == spar.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return s.keys().Revoke(ctx, key.ID, 0)
}

// Bearer returns the owner of a token, with no more capabilities than the token has, and its number.
func (s *Service) Bearer(ctx context.Context, secret string) (who spar.Principal, key int64, err error) {
	return s.shown(ctx, access.Token, secret)
}

// Session returns the owner of a session, and its number.
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
	if who.Token = key.Parent; kind == access.Token {
		who.Token = key.ID
	}
	who.Stale = kind == access.Session && time.Since(key.Proved) > provedFor
	return who, key.ID, nil
}

// owner returns the principal with a name that owns things here. Their rights are the present ones, not those of the time when a key was
// made.
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

// capabilities has for each role, in the order of spar.Roles, the capability that it adds to the role below it.
var capabilities = []spar.Capability{spar.CanRead, spar.CanCurate, spar.CanOperate, spar.CanAdminister}

// May lists what somebody may do.
func May(who spar.Principal) []spar.Capability {
	return slices.DeleteFunc(slices.Clone(capabilities), func(c spar.Capability) bool { return !who.May(c) })
}

// mostOf returns the highest of some capabilities, or CanRead for none.
func mostOf(may []spar.Capability) (spar.Capability, error) {
	most := 0
	for _, c := range may {
		i := slices.Index(capabilities, c)
		if i < 0 {
			return "", spar.Errorf(spar.Invalid, "a token may %v, not %q", capabilities, Shortened(string(c), longLabel))
		}
		most = max(most, i)
	}
	return capabilities[most], nil
}

// lasting returns how long a new token lasts. No setting lets a token outlast the one that makes it.
func (s *Service) lasting(ctx context.Context, who spar.Principal, text string) (time.Duration, error) {
	most, err := s.set.Load().tokens()
	if err != nil {
		return 0, err
	}
	lasts := min(tokenLasts, most)
	if text != "" {
		number, unit := text[:len(text)-1], text[len(text)-1]
		n, err := strconv.Atoi(number)
		each := map[byte]time.Duration{'d': day, 'h': time.Hour}[unit]
		if err != nil || each == 0 || n < 1 || n > int(most/each) {
			return 0, spar.Errorf(spar.Invalid,
				"a token expires after %q, which must be days such as 90d or hours such as 12h, at most %dh, as the setting token-most says",
				Shortened(text, longLabel), most/time.Hour)
		}
		lasts = time.Duration(n) * each
	}
	if who.Token == 0 || text == "" { // without a time it lasts as long as the token that makes it
		return lasts, nil
	}
	by, err := s.keys().Get(ctx, who.Token)
	if err == nil && time.Now().Add(lasts).After(by.Expires.Add(time.Second)) { // stored to the second
		err = spar.Errorf(spar.Invalid,
			"the token by which you ask ends at %s, and one that it makes ends no later: leave expires out to let it end then",
			by.Expires.Format(time.RFC3339))
	}
	return lasts, err
}

func tokenOf(k access.Key) api.Token {
	out := api.Token{
		Schema: api.TokenSchema, ID: k.ID, Kind: string(k.Kind), Who: k.Owner, Name: Called(k.Owner), Made: k.Made, Expires: k.Expires,
		May: capabilities[:slices.Index(spar.Roles(), k.Role)+1], By: k.Parent,
	}
	if !k.Used.IsZero() {
		out.Used = &k.Used
	}
	return out
}
