package embed

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// readModules reads what sentence-transformers adds to a folder: modules.json with the pooling, and the prompts of
// config_sentence_transformers.json. Without them a model is pooled by its mean and takes texts as they are.
func readModules(dir string, s *shape, p *prompts) error {
	normalises, err := readPooling(dir, s)
	if err != nil {
		return err
	}
	return readPrompts(dir, normalises, p)
}

// readPooling follows modules.json, and tells whether it ends in vectors of length 1, as vectors are here in any case.
func readPooling(dir string, s *shape) (normalises bool, err error) {
	var modules []struct {
		Path string `json:"path"`
		Type string `json:"type"`
	}
	path := filepath.Join(dir, "modules.json")
	if err := readJSON(path, &modules); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return true, nil
		}
		return false, spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	for _, m := range modules {
		switch kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]; kind {
		case "Transformer":
		case "Normalize":
			normalises = true
		case "Pooling":
			if !filepath.IsLocal(m.Path) {
				return false, spar.Errorf(spar.Invalid, "%s: the path %q leaves the folder: download it again", path, m.Path)
			}
			if err := readPoolingModule(filepath.Join(dir, m.Path, "config.json"), s); err != nil {
				return false, err
			}
		default:
			return false, spar.Errorf(spar.Invalid, "%s: the module %q is not supported: take a model of Transformer, Pooling and Normalize", path, m.Type)
		}
	}
	return normalises, nil
}

func readPoolingModule(path string, s *shape) error {
	var p map[string]any
	if err := readJSON(path, &p); err != nil {
		return spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	if dim, ok := p["word_embedding_dimension"].(float64); ok && dim != float64(s.Hidden) {
		return spar.Errorf(spar.Invalid, "%s: word_embedding_dimension is %v, but the model has %d values a token: download it again, all files from one release", path, dim, s.Hidden)
	}
	if p["include_prompt"] == false {
		return spar.Errorf(spar.Invalid, "%s: include_prompt is false, which is not supported: take another model", path)
	}
	var modes []string
	for key, on := range p {
		if on == true && strings.HasPrefix(key, "pooling_mode_") {
			modes = append(modes, strings.TrimSuffix(strings.TrimPrefix(key, "pooling_mode_"), "_tokens"))
		}
	}
	if mode, ok := p["pooling_mode"].(string); ok { // as newer releases write it
		modes = append(modes, mode)
	}
	switch {
	case len(modes) == 1 && modes[0] == "mean":
		s.Pooling = "mean"
	case len(modes) == 1 && (modes[0] == "cls_token" || modes[0] == "cls"):
		s.Pooling = "cls"
	default:
		return spar.Errorf(spar.Invalid, "%s: the pooling %q is not supported, only mean or cls: take another model", path, modes)
	}
	return nil
}

// readPrompts reads the prompts for questions and passages by the names that models give them.
func readPrompts(dir string, normalises bool, p *prompts) error {
	var c struct {
		Prompts    map[string]string `json:"prompts"`
		Default    string            `json:"default_prompt_name"`
		Similarity string            `json:"similarity_fn_name"`
	}
	path := filepath.Join(dir, "config_sentence_transformers.json")
	if err := readJSON(path, &c); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	if !normalises && c.Similarity != "" && c.Similarity != "cosine" {
		return spar.Errorf(spar.Invalid, "%s: the model compares vectors of any length by %q, and only cosine is supported: take the release of the model for cosine", path, c.Similarity)
	}
	usual := ""
	if c.Default != "" {
		text, ok := c.Prompts[c.Default]
		if !ok {
			return spar.Errorf(spar.Invalid, "%s: default_prompt_name is %q, and there is no such prompt: download it again", path, c.Default)
		}
		usual = text
	}
	pick := func(names ...string) string {
		for _, n := range names {
			if text, ok := c.Prompts[n]; ok {
				return text
			}
		}
		return usual
	}
	p.question, p.passage = pick("query", "question"), pick("passage", "document", "corpus")
	return nil
}
