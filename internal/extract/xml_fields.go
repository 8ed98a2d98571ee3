package extract

import (
	"strings"
)

// xmlField is a value in a record, with the names that lead to it.
type xmlField struct{ name, value string }

// called returns the kind of an element and the name that it gives itself, in an attribute or element of such a name or of a name that ends
// so, such as "common_name".
func (n *xmlNode) called() string {
	for _, name := range callNames {
		text := n.attr(name)
		if text == "" {
			text = n.kid(name).plain()
		}
		for i := 0; text == "" && i < len(n.kids) && name == "name"; i++ {
			if k := n.kids[i]; strings.HasSuffix(strings.ToLower(k.name), name) {
				text = k.plain()
			}
		}
		if text != "" && len(text) <= 120 {
			return n.name + " " + text
		}
	}
	return n.name
}

var callNames = []string{"name", "title", "label", "text", "id", "key", "heading", "term", "type"}

// fields are the values in an element, and whether it is small enough to be a row.
func (n *xmlNode) fields() (list []xmlField, flat bool) {
	text := 0
	flat = true
	var walk func(n *xmlNode, path, lang string, depth int) // lang is that of the elements around n, within the record
	put := func(name, value string) {
		if value = squeeze(value); value == "" {
			return
		}
		text += len(value)
		for i := range list {
			if list[i].name == name {
				list[i].value += "; " + value
				return
			}
		}
		list = append(list, xmlField{name, value})
		flat = flat && len(list) <= maxRecordFields && text <= maxRecordText
	}
	walk = func(n *xmlNode, path, lang string, depth int) {
		if !flat || depth > 3 {
			flat = false
			return
		}
		own := n.attr("lang")
		if own != "" {
			lang = own
		}
		name := path
		if name == "" {
			name = n.name
		}
		if lang != "" {
			name += " (" + lang + ")"
		}
		if n.isMixed() || len(n.kids) == 0 {
			put(name, n.plain())
		}
		for _, a := range n.attrs {
			if a.Name.Local != "lang" {
				put(strings.TrimPrefix(path+"/"+a.Name.Local, "/"), a.Value)
			}
		}
		if n.isMixed() {
			return
		}
		keys := n.keyed()
		if n.holdsRecords(keys) {
			flat = false
			return
		}
		for _, k := range n.kids {
			if by := keys[k.name]; by != "" {
				put(strings.TrimPrefix(path+"/"+k.attr(by), "/")+k.unit(), k.keyedValue(by))
				for _, f := range k.besides(by) {
					put(strings.TrimPrefix(path+"/"+f.name, "/"), f.value)
				}
			} else if k.name != "" {
				inner := lang
				if depth == 0 {
					inner = "" // the record as a whole is in one language
				}
				walk(k, strings.TrimPrefix(path+"/"+k.name, "/"), inner, depth+1)
			}
		}
	}
	walk(n, "", "", 0)
	return list, flat
}

// keyNames are attributes that name the value of an element, as in <data name="Host">a</data> or <scalar dictRef="bo:mass">1.0</scalar>.
var keyNames = []string{"name", "key", "dictRef", "property", "field", "label"}

// keyed finds the children of n that are values under a key of their own: several of one name, each with another key of one word in the
// same attribute and one value. It gives the attribute by the name of the children.
func (n *xmlNode) keyed() map[string]string {
	var keys map[string]string
	refused, plain := map[string]bool{}, map[string]bool{}
	seen := map[[2]string]bool{}
	for _, k := range n.kids {
		if k.name == "" || refused[k.name] {
			continue
		}
		by := keys[k.name]
		for i := 0; by == "" && i < len(keyNames); i++ {
			if k.attr(keyNames[i]) != "" {
				by = keyNames[i]
			}
		}
		key := [2]string{k.name, ""}
		if by != "" {
			key[1] = k.attr(by) + k.attr("lang")
		}
		if by == "" || key[1] == "" || len(key[1]) > 80 || strings.ContainsAny(key[1], " \t\n") || seen[key] || k.keyedValue(by) == "" || len(k.attrs) > 5 {
			refused[k.name] = true
			delete(keys, k.name)
			continue
		}
		seen[key] = true
		plain[k.name] = plain[k.name] || len(k.besides(by)) == 0
		if keys == nil {
			keys = map[string]string{}
		}
		keys[k.name] = by
	}
	for name := range keys {
		if n := len(n.all(name)); n < 2 || !plain[name] {
			delete(keys, name)
		}
	}
	return keys
}

// keyedValue returns the value of an element whose key is in the attribute by: its text, or the attribute for it. It is "" if there is no
// value, or if the element has elements.
func (n *xmlNode) keyedValue(by string) string {
	text := ""
	for _, k := range n.kids {
		if k.name != "" {
			return ""
		}
		text += k.text
	}
	if text = squeeze(text); text == "" && len(n.besides(by)) == 0 {
		for _, name := range []string{"value", "content"} {
			if text == "" && by != name {
				text = squeeze(n.attr(name))
			}
		}
	}
	return text
}

// besides are the attributes of such an element that say more than what its key, its value, its unit and its type are.
func (n *xmlNode) besides(by string) (list []xmlField) {
	for _, a := range n.attrs {
		switch name := a.Name.Local; {
		case name == by, name == "lang", name == "unit", name == "units", name == "value", name == "content", name == "size", name == "id", strings.Contains(strings.ToLower(name), "type"):
		default:
			list = append(list, xmlField{n.attr(by) + "/" + name, a.Value})
		}
	}
	return list
}

// unit is that of the value of an element, as its label shows it, with the language of the value.
func (n *xmlNode) unit() string {
	text := ""
	for _, name := range []string{"unit", "units", "lang"} {
		if a := n.attr(name); a != "" {
			text += " (" + a + ")"
		}
	}
	return text
}

// holdsRecords reports whether children of one name have several values each. It passes over children whose name is in keys: these are
// values under a key.
func (n *xmlNode) holdsRecords(keys map[string]string) bool {
	seen := map[string]int{}
	for _, k := range n.kids {
		if keys[k.name] != "" {
			continue
		}
		values := 0
		for _, a := range k.attrs {
			if a.Name.Local != "lang" {
				values++
			}
		}
		for _, c := range k.kids {
			if c.name != "" {
				values++
			}
		}
		if k.name != "" && values > 1 {
			if seen[k.name]++; seen[k.name] > 1 {
				return true
			}
		}
	}
	return false
}
