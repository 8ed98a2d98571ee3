// Package measure says how well SPAR finds and answers: it loads a set of judged questions over a share, asks each of a [System], or of a
// part of the files, and reports metrics, latency and cost. It is what `spar admin eval` runs, and module eval stands upon it.
package measure
