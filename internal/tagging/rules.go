// Package tagging assigns tags and attributes to files by what people wrote down once: rules, tables and front matter
// beside and in the files, and names of folders. It follows the catalog's journal, so that a file is tagged when it
// arrives, changes, moves or is read, and only changed files and changed rules cost anything. It stands beside order and
// read, and opens no file but tables of attributes.
package tagging

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// version counts the changes of what the same rules mean. Rules are applied again when it grows.
const version = 1

// Rules are the content of a rules file.
type Rules struct {
	File        string
	Rules       []Rule
	Folders     []Folders
	FrontMatter []FrontMatter
	Sidecars    []Sidecars

	listed []catalog.Source // the result of sources, once known
}

// A Rule gives tags and attributes to the files for which its condition holds.
type Rule struct {
	Name       string
	Line       int
	Condition  Condition
	Tags       []string // names, synonyms or keys
	Attributes []Given
	Confidence float64 // of the tags, 0 to 1
	Review     spar.Review
	Create     bool // tags that do not exist
}

// Given is an attribute that a rule gives, with its values.
type Given struct {
	Key    string
	Values []spar.Value
}

// A Condition holds for a file when each of its parts does. It has three values: a part about the content is unknown for an unread file.
type Condition struct {
	When spar.Scope
	Text *Text
	All  []Condition // each must hold
	Any  []Condition // one must hold
	Not  *Condition  // must not hold
}

// Folders makes tags of the names of folders.
type Folders struct {
	Line   int
	Share  string // "" for all shares
	Below  string // a glob of folders; the files below matching folders are tagged
	Level  int    // which component of the path is the tag's name, from 1
	Create bool
	Parent string // of created tags; "" for none
}

// FrontMatter makes tags of attributes that files say of themselves, such as the front matter of Markdown.
type FrontMatter struct {
	Line   int
	Tags   []string // keys of the attributes
	Create bool
	Parent string
}

// Sidecars are tables in shares that say which tags and attributes the files beside and below them have.
type Sidecars struct {
	Line   int
	Share  string // "" for all shares
	Files  string // a glob of paths
	Create bool
	Parent string
}

// String is the name that its tags are kept under.
func (f Folders) String() string {
	name := fmt.Sprintf("%s level %d", f.Below, f.Level)
	if f.Share != "" {
		name = f.Share + ":" + name
	}
	return name
}

// String is the name that its tags are kept under.
func (f FrontMatter) String() string { return strings.Join(f.Tags, ", ") }

// String is the name of a kind of sidecars.
func (s Sidecars) String() string {
	if s.Share != "" {
		return s.Share + ":" + s.Files
	}
	return s.Files
}

// String prints a condition as one line.
func (c Condition) String() string {
	var parts []string
	if len(c.When.Constraints) > 0 {
		parts = append(parts, scope.Print(c.When))
	}
	if c.Text != nil {
		parts = append(parts, "text("+c.Text.String()+")")
	}
	join := func(name string, list []Condition) {
		if len(list) == 0 {
			return
		}
		var each []string
		for _, s := range list {
			each = append(each, s.String())
		}
		parts = append(parts, name+"("+strings.Join(each, ", ")+")")
	}
	join("all", c.All)
	join("any", c.Any)
	if c.Not != nil {
		parts = append(parts, "not("+c.Not.String()+")")
	}
	return strings.Join(parts, " ")
}

// Gives prints what a rule gives.
func (r Rule) Gives() string {
	var parts []string
	for _, t := range r.Tags {
		parts = append(parts, "tag "+t)
	}
	for _, a := range r.Attributes {
		var values []string
		for _, v := range a.Values {
			values = append(values, v.String())
		}
		parts = append(parts, a.Key+" "+strings.Join(values, "; "))
	}
	return strings.Join(parts, ", ")
}

// digest names all that shapes the results of rule i: its content, and the rules before it that may take precedence. Its line does not
// count.
func (r *Rules) digest(i int) []byte {
	rule := &r.Rules[i]
	var before []string
	for j := range i {
		if r.Rules[j].shares(rule) {
			before = append(before, r.Rules[j].Name)
		}
	}
	return digest("rule", rule.Name, rule.Condition.String(), rule.Tags, rule.Attributes, rule.Confidence, rule.Review, rule.Create, before)
}

// shares reports whether two rules give a tag or an attribute of one name.
func (r *Rule) shares(o *Rule) bool {
	return slices.ContainsFunc(r.Tags, func(t string) bool {
		return slices.ContainsFunc(o.Tags, func(u string) bool { return strings.EqualFold(t, u) })
	}) || slices.ContainsFunc(r.Attributes, func(a Given) bool {
		return slices.ContainsFunc(o.Attributes, func(b Given) bool { return a.Key == b.Key })
	})
}

func digest(parts ...any) []byte {
	h := sha256.New()
	e := json.NewEncoder(h)
	for _, p := range append([]any{version}, parts...) {
		if err := e.Encode(p); err != nil {
			panic(err) // values of plain types
		}
	}
	return h.Sum(nil)
}

// texts lists the text conditions in a condition.
func (c *Condition) texts() (list []*Text) {
	if c.Text != nil {
		list = append(list, c.Text)
	}
	for i := range c.All {
		list = append(list, c.All[i].texts()...)
	}
	for i := range c.Any {
		list = append(list, c.Any[i].texts()...)
	}
	if c.Not != nil {
		list = append(list, c.Not.texts()...)
	}
	return list
}

// scopes lists the scopes in a condition.
func (c *Condition) scopes() (list []spar.Scope) {
	if len(c.When.Constraints) > 0 {
		list = append(list, c.When)
	}
	for _, s := range slices.Concat(c.All, c.Any) {
		list = append(list, s.scopes()...)
	}
	if c.Not != nil {
		list = append(list, c.Not.scopes()...)
	}
	return list
}
