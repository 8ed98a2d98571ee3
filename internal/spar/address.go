package spar

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Address names a place in a file of a share, as text share:path#locator. It is what a citation opens.
type Address struct {
	Share   string
	Path    string
	Locator Locator // zero for the whole file
}

// String is the address as ParseAddress reads it. Of several # the last one begins the locator. A path that is no valid
// UTF-8, which JSON could not carry, has escapes as in a Go string; whoever looks for it tries both readings.
func (a Address) String() string {
	path := a.Path
	if !utf8.ValidString(path) {
		quoted := strconv.Quote(path)
		path = quoted[1 : len(quoted)-1]
	}
	return a.Share + ":" + path + "#" + a.Locator.String()
}

// ParseAddress reads an address. The locator may be missing, and so may the share, which is to be found then.
func ParseAddress(s string) (Address, error) {
	share, path, ok := strings.Cut(s, ":")
	if !ok {
		share, path = "", s
	}
	if ok && share == "" || path == "" {
		return Address{}, Errorf(Invalid, "%q is no citation; give the number of one in the last answer, or share:path#place as JSON has it", s)
	}
	if i := strings.LastIndexByte(path, '#'); i >= 0 {
		l, err := ParseLocator(path[i+1:])
		if err == nil {
			return Address{share, path[:i], l}, nil
		}
		if strings.Contains(path[i:], "=") {
			return Address{}, Errorf(Invalid, "%w; a # in the name of a file needs another # at the end of the address", err)
		}
	}
	return Address{Share: share, Path: path}, nil
}

// Address is the place of the citation.
func (c Citation) Address() Address { return Address{c.Share, c.Path, c.Locator} }

// Address is the place of the hit.
func (h Hit) Address() Address { return Address{h.Share, h.Path, h.Passage.Locator} }
