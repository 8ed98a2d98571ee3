package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) serveCommand() *cobra.Command {
	var o serving
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve an HTTP API, MCP and clients of OpenAI's API, until it is stopped", Args: cobra.NoArgs,
		Long: `Serve answers over HTTP what the other commands answer: the API below /api/v1, which /api/openapi.json describes, MCP at /mcp,
and at /v1 what clients of OpenAI's API ask, for whom each workspace is a model. It watches the shares too, as "spar watch" does.
` + "`spar mcp`" + ` speaks MCP to an assistant that starts programs.

Without other settings it listens on 127.0.0.1:7727 and prints a link that signs a browser in as you, once. Programs show a
token of "spar token create". Everybody else is refused, and each sees what they may read, as on the command line.

It listens to other machines with --tls-cert and --tls-key, or behind a proxy that ends TLS (--behind-proxy); --base-url
says how it is called then. SIGTERM ends it: what was begun is finished, for at most ten seconds. SIGHUP has it read the
certificate and the settings again.`,
		Example: "  spar serve\n" +
			"  spar serve --listen :8443 --base-url https://spar.example --tls-cert spar.crt --tls-key spar.key\n" +
			"  spar serve --listen 127.0.0.1:0 --json\n  spar serve --log requests --debug-listen 127.0.0.1:7728",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.configure(cmd); err != nil {
				return err
			}
			log, err := a.serverLog()
			if err != nil {
				return err
			}
			a.log = log.Logger
			return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
				return a.serve(ctx, cmd, s, who, o, log)
			})(cmd, args)
		},
	}
	cmd.Flags().BoolVar(&o.admin, "admin-api", false, "serve what those who administer may do, too")
	cmd.Flags().BoolVar(&o.still, "no-watch", false, "leave the shares to another process that watches them")
	return cmd
}

// serving has the flags of a server that are no settings.
type serving struct{ admin, still bool }

// serve serves until ctx ends.
func (a *app) serve(ctx context.Context, cmd *cobra.Command, s *service.Service, who spar.Principal, o serving, log *serverLog) error {
	if !who.May(spar.CanAdminister) {
		return spar.Errorf(spar.Invalid, "a server is started by the owner of the data directory")
	}
	if err := s.MayWrite(); err != nil { // sessions, tokens and the audit trail
		return err
	}
	secured, err := a.certificate()
	if err != nil {
		return err
	}
	if _, err := a.config.Audit(); err != nil {
		return err
	}
	if _, err := a.config.SessionIdle(); err != nil {
		return err
	}
	if _, err := a.config.TokenMost(); err != nil {
		return err
	}
	limits, err := limitsOf(a.config)
	if err != nil {
		return err
	}
	provider, err := providerOf(a.config)
	if err != nil {
		return err
	}
	traces, flush, err := a.traces(ctx, log.Logger)
	if err != nil {
		return err
	}
	defer flush()
	proxied, err := a.config.BehindProxy()
	if err != nil {
		return err
	}
	socket := strings.HasPrefix(a.config.Text("listen"), socketPrefix)
	front, err := frontOf(a.config, socket)
	if err != nil {
		return err
	}
	on, base, err := a.listen(ctx, secured != nil, proxied)
	if err != nil {
		return err
	}
	h := server.New(server.Options{Service: s, Base: base, Admin: o.admin, Version: version, Log: log.Logger,
		Proxied: proxied || socket, Socket: socket, Provider: provider, Front: front, Limits: limits, Traces: traces})
	var one sync.Mutex // at a time reads the settings
	retake := func() error {
		one.Lock()
		defer one.Unlock()
		return a.reload(cmd, s, h, log)
	}
	s.OnChange(func(name string, value *string) error {
		c, err := config.Load(given(cmd), a.env)
		if err != nil {
			return err
		}
		if err := c.Change(name, value); err != nil {
			return err
		}
		return retake()
	})
	s.OnChoose(func(changes map[string]*string) error {
		c, err := config.Load(given(cmd), a.env)
		if err != nil {
			return err
		}
		if err := c.Choose(changes); err != nil {
			return err
		}
		return retake()
	})
	s.OnConnect(func(changes map[string]*string) (to service.Connection, err error) {
		c, err := config.Load(given(cmd), a.env)
		if err != nil {
			return to, err
		}
		then, keep, err := c.Connect(changes)
		if err != nil {
			return to, err
		}
		provider, err := providerOf(then)
		if err != nil {
			return to, err
		}
		if provider.Issuer != "" {
			to.Provider = func(ctx context.Context) []api.ConnectionCheck { return server.TryProvider(ctx, provider) }
		}
		to.Model, err = then.Model()
		to.Keep = func() error { return errors.Join(keep(), retake()) }
		return to, err
	})
	working, stop := context.WithCancel(ctx)
	defer stop()
	ended, err := a.serveDebug(working, h.Debug())
	if err != nil {
		return errors.Join(err, on.Close())
	}
	untell, err := s.TellServed(base.String())
	if err != nil { // links then name the server as the settings do
		log.Warn("other processes do not see where this server is", "err", err)
	} else {
		defer untell()
	}
	ready := api.Serving{Schema: api.ServeSchema, URL: base.String(), Link: h.Link()}
	if a.json {
		err = a.printJSON(ready)
	} else {
		_, err = fmt.Fprintf(a.out, "SPAR serves at %s\nSign in once with this link: %s\n%s", ready.URL, ready.Link, a.firstFolder(ctx, s, who, on, proxied))
	}
	if err != nil {
		return errors.Join(err, on.Close())
	}
	for _, fault := range a.config.RootFaults() {
		a.note("%s", fault)
	}
	var beside sync.WaitGroup
	if !o.still {
		beside.Go(func() { a.watchBeside(working, s, who, log.Logger) })
	}
	beside.Go(func() { a.reloading(working, retake, secured, log) })
	a.notify("READY=1")
	context.AfterFunc(working, func() { a.notify("STOPPING=1") })
	var sealed *tls.Config
	if secured != nil {
		sealed = secured.config()
	}
	err = h.Serve(ctx, on, sealed)
	stop()
	beside.Wait()
	<-ended
	s.SaveIndex(context.WithoutCancel(ctx))
	return err
}

// listen opens the address of the settings, if it is safe to listen there, and returns the URL of the server.
func (a *app) listen(ctx context.Context, secured, proxied bool) (net.Listener, *url.URL, error) {
	address := a.config.Text("listen")
	if path, ok := strings.CutPrefix(address, socketPrefix); ok {
		return a.listenBehind(ctx, path)
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, nil, spar.Errorf(spar.Invalid, "listen is %q and must be an address with a port, such as 127.0.0.1:7727 or :8443", address)
	}
	ip := net.ParseIP(host)
	if near := host == "localhost" || ip != nil && ip.IsLoopback(); !near && !secured && !proxied {
		return nil, nil, spar.Errorf(spar.Invalid,
			"at %s other machines would send tokens that everybody on the way can read: give --tls-cert and --tls-key, or say "+
				"--behind-proxy where a proxy ends TLS and alone reaches this address", address)
	}
	base, err := a.baseURL()
	if err != nil {
		return nil, nil, err
	}
	on, err := listenAt(ctx, address)
	if err != nil {
		return nil, nil, err
	}
	if base == nil {
		base = &url.URL{Scheme: "http", Host: net.JoinHostPort(hostname(host), strconv.Itoa(on.Addr().(*net.TCPAddr).Port))}
		if secured {
			base.Scheme = "https"
		}
	}
	return on, base, nil
}

// baseURL returns the URL of the server from the setting; nil without one.
func (a *app) baseURL() (*url.URL, error) {
	text := a.config.Text("base-url")
	if text == "" {
		return nil, nil
	}
	base, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.Path != "" {
		return nil, spar.Errorf(spar.Invalid, "base-url is %q and must be how the server is called, such as https://spar.example", text)
	}
	return base, nil
}

// listenBehind opens a socket behind a proxy, which alone knows how the server is called.
func (a *app) listenBehind(ctx context.Context, path string) (net.Listener, *url.URL, error) {
	base, err := a.baseURL()
	if err == nil && base == nil {
		err = spar.Errorf(spar.Invalid, "a server that listens on a socket needs the setting base-url: how the proxy in front of it is called")
	}
	if err != nil {
		return nil, nil, err
	}
	on, err := listenOnSocket(ctx, path)
	return on, base, err
}

func listenAt(ctx context.Context, address string) (net.Listener, error) {
	on, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, spar.Errorf(spar.Conflict, "another program listens at %s; end it, or choose another port", address)
	case err != nil:
		return nil, spar.Errorf(spar.Unavailable, "listen at %s: %w", address, err)
	}
	return on, nil
}

// hostname returns the name of a host that listens on a name, on an address or on all addresses.
func hostname(host string) string {
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return host
	}
	return "localhost"
}

// watchBeside keeps the shares up to date while the server runs. If it cannot, questions look for changes themselves.
func (a *app) watchBeside(ctx context.Context, s *service.Service, who spar.Principal, log *slog.Logger) {
	for e, err := range s.Watch(ctx, who, api.WatchRequest{}) {
		switch {
		case err != nil && ctx.Err() == nil:
			log.Warn("the shares are not watched", "err", err)
		case e.Event == api.WatchFailed || e.Event == api.WatchUnreachable:
			log.Warn("watch", "event", e.Event, "share", e.Share, "detail", e.Detail)
		}
	}
}

func (a *app) mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "mcp", Short: "Serve an assistant by MCP over standard input and output", Args: cobra.NoArgs,
		Long: `Mcp speaks the Model Context Protocol over standard input and output, for assistants that start the programs they use.
The assistant asks as you and sees what you may read. Tell it the command, for example:

  {"mcpServers": {"spar": {"command": "spar", "args": ["mcp"]}}}`,
		Example: "  claude mcp add spar -- spar mcp\n  spar mcp --as ada",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			err := server.MCP(s, who, nil, version).Run(ctx, &mcp.StdioTransport{})
			if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}),
	}
}

// recorded adds an entry to the audit trail: with the outcome begun before something is done that gives or takes rights.
func recorded(ctx context.Context, s *service.Service, who spar.Principal, operation, outcome string, about ...string) error {
	return s.Record(ctx, api.AuditEntry{
		At: time.Now().UTC(), Who: who.Owner(), Via: "cli", Operation: operation, Outcome: outcome, About: about,
	})
}

func (a *app) tokenCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "token", Short: "Make and revoke tokens, with which programs ask a server as somebody"}
	var n api.NewToken
	var may []string
	create := &cobra.Command{
		Use: "create", Short: "Make a token, which is printed once", Args: cobra.NoArgs,
		Long: `Create prints a token and nothing else. A program sends it in the header "Authorization: Bearer TOKEN" and then may do what
the one may whose it is, but no more than --may names: read, curate, operate or administer, each with those before it.
Nobody makes a token that may more than they may, and none lasts longer than the setting token-most says.
Which files it reaches is decided when it is used, by the rights of then.`,
		Example: "  spar token create\n  spar token create --for ada --may read,curate --expires 30d",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			for _, c := range may {
				n.May = append(n.May, spar.Capability(c))
			}
			if err := recorded(ctx, s, who, "createToken", "begun", "for="+cmp.Or(n.For, who.Owner()), "may="+strings.Join(may, ",")); err != nil {
				return err
			}
			t, err := s.CreateToken(ctx, who, n)
			if err == nil {
				err = recorded(ctx, s, who, "createToken", "done", "made="+strconv.FormatInt(t.ID, 10))
			}
			return printOne(a, t, err, func() { fmt.Fprintln(a.out, t.Secret) })
		}),
	}
	create.Flags().StringVar(&n.For, "for", "", "whose it is: an account of this machine or somebody of the principals file; you if nobody is named")
	create.Flags().StringSliceVar(&may, "may", nil, "the most it may do: read (the default), curate, operate, administer")
	create.Flags().StringVar(&n.Expires, "expires", "", "after how long it ends, such as 30d or 12h; 90d if nothing is said")
	list := &cobra.Command{
		Use: "list", Short: "List tokens and sessions that have not ended", Args: cobra.NoArgs, Example: "  spar token list --json",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Tokens(ctx, who)), func(t api.Token) []any {
				used := "never used"
				if t.Used != nil {
					used = "used " + t.Used.Format("2006-01-02 15:04")
				}
				var may []string
				for _, c := range t.May {
					may = append(may, string(c))
				}
				by := ""
				if t.By != 0 {
					by = fmt.Sprint("made by ", t.By)
				}
				return []any{t.ID, t.Kind, cmp.Or(t.Name, t.Who), strings.Join(may, ","), "until " + t.Expires.Format("2006-01-02 15:04"), used, by}
			})
		}),
	}
	revoke := &cobra.Command{
		Use: "revoke ID", Short: "End a token or session", Args: cobra.ExactArgs(1), Example: "  spar token revoke 3",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			id, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return spar.Errorf(spar.Invalid, "%q is no number of a token, which `spar token list` prints", args[0])
			}
			if err := recorded(ctx, s, who, "revokeToken", "begun", "id="+args[0]); err != nil {
				return err
			}
			return s.RevokeToken(ctx, who, id)
		}),
	}
	cmd.AddCommand(create, list, revoke)
	return cmd
}
