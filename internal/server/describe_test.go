package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

type object = map[string]any

// A describer makes JSON Schemas (2020-12) of Go types as encoding/json writes them.
type describer struct {
	t       *testing.T
	texts   map[string]string // comments by "package.Type" and "package.Type.Field"
	schemas object
	names   map[reflect.Type]string
}

// own has the schemas of types that encode themselves.
var own = map[reflect.Type]object{
	reflect.TypeFor[api.Address](): {"type": "string"},
	reflect.TypeFor[api.Hidden]():  {"type": "string", "writeOnly": true},
	reflect.TypeFor[time.Time]():   {"type": "string", "format": "date-time"},
	reflect.TypeFor[spar.Span](): {"type": "array", "prefixItems": []object{{"type": "integer"}, {"type": "integer"}}, "minItems": 2, "maxItems": 2,
		"description": "start and end in bytes"},
	reflect.TypeFor[spar.Value](): {"type": "object", "properties": object{"type": object{"type": "string", "enum": []string{"text", "number", "date"}},
		"value": object{"type": []string{"string", "number"}}}, "required": []string{"type", "value"}},
}

// newDescriber reads the comments of the packages whose types the API has.
func newDescriber(t *testing.T) *describer {
	d := &describer{t: t, texts: map[string]string{}, schemas: object{}, names: map[reflect.Type]string{}}
	for _, dir := range []string{"../spar", "../api", "../entity", "."} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(dir, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				decl, ok := n.(*ast.GenDecl)
				if !ok || decl.Tok != token.TYPE {
					return true
				}
				for _, spec := range decl.Specs {
					d.comments(file.Name.Name, decl, spec.(*ast.TypeSpec))
				}
				return false
			})
		}
	}
	return d
}

func (d *describer) comments(pkg string, decl *ast.GenDecl, spec *ast.TypeSpec) {
	name := pkg + "." + spec.Name.Name
	doc := spec.Doc
	if doc == nil && len(decl.Specs) == 1 {
		doc = decl.Doc
	}
	d.texts[name] = line(doc)
	if s, ok := spec.Type.(*ast.StructType); ok {
		for _, f := range s.Fields.List {
			text := line(f.Doc)
			if text == "" {
				text = line(f.Comment)
			}
			for _, n := range f.Names {
				d.texts[name+"."+n.Name] = text
			}
		}
	}
}

func line(c *ast.CommentGroup) string {
	return strings.Join(strings.Fields(c.Text()), " ")
}

// schema is the schema of a type; structs with names are described once.
func (d *describer) schema(t reflect.Type) object {
	if s, ok := own[t]; ok {
		return s
	}
	if t.Kind() != reflect.Pointer && (t.Implements(reflect.TypeFor[json.Marshaler]())) {
		d.t.Fatalf("%s encodes itself; the table of such types does not say how", t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return d.schema(t.Elem())
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64, reflect.Uint32, reflect.Uint64, reflect.Int32:
		return object{"type": "integer"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return object{"type": "string", "contentEncoding": "base64"}
		}
		return object{"type": "array", "items": d.schema(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": d.schema(t.Elem())}
	case reflect.Struct:
		return object{"$ref": "#/components/schemas/" + d.named(t)}
	}
	d.t.Fatalf("there is no schema of %s", t)
	return nil
}

// named describes a struct and gives its name.
func (d *describer) named(t reflect.Type) string {
	if name, ok := d.names[t]; ok {
		return name
	}
	// A generic type is called by what it is of.
	name := t.Name()
	if base, of, ok := strings.Cut(name, "["); ok {
		name = strings.TrimSuffix(path.Base(of), "]")
		of = name[strings.LastIndexByte(name, '.')+1:]
		name = base + strings.ToUpper(of[:1]) + of[1:]
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	if _, taken := d.schemas[name]; taken {
		name = strings.ToUpper(path.Base(t.PkgPath())[:1]) + path.Base(t.PkgPath())[1:] + name
	}
	d.names[t] = name
	d.schemas[name] = object{}
	props, required := object{}, []string{}
	d.fields(t, props, &required)
	s := object{"type": "object", "properties": props}
	if len(required) > 0 {
		slices.Sort(required)
		s["required"] = required
	}
	if text := d.texts[path.Base(t.PkgPath())+"."+t.Name()]; text != "" {
		s["description"] = text
	}
	d.schemas[name] = s
	return name
}

// fields adds the fields of a struct as encoding/json writes them: those of embedded structs stand among them.
func (d *describer) fields(t reflect.Type, props object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if f.Anonymous && name == "" && inner.Kind() == reflect.Struct {
			var all []string
			d.fields(inner, props, &all)
			if f.Type.Kind() != reflect.Pointer {
				*required = append(*required, all...)
			}
			continue
		}
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			d.t.Errorf("%s.%s has no name in JSON", t, f.Name)
		}
		s := d.schema(f.Type)
		if text := d.texts[path.Base(t.PkgPath())+"."+t.Name()+"."+f.Name]; text != "" {
			s = withText(s, text)
		}
		props[name] = s
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
}

func withText(s object, text string) object {
	out := object{"description": text}
	for k, v := range s {
		out[k] = v
	}
	return out
}

// document is the whole description of the operations.
func document(t *testing.T, operations []operation) []byte {
	d := newDescriber(t)
	failure := object{"$ref": "#/components/responses/Failure"}
	paths := object{}
	for _, op := range operations {
		described := object{"operationId": op.id, "summary": op.tells, "x-spar-capability": op.needs}
		var params []object
		inPath := wildcards(op.path)
		body := op.in.NumField() > 0 && op.method != "GET" && op.method != "DELETE" && op.takes == ""
		props, required := object{}, []string{}
		d.fields(op.in, props, &required)
		for _, name := range inPath {
			params = append(params, object{"name": name, "in": "path", "required": true, "schema": props[name]})
			delete(props, name)
		}
		required = slices.DeleteFunc(required, func(name string) bool { return slices.Contains(inPath, name) })
		slices.Sort(required)
		if body && len(props) > 0 {
			s := object{"type": "object", "properties": props, "additionalProperties": false}
			if len(required) > 0 {
				s["required"] = required
			}
			described["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": s}}}
		} else {
			for _, name := range fieldNames(op.in) {
				if s, ok := props[name]; ok {
					params = append(params, object{"name": name, "in": "query", "required": slices.Contains(required, name), "schema": s})
				}
			}
		}
		if op.takes != "" {
			described["requestBody"] = object{"required": true, "content": object{op.takes: object{}}}
		}
		if op.list {
			params = append(params, object{"$ref": "#/components/parameters/after"}, object{"$ref": "#/components/parameters/limit"})
		}
		if params != nil {
			described["parameters"] = params
		}
		item := object{}
		if op.out != nil {
			item = d.schema(op.out)
		}
		result := item
		content := object{}
		if op.list {
			result = object{"type": "object", "required": []string{"schema", "items"}, "properties": object{
				"schema": object{"const": api.PageSchema}, "items": object{"type": "array", "items": item},
				"next": object{"type": "string", "description": "what after is for the next page; absent on the last"}}}
			content["application/x-ndjson"] = object{"schema": withText(item, "one line for each item, without pages")}
		}
		if op.event != nil {
			each := d.schema(op.event)
			content["text/event-stream"] = object{"schema": withText(each, "the data of each event; its name is the stage")}
			content["application/x-ndjson"] = object{"schema": withText(each, "one line for each event")}
		}
		if op.gives != "" {
			content[op.gives] = object{}
		} else {
			content["application/json"] = object{"schema": result}
		}
		described["responses"] = object{strconv.Itoa(cmp.Or(op.status, http.StatusOK)): object{"description": op.tells, "content": content}, "default": failure}
		at, _ := paths[prefix+op.path].(object)
		if at == nil {
			at = object{}
			paths[prefix+op.path] = at
		}
		at[strings.ToLower(op.method)] = described
	}
	failed := d.schema(reflect.TypeFor[api.Failure]())
	doc := object{
		"openapi": "3.1.0",
		"info":    object{"title": "SPAR", "version": "1", "description": "Answers questions over file shares, with citations. Lists come in pages, or whole as lines of JSON (Accept: application/x-ndjson); answers come whole, as server-sent events (Accept: text/event-stream) or as lines."},
		"paths":   paths,
		"components": object{
			"schemas":         d.schemas,
			"securitySchemes": object{"token": object{"type": "http", "scheme": "bearer"}},
			"parameters": object{
				"after": object{"name": "after", "in": "query", "schema": object{"type": "string"}, "description": "next of the page before"},
				"limit": object{"name": "limit", "in": "query", "schema": object{"type": "integer", "minimum": 1, "maximum": mostItems, "default": pageSize}, "description": "items of a page"},
			},
			"responses": object{"Failure": object{"description": "what is wrong, and what helps", "content": object{"application/json": object{"schema": failed}}}},
		},
		"security": []object{{"token": []string{}}},
	}
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(fmt.Errorf("the description: %w", err))
	}
	return append(text, '\n')
}
