package question

import (
	"slices"
	"strings"
	"unicode"
)

// inGerman is the grammar of requests for files in German.
var inGerman = lexicon{lang: "de", endings: "e en er es em n s",
	closed: `
die|der|das|den|dem|des = the
ein|eine|einen|einem|einer|eines = a
und|sowie = and
oder|bzw|beziehungsweise = or
aber|sondern = but
aus|aus dem|aus der|aus den = from
vom|von|von dem|von der|von den = of
im|in dem = in the
in|ins = in
in der|in den = in the
innerhalb von|innerhalb der|innerhalb des|innerhalb = within
am|an dem|auf = on
auf der|auf dem|auf den = on the
an = to
zu|zum|zur = on
im {m} = in {m}
von {n}|von {y}|vom {n}|vom {y}|aus {y} = from {n}
von {m}|vom {m}|aus dem {m} = from {m}
für|fürs = for
mit = with
ohne|ausser|außer = without
ausgenommen|abgesehen von|mit ausnahme|mit ausnahme von|mit ausnahme der|mit ausnahme des|bis auf|ausschließlich der|exklusive|abzüglich = except
nicht|nie|niemals = not
nicht nur = not only
nicht älter als = no older than
nicht jünger als|nicht neuer als = no newer than
nicht größer als = no more than
nicht kleiner als = no less than
nicht später als = no later than
nicht vor = not before
nicht nach = not after
nicht mehr|nicht länger = not
kein~ = no
keinerlei = no
weder = neither
noch nicht = not
noch = nor
nichts = nothing
nichts außer|nichts als = nothing but
niemand = nobody
statt|anstatt|anstelle von = instead of
nur|bloß|lediglich|ausschließlich = only
auch|ebenfalls|zusätzlich = also
inklusive|einschließlich|samt|nebst = including
alles außer = everything except
alle außer = all except
alle~|sämtliche~|all = all
jede~ = every
alles = everything
diejenigen|jene~|solche~ = those
dies~ = this
was = what
welche~ = which
wer = who
wo = where
wann = when
wie = how
warum|wieso|weshalb = why
als = as
über|bezüglich|betreffend|hinsichtlich|rund um|zum thema|zu dem thema|thema|mit bezug auf|mit dem thema|zu den themen|in sachen = about
über {n} {s}|mehr als {n} {s}|länger als {n} {s}|größer als {n} {s}|von mehr als {n} {s}|von über {n} {s} = over {n} {s}
unter {n} {s}|weniger als {n} {s}|kürzer als {n} {s}|kleiner als {n} {s}|von unter {n} {s}|von weniger als {n} {s} = under {n} {s}
ab {n} {s}|von mindestens {n} {s}|mindestens {n} {s} = at least {n} {s}
bis {n} {s}|bis zu {n} {s}|höchstens {n} {s}|maximal {n} {s} = at most {n} {s}
zwischen {n} und {n} {s}|von {n} bis {n} {s} = between {n} and {n} {s}
zwischen {n} {s} und {n} {s}|von {n} {s} bis {n} {s} = between {n} {s} and {n} {s}
{n} {s} oder mehr|{n} {s} und mehr = {n} {s} or more
{n} {s} oder weniger = {n} {s} or less
{n} {s} = {n} {s}
mehr als = more than
weniger als = less than
größer als = larger than
kleiner als = smaller than
länger als = longer than
kürzer als = shorter than
mindestens = at least
höchstens|maximal = at most
zwischen = between
bis|bis zum|bis zur = until
bis ende|bis zum ende|bis zum ende von|bis zum ende des = until the end of
bis einschließlich = up to and including
seit|ab|ab dem = since
seit beginn|seit anfang|ab anfang|ab beginn|seit dem anfang|seit beginn des = since the beginning of
seit ende|seit dem ende|ab ende = since the end of
nach ende|nach dem ende = after the end of
vor ende|vor dem ende = before the end of
vor anfang|vor beginn|vor dem beginn = before the beginning of
vor = before
nach = after
während|im laufe|im verlauf = during
seit {n} {u} = in the last {n} {u}
vor {n} {u} = {n} {u} ago
vor mehr als {n} {u}|vor über {n} {u} = more than {n} {u} ago
vor weniger als {n} {u} = less than {n} {u} ago
älter als {n} {u} = older than {n} {u}
jünger als {n} {u}|neuer als {n} {u}|nicht älter als {n} {u} = newer than {n} {u}
älter als|früher als = older than
jünger als|neuer als|später als = newer than
letzte~ {u}|vergangene~ {u}|vorige~ {u}|vorherige~ {u} = last {u}
im letzten {u}|im vergangenen {u}|im vorigen {u}|in der letzten {u}|in der vergangenen {u}|in der vorigen {u} = in the last {u}
vom letzten {u}|vom vergangenen {u}|vom vorigen {u}|aus dem letzten {u}|aus dem vergangenen {u}|aus dem vorigen {u}|von letzter {u}|von letztem {u}|aus der letzten {u}|aus der vergangenen {u} = from the last {u}
vorletzte~ {u} = {u} before last
im vorletzten {u}|in der vorletzten {u}|aus dem vorletzten {u} = in the {u} before last
diese~ {u}|laufende~ {u}|aktuelle~ {u} = this {u}
dies {u} = this {u}
im laufenden {u}|in diesem {u}|in dieser {u} = in this {u}
aus diesem {u}|aus dieser {u}|aus dem laufenden {u} = from this {u}
nächste~ {u}|kommende~ {u} = next {u}
letzte~ {n} {u}|vergangene~ {n} {u} = last {n} {u}
letzte~ {m} = last {m}
diese~ {m} = this {m}
im letzten {m} = in last {m}
im monat {m} = in {m}
im jahr {y}|im jahre {y}|aus dem jahr {y}|des jahres {y}|vom jahr {y}|aus dem jahre {y}|im kalenderjahr {y} = in {y}
seit dem jahr {y} = since {y}
vor dem jahr {y} = before {y}
{y} oder später|{y} und später|{y} oder neuer|{y} und neuer|{y} oder jünger = {y} or later
{y} oder früher|{y} und früher|{y} oder älter|{y} und älter = {y} or earlier
spätestens {y} = until {y}
frühestens {y} = since {y}
{n} quartal = Q{n} of
erstes quartal|ersten quartal|ersten quartals = first quarter of
zweites quartal|zweiten quartal|zweiten quartals = second quarter of
drittes quartal|dritten quartal|dritten quartals = third quarter of
viertes quartal|vierten quartal|vierten quartals|letzten quartal von|letztes quartal von = fourth quarter of
erstes halbjahr|ersten halbjahr|ersten halbjahrs|ersten halbjahres|erste hälfte|ersten hälfte = first half of
zweites halbjahr|zweiten halbjahr|zweiten halbjahrs|zweiten halbjahres|zweite hälfte|zweiten hälfte = second half of
anfang {m} = early {m}
ende {m}|ende {y} = late
{m} = {m}
heute = today
gestern = yesterday
montag = Monday
dienstag = Tuesday
mittwoch = Wednesday
donnerstag = Thursday
freitag = Friday
samstag|sonnabend = Saturday
sonntag = Sunday
frühling|frühjahr|frühlings|frühjahrs = spring of
sommer|sommers = summer of
herbst|herbstes = autumn of
winter = winter
letzten sommer = last summer
letzten herbst = last autumn
letzten winter = last winter
letzten frühling|letztes frühjahr = last spring
geschäftsjahr {y}|wirtschaftsjahr {y} = fiscal year {y}
letzten geschäftsjahr|letztes geschäftsjahr|letzten geschäftsjahrs|letzten geschäftsjahres = last fiscal year
weihnachten = Christmas
neujahr = new year day
find|finde|finden|findest = find
such|suche|suchen|sucht|sucht mir = search
zeig|zeige|zeigen|anzeigen = show
gib|geben|gebt = give
hol|hole|holen|bring|bringe = get
liste|listen|auflisten|aufliste = list
öffne|öffnen = open
ich suche|wir suchen = I search
brauche|brauchen|benötige|benötigen = need
möchte|möchten|hätte gern|hätte gerne|will|wollen = want
mir|mich|uns = me
ich = I
wir = we
bitte|mal|doch|gerne|gern|einmal|schon|denn|ja|heraus|raus|her|hervor|dazu|davon|eben = please
kannst du|könntest du|können sie|könnten sie|kannst|könntest|könnten = can you
mein~ = my
unser~|unsere~ = our
ihr~|sein~ = their
ist|wird|sei = is
sind|werden|seien = are
war = was
waren|wurde|wurden = were
worden|gewesen = been
hat = has
haben|hatte|hatten = have
sollen|soll = should
können|kann = can
nicht enthalten|nicht enthält = not contain
enthalten|enthält = contain
erwähnen|erwähnt|nennen = mention
behandeln|behandelt|handeln von|handelt von|betreffen|betrifft|zu tun haben mit|sich mit|befassen|beschäftigen = about
geht um|es um|darum = about
geändert~|verändert~|abgeändert~|modifiziert~ = changed
bearbeitet~|überarbeitet~|editiert~ = edited
aktualisiert~ = updated
gespeichert~|abgespeichert~ = saved
angefasst~|berührt~ = touched
unverändert~|unbearbeitet~ = unchanged
unberührt~|unangetastet~ = untouched
geschrieben~|verfasst~ = written
schrieb|schrieben = wrote
entworfen~ = drafted
erstellt~|angelegt~|erzeugt~ = created
unterschrieben~|unterzeichnet~|signiert~ = signed
gesendet~|geschickt~|verschickt~|versandt~|versendet~|abgeschickt~ = sent
erhalten~|empfangen~|bekommen|eingegangen~ = received
aufgenommen~ = taken
veröffentlicht~ = published
datiert~ = dated
zuletzt = last
in kraft|gültig seit|gelten seit|gilt seit = in force since
gelten|gilt = in force
abgelegt~|gespeichert in|liegen|liegt|stehen|steht|befinden|befindet = stored
gehören|gehört = belong
stammen|stammt|kommen|kommt = come
unter|unterhalb von = under
ordner|verzeichnis|ordners|ordnern|ordner namens = folder
im ordner|im verzeichnis|aus dem ordner|aus dem verzeichnis|in dem ordner = in the folder
freigabe|laufwerk|netzlaufwerk = share
abteilung|referat = department
autor|verfasser|verfasserin|autorin = author
absender = sender
firma|unternehmen|gesellschaft = company
projekt = project
kunde|kunden = customer
patient|patientin|patienten = patient
sagen|sagt|sag = say
getaggt mit|markiert mit|verschlagwortet mit|mit dem tag|mit dem schlagwort|mit den schlagworten|mit den tags|mit dem etikett|getaggt|verschlagwortet|getaggt als|markiert als|gekennzeichnet als = tagged
namens|genannt|mit dem namen|heißen|heißt = called
mit dem titel|betitelt|mit dem namen = titled
deren titel = whose title is
deren name {x} enthält|deren namen {x} enthalten|deren dateiname {x} enthält|deren dateinamen {x} enthalten = whose name contains {x}
deren name mit {x} beginnt|deren namen mit {x} beginnen|deren dateiname mit {x} beginnt|deren dateinamen mit {x} beginnen|deren name mit {x} anfängt = whose name begins with {x}
die mit {x} beginnen|die mit {x} anfangen|das mit {x} beginnt = that begin with {x}
deren name auf {x} endet|deren namen auf {x} enden|deren dateiname auf {x} endet|die auf {x} enden = whose name ends in {x}
im namen|im dateinamen|in den namen = in the name
mit der endung|mit der dateiendung|mit der erweiterung = with the extension
version|fassung|revision = version
versionen|fassungen = versions
herr|herrn = Mr
frau = Ms
alle dokumente = all documents
und alle zugehörigen unterlagen|und zugehörige unterlagen|und die zugehörigen unterlagen|und zugehörige dokumente|mit zugehörigen unterlagen|mit allen zugehörigen unterlagen|und alles was dazu gehört|mit allem was dazu gehört|und alles was dazugehört|mit allem was dazugehört|und die dazugehörigen unterlagen|samt zugehörigen unterlagen|samt zugehöriger unterlagen = and associated documents
samt anhängen|mit anhängen|samt anlagen|mit anlagen|mit den anhängen|mit allen anhängen = with attachments
arbeitsbereich|arbeitsbereichs|arbeitsbereiche|arbeitsbereichen|sammlung = workspace
erstelle|erstellen|mach|mache|machen|bilde = make
lege * an|leg * an|legen sie * an|lege * neu an|leg * neu an|richte * ein = make *
lösche|lösch|löschen|entferne|entfernen = delete
archiviere|archivieren = archive
reaktiviere|reaktivieren = reactivate
aktualisiere|aktualisieren = update
leere|leeren = clear
benenne * in * um = rename * to *
teile * mit = share * with
liste * auf|zeige * an|zeig * an = list *
packe|pack|stelle|stell|fasse|fass|sammle|lege|leg = put
packe * zusammen|stelle * zusammen|stell * zusammen|fasse * zusammen|fass * zusammen = put *
in einem neuen arbeitsbereich|in einen neuen arbeitsbereich|in einem arbeitsbereich|in einen arbeitsbereich|zu einem arbeitsbereich = into a new workspace
lass * weg|lasse * weg|lassen sie * weg = leave out *
weglassen = left out
`,
	formats: `
pdf dateien|pdf datei|pdf dokumente|pdf dokument|pdf dokumenten|pdf unterlagen = PDFs
word dateien|word datei|word dokumente|word dokument|word dokumenten|worddokumente|worddokument|worddateien|worddatei|word texte = word documents
excel tabellen|excel tabelle|excel dateien|excel datei|exceltabellen|exceltabelle|exceldateien|exceldatei|excel listen|excel liste|excel mappen|excel arbeitsmappen = excel files
tabelle|tabellen|tabellenblätter|tabellenkalkulation|tabellenkalkulationen|kalkulationstabellen|kalkulationstabelle|kalkulationen|arbeitsmappe|arbeitsmappen = spreadsheets
präsentation|präsentationen|foliensatz|foliensätze|foliensätzen|vortragsfolien|folien|folie = presentations
powerpoint präsentationen|powerpoint präsentation|powerpoint dateien|powerpoint datei|powerpoints|powerpointdateien|powerpoint folien = powerpoint files
e mail|e mails|email|emails|mail|mails = e-mails
textdatei|textdateien|text dateien|text datei = text files
csv dateien|csv datei|csv tabellen = CSV files
bild|bilder|bildern|bilddatei|bilddateien|grafik|grafiken = pictures
foto|fotos|fotografie|fotografien|lichtbild|lichtbilder = photos
webseite|webseiten|internetseite|internetseiten|html seiten|html seite|html dateien|html datei = web pages
markdown dateien|markdown datei|markdown seiten = markdown files
zip archive|zip archiv|zip dateien|zip datei = zip files
json dateien|json datei = JSON files
xml dateien|xml datei = XML files
röntgenbild|röntgenbilder|röntgenbildern|röntgenaufnahme|röntgenaufnahmen = x-rays
ct aufnahmen|ct aufnahme|ct bilder|ct bild|ct scans|cts = CT scans
mrt aufnahmen|mrt aufnahme|mrt bilder|mrt bild|mrt|mrts = MRI scans
ultraschallbilder|ultraschallaufnahmen|ultraschall|ultraschalluntersuchungen = ultrasounds
scan|scans = scans
datei|dateien = files
dokument|dokumente|dokumenten|dokuments|schriftstück|schriftstücke = documents
unterlage|unterlagen|papiere|papieren = papers
entwurf|entwürfe|entwürfen|entwurfs|entwurfsfassung|entwurfsfassungen|vorentwürfe = drafts
endgültig~|final~|endfassung|endfassungen|abgeschlossen~ = final
veraltet~|überholt~|abgelöst~|ersetzt~|hinfällig~ = superseded
zurückgezogen~|zurückgenommen~ = withdrawn
freigegeben~|genehmigt~|gültig~|geltend~ = approved
streng vertraulich~|geheim~ = secret
vertraulich~ = confidential
intern~ = internal
öffentlich~ = public
neueste~|neuste~|jüngste~|aktuellste~ = newest
älteste~ = oldest
größte~ = largest
kleinste~ = smallest
`,
	kinds: `
rechnung|rechnungen = invoices
vertrag|verträge|verträgen|vertrags = contracts
bericht|berichte|berichten = reports
jahresbericht|jahresberichte|jahresberichten|geschäftsbericht|geschäftsberichte = annual reports
protokoll|protokolle|protokollen|sitzungsprotokoll|sitzungsprotokolle|sitzungsprotokollen|niederschrift|niederschriften = minutes
richtlinie|richtlinien = policies
brief|briefe|briefen|schreiben|anschreiben = letters
angebot|angebote|angeboten = offers
angebot|angebote|angeboten = quotes
bestellung|bestellungen = orders
auftrag|aufträge|aufträgen = orders
lieferschein|lieferscheine|lieferscheinen = delivery notes
gehaltsabrechnung|gehaltsabrechnungen|lohnabrechnung|lohnabrechnungen = payslips
formular|formulare|formularen|vordruck|vordrucke = forms
handbuch|handbücher|handbüchern|anleitung|anleitungen = manuals
mietvertrag|mietverträge|mietverträgen|pachtvertrag|pachtverträge = leases
genehmigung|genehmigungen = permits
lebenslauf|lebensläufe|lebensläufen = resumes
quittung|quittungen|beleg|belege|belegen = receipts
stundenzettel = timesheets
budget|budgets|haushaltsplan|haushaltspläne = budgets
gutachten = expert opinions
vermerk|vermerke|vermerken|aktennotiz|aktennotizen = memos
tagesordnung|tagesordnungen = agendas
zeugnis|zeugnisse|zeugnissen|bescheinigung|bescheinigungen|zertifikat|zertifikate = certificates
`,
	units: `
tag tage tagen tages = day
woche wochen = week
monat monate monaten monats = month
quartal quartale quartalen quartals = quarter
jahr jahre jahren jahres jahrs = year
stunde stunden = hour
`,
	months: `
januar jänner jan = January
februar feb = February
märz maerz mrz = March
april apr = April
mai = May
juni jun = June
juli jul = July
august aug = August
september sep sept = September
oktober okt = October
november nov = November
dezember dez = December
`,
	counts: `
ein einem einen eine einer = one
zwei = two
drei = three
vier = four
fünf = five
sechs = six
sieben = seven
acht = eight
neun = nine
zehn = ten
elf = eleven
zwölf = twelve
fünfzehn = fifteen
zwanzig = twenty
dreißig = thirty
fünfzig = fifty
hundert = hundred
`,
	sizes: `
kb kilobyte kilobytes = kB
mb megabyte megabytes = MB
gb gigabyte gigabytes = GB
seite seiten = pages
folie folien = slides
byte bytes = bytes
`,
}

// Words of German that open a clause of what stands before a comma.
const germanRelatives = " die der das den dem deren dessen denen welche welcher welches welchen welchem "

// germanOrder puts verbs where English has them. In a relative clause the verb comes last: "die seit 2022 nicht geändert wurden"; a participle before a
// noun has all that belongs to it before it: "seit 2022 nicht geänderte Verträge". What nothing knows at the end of a clause, in small letters, is a verb.
func germanOrder(units []unit, words []spokenWord) []unit {
	out := slices.Clone(units)
	for i := 0; i < len(out); i++ {
		if open := germanRelative(out, words, i); open > 0 {
			end := clauseEnd(out, i+open)
			out = slices.Concat(out[:i], germanClause(slices.Clone(out[i:end]), open, words), out[end:])
			continue
		}
	}
	for i := range out {
		if out[i].isVerb() && !out[i].moved {
			germanParticiple(out, i)
		}
	}
	return out
}

// germanRelative is how many units open a relative clause at a place: a pronoun behind a comma, perhaps with a preposition; 0 for none.
func germanRelative(units []unit, words []spokenWord, at int) int {
	if !units[at].comma {
		return 0
	}
	low := func(i int) string { return words[units[i].first].low }
	switch {
	case has(germanRelatives, low(at)) && at+1 < len(units) && (units[at].first == units[at].last || len(units[at].idiom.words) == 1):
		return 1
	case at+2 < len(units) && units[at].idiom != nil && len(units[at].words) == 1 && has(links+" about ", units[at].words[0].text) && has(germanRelatives, low(at+1)) && verbal(units, words, clauseEnd(units, at)-1):
		return 2
	}
	return 0
}

// verbal reports whether a verb stands at a unit that may end a clause.
func verbal(units []unit, words []spokenWord, at int) bool {
	return units[at].isVerb() || units[at].isAuxiliary() || units[at].unknownVerb(words)
}

func clauseEnd(units []unit, from int) int {
	to := from + 1
	for to < len(units) && !units[to].comma {
		to++
	}
	return to
}

// isVerb reports whether a unit is a verb that says which date or who of a file is meant, or what it says.
func (u unit) isVerb() bool {
	if u.idiom == nil || len(u.words) != 1 {
		return false
	}
	w := u.words[0].text
	for _, v := range dateVerbs {
		if has(v.words, w) && w != "effective" {
			return true
		}
	}
	return has(making+verbsOfChange+unchanged+" contain mention stored come belong signed ", w)
}

func (u unit) isAuxiliary() bool {
	return u.idiom != nil && len(u.words) == 1 && has(auxiliaries, u.words[0].text)
}

// unknownVerb reports whether a unit is a word in small letters that nothing knows.
func (u unit) unknownVerb(words []spokenWord) bool {
	w := words[u.first]
	return u.stays && !w.kept && !w.glue && !w.capital && len(w.low) > 3 && strings.IndexFunc(w.low, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// germanClause puts the verbs at the end of a relative clause behind the pronoun that opens it.
func germanClause(units []unit, open int, words []spokenWord) []unit {
	that := units[open-1]
	that.words, that.comma, that.moved, that.idiom = []toldWord{{"that", Span{words[that.first].start, words[that.last].end}}}, false, true, &idiom{}
	if has(" deren dessen ", words[that.first].low) {
		that.words[0].text = "whose"
	}
	rest := units[open:]
	end := len(rest)
	var auxiliary, verbs []unit
	for end > 0 {
		u := rest[end-1]
		switch {
		case u.isAuxiliary():
			auxiliary = append([]unit{u}, auxiliary...)
		case u.isVerb() || len(verbs) == 0 && u.unknownVerb(words):
			u.verb = !u.isVerb()
			verbs = append([]unit{u}, verbs...)
		case len(verbs) > 0 && len(u.words) == 1 && has(" not last ", u.words[0].text):
			verbs = append([]unit{u}, verbs...)
		default:
			u = unit{}
		}
		if u.words == nil {
			break
		}
		end--
	}
	out := []unit{that}
	for _, u := range slices.Concat(auxiliary, verbs) {
		u.moved = true
		out = append(out, u)
	}
	return append(out, rest[:end]...)
}

// germanParticiple moves a participle before what belongs to it: the preposition before it in its phrase.
func germanParticiple(units []unit, at int) {
	first := at
	for first > 0 && !units[first].comma && len(units[first-1].words) == 1 && has(" not last ", units[first-1].words[0].text) {
		first--
	}
	if units[first].comma {
		return
	}
	begin := -1
	for i := first - 1; i >= 0 && i > first-7; i-- {
		u := units[i]
		if u.isVerb() || u.moved || len(u.words) > 0 && has(" and or ", u.words[0].text) && !bounded(units[:i]) {
			break
		}
		if len(u.words) > 0 && u.idiom != nil && has(links+" between until ", u.words[0].text) {
			begin = i
			if !has(" to until ", u.words[0].text) {
				break
			}
		}
		if u.comma {
			break
		}
	}
	if begin < 0 {
		return
	}
	if w := units[at].words[0].text; has(making, w) && !has(verbsOfChange, w) || has(verbsOfChange, w) {
		if u := &units[begin]; has(" from of ", u.words[0].text) && !dateBehind(units, begin) {
			u.words = slices.Clone(u.words)
			u.words[0].text = "by"
		}
	}
	moved := slices.Clone(units[first : at+1])
	for i := range moved {
		moved[i].moved = true
	}
	moved[0].comma = units[begin].comma
	units[begin].comma = false
	copy(units[begin+len(moved):at+1], slices.Clone(units[begin:first]))
	copy(units[begin:], moved)
}

// bounded reports whether a span of time with two ends is open: "zwischen März und Mai geändert".
func bounded(units []unit) bool {
	n := len(units)
	for i := n - 1; i >= 0 && i > n-4; i-- {
		if len(units[i].words) > 0 && has(" between ", units[i].words[0].text) {
			return true
		}
	}
	return false
}

// dateBehind reports whether a number or a month stands right behind a unit.
func dateBehind(units []unit, at int) bool {
	if at+1 >= len(units) || len(units[at+1].words) == 0 {
		return false
	}
	w := units[at+1].words[0].text
	return w != "" && (w[0] >= '0' && w[0] <= '9' || months[strings.ToLower(w)] > 0 || has(" last this today yesterday first second third fourth Q ", w))
}
