package versions

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// patterns find version data in names and texts, compiled once.
type patterns struct {
	gaps, number, letter, bare, year, date, oldName, draftName, finalName, copies, periodic, held, beside                                                                                    *regexp.Regexp
	issue, ordinal, years, saidIssue, saidIssued                                                                                                                                             *regexp.Regexp
	saidNumber, saidStatus, saidDraft, saidOld, saidReplaces, saidEffective, saidThis, thisIssued, declaredNumber, fieldNumber, fieldStatus, titleNumber, titleDraft, ofOther, speaks, opens *regexp.Regexp
}

// spoken are the patterns that are looked for in the first lines of every text.
type spoken struct {
	fieldNumber, fieldStatus, saidNumber, saidStatus, saidDraft, saidOld, saidReplaces, saidEffective, saidThis, saidIssue, saidIssued, ended, titled saying
}

var sayings = sync.OnceValue(func() *spoken {
	p, of := compiled(), periods()
	return &spoken{
		fieldNumber: newSaying(p.fieldNumber), fieldStatus: newSaying(p.fieldStatus), saidNumber: newSaying(p.saidNumber), saidStatus: newSaying(p.saidStatus),
		saidDraft: newSaying(p.saidDraft), saidOld: newSaying(p.saidOld), saidReplaces: newSaying(p.saidReplaces), saidEffective: newSaying(p.saidEffective),
		saidThis:  newSaying(p.saidThis),
		saidIssue: newSaying(p.saidIssue), saidIssued: newSaying(p.saidIssued), ended: newSaying(of.ended), titled: newSaying(of.titled),
	}
})

const aDate = `(\d{4}-\d{2}-\d{2}|\d{1,2}(?:\.|er)? (?:de )?\pL+ (?:de )?\d{4}|\pL+ \d{1,2},? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{4}|\pL+ \d{4}|\d{4}|\d{1,2}/\d{1,2}/\d{2}\b)`

var compiled = sync.OnceValue(func() *patterns {
	return &patterns{
		gaps:   regexp.MustCompile(`[_\-\s]+`),
		number: regexp.MustCompile(`\b(?:v|ver|version|rev|revision|fassung|r)[ .]?(\d{1,3}(?:\.\d{1,3}){0,3})\b`),
		issue:  regexp.MustCompile(`(?i)\b(?:issue|edition|ausgabe|auflage|édition|edición)(?: no\.?)? ?(\d{1,2})\b`),
		ordinal: regexp.MustCompile(`(?i)\b(` + strings.Join(slices.Sorted(maps.Keys(ordinals)), "|") + `|\d{1,2}(?:st|nd|rd|th|\.|e|ème|ª|a)) (?:edition|ed|issue|ausgabe` +
			`|auflage|fassung|édition|edición)\b`),
		years: regexp.MustCompile(`\b(?:19|20)\d\d ?[-–/ ] ?(?:(?:19|20)\d\d|\d\d)\b`),
		saidIssue: regexp.MustCompile(`(?im)^\W*(?:the )?(?:document )?(?:(?:issue|edition|ausgabe|auflage|édition|edición)(?: no\.?| number)?\W{0,3}\d{1,2}\b(?:\W|$)` +
			`|(?:` + strings.Join(slices.Sorted(maps.Keys(ordinals)), "|") + `|\d{1,2}(?:st|nd|rd|th|\.|e|ème|ª|a)) (?:edition|issue|ausgabe|auflage|fassung|édition|edición)\b)`),
		saidIssued: regexp.MustCompile(`(?im)^\W*(?:(?:issue|edition|version|ausgabe|fassung|édition|edición)(?: \d{1,3}(?:\.\d{1,3}){0,3})?(?:,| of| vom| von| du| de)? ` +
			`|(?:this|the) (?:version|edition|issue|page|policy|document) (?:is|was) (?:of|issued|published|adopted)(?: on| in)? )` + aDate),
		letter:  regexp.MustCompile(`\b(?:rev|revision|issue|fassung|ausgabe)[ .]?([a-h])\b`),
		bare:    regexp.MustCompile(`\b(\d{1,2}(?:\.\d{1,3}){1,3})$`),
		year:    regexp.MustCompile(`\b(?:19|20)\d\d\b`),
		date:    regexp.MustCompile(`\b(?:19|20)\d\d[ .]?(?:0\d|1[0-2])[ .]?(?:[0-2]\d|3[01])\b|\b\d{1,2}[ .]\d{1,2}[ .](?:19|20)\d\d\b`),
		oldName: regexp.MustCompile(`\b(?:old|legacy|obsolete|superseded|archived?|alt|veraltet|backup|bak|ancien|obsol[eè]te|antiguo|withdrawn|outdated)\b`),
		draftName: regexp.MustCompile(`\b(?:draft|entwurf|brouillon|borrador|wip|tmp|working copy|working draft|arbeitskopie|arbeitsfassung|for review|for comments?` +
			`|consultation draft)(?: ?\d+)?\b(?: (?:for|to|sent to|by|from|für|an|pour|para) \pL+(?: \pL+)?$)?`),
		finalName: regexp.MustCompile(`\b(?:final|endfassung|d[ée]finitif|definitivo|signed|approved|adopted|agreed|ratified|in force|unterschrieben|freigegeben|beschlossen` +
			`|gültig|sign[ée]e?|approuvée?|adoptée?|firmad[oa]|aprobad[oa]|vigente)(?: ?\d+)?\b`),
		copies: regexp.MustCompile(`\((?:\d{1,2}|copy|kopie|copie|copia)\)|\b(?:copy(?: of)?|kopie(?: von)?|copie(?: de)?|copia(?: de)?)\b(?: \(?\d{1,2}\)?)?`),
		periodic: regexp.MustCompile(`\b(?:minutes|protokoll|report|bericht|rapport|informe|invoice|rechnung|facture|factura|statement|payroll|payslip|newsletter|log|agenda|meeting|` +
			`weekly|monthly|quarterly|annual|q[1-4]|budget|timesheet|compte rendu|acta|journal|diary|photos?|img|scan|scans)\b`),
		// Occasions and reports on a day, and folders of such: a date in the name tells the occasion.
		held: regexp.MustCompile(`(?:^|[^\pL])(?:\pL*(?:protokolle|sitzung(?:en)?|versammlung(?:en)?|besprechung(?:en)?|berichte)|minutes|meetings|reports|comptes rendus` +
			`|procès verba(?:l|ux)|conseil|assemblée|réunions?|séances?|rapports|` +
			`actas|reuni(?:ón|ones)|juntas?|asambleas?|sesi(?:ón|ones)|informes)(?:[^\pL]|$)`),
		beside:     regexp.MustCompile(`\b(?:release notes|changelog|changes|news|addendum|amendment|nachtrag|avenant|adenda)\b`),
		saidNumber: regexp.MustCompile(`(?im)^\W*(?:document )?(?:version|revision|fassung|versión|rev\.?)(?: no\.?| number)?[\s:=#.,()*|-]{0,4}v?(\d{1,3}(?:\.\d{1,3}){0,3})\b`),
		speaks: regexp.MustCompile(`(?i)^\s+(?:is|are|was|were|will|has|had|ist|war|wird|est|était|es|era) (?:not|no|nicht|available|required|needed|supported|released` +
			`|uploaded|the (?:first|last|latest))\b`),
		titleDraft: regexp.MustCompile(`(?im)\((?:\pL+ )?(?:draft|entwurf|brouillon|borrador)\)\s*$`),
		ofOther:    regexp.MustCompile(`(?i)^\s*(?:\+|,?\s*(?:or|and|as|oder|ou|o)\b|(?:of|der|de)\s+(?:the|this|that|its|any|la|le|los)\b|only\b)`),
		opens: regexp.MustCompile(`(?i)^\W*(?:document )?(?:version|revision|rev\.|v\d|status|draft|effective|approved|in force|valid|superseded|replaces|supersedes` +
			`|fassung|stand|entwurf|gültig|ersetzt|brouillon|statut|en vigueur|remplace|borrador|estado|vigente|versión|sustituye)\b`),
		// Lines that a paragraph runs together: "Version: 4 Status: Draft".
		fieldNumber: regexp.MustCompile(`\b(?:Document )?(?:Version|VERSION|Revision|REVISION|Fassung|Versión)\s*[:=]\s*v?(\d{1,3}(?:\.\d{1,3}){0,3})\b`),
		fieldStatus: regexp.MustCompile(`\b(?:Status|STATUS|Statut|Estado|Stand)\s*[:=]\s*(?i:(draft|entwurf|brouillon|borrador|final|approved|in force|freigegeben|gültig` +
			`|en vigueur|vigente|superseded|obsolete|withdrawn|archived|abgelöst|zurückgezogen|remplacé|retiré|sustituido|retirado))\b`),
		titleNumber: regexp.MustCompile(`(?i)[\s(,–—-](?:version|fassung|versión|rev(?:ision)?\.?|v\.?)\s?(\d{1,3}(?:\.\d{1,3}){0,3})\)?\s*$`),
		saidStatus: regexp.MustCompile(`(?im)^\W*(?:document )?(?:status|statut|estado|stand)\W{1,4}(draft|entwurf|brouillon|borrador|final|approved|in force|freigegeben` +
			`|gültig|en vigueur|vigente|superseded|obsolete|withdrawn|archived|abgelöst|zurückgezogen|remplacé|retiré|sustituido|retirado)\b`),
		saidDraft: regexp.MustCompile(`(?m)^\W*(?:DRAFT|Draft|ENTWURF|Entwurf|BORRADOR|BROUILLON)\b(?:\W|\s*(?:for|version|v?\d))` +
			`|(?i)\bthis is (?:only )?a (?:working )?draft\b|\bdies ist ein entwurf\b|\bWORKING (?:COPY|DRAFT)\b|\b(?:not (?:yet )?(?:agreed|approved|adopted|in force)(?: yet` +
			`| by)\b|for consultation only)`),
		saidOld: regexp.MustCompile(`(?i)\b(?:this (?:document|policy|version|agreement|procedure|guide) (?:is|was|has been) (?:superseded|replaced|withdrawn` +
			`|no longer (?:valid|in force))|superseded by|no longer in force|nicht mehr gültig|ersetzt durch|n'est plus en vigueur|ya no está vigente)\b`),
		saidReplaces: regexp.MustCompile(`(?im)(?:^\W*|[.;:!?)]\s+|\b(?:this|these|it|which|and|diese[rs]?|cette?|ce|est[ae]|dieser|version|edition|fassung|issue|policy` +
			`|document|agreement)\b[^\n.;]{0,40}\s)(?:replaces|supersedes|takes the place of|in place of|tritt an die stelle (?:von|der|des)|ersetzt|remplace` +
			`|sustituye(?: a)?)\s+([^\n;]{3,80}?)(?:\.\s|\.?$|;)`),
		// A sentence that gives the version of its text: "This is Edition 5.2, last updated 19 September 2022, of the manual".
		saidThis: regexp.MustCompile(`(?i)\b(?:this (?:(?:manual|document|guide|book|text|handbook|specification|standard) )?(?:is(?: for)?|documents|describes|covers` +
			`|corresponds to)|dies ist|ceci est|ésta? es) ((?:[^\s.;:]+ ){0,7}?)` +
			`\(?(?:version|edition|revision|release|fassung|ausgabe|versión|édition|edición) v?(\d{1,3}(?:\.\d{1,3}){0,3})\b([^\n;]{0,120})`),
		thisIssued:     regexp.MustCompile(`(?i)^\W{0,3}(?:[^.;\n]{0,80}?\b(?:released|published|issued|updated|revised|dated)(?: on| in)?\W{1,2})?` + aDate),
		declaredNumber: regexp.MustCompile(`(?i)^(?:version|revision|rev\.?|v)?\s*(\d{1,3}(?:\.\d{1,3}){0,3})$`),
		saidEffective: regexp.MustCompile(`(?i)\b(?:(?:approved|adopted)(?: by [^.\n]{1,40}?)? on|effective(?: date| from| as of| on)?|in force (?:since|from|as of)` +
			`|valid (?:from|as of)|gültig (?:ab|seit)|en vigueur (?:depuis|à partir du)|vigente desde(?: el)?)\W{1,4}(?:the )?` + aDate),
	}
})
