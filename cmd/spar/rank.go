package main

import (
	"math"
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/spf13/cobra"
)

// rankSettings are the settings of the ranking, which ask and search show among their flags.
var rankSettings = []string{"rank", "candidates", "meaning-weight", "rerank"}

// rankings names the ways to rank. Auto is the product's own choice.
var rankings = map[string]retrieve.Rank{
	"auto": "", string(retrieve.Words): retrieve.Words, string(retrieve.Dense): retrieve.Dense,
	string(retrieve.Hybrid): retrieve.Hybrid, string(retrieve.RRF): retrieve.RRF, string(retrieve.ZScore): retrieve.ZScore,
}

// ranking reads the settings of the ranking.
func (a *app) ranking(cmd *cobra.Command) (retrieve.Options, error) {
	var o retrieve.Options
	var known bool
	if o.Rank, known = rankings[a.values["rank"]]; !known {
		return o, spar.Errorf(spar.Invalid, "there is no ranking %q; choose auto, bm25, dense, hybrid, rrf or zscore", a.values["rank"])
	}
	if all := a.values["candidates"]; all == "all" {
		o.Candidates = -1
	} else if n, err := strconv.Atoi(all); err != nil || n < 1 || n > engine.MaxCandidates {
		return o, spar.Errorf(spar.Invalid, "the setting candidates is %q and must be a number from 1 to %d, or all", all, engine.MaxCandidates)
	} else {
		o.Candidates = n
	}
	weight, err := strconv.ParseFloat(a.values["meaning-weight"], 64)
	if err != nil || !(weight >= 0 && weight <= 1) {
		return o, spar.Errorf(spar.Invalid, "the setting meaning-weight is %q and must be a number from 0 to 1", a.values["meaning-weight"])
	}
	o.Meaning = max(weight, math.SmallestNonzeroFloat64) // 0 would be the default
	for _, unused := range []struct {
		flag  string
		ranks []retrieve.Rank
	}{
		{"meaning-weight", []retrieve.Rank{retrieve.Words, retrieve.Dense, retrieve.RRF}},
		{"candidates", []retrieve.Rank{retrieve.Words, retrieve.Dense}},
	} {
		for _, rank := range unused.ranks {
			if o.Rank == rank && cmd.Flags().Changed(unused.flag) {
				return o, spar.Errorf(spar.Invalid, "--%s changes nothing about the ranking %s; leave it out, or choose --rank hybrid", unused.flag, rank)
			}
		}
	}
	return o, nil
}

// encoder reads the settings of the encoder.
func (a *app) encoder() (models.Encoder, error) {
	arithmetic := embed.Arithmetic(a.values["encoder-arithmetic"])
	if arithmetic != embed.Float32 && arithmetic != embed.Int8 {
		return models.Encoder{}, spar.Errorf(spar.Invalid, "the setting encoder-arithmetic is %q and must be %s or %s", arithmetic, embed.Int8, embed.Float32)
	}
	return models.Encoder{
		Model: strings.TrimSpace(a.values["encoder"]), URL: a.values["encoder-url"], KeyEnv: a.keyIn("SPAR_ENCODER_KEY"),
		Run: embed.Options{Arithmetic: arithmetic, Question: a.values["encoder-question"], Passage: a.values["encoder-passage"]},
	}, nil
}

// keyIn names an environment variable if it is set.
func (a *app) keyIn(variable string) string {
	if key, ok := a.env(variable); ok && key != "" {
		return variable
	}
	return ""
}

// reranker opens the model that the setting rerank names, nil if it names none.
func (a *app) reranker() (embed.Scorer, error) {
	name, server := strings.TrimSpace(a.values["rerank"]), a.values["reranker-url"]
	api := a.values["reranker-api"]
	switch {
	case api != "jina" && api != "tei":
		return nil, spar.Errorf(spar.Invalid, "the setting reranker-api is %q and must be jina or tei", api)
	case name == "" && server != "":
		return nil, spar.Errorf(spar.Invalid, "the setting reranker-url names a server, and rerank no model of it: name one with --rerank")
	case name == "" || name == models.None:
		return nil, nil
	case server != "":
		return embed.NewRemoteScorer(embed.Remote{URL: server, Model: name, KeyEnv: a.keyIn("SPAR_RERANKER_KEY"), TEI: api == "tei"})
	}
	folder, err := models.Folder(a.values["data-dir"], name)
	if err != nil {
		return nil, err
	}
	return embed.OpenScorer(folder, embed.Options{Arithmetic: embed.Arithmetic(a.values["encoder-arithmetic"])})
}
