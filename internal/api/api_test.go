package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

var update = flag.Bool("update", false, "write the golden objects anew")

// objects has each top-level object by its schema.
var objects = map[string]any{
	api.AccountSchema:         api.Account{},
	api.AnswerSchema:          api.Answer{},
	api.AnswerJobSchema:       api.AnswerJob{},
	api.AnswerEventSchema:     api.AnswerEvent{},
	api.AttributeChangeSchema: api.AttributeChange{},
	api.AttributeFaultSchema:  api.AttributeFault{},
	api.AuditSchema:           api.AuditEntry{},
	api.AttributeListSchema:   api.AttributeList{},
	api.AssignmentSchema:      api.Assignment{},
	api.BackupSchema:          api.Backup{},
	api.BackupsSchema:         api.Backups{},
	api.BatchSampleSchema:     api.BatchSample{},
	api.BatchSchema:           api.Batch{},
	api.BatchUndoSchema:       api.BatchUndo{},
	api.CheckSchema:           api.Check{},
	api.ConfigSchema:          api.Config{},
	api.CostSchema:            api.Cost{},
	api.DoneSchema:            api.Done{},
	api.DuplicatesSchema:      api.Duplicates{},
	api.ExtractSchema:         api.Extract{},
	api.FacetSchema:           api.Facet{},
	api.FileCountSchema:       api.FileCount{},
	api.FileChangeSchema:      api.FileChange{},
	api.FileDetailSchema:      api.FileDetail{},
	api.FileHitsSchema:        api.FileHits{},
	api.FileSchema:            api.File{},
	api.HitsEventSchema:       api.HitsEvent{},
	api.HitsSchema:            api.Hits{},
	api.IgnoreSchema:          api.Ignore{},
	api.ImportSchema:          api.Import{},
	api.LightFitSchema:        api.LightFit{},
	api.CoverageFitSchema:     api.CoverageFit{},
	api.FoldersSchema:         api.Folders{},
	api.PersonSchema:          api.Person{},
	api.InvitationSchema:      api.Invitation{},
	api.PersonSeesSchema:      api.PersonSees{},
	api.ShareRightsSchema:     api.ShareRights{},
	api.RightsTrialSchema:     api.RightsTrial{},
	api.FoundModelsSchema:     api.FoundModels{},
	api.ModelTrialSchema:      api.ModelTrial{},
	api.ConnectedSchema:       api.Connected{},
	api.LimitsSchema:          api.Limits{},
	api.ModelPulledSchema:     api.ModelPulled{},
	api.ModelUsedSchema:       api.ModelUsed{},
	api.ModelsSchema:          api.Models{},
	api.PendingSchema:         api.Pending{},
	api.SuggestionSchema:      api.Suggestion{},
	api.ProposedSchema:        api.Proposed{},
	api.QueuedSchema:          api.Queued{},
	api.PendingCountsSchema:   api.PendingCounts{},
	api.JudgedSchema:          api.Judged{},
	api.SourceSchema:          api.ReviewSource{},
	api.TagFindingSchema:      api.TagFinding{},
	api.MendedSchema:          api.Mended{},
	api.GroupSchema:           api.Group{},
	api.TagParentSchema:       api.TagParent{},
	api.GroupAcceptedSchema:   api.GroupAccepted{},
	api.PlaceSchema:           api.Place{},
	api.ViewSchema:            api.View{},
	api.PropertiesSchema:      api.Properties{},
	api.PurgeSchema:           api.Purge{},
	api.RecoverSchema:         api.Recovery{},
	api.RereadSchema:          api.Reread{},
	api.RestoreSchema:         api.Restore{},
	api.RestoredSchema:        api.Restored{},
	api.ReviewSchema:          api.Review{},
	api.ReviewsSchema:         api.Reviews{},
	api.RightsSchema:          api.Rights{},
	api.RuleCheckSchema:       api.RuleCheck{},
	api.RuleSchema:            api.Rule{},
	api.RuleTestSchema:        api.RuleTest{},
	api.ScanSchema:            api.Scan{},
	api.ScanJobSchema:         api.ScanJob{},
	api.ScopeSchema:           api.Scope{},
	api.SentenceSchema:        api.Sentence{},
	api.ScopeExplainSchema:    api.ScopeExplain{},
	api.WhySchema:             api.WhyFile{},
	api.DiagnosisSchema:       api.Diagnosis{},
	api.DivisionSchema:        api.Division{},
	api.PageSchema:            api.Page[string]{},
	api.MeSchema:              api.Me{},
	api.ServeSchema:           api.Serving{},
	api.ShareSchema:           api.Share{},
	api.StatusSchema:          api.Status{},
	api.StoreCheckSchema:      api.StoreCheck{},
	api.SummarySchema:         api.Summary{},
	api.SymptomSchema:         api.Symptom{},
	api.TableAnswerSchema:     api.TableAnswer{},
	api.TableSchema:           api.Table{},
	api.TagSchema:             api.TagDetail{},
	api.TagMergeSchema:        api.TagMerge{},
	api.TaggingSchema:         api.Tagging{},
	api.TaxonomyProblemSchema: api.TaxonomyProblem{},
	api.FolderTreeSchema:      api.FolderTree{},
	api.TriedSchema:           api.Tried{},
	api.ThreadSchema:          api.Thread{},
	api.ReplaySchema:          api.Replay{},
	api.TokenSchema:           api.Token{},
	api.TrashSchema:           api.Trashed{},
	api.VersionSchema:         api.Build{},
	api.VersionsSchema:        api.Versions{},
	api.VocabularySchema:      api.Vocabulary{},
	api.WatchSchema:           api.WatchEvent{},
	api.WorkSchema:            api.Work{},
	api.WorkspaceSchema:       api.Workspace{},
	api.WorkspaceFileSchema:   api.WorkspaceFile{},
	api.InquirySchema:         api.Inquiry{},
	api.PortableSchema:        api.Portable{},
}

// TestEveryObject compares an object of each schema, all of its fields set, with the golden one: a key that comes, goes
// or moves is a difference.
func TestEveryObject(t *testing.T) {
	for schema, empty := range objects {
		got, err := json.MarshalIndent(example(schema, empty), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		file := filepath.Join("testdata", "golden", strings.ReplaceAll(schema, "/", ".")+".json")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v; `go test ./internal/api -update` writes it", err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is no more what %s has; if that is meant, `go test ./internal/api -update` writes it:\n%s", schema, file, got)
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*.json"))
	if err != nil || len(files) != len(objects) {
		t.Errorf("there are %d golden objects of %d schemas, %v", len(files), len(objects), err)
	}
}

// TestSchemas finds each schema that the package declares among the objects.
func TestSchemas(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || !strings.HasSuffix(v.Names[0].Name, "Schema") || len(v.Values) != 1 {
				return true
			}
			schema, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if _, there := objects[schema]; err != nil || !there {
				t.Errorf("%s: %s is %q: add an object of it to objects in api_test.go", name, v.Names[0].Name, schema)
			}
			declared++
			return true
		})
	}
	if declared != len(objects) {
		t.Errorf("%d schemas are declared, and there are %d objects", declared, len(objects))
	}
}

// TestDocumented finds every key of every object in docs/json.md, in the section that names its schema or in the one of
// what comes again.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(text), "\n## ")
	keys := regexp.MustCompile(`"([a-z0-9_]+)":`)
	for schema, empty := range objects {
		about := sectionsOn(schema, sections, map[string]bool{})
		if !strings.Contains(about, "`"+schema+"`") {
			t.Errorf("docs/json.md does not name %s", schema)
			continue
		}
		object, err := json.Marshal(example(schema, empty))
		if err != nil {
			t.Fatal(err)
		}
		var missing []string
		for _, m := range keys.FindAllStringSubmatch(string(object), -1) {
			if key := m[1]; key != "schema" && !regexp.MustCompile("[`\"]"+key+"[`\"?]").MatchString(about) && !slices.Contains(missing, key) {
				missing = append(missing, key)
			}
		}
		if len(missing) > 0 {
			t.Errorf("docs/json.md does not say of %s what %s means", schema, strings.Join(missing, ", "))
		}
	}
}

// sectionsOn gives the sections that name a schema, those of the schemas that they name, and what comes again.
func sectionsOn(schema string, sections []string, seen map[string]bool) (about string) {
	seen[schema] = true
	for _, s := range sections {
		if strings.HasPrefix(s, "What comes again") && len(seen) == 1 {
			about += s
		}
		if !strings.Contains(s, "`"+schema+"`") {
			continue
		}
		about += s
		for _, m := range named.FindAllStringSubmatch(s, -1) {
			if !seen[m[1]] && strings.Contains(s, "of `"+m[1]+"`") {
				about += sectionsOn(m[1], sections, seen)
			}
		}
	}
	return about
}

var named = regexp.MustCompile("`(spar\\.[a-z.-]+/[0-9]+)`")

// example is an object with all of its fields set.
func example(schema string, empty any) any {
	v := reflect.New(reflect.TypeOf(empty)).Elem()
	fill(v, "", 0)
	if f := v.FieldByName("Schema"); f.IsValid() {
		f.SetString(schema)
	}
	return v.Interface()
}

// fill sets v, named by its field, and what it holds: numbers and texts that tell fields apart.
func fill(v reflect.Value, name string, depth int) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)))
		return
	case spar.Value:
		v.Set(reflect.ValueOf(spar.Value{Kind: spar.Text, Text: "value"}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.ToLower(name))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(len(name)))
	case reflect.Uint32, reflect.Uint8:
		v.SetUint(uint64(len(name)))
	case reflect.Float64:
		v.SetFloat(float64(len(name)) / 2)
	case reflect.Pointer:
		if depth < 8 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), name, depth+1)
		}
	case reflect.Slice:
		if depth > 16 { // a tree has no end
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name, depth+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, name, depth+1)
		fill(value, name, depth+1)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), v.Type().Field(i).Name, depth+1)
		}
	default:
		panic(fmt.Sprintf("fill does not know %s", v.Type()))
	}
}

func TestPath(t *testing.T) {
	for _, path := range []string{"", "a/b", "a\xff/b", "ä"} {
		p := api.PathOf(path)
		got, err := p.Raw()
		if err != nil || got != path {
			t.Errorf("%q became %+v, and %q, %v", path, p, got, err)
		}
	}
	if _, err := (api.Path{Bytes: "?"}).Raw(); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("bytes that are not base64: %v", err)
	}
}
