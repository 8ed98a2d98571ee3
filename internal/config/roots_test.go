package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRootFaults: a folder of share-roots that is not there is named with what mends it, and so is a comma in the place of the sign that
// joins folders. What the default names need not be there.
func TestRootFaults(t *testing.T) {
	a, b := t.TempDir(), filepath.Join(t.TempDir(), "a, b")
	if err := os.Mkdir(b, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(a, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	gone, joint := filepath.Join(a, "gone"), string(filepath.ListSeparator)
	for _, c := range []struct {
		text string
		want []string // in each fault
	}{
		{a + joint + b, nil}, {"none", nil}, {a + joint, nil},
		{a + joint + gone, []string{gone + ", and no such folder exists: make it"}},
		{file, []string{file + ", and no such folder exists"}},
		{a + "," + gone, []string{"joined by " + joint + " and not by a comma: " + a + joint + gone}},
		{"shared" + joint + gone, []string{"shared, which counts for nothing: name the whole path", gone}},
	} {
		env := map[string]string{"SPAR_SHARE_ROOTS": c.text, "SPAR_CONFIG": ""}
		set, err := Load(nil, func(name string) (string, bool) { v, ok := env[name]; return v, ok })
		if err != nil {
			t.Fatal(err)
		}
		faults := set.RootFaults()
		if len(faults) != len(c.want) {
			t.Errorf("%s: %v, want %q", c.text, faults, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(faults[i].Error(), want) {
				t.Errorf("%s: %v, want %q", c.text, faults[i], want)
			}
		}
		for _, s := range set.Show().Settings {
			if want := s.Name == "share-roots" && len(c.want) > 0; (len(s.Faults) > 0) != want {
				t.Errorf("%s: %s shows %q", c.text, s.Name, s.Faults)
			}
		}
	}
	plain, err := Load(nil, func(name string) (string, bool) { return "", name == "SPAR_CONFIG" })
	if err != nil {
		t.Fatal(err)
	}
	if faults := plain.RootFaults(); len(faults) > 0 || !slices.Contains(plain.ShareRoots(), "/mnt") {
		t.Errorf("the default has faults: %v", faults)
	}
}

// TestNamedDir: commands name the data directory where they would take another one without: that of a flag, and elsewhere that of the
// environment, too.
func TestNamedDir(t *testing.T) {
	for _, c := range []struct {
		flag, env       string
		here, elsewhere string
	}{
		{"", "", "", ""}, {"/data/a", "", "/data/a", "/data/a"}, {"", "/data/b", "", "/data/b"}, {"/home/ada/.local/share/spar", "", "", ""},
	} {
		set, err := Load(func(name string) (string, bool) { return c.flag, name == "data" && c.flag != "" }, func(name string) (string, bool) {
			v, ok := map[string]string{"HOME": "/home/ada", "SPAR_CONFIG": "", "SPAR_DATA_DIR": c.env}[name]
			return v, ok && (v != "" || name == "SPAR_CONFIG")
		})
		if err != nil {
			t.Fatal(err)
		}
		if here, elsewhere := set.NamedDir(false), set.NamedDir(true); here != c.here || elsewhere != c.elsewhere {
			t.Errorf("%+v: %q and %q", c, here, elsewhere)
		}
	}
}
