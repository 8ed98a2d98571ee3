package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) personCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "person", Short: "Add people who may ask a server, invite them, and say until when they may",
		Example: "  spar token person add ada --role curator --groups staff\n  spar token person invite ada"}
	cmd.AddCommand(a.personList(), a.personAdd(), a.personChange(), a.personInvite(), a.personSees())
	return cmd
}

func (a *app) personList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the people of the principals file, and those who were added", Args: cobra.NoArgs, Example: "  spar token person list --json",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Directory(ctx, who)), func(p api.Person) []any {
				var notes []string
				switch {
				case p.Disabled:
					notes = append(notes, "disabled")
				case p.Expires != nil && !p.Expires.After(time.Now()):
					notes = append(notes, "ended "+p.Expires.Format(time.DateOnly))
				case p.Expires != nil:
					notes = append(notes, "until "+p.Expires.Format(time.DateOnly))
				}
				if p.Invited != nil {
					notes = append(notes, "invited until "+p.Invited.Format("2006-01-02 15:04"))
				}
				if p.Trouble != "" {
					notes = append(notes, p.Trouble)
				}
				return []any{p.Name, p.Role, strings.Join(p.Groups, ","), p.Clearance, p.From, strings.Join(notes, "; ")}
			})
		}),
	}
}

func (a *app) personAdd() *cobra.Command {
	var n api.NewPerson
	cmd := &cobra.Command{
		Use: "add NAME", Short: "Add somebody who may ask a server", Args: cobra.ExactArgs(1),
		Long: `Add names somebody who may ask a server. Who has an account of this machine under that name reads what it may; everybody else
reads what everybody may, and what their groups may. People are not taken out again, so that nobody gets what was theirs: disable them.`,
		Example: "  spar token person add ada\n  spar token person add ben --role curator --groups staff,legal --expires 2027-06-30",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			n.Name = args[0]
			if err := recorded(ctx, s, who, "addPerson", "begun", "name="+n.Name, "role="+n.Role); err != nil {
				return err
			}
			p, err := s.AddPerson(ctx, who, n)
			return printOne(a, p, err, func() {
				fmt.Fprintf(a.out, "%s is added; spar token person invite makes a link to sign in with\n", printable(p.Name))
			})
		}),
	}
	cmd.Flags().StringVar(&n.Role, "role", "", "reader (the default), curator or operator")
	cmd.Flags().StringSliceVar(&n.Groups, "groups", nil, "that they are in")
	cmd.Flags().StringSliceVar(&n.Also, "also", nil, "other names, such as what a provider calls them")
	cmd.Flags().StringVar(&n.Clearance, "clearance", "", "the highest level of confidentiality that they may know of")
	cmd.Flags().StringVar(&n.Expires, "expires", "", "until when they may ask: a day such as 2027-01-31, or after such as 90d")
	return cmd
}

func (a *app) personChange() *cobra.Command {
	var role, clearance, expires string
	var groups, also []string
	var disable, enable bool
	cmd := &cobra.Command{
		Use: "change NAME", Short: "Change somebody who was added, or disable them", Args: cobra.ExactArgs(1),
		Example: "  spar token person change ada --role operator\n  spar token person change ben --disable\n  spar token person change ben --enable --expires never",
	}
	f := cmd.Flags()
	f.StringVar(&role, "role", "", "reader, curator or operator")
	f.StringSliceVar(&groups, "groups", nil, "that they are in, instead of those before; an empty one for none")
	f.StringSliceVar(&also, "also", nil, "other names, instead of those before")
	f.StringVar(&clearance, "clearance", "", "the highest level of confidentiality that they may know of")
	f.StringVar(&expires, "expires", "", "until when they may ask: a day, after such as 90d, or never")
	f.BoolVar(&disable, "disable", false, "let them ask no more; their keys work again when they are enabled")
	f.BoolVar(&enable, "enable", false, "let them ask again")
	cmd.MarkFlagsMutuallyExclusive("disable", "enable")
	cmd.RunE = a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		c := api.PersonChange{Name: args[0]}
		about := []string{"name=" + c.Name}
		text := func(name string, value string, to **string) {
			if f.Changed(name) {
				*to = &value
				about = append(about, name+"="+value)
			}
		}
		text("role", role, &c.Role)
		text("clearance", clearance, &c.Clearance)
		text("expires", expires, &c.Expires)
		if f.Changed("groups") {
			c.Groups = append([]string{}, groups...)
			about = append(about, "groups="+strings.Join(groups, ","))
		}
		if f.Changed("also") {
			c.Also = append([]string{}, also...)
		}
		if disable || enable {
			c.Disabled = &disable
			about = append(about, fmt.Sprint("disabled=", disable))
		}
		if err := recorded(ctx, s, who, "changePerson", "begun", about...); err != nil {
			return err
		}
		p, err := s.ChangePerson(ctx, who, c)
		return printOne(a, p, err, func() { fmt.Fprintf(a.out, "%s is changed\n", printable(p.Name)) })
	})
	return cmd
}

func (a *app) personInvite() *cobra.Command {
	var n api.NewInvitation
	cmd := &cobra.Command{
		Use: "invite NAME", Short: "Print a link by which somebody who was added signs a browser in, once", Args: cobra.ExactArgs(1),
		Example: "  spar token person invite ada\n  spar token person invite ada --expires 12h",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			n.Name = args[0]
			return a.invite(ctx, s, who, n)
		}),
	}
	cmd.Flags().StringVar(&n.Expires, "expires", "", "after how long the link ends, such as 12h; 7d if nothing is said")
	return cmd
}

func (a *app) personSees() *cobra.Command {
	return &cobra.Command{
		Use: "sees NAME", Short: "Say how many files of each share somebody may read", Args: cobra.ExactArgs(1),
		Long: `Sees says how many files of each share somebody may read now. The rights of a share decide that; spar share rights changes
them, and spar show rights FILE --as NAME says why somebody may read a file.`,
		Example: "  spar token person sees ada",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			p, err := s.PersonSees(ctx, who, args[0])
			return printOne(a, p, err, func() {
				for _, sh := range p.Shares {
					fmt.Fprintf(a.out, "%s\t%d of %d files\trights: %s\n", printable(sh.Share), sh.Files, sh.Of, sh.Rights)
				}
			})
		}),
	}
}

func (a *app) linkCommand() *cobra.Command {
	return &cobra.Command{
		Use: "link", Short: "Print a link that signs a browser in as you, once", Args: cobra.NoArgs, Example: "  spar token link",
		Long: "Link prints an address of the server that runs here, or of one with these settings, that signs a browser in as you. It counts once, for an hour.",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return a.invite(ctx, s, who, api.NewInvitation{Expires: "1h"})
		}),
	}
}

func (a *app) invite(ctx context.Context, s *service.Service, who spar.Principal, n api.NewInvitation) error {
	base, err := a.linkBase(s)
	if err != nil {
		return err
	}
	if err := recorded(ctx, s, who, "invitePerson", "begun", "name="+cmp.Or(n.Name, who.Owner())); err != nil {
		return err
	}
	out, err := s.InvitePerson(ctx, who, n)
	out.Link = server.InvitationLink(base, out.Secret)
	return printOne(a, out, err, func() { fmt.Fprintln(a.out, out.Link) })
}

// linkBase returns the URL of the server that runs, or of one with these settings.
func (a *app) linkBase(s *service.Service) (*url.URL, error) {
	if at, err := url.Parse(s.ServedAt()); err == nil && at.Host != "" {
		return at, nil
	}
	base, err := a.baseURL()
	if base != nil || err != nil {
		return base, err
	}
	host, port, err := net.SplitHostPort(a.config.Text("listen"))
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "a link needs the name of the server: set base-url").Try(spar.Remedy{Do: spar.ChangeSetting, Name: "base-url"})
	}
	base = &url.URL{Scheme: "http", Host: net.JoinHostPort(hostname(host), port)}
	if a.config.Text("tls-cert") != "" {
		base.Scheme = "https"
	}
	return base, nil
}
