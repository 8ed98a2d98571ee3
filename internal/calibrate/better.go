package calibrate

import "math"

// Progress is how far the reading for a question has come, in the order of promise, and what it has brought.
type Progress struct {
	Read, Files int     // files that were read, and all that are or could be
	Since       int     // files that had been read, at the end of a part, when the best passage was first among them
	Confidence  float64 // of the answer, from 0 to about 1
	Lead        float64 // see LeadOf: how early the files of the hits were read
}

// LeadOf says how early files were read: the mean of the logarithm of place by files read, where places count from 1. An order that
// tells nothing has about -1, one that puts the best first has less.
func LeadOf(places []int, read int) float64 {
	sum := 0.0
	for _, p := range places {
		sum += math.Log(float64(max(1, min(p, read))) / float64(max(1, read)))
	}
	if len(places) == 0 {
		return -1
	}
	return sum / float64(len(places))
}

// Signs are what the chance of a better passage is told by.
func (p Progress) Signs() []float64 {
	read, files := float64(max(1, p.Read)), float64(max(1, p.Files))
	left := max(0, files-read) / files
	return []float64{math.Log(left + 1e-3), math.Log(read / files), math.Log(read / float64(max(1, p.Since))), p.Confidence, p.Lead}
}

// What the signs weigh in the chance of a better passage, the bias last. docs/results/order.md says to what they were fitted, and how
// far the chance holds on other sets.
var better = [...]float64{3.609, .909, -.218, -8.252, 1.382, 9.881}

// Better is the chance that a file that was not read holds a passage that outranks the best.
func (p Progress) Better() float64 {
	if p.Read >= p.Files {
		return 0
	}
	z := better[len(better)-1]
	for i, x := range p.Signs() {
		z += better[i] * x
	}
	return 1 / (1 + math.Exp(-z))
}
