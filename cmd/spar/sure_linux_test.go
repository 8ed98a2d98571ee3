package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal opens both ends of a pseudo-terminal.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no pseudo-terminals here:", err)
	}
	t.Cleanup(func() { person.Close() })
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip("no pseudo-terminal can be unlocked here:", err)
	}
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("the pseudo-terminal cannot be opened:", err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// TestSure removes things at a terminal, where a person is asked first and told what goes.
func TestSure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "docs", "a.txt"), []byte("25 days of leave"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) {
		values := map[string]string{"SPAR_DATA_DIR": filepath.Join(dir, "data"), "SPAR_CONFIG": ""}
		v, ok := values[name]
		return v, ok
	}
	quiet := func(args ...string) {
		t.Helper()
		var out, err bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &out, &err, env); code != exitOK {
			t.Fatalf("%q ended with %d: %s", args, code, err.String())
		}
	}
	quiet("share", "add", "docs", filepath.Join(dir, "docs"))
	quiet("scan", "docs")
	quiet("tag", "add", "Leave", "--synonym", "Time off")
	quiet("tag", "assign", "Leave", "--path", "**")
	quiet("tag", "add", "Other")
	quiet("tag", "assign", "Other", "--path", "**")
	quiet("ws", "create", "mine", "--tag", "Time off")
	quiet("ws", "create", "other")

	for _, tc := range []struct {
		args   []string
		answer string
		code   int
		says   string
	}{
		{[]string{"tag", "remove", "Leave"}, "n\n", exitInternal, "The tag Leave is removed from 1 file; it is still named by the workspace mine; it can be restored from the trash. Go on? [y/N]"},
		{[]string{"tag", "remove", "Leave"}, "\n", exitInternal, "nothing was done, as you did not say yes"},
		{[]string{"tag", "remove", "Leave"}, "\x04", exitInternal, "nothing was done"}, // the end of the input
		{[]string{"share", "remove", "docs"}, "no\n", exitInternal, "The share docs with 1 file is removed, with 2 tags that people gave them;"},
		{[]string{"ws", "delete", "mine"}, "yes please\n", exitInternal, "The workspace mine is removed; it can be restored"},
		{[]string{"ws", "delete", "other"}, "Y\n", exitOK, "`spar trash restore ws-1` brings it back"},
		{[]string{"store", "purge", "--now"}, "n\n", exitInternal, "A purge at once also takes 1 workspace from the trash, which `spar trash list` names; nothing brings them back then. Go on? [y/N]"},
		{[]string{"store", "purge", "--now"}, "yes\n", exitOK, "Go on?"},
		{[]string{"tag", "remove", "Leave", "--yes"}, "", exitOK, "is in the trash until"},
		{[]string{"tag", "unassign", "Other", "--path", "**"}, "n\n", exitInternal, "The tag Other is taken off those of 1 file that have it. Go on? [y/N]"},
		{[]string{"tag", "unassign", "Other", "--path", "**"}, "y\n", exitOK, "Go on?"},
	} {
		person, program := terminal(t)
		if _, err := person.WriteString(tc.answer); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if code := run(t.Context(), tc.args, program, &out, program, env); code != tc.code {
			t.Errorf("%q ends with %d, want %d", tc.args, code, tc.code)
		}
		if said := screen(t, person); !strings.Contains(said, tc.says) {
			t.Errorf("%q says %q, want %q", tc.args, said, tc.says)
		}
	}
}

// screen is what a terminal shows by now.
func screen(t *testing.T, person *os.File) string {
	t.Helper()
	said := make(chan string, 1)
	go func() {
		buf := make([]byte, 64<<10)
		n := 0
		for {
			m, err := person.Read(buf[n:])
			if n += m; err != nil || bytes.HasSuffix(buf[:n], []byte("END\r\n")) {
				said <- string(buf[:n])
				return
			}
		}
	}()
	// What a program writes is read after all that it wrote before.
	if _, err := person.WriteString("END\n"); err != nil { // which the terminal shows as it does all that is typed
		t.Fatal(err)
	}
	select {
	case s := <-said:
		return s
	case <-time.After(2 * time.Minute):
		t.Fatal("the terminal shows nothing")
		return ""
	}
}
