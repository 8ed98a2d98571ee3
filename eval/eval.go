// Package eval measures SPAR in more ways than a user needs: how long scans, selections, workspaces and servers take, the order of reading,
// and the hits after a part of it. It and the packages below are a module of their own, and the product knows nothing of them.
package eval
