// Package accounts finds accounts and groups of this machine. It stands below all rooms that ask who somebody is. The program is linked without the C
// library, so that Go's os/user reads /etc/passwd and /etc/group alone; accounts of LDAP, Active Directory or another
// directory, which the C library knows by nsswitch.conf, are asked of getent(1).
package accounts

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// machine is the directory of this machine. It keeps only recent replies.
var machine = &directory{services: "/etc/nsswitch.conf", programs: []string{"/usr/bin/getent", "/bin/getent", "/usr/local/bin/getent"}}

// Lookup finds an account by its name. One that does not exist is a user.UnknownUserError.
func Lookup(name string) (*user.User, error) { return machine.lookup(name) }

// LookupID finds an account by its number. One that does not exist is a user.UnknownUserIdError.
func LookupID(id string) (*user.User, error) { return machine.lookupID(id) }

// Owners are whom somebody may mean who names an owner: uid:1000 and person:ada are one each; ada is the person of that name in the principals
// file, and the account of this machine.
func Owners(name string) []string {
	if name == "" || strings.Contains(name, ":") {
		return []string{name}
	}
	owners := []string{"person:" + name}
	if account, err := Lookup(name); err == nil {
		owners = append(owners, "uid:"+account.Uid)
	}
	return owners
}

// Shown is what people call an owner as in Owners: the account of uid:1000, ada for person:ada, else the owner itself.
func Shown(owner string) string {
	if name, ok := strings.CutPrefix(owner, "person:"); ok {
		return name
	}
	if id, ok := strings.CutPrefix(owner, "uid:"); ok {
		if account, err := LookupID(id); err == nil {
			return account.Username
		}
	}
	return owner
}

// Ref is how people write a name behind that of its owner, as Owners takes it: ada/letters for uid:1000/letters. It stays as it is where
// nobody knows a name of the owner.
func Ref(ref string) string {
	owner, name, is := strings.Cut(ref, "/")
	if whose := Shown(owner); is && !strings.ContainsAny(whose, ":/ ") {
		return whose + "/" + name
	}
	return ref
}

// LookupGroup finds a group by its name. One that does not exist is a user.UnknownGroupError.
func LookupGroup(name string) (*user.Group, error) { return machine.lookupGroup(name) }

// GroupIDs are the numbers of all groups of an account.
func GroupIDs(u *user.User) ([]string, error) { return machine.groupIDs(u) }

// Directories are the services beyond files that this machine finds accounts with, and whether getent(1) is there to ask them.
func Directories() (services []string, reached bool) {
	return machine.beyond("passwd"), machine.program() != ""
}

// The bounds of asking. Names come from access control lists too, which are anybody's.
const (
	patience = 3 * time.Second  // with one question
	goodFor  = time.Minute      // an answer
	badFor   = 10 * time.Second // that there is none
	staleFor = 10 * time.Minute // an answer while the directory does not reply
	mostKept = 10_000           // answers
	mostName = 256              // bytes
	mostSaid = 1 << 20          // bytes of an answer
	aMinute  = 600              // questions that are asked, else nobody is found
)

// A directory is the accounts of a machine.
type directory struct {
	services string   // file that says where the C library looks
	programs []string // where getent may be

	asking singleflight.Group
	mu     sync.Mutex
	kept   map[string]said
	since  time.Time // the minute that asked counts
	asked  int
}

// said is the fields of an answer, nil where there is nobody.
type said struct {
	fields []string
	at     time.Time
}

var errSilent = errors.New("the directory of accounts does not reply")

func (d *directory) lookup(name string) (*user.User, error) {
	u, err := user.Lookup(name)
	if err == nil {
		return u, nil
	}
	if _, number := strconv.ParseUint(name, 10, 64); number == nil {
		return nil, err // getent would take it for the number of somebody
	}
	return d.account(name, err)
}

func (d *directory) lookupID(id string) (*user.User, error) {
	u, err := user.LookupId(id)
	if err == nil {
		return u, nil
	}
	if _, word := strconv.ParseUint(id, 10, 32); word != nil {
		return nil, err
	}
	return d.account(id, err)
}

// account is an account of a directory; none where that says nothing.
func (d *directory) account(key string, none error) (*user.User, error) {
	f, err := d.ask("passwd", key)
	if err != nil || len(f) < 6 {
		return nil, errors.Join(none, err)
	}
	return &user.User{Username: f[0], Uid: f[2], Gid: f[3], Name: f[4], HomeDir: f[5]}, nil
}

func (d *directory) lookupGroup(name string) (*user.Group, error) {
	g, none := user.LookupGroup(name)
	if none == nil {
		return g, nil
	}
	if _, number := strconv.ParseUint(name, 10, 64); number == nil {
		return nil, none
	}
	f, err := d.ask("group", name)
	if err != nil || len(f) < 3 {
		return nil, errors.Join(none, err)
	}
	return &user.Group{Name: f[0], Gid: f[2]}, nil
}

func (d *directory) groupIDs(u *user.User) ([]string, error) {
	ids, err := u.GroupIds()
	if len(d.beyond("group")) == 0 || d.program() == "" {
		return ids, err
	}
	// The name and the numbers, apart by blanks. Who is in no group of a directory is so in those of files.
	f, silent := d.ask("initgroups", u.Username)
	if silent != nil {
		return nil, silent // fewer groups do not give the person's true rights: a rule may refuse a group
	}
	if len(f) > 0 {
		for _, id := range strings.Fields(f[0])[1:] {
			if _, err := strconv.ParseUint(id, 10, 32); err == nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return append(ids, u.Gid), nil
}

// beyond are the services for a database of nsswitch.conf(5) that are no files.
func (d *directory) beyond(database string) (list []string) {
	text, err := os.ReadFile(d.services)
	if err != nil {
		return nil // as the C library has it: files alone
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		name, services, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) != database {
			continue
		}
		for s := range strings.FieldsSeq(services) {
			if !slices.Contains([]string{"files", "compat", "db"}, s) && !strings.HasPrefix(s, "[") {
				list = append(list, s)
			}
		}
	}
	return list
}

func (d *directory) program() string {
	for _, p := range d.programs {
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			return p
		}
	}
	return ""
}

// ask asks getent for an entry and gives its fields; nil for none.
func (d *directory) ask(database, key string) ([]string, error) {
	of := database
	if database == "initgroups" {
		of = "group"
	}
	if key == "" || len(key) > mostName || strings.ContainsAny(key, "\x00\n:") || key[0] == '-' || len(d.beyond(of)) == 0 {
		return nil, nil
	}
	program := d.program()
	if program == "" {
		return nil, nil
	}
	question := database + "\x00" + key
	d.mu.Lock()
	was, known := d.kept[question]
	d.mu.Unlock()
	if age := time.Since(was.at); known && (was.fields != nil && age < goodFor || age < badFor) {
		return was.fields, nil
	}
	got, err, _ := d.asking.Do(question, func() (any, error) {
		if !d.may() {
			return nil, errSilent
		}
		fields, err := run(program, database, key)
		if err == nil {
			d.keep(question, fields)
		}
		return fields, err
	})
	if err != nil {
		if known && was.fields != nil && time.Since(was.at) < staleFor {
			return was.fields, nil
		}
		return nil, err
	}
	return got.([]string), nil
}

// may counts a question.
func (d *directory) may() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if time.Since(d.since) >= time.Minute {
		d.since, d.asked = time.Now(), 0
	}
	d.asked++
	return d.asked <= aMinute
}

func (d *directory) keep(question string, fields []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.kept) >= mostKept || d.kept == nil {
		d.kept = map[string]said{}
	}
	d.kept[question] = said{fields, time.Now()}
}

// notThere is the status of getent where a key is not found.
const notThere = 2

// run gives the fields of one entry; nil where there is none.
func run(program, database, key string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--", database, key)
	cmd.Env, cmd.Dir, cmd.WaitDelay = []string{"LC_ALL=C"}, "/", time.Second
	var out bytes.Buffer
	cmd.Stdout = &bounded{&out}
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == notThere:
		return nil, nil
	case err != nil:
		return nil, errors.Join(errSilent, err)
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	if line == "" {
		return nil, nil
	}
	return strings.Split(line, ":"), nil
}

// bounded takes no more than an answer may have.
type bounded struct{ b *bytes.Buffer }

func (w *bounded) Write(p []byte) (int, error) {
	if w.b.Len()+len(p) > mostSaid {
		return 0, errSilent
	}
	return w.b.Write(p)
}
