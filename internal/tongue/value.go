package tongue

import "reflect"

// Value says in a language what a struct has to tell in words: strings, and lists of them, of fields with the tag `tongue:"text"`, however
// deep these are; names with the tag `tongue:"name"` (see Name);
// plans over tables in words with `tongue:"plan"` (see Plan); and what a Speaker says. It changes nothing of v and returns another value where it has something
// to say.
func Value(language string, v any) any {
	t := spoken(language)
	if t == nil || v == nil {
		return v
	}
	w := walk{language: language, t: t, has: map[reflect.Type]bool{}}
	return w.value(reflect.ValueOf(v)).Interface()
}

// A walk goes through one value.
type walk struct {
	language string
	t        *tongue
	has      map[reflect.Type]bool // whether something below a type may have words
}

// mayHave reports whether a value of a type may have words to say.
func (w walk) mayHave(of reflect.Type) (may bool) {
	if known, is := w.has[of]; is {
		return known
	}
	w.has[of] = false // while a type that contains itself is looked at
	defer func() { w.has[of] = may }()
	if of.Implements(speaker) {
		return true
	}
	switch of.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return w.mayHave(of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			if f := of.Field(i); f.IsExported() && (f.Tag.Get("tongue") != "" || w.mayHave(f.Type)) {
				return true
			}
		}
	}
	return false
}

// value is v with its words said.
func (w walk) value(v reflect.Value) reflect.Value {
	if !w.mayHave(v.Type()) {
		return v
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return v
		}
		inner := w.value(v.Elem())
		if v.Kind() == reflect.Interface {
			return inner
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(inner)
		return to
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(w.value(v.Index(i)))
		}
		return to
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		to := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			to.SetMapIndex(each.Key(), w.value(each.Value()))
		}
		return to
	case reflect.Struct:
		if own, is := v.Interface().(Speaker); is {
			v = reflect.ValueOf(own.Speak(w.language))
		}
		to := reflect.New(v.Type()).Elem()
		to.Set(v)
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case !f.IsExported():
			case f.Tag.Get("tongue") == "name":
				to.Field(i).SetString(w.t.name(v.Field(i).String()))
			case f.Tag.Get("tongue") == "plan":
				to.Field(i).SetString(w.t.plan(v.Field(i).String()))
			case f.Tag.Get("tongue") != "":
				to.Field(i).Set(w.said(v.Field(i)))
			default:
				to.Field(i).Set(w.value(v.Field(i)))
			}
		}
		return to
	}
	return v
}

// said is a field of words: a string, or a list of them.
func (w walk) said(v reflect.Value) reflect.Value {
	switch {
	case v.Kind() == reflect.String:
		return reflect.ValueOf(w.t.begin().text(v.String())).Convert(v.Type())
	case v.Kind() == reflect.Slice && !v.IsNil():
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(w.said(v.Index(i)))
		}
		return to
	}
	return v
}
