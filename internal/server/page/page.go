// Package page is the web page of the server, as web/build bundled it.
package page

import "embed"

// Files are index.html, app.js, its words in each language and app.css in the folder asset, or none of them where the page was not built.
//
//go:embed asset
var Files embed.FS
