// Package eval measures SPAR in more ways than a user has need of: how long scans, selections, workspaces and servers take, the order of
// reading, and what is found after a part of it. It and the packages below are a module of their own, of which the product knows nothing.
package eval
