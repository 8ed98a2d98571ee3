package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// socketPrefix begins an address to listen at that is a socket of this machine.
const socketPrefix = "unix:"

// providerOf is the provider whose people may sign in, as the settings say.
func providerOf(c *config.Config) (p server.Provider, err error) {
	list := func(name string) (list []string) {
		for part := range strings.SplitSeq(c.Text(name), ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		return list
	}
	p = server.Provider{
		Issuer: c.Text("oidc-issuer"), Client: c.Text("oidc-client"), Secret: c.Text("oidc-secret"), Scopes: list("oidc-scopes"),
		Person: c.Text("oidc-person"), Domains: list("oidc-domains"), Groups: c.Text("oidc-groups"), SIDs: c.Text("oidc-sids"),
	}
	if p.Issuer == "" {
		return p, nil
	}
	switch {
	case !server.SafeAddress(p.Issuer):
		return p, spar.Errorf(spar.Invalid, "oidc-issuer is %q and must be an address that begins with https://", p.Issuer)
	case p.Client == "":
		return p, spar.Errorf(spar.Invalid, "oidc-client must say how the provider %s calls this server", p.Issuer)
	case p.Person == "email" && len(p.Domains) == 0:
		return p, spar.Errorf(spar.Invalid, "oidc-person is email: oidc-domains must name the domains whose addresses count")
	}
	return p, nil
}

// frontOf is the proxy that names people in a header, as the settings say.
func frontOf(c *config.Config, socket bool) (p server.FrontProxy, err error) {
	p = server.FrontProxy{Header: c.Text("sign-in-header"), Secret: c.Text("sign-in-secret")}
	if p.Header != "" && p.Secret == "" && !socket {
		return p, spar.Errorf(spar.Invalid,
			"anybody who reaches the server could send the header %s: set sign-in-secret, or have the server listen on a socket "+
				"(--listen unix:/run/spar/spar.sock)", p.Header)
	}
	if p.Secret != "" && len(p.Secret) < 16 {
		return p, spar.Errorf(spar.Invalid, "sign-in-secret has fewer than 16 characters: choose a longer one that nobody can guess")
	}
	return p, nil
}

// listenOnSocket opens a socket of this machine for this user and their group. It removes a socket that an earlier server has left.
func listenOnSocket(ctx context.Context, path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		if other, err := net.Dial("unix", path); err == nil {
			other.Close()
			return nil, spar.Errorf(spar.Conflict, "another program listens at %s; end it, or choose another socket", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, spar.Errorf(spar.Unavailable, "listen at %s: %w", path, err)
		}
	}
	on, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err == nil {
		err = os.Chmod(path, 0o660)
	}
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "listen at %s: %w", path, err)
	}
	return on, nil
}

func (a *app) accountCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "account", Short: "List and untie accounts of a provider that have signed in at a server"}
	list := &cobra.Command{
		Use: "list", Short: "List the accounts that have signed in, and to whom each is tied", Args: cobra.NoArgs, Example: "  spar token account list --json",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Accounts(ctx, who)), func(t api.Account) []any {
				tied := "nobody here"
				if t.Who != "" {
					tied = accounts.Shown(t.Who)
				}
				return []any{t.ID, t.Name, tied, t.Issuer + " " + t.Subject, "signed in " + t.Seen.Format("2006-01-02 15:04")}
			})
		}),
	}
	forget := &cobra.Command{
		Use: "forget ID", Short: "Untie an account and end its sessions", Args: cobra.ExactArgs(1), Example: "  spar token account forget 3",
		Long: `Forget ends the sessions of an account and forgets to whom it is tied. When it signs in again it is tied anew, to whom the provider
names then: say so when somebody has another name now, or the name is somebody else's.`,
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			id, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return spar.Errorf(spar.Invalid, "%q is no number of an account, which `spar token account list` prints", args[0])
			}
			if err := recorded(ctx, s, who, "forgetAccount", "begun", "id="+args[0]); err != nil {
				return err
			}
			account, err := s.ForgetAccount(ctx, who, id)
			return printOne(a, account, err, func() { fmt.Fprintf(a.out, "account %d is forgotten\n", id) })
		}),
	}
	cmd.AddCommand(list, forget)
	return cmd
}
