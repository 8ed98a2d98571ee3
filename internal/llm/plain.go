package llm

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

// hidden stands in a prompt for characters that nobody sees.
const hidden = "\uFFFD"

// controls are the forms of tokens that chat templates use to divide a prompt: <|im_end|>, <<SYS>>, <start_of_turn>, </s>, <0x0A>, [INST].
// Tags with attributes or hyphens are none, so the fences of our own prompts stay. Full-width signs fold to ASCII in some tokenizers.
var controls = pattern.New(`[<＜][|｜][^<>＜＞\n]{1,80}[|｜][>＞]|` +
	`[<＜]{1,2}/?[A-Za-z][A-Za-z0-9_▁]{0,40}/?[>＞]{1,2}|[<＜]0x[0-9A-Fa-f]{2}[>＞]|[\[［]/?g?[A-Z][A-Z0-9_]{2,40}[\]］]`)

var harmless = strings.NewReplacer("<", "‹", ">", "›", "＜", "‹", "＞", "›", "[", "(", "]", ")", "［", "(", "］", ")")

// Plain is a text as it goes into a prompt. What a chat template could take for its own tokens gets other brackets, ‹|im_end|› and (INST),
// and characters that nobody sees, with which a file could tell a model something that its readers do not know of, become one replacement
// character. Nothing else changes, so that a quotation can be compared with the file.
func Plain(text string) string {
	return controls.ReplaceAllStringFunc(visible(text), harmless.Replace)
}

// visible replaces runs of invisible characters. It drops soft hyphens: a word reads the same without them.
func visible(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return unseen(r) || joins(r) || r == softHyphen }) < 0 {
		return text
	}
	var b strings.Builder
	before, replaced := ' ', false
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case r == softHyphen:
			continue
		case unseen(r), joins(r) && !needsJoiner(before):
			if !replaced {
				b.WriteString(hidden)
			}
			replaced = true
			continue
		}
		b.WriteString(text[i : i+size])
		before, replaced = r, false
	}
	return b.String()
}

const softHyphen = '\u00AD'

// unseen reports whether a character shows nothing: controls, marks of direction, spaces of no width, tags, fillers.
func unseen(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return false
	case unicode.IsControl(r):
		return true
	case r < 0x200B:
		return r == 0x034F || r == 0x061C || r == 0x115F || r == 0x1160 || r == 0x17B4 || r == 0x17B5 || r >= 0x180B && r <= 0x180F
	}
	return r == 0x200B || r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F ||
		r == 0x3164 || r == 0xFEFF || r == 0xFFA0 ||
		r >= 0xFFF0 && r <= 0xFFFB || r >= 0x1D173 && r <= 0x1D17A || r >= 0xE0000 && r <= 0xE0FFF
}

// joins reports whether a character only shapes the one before it: joiners, and selectors of variants, which emoji have.
func joins(r rune) bool { return r == 0x200C || r == 0x200D || r >= 0xFE00 && r <= 0xFE0F }

// needsJoiner reports whether a character may have one behind it: letters of scripts that are joined, marks, signs such as emoji.
func needsJoiner(r rune) bool {
	sign := unicode.IsSymbol(r) && !unicode.Is(unicode.Sm, r)
	return r > 0x2FF && (unicode.IsLetter(r) || unicode.IsMark(r) || sign) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}
