package accounts

import (
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ldap is a machine whose C library finds one account more, by a program that stands for getent and notes its arguments.
func ldap(t *testing.T, services string) (d *directory, asked func() string) {
	t.Helper()
	dir := t.TempDir()
	d = &directory{services: filepath.Join(dir, "nsswitch.conf"), programs: []string{filepath.Join(dir, "none"), filepath.Join(dir, "getent")}}
	script := `#!/bin/sh
[ "$1" = -- ] && shift
echo "$1 $2" >>` + dir + `/asked
case "$1 $2" in
"passwd mary"|"passwd 70123") echo "mary:*:70123:70100:Mary Example:/home/mary:/bin/sh" ;;
"group research") echo "research:*:70200:mary" ;;
"initgroups mary") echo "mary                  70100 70200 x" ;;
"initgroups root") ;;
"passwd slow") [ -e ` + dir + `/fails ] && exit 1; echo "slow:*:70124:70100::/home/slow:/bin/sh" ;;
*) exit 2 ;;
esac
`
	for name, text := range map[string]string{"nsswitch.conf": services, "getent": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return d, func() string {
		text, _ := os.ReadFile(filepath.Join(dir, "asked")) // nothing was asked
		return string(text)
	}
}

const withLDAP = "# as of a client\npasswd:  files [NOTFOUND=continue] sss # people\ngroup: files sss\n"

func TestDirectory(t *testing.T) {
	d, asked := ldap(t, withLDAP)
	mary, err := d.lookup("mary")
	if err != nil || mary.Uid != "70123" || mary.Gid != "70100" || mary.Username != "mary" {
		t.Fatal(mary, err)
	}
	if by, err := d.lookupID("70123"); err != nil || by.Username != "mary" {
		t.Error(by, err)
	}
	if g, err := d.lookupGroup("research"); err != nil || g.Gid != "70200" {
		t.Error(g, err)
	}
	ids, err := d.groupIDs(mary)
	if err != nil || !slices.Contains(ids, "70100") || !slices.Contains(ids, "70200") || slices.Contains(ids, "x") {
		t.Error(ids, err)
	}
	// Nobody else is asked about accounts of this machine, nor about invalid names.
	if root, err := d.lookup("root"); err != nil || root.Uid != "0" {
		t.Error(root, err)
	}
	var unknown user.UnknownUserError
	for _, name := range []string{"nobody-of-that-name", "-h", "a:b", "a\nb", "", "4123456789", strings.Repeat("a", mostName+1)} {
		if u, err := d.lookup(name); !errors.As(err, &unknown) {
			t.Errorf("%q is %v, %v", name, u, err)
		}
	}
	if got := asked(); strings.Contains(got, "passwd root") || strings.Contains(got, "-h") || strings.Contains(got, "4123456789") || strings.Contains(got, "aaaa") || strings.Count(got, "nobody-of-that-name") != 1 {
		t.Errorf("getent was asked\n%s", got)
	}
	// A reply is believed for a while.
	for range 3 {
		d.lookup("mary")
		d.lookup("nobody-of-that-name")
	}
	if got := asked(); strings.Count(got, "passwd mary") != 1 || strings.Count(got, "nobody-of-that-name") != 1 {
		t.Errorf("getent was asked\n%s", got)
	}
}

// TestSilentDirectory: known facts stay known for a while where a directory does not reply; groups that cannot be found are no groups less.
func TestSilentDirectory(t *testing.T) {
	d, _ := ldap(t, withLDAP)
	slow, err := d.lookup("slow")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(d.services), "fails"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for question, s := range d.kept {
		s.at = s.at.Add(-2 * goodFor)
		d.kept[question] = s
	}
	if again, err := d.lookup("slow"); err != nil || again.Uid != slow.Uid {
		t.Error(again, err)
	}
	for question, s := range d.kept {
		s.at = s.at.Add(-staleFor)
		d.kept[question] = s
	}
	if again, err := d.lookup("slow"); !errors.Is(err, errSilent) {
		t.Error(again, err)
	}
	d.asked, d.since = aMinute, d.since.AddDate(1, 0, 0) // as after many questions within the minute
	if ids, err := d.groupIDs(slow); !errors.Is(err, errSilent) {
		t.Error(ids, err)
	}
}

// TestFilesAlone: where the C library looks at files alone nothing is started.
func TestFilesAlone(t *testing.T) {
	for _, services := range []string{"passwd: files compat\ngroup: files\n", ""} {
		d, asked := ldap(t, services)
		if u, err := d.lookup("mary"); err == nil {
			t.Error(u)
		}
		if got := asked(); got != "" {
			t.Error(got)
		}
	}
	d, _ := ldap(t, withLDAP)
	d.programs = nil
	if u, err := d.lookup("mary"); err == nil {
		t.Error(u)
	}
}
