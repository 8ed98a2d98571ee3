//go:build !unix

package switches

// mapped is memory alone: only on Unix do processes share what they saw.
func mapped(string) []byte { return make([]byte, Most) }
