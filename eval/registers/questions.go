package registers

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// questionFiles are the questions, a file for each register. A question is a line with its kind and its gold, and below it a line for each
// wording, which is indented. Gold is written as calls of the functions in goldWords. A line such as `let open = empty("Closed")` or
// `let by(who) = is("Made By", who)` names such a call for the lines below.
//
//go:embed asked/*.txt
var questionFiles embed.FS

// goldWords are what gold is made of: functions that return gold, tests of rows and figures, and some values.
var goldWords = map[string]any{
	"true": true, "false": false, "number": number, "everybody": test(everybody),

	"all": all, "atLeast": atLeast, "before": before, "below": below, "during": during, "earlier": earlier, "either": either, "empty": empty,
	"has": has, "is": is, "lostOver": lostOver, "not": not, "over": over, "since": since, "tooLate": test(tooLate), "under": under, "within": within,

	"distinct": distinct, "highestOf": highestOf, "known": known, "lowestOf": lowestOf, "meanOf": meanOf, "medianOf": medianOf, "rateOf": rateOf,
	"sumOf": sumOf,

	"among": among, "apart": apart, "both": both, "cell": cell, "dated": dated, "day": day, "difference": difference, "each": each,
	"exceeding": exceeding, "first": first, "found": found, "greater": greater, "holder": holder, "keys": keys, "least": least, "most": most,
	"named": named, "none": none, "one": one, "part": part, "ranked": ranked, "span": span, "together": together, "values": values, "whether": whether,
	"whetherAll": whetherAll,
}

// A goldReader reads gold with the names that a file gave so far.
type goldReader struct {
	given map[string]given
}

// given is what a name stands for, with the names of its parameters.
type given struct {
	parameters []string
	body       ast.Expr
}

// readAsked reads the questions of a register. An error names the file and the line.
func readAsked(name string) ([]asked, error) {
	text, err := questionFiles.ReadFile("asked/" + name + ".txt")
	if err != nil {
		return nil, err
	}
	return parseAsked(name+".txt", string(text))
}

func parseAsked(name, text string) (list []asked, err error) {
	g := goldReader{given: map[string]given{}}
	n, wordings := 0, 0
	for line := range strings.Lines(text) {
		n++
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s, line %d: %w", name, n, fmt.Errorf(format, args...))
		}
		indented := strings.HasPrefix(line, "  ")
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if indented {
			if len(list) == 0 || wordings == len(list[len(list)-1].wordings) {
				return nil, wrong("a wording has no question, or is one too many")
			}
			list[len(list)-1].wordings[wordings] = line
			wordings++
			continue
		}
		if len(list) > 0 && wordings == 0 {
			return nil, wrong("the question above has no wording")
		}
		if let, ok := strings.CutPrefix(line, "let "); ok {
			if err := g.let(let); err != nil {
				return nil, wrong("%w", err)
			}
			continue
		}
		kind, source, ok := strings.Cut(line, ": ")
		if bare, _, _ := strings.Cut(kind, " "); !ok || !slices.Contains(Kinds, bare) {
			return nil, wrong("no question begins with %q: write one of %s, a colon and its gold", kind, strings.Join(Kinds, ", "))
		}
		gold, err := g.gold(source)
		if err != nil {
			return nil, wrong("%w", err)
		}
		list, wordings = append(list, asked{kind: kind, gold: gold}), 0
	}
	if wordings == 0 {
		return nil, fmt.Errorf("%s, line %d: the last question has no wording", name, n)
	}
	return list, nil
}

// let takes NAME = GOLD or NAME(PARAMETER, ...) = GOLD.
func (g goldReader) let(line string) error {
	head, source, _ := strings.Cut(line, " = ")
	of, err := parser.ParseExpr(head)
	if err != nil {
		return err
	}
	body, err := parser.ParseExpr(source)
	if err != nil {
		return err
	}
	def := given{body: body}
	if call, ok := of.(*ast.CallExpr); ok {
		of = call.Fun
		for _, p := range call.Args {
			id, ok := p.(*ast.Ident)
			if !ok {
				return fmt.Errorf("a parameter of %s is no name", head)
			}
			def.parameters = append(def.parameters, id.Name)
		}
	}
	id, ok := of.(*ast.Ident)
	if !ok {
		return fmt.Errorf("%s is no name", head)
	}
	g.given[id.Name] = def
	return nil
}

func (g goldReader) gold(source string) (func(*table, *Question) error, error) {
	e, err := parser.ParseExpr(source)
	if err != nil {
		return nil, err
	}
	v, err := g.value(e, nil)
	if err != nil {
		return nil, err
	}
	gold, ok := v.Interface().(func(*table, *Question) error)
	if !ok {
		return nil, fmt.Errorf("%s is no gold", source)
	}
	return gold, nil
}

// value computes an expression, in which some names may have a value.
func (g goldReader) value(e ast.Expr, names map[string]reflect.Value) (reflect.Value, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return reflect.ValueOf(s), err
		}
		n, err := strconv.ParseFloat(e.Value, 64)
		return reflect.ValueOf(n), err
	case *ast.Ident:
		if v, ok := names[e.Name]; ok {
			return v, nil
		}
		if def, ok := g.given[e.Name]; ok && len(def.parameters) == 0 {
			return g.value(def.body, nil)
		}
		if v, ok := goldWords[e.Name]; ok {
			return reflect.ValueOf(v), nil
		}
		return reflect.Value{}, fmt.Errorf("%s is no name that is known", e.Name)
	case *ast.CallExpr:
		return g.call(e, names)
	}
	return reflect.Value{}, fmt.Errorf("gold has calls, names, texts and numbers alone, no %T", e)
}

func (g goldReader) call(e *ast.CallExpr, names map[string]reflect.Value) (reflect.Value, error) {
	var args []reflect.Value
	for _, a := range e.Args {
		v, err := g.value(a, names)
		if err != nil {
			return v, err
		}
		args = append(args, v)
	}
	if id, ok := e.Fun.(*ast.Ident); ok {
		if def, ok := g.given[id.Name]; ok {
			if len(args) != len(def.parameters) {
				return reflect.Value{}, fmt.Errorf("%s takes %d arguments, not %d", id.Name, len(def.parameters), len(args))
			}
			inner := maps.Clone(names)
			if inner == nil {
				inner = map[string]reflect.Value{}
			}
			for i, p := range def.parameters {
				inner[p] = args[i]
			}
			return g.value(def.body, inner)
		}
	}
	f, err := g.value(e.Fun, names)
	if err != nil {
		return f, err
	}
	if f.Kind() != reflect.Func {
		return f, fmt.Errorf("%s cannot be called", f.Type())
	}
	return called(f, args)
}

// called calls a function after its arguments are known to fit.
func called(f reflect.Value, args []reflect.Value) (reflect.Value, error) {
	of := f.Type()
	if least := of.NumIn(); len(args) < least && !(of.IsVariadic() && len(args) == least-1) || len(args) > least && !of.IsVariadic() {
		return f, fmt.Errorf("%d arguments are too few or too many for %s", len(args), of)
	}
	for i, a := range args {
		want := of.In(min(i, of.NumIn()-1))
		if of.IsVariadic() && i >= of.NumIn()-1 {
			want = want.Elem()
		}
		switch {
		case a.Type().AssignableTo(want):
		case a.Kind() == reflect.Float64 && want.Kind() == reflect.Int && a.Float() == float64(int(a.Float())):
			args[i] = a.Convert(want)
		default:
			return f, fmt.Errorf("argument %d of %s is %s", i+1, of, a.Type())
		}
	}
	return f.Call(args)[0], nil
}
