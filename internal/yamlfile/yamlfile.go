// Package yamlfile reads YAML that anybody may have written, for every room that has files of settings. The library that
// it uses panics on some texts, and takes time and stack that grow faster than the depth of others; here both are
// errors.
package yamlfile

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxDepth is how deep values may be nested. At a thousand the parser still takes milliseconds, at ten thousand seconds.
const maxDepth = 200

// Decode reads a text into v as yaml.UnmarshalWithOptions does.
func Decode(text []byte, v any, options ...yaml.DecodeOption) error {
	return guarded(func() error {
		if err := shallow(lexer.Tokenize(string(text))); err != nil {
			return err
		}
		return yaml.UnmarshalWithOptions(text, v, options...)
	})
}

// Parse reads a text into its documents, for readers that tell the line of a fault. An error that has one is a
// yaml.Error.
func Parse(text []byte) (file *ast.File, err error) {
	err = guarded(func() error {
		tokens := lexer.Tokenize(string(text))
		if err := shallow(tokens); err != nil {
			return err
		}
		file, err = parser.Parse(tokens, 0)
		return err
	})
	if err != nil {
		return nil, err
	}
	return file, nil
}

// guarded makes an error of a panic of the library.
func guarded(f func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = errors.New("it is not YAML, or of a form that is not supported")
		}
	}()
	return f()
}

// shallow refuses deep nesting: brackets by their number, lists in lists and keys in keys by how far they stand to the
// right.
func shallow(tokens token.Tokens) error {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType, token.MappingKeyType:
			if t.Position.Column > 10*maxDepth {
				depth = maxDepth + 1
			}
		}
		if depth > maxDepth {
			return fmt.Errorf("line %d, column %d: values are nested more than %d deep", t.Position.Line, t.Position.Column, maxDepth)
		}
	}
	return nil
}
