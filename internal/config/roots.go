package config

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// noRoots says that a server makes no folder a share.
const noRoots = "none"

// ShareRoots are the folders whose subfolders a server may make shares. Other paths than absolute ones are ignored; RootFaults tells them.
func (c *Config) ShareRoots() []string {
	return slices.DeleteFunc(filepath.SplitList(c.Text("share-roots")), func(root string) bool { return !filepath.IsAbs(root) })
}

// RootFaults are the parts of the setting share-roots that name no folder, each with what mends it. Of the default some need not be there.
func (c *Config) RootFaults() (faults []error) {
	if v := c.values["share-roots"]; v.from == "default" || v.text == noRoots {
		return nil
	}
	joint := string(filepath.ListSeparator)
	for _, root := range filepath.SplitList(c.Text("share-roots")) {
		info, err := os.Stat(root)
		switch parts := commaParts(root); {
		case root == "" || filepath.IsAbs(root) && err == nil && info.IsDir():
		case len(parts) > 1:
			faults = append(faults, spar.Errorf(spar.Invalid, "the setting share-roots names %s, and no such folder exists: its folders are joined by %s and not by a comma: %s",
				root, joint, strings.Join(parts, joint)))
		case !filepath.IsAbs(root):
			faults = append(faults, spar.Errorf(spar.Invalid, "the setting share-roots names %s, which counts for nothing: name the whole path of a folder, such as %s", root, rootExample()))
		default:
			faults = append(faults, spar.Errorf(spar.Invalid, "the setting share-roots names %s, and no such folder exists: make it, or name folders that exist, joined by %s", root, joint))
		}
	}
	return faults
}

// commaParts are the paths in a text that joins paths by commas, none if it does not.
func commaParts(text string) (parts []string) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); !filepath.IsAbs(part) {
			return nil
		}
		parts = append(parts, part)
	}
	return parts
}

func rootExample() string {
	if runtime.GOOS == "windows" {
		return `D:\shared`
	}
	return "/srv/shared"
}
