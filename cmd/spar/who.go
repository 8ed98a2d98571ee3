package main

import (
	"context"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// forAnyone is the commands that answer whoever asks by what they may read. All others are the operator's: they work on
// all files, and take no --as.
var forAnyone = map[string]bool{
	"ask": true, "search": true, "open": true, "files": true, "duplicates": true, "show": true, "attributes": true,
	"tag list": true, "tag show": true, "taxonomy show": true, "taxonomy check": true, "taxonomy export": true,
	"ws create": true, "ws list": true, "ws show": true, "ws rename": true, "ws edit": true, "ws delete": true,
	"trash list": true, "trash restore": true, // of workspaces; shares and tags are the operator's alone
	"share list": true, "share show": true, "status": true, "doctor": true,
	"rights":  true, // asked by the operator about the one that --as names
	"version": true, "config": true, "man": true, "help": true,
}

// commandName is a command without the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
}

// mayBeAsked refuses --as where it would not be heeded.
func (a *app) mayBeAsked(cmd *cobra.Command, _ []string) error {
	if a.as == "" && cmd.Flags().Changed("as") {
		// A script whose variable is empty must not ask as the owner of everything.
		return spar.Errorf(spar.Invalid, "--as names nobody; give it a name, or leave it out to ask as yourself")
	}
	if a.as == "" || forAnyone[commandName(cmd)] {
		return nil
	}
	return spar.Errorf(spar.Invalid, "--as is not for `%s`, which works on all files for the one who runs SPAR; leave it out", cmd.CommandPath())
}

// asker opens the data directory and says who asks.
func (a *app) asker(cmd *cobra.Command) (*engine.Engine, spar.Principal, error) {
	e, err := a.engine(cmd)
	if err != nil {
		return nil, spar.Principal{}, err
	}
	who, err := a.principal(cmd.Context(), e)
	return e, who, err
}

// service opens the data directory and says who asks.
func (a *app) service(cmd *cobra.Command) (*service.Service, spar.Principal, error) {
	e, err := a.engine(cmd)
	if err != nil {
		return nil, spar.Principal{}, err
	}
	if a.served == nil {
		a.served = service.New(e, a.config.Service())
	}
	who, err := a.principal(cmd.Context(), e)
	return a.served, who, err
}

// principal is who asks: the user of this process, or with --as somebody else.
func (a *app) principal(ctx context.Context, e *engine.Engine) (spar.Principal, error) {
	if a.as != "" {
		return a.people(e).InPlaceOf(ctx, a.as)
	}
	return a.people(e).Process()
}

// people is a service that is asked about people alone.
func (a *app) people(e *engine.Engine) *service.Service {
	if a.served != nil {
		return a.served
	}
	return service.New(e, a.config.Service())
}

// shareFor is one of the shares that somebody may know of.
func shareFor(ctx context.Context, e *engine.Engine, who spar.Principal, name string) (spar.Share, error) {
	shares, err := e.SharesFor(ctx, who)
	if err != nil {
		return spar.Share{}, err
	}
	return catalog.ShareNamed(shares, name)
}
