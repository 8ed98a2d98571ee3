package llm

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/openai/openai-go/v3"
)

// ErrNoChances says that a server does not tell how likely a model's words are, or that the model begins with something else than yes or no,
// as one does that thinks first.
var ErrNoChances = errors.New("the model says neither yes nor no, or not how likely")

const (
	mostLikely = 20 // tokens that a server tells at most
	leastTold  = .1 // of the first token's chances that are yes or no
)

// Yes is how likely the model begins its reply with yes, where it says yes or no. It makes one token. Its errors are those of Reply, and
// ErrNoChances.
func (c *Client) Yes(ctx context.Context, system, user string) (float64, error) {
	said := map[string]float64{}
	first := func(list []openai.ChatCompletionTokenLogprobTopLogprob) {
		for _, t := range list {
			said[strings.ToLower(strings.TrimSpace(t.Token))] += math.Exp(t.Logprob)
		}
	}
	for _, err := range c.reply(ctx, openai.ChatCompletionNewParams{Messages: messages(system, user), MaxTokens: openai.Int(1),
		Logprobs: openai.Bool(true), TopLogprobs: openai.Int(mostLikely)}, first) {
		if err != nil && !errors.Is(err, ErrTruncated) { // after one token
			return 0, err
		}
	}
	yes, no := said["yes"], said["no"]
	if !(yes+no >= leastTold) {
		return 0, ErrNoChances
	}
	return yes / (yes + no), nil
}
