package extract

import (
	"slices"
	"testing"
)

func TestCalled(t *testing.T) {
	for text, want := range map[string]string{
		"Word": "docx", ".md": "markdown", "xlsm": "xlsx", "adoc": "asciidoc", "vcard": "vcf", "tgz": "gz", "JPEG": "jpg", "tab": "csv",
		"pdf": "pdf", "doc": "doc", "py": "py", "ini": "ini", "log": "log", "nosuch": "nosuch", "": "",
	} {
		if got := Called(text); got != want {
			t.Errorf("%q is called %q, want %q", text, got, want)
		}
	}
	for i := range formats {
		if f := &formats[i]; Called(f.name) != f.name {
			t.Errorf("the name %q means %q", f.name, Called(f.name))
		}
	}
	for name, of := range called {
		if !slices.Contains(Names(), of) || slices.Contains(Names(), name) || byExtension()["."+name] != "" {
			t.Errorf("%q needs no line in called, or %q is no format", name, of)
		}
	}
	if list := CalledSo(); !slices.Contains(list, "adoc") || !slices.Contains(list, "excel") || slices.Contains(list, "py") {
		t.Errorf("%q", list)
	}
}
