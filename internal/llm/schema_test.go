package llm

import "testing"

// A schema keeps the order in which its objects require their properties, at every depth, and those that nothing requires come last.
func TestInOrder(t *testing.T) {
	inner := map[string]any{"type": "object", "required": []string{"z", "b"}, "properties": map[string]any{"b": map[string]any{"type": "string"}, "z": map[string]any{"enum": []string{"", "y"}}}}
	schema := map[string]any{"type": "object", "required": []string{"plan", "answerable"}, "additionalProperties": false,
		"properties": map[string]any{"answerable": map[string]any{"type": "boolean"}, "extra": 1, "plan": map[string]any{"type": "array", "items": inner}}}
	const want = `{"additionalProperties":false,"properties":{"plan":{"items":{"properties":{"z":{"enum":["","y"]},"b":{"type":"string"}},"required":["z","b"],"type":"object"},"type":"array"},` +
		`"answerable":{"type":"boolean"},"extra":1},"required":["plan","answerable"],"type":"object"}`
	if got := string(inOrder(schema)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(inOrder(map[string]any{})); got != "{}" {
		t.Errorf("an empty one is %s", got)
	}
}
