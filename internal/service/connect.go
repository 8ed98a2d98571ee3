package service

import (
	"context"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/spar"
)

// connectTime bounds the trial of a server elsewhere, which may never answer.
const connectTime = time.Minute

// A Connecting makes ready what settings would connect, without setting them. A nil value is a setting's default.
type Connecting func(changes map[string]*string) (Connection, error)

// A Connection is what settings would connect.
type Connection struct {
	Provider func(context.Context) []api.ConnectionCheck // tries the provider; nil: there is none
	Model    *llm.Client                                 // nil: there is none
	Keep     func() error                                // sets the settings, which hold at once
}

// OnConnect sets what connects servers elsewhere; without it none can be connected.
func (s *Service) OnConnect(do Connecting) { s.connect.Store(&do) }

// Connect has people of a provider sign in, or a language model elsewhere write answers, once a trial of it succeeded. Only somebody does
// so whom the owner of the machine trusts with it and who has just shown who they are: the one could sign in as anybody then, the other
// gets passages of the files.
func (s *Service) Connect(ctx context.Context, who spar.Principal, in api.Connection) (api.Connected, error) {
	out := api.Connected{Schema: api.ConnectedSchema, What: in.What, Checks: []api.ConnectionCheck{}}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	changes, err := connecting(in)
	if err != nil {
		return out, err
	}
	do := s.connect.Load()
	if do == nil || !who.Trusted {
		return out, spar.Errorf(spar.Invalid, "servers elsewhere are connected on the machine of this one, or where it was started with the administration of the machine").
			Try(spar.Remedy{Do: spar.ChangeSetting, Name: map[string]string{api.ConnectSignIn: "oidc-issuer", api.ConnectModel: "llm-url"}[in.What]})
	}
	if who.Trusted = false; sure(who, sendsOut) != nil { // it lifts much, but not this
		return out, sure(who, sendsOut)
	}
	c, err := (*do)(changes)
	if err != nil {
		return out, err
	}
	ctx, stop := context.WithTimeout(ctx, connectTime)
	defer stop()
	switch {
	case in.Address == "":
	case in.What == api.ConnectSignIn && c.Provider != nil:
		out.Checks = c.Provider(ctx)
	case in.What == api.ConnectModel && c.Model != nil:
		check := api.ConnectionCheck{Check: "reply", OK: true}
		if trial, err := tried(ctx, c.Model); err != nil {
			check.OK, check.Detail = false, err.Error()
		} else {
			check.Detail = trial.Text
		}
		out.Checks = append(out.Checks, check)
	}
	if ctx.Err() != nil {
		return out, spar.Errorf(spar.Unavailable, "the server elsewhere did not answer in time")
	}
	for _, check := range out.Checks {
		if !check.OK {
			return out, nil
		}
	}
	if in.Try {
		return out, nil
	}
	out.Kept = true
	return out, c.Keep()
}

// connecting are the settings of a connection.
func connecting(in api.Connection) (map[string]*string, error) {
	var values map[string]string
	secret := ""
	switch in.What {
	case api.ConnectSignIn:
		values = map[string]string{"oidc-client": in.Client, "oidc-person": in.Person, "oidc-domains": in.Domains, "oidc-groups": in.Groups, "oidc-issuer": string(in.Address)}
		secret = "oidc-secret"
	case api.ConnectModel:
		values = map[string]string{"llm-url": string(in.Address), "llm-model": in.Model}
		secret = "llm-key"
	default:
		return nil, spar.Errorf(spar.Invalid, "%q cannot be connected: it is %s or %s", Shortened(in.What, longLabel), api.ConnectSignIn, api.ConnectModel)
	}
	changes := map[string]*string{}
	for name, value := range values {
		if value = strings.TrimSpace(value); value == "" || in.Address == "" {
			changes[name] = nil
		} else {
			changes[name] = &value
		}
	}
	if in.Secret != nil || in.Address == "" {
		changes[secret] = nil
		if in.Secret != nil && *in.Secret != "" && in.Address != "" {
			key := string(*in.Secret)
			changes[secret] = &key
		}
	}
	if in.What == api.ConnectModel && in.Address != "" {
		changes["llm"] = nil // a model of this machine would go before it
	}
	return changes, nil
}
