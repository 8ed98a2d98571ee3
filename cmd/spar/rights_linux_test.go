package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestRights asks in the place of somebody who may read only some files: the others are not counted, listed, searched,
// cited or weighed, whatever the superuser has read of them. What that person gets is to the byte what they would get
// if those files were not there.
func TestRights(t *testing.T) {
	t.Parallel()
	someone := account(t, "nobody")
	p := newPlace(t)
	p.folder(t, nil, 0o755, "with")
	p.folder(t, nil, 0o755, "without")
	for _, share := range []string{"with", "without"} {
		p.file(t, nil, 0o644, "# Garden\n\nThe garden gate opens at eight in the morning.\n", share, "a-public.md")
		p.file(t, nil, 0o640, "# Shed\n\nThe shed beside the garden gate is green.\n", share, "g-group.md")
		own(t, p.path(share, "g-group.md"), someone, 0o640)
		if err := os.Lchown(p.path(share, "g-group.md"), 0, int(someone.Gid)); err != nil {
			t.Fatal(err)
		}
		p.file(t, someone, 0o600, "# Bench\n\nThe bench stands behind the garden gate.\n", share, "o-own.md")
		p.folder(t, nil, 0o711, share, "through")
		p.file(t, nil, 0o644, "# Path\n\nThe path goes from the garden gate to the road.\n", share, "through", "path.md")
		// What the clock says must not tell the two apart.
		err := filepath.WalkDir(p.path(share), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(path, time.Unix(1e9, 0), time.Unix(1e9, 0))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	forbidden := []string{"b-private.md", "closed/inside.md", "n-not-the-owner.md", "h-hidden/deep/below.md"}
	secret := "# Secret garden gate\n\nThe xyzzy code of the garden gate is forbidden. Garden gate, garden gate.\n"
	p.file(t, nil, 0o600, secret, "with", forbidden[0])
	p.folder(t, nil, 0o700, "with", "closed")
	p.file(t, nil, 0o644, secret+"Inside.\n", "with", forbidden[1])
	p.file(t, someone, 0o044, secret+"The owner's class alone counts.\n", "with", forbidden[2])
	p.folder(t, nil, 0o755, "with", "h-hidden", "deep")
	p.file(t, nil, 0o644, secret+"Below.\n", "with", forbidden[3])
	own(t, p.path("with", "h-hidden"), nil, 0o750)

	seen := map[string][]string{}
	for _, share := range []string{"with", "without"} {
		data := p.path("data-" + share)
		spar := func(exit int, args ...string) called {
			t.Helper()
			return p.must(t, exit, call{data: data, args: args})
		}
		spar(exitOK, "share", "add", "s", p.path(share))
		spar(exitOK, "scan")
		spar(exitOK, "tag", "add", "Garden")
		spar(exitOK, "tag", "assign", "Garden", "--path", "**")
		if share == "with" {
			// Tags that only forbidden files have: a name, a synonym of a known tag, one below it.
			spar(exitOK, "tag", "add", "Zugzwang", "--synonym", "Gardening", "--parent", "Zwischenzug", "--notes", "xyzzy")
			spar(exitOK, "tag", "edit", "Zugzwang", "--synonym", "Plot")
			spar(exitOK, "tag", "assign", "Zugzwang", "--name", forbidden[0])
		}
		spar(exitOK, "tag", "edit", "Garden", "--synonym", "Plot")
		all := spar(exitOK, "search", "--share", "s", "what is the xyzzy code of the garden gate?", "-k", "100", "--json")
		if got := strings.Contains(all.out, "The xyzzy code"); got != (share == "with") {
			t.Fatalf("the superuser's search in %s: %s", share, all.out)
		}
		spar(exitOK, "ws", "create", "w", "--tag", "Garden", "--as", "nobody")
		for _, args := range [][]string{
			{"search", "what is the xyzzy code of the garden gate?", "-k", "100", "--json"},
			{"search", "--share", "s", "where does the path go?", "--json"},
			{"search", "--tag", "Garden", "garden gate", "--json"},
			{"search", "-w", "w", "garden gate", "--json"},
			{"search", "--name", "b-private.md", "garden gate", "--json"},
			{"ask", "--extract", "what is the xyzzy code of the garden gate?"},
			{"ask", "--extract", "when does the garden gate open?"},
			{"open", "1"},
			{"files", "--json"},
			{"files", "--skipped", "--json"},
			{"files", "--count", "--json"},
			{"files", "--scope", "state:ok", "--json"},
			{"files", "--path", "closed/**"},
			{"tag", "list", "--json"},
			{"tag", "show", "Plot"},
			{"taxonomy", "show"},
			{"taxonomy", "check", "--json"},
			{"taxonomy", "export"},
			{"tag", "show", "Garden", "--json"},
			{"files", "--tag", "Plot", "--count"},
			{"ws", "show", "w"},
			{"status", "--json"},
			{"doctor", "--json"},
			{"share", "show", "s", "--json"},
		} {
			r := spar(exitOK, append(args, "--as", "nobody")...)
			text := r.out + r.err
			for _, name := range forbidden {
				for part := range strings.SplitSeq(name, "/") {
					if strings.Contains(text, part) && part != args[len(args)-2] && part != "deep" {
						t.Errorf("%s: spar %s tells of %s:\n%s", share, strings.Join(args, " "), part, text)
					}
				}
			}
			seen[share] = append(seen[share], strings.Join(args, " ")+"\n"+strings.NewReplacer(data, "DATA", p.path(share), "ROOT").Replace(text))
		}
		for _, tag := range []string{"Zugzwang", "Zwischenzug", "Gardening", "Never was"} {
			for _, args := range [][]string{{"tag", "show", tag}, {"taxonomy", "show", tag}, {"files", "--tag", tag}, {"search", "--scope", `linked:"` + tag + `"`, "gate"}} {
				r := spar(exitNotFound, append(args, "--as", "nobody")...)
				seen[share] = append(seen[share], strings.Join(args, " ")+"\n"+r.out+r.err)
			}
			r := spar(exitOK, "__complete", "tag", "show", "--as", "nobody", tag[:1])
			seen[share] = append(seen[share], r.out)
			r = spar(exitInvalid, "tag", "add", tag, "--as", "nobody")
			seen[share] = append(seen[share], r.err)
		}
		for _, path := range append(forbidden, "never-was.md") {
			r := spar(exitNotFound, "open", "s:"+path, "--as", "nobody")
			seen[share] = append(seen[share], r.err)
		}
		if r := spar(exitOK, "search", "garden gate", "--json", "--as", "nobody"); len(jsonLines[searchOut](t, r.out)[0].Hits) != 4 {
			t.Errorf("%s: want hits in the four files that may be read: %s", share, r.out)
		}
	}
	for i, got := range seen["with"] {
		if want := seen["without"][i]; untimed(got) != untimed(want) {
			t.Errorf("forbidden files can be told from missing ones:\n%s\nwithout them:\n%s", got, want)
		}
	}
}

var scannedAt = regexp.MustCompile(`"scanned":"[^"]*"`)

// untimed leaves out what differs between two runs of the same command.
func untimed(s string) string {
	s = scannedAt.ReplaceAllString(s, "")
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		if strings.Contains(l, "T") && strings.Contains(l, "Z  what is") { // the time of a question
			lines[i] = l[strings.Index(l, "Z  what is"):]
		}
	}
	return strings.Join(lines, "")
}

// TestOtherUser runs the program itself as a user without privileges: the operating system is the judge, and SPAR says
// of what it may list and not read just that.
func TestOtherUser(t *testing.T) {
	t.Parallel()
	someone := account(t, "nobody")
	another := account(t, "daemon")
	p := newPlace(t)
	p.folder(t, nil, 0o755, "share", "closed")
	own(t, p.path("share"), nil, 0o755)
	p.file(t, nil, 0o644, "The garden gate opens at eight.\n", "share", "public.md")
	p.file(t, nil, 0o600, "The xyzzy code of the garden gate.\n", "share", "private.md")
	p.file(t, nil, 0o644, "The xyzzy code of the garden gate, inside.\n", "share", "closed", "inside.md")
	own(t, p.path("share", "closed"), nil, 0o700)

	data := p.folder(t, someone, 0o755, "data")
	r := p.must(t, exitOK, call{who: someone, data: data, args: []string{"share", "add", "s", p.path("share")}})
	if !strings.Contains(r.err, "open to others and is now closed") {
		t.Errorf("no notice that the data directory was tightened: %s", r.err)
	}
	if info, err := os.Stat(data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the data directory has mode %v, %v", info.Mode(), err)
	}
	r = p.must(t, exitOK, call{who: someone, data: data, args: []string{"scan"}})
	if !strings.Contains(r.out, "1 folder could not be listed") {
		t.Errorf("scan says nothing of the closed folder:\n%s", r.out)
	}
	r = p.must(t, exitOK, call{who: someone, data: data, args: []string{"search", "xyzzy code of the garden gate", "--json"}})
	if found := jsonLines[searchOut](t, r.out)[0]; strings.Contains(r.out, "The xyzzy code") || len(found.Hits) != 1 {
		t.Errorf("search: %s", r.out)
	}
	r = p.must(t, exitOK, call{who: someone, data: data, args: []string{"files", "--skipped", "--json"}})
	if !strings.Contains(r.out, `"private.md"`) || !strings.Contains(r.out, "no right to read") || strings.Contains(r.out, "inside.md") {
		t.Errorf("files --skipped:\n%s", r.out)
	}

	// A refusal names the folder that nobody looked into, unless the scope lies elsewhere; an answer only where the name fits.
	for question, named := range map[string]bool{"which telescope hangs in the closed pantry?": true, "which telescope hangs in the attic?": true, "when does the garden gate open?": false} {
		r = p.must(t, exitOK, call{who: someone, data: data, args: []string{"ask", question}})
		if strings.Contains(r.err, "the folder s:closed was not looked into: permission denied") != named || strings.Contains(r.out, "the folder s:closed could not be looked into") != named {
			t.Errorf("%s\n%s%s", question, r.out, r.err)
		}
	}
	r = p.must(t, exitOK, call{who: someone, data: data, args: []string{"ask", "which telescope hangs in the attic?", "--path", "public/**"}})
	if strings.Contains(r.out+r.err, "s:closed") {
		t.Errorf("asked of another folder:\n%s%s", r.out, r.err)
	}

	// Nobody else comes in, and is told what to do.
	for _, args := range [][]string{{"status"}, {"search", "garden gate"}, {"scan"}} {
		r = p.must(t, exitUnavailable, call{who: another, data: data, args: args})
		if !strings.Contains(r.err, data) || !strings.Contains(r.err, "--data") {
			t.Errorf("spar %s as another user: %s", args[0], r.err)
		}
	}
	// The superuser would lock the owner out.
	r = p.must(t, exitUnavailable, call{data: data, args: []string{"scan"}})
	if !strings.Contains(r.err, "belongs to user") {
		t.Errorf("spar scan as the superuser: %s", r.err)
	}
	p.must(t, exitOK, call{who: someone, data: data, args: []string{"scan"}})
}

// TestDataFilesAreClosed lets the program make its files under the widest umask.
func TestDataFilesAreClosed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.folder(t, nil, 0o755, "share")
	p.file(t, nil, 0o644, "The garden gate opens at eight.\n", "share", "a.md")
	p.file(t, nil, 0o644, lockedPDF, "share", "b.pdf")
	cmd := p.command(t.Context(), call{data: p.path("data"), args: []string{"ask", p.path("share"), "when does the gate open?"}})
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell that sets the umask: ", err)
	}
	cmd.Path, cmd.Args = shell, append([]string{"sh", "-c", `umask 0; exec "$0" "$@"`, p.bin}, cmd.Args[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files := 0
	err = filepath.WalkDir(p.path("data"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files++
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is open to others: %v", strings.TrimPrefix(path, p.dir), info.Mode())
		}
		return nil
	})
	if err != nil || files < 4 {
		t.Errorf("%d files in the data directory, %v", files, err)
	}
}
