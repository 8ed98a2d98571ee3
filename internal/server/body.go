package server

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// exactKeys refuses JSON of a type that says a key twice, or in other letters than the type has it: the package json would take the last of
// them, and somebody in front of the server might have looked at another one.
func exactKeys(text []byte, of reflect.Type) error {
	if len(text) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	return exact(d, of, "")
}

// exact reads one value and checks its keys. In a type that decodes itself, and for a nil type, it finds only duplicate keys.
func exact(d *json.Decoder, of reflect.Type, at string) error {
	next, err := d.Token()
	if err != nil {
		return bodyFault(err)
	}
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of != nil && reflect.PointerTo(of).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		of = nil
	}
	switch next {
	case json.Delim('['):
		var item reflect.Type
		if of != nil && (of.Kind() == reflect.Slice || of.Kind() == reflect.Array) {
			item = of.Elem()
		}
		for d.More() {
			if err := exact(d, item, at); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		if err := exactObject(d, of, at); err != nil {
			return err
		}
	default:
		return nil
	}
	_, err = d.Token() // its end
	return err
}

func exactObject(d *json.Decoder, of reflect.Type, at string) error {
	var fields map[string]reflect.Type
	var item reflect.Type
	switch {
	case of != nil && of.Kind() == reflect.Struct:
		fields = map[string]reflect.Type{}
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.IsExported() && name != "-" && (name != "" || !f.Anonymous) {
				if name == "" {
					name = f.Name
				}
				fields[name] = f.Type
			}
		}
	case of != nil && of.Kind() == reflect.Map:
		item = of.Elem()
	}
	var seen []string
	for d.More() {
		next, err := d.Token()
		if err != nil {
			return bodyFault(err)
		}
		key, _ := next.(string)
		path := strings.TrimPrefix(at+"."+key, ".")
		inner := item
		if slices.Contains(seen, key) {
			return spar.Errorf(spar.Invalid, "the JSON has the key %q twice: say it once", shortKey(path))
		}
		if fields != nil {
			found, ok := fields[key]
			for name := range fields {
				if !ok && strings.EqualFold(name, key) {
					return spar.Errorf(spar.Invalid, "the JSON has the key %q, which is written %q", shortKey(path), name)
				}
			}
			inner = found
		}
		seen = append(seen, key)
		if err := exact(d, inner, path); err != nil {
			return err
		}
	}
	return nil
}

// shortKey returns a key as error messages show it.
func shortKey(path string) string { return path[:min(len(path), longAbout)] }
