package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// vocab is the list of tokens by id, the special tokens, and how text is normalised before it is looked up.
type vocab struct {
	Tokens  []string
	Lower   bool // lower case
	Accents bool // keep accents

	Special    []string // the tokens that stand for themselves in raw text
	Folded     []string // those of them that do so in any case
	Begin, End string   // stand around every text
}

// specials are the special tokens of the families.
var specials = map[family][]string{
	bertFamily:  {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"},
	mpnetFamily: {"<s>", "<pad>", "</s>", "<unk>", "[UNK]", "<mask>"},
}

// newVocab is a vocabulary of a family without its tokens.
func newVocab(f family) *vocab {
	v := &vocab{Lower: true, Special: specials[f], Begin: "[CLS]", End: "[SEP]"}
	if f == mpnetFamily {
		v.Begin, v.End = "<s>", "</s>"
	}
	return v
}

const maxTokenizerFile = 64 << 20

// readVocab reads tokenizer.json of a model folder, or vocab.txt where there is none.
func readVocab(dir string, f family) (*vocab, error) {
	path := filepath.Join(dir, "tokenizer.json")
	data, err := readLimited(path, maxTokenizerFile)
	if err == nil {
		v, err := parseTokenizer(data, f)
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "%s: %w: take the folder of a BERT or MPNet model, with its own tokenizer.json", path, err)
		}
		return v, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return nil, spar.Errorf(spar.Invalid, "%s: %w", path, err)
	}
	path = filepath.Join(dir, "vocab.txt")
	if data, err = readLimited(path, maxTokenizerFile); err != nil {
		return nil, spar.Errorf(spar.Invalid, "%s: %w: a model folder needs tokenizer.json or vocab.txt; download the model again with all its files", path, err)
	}
	v, err := parseVocab(string(data), f)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	path = filepath.Join(dir, "tokenizer_config.json")
	if data, err = readLimited(path, maxTokenizerFile); err == nil {
		var c struct {
			Lower  *bool `json:"do_lower_case"`
			Strip  *bool `json:"strip_accents"`
			Splits *bool `json:"tokenize_chinese_chars"`
		}
		if err := json.Unmarshal(data, &c); err != nil {
			return nil, spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
		}
		if c.Splits != nil && !*c.Splits {
			return nil, spar.Errorf(spar.Invalid, "%s: tokenize_chinese_chars is false, which is not supported: take another model", path)
		}
		if c.Lower != nil {
			v.Lower = *c.Lower
		}
		v.Accents = !v.Lower
		if c.Strip != nil {
			v.Accents = !*c.Strip
		}
	}
	return v, nil
}

// parseVocab reads one token a line; the number of the line, from 0, is its id.
func parseVocab(text string, f family) (*vocab, error) {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return nil, errors.New("the vocabulary is empty")
	}
	v := newVocab(f)
	v.Tokens = strings.Split(text, "\n")
	for i, t := range v.Tokens {
		v.Tokens[i] = strings.TrimSuffix(t, "\r")
	}
	return v, v.check()
}

// parseTokenizer reads the tokenizer.json of a WordPiece tokenizer.
func parseTokenizer(data []byte, fam family) (*vocab, error) {
	var f struct {
		Added []struct {
			ID         int    `json:"id"`
			Content    string `json:"content"`
			Normalized bool   `json:"normalized"`
		} `json:"added_tokens"`
		Normalizer struct {
			Type    string `json:"type"`
			Clean   *bool  `json:"clean_text"`
			Chinese *bool  `json:"handle_chinese_chars"`
			Strip   *bool  `json:"strip_accents"`
			Lower   *bool  `json:"lowercase"`
		} `json:"normalizer"`
		PreTokenizer struct {
			Type string `json:"type"`
		} `json:"pre_tokenizer"`
		Model struct {
			Type   string         `json:"type"`
			Unk    string         `json:"unk_token"`
			Prefix string         `json:"continuing_subword_prefix"`
			Max    int            `json:"max_input_chars_per_word"`
			Vocab  map[string]int `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	no := func(b *bool) bool { return b != nil && !*b }
	switch {
	case f.Model.Type != "" && f.Model.Type != "WordPiece":
		return nil, fmt.Errorf("its model is %q, not WordPiece", f.Model.Type)
	case f.Normalizer.Type != "BertNormalizer" || no(f.Normalizer.Clean) || no(f.Normalizer.Chinese):
		return nil, fmt.Errorf("its normalizer is not BERT's")
	case f.PreTokenizer.Type != "BertPreTokenizer":
		return nil, fmt.Errorf("its pre-tokenizer is %q, not BERT's", f.PreTokenizer.Type)
	case f.Model.Unk != "[UNK]" || f.Model.Prefix != "##" || f.Model.Max != maxWord:
		return nil, fmt.Errorf("it does not use [UNK], ## and words of at most %d characters", maxWord)
	}
	entries := f.Model.Vocab
	v := newVocab(fam)
	for _, a := range f.Added {
		if !slices.Contains(v.Special, a.Content) || a.Normalized && fam == bertFamily {
			return nil, fmt.Errorf("it adds the token %q, which is not supported", a.Content)
		}
		if a.Normalized {
			v.Folded = append(v.Folded, a.Content)
		}
		if id, ok := entries[a.Content]; !ok || id != a.ID {
			return nil, fmt.Errorf("the token %q has two numbers or is not in the vocabulary", a.Content)
		}
	}
	v.Tokens, v.Lower = make([]string, len(entries)), !no(f.Normalizer.Lower)
	v.Accents = !v.Lower
	if f.Normalizer.Strip != nil {
		v.Accents = !*f.Normalizer.Strip
	}
	seen := make([]bool, len(entries))
	for token, id := range entries {
		if id < 0 || id >= len(entries) || seen[id] {
			return nil, fmt.Errorf("the token %q has the number %d, which is taken or out of range", token, id)
		}
		seen[id] = true
		v.Tokens[id] = token
	}
	return v, v.check()
}

// check finds what no vocabulary may lack.
func (v *vocab) check() error {
	for _, s := range []string{"[UNK]", v.Begin, v.End} {
		if !slices.Contains(v.Tokens, s) {
			return fmt.Errorf("the vocabulary lacks %s", s)
		}
	}
	return nil
}

// readLimited reads a file that must not be larger than limit.
func readLimited(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("it has %d bytes, more than the %d that are allowed", info.Size(), limit)
	}
	return os.ReadFile(path)
}
