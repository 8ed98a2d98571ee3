package spar_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// ofADoor finds a command of SPAR, or a flag, in a text.
var ofADoor = regexp.MustCompile("`spar |(^|[^a-zA-Z0-9-])--[a-z]")

// mayNameFlags lists the files outside of programs whose texts have flags, with the reason.
var mayNameFlags = map[string]string{
	"internal/db/postgres.go":          "createdb, a program of PostgreSQL",
	"eval/formats/office.go":           "LibreOffice",
	"eval/door/door.go":                "runs SPAR itself and asks it",
	"eval/scan.go":                     "runs SPAR itself and times it",
	"internal/llm/local/keeper.go":     "llama.cpp's server",
	"internal/read/outside.go":         "programs that read for SPAR",
	"internal/read/outside_convert.go": "LibreOffice",
}

// TestNoRoomNamesACommand keeps the commands and flags of one door out of texts that all doors show: what can be done about
// an error or a state is a Remedy, and each door has its own words for it.
func TestNoRoomNamesACommand(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if s.room == "cmd" {
			continue
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, s.file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || !ofADoor.MatchString(strings.Trim(lit.Value, "`\"")) {
				return true
			}
			if _, ok := mayNameFlags[s.file]; ok {
				used[s.file] = true
				return true
			}
			t.Errorf("%s names a command or a flag; say what can be done with a spar.Remedy: %.150s", files.Position(lit.Pos()), lit.Value)
			return true
		})
	}
	for file := range mayNameFlags {
		if !used[file] {
			t.Errorf("%s names no flag any more; take it off the list", file)
		}
	}
}
