package scope

import (
	"errors"
	"maps"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Truth is the value of a predicate: files that were not read yet leave questions about their content open.
type Truth uint8

// The three truth values of Kleene's logic, ordered so that "and" is the minimum and "or" the maximum.
const (
	False Truth = iota
	Unknown
	True
)

// String is "false", "unknown" or "true".
func (t Truth) String() string { return [...]string{"false", "unknown", "true"}[min(t, True)] }

func not(t Truth) Truth { return True - t }

func truth(b bool) Truth {
	if b {
		return True
	}
	return False
}

// A Resolver says what names in a scope stand for. Its errors are shown to people.
type Resolver interface {
	// Tag gives the closure of the tag with this name or synonym: itself and all below it.
	Tag(name string) (map[spar.TagID]bool, error)
	// Linked is Tag with what the tags of the closure link to, and all below that.
	Linked(name string) (map[spar.TagID]bool, error)
	// Owner and Group give the number of a user and a group by name or number.
	Owner(name string) (uint32, error)
	Group(name string) (uint32, error)
	// Type gives the name of a format as people write it; any name is one.
	Type(name string) string
	// Attribute resolves a name that is no key of the file itself. Every name stands for something.
	Attribute(name string) Attribute
	// Text reports of files whether an expression holds for their text, Unknown where that cannot be told.
	Text(expression string) (func(*spar.File) Truth, error)
	// AnyCase reports whether names of a share are the same whatever the case of their letters.
	AnyCase(share string) bool
	// Now is the present time for ages. It is asked once a scope.
	Now() time.Time
}

// instant is a Resolver whose time stands still.
type instant struct {
	Resolver
	now time.Time
}

func (i instant) Now() time.Time { return i.now }

// Facts are the known facts about one file. Tags and Attributes belong to File; the keys of Attributes are the keys of Resolver.Attribute,
// so that each attribute has one key.
type Facts struct {
	File       *spar.File
	Tags       []spar.TagID
	Attributes []spar.Attribute
	Closed     bool // the asker may know of the file and may not read it
}

// open reports whether reading could still find something out about a file.
func (f Facts) open() bool { return f.File.State == spar.Unread || f.File.State == spar.Offline }

// A Predicate is the compiled meaning of one constraint. It looks at no more of the Facts than its key says (see
// compile), so that it may be asked once for all files that agree in that.
type Predicate func(Facts) Truth

// Compile gives the meaning of each constraint of s, in order; a file is in scope when Holds says so. This is the
// reference that faster evaluations are compared with. It fails on a value that can mean nothing: a tag that does not
// exist, a date that is none, a malformed glob.
func Compile(s spar.Scope, names Resolver) ([]Predicate, error) {
	names = instant{names, names.Now()}
	n := 0
	return compileAll(s, names, &n)
}

// A faulty is an error about one constraint of a scope.
type faulty struct {
	leaf int // its place among the Leaves
	error
}

func (f faulty) Unwrap() error { return f.error }

// Place gives the place among the Leaves of a scope of the constraint that an error of Compile is about.
func Place(err error) (leaf int, ok bool) {
	var f faulty
	ok = errors.As(err, &f)
	return f.leaf, ok
}

// compileAll counts the Leaves that it meets in n.
func compileAll(s spar.Scope, names Resolver, n *int) ([]Predicate, error) {
	list := make([]Predicate, len(s.Constraints))
	for i, c := range s.Constraints {
		p, err := compileOne(c, names, n)
		if err != nil {
			return nil, err
		}
		list[i] = p
		if c.Not {
			list[i] = func(f Facts) Truth { return not(p(f)) }
		}
	}
	return list, nil
}

// compileOne gives the meaning of a constraint without its Not.
func compileOne(c spar.Constraint, names Resolver, n *int) (Predicate, error) {
	leaf := *n
	fail := func(err error) error {
		return faulty{leaf, spar.Errorf(spar.CodeOf(err), "in %s: %w", PrintConstraint(c), err)}
	}
	if c.Key == spar.Saved || c.Key == spar.Related && len(c.Any) > 0 {
		*n++
		if len(c.Any) == 0 {
			return nil, fail(spar.Errorf(spar.Invalid, "saved scopes have no meaning here"))
		}
		inner := 0
		p, err := either(c.Any, names, &inner)
		if err != nil {
			return nil, fail(err)
		}
		return p, nil
	}
	if len(c.Any) > 0 {
		return either(c.Any, names, n)
	}
	*n++
	if c.Key == "tag" || c.Key == "linked" { // hundreds of tags are one set
		closure, err := Tags(c, names)
		if err != nil {
			return nil, fail(err)
		}
		return oneOf(closure), nil
	}
	any := make([]Predicate, len(c.Values))
	for j, m := range c.Values {
		p, err := compile(c.Key, m, names)
		if err != nil {
			return nil, fail(err)
		}
		any[j] = p
	}
	return func(f Facts) Truth {
		t := False
		for _, p := range any {
			t = max(t, p(f))
		}
		return t
	}, nil
}

// either is true where one of several scopes holds.
func either(alternatives []spar.Scope, names Resolver, n *int) (Predicate, error) {
	any := make([]Predicate, len(alternatives))
	for i, s := range alternatives {
		list, err := compileAll(s, names, n)
		if err != nil {
			return nil, err
		}
		any[i] = func(f Facts) Truth { return Holds(s, list, f) }
	}
	return func(f Facts) Truth {
		t := False
		for _, p := range any {
			if t = max(t, p(f)); t == True {
				break
			}
		}
		return t
	}, nil
}

// Tags gives all tags that a constraint on tags stands for, without its Not.
func Tags(c spar.Constraint, names Resolver) (map[spar.TagID]bool, error) {
	of := names.Tag
	if c.Key == "linked" {
		of = names.Linked
	}
	all := map[spar.TagID]bool{}
	for _, m := range c.Values {
		closure, err := of(m.Text)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, closure)
	}
	return all, nil
}

// Holds is the meaning of a conjunction whose predicates are in list: all stated constraints hold, or one that adds files does. If all
// constraints add files, only these files are in scope.
func Holds(s spar.Scope, list []Predicate, f Facts) Truth {
	t, walls, added := True, false, false
	for i, c := range s.Constraints {
		switch {
		case c.Add:
			if added = true; list[i](f) == True {
				return True
			}
		case !c.Guess && t != False:
			walls = true
			t = min(t, list[i](f))
		}
	}
	if added && !walls {
		return False
	}
	return t
}

// fileKeyName is the key that adds one file to a scope or takes it out.
const fileKeyName = "file"

// A fileKey is a key that every file has a value of, or that looks at several.
type fileKey struct {
	ranged  bool
	compile func(m spar.Match, names Resolver) (Predicate, error)
	tell    func(f Facts) string       // what the file has, for a person; nil: Has knows
	number  func(f *spar.File) float64 // the same as a number; nil: it is none
}

// fileKeys are the keys that are no attributes: a key more is a line here. Behind each stands what of the Facts its predicates look at;
// nothing else may change their truth.
var fileKeys map[string]fileKey

func init() { // the table is looked at by what it names
	fileKeys = map[string]fileKey{
		"share":     {false, shareKey, shareOf, nil},     // File.Share
		"path":      {false, pathKey, pathOf, nil},       // File.Path, and File.Share, whose Resolver.AnyCase may be true
		"name":      {false, nameKey, nameOf, nil},       // the last component of File.Path, and File.Share likewise
		fileKeyName: {false, fileOneKey, addressOf, nil}, // File.Share and File.Path

		spar.Related: {false, relatedKey, nil, nil},           // nothing: it is looked up before
		"folder":     {false, folderKey, folderOf, nil},       // the other components of File.Path
		"ext":        {false, extKey, nameOf, nil},            // the last component of File.Path
		"depth":      {true, depthKey, nil, depthOf},          // the number of components of File.Path
		"type":       {false, typeKey, formatOf, nil},         // File.Format, and File.State if that is ""
		"state":      {false, stateKey, stateOf, nil},         // File.State
		"owner":      {false, ownerKey, ownerOf, nil},         // File.UID
		"group":      {false, groupKey, groupOf, nil},         // File.GID
		"mode":       {false, modeKey, modeOf, nil},           // File.Mode
		"size":       {true, sizeKey, bytesOf, sizeOf},        // File.Size
		"modified":   {true, modifiedKey, changeOf, secondOf}, // File.ModTime
		"age":        {true, ageKey, changeOf, nil},           // File.ModTime, and Resolver.Now when it is compiled
		"tag":        {false, tagKey, nil, nil},               // Tags
		"linked":     {false, linkedKey, nil, nil},            // Tags
		"text":       {false, textKey, textOf, nil},           // File.State and File.Segment, and Closed
		"has":        {false, hasKey, nil, nil},               // as the attribute that its value names; Tags for has:tag
		"unknown":    {false, unknownKey, nil, nil},           // as has
	}
}

// Number returns what a file has for a key of the file itself, times in seconds; false for a key whose values are no numbers.
func Number(key string, f *spar.File) (float64, bool) {
	k := fileKeys[key]
	if k.number == nil {
		return 0, false
	}
	return k.number(f), true
}

// IsFileKey reports whether a key is one of the file itself: an attribute of that name is written "attr." and the name.
func IsFileKey(key string) bool {
	_, ok := fileKeys[key]
	return ok
}

// FileKeys lists the keys of the file itself, in no order.
func FileKeys() []string {
	var list []string
	for k := range fileKeys {
		list = append(list, k)
	}
	return list
}

// compile gives the meaning of one value of a key. A key that is not of the file is an attribute's: its predicate
// looks at those Attributes that have its key, and at File.State.
func compile(key string, m spar.Match, names Resolver) (Predicate, error) {
	if k, ok := fileKeys[key]; ok {
		return k.compile(m, names)
	}
	return attributeKey(names.Attribute(AttributeName(key)), m)
}
