package index

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// Values of random files and random scopes: few, so that they meet.
var (
	anyPath = rapid.SampledFrom([]string{
		"a.txt", "b.pdf", "report 2019.txt", "d/a.txt", "d/b.pdf", "d/e/a.txt", "d/e/.x", "d.txt", "dd/a.txt", "D/ä.TXT", "D/a\u0308.txt", "d/e/f/[x].txt", "z\xff/\xfe.txt", "hr/leave/policy.txt",
	})
	anyFolder = rapid.SampledFrom([]string{".", "d", "d/e", "d/e/f", "dd", "hr", "hr/leave", "z\xff"})
	anyMode   = rapid.SampledFrom([]fs.FileMode{0o644, 0o600, 0o640, 0o044, 0o755, 0o700, 0o750, 0o711})
	anyUser   = rapid.Uint32Range(1, 3)
	anyTag    = rapid.SampledFrom([]string{"A", "B", "C", "D", "E"})
	anyValue  = rapid.SampledFrom([]spar.Value{
		{Kind: spar.Text, Text: "Ada"}, {Kind: spar.Text, Text: "bob"}, {Kind: spar.Text, Text: "12"}, {Kind: spar.Number, Number: 3}, {Kind: spar.Number, Number: 2019},
		{Kind: spar.Date, Date: time.Date(2019, 7, 1, 0, 0, 0, 0, time.UTC)}, {Kind: spar.Text, Text: "public"}, {Kind: spar.Text, Text: "secret"},
	})
	anyKey    = rapid.SampledFrom([]string{"author", "pages", "created", "confidentiality", "writer"})
	anyOrigin = rapid.SampledFrom([]spar.Origin{spar.ByRule, spar.BySidecar, spar.ByPath})
	anyMatch  = rapid.SampledFrom(matches)
)

// matches has constraints of each key.
var matches = []string{
	"tag:A", "tag:B", "tag:(C|D)", "-tag:A", "linked:A", "has:tag", "-has:tag", "share:s", "share:(s|two)", "path:d/**", "path:**/a.txt", "path:d/*", "-path:d/**", "path:d*", "path:d/e/**",
	`path:"d/e/f/\[x].txt"`, "path:z*/**", "path:**", "path:**/*.txt", "path:**/d/**", "path:**/e/**", "-path:d*/e/**", "path:**/a.txt/**", "path:?/**", "path:{d,dd}/*", "path:D/ä.*", "path:D/a\u0308*", "name:a.*", "name:*.txt", "name:*tx*", "name:{a,b}.txt", "name:[ab].txt", `name:\[x].txt`, "name:*ä*", "name:*a\u0308*", "name:?.txt", "name:*t.t*", "ext:txt", "-ext:txt", "folder:e", "folder:d", "depth:0", "depth:1..2",
	"type:text", "type:pdf", "-type:text", "state:unread", "state:ok", "-state:unread", "owner:1", "group:2", "mode:other-readable", "mode:600", "size:>3", "size:0..5",
	"modified:2003..2006", "modified:2004", "age:>20y", "author:ada", "author:(ada|bob)", "-author:ada", "author:a*", "pages:3", "pages:1..20", "pages:>2018", "created:2019",
	"has:author", "-has:author", "unknown:author", "-unknown:author", "has:pages", "unknown:(author|pages)", "confidentiality:public", "writer:bob", "nosuch:1", "-nosuch:1", "~tag:A",
}

// drawScope draws constraints, and now and then alternatives, groups and exceptions by file.
func drawScope(r *rapid.T) spar.Scope {
	var sc spar.Scope
	for _, text := range rapid.SliceOfN(anyMatch, 0, 3).Draw(r, "scope") {
		one, err := scope.Parse(text)
		if err != nil {
			r.Fatalf("%s: %v", text, err)
		}
		sc.Constraints = append(sc.Constraints, one.Constraints...)
	}
	if rapid.IntRange(0, 2).Draw(r, "composed") == 0 {
		var texts []string
		for range rapid.IntRange(1, 3).Draw(r, "alternatives") {
			texts = append(texts, strings.Join(rapid.SliceOfN(anyMatch.Filter(func(s string) bool { return s[0] != '~' }), 1, 3).Draw(r, "alternative"), " "))
		}
		text := rapid.SampledFrom([]string{"(%s)", "-(%s)", "%s", "-(tag:A -(%s))"}).Draw(r, "group")
		if rapid.Bool().Draw(r, "add") {
			text += " " + rapid.SampledFrom([]string{"+file:s:d/a.txt", "+file:two:b.pdf -file:s:a.txt", "+file:s:D/ä.TXT", "-file:(s:a.txt|s:d/a.txt)"}).Draw(r, "files")
		}
		one, err := scope.Parse(fmt.Sprintf(text, strings.Join(texts, " or ")))
		if err != nil {
			r.Fatalf("%s: %v", text, err)
		}
		sc.Constraints = append(sc.Constraints, one.Constraints...)
	}
	return sc
}

// people have rights of all kinds.
var people = []spar.Principal{
	{All: true}, {UID: 1}, {UID: 2, Groups: []uint32{1}}, {UID: 3, Groups: []uint32{2, 3}, Operator: true},
	{UID: 3, Served: true, Clearance: "internal"}, {UID: 2, Served: true, Groups: []uint32{1}, Name: "ann", Is: func(name string) (bool, bool) { return name == "user:ann", name == "user:ann" }},
	{UID: 1, Served: true, Clearance: "secret"}, {UID: 1, Served: true, Clearance: "internal", Unlabelled: "confidential"},
}

// TestKeysAreDrawn: the index is compared with the plain meaning of each key of the file itself.
func TestKeysAreDrawn(t *testing.T) {
	elsewhere := " file related text " // drawScope adds files; the others are looked up before, or in texts that were read
	for _, key := range scope.FileKeys() {
		drawn := func(match string) bool { return strings.HasPrefix(strings.TrimLeft(match, "-~"), key+":") }
		if !strings.Contains(elsewhere, " "+key+" ") && !slices.ContainsFunc(matches, drawn) {
			t.Errorf("no random test draws a constraint of the key %q: add some to matches", key)
		}
	}
}
