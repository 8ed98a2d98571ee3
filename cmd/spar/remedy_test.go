package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// TestEveryActionIsOffered finds a command for each action that the vocabulary has, and each command with its flags in the
// tree of commands.
func TestEveryActionIsOffered(t *testing.T) {
	t.Parallel()
	root := (&app{env: func(string) (string, bool) { return "", false }}).command()
	all := actions(t)
	for _, action := range all {
		o, ok := offers[action]
		if !ok || o.does == "" {
			t.Errorf("nothing is offered for %q", action)
			continue
		}
		for _, r := range []spar.Remedy{{Do: action}, {Do: action, Name: "timeout", Path: "/mnt/docs"}} {
			words := strings.Fields(strings.Trim(o.commandFor(r), "`"))
			cmd := root
			if words[0] == "spar" {
				var err error
				if cmd, _, err = root.Find(words[1:]); err != nil || cmd == root {
					t.Errorf("%q: there is no command `%s`: %v", action, strings.Join(words, " "), err)
					continue
				}
			}
			for _, w := range words {
				if name, flag := strings.CutPrefix(w, "--"); flag && !takes(cmd, name) {
					t.Errorf("%q: %s takes no flag --%s", action, cmd.CommandPath(), name)
				}
			}
		}
	}
	if len(offers) != len(all) {
		t.Errorf("%d actions are offered, and there are %d", len(offers), len(all))
	}
}

// takes reports whether a command has a flag; the root stands for all.
func takes(cmd *cobra.Command, name string) bool {
	if cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil || cmd.PersistentFlags().Lookup(name) != nil {
		return true
	}
	if cmd.HasParent() {
		return false
	}
	for _, sub := range cmd.Commands() {
		if sub.Flags().Lookup(name) != nil {
			return true
		}
	}
	return false
}

// actions is the actions that the vocabulary declares.
func actions(t *testing.T) (list []spar.Action) {
	f, err := parser.ParseFile(token.NewFileSet(), "../../internal/spar/remedy.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := v.Type.(*ast.Ident); ok && kind.Name == "Action" {
			name, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, spar.Action(name))
		}
		return true
	})
	return list
}

func TestOffered(t *testing.T) {
	english := &app{env: func(string) (string, bool) { return "", false }}
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("x"), "x"},
		{spar.Errorf(spar.NotFound, "no share").Try(spar.Remedy{Do: spar.AddShare}), "no share; `spar share add NAME FOLDER` adds a share"},
		{fmt.Errorf("tag: %w", spar.Errorf(spar.NotFound, "none").Try(spar.Remedy{Do: spar.ListTags}, spar.Remedy{Do: spar.AddTag, Name: "Paid leave"})),
			"tag: none; `spar tag list` lists the tags, `spar tag add 'Paid leave'` makes one"},
		{spar.Errorf(spar.Conflict, "gone").Try(spar.Remedy{Do: spar.ConfirmShare, Name: "docs", Path: "/it's"}), `gone; ` + "`spar share relocate docs '/it'\\''s'`" + ` confirms it, if it is right`},
		{spar.Errorf(spar.Conflict, "small").Try(spar.Remedy{Do: spar.ChangeSetting, Name: "memory"}), "small; `spar config set memory VALUE` changes it"},
		{spar.Errorf(spar.Invalid, "new").Try(spar.Remedy{Do: spar.ScanShare}), "new; `spar scan` looks for what is new"},
	} {
		if got := english.withOffers(tt.err.Error(), spar.RemediesOf(tt.err)); got != tt.want {
			t.Errorf("%v is told as %q, want %q", tt.err, got, tt.want)
		}
	}
}
