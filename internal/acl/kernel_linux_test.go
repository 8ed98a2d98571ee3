package acl

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// asOther in the environment makes the test binary try what the kernel lets it do: it reads names of folders and files
// and says of each whether it may read a file or search a folder.
const asOther = "SPAR_TEST_TRY_ACCESS"

func TestMain(m *testing.M) {
	if os.Getenv(asOther) == "" {
		os.Exit(m.Run())
	}
	for names := bufio.NewScanner(os.Stdin); names.Scan(); {
		mode := uint32(unix.R_OK)
		if strings.HasSuffix(names.Text(), "/") {
			mode = unix.X_OK
		}
		fmt.Println(unix.Access(names.Text(), mode) == nil)
	}
}

// TestKernelAgrees sets random POSIX lists and compares their decisions with the access that the kernel gives other users.
func TestKernelAgrees(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can become others")
	}
	dir := t.TempDir()
	for at := dir; at != "/"; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err != nil || info.Mode().Perm()&1 == 0 {
			if err := os.Chmod(at, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	self := filepath.Join(dir, "self")
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(self, program, 0o755); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	ids := []uint32{60001, 60002, 60003, 60004}
	type made struct {
		path string
		list List
		of   Object
		dir  bool
	}
	var all []made
	var names strings.Builder
	for i := range 400 {
		m := made{path: filepath.Join(dir, fmt.Sprint("f", i)), of: Object{ids[random.IntN(4)], ids[random.IntN(4)]}, dir: i%4 == 0}
		if m.dir {
			err = os.Mkdir(m.path, 0o700)
		} else {
			err = os.WriteFile(m.path, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(m.path, int(m.of.UID), int(m.of.GID)); err != nil {
			t.Fatal(err)
		}
		// The kernel wants entries in the order of their tags and IDs.
		perm := func() uint32 { return uint32(random.IntN(8)) }
		entries := [][3]uint32{{tagOwner, perm(), none}}
		named := false
		for _, id := range ids {
			if random.IntN(3) == 0 {
				entries, named = append(entries, [3]uint32{tagUser, perm(), id}), true
			}
		}
		entries = append(entries, [3]uint32{tagGroup, perm(), none})
		for _, id := range ids {
			if random.IntN(3) == 0 {
				entries, named = append(entries, [3]uint32{tagNamed, perm(), id}), true
			}
		}
		if named || random.IntN(2) == 0 {
			entries = append(entries, [3]uint32{tagMask, perm(), none})
		}
		entries = append(entries, [3]uint32{tagOthers, perm(), none})
		if err := unix.Setxattr(m.path, "system.posix_acl_access", posixBytes(entries...), 0); err != nil {
			t.Skipf("this file system takes no lists: %v", err)
		}
		b := make([]byte, maxValue)
		n, err := unix.Getxattr(m.path, "system.posix_acl_access", b)
		if err == unix.ENODATA { // one that says no more than a mode is kept as that
			n, err = copy(b, posixBytes(entries...)), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		lists := Parse(Canonical([]Attr{{Name: "system.posix_acl_access", Value: b[:n]}}))
		if len(lists) != 1 || lists[0].Kind != POSIX {
			t.Fatalf("%v read as %v", entries, lists)
		}
		m.list = lists[0]
		all = append(all, m)
		names.WriteString(m.path)
		if m.dir {
			names.WriteByte('/')
		}
		names.WriteByte('\n')
	}
	allowed := 0
	for _, who := range []Who{{UID: ids[0], Groups: []uint32{ids[1]}}, {UID: ids[1], Groups: []uint32{ids[2], ids[3]}}, {UID: 60009, Groups: []uint32{ids[0], ids[1], ids[2]}}, {UID: 60009, Groups: []uint32{60009}}} {
		cmd := exec.Command(self)
		cmd.Dir, cmd.Env, cmd.Stdin = "/", append(os.Environ(), asOther+"=1"), strings.NewReader(names.String())
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: who.UID, Gid: who.Groups[0], Groups: slices.Clone(who.Groups)}}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		answers := strings.Fields(string(out))
		if len(answers) != len(all) {
			t.Fatalf("%d answers for %d names", len(answers), len(all))
		}
		for i, m := range all {
			right := Read
			if m.dir {
				right = Search
			}
			v := m.list.Decide(who, m.of, right)
			if v.Allowed {
				allowed++
			}
			if fmt.Sprint(v.Allowed) != answers[i] {
				t.Errorf("user %d of %v, %s of %d:%d to %s: %+v, the kernel says %s", who.UID, who.Groups, m.list, m.of.UID, m.of.GID, right, v, answers[i])
			}
		}
	}
	if allowed == 0 || allowed == 4*len(all) {
		t.Errorf("of %d decisions %d allow", 4*len(all), allowed)
	}
}
