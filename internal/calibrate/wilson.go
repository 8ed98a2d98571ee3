package calibrate

import "math"

// Wilson is the 95 % interval of a share after right of n (Wilson 1927); 0 to 1 for n of 0.
func Wilson(right, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	const z = 1.959964
	count, p := float64(n), float64(right)/float64(n)
	middle := (p + z*z/(2*count)) / (1 + z*z/count)
	half := z / (1 + z*z/count) * math.Sqrt(p*(1-p)/count+z*z/(4*count*count))
	return max(0, middle-half), min(1, middle+half)
}
