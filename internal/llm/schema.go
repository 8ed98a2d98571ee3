package llm

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// inOrder returns a JSON schema as text whose objects name their properties in the order of "required". A server has the model write them in
// this order, and a model decides best about what it writes last.
func inOrder(schema any, order ...string) json.RawMessage {
	s, ok := schema.(map[string]any)
	if !ok {
		text, err := json.Marshal(schema)
		if err != nil {
			return json.RawMessage("null")
		}
		return text
	}
	for _, k := range slices.Sorted(maps.Keys(s)) {
		if !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	b := bytes.NewBufferString("{")
	for _, k := range order {
		value, ok := s[k]
		if !ok {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(inOrder(k))
		b.WriteByte(':')
		var within []string
		if k == "properties" {
			within, _ = s["required"].([]string)
		}
		b.Write(inOrder(value, slices.Clone(within)...))
	}
	b.WriteByte('}')
	return b.Bytes()
}
