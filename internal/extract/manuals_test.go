package extract

import (
	"strings"
	"testing"
)

func TestManuals(t *testing.T) {
	for _, c := range []struct{ name, format, content, want string }{
		{"ice.1", "man", ".\\\" a remark\n.TH ICE 1 2020-03-04 \"ice 2.1\"\n.SH NAME\nice \\- keeps it\n\\fBcold\\fR\n.SH OPTIONS\n.TP\n.BR \\-n \", \" \\-\\-number =\\fIN\\fR\nMelt\n.I N\ncubes.\n.TP\n\\-q\n.TQ\n\\-\\-quiet\nSay nothing.\n.IP \\(bu 2\nfirst\n.IP \\(bu\nsecond\n.nf\nice \\-n 3\n  more\n.fi\n.SS Files\n.PP\n/etc/ice\\(emor \\[u2018]so\\[u2019]\n",
			"# NAME\nP ice - keeps it cold\n# OPTIONS\n- -n, --number=N: Melt N cubes.\n- -q, --quiet: Say nothing.\n- first\n- second\nC ice -n 3|  more\n# Files\nP /etc/ice—or ‘so’\n"},
		{"ice.8", "man", ".Dd $Mdocdate: March 4 2020 $\n.Dt ICE 8\n.Os\n.Sh NAME\n.Nm ice\n.Nd keeps it cold\n.Sh SYNOPSIS\n.Nm\n.Op Fl n Ar number\n.Op Ar\n.Sh DESCRIPTION\nThe\n.Nm\ndaemon\n.Pq see Xr water 5 ,\nwhich\n.Dq melts .\n.Bl -tag -width Ds\n.It Fl n Ar number\nHow many.\nThe default is\n.Cm 3 .\n.It Fl -quiet\nNothing.\n.El\n.Bd -literal\nice -n 3\n.Ed\n.Bl -bullet\n.It\none\n.It\ntwo\n.El\n",
			"# NAME\nP ice — keeps it cold\n# SYNOPSIS\nP ice [-n number] [file ...]\n# DESCRIPTION\nP The ice daemon (see water(5)), which “melts”.\n- -n number: How many. The default is 3.\n- --quiet: Nothing.\nC ice -n 3\n- one\n- two\n"},
		{"ice.3", "man", ".TH ICE 3\n.de Sp\n.if t .sp\n..\n.ie n \\{\\\n.ds -- \\(*W-\n\\}\n.el \\{\\\nleft out\n\\}\n.SH TEXT\n.TS\ntab(|);\nl l.\nKey|Value\n_\na|T{\nlong\ntext\nT}\n.TE\nafter\n", "# TEXT\nT \nP after\n"},
		{"ice.rst", "rst", "===\nIce\n===\n\nKeeps ``things`` *cold*, see :ref:`the\nmanual <man>`::\n\n    ice -n 3\n\n.. a remark\n   of many lines\n\nOptions\n-------\n\n.. option:: -n\n\n   How many.\n\nterm\n  its meaning\n\n* one\n  more\n* two\n\n.. versionadded:: 2.1\n",
			"# Ice\nP Keeps things cold, see the manual:\nC     ice -n 3\n# Options\n- -n: How many.\n- term: its meaning\n- one more\n- two\nP Added in version 2.1:\n"},
		{"ice.adoc", "asciidoc", "= Ice\n:author: A\n\n== Options\n-n <number>::\n\tHow *many*.\n+\nMore.\n\nNo `part` of it.\n\n----\nice -n 3\n----\n\n* one\n* two, see link:b.html[that]\n\nNOTE: Cold.\n",
			"# Ice\n# Options\n# -n <number>\nP How many.\nP More.\n# Options\nP No part of it.\nC ice -n 3\n- one\n- two, see that\nP Note: Cold.\n"},
		{"ice.org", "org", "#+TITLE: Ice\n* Use :tag:\n:PROPERTIES:\n:ID: 1\n:END:\nKeeps *things*\n[[http://x.y][cold]].\n- one\n- -n :: How many.\n#+BEGIN_SRC sh\nice\n#+END_SRC\n| a | b |\n|---+---|\n| 1 | 2 |\n",
			"# Use\nP Keeps things cold.\n- one\n- -n: How many.\nC ice\nT \n"},
		{"ice.pod", "pod", "=head1 NAME\n\nice - B<cold> L<things|x>\nof E<lt>all\n\n  ice -n\n\n=over 4\n\n=item * one\n\n=item -q\n\n=item --quiet\n\nNothing.\n\n=back\n\n=begin html\n\n<p>\n\n=end html\n\nEnd.\n",
			"# NAME\nP ice - cold things of <all\nC   ice -n\n- one\n- -q, --quiet: Nothing.\nP End.\n"},
		{"ice.texi", "texinfo", "\\input texinfo\n@settitle Ice\n@set V 2.1\n@menu\n* Use::\n@end menu\n@node Use\n@chapter Use of @code{ice}\n@cindex use\nKeeps @emph{things} cold, a@@b, version @value{V}.\n@table @option\n@item -n\n@itemx --number\nHow many.\n@end table\n@example\nice @{1@}\n@end example\n@itemize\n@item\none\n@end itemize\n@defun melt n\nMelts.\n@end defun\n",
			"# Use of ice\nP Keeps things cold, a@b, version 2.1.\n- -n, --number: How many.\nC ice {1}\n- one\n- melt n: Melts.\n"},
	} {
		format, got := shownBlocks(t, c.name, c.content)
		if format != c.format || got != c.want {
			t.Errorf("%s is %s:\n%s\nwant %s:\n%s", c.name, format, got, c.format, c.want)
		}
	}
}

func TestManualsProperties(t *testing.T) {
	doc := Document(t.Context(), input("ice.1", ".TH ICE 1 2020-03-04 \"ice 2.1\"\n.SH NAME\nice\n"))
	var got []string
	for _, p := range doc.Properties {
		got = append(got, p.Key+"="+p.Value.Text+strings.TrimSuffix(p.Value.Date.Format("2006-01-02"), "0001-01-01"))
	}
	if want := "title=ICE(1) version=ice 2.1 modified=2020-03-04"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

func FuzzSource(f *testing.F) {
	wrap := func(_ testing.TB, content string) string { return content }
	for _, s := range []string{"// a\nfunc b() {\n\"c\"\n", "\"\"\"a\n\"\"\"\ndef f():\n", "--[[ a ]]\n", "/* a */ x", "(defun a \"b", "=head1 a\n\n=cut\n", "# a 1\n[b]\nc = 2\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, name := range []string{"a.go", "a.py", "a.lua", "a.el", "a.pl", "a.conf", "a.sql"} {
			fuzzed(t, name, wrap(t, content))
		}
	})
}

func FuzzManuals(f *testing.F) {
	for _, s := range []string{".TH A 1\n.SH B\n.TP\n\\-a\nb\n", ".Dd x\n.Dt A 1\n.Sh B\n.It Fl a Xo\n.Xc\n", "a\n=\n\n.. b:: c\n", "= a\nb::\n|===\n|c\n", "* a\n- b :: c\n", "=over\n\n=item *\n", "@table @a\n@item b{\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, name := range []string{"a.1", "a.rst", "a.adoc", "a.org", "a.pod", "a.texi"} {
			fuzzed(t, name, content)
		}
	})
}
