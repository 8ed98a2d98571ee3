package tabular

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// Reports reads the questions of TAT-QA whose answers are computed (arithmetic and counts), or spans of the table alone, with the
// table of their page, which is Markdown. Half is "even", of hashes of the questions' uid, or "odd".
func Reports(ctx context.Context, dir, half string) (list []Question, err error) {
	pages, err := public.Reports(dir)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(filepath.Join(dir, "tatqa_dev", "tatqa_dataset_dev.json"))
	if err != nil {
		return nil, err
	}
	var set []struct {
		Table     struct{ UID string }
		Questions []struct {
			UID        string `json:"uid"`
			Question   string `json:"question"`
			Answer     any    `json:"answer"`
			AnswerType string `json:"answer_type"`
			AnswerFrom string `json:"answer_from"`
			Scale      string `json:"scale"`
		}
	}
	if err := json.Unmarshal(raw, &set); err != nil {
		return nil, err
	}
	for _, page := range set {
		data := pages[page.Table.UID]
		doc := extract.Document(ctx, extract.Input{Name: "page.md", R: bytes.NewReader(data), Size: int64(len(data))})
		var t *table.Table
		if tables := table.Of(doc, func(spar.Locator, int) string { return "page.md" }); len(tables) > 0 {
			t = tables[0]
		}
		for _, q := range page.Questions {
			h := fnv.New32a()
			fmt.Fprint(h, q.UID)
			if even := h.Sum32()%2 == 0; even != (half == "even") {
				continue
			}
			gold := Question{ID: q.UID, Text: q.Question, Table: t, Scale: q.Scale, File: "report " + page.Table.UID}
			switch {
			case q.AnswerType == "arithmetic" || q.AnswerType == "count":
				n, err := strconv.ParseFloat(strings.ReplaceAll(fmt.Sprint(q.Answer), ",", ""), 64)
				if err != nil {
					continue
				}
				gold.Gold, gold.Computed = []string{strconv.FormatFloat(n, 'f', -1, 64)}, true
			case q.AnswerType == "span" && q.AnswerFrom == "table":
				values, ok := q.Answer.([]any)
				if !ok || len(values) != 1 {
					continue
				}
				gold.Gold = []string{fmt.Sprint(values[0])}
			default:
				continue
			}
			list = append(list, gold)
		}
	}
	return list, nil
}

// right compares a result with the gold of its question: figures of reports are rounded to two decimals, in the scale of the table or in
// that of the gold; others are the same.
func right(r *table.Result, q Question) bool {
	if r.Refused != "" {
		return false
	}
	if !q.Computed {
		return Same(r.Answers, q.Gold) || strings.HasPrefix(q.File, "report ") && Same(bare(r.Answers), bare(q.Gold))
	}
	gold, err := strconv.ParseFloat(q.Gold[0], 64)
	if r.Value == nil || err != nil {
		return false
	}
	return math.Abs(*r.Value-gold) <= 0.00501+1e-9*math.Abs(gold)
}

// bare takes the signs of currencies and per cents off figures, as the set's own measure does.
func bare(list []string) (out []string) {
	for _, s := range list {
		out = append(out, strings.TrimSpace(strings.NewReplacer("$", "", "€", "", "£", "", "%", "").Replace(s)))
	}
	return out
}

// scaleOf returns the scale of a unit as the set names it.
func scaleOf(unit string) string {
	unit = strings.ToLower(unit)
	for _, s := range []struct{ has, scale string }{{"%", "percent"}, {"percent", "percent"}, {"thousand", "thousand"}, {"000", "thousand"}, {"million", "million"}, {"$m", "million"}, {"€m", "million"}, {"£m", "million"}, {"billion", "billion"}} {
		if strings.Contains(unit, s.has) {
			return s.scale
		}
	}
	return ""
}
