package config

import (
	"errors"
	"io/fs"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// Set gives a setting a value in the configuration file, which is made if it is missing and keeps its comments and its order.
// A value that the setting cannot have is refused.
func (c *Config) Set(name, text string) error {
	if _, err := Find(name); err != nil {
		return err
	}
	if name == "llm" {
		text = absolute(text)
	}
	// Beside the defaults of all others: a fault in another setting says nothing about this one.
	alone := &Config{env: c.env, values: map[string]value{}}
	for _, s := range Settings() {
		alone.values[s.Name] = value{text: s.initial(c.env)}
	}
	if name != "data-dir" {
		alone.values["data-dir"] = c.values["data-dir"] // where what was added lies, which a value may name
	}
	alone.values[name] = value{text: text}
	if err := alone.check(name); err != nil {
		return err
	}
	return c.edit(name, &text)
}

// remote are the settings that may be changed through a server, which applies them at once. None of them names a file, a program or an
// address, none gives a right, and none is a secret: an administrator's token reaches no more of the machine by them.
var remote = []string{
	"budget", "until", "fiscal-year", "rank", "candidates", "meaning-weight", "cut", "rerank-weight",
	"llm-role", "llm-timeout", "llm-first", "llm-silence", "llm-passages", "llm-tokens", "properties-budget", "proposals-budget", "home-questions", "tag-audits",
}

// changeable is why a setting cannot be changed through a server, nil where it can.
func (c *Config) changeable(name string) error {
	if !slices.Contains(remote, name) {
		return spar.Errorf(spar.Invalid, "%s is not changed over the network, but on the machine of the server", name).Try(spar.Remedy{Do: spar.ChangeSetting, Name: name})
	}
	return c.fixed(name)
}

// fixed is why a line in the configuration file would not change a setting of a server, nil where it would.
func (c *Config) fixed(name string) error {
	if c.File == "" {
		return spar.Errorf(spar.Invalid, "the server has no configuration file to write %s to; name one in SPAR_CONFIG", name)
	}
	if from := c.values[name].from; strings.HasPrefix(from, "flag ") || strings.HasPrefix(from, "environment ") {
		return spar.Errorf(spar.Invalid, "%s comes from the %s, which goes before the configuration file; start the server without it", name, from)
	}
	return nil
}

// Change gives a setting a value in the configuration file for somebody who asks a server for it; nil takes the setting out.
func (c *Config) Change(name string, text *string) error {
	if _, err := Find(name); err != nil {
		return err
	}
	if err := c.changeable(name); err != nil {
		return err
	}
	if text == nil {
		_, err := c.Unset(name)
		return err
	}
	return c.Set(name, *text)
}

// chosen are the settings that are changed where somebody chooses through a server among things at hand: a language model, whose settings are
// changed together, a folder for backups, or one below which folders may become shares.
var chosen = []string{"llm", "llm-url", "llm-model", "backup-folder", "share-roots"}

// Choose has a language model write answers that was added, or that a server of this machine has: both are there already, so that nothing
// else is started or sent to. Or it takes a folder for backups, or folders for shares, which the caller has looked at. A nil value takes a
// setting out.
func (c *Config) Choose(changes map[string]*string) error {
	for name, text := range changes {
		fixed := c.fixed(name)
		switch {
		case !slices.Contains(chosen, name):
			return spar.Errorf(spar.Invalid, "%s is not chosen through a server", name)
		case fixed != nil:
			return fixed
		case text == nil:
		case name == "llm" && !slices.Contains(models.Writers(c.DataDir()), *text):
			return spar.Errorf(spar.NotFound, "no language model %q was added", *text)
		case name == "llm-url" && c.Text("llm-key") != "":
			return spar.Errorf(spar.Invalid, "llm-key is the key of another server, and this one would be shown it: take it out on the machine of the server first")
		case name == "llm-url" && !onLoopback(*text):
			return spar.Errorf(spar.Invalid, "a server elsewhere is named on the machine of this one")
		}
	}
	for _, name := range chosen {
		text, changes := changes[name], hasKey(changes, name)
		if !changes {
			continue
		}
		var err error
		if text == nil {
			_, err = c.Unset(name)
		} else {
			err = c.Set(name, *text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// elsewhere are the settings that connect servers elsewhere, each kind with its address first and its secret last.
var elsewhere = [][]string{{"oidc-issuer", "oidc-client", "oidc-person", "oidc-domains", "oidc-groups", "oidc-secret"}, {"llm-url", "llm", "llm-model", "llm-key"}}

// Connect returns the settings as they would be with changes that connect a server elsewhere, and what keeps them in the configuration
// file. With another address the secret goes that no change names: it is shown to nobody but whom it was meant for.
func (c *Config) Connect(changes map[string]*string) (then *Config, keep func() error, err error) {
	then = &Config{File: c.File, env: c.env, values: maps.Clone(c.values)}
	changes = maps.Clone(changes)
	var order []string
	for _, kind := range elsewhere {
		address, secret := kind[0], kind[len(kind)-1]
		if text, ok := changes[address]; ok && !hasKey(changes, secret) && c.Text(secret) != "" && (text == nil || *text != c.Text(address)) {
			changes[secret] = nil
		}
		order = append(order, kind...)
	}
	for name, text := range changes {
		s, err := Find(name)
		if err != nil {
			return nil, nil, err
		}
		now, fixed := c.values[name], c.fixed(name)
		next := value{s.initial(c.env), "default"}
		if text != nil {
			next = value{*text, c.File}
		}
		switch then.values[name] = next; {
		case !slices.Contains(order, name):
			return nil, nil, spar.Errorf(spar.Invalid, "%s connects no server elsewhere", name)
		case now.text == next.text:
			then.values[name] = now
			delete(changes, name)
		case fixed != nil:
			return nil, nil, fixed
		}
	}
	if u, err := url.Parse(then.Text("llm-url")); err == nil && hasKey(changes, "llm-url") && u.User != nil {
		return nil, nil, spar.Errorf(spar.Invalid, "llm-url holds a password, which everybody may read who is told of the address: give it as the key")
	} else if err == nil && then.Text("llm-key") != "" && u.Scheme != "https" && !onLoopback(then.Text("llm-url")) {
		return nil, nil, spar.Errorf(spar.Invalid, "llm-url begins with http://: everybody on the way could read the key; give an address that begins with https://")
	}
	return then, func() error {
		for _, name := range order { // what is taken out goes first, so that no secret is ever beside another address
			if text, ok := changes[name]; ok && text == nil {
				if _, err := c.Unset(name); err != nil {
					return err
				}
			}
		}
		for _, name := range order {
			if text := changes[name]; text != nil {
				if err := c.Set(name, *text); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil
}

func hasKey(m map[string]*string, name string) bool {
	_, ok := m[name]
	return ok
}

// onLoopback says whether an address is one of this machine for itself.
func onLoopback(text string) bool {
	u, err := url.Parse(text)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}

// Unset takes a setting out of the configuration file, and says whether it was there.
func (c *Config) Unset(name string) (was bool, err error) {
	if _, err := Find(name); err != nil {
		return false, err
	}
	stored, err := readFile(c.File, false)
	if err != nil {
		return false, err
	}
	if _, was = stored[name]; !was {
		return false, nil
	}
	return true, c.edit(name, nil)
}

// checks says for settings who reads them, so that a value that is set is a value that can be used.
var checks = map[string]func(*Config) error{
	"keep-deleted": checked((*Config).Engine), "keep-trash": checked((*Config).Engine), "tag-notes": checked((*Config).Engine), "encoder-arithmetic": checked((*Config).Encoder),
	"workers": checked((*Config).Reading), "memory": checked((*Config).Reading), "timeout": checked((*Config).Reading),
	"passage-size": checked((*Config).Reading), "passage-overlap": checked((*Config).Reading), "small-table": checked((*Config).Reading),
	"entities": checked((*Config).Reading), "identifiers": checked((*Config).Reading), "tika-url": checked((*Config).Reading), "layout-url": checked((*Config).Reading),
	"dicom-patient": checked((*Config).Reading), "dicom-patient-level": checked((*Config).Reading), "dicom-patient-key": checked((*Config).Reading),
	"programs-without-landlock": checked((*Config).Reading), "budget": checked((*Config).Questions), "until": checked((*Config).Until), "rank": checked((*Config).Questions),
	"candidates": checked((*Config).Questions), "meaning-weight": checked((*Config).Questions), "rerank-weight": checked((*Config).Questions), "cut": checked((*Config).Questions),
	"properties-budget": checked((*Config).PropertiesBudget), "proposals-budget": checked((*Config).ProposalsBudget), "tag-audits": checked((*Config).AuditEvery), "fiscal-year": checked((*Config).FiscalYear), "reranker-api": checked((*Config).Reranker),
	"language": checked((*Config).Language), "log": checked((*Config).Log), "audit": checked((*Config).Audit), "keep-audit": checked((*Config).Audit),
	"debug-listen": checked((*Config).DebugListen), "session-idle": checked((*Config).SessionIdle), "token-most": checked((*Config).TokenMost),
	"trace-url": checked((*Config).TraceURL), Proxied: checked((*Config).BehindProxy),
	"requests-a-minute": func(c *Config) error { _, _, err := c.Limits(); return err },
	"answers-at-once":   func(c *Config) error { _, _, err := c.Limits(); return err },
	"llm":               checked((*Config).Writers), "llm-threads": checked((*Config).Writers), "llm-memory": checked((*Config).Writers),
	"llm-context": checked((*Config).Writers), "llm-idle": checked((*Config).Writers),
	"llm-timeout": checked((*Config).Writers), "llm-silence": checked((*Config).Writers), "llm-first": checked((*Config).Writers),
	"llm-role":       checked((*Config).Questions),
	"home-questions": checked((*Config).HomeQuestions),
	"llm-passages":   checked((*Config).Questions), "llm-tokens": checked((*Config).Questions),
	"llm-url": func(c *Config) error {
		if c.Text("llm-url") == "" {
			return nil
		}
		_, err := llm.New(llm.Options{URL: c.Text("llm-url"), Model: "any"})
		return err
	},
	"principals": func(c *Config) error {
		if c.Text("principals") == "" {
			return nil
		}
		_, err := acl.ReadPeople(c.Text("principals"))
		return err
	},
}

func checked[T any](read func(*Config) (T, error)) func(*Config) error {
	return func(c *Config) error {
		_, err := read(c)
		return err
	}
}

func (c *Config) check(name string) error {
	if read := checks[name]; read != nil {
		return read(c)
	}
	return nil
}

// edit changes one line of the configuration file, or the lines of a value that has several; nil takes them out.
func (c *Config) edit(name string, text *string) error {
	if c.File == "" {
		return spar.Errorf(spar.Invalid, "there is no configuration file to write to, as SPAR_CONFIG is empty; name one in it")
	}
	old, err := os.ReadFile(c.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return spar.Errorf(spar.Invalid, "the configuration file cannot be read: %w", err)
	}
	want, err := parse(c.File, old)
	if err != nil {
		return err
	}
	delete(want, name)
	line := ""
	if text != nil {
		want[name] = *text
		written, err := yaml.Marshal(map[string]string{name: *text})
		if err != nil {
			return err
		}
		line = string(written)
	}
	edited, err := replaced(old, name, line)
	if err != nil {
		return err
	}
	// Forms of YAML that lines do not show are left to their author.
	if got, err := parse(c.File, edited); err != nil || !maps.Equal(got, want) {
		return spar.Errorf(spar.Invalid, "the configuration file %s is not of the form `name: value`, a line each: set %s in it by hand", c.File, name)
	}
	file, mode := c.File, fs.FileMode(0o600)
	if info, err := os.Stat(file); err == nil && !holdsSecret(want) {
		mode = info.Mode().Perm()
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return spar.Errorf(spar.Unavailable, "the folder of the configuration file cannot be made: %w", err)
	}
	if err := durable.WriteFile(file, edited, mode); err != nil {
		return spar.Errorf(spar.Unavailable, "the configuration file cannot be written: %w", err)
	}
	return nil
}

func holdsSecret(values map[string]string) bool {
	return slices.ContainsFunc(Settings(), func(s Setting) bool { return s.Secret && values[s.Name] != "" })
}

// replaced puts line, which ends in a line break or is empty, in the place of the lines of a name, or at the end.
func replaced(text []byte, name, line string) ([]byte, error) {
	f, err := yamlfile.Parse(text)
	if err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(string(text), "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	} else {
		lines[last] += "\n"
	}
	from, to := len(lines), len(lines)
	keys := keysOf(f)
	if i := slices.IndexFunc(keys, func(k key) bool { return k.name == name }); i >= 0 {
		from = keys[i].line
		if i+1 < len(keys) {
			to = keys[i+1].line
		}
		for to > from+1 && isComment(lines[to-1]) { // they belong to what follows
			to--
		}
	}
	return []byte(strings.Join(lines[:from], "") + line + strings.Join(lines[to:], "")), nil
}

func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "#")
}

// A key is one of the first level, with its line, from 0.
type key struct {
	name string
	line int
}

func keysOf(f *ast.File) (keys []key) {
	for _, d := range f.Docs {
		var values []*ast.MappingValueNode
		switch body := d.Body.(type) {
		case *ast.MappingNode:
			values = body.Values
		case *ast.MappingValueNode:
			values = []*ast.MappingValueNode{body}
		}
		for _, v := range values {
			keys = append(keys, key{v.Key.GetToken().Value, v.Key.GetToken().Position.Line - 1})
		}
	}
	return keys
}
