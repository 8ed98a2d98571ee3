package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Open reads an encoder of the BERT or MPNet family from a Hugging Face folder: config.json, model.safetensors,
// tokenizer.json or vocab.txt, and where they are there, what sentence-transformers adds for pooling, prompts and
// length. A folder that does not fit is an error that names the file and the remedy.
func Open(dir string, o Options) (Encoder, error) {
	b, err := openFolder(dir, o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

func openFolder(dir string, o Options) (*bert, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	if kind := c.kind(); kind != Vectors {
		return nil, c.wrong("%s is a model of the kind %q, not %q: name it where a %s is asked for", c.architecture(), kind, Vectors, kind)
	}
	b := &bert{}
	if err := readModules(dir, &c.shape, &b.prompts); err != nil {
		return nil, err
	}
	if o.Question != "" {
		b.question = o.Question
	}
	if o.Passage != "" {
		b.passage = o.Passage
	}
	head := ""
	if b.prompts != (prompts{}) {
		head = fmt.Sprintf("prompts %q %q", b.question, b.passage)
	}
	if err := b.open(dir, c, o, head, nil); err != nil {
		return nil, err
	}
	return b, nil
}

// open fills the network from a folder; more, if any, reads the weights of what comes after it.
func (b *network) open(dir string, c config, o Options, head string, more func(*weightReader)) error {
	o, err := o.withDefaults()
	if err != nil {
		return spar.Errorf(spar.Invalid, "%w", err)
	}
	v, err := readVocab(dir, c.Family)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "model.safetensors")
	f, err := os.Open(path)
	if err != nil {
		if pickled := pickledWeights(dir); pickled != "" && errors.Is(err, os.ErrNotExist) {
			return spar.Errorf(spar.Invalid, "%s: the folder has its weights only as %s, a format that can run code: convert them to model.safetensors or take a release of the model that has it", dir, pickled)
		}
		return spar.Errorf(spar.Invalid, "%w: download the model again with its model.safetensors", err)
	}
	defer f.Close()
	*b = network{shape: c.shape, opts: o, tokens: newWordpiece(v)}
	if err := b.load(f, head, more); err != nil {
		return spar.Errorf(spar.Invalid, "%s: %w: download the model again, config.json and weights from one release", path, err)
	}
	return nil
}

// pickledWeights names a file of weights that only Python can read, and only by running its code; "" if none.
func pickledWeights(dir string) string {
	for _, pattern := range []string{"*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl"} {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 {
			return filepath.Base(found[0])
		}
	}
	return ""
}

// A Kind is what a model computes.
type Kind string

// The kinds of models.
const (
	Vectors Kind = "encoder"  // an Encoder
	Scores  Kind = "reranker" // a Scorer
	Tags    Kind = "tagger"   // a Tagger
)

// KindOf says what the model in a folder computes, by its config.json alone.
func KindOf(dir string) (Kind, error) {
	c, err := readConfig(dir)
	if err != nil {
		return "", err
	}
	return c.kind(), nil
}

// config is what config.json says.
type config struct {
	shape
	path          string
	architectures []string
	labels        []string // of a head, by number
}

func (c config) wrong(format string, args ...any) error {
	return spar.Errorf(spar.Invalid, "%s: "+format, append([]any{c.path}, args...)...)
}

func (c config) architecture() string {
	if len(c.architectures) == 0 {
		return "the model"
	}
	return c.architectures[0]
}

func (c config) kind() Kind {
	switch a := c.architecture(); {
	case strings.HasSuffix(a, "ForSequenceClassification"):
		return Scores
	case strings.HasSuffix(a, "ForTokenClassification"):
		return Tags
	default:
		return Vectors
	}
}

// readConfig reads config.json, and the length of texts that sentence-transformers adds.
func readConfig(dir string) (config, error) {
	var c struct {
		Type          string            `json:"model_type"`
		Architectures []string          `json:"architectures"`
		Hidden        int               `json:"hidden_size"`
		Heads         int               `json:"num_attention_heads"`
		Layers        int               `json:"num_hidden_layers"`
		Inner         int               `json:"intermediate_size"`
		Act           string            `json:"hidden_act"`
		Eps           float32           `json:"layer_norm_eps"`
		Position      string            `json:"position_embedding_type"`
		Max           int               `json:"max_position_embeddings"`
		Buckets       *int              `json:"relative_attention_num_buckets"`
		Labels        map[string]string `json:"id2label"`
	}
	made := config{path: filepath.Join(dir, "config.json")}
	if err := readJSON(made.path, &c); err != nil {
		return made, made.wrong("%w: take the folder of a model with its config.json", err)
	}
	families := map[string]family{"bert": bertFamily, "mpnet": mpnetFamily}
	f, known := families[c.Type]
	if f == mpnetFamily {
		c.Max -= mpnetFirst
	}
	var wrong string
	switch {
	case !known:
		wrong = fmt.Sprintf("model_type is %q, and only bert and mpnet are supported: take such a model, or serve this one over HTTP", c.Type)
	case c.Act != "gelu":
		wrong = fmt.Sprintf("hidden_act is %q, and only gelu is supported: take another model", c.Act)
	case c.Position != "" && c.Position != "absolute":
		wrong = fmt.Sprintf("position_embedding_type is %q, and only absolute is supported: take another model", c.Position)
	case c.Buckets != nil && *c.Buckets != mpnetBuckets:
		wrong = fmt.Sprintf("relative_attention_num_buckets is %d, and only %d is supported: take another model", *c.Buckets, mpnetBuckets)
	case c.Hidden <= 0 || c.Heads <= 0 || c.Hidden%c.Heads != 0 || c.Layers <= 0 || c.Inner <= 0 || c.Max < 2 || c.Hidden > 1<<16 || c.Inner > 1<<18 || c.Max > 1<<16 || !(c.Eps > 0 && c.Eps < 1):
		wrong = "its sizes make no encoder: download it again"
	}
	if wrong != "" {
		return made, made.wrong("%s", wrong)
	}
	made.labels = make([]string, len(c.Labels))
	for id, label := range c.Labels {
		n, err := strconv.Atoi(id)
		if err != nil || n < 0 || n >= len(c.Labels) || made.labels[n] != "" || label == "" {
			return made, made.wrong("id2label does not number its labels from 0: download it again")
		}
		made.labels[n] = label
	}
	made.architectures = c.Architectures
	abs, err := filepath.Abs(dir)
	if err != nil {
		abs = dir
	}
	made.shape = shape{Family: f, Name: filepath.Base(abs), Hidden: c.Hidden, Heads: c.Heads, Layers: c.Layers, Inner: c.Inner, Eps: c.Eps, MaxTokens: min(c.Max, 512), Pooling: "mean"}

	var t struct {
		Max int `json:"max_seq_length"`
	}
	path := filepath.Join(dir, "sentence_bert_config.json")
	if err := readJSON(path, &t); err != nil && !errors.Is(err, os.ErrNotExist) {
		return made, spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	if t.Max != 0 {
		if t.Max < 2 || t.Max > c.Max {
			return made, spar.Errorf(spar.Invalid, "%s: max_seq_length is %d, and the model has %d positions: download it again", path, t.Max, c.Max)
		}
		made.MaxTokens = t.Max
	}
	return made, nil
}

func readJSON(path string, v any) error {
	data, err := readLimited(path, 1<<20)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
