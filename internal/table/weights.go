package table

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the weights
	"encoding/json"
	"sync"
)

//go:embed weights.json.gz
var packed []byte

// Weights returns the weights of the features that rank plans. "spar-eval tables --fit" fitted them on the training half of
// WikiTableQuestions.
var Weights = sync.OnceValue(func() map[string]float64 {
	weights := map[string]float64{}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		err = json.NewDecoder(r).Decode(&weights)
	}
	if err != nil {
		return map[string]float64{} // a test reads them
	}
	return weights
})
