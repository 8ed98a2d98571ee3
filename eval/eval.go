// Package eval measures SPAR on judged questions: it loads evaluation sets, makes them from public data, runs systems
// over them and reports metrics, latency and cost. It stands at the right end of the data flow, sees the product as
// a [System] that is built once and searched, and changes nothing in it.
package eval
