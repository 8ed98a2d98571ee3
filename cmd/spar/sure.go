package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/sparsearch/spar"
	"github.com/spf13/cobra"
)

// yesFlag is the flag by which somebody says beforehand that they are sure.
func yesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVarP(yes, "yes", "y", false, "do not ask")
}

// errNotSure ends a command whose question was not answered with yes.
var errNotSure = errors.New("nothing was done, as you did not say yes")

// sure asks the person at the terminal before something that people made is lost, which what says in a sentence. Where
// nobody can be asked it refuses, unless passes says otherwise: of what can be undone, and of what the command line selects
// file by file.
func (a *app) sure(cmd *cobra.Command, yes, passes bool, what string) error {
	switch {
	case yes:
		return nil
	case a.someoneThere():
		fmt.Fprintf(a.err, "spar: %s Go on? [y/N] ", what)
		return a.answered(cmd)
	case passes:
		return nil
	}
	return spar.Errorf(spar.Invalid, "%s Say --yes to do it", what)
}

// someoneThere reports whether a person sees questions and can answer them.
func (a *app) someoneThere() bool {
	in, ok := a.in.(*os.File)
	return ok && isatty.IsTerminal(in.Fd()) && a.onTerminal()
}

// answered waits for a line that says yes, or for the end of the command.
func (a *app) answered(cmd *cobra.Command) error {
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.in).ReadString('\n') // the end of the input is no yes
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-cmd.Context().Done():
		return cmd.Context().Err()
	case line := <-answer:
		if line == "y" || line == "yes" {
			return nil
		}
		return errNotSure
	}
}

// enumerated writes what is there of some things as a sentence has them, such as "3 tags and 1 attribute".
func enumerated(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// some is plural, and "" for none.
func some(n int, one, many string) string {
	if n == 0 {
		return ""
	}
	return plural(n, one, many)
}
