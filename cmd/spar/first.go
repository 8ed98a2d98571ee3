package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// firstFolder tells who starts a server for this machine alone, before there is a share, which folders the page offers and how it offers
// others; "" where there is nothing to tell.
func (a *app) firstFolder(ctx context.Context, s *service.Service, who spar.Principal, on net.Listener, proxied bool) string {
	address, ok := on.Addr().(*net.TCPAddr)
	if !ok || proxied || !address.IP.IsLoopback() || a.quiet {
		return ""
	}
	if shares, err := s.Shares(ctx, who); err != nil || len(shares) > 0 {
		return ""
	}
	roots, joint := a.config.ShareRoots(), string(filepath.ListSeparator)
	offers := "none on this machine"
	if len(roots) > 0 {
		offers = "what is below " + strings.Join(roots, ", ")
	}
	command := a.addressed("`spar serve --share-roots " + shellWord(strings.Join(append(roots, "FOLDER"), joint)) + "`")
	return fmt.Sprintf("The page asks for a folder to answer from. It offers %s. For another one name it there, or start the server as\n  %s\n", printable(offers), printable(strings.Trim(command, "`")))
}

// typed matches a command in a text for people.
var typed = regexp.MustCompile("`spar ([^`]+)`")

// addressed is a text for people whose commands name the data directory, where whoever typed this command had to.
func (a *app) addressed(text string) string {
	if a.config == nil {
		return text
	}
	dir := a.config.NamedDir(false)
	if dir == "" {
		return text
	}
	return typed.ReplaceAllStringFunc(text, func(command string) string {
		command = strings.Trim(command, "`")
		if !strings.Contains(command, " --help") && !strings.Contains(command, " --data") && !strings.HasPrefix(command, "spar config") { // these are the same everywhere
			command += " --data " + shellWord(dir)
		}
		return "`" + command + "`"
	})
}

// advise prints a text for people with a command to type next.
func (a *app) advise(format string, args ...any) {
	io.WriteString(a.out, a.addressed(fmt.Sprintf(format, args...)))
}
