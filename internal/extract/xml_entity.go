package extract

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// xmlEntities are the texts that a document declares in its own type definition, as in <!ENTITY app "Editor">. Entities that it declares by
// naming other files or places are never looked for.
//
// The decoder writes a mark of four bytes for a reference, so references cannot make a text longer than allowed. expand then replaces the
// marks by the texts, until these have made the document longer by maxEntityText.
type xmlEntities struct {
	values []string
	names  []string
	grown  int
}

// The bounds of entities.
const (
	maxEntities    = 1000
	maxEntityValue = 1000    // bytes of one text
	maxEntityText  = 1 << 20 // bytes that all references of a document may add
	entityMark     = 0xF0000 // of the first entity; from here on Unicode has no characters
)

var (
	entityDeclared = pattern.New(`<!ENTITY\s+([A-Za-z_][\w.:-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>`)
	entityUsed     = pattern.New(`&([A-Za-z_][\w.:-]*);`)
	entityTag      = pattern.New(`<[^>]*>`)
)

// declare takes the entities that a directive such as <!DOCTYPE ...> declares, and makes the references known to d.
func (e *xmlEntities) declare(d *xml.Decoder, directive []byte) {
	texts := map[string]string{}
	var order []string
	for _, m := range entityDeclared.FindAllSubmatch(directive, maxEntities) {
		name, value := string(m[1]), string(m[2])+string(m[3])
		if _, again := texts[name]; again || len(value) > maxEntityValue { // the first declaration holds
			continue
		}
		texts[name] = value
		order = append(order, name)
	}
	d.Entity = map[string]string{}
	for _, name := range order {
		value, ok := resolveEntity(texts, name, 0)
		if !ok || len(value) > maxEntityValue {
			continue
		}
		d.Entity[name] = string(rune(entityMark + len(e.values)))
		e.names, e.values = append(e.names, name), append(e.values, value)
	}
}

// resolveEntity returns the text of an entity, with the texts of the entities that it uses, without markup. An entity stands for nothing if
// it uses another one twice, uses itself, or nests too deep.
func resolveEntity(texts map[string]string, name string, depth int) (string, bool) {
	text := texts[name]
	var used map[string]bool
	ok := depth < 8
	text = entityUsed.ReplaceAllStringFunc(text, func(ref string) string {
		name := ref[1 : len(ref)-1]
		if _, declared := texts[name]; !declared || !ok {
			return ref
		}
		if used[name] {
			ok = false
			return ref
		}
		if used == nil {
			used = map[string]bool{}
		}
		used[name] = true
		inner, fine := resolveEntity(texts, name, depth+1)
		ok = ok && fine && len(inner) <= maxEntityValue
		return inner
	})
	if depth == 0 {
		text = xmlPredefined.Replace(entityTag.ReplaceAllString(text, ""))
	}
	return text, ok && len(text) <= maxEntityValue
}

var xmlPredefined = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&", "&#38;", "&", "&#60;", "<")

// marked reports whether text has marks.
func (e *xmlEntities) marked(text []byte) bool {
	return len(e.values) > 0 && bytes.IndexByte(text, 0xF3) >= 0
}

// expand puts the texts of entities in place of their marks. If they are too many, it puts back the references as in the file.
func (e *xmlEntities) expand(text string) string {
	if len(e.values) == 0 || strings.IndexByte(text, 0xF3) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		i := int(r) - entityMark
		switch {
		case i < 0 || i >= len(e.values):
			b.WriteRune(r)
		case e.grown+len(e.values[i]) > maxEntityText:
			b.WriteString("&" + e.names[i] + ";")
		default:
			e.grown += len(e.values[i])
			b.WriteString(e.values[i])
		}
	}
	return b.String()
}
