package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/sparsearch/spar/internal/service"
)

var update = flag.Bool("update", false, "write the description of the API anew")

func all() []operation { return (&Server{o: Options{Admin: true}}).operations() }

// TestDescription compares openapi.json with the operations and the shapes.
func TestDescription(t *testing.T) {
	want := document(t, all())
	if *update {
		if err := os.WriteFile("openapi.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("openapi.json"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("openapi.json does not say what the API does, %v; `go test ./internal/server -run TestDescription -update` writes it", err)
	}
}

// TestGoldenObjects checks every golden object of package api against its schema, which must have all keys of the object.
func TestGoldenObjects(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas map[string]map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document(t, all()), &doc); err != nil {
		t.Fatal(err)
	}
	defs := map[string]any{}
	for name, s := range doc.Components.Schemas {
		if s["type"] == "object" && s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		}
		defs[name] = s
	}
	held := 0
	for _, op := range all() {
		for _, typ := range []reflect.Type{op.out, op.event} {
			if typ == nil || typ.Kind() != reflect.Struct {
				continue
			}
			f := goldenOf(t, typ)
			if f == "" {
				continue
			}
			text, err := json.Marshal(map[string]any{"$ref": "#/$defs/" + typ.Name(), "$defs": defs})
			if err != nil {
				t.Fatal(err)
			}
			var s jsonschema.Schema
			if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), "#/components/schemas/", "#/$defs/")), &s); err != nil {
				t.Fatal(err)
			}
			resolved, err := s.Resolve(nil)
			if err != nil {
				t.Fatal(typ, err)
			}
			golden, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			var v any
			if err := json.Unmarshal(golden, &v); err != nil {
				t.Fatal(err)
			}
			if err := resolved.Validate(v); err != nil {
				t.Errorf("%s is not what %s describes: %v", f, op.id, err)
			}
			held++
		}
	}
	if held < 30 {
		t.Errorf("only %d golden objects were held against a schema", held)
	}
}

// goldenOf finds the golden object that decodes into the type and has all of its keys.
func goldenOf(t *testing.T, typ reflect.Type) string {
	files, err := filepath.Glob("../api/testdata/golden/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no golden objects", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		v := reflect.New(typ)
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if d.Decode(v.Interface()) != nil {
			continue
		}
		again, err := json.MarshalIndent(v.Interface(), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(append(again, '\n'), text) {
			return f
		}
	}
	return ""
}

// notServed says of each method of the service without an operation why it has none.
var notServed = map[string]string{
	"AddModel": "reads a folder of the server's machine", "PullModel": "fetches from outside",
	"FitLight": "works for long", "FitCoverage": "as FitLight", "EmbedAll": "works for long",
	"ApplyTable": "reads a file of the server's machine", "ImportFile": "reads a file of the server's machine", "Import": "takes a file, which the API does not yet",
	"Backup": "writes to a folder of the server's machine", "CheckStore": "is part of Check", "TrashCount": "is part of Purge",
	"Prepare": "is part of ask and search", "Process": "", "Watch": "goes on while the server runs",
	"Computing": "is part of all operations", "MayStillSee": "is part of answers and their events",
	"SignIn": "is done by /login", "ReadProperties": "is done by Watch", "Recover": "starts programs for long",
	"Names": "is Complete with the kind alone", "Meant": "is for mistyped commands", "Diagnose": "tells commands",
	"LossOfTag": "is for questions before removing; removing can be undone", "LossOfLinks": "as LossOfTag", "LossOfShare": "as LossOfTag", "LossOfWorkspace": "as LossOfTag",
	"Matches": "is part of Assign", "Writers": "is part of me", "Rights": "asks in place of somebody else", "ScopeNotes": "is part of countFiles, explainScope and diagnoseScope",
	"RulesFile": "names a file of the server's machine", "TestRules": "needs two lists", "Vocabulary": "is exported by the command line",
}

// TestEveryMethod: each method of the service that takes who asks is an operation, or it is said why not.
func TestEveryMethod(t *testing.T) {
	ids := map[string]bool{}
	for _, op := range all() {
		if ids[op.id] {
			t.Errorf("two operations are called %s", op.id)
		}
		ids[op.id] = true
	}
	renamed := map[string]string{"Assign": "assign", "Count": "countFiles", "Examine": "doctor", "Ignore": "ignore", "Values": "attribute", "Pending": "pending", "Relocate": "relocateShare", "BeginBackup": "startBackup", "Work": "startWork", "CountedShares": "shares"}
	for m := range reflect.TypeFor[*service.Service]().Methods() {
		takes := false
		for i := range m.Type.NumIn() {
			takes = takes || m.Type.In(i).String() == "spar.Principal"
		}
		if !takes {
			continue
		}
		id := strings.ToLower(m.Name[:1]) + m.Name[1:]
		if other := renamed[m.Name]; other != "" {
			id = other
		}
		if _, said := notServed[m.Name]; said == ids[id] {
			t.Errorf("%s: there is an operation: %t, and it is said why there is none: %t", m.Name, ids[id], said)
		}
	}
	for name := range notServed {
		if _, ok := reflect.TypeFor[*service.Service]().MethodByName(name); !ok {
			t.Errorf("there is no method %s", name)
		}
	}
	if !slices.ContainsFunc(all(), func(op operation) bool { return op.id == "ask" }) {
		t.Error("no operation asks")
	}
}
