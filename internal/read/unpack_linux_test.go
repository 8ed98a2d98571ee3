package read

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestMembers reads the members of containers, nested ones too, as files of their own.
func TestMembers(t *testing.T) {
	inner := ziptest.Of("deep/note.txt", "A note far inside.", "sheet.csv", "a,b\n1,2\n3,4\n")
	root, jobs := lay(t, map[string]string{
		"outer.zip": ziptest.Of("inner.zip", inner, "plain.txt", "A note inside.", "bomb.txt", strings.Repeat("\x00", 4<<20)),
		"copy.txt":  "A note inside.",
	})
	cache := t.TempDir()
	s := &shelf{}
	r := reader(t, s, "worker", Options{Workers: 2, CacheDir: cache})
	_ = root
	texts := map[string]string{}
	states := map[string]spar.State{}
	// Containers give members, which become jobs, until there are no more.
	for path, todo := "", jobs; len(todo) > 0; {
		found := readAll(t, r, todo)
		var next []Job
		for i := range todo {
			j := &todo[i]
			path = j.File.Path
			f, ok := found[path]
			if !ok {
				t.Fatalf("nothing was said of %s", path)
			}
			states[path] = f.State
			if f.State.Searchable() {
				texts[path] = s.text(f.Segment)
			}
			for _, m := range f.Members {
				member := j.File
				member.ID = spar.FileID(len(states)*100 + len(next) + 1)
				member.Path, member.Size = path+"!/"+m.Name, m.Size
				next = append(next, Job{Root: j.Root, File: member, Container: j, At: m.At})
			}
			if path == "outer.zip!/plain.txt" && f.Version.Hash != sha256.Sum256([]byte("A note inside.")) {
				t.Errorf("the hash of %s is that of something else", path)
			}
		}
		todo = next
	}
	want := map[string]spar.State{
		"outer.zip": spar.Container, "copy.txt": spar.OK, "outer.zip!/inner.zip": spar.Container, "outer.zip!/plain.txt": spar.OK, "outer.zip!/bomb.txt": spar.TooBig,
		"outer.zip!/inner.zip!/deep/note.txt": spar.OK, "outer.zip!/inner.zip!/sheet.csv": spar.OK,
	}
	for path, state := range want {
		if states[path] != state {
			t.Errorf("%s is %s, want %s", path, states[path], state)
		}
	}
	if len(states) != len(want) || texts["outer.zip!/inner.zip!/deep/note.txt"] != "A note far inside." || texts["outer.zip!/plain.txt"] != texts["copy.txt"] {
		t.Errorf("%v %v", states, texts)
	}
	left, err := os.ReadDir(cache)
	for _, e := range left {
		if strings.HasPrefix(e.Name(), "member-") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestMemberOfChanged: an old member of a container is not read from the changed container, which is read in its place.
func TestMemberOfChanged(t *testing.T) {
	root, jobs := lay(t, map[string]string{"a.zip": ziptest.Of("x.txt", "old")})
	member := jobs[0].File
	member.Path = "a.zip!/x.txt"
	job := Job{Root: jobs[0].Root, File: member, Container: &jobs[0]}
	if err := os.WriteFile(root+"/a.zip", []byte(ziptest.Of("x.txt", "newer")), 0o600); err != nil {
		t.Fatal(err)
	}
	found := readAll(t, reader(t, &shelf{}, "worker", Options{}), []Job{job})
	for path, f := range found {
		if f.State != spar.Container || f.Version.File != jobs[0].File.ID || f.Now.Same(f.Version) || len(f.Members) != 1 || f.Members[0].Size != 5 {
			t.Errorf("%s: %+v", path, f)
		}
	}

}

// TestWhatOneFileCosts: files in nested containers within one file on disk are read until they have cost too much in all, in bytes or in
// time; the rest is reported as left out. Direct members of the file are read, and so are the members of other files.
func TestWhatOneFileCosts(t *testing.T) {
	inner := func(name string) string {
		var long strings.Builder
		for i := range 30_000 {
			fmt.Fprintln(&long, name, "has one more line,", i*i)
		}
		return ziptest.Of(name+"1.txt", long.String(), name+"2.txt", name+" is short.")
	}
	of := func(names ...string) string {
		list := []string{"plain.txt", "Beside " + names[0]}
		for _, n := range names {
			list = append(list, n+".zip", inner(n))
		}
		return ziptest.Of(list...)
	}
	_, jobs := lay(t, map[string]string{"large.zip": of("a", "b", "c", "d", "e", "f"), "other.zip": of("g", "b", "c", "d", "e", "f")})
	for _, c := range []struct {
		limit Options
		says  string
	}{
		{Options{heldBytes: 3<<20 - bytesPerByte*jobs[0].File.Size}, "more than 3 MB in all: unpack that one"},
		{Options{heldBytes: 1 << 40, heldTime: 1}, "of a processor: unpack that one"},
	} {
		c.limit.Workers = 1
		r := reader(t, &shelf{}, "worker", c.limit)
		reasons, states, ids := map[string]string{}, map[string]spar.State{}, spar.FileID(100)
		for todo := jobs; len(todo) > 0; {
			found := readAll(t, r, todo)
			var next []Job
			for i := range todo {
				j := &todo[i]
				f := found[j.File.Path]
				states[j.File.Path], reasons[j.File.Path] = f.State, f.Reason
				for _, m := range f.Members {
					member := j.File
					ids++
					member.ID, member.Path, member.Size, member.Hash = ids, j.File.Path+"!/"+m.Name, m.Size, spar.Hash{}
					next = append(next, Job{Root: j.Root, File: member, Container: j, At: m.At})
				}
			}
			todo = next
		}
		read, left := 0, 0
		for path, state := range states {
			switch {
			case state == spar.TooBig && strings.Contains(reasons[path], c.says):
				left++
			case state.Searchable() && strings.HasPrefix(path, "large.zip!/"):
				read++
			}
		}
		if left == 0 || read == 0 || states["large.zip!/plain.txt"] != spar.OK || c.limit.heldTime == 0 && (states["large.zip!/a.zip!/a1.txt"] != spar.OK || states["other.zip!/g.zip!/g1.txt"] != spar.OK) {
			t.Errorf("%+v: %d read and %d left out\n%v\n%v", c.limit, read, left, states, reasons)
		}
	}
}
