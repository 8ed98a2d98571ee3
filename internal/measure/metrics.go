package measure

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Metrics are the figures of one ranking, or their means over many. A document is relevant when its judged score is at
// least 1. MAP and MRR run over the whole ranking; nDCG takes the score as the gain and log2(rank+1) as the discount
// (Järvelin and Kekäläinen 2002), with the ideal order of all judged documents as 1.
type Metrics struct {
	Hit1      float64 `json:"hit@1"`
	Hit5      float64 `json:"hit@5"`
	P5        float64 `json:"p@5"`
	Recall5   float64 `json:"recall@5"`
	Recall10  float64 `json:"recall@10"`
	Recall100 float64 `json:"recall@100"`
	MRR       float64 `json:"mrr"`
	MAP       float64 `json:"map"`
	NDCG10    float64 `json:"ndcg@10"`
}

// MetricNames lists the figures of Metrics in their order.
var MetricNames = [...]string{"hit@1", "hit@5", "p@5", "recall@5", "recall@10", "recall@100", "mrr", "map", "ndcg@10"}

// Values gives the figures in the order of MetricNames.
func (m Metrics) Values() [len(MetricNames)]float64 {
	return [...]float64{m.Hit1, m.Hit5, m.P5, m.Recall5, m.Recall10, m.Recall100, m.MRR, m.MAP, m.NDCG10}
}

func metricsOf(v [len(MetricNames)]float64) Metrics {
	return Metrics{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]}
}

// Measure scores one ranking, best document first, against the scores judged for its question. A document that comes
// again counts where it came first. Where no document is relevant every figure is 0.
func Measure(ranked []string, judged map[string]float64) Metrics {
	relevant := 0
	var gains []float64
	for _, score := range judged {
		if score >= 1 {
			relevant++
		}
		if score > 0 {
			gains = append(gains, score)
		}
	}
	var m Metrics
	found := 0
	foundWithin := func(k int) float64 { return ratio(min(found, k), relevant) }
	seen := make(map[string]bool, len(ranked))
	rank := 0
	var dcg float64
	for _, doc := range ranked {
		if seen[doc] {
			continue
		}
		seen[doc] = true
		rank++
		score := judged[doc]
		if rank <= 10 && score > 0 {
			dcg += score / math.Log2(float64(rank)+1)
		}
		if score < 1 {
			continue
		}
		found++
		if found == 1 {
			m.MRR = 1 / float64(rank)
		}
		m.MAP += float64(found) / float64(rank)
		if rank <= 1 {
			m.Hit1 = 1
		}
		if rank <= 5 {
			m.Hit5 = 1
			m.P5 = float64(found) / 5
			m.Recall5 = foundWithin(5)
		}
		if rank <= 10 {
			m.Recall10 = foundWithin(10)
		}
		if rank <= 100 {
			m.Recall100 = foundWithin(100)
		}
	}
	if relevant > 0 {
		m.MAP /= float64(relevant)
	}
	slices.SortFunc(gains, func(a, b float64) int { return cmp.Compare(b, a) })
	var ideal float64
	for i, gain := range gains[:min(10, len(gains))] {
		ideal += gain / math.Log2(float64(i)+2)
	}
	if ideal > 0 {
		m.NDCG10 = dcg / ideal
	}
	return m
}

// Mean is the mean of each figure; zero for none.
func Mean(of []Metrics) Metrics {
	var sum [len(MetricNames)]float64
	for _, m := range of {
		for i, v := range m.Values() {
			sum[i] += v
		}
	}
	if len(of) > 0 {
		for i := range sum {
			sum[i] /= float64(len(of))
		}
	}
	return metricsOf(sum)
}

// An Interval is a difference of two means with the bounds of its 95 % confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// resamples of a bootstrap: enough for two digits of a 95 % interval.
const resamples = 10_000

// Bootstrap estimates how sure the mean difference b - a is, where a[i] and b[i] are one figure of two systems on
// question i: the percentile interval over paired resamples of the questions (Efron and Tibshirani 1993, chapter 13).
// The same seed gives the same interval. It panics when the lengths differ.
func Bootstrap(a, b []float64, seed uint64) Interval {
	if len(a) != len(b) {
		panic("eval: paired samples of different lengths")
	}
	if len(a) == 0 {
		return Interval{}
	}
	diff := make([]float64, len(a))
	var sum float64
	for i := range a {
		diff[i] = b[i] - a[i]
		sum += diff[i]
	}
	n := float64(len(diff))
	random := rand.New(rand.NewPCG(seed, uint64(len(diff))))
	means := make([]float64, resamples)
	for i := range means {
		var total float64
		for range diff {
			total += diff[random.IntN(len(diff))]
		}
		means[i] = total / n
	}
	slices.Sort(means)
	return Interval{Mean: sum / n, Low: means[resamples*25/1000], High: means[resamples*975/1000-1]}
}

// Percentile is the smallest of the times that p percent of them do not exceed (nearest rank); 0 for none.
func Percentile(times []time.Duration, p float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// Contains reports whether an answer says one of the accepted texts: as whole words, whatever the case, spacing and
// punctuation; numbers keep their inner points and commas.
func Contains(answer string, accepted []string) bool {
	said := " " + strings.Join(words(answer), " ") + " "
	for _, a := range accepted {
		if w := words(a); len(w) > 0 && strings.Contains(said, " "+strings.Join(w, " ")+" ") {
			return true
		}
	}
	return false
}

// words splits text into lower-case runs of letters, digits and marks. A point or comma between digits belongs to its
// number.
func words(text string) []string {
	var out []string
	runes := []rune(strings.ToLower(text))
	start := -1
	for i := 0; i <= len(runes); i++ {
		inside := i < len(runes) && (unicode.In(runes[i], unicode.L, unicode.N, unicode.M, unicode.Sc) || runes[i] == '%' ||
			(runes[i] == '.' || runes[i] == ',') && i > 0 && i+1 < len(runes) && unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1]))
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			out = append(out, string(runes[start:i]))
			start = -1
		}
	}
	return out
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
