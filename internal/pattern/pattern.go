// Package pattern has regular expressions that are compiled at their first use. The program has many hundreds, and a command or a worker
// uses a few: compiling all of them took a fifth of the time that a process needs to start.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression. Its methods are those of regexp.Regexp.
type Pattern struct {
	expression string
	once       sync.Once
	regexp     *regexp.Regexp
}

func (p *Pattern) compiled() *regexp.Regexp {
	p.once.Do(func() { p.regexp = regexp.MustCompile(p.expression) })
	return p.regexp
}

// New makes a pattern for a variable of a package, which is there as long as the program. One whose expression is wrong panics when it is used.
func New(expression string) *Pattern {
	p := &Pattern{expression: expression}
	all = append(all, p)
	return p
}

var all []*Pattern // made while the program starts, one after the other

// Compile compiles all that were made, for a test to see that they are right.
func Compile() (n int) {
	for _, p := range all {
		p.compiled()
	}
	return len(all)
}

func (p *Pattern) String() string { return p.expression }

func (p *Pattern) Match(b []byte) bool { return p.compiled().Match(b) }

func (p *Pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

func (p *Pattern) FindString(s string) string { return p.compiled().FindString(s) }

func (p *Pattern) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

func (p *Pattern) FindSubmatch(b []byte) [][]byte { return p.compiled().FindSubmatch(b) }

func (p *Pattern) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

func (p *Pattern) FindAllString(s string, n int) []string { return p.compiled().FindAllString(s, n) }

func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte {
	return p.compiled().FindAllSubmatch(b, n)
}

func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(s, n)
}

func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

func (p *Pattern) ReplaceAllString(s, with string) string {
	return p.compiled().ReplaceAllString(s, with)
}

func (p *Pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(s, with)
}
