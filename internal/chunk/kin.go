package chunk

import (
	"strings"
	"unicode/utf8"
)

// kinEndings are, by language, the endings that stems of one word family have behind their common part: kündigen and Kündigung, inscrire
// and inscription, reparar and reparación.
var kinEndings = map[string]string{
	"de": " t et en e ung er erin bar lich ig nis end st te ier iert eur schaft ",
	"fr": " r t pt ption ion at ation ment eur eus euse ant age ag is it e ",
	"es": " r pcion pc cion c ion ad ador dor mient d nd y b ar er ir a e i ",
}

// leastKin is the letters that stems of one family share at least.
const leastKin = 5

// Kin reports whether two stems of German, French or Spanish words belong to one family: a verb and the noun that is made of it. Stemmers
// keep those apart.
func Kin(a, b, lang string) bool {
	endings := kinEndings[lang]
	if endings == "" || a == b {
		return false
	}
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	if utf8.RuneCountInString(a[:same]) < leastKin {
		return false
	}
	ending := func(w string) bool { return w == "" || strings.Contains(endings, " "+w+" ") }
	return ending(a[same:]) && ending(b[same:])
}
