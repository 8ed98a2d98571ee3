package scope

import (
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// FuzzCompile: a readable scope has a meaning, or an error that names the constraint and its fault. Its negation means the opposite, and a
// file has the same truth at every evaluation.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{
		`path:**/{a,b}*.[ch] name:?x -folder:"q r" ext:(pdf|"")`, `size:>1.5GiB depth:..3 modified:2019-05..2020 age:>18mo age:2y`, `mode:0640 mode:group-writable type:word state:ok`,
		`tag:HR linked:HR owner:ada group:staff has:pages unknown:level`, `pages:..5 level:>public due:<2020 colour:(red|green) project:1..15 attr.path:x client:a*`,
	} {
		f.Add(s, "d/a.PDF", int64(1500))
	}
	f.Fuzz(func(t *testing.T, text, path string, n int64) {
		s, err := Parse(text)
		if err != nil {
			if spar.CodeOf(err) != spar.Invalid {
				t.Fatalf("%q: %v of code %s", text, err, spar.CodeOf(err))
			}
			return
		}
		list, err := Compile(s, names{})
		if err != nil {
			if code := spar.CodeOf(err); code != spar.Invalid && code != spar.NotFound || !strings.HasPrefix(err.Error(), "in ") {
				t.Fatalf("%q: %v of code %s", text, err, code)
			}
			return
		}
		var opposite spar.Scope
		for _, c := range s.Constraints {
			c.Not = !c.Not
			opposite.Constraints = append(opposite.Constraints, c)
		}
		against, err := Compile(opposite, names{})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		state := []spar.State{spar.OK, spar.Unread}[n&1]
		facts := Facts{File: &spar.File{Share: "s", Path: path, Size: n, ModTime: time.Unix(n, 0), State: state, Format: "pdf", UID: 1000, GID: uint32(n)}, Tags: []spar.TagID{2}, Attributes: []spar.Attribute{
			{Key: "pages", Value: spar.Value{Kind: spar.Number, Number: float64(n)}, Origin: spar.ByReading}, {Key: "client", Value: spar.Value{Kind: spar.Text, Text: path}, Origin: spar.ByPath},
		}}
		for i, p := range list {
			if got := p(facts); got > True || against[i](facts) != not(got) || p(facts) != got {
				t.Fatalf("%s is %v, and the opposite %v", PrintConstraint(s.Constraints[i]), got, against[i](facts))
			}
		}
	})
}
