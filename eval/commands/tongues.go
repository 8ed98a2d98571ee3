package commands

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
)

// The halves tongues-a and tongues-b have a share in German, one in French and one in Spanish each, with 25 sentences by people of its
// country. Their author had not seen the parser. Half tongues-b is held back.

// isTongues reports whether the sentences of a half are in other languages than English.
func isTongues(half string) bool { return strings.HasPrefix(half, "tongues-") }

// generateTongue makes a share by its name, which begins with its language. Kinds, departments and levels have names in that language;
// states of documents have those of the standard schema. Every file has an owner, and one in three a tag.
func generateTongue(half, name string, seed uint64) *Share {
	o := tongueShares[half][name]
	g := &generator{organisation: o.organisation, random: rand.New(rand.NewPCG(seed, uint64(half[len(half)-1])+uint64(name[0])))}
	g.monthly()
	g.governed()
	g.letters()
	for i := range g.files {
		f := &g.files[i]
		f.Path = strings.ReplaceAll(f.Path, " draft", " "+o.draft)
		f.Attributes["owner"] = []string{g.pick(o.owners)}
		if g.random.IntN(3) == 0 {
			f.Attributes["tag"] = []string{g.pick(o.tags)}
		}
	}
	slices.SortFunc(g.files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return &Share{Name: name, Files: g.files}
}

// A tongueShare is an organisation with its word for a draft, its accounts and its tags.
type tongueShare struct {
	organisation
	draft        string
	owners, tags []string
}

var tongueShares = map[string]map[string]tongueShare{
	"tongues-a": {"de-altenau": {organisation{
		authors: map[string][]string{
			"Netz": {"Gerd Tiedemann", "Svenja Paulsen"}, "Vertrieb": {"Karin Albers", "Ole Petersen"}, "Personal": {"Ines Wolter", "Max Petersen"}, "Recht": {"Friederike Haupt", "Tarik Aydin"},
		},
		monthly: []series{
			{"Netz", "Störungsbericht", "docx", "Netz/Störungen/{month} Störungsbericht.docx", nil, "intern"},
			{"Vertrieb", "Rechnung", "pdf", "Vertrieb/Rechnungen/{month} {firm}.pdf", nil, "intern"},
			{"Vertrieb", "Absatzplan", "xlsx", "Vertrieb/Absatz/Absatzplan {month}.xlsx", nil, "vertraulich"},
			{"Personal", "Dienstplan", "xlsx", "Personal/Dienstpläne/Dienstplan {month}.xlsx", nil, "intern"},
			{"Personal", "Protokoll", "md", "Personal/Betriebsrat/Protokoll {month}.md", nil, "intern"},
		},
		governed: []series{
			{"Recht", "Vertrag", "pdf", "Recht/Verträge/{name} {version}.pdf", []string{"Konzession", "Wärmelieferung", "Straßenbeleuchtung"}, "vertraulich"},
			{"Personal", "Richtlinie", "docx", "Personal/Richtlinien/Richtlinie {name} {version}.docx", []string{"Urlaub", "Reisekosten", "Homeoffice"}, "öffentlich"},
			{"Netz", "Anweisung", "docx", "Netz/Anweisungen/{name} {version}.docx", []string{"Gasleck", "Trafostation", "Wasserzähler"}, "intern"},
			{"Vertrieb", "Präsentation", "pptx", "Vertrieb/Schulung/{name} {version}.pptx", []string{"Solartarif", "Kundengespräch"}, "öffentlich"},
		},
		letters: series{"Vertrieb", "E-Mail", "eml", "Vertrieb/Post/{month} {name} {n}.eml", []string{"Beschwerde", "Kündigung", "Angebot", "Rückfrage"}, "vertraulich"},
		topics:  []string{"Hochwasser", "Fernwärme", "Zähler", "Baustellen"},
		firms:   []string{"Nordkabel", "Heidgas"},
	}, "Entwurf", []string{"tiedemann", "kalbers", "scanner"}, []string{"Wiedervorlage", "Klimaschutz", "Prüfung"}}, "fr-bellerive": {organisation{
		authors: map[string][]string{
			"Gérance": {"Nadège Dupont", "Éric Vasseur"}, "Travaux": {"Karim Belkacem", "Odile Marchal"}, "Comptabilité": {"Sylvie Roche", "Paul Dupont"}, "Juridique": {"Mathilde Aubry", "Yann Le Goff"},
		},
		monthly: []series{
			{"Gérance", "état des lieux", "docx", "Gérance/états des lieux/{month} état des lieux.docx", nil, "interne"},
			{"Comptabilité", "facture", "pdf", "Comptabilité/factures/{month} {firm}.pdf", nil, "interne"},
			{"Comptabilité", "budget", "xlsx", "Comptabilité/budgets/budget {month}.xlsx", nil, "confidentiel"},
			{"Travaux", "planning", "xlsx", "Travaux/plannings/planning {month}.xlsx", nil, "interne"},
			{"Juridique", "compte rendu", "md", "Juridique/conseil/compte rendu {month}.md", nil, "interne"},
		},
		governed: []series{
			{"Juridique", "bail", "pdf", "Juridique/baux/bail {name} {version}.pdf", []string{"commercial", "parking", "meublé"}, "confidentiel"},
			{"Gérance", "règlement", "docx", "Gérance/règlements/règlement {name} {version}.docx", []string{"caves", "animaux", "bruit"}, "public"},
			{"Travaux", "cahier des charges", "docx", "Travaux/cahiers des charges/{name} {version}.docx", []string{"ascenseurs", "toiture", "chaufferie"}, "interne"},
			{"Gérance", "présentation", "pptx", "Gérance/locataires/{name} {version}.pptx", []string{"tri des déchets", "charges"}, "public"},
		},
		letters: series{"Gérance", "courriel", "eml", "Gérance/courriels/{month} {name} {n}.eml", []string{"réclamation", "relance", "résiliation", "devis"}, "confidentiel"},
		topics:  []string{"humidité", "chauffage", "amiante", "ascenseur"},
		firms:   []string{"Thermelec", "Batinord"},
	}, "brouillon", []string{"ndupont", "vasseur", "copieur"}, []string{"urgent", "à classer", "rénovation"}}, "es-valdoro": {organisation{
		authors: map[string][]string{
			"Urbanismo": {"Inés Caballero", "Tomás Rivas"}, "Hacienda": {"Pilar Ocaña", "Jorge Rivas"}, "Cultura": {"Marta Esteve", "Fermín Olmo"}, "Secretaría": {"Concha Prado", "Iván Sorolla"},
		},
		monthly: []series{
			{"Secretaría", "acta", "docx", "Secretaría/actas/acta pleno {month}.docx", nil, "público"},
			{"Hacienda", "factura", "pdf", "Hacienda/facturas/{month} {firm}.pdf", nil, "interno"},
			{"Hacienda", "liquidación", "xlsx", "Hacienda/liquidaciones/liquidación {month}.xlsx", nil, "confidencial"},
			{"Cultura", "programa", "html", "Cultura/programas/programa {month}.html", nil, "público"},
			{"Urbanismo", "inspección", "docx", "Urbanismo/inspecciones/{month} inspección.docx", nil, "interno"},
		},
		governed: []series{
			{"Secretaría", "ordenanza", "pdf", "Secretaría/ordenanzas/ordenanza {name} {version}.pdf", []string{"terrazas", "ruido", "mercadillo"}, "público"},
			{"Urbanismo", "pliego", "docx", "Urbanismo/pliegos/pliego {name} {version}.docx", []string{"alumbrado", "polideportivo", "asfaltado"}, "interno"},
			{"Hacienda", "contrato", "pdf", "Hacienda/contratos/contrato {name} {version}.pdf", []string{"limpieza", "basuras", "seguros"}, "confidencial"},
			{"Cultura", "presentación", "pptx", "Cultura/fiestas/{name} {version}.pptx", []string{"feria de mayo", "cabalgata"}, "público"},
		},
		letters: series{"Urbanismo", "correo", "eml", "Urbanismo/correos/{month} {name} {n}.eml", []string{"queja", "licencia", "alegación", "consulta"}, "confidencial"},
		topics:  []string{"vados", "ruidos", "inundaciones", "palomas"},
		firms:   []string{"Luzmar", "Áridos Vega"},
	}, "borrador", []string{"icaballero", "pocana", "escaner"}, []string{"urgente", "para firma", "subvención"}}},
	"tongues-b": {"de-hafenmuseum": {organisation{
		authors: map[string][]string{
			"Sammlung": {"Almut Reinders", "Kaspar Voigt"}, "Ausstellung": {"Hedwig Sommer", "Nils Brauer"}, "Verwaltung": {"Petra Kolb", "Jan Sommer"}, "Vermittlung": {"Leonie Fuchs", "Emre Demir"},
		},
		monthly: []series{
			{"Verwaltung", "Kassenbericht", "xlsx", "Verwaltung/Kasse/Kassenbericht {month}.xlsx", nil, "vertraulich"},
			{"Verwaltung", "Quittung", "pdf", "Verwaltung/Quittungen/{month} {firm}.pdf", nil, "intern"},
			{"Vermittlung", "Führungsplan", "xlsx", "Vermittlung/Führungen/Führungsplan {month}.xlsx", nil, "öffentlich"},
			{"Sammlung", "Klimaprotokoll", "csv", "Sammlung/Klima/Klimaprotokoll {month}.csv", nil, "intern"},
			{"Ausstellung", "Rundbrief", "html", "Ausstellung/Rundbriefe/Rundbrief {month}.html", nil, "öffentlich"},
		},
		governed: []series{
			{"Sammlung", "Leihvertrag", "pdf", "Sammlung/Leihverträge/{name} {version}.pdf", []string{"Seekarten", "Schiffsmodelle", "Gallionsfigur"}, "vertraulich"},
			{"Verwaltung", "Dienstanweisung", "docx", "Verwaltung/Dienstanweisungen/{name} {version}.docx", []string{"Schließdienst", "Brandschutz", "Garderobe"}, "intern"},
			{"Ausstellung", "Konzept", "docx", "Ausstellung/Konzepte/Konzept {name} {version}.docx", []string{"Walfang", "Auswanderer", "Leuchttürme"}, "intern"},
			{"Vermittlung", "Foliensatz", "pptx", "Vermittlung/Schule/{name} {version}.pptx", []string{"Knotenkunde", "Piraten"}, "öffentlich"},
		},
		letters: series{"Sammlung", "Brief", "docx", "Sammlung/Briefe/{month} {name} {n}.docx", []string{"Schenkung", "Anfrage", "Gutachten", "Dank"}, "vertraulich"},
		topics:  []string{"Feuchtigkeit", "Holzwurm", "Barrierefreiheit", "Spenden"},
		firms:   []string{"Glas Hansen", "Kunsttransport Lohse"},
	}, "Entwurf", []string{"reinders", "pkolb", "mediaguide"}, []string{"Eilt", "Fotorechte", "Jubiläum"}}, "fr-chantelune": {organisation{
		authors: map[string][]string{
			"Vignoble": {"Bastien Clerc", "Maud Perrin"}, "Chai": {"Hugues Perrin", "Noémie Sabatier"}, "Ventes": {"Claire Fontaine", "Idriss Camara"}, "Administration": {"Josiane Blanc", "Régis Teyssier"},
		},
		monthly: []series{
			{"Chai", "relevé", "csv", "Chai/relevés/relevé cuves {month}.csv", nil, "interne"},
			{"Ventes", "commande", "pdf", "Ventes/commandes/{month} {firm}.pdf", nil, "interne"},
			{"Ventes", "tarif", "xlsx", "Ventes/tarifs/tarif {month}.xlsx", nil, "public"},
			{"Administration", "bulletin de paie", "pdf", "Administration/paie/{month} paie.pdf", nil, "confidentiel"},
			{"Vignoble", "rapport", "docx", "Vignoble/rapports/rapport parcelles {month}.docx", nil, "interne"},
		},
		governed: []series{
			{"Administration", "convention", "pdf", "Administration/conventions/convention {name} {version}.pdf", []string{"vendangeurs", "négociant", "banque"}, "confidentiel"},
			{"Chai", "procédure", "docx", "Chai/procédures/{name} {version}.docx", []string{"sulfitage", "soutirage", "nettoyage cuves"}, "interne"},
			{"Vignoble", "plan de traitement", "docx", "Vignoble/traitements/{name} {version}.docx", []string{"mildiou", "oïdium", "cicadelle"}, "interne"},
			{"Ventes", "brochure", "pptx", "Ventes/brochures/{name} {version}.pptx", []string{"salon Millésime", "œnotourisme"}, "public"},
		},
		letters: series{"Ventes", "lettre", "docx", "Ventes/lettres/{month} {name} {n}.docx", []string{"réclamation", "invitation", "relance", "remerciement"}, "confidentiel"},
		topics:  []string{"grêle", "bouchons", "étiquettes", "export"},
		firms:   []string{"Cave Pasteur", "Hôtel du Lac"},
	}, "brouillon", []string{"bclerc", "jblanc", "tablette"}, []string{"prioritaire", "douane", "millésime 2024"}}, "es-faro": {organisation{
		authors: map[string][]string{
			"Edición": {"Elvira Pons", "Saúl Medrano"}, "Derechos": {"Teresa Quintana", "Hugo Medrano"}, "Producción": {"Nieves Zabala", "Óscar Lema"}, "Comunicación": {"Alba Ferrer", "Dario Conti"},
		},
		monthly: []series{
			{"Producción", "albarán", "pdf", "Producción/albaranes/{month} {firm}.pdf", nil, "interno"},
			{"Comunicación", "boletín", "html", "Comunicación/boletines/boletín {month}.html", nil, "público"},
			{"Edición", "informe de lectura", "docx", "Edición/informes/informe de lectura {month}.docx", nil, "interno"},
			{"Derechos", "liquidación", "xlsx", "Derechos/liquidaciones/liquidación {month}.xlsx", nil, "confidencial"},
			{"Producción", "calendario", "xlsx", "Producción/calendarios/calendario {month}.xlsx", nil, "interno"},
		},
		governed: []series{
			{"Derechos", "contrato", "pdf", "Derechos/contratos/contrato {name} {version}.pdf", []string{"traducción", "audiolibro", "cómic"}, "confidencial"},
			{"Edición", "manual", "docx", "Edición/manuales/manual {name} {version}.docx", []string{"de estilo", "de corrección", "de índices"}, "público"},
			{"Producción", "presupuesto", "docx", "Producción/presupuestos/presupuesto {name} {version}.docx", []string{"tapa dura", "bolsillo", "reimpresión"}, "confidencial"},
			{"Comunicación", "dossier", "pptx", "Comunicación/dossieres/dossier {name} {version}.pptx", []string{"feria del libro", "premio novela"}, "público"},
		},
		letters: series{"Edición", "carta", "docx", "Edición/cartas/{month} {name} {n}.docx", []string{"rechazo", "propuesta", "erratas", "agradecimiento"}, "interno"},
		topics:  []string{"erratas", "portadas", "papel", "librerías"},
		firms:   []string{"Gráficas Norte", "Distribuidora Sol"},
	}, "borrador", []string{"epons", "tquintana", "becario"}, []string{"urgente", "otoño", "revisar"}}},
}
