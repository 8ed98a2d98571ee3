package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// A schema is as much of JSON Schema as the description of the API uses.
type schema struct {
	Ref         string            `json:"$ref"`
	Type        any               `json:"type"` // a name, or a list of them
	Description string            `json:"description"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
	Items       *schema           `json:"items"`
	Prefix      []schema          `json:"prefixItems"`
	Additional  json.RawMessage   `json:"additionalProperties"`
	Enum        []string          `json:"enum"`
	OneOf       []schema          `json:"oneOf"`
	AnyOf       []schema          `json:"anyOf"`
}

// shapes writes what the API gives as TypeScript has it, so that the page cannot take it for anything else.
func shapes(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var d struct {
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return err
	}
	var out strings.Builder
	out.WriteString("// What the API gives. The build writes this from its description.\n")
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		fmt.Fprintf(&out, "export interface %s %s\n", name, d.Components.Schemas[name].object())
	}
	return os.WriteFile(to, []byte(out.String()), 0o644)
}

func (s schema) object() string {
	var out strings.Builder
	out.WriteString("{")
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		may := "?"
		if slices.Contains(s.Required, key) {
			may = ""
		}
		fmt.Fprintf(&out, " %s%s: %s;", key, may, s.Properties[key].named())
	}
	return out.String() + " }"
}

// named is a schema as a type.
func (s schema) named() string {
	union := func(list []schema) string {
		var names []string
		for _, o := range list {
			names = append(names, o.named())
		}
		return strings.Join(names, " | ")
	}
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	case len(s.OneOf)+len(s.AnyOf) > 0:
		return union(append(s.OneOf, s.AnyOf...))
	case len(s.Enum) > 0:
		return `"` + strings.Join(s.Enum, `" | "`) + `"`
	case len(s.Prefix) > 0:
		return "[" + strings.ReplaceAll(union(s.Prefix), " | ", ", ") + "]"
	}
	switch s.Type {
	case "string":
		return "string"
	case "integer", "number":
		return "number"
	case "boolean":
		return "boolean"
	case "array":
		if s.Items != nil {
			return "(" + s.Items.named() + ")[]"
		}
	case "object":
		var each schema
		switch {
		case s.Properties != nil:
			return s.object()
		case json.Unmarshal(s.Additional, &each) == nil && s.Additional != nil:
			return "Record<string, " + each.named() + ">"
		}
	}
	return "unknown"
}
