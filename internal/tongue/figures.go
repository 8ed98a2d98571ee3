package tongue

import (
	"reflect"
	"strings"
)

// Figures writes the figures of values that were computed, such as "Sales, 6959.17; HR, 6654.51 EUR", with the separators of a language.
// The last part of each is its figure; a number in front is a label, such as a year, and stays.
func Figures(language, text string) string {
	if t := spoken(language); t != nil {
		return t.figures(text)
	}
	return text
}

func (t *tongue) figures(text string) string {
	s := t.begin()
	values := strings.Split(text, "; ")
	for i, value := range values {
		label, figure := "", value
		if at := strings.LastIndex(value, ", "); at >= 0 {
			label, figure = value[:at+2], value[at+2:]
		}
		number, unit, more := strings.Cut(figure, " ")
		if values[i] = label + s.number(number); more {
			values[i] += " " + unit
		}
	}
	return strings.Join(values, "; ")
}

// A Speaker has texts that depend on each other. It says them itself, in a language other than English, before its fields are said.
type Speaker interface{ Speak(language string) any }

var speaker = reflect.TypeFor[Speaker]()

// Filled is a text of a language with holes such as {name}, filled. Its line in the file begins with of, so that no other text takes it.
func Filled(language, of, text string, values ...string) string {
	if said, is := Line(language, of+text); is {
		text = said
	}
	return strings.NewReplacer(values...).Replace(text)
}
