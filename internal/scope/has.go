package scope

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Has tells a person what the file has for a constraint's key. For an attribute it tells the values that count with their origin, and why
// others do not count. Tags are named by tag.
func Has(c spar.Constraint, f Facts, names Resolver, tag func(spar.TagID) string) string {
	k := fileKeys[c.Key]
	switch {
	case c.Key == "" || c.Key == spar.Saved || c.Key == spar.Related:
		return "" // its constraints tell the file's values
	case c.Key == "tag" || c.Key == "linked":
		return tagged(f, tag)
	case c.Key == "has" || c.Key == "unknown":
		var parts []string
		for _, m := range c.Values {
			if name := strings.ToLower(m.Text); name == "tag" {
				parts = append(parts, tagged(f, tag))
			} else {
				parts = append(parts, hasOf(names.Attribute(AttributeName(name)), f))
			}
		}
		return strings.Join(parts, "; ")
	case k.tell != nil:
		return k.tell(f)
	case k.number != nil:
		return strconv.FormatFloat(k.number(f.File), 'f', -1, 64)
	}
	return hasOf(names.Attribute(AttributeName(c.Key)), f)
}

func shareOf(f Facts) string   { return f.File.Share }
func pathOf(f Facts) string    { return f.File.Path }
func nameOf(f Facts) string    { return path.Base(f.File.Path) }
func folderOf(f Facts) string  { return path.Dir(f.File.Path) }
func addressOf(f Facts) string { return f.File.Share + ":" + f.File.Path }
func stateOf(f Facts) string   { return string(f.File.State) }
func ownerOf(f Facts) string   { return fmt.Sprint(f.File.UID) }
func groupOf(f Facts) string   { return fmt.Sprint(f.File.GID) }
func modeOf(f Facts) string    { return fmt.Sprintf("%04o", octal(f.File.Mode)) }
func bytesOf(f Facts) string   { return fmt.Sprintf("%d bytes", f.File.Size) }
func changeOf(f Facts) string  { return f.File.ModTime.UTC().Format(time.DateTime) }

func textOf(f Facts) string {
	switch {
	case f.open():
		return "unknown: it was not read yet"
	case f.File.Segment == spar.SegmentID{}:
		return "no text"
	}
	return "its text"
}

func formatOf(f Facts) string {
	switch {
	case f.File.Format == "" && f.open():
		return "unknown: its name does not tell, and it was not read yet"
	case f.File.Format == "":
		return "missing"
	case f.open():
		return f.File.Format + ": it was not read yet, and its bytes may be something else"
	}
	return f.File.Format
}

func depthOf(f *spar.File) float64  { return float64(strings.Count(f.Path, "/")) }
func sizeOf(f *spar.File) float64   { return float64(f.Size) }
func secondOf(f *spar.File) float64 { return float64(f.ModTime.Unix()) }

func tagged(f Facts, tag func(spar.TagID) string) string {
	if len(f.Tags) == 0 {
		return "no tag"
	}
	list := make([]string, len(f.Tags))
	for i, t := range f.Tags {
		list[i] = tag(t)
	}
	return strings.Join(list, ", ")
}

func hasOf(a Attribute, f Facts) string {
	var parts []string
	held, settled := Held(f.Attributes, a)
	for _, b := range held {
		parts = append(parts, fmt.Sprintf("%s (%s)", b.Value, b.Origin))
	}
	for _, b := range f.Attributes {
		if b.Key != a.Key {
			continue
		}
		v, ok := a.Allowed(b.Value)
		switch {
		case !a.from(b.Origin):
			parts = append(parts, fmt.Sprintf("%s (%s does not count: the schema does not take it from there)", b.Value, b.Origin))
		case !ok:
			parts = append(parts, fmt.Sprintf("%s (%s does not count: the schema does not allow the value)", b.Value, b.Origin))
		case !slices.ContainsFunc(held, func(h spar.Attribute) bool { return h.Origin == b.Origin && h.Value == v }):
			parts = append(parts, fmt.Sprintf("%s (%s does not hold: %s comes first)", v, b.Origin, held[0].Origin))
		}
	}
	switch {
	case len(held) == 0 && !settled && f.open():
		parts = append(parts, "unknown: it was not read yet")
	case len(held) == 0:
		parts = append(parts, "missing")
	}
	return strings.Join(parts, ", ")
}
