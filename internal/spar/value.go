package spar

import (
	"encoding/json"
	"strconv"
	"time"
)

// A Value is a text, a number or a date; Kind says which field holds it.
type Value struct {
	Kind   Kind
	Text   string
	Number float64
	Date   time.Time // UTC
}

// String is the value for a person: a number in its shortest form, a date as in RFC 3339, without the time at midnight.
func (v Value) String() string {
	switch v.Kind {
	case Number:
		return strconv.FormatFloat(v.Number, 'f', -1, 64)
	case Date:
		if v.Date.Equal(v.Date.Truncate(24 * time.Hour)) {
			return v.Date.UTC().Format(time.DateOnly)
		}
		return v.Date.UTC().Format(time.RFC3339)
	default:
		return v.Text
	}
}

type valueJSON struct {
	Kind  Kind            `json:"type"`
	Value json.RawMessage `json:"value"`
}

// MarshalJSON writes {"type": "text" | "number" | "date", "value": ...}, a date as in RFC 3339.
func (v Value) MarshalJSON() ([]byte, error) {
	var field any = v.Text
	switch v.Kind {
	case Number:
		field = v.Number
	case Date:
		field = v.Date.UTC()
	}
	raw, err := json.Marshal(field)
	if err != nil {
		return nil, err
	}
	return json.Marshal(valueJSON{v.Kind, raw})
}

// UnmarshalJSON reads what MarshalJSON wrote. A date whose year in UTC has not four digits is an error, as it could not be
// written again.
func (v *Value) UnmarshalJSON(b []byte) error {
	var in valueJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	out := Value{Kind: in.Kind}
	var field any = &out.Text
	switch in.Kind {
	case Number:
		field = &out.Number
	case Date:
		field = &out.Date
	}
	if err := json.Unmarshal(in.Value, field); err != nil {
		return err
	}
	out.Date = out.Date.UTC()
	if y := out.Date.Year(); y < 0 || y > 9999 {
		return Errorf(Invalid, "the date %s is not of the years 0 to 9999", in.Value)
	}
	*v = out
	return nil
}
