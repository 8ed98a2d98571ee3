package extract

import (
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxFrontMatter      = 32 << 10
	maxFrontMatterLines = 500
	maxFrontMatterDepth = 24
)

// yamlAlias matches what may be an alias: with those a small text can mean a huge one.
var yamlAlias = pattern.New(`(?m)(?:^|[\s\[,:{-])\*[\w]`)

// frontMatter hands on the properties that a YAML front matter holds. What cannot be read as YAML, or is not worth
// the risk, is read line by line as "key: value".
func frontMatter(out *sink, text string, at spar.Locator) error {
	fields, ok := parseYAML(text)
	if !ok {
		fields = yaml.MapSlice{}
		for l := range strings.SplitSeq(text, "\n") {
			key, value, found := strings.Cut(l, ":")
			if found && key != "" && !strings.ContainsAny(key[:1], " \t-#") {
				fields = append(fields, yaml.MapItem{Key: key, Value: strings.Trim(strings.TrimSpace(value), `"'`)})
			}
		}
	}
	for _, f := range fields {
		key, _ := f.Key.(string)
		if title, ok := f.Value.(string); ok && strings.EqualFold(key, "title") {
			if err := out.title(title, at); err != nil {
				return err
			}
			continue
		}
		if err := yamlProperty(out, key, f.Value, 0); err != nil {
			return err
		}
	}
	return nil
}

func parseYAML(text string) (fields yaml.MapSlice, ok bool) {
	if len(text) > maxFrontMatter || yamlAlias.MatchString(text) || bracketDepth(text) > maxFrontMatterDepth ||
		strings.Contains(text, strings.Repeat("- ", maxFrontMatterDepth)) {
		return nil, false
	}
	err := guard(func() error { return yaml.UnmarshalWithOptions([]byte(text), &fields, yaml.UseOrderedMap()) })
	return fields, err == nil
}

// yamlProperty emits a value. Elements of a list all get the same key; values of a map get key.name.
func yamlProperty(out *sink, key string, v any, depth int) error {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		for _, e := range v {
			if err := yamlProperty(out, key, e, depth+1); err != nil {
				return err
			}
		}
		return nil
	case yaml.MapSlice:
		for _, f := range v {
			if name, ok := f.Key.(string); ok && depth < 4 {
				if err := yamlProperty(out, key+"."+name, f.Value, depth+1); err != nil {
					return err
				}
			}
		}
		return nil
	case string:
		return out.property(key, textOrDate(v))
	case time.Time:
		return out.dateProperty(key, v)
	case bool:
		return out.textProperty(key, strconv.FormatBool(v))
	case int64:
		return out.property(key, spar.Value{Kind: spar.Number, Number: float64(v)})
	case uint64:
		return out.property(key, spar.Value{Kind: spar.Number, Number: float64(v)})
	case int:
		return out.property(key, spar.Value{Kind: spar.Number, Number: float64(v)})
	case float64:
		return out.property(key, spar.Value{Kind: spar.Number, Number: v})
	}
	return nil
}

// textOrDate takes a text for a date when it can be only that.
func textOrDate(s string) spar.Value {
	if t, ok := parseDate(s); ok {
		return spar.Value{Kind: spar.Date, Date: t}
	}
	return spar.Value{Kind: spar.Text, Text: s}
}

// dateLayouts are the forms of dates that mean one day only, year first.
var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04:05 -0700",
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006/01/02", time.RFC1123Z, time.RFC1123,
}

// parseDate reads a date in a form that is not ambiguous; without a zone it is UTC.
func parseDate(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if len(s) < 10 || len(s) > 40 {
		return time.Time{}, false
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// bracketDepth is the deepest nesting of brackets in s, closing ones taken as they come.
func bracketDepth(s string) int {
	depth, deepest := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return deepest
}
