// Package eval measures SPAR in more ways than users need: the time of scans, selections, workspaces and servers, the order of
// reading, and the results after a part of the reading. It and the packages below form a module of their own; the product does not use it.
package eval
