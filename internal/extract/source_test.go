package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// shownBlocks are the blocks of a document, a line each, with their kinds.
func shownBlocks(t testing.TB, name, content string) (format, text string) {
	t.Helper()
	doc := Document(context.Background(), input(name, content))
	checkDocument(t, doc, int64(len(content)))
	var b strings.Builder
	for _, x := range doc.Blocks {
		kind := map[spar.BlockKind]string{spar.Heading: "#", spar.Paragraph: "P", spar.ListItem: "-", spar.CodeBlock: "C", spar.Setting: "C", spar.Source: "S", spar.TableKind: "T"}[x.Kind]
		b.WriteString(kind + " " + strings.ReplaceAll(x.Text, "\n", "|") + "\n")
	}
	return doc.Format, b.String()
}

func TestSource(t *testing.T) {
	for _, c := range []struct{ name, format, content, want string }{
		{"a.go", "source", "// Package ice keeps\n// ice cold.\npackage ice\n\n// Melt ends the ice,\n// which is deprecated since 2024-01-05.\n//\n//\tMelt(3)\nfunc (c *Cube) Melt(n int) error {\n\t// try again later, it may be frozen\n\treturn nil // done\n}\n",
			"# ice\nP Package ice keeps ice cold.\nS package ice\n# Cube.Melt\nP Melt ends the ice, which is deprecated since 2024-01-05.\nC \tMelt(3)\nS func (c *Cube) Melt(n int) error {|\t// try again later, it may be frozen|\treturn nil // done|}\n"},
		{"a.go", "source", "package x\n\nvar usage = \"Shows the first lines of every file that is named on the command line.\"\nvar url = \"http://x.y/z\" // no comment begins in it\n",
			"# x\nS package x\n# usage\nS var usage = \"Shows the first lines of every file that is named on the command line.\"\nP Shows the first lines of every file that is named on the command line.\n# url\nS var url = \"http://x.y/z\" // no comment begins in it\n"},
		{"a.py", "source", "#!/usr/bin/python3\nimport os\n\nclass Ice:\n    \"\"\"Keeps things\n    cold.\n\n    :param n: how many\n        of them\n    \"\"\"\n\n    def melt(self):\n        '''Ends it.'''\n        # a remark\n        return 1\n",
			"S #!/usr/bin/python3|import os\n# Ice\nS class Ice:\nP Keeps things cold.\n- n: how many of them\n# melt\nS     def melt(self):\nP Ends it.\nS         # a remark|        return 1\n"},
		{"a.c", "source", "/*\n * Melts the ice.\n *\n * It is slow.\n */\nstatic int melt(struct ice *i)\n{\n\treturn 0; /* never fails */\n}\n",
			"# melt\nP Melts the ice.\nP It is slow.\nS static int melt(struct ice *i)|{|\treturn 0; /* never fails */|}\n"},
		{"a.java", "source", "/** Keeps {@code ice}. */\npublic class Ice {\n    /**\n     * Melts it.\n     * @param n how many\n     * @return nothing\n     */\n    public void melt(int n) {\n    }\n}\n",
			"# Ice\nP Keeps ice.\nS public class Ice {\n# melt\nP Melts it.\n- n: how many\n- Return: nothing\nS     public void melt(int n) {|    }|}\n"},
		{"a.sql", "source", "-- Who bought what.\nCREATE TABLE IF NOT EXISTS sales (\n  id int -- of the sale\n);\n", "# sales\nP Who bought what.\nS CREATE TABLE IF NOT EXISTS sales (|  id int -- of the sale|);\n"},
		{"a.lua", "source", "--- Melts the ice.\nlocal function melt(n)\n  return n\nend\n--[[ A long\nremark. ]]\n", "# melt\nP Melts the ice.\nP A long remark.\nS local function melt(n)|  return n|end\n"},
		{"a.el", "source", ";;; ice.el --- keeps it cold\n\n(defun ice-melt (n)\n  \"Melt N cubes.\nThey are gone then.\"\n  nil)\n", "P ice.el --- keeps it cold\n# ice-melt\nS (defun ice-melt (n)\nP Melt N cubes. They are gone then.\nS   nil)\n"},
		{"run", "source", "#!/bin/sh\n# Starts the ice machine.\n# Needs water.\nstart() {\n  echo \"# no comment\"\n}\n", "S #!/bin/sh\n# start\nP Starts the ice machine. Needs water.\nS start() {|  echo \"# no comment\"|}\n"},
		{"x.sty", "source", "% Sets the ice.\n\\newcommand{\\ice}{cold}\n", "# ice\nP Sets the ice.\nS \\newcommand{\\ice}{cold}\n"},
		{"ice.conf", "config", "######## NETWORK ########\n\n# Accept connections on this\n# port, the default is 6379.\n#\n# port-range 1 2\nport 6379\n\n#bind 127.0.0.1\ntimeout 0\n",
			"# NETWORK\n# port\nP Accept connections on this port, the default is 6379.\nC port-range 1 2\nC port 6379\nC #bind 127.0.0.1|timeout 0\n"},
		{"ice.ini", "config", "; where it is\n[kitchen]\ntemp=-4\n", "# kitchen\nP where it is\nC [kitchen]|temp=-4\n"},
		{"sshd_config", "config", "# What is allowed.\n#\n# See the manual.\n\nPort 22\n#PermitTunnel no\nAcceptEnv LANG\n", "P What is allowed.\nP See the manual.\nC Port 22|#PermitTunnel no|AcceptEnv LANG\n"},
		{"a.pm", "source", "package Ice;\n# private\nsub melt { 1 }\n\n=head1 NAME\n\nIce - keeps it B<cold>\n\n=over\n\n=item C<-n>\n\nHow many.\n\n=back\n\n=cut\n\n1;\n", "# Ice\nS package Ice;\n# melt\nP private\nS sub melt { 1 }\n# NAME\nP Ice - keeps it cold\n- -n: How many.\nS 1;\n"},
	} {
		format, got := shownBlocks(t, c.name, c.content)
		if format != c.format || got != c.want {
			t.Errorf("%s is %s:\n%s\nwant %s:\n%s", c.name, format, got, c.format, c.want)
		}
	}
}

func TestNotSource(t *testing.T) {
	for name, content := range map[string]string{
		"notes":     "Dear all,\n\n# of participants: 12\nWe meet on Monday at ten.\nPlease bring the figures of last year.\nBest regards\n",
		"README":    "# Ice\n\nKeeps things cold. It needs water and power.\n\n# Use\n\nStart it, and wait for an hour.\n",
		"a.txt":     "# a\nb 1\nc 2\n# d\ne 3\n",
		"trans.txt": "// not a program\n",
	} {
		if got := Detect([]byte(content), name); got != "text" {
			t.Errorf("%s is %s", name, got)
		}
	}
	if got := Detect([]byte("<?xml version=\"1.0\"?>\n<TS version=\"2.1\"></TS>\n"), "de.ts"); got != "xml" {
		t.Errorf("a translation is %s", got)
	}
}

// Comments and strings that do not end, and lines without end, cost no more than they are long.
func TestHostileSource(t *testing.T) {
	for name, content := range map[string]string{
		"a.c":    "/*" + strings.Repeat("* x\n", 25000),
		"a.py":   strings.Repeat(`"""`, 12500) + strings.Repeat("x ", 12500),
		"a.go":   strings.Repeat("`", 37500) + "\n" + strings.Repeat("\"", 25000),
		"a.lua":  strings.Repeat("--[[", 12500),
		"a.el":   strings.Repeat("(defun \"", 12500),
		"a.conf": strings.Repeat("# a b\n#\n", 12500),
		"a.sql":  strings.Repeat("-- "+strings.Repeat("=", 300)+"\n", 3000),
		"a.1":    ".TH A 1\n.SH N\n" + strings.Repeat(".TP\n", 12500) + strings.Repeat(`\*[x`, 6250) + "\n.if n \\{" + strings.Repeat("\\{\n", 1250),
		"b.1":    ".Dd x\n.Dt A 1\n.Sh N\n" + strings.Repeat(".Bl -tag\n.It Xo\n", 2500) + strings.Repeat(".Oo Oo Fl Fl Fl\n", 2500),
		"a.rst":  strings.Repeat("x\n=\n.. a::\n   b::\n\n", 6250),
		"a.adoc": strings.Repeat("a::\n+\n--\n", 7500),
		"a.org":  strings.Repeat("* a\n- b :: c\n|d|\n#+begin_src\n", 5000),
		"a.texi": "\\input texinfo\n" + strings.Repeat("@table @code\n@item @code{@code{@code{x}}}\n", 5000),
		"a.pod":  strings.Repeat("=item B<C<I<x\n\n=over\n\n", 5000),
	} {
		doc := Document(context.Background(), input(name, content))
		checkDocument(t, doc, int64(len(content)))
		if strings.Contains(doc.Reason, errPanic.Error()) {
			t.Errorf("%s: %s", name, doc.Reason)
		}
	}
}
