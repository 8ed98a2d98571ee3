package config

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/llm/local"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// KeeperCommand is the argument that turns the program into the keeper of a model's server.
const KeeperCommand = "llm-keeper"

// Model is the model that writes answers unless a question names another, nil if there is none.
func (c *Config) Model() (*llm.Client, error) {
	all, err := c.Writers()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

// Writer gives a model that may write answers: one named in the settings, or an added language model.
func (c *Config) Writer(name string) (*llm.Client, error) {
	all, err := c.Writers()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, m := range all {
		if names[i] = m.Model(); m.Model() == name {
			return m, nil
		}
	}
	added := models.Writers(c.DataDir())
	if slices.Contains(added, name) {
		return c.local(name)
	}
	names = append(names, added...)
	if len(names) == 0 {
		err := spar.Errorf(spar.NotFound, "there is no language model %q, and no other: set llm, or llm-url and llm-model", name)
		return nil, err.Try(spar.Remedy{Do: spar.ListSettings})
	}
	hint := nearest.Hint(name, slices.Values(names))
	return nil, spar.Errorf(spar.NotFound, "there is no language model %q%s; there is %s", name, spar.Phrase(hint), strings.Join(names, ", ")).
		Try(spar.Remedy{Do: spar.ListModels})
}

// Writers are the models that settings name to write answers, the one first that does unless a question names another.
func (c *Config) Writers() (list []*llm.Client, err error) {
	for _, name := range parts(c.Text("llm")) {
		m, err := c.local(name)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	o, err := c.patience()
	if err != nil || c.Text("llm-url") == "" {
		return list, err
	}
	o.URL, o.Key = c.Text("llm-url"), c.Text("llm-key")
	names := parts(c.Text("llm-model"))
	if len(names) == 0 {
		names = []string{""} // which is refused with the remedy
	}
	for _, o.Model = range names {
		m, err := llm.New(o)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// writerNames are the names of the models that settings name, and of those that were added.
func (c *Config) writerNames() (names []string) {
	all, err := c.Writers()
	if err != nil {
		return nil // the one that is asked says why
	}
	for _, m := range all {
		names = append(names, m.Model())
	}
	return append(names, models.Writers(c.DataDir())...)
}

func parts(text string) (list []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// patience is how long models are waited for.
func (c *Config) patience() (o llm.Options, err error) {
	if o.Timeout, err = c.limit("llm-timeout"); err != nil {
		return o, err
	}
	if o.Silence, err = c.limit("llm-silence"); err != nil {
		return o, err
	}
	switch {
	case c.Text("llm-first") != "":
		o.First, err = c.limit("llm-first")
	case c.values["llm-silence"].from != "default":
		o.First = o.Silence
	}
	return o, err
}

// local is a model that was added, or a file, run on this machine.
func (c *Config) local(name string) (*llm.Client, error) {
	o, err := c.patience()
	if err != nil {
		return nil, err
	}
	m := local.Model{Program: strings.TrimSpace(c.Text("llm-program"))}
	if m.Name, m.File, err = models.Writer(c.DataDir(), name); err != nil {
		return nil, err
	}
	if m.Threads, err = c.whole("llm-threads", 1024); err != nil {
		return nil, err
	}
	if m.Threads == 0 {
		m.Threads = runtime.NumCPU()
	}
	if m.Context, err = strconv.Atoi(c.Text("llm-context")); err != nil || m.Context < leastContext || m.Context > 1<<20 {
		return nil, c.fault("llm-context", "must be a number from "+strconv.Itoa(leastContext)+" to 1048576")
	}
	if text := c.Text("llm-memory"); text != "" {
		size, err := scope.Size(text)
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "the setting llm-memory: %w", err)
		}
		m.Memory = int64(size)
	}
	if m.Idle, err = c.limit("llm-idle"); err != nil {
		return nil, err
	}
	if m.Idle < time.Second {
		return nil, c.fault("llm-idle", "must be at least 1s")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	o.Model, o.Context, o.Local = m.Name, m.Context, local.New(c.DataDir(), m, []string{self, KeeperCommand})
	return llm.New(o)
}

// leastContext has room for a question with a passage and a reply.
const leastContext = 1024

// absolute makes names of files absolute; other names stay, as the names of models.
func absolute(text string) string {
	list := parts(text)
	for i, name := range list {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			if path, err := filepath.Abs(name); err == nil {
				list[i] = path
			}
		}
	}
	return strings.Join(list, ",")
}
