package server_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkBesideFlood asks and counts alone, and then beside thirty clients of another person who explain costly scopes without end. It
// reports the 95th percentiles in milliseconds and how many times the one is the other:
//
//	go test ./internal/server -run '^$' -bench BesideFlood -benchtime 1x
func BenchmarkBesideFlood(b *testing.B) {
	many := map[string]string{}
	for i := range 5000 {
		many[fmt.Sprintf("area-%d/report-%d-of-the-harbour.txt", i%50, i)] = fmt.Sprintf("The mooring fee of berth %d is %d pounds a night.", i, 10+i%90)
	}
	h := open(b, many, nil)
	flooder, asker := h.token("ada"), h.token("eve")
	p95 := func(n int, one func(i int)) float64 {
		var took []time.Duration
		for i := range n {
			begin := time.Now()
			one(i)
			took = append(took, time.Since(begin))
		}
		slices.Sort(took)
		return float64(took[len(took)*95/100].Microseconds()) / 1000
	}
	for name, one := range map[string]func(i int){
		"ask": func(i int) {
			if status, text, _ := h.do(asker, "POST", "/api/v1/ask", fmt.Sprintf(`{"question": "What is the mooring fee of berth %d?", "scope": "path:area-7/**", "extract": true}`, i)); status != http.StatusOK {
				b.Fatalf("%d %.300s", status, text)
			}
		},
		"count": func(i int) {
			if status, text, _ := h.do(asker, "GET", fmt.Sprintf("/api/v1/files/count?scope=name:*%d*", i), ""); status != http.StatusOK {
				b.Fatalf("%d %.300s", status, text)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				one(0) // reads the files
				alone := p95(60, one)
				ctx, stop := context.WithCancel(b.Context())
				var flood sync.WaitGroup
				for c := range 30 {
					flood.Go(func() {
						scope := strings.Repeat(fmt.Sprintf(`-name:\"*a?%d*I*\" `, c), 200)
						for ctx.Err() == nil {
							r, err := http.NewRequestWithContext(ctx, "POST", h.URL+"/api/v1/scope/explain", strings.NewReader(fmt.Sprintf(`{"text": "%s"}`, scope)))
							if err != nil {
								return
							}
							r.Header.Set("Authorization", "Bearer "+flooder)
							r.Header.Set("Content-Type", "application/json")
							if got, err := http.DefaultClient.Do(r); err == nil {
								got.Body.Close()
							}
						}
					})
				}
				time.Sleep(time.Second)
				beside := p95(60, one)
				stop()
				flood.Wait()
				b.ReportMetric(alone, "ms-alone")
				b.ReportMetric(beside, "ms-beside")
				b.ReportMetric(beside/alone, "times")
			}
		})
	}
}
