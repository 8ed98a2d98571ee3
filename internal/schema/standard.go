package schema

import (
	"sync"

	"github.com/sparsearch/spar/internal/spar"
)

// Standard is the schema that holds without a file.
var Standard = sync.OnceValue(func() *Schema {
	s := &Schema{}
	for _, a := range standard {
		if a.Kind == "" {
			a.Kind = spar.Text
		}
		a.Standard = true
		s.Attributes = append(s.Attributes, a)
	}
	return s.complete()
})

// standard is the attributes that every organisation has, and the ones for the properties that readers find in files.
var standard = []Attribute{
	{Name: "document-type", Synonyms: []string{"doc-type", "doctype", "document kind", "kind of document"}, Usual: documentTypes,
		Description: "what the document is, such as an invoice or a policy"},
	{Name: "department", Synonyms: []string{"dept", "division"}, Usual: departments, Description: "the part of the organisation that it belongs to"},
	{Name: "confidentiality", Synonyms: []string{"confidentiality level", "sensitivity", "security classification"}, Ordered: true,
		Values: levels, Usual: levels, Description: "who may know of it"},

	{Name: "period", Synonyms: []string{"reporting period", "fiscal year"}, Many: true, Description: "the year, half, quarter or month that it is about: 2023, 2023-H1, 2023-Q3, 2023-07"},
	{Name: "doc-version", Label: "Version", Synonyms: []string{"document version", "version", "revision"}, Description: "which version of a document it is, as it says itself"},
	{Name: "doc-status", Label: "Status of the document", Synonyms: []string{"document status"}, Values: []Value{
		{Name: "draft", Synonyms: []string{"entwurf", "brouillon", "borrador"}},
		{Name: "final", Synonyms: []string{"approved", "in force", "freigegeben", "vigente"}},
		{Name: "superseded", Synonyms: []string{"obsolete", "replaced"}},
		{Name: "withdrawn", Synonyms: []string{"retired"}},
	}, Description: "whether it binds, as it says itself"},
	{Name: "effective", Label: "In force since", Synonyms: []string{"effective date", "valid from", "in force since"}, Kind: spar.Date, Description: "from when it holds, as it says itself"},
	{Name: "replaces", Synonyms: []string{"supersedes"}, Description: "what it replaces, as written"},
	{Name: "title", Synonyms: []string{"headline"}, Description: "what the document is called"},
	{Name: "author", Synonyms: []string{"authors", "creator", "written by", "byline"}, Description: "who wrote it"},
	{Name: "created", Label: "Written on", Synonyms: []string{"creation date", "date created", "created at", "published"}, Kind: spar.Date, Description: "when it was written, as it says itself"},
	{Name: "modified", Label: "Last changed, as it says", Synonyms: []string{"last modified", "updated", "last updated"},
		Kind: spar.Date, Description: "when it was last changed, as it says itself; attr.modified in scopes"},
	{Name: "modified-by", Label: "Last changed by", Synonyms: []string{"last modified by"}, Description: "who changed it last"},
	{Name: "subject", Description: "what it is about; of a message its subject line"},
	{Name: "description", Synonyms: []string{"summary", "abstract"}, Description: "what it says, in short"},
	{Name: "keywords", Synonyms: []string{"keyword"}, Many: true, Description: "words to find it by"},
	{Name: "category", Synonyms: []string{"categories"}, Many: true, Description: "a class that its author put it in"},
	{Name: "language", Synonyms: []string{"lang"}, Description: "code of the language that it declares"},
	{Name: "company", Synonyms: []string{"organisation", "organization"}, Description: "for whom its author works"},
	{Name: "manager", Description: "the author's manager"},
	{Name: "publisher", Description: "who published it"},
	{Name: "journal", Synonyms: []string{"journal title"}, Description: "in which a paper was published"},
	{Name: "doi", Label: "DOI", Description: "the identifier of a paper"},
	{Name: "volume", Label: "Volume of the journal", Description: "of a journal"},
	{Name: "issue", Label: "Issue of the journal", Description: "of a journal"},
	{Name: "editor", Synonyms: []string{"editors", "edited by"}, Description: "who edited it"},
	{Name: "generator", Label: "Made with", Synonyms: []string{"software", "producer"}, Description: "the program that made it"},
	{Name: "pages", Label: "Number of pages", Synonyms: []string{"page count", "number of pages"}, Kind: spar.Number, Unit: "pages", Description: "its length"},
	{Name: "slides", Label: "Number of slides", Synonyms: []string{"slide count", "number of slides"}, Kind: spar.Number, Unit: "slides", Description: "slides of a presentation"},
	{Name: "sheet", Synonyms: []string{"sheets", "sheet name", "worksheet"}, Many: true, Description: "the name of a sheet of a workbook"},
	{Name: "width", Label: "Width of the picture", Kind: spar.Number, Unit: "pixels", Description: "of a picture"},
	{Name: "height", Label: "Height of the picture", Kind: spar.Number, Unit: "pixels", Description: "of a picture"},
	{Name: "camera", Synonyms: []string{"camera model"}, Description: "that took a picture"},
	{Name: "camera-make", Label: "Maker of the camera", Description: "who made the camera"},
	{Name: "gps", Label: "Where the picture was taken", Synonyms: []string{"coordinates"}, Description: "where a picture was taken: latitude and longitude in degrees"},
	{Name: "copyright", Synonyms: []string{"rights"}, Description: "who has the rights"},

	{Name: "from", Label: "Sender", Synonyms: []string{"sender"}, Description: "who sent a message"},
	{Name: "to", Label: "Recipient", Synonyms: []string{"recipient", "recipients"}, Many: true, Description: "to whom a message went"},
	{Name: "cc", Label: "Copy to", Many: true, Description: "who got a copy"},
	{Name: "bcc", Label: "Hidden copy to", Many: true, Description: "who got a hidden copy"},
	{Name: "reply-to", Label: "Answers go to", Description: "where answers go"},
	{Name: "date", Synonyms: []string{"sent", "date sent"}, Kind: spar.Date, Description: "when a message was sent, or the date that a document bears"},
	{Name: "message-id", Label: "Number of the message", Description: "the identifier of a message"},
	{Name: "attachment", Synonyms: []string{"attachments"}, Many: true, Description: "the name of an attachment"},
	{Name: "messages", Label: "Messages in the mailbox", Synonyms: []string{"message count"}, Kind: spar.Number, Unit: "messages", Description: "in a mailbox"},
	{Name: "members", Label: "Files in the archive", Synonyms: []string{"member count"}, Kind: spar.Number, Unit: "files", Description: "in an archive"},

	{Name: "modality", Description: "of DICOM: how the images were made, such as CT or MR"},
	{Name: "patient-id", Label: "Number of the patient", Description: "of DICOM: the patient's number, or its hash, where the setting dicom-patient asks for it"},
	{Name: "patient-name", Label: "Name of the patient", Description: "of DICOM: the patient, or a hash of the name, where the setting dicom-patient asks for it"},
	{Name: "study-date", Kind: spar.Date, Description: "of DICOM"},
	{Name: "series-date", Kind: spar.Date, Description: "of DICOM"},
	{Name: "acquisition-date", Kind: spar.Date, Description: "of DICOM"},
	{Name: "content-date", Kind: spar.Date, Description: "of DICOM"},
	{Name: "institution", Synonyms: []string{"hospital", "clinic"}, Description: "of DICOM: where the images were made"},
	{Name: "body-part", Synonyms: []string{"body part examined"}, Description: "of DICOM"},
	{Name: "study", Synonyms: []string{"study description"}, Description: "of DICOM"},
	{Name: "study-id", Description: "of DICOM"},
	{Name: "series", Synonyms: []string{"series description"}, Description: "of DICOM"},
	{Name: "protocol", Synonyms: []string{"protocol name"}, Description: "of DICOM"},
	{Name: "procedure", Synonyms: []string{"requested procedure"}, Description: "of DICOM"},
	{Name: "procedure-step", Description: "of DICOM"},
	{Name: "accession-number", Description: "of DICOM"},
	{Name: "manufacturer", Description: "of DICOM: who made the device"},
	{Name: "model", Description: "of DICOM: the device"},
	{Name: "station", Description: "of DICOM: the device's name"},
	{Name: "comments", Description: "of DICOM"},
}

var levels = []Value{
	{Name: "public", Synonyms: []string{"unclassified"}},
	{Name: "internal", Synonyms: []string{"internal use only", "internal only"}},
	{Name: "confidential", Synonyms: []string{"restricted"}},
	{Name: "secret", Synonyms: []string{"strictly confidential", "highly confidential"}},
}

// documentTypes and departments are what most organisations have. They are proposed, and allow any other value.
var documentTypes = []Value{
	{Name: "invoice", Synonyms: []string{"bill", "credit note", "Rechnung", "facture", "factura"}},
	{Name: "contract", Synonyms: []string{"agreement", "license", "lease", "NDA", "memorandum of understanding", "Vertrag", "contrat", "contrato"}},
	{Name: "letter", Synonyms: []string{"cover letter", "reply", "Schreiben", "courrier", "carta"}},
	{Name: "minutes", Synonyms: []string{"meeting minutes", "meeting notes", "notes of the meeting", "Protokoll", "procès-verbal", "acta"}},
	{Name: "agenda", Synonyms: []string{"Tagesordnung", "ordre du jour", "orden del día"}},
	{Name: "report", Synonyms: []string{"annual report", "quarterly update", "findings", "Bericht", "rapport", "informe"}},
	{Name: "manual", Synonyms: []string{"handbook", "guide", "user guide", "instructions", "how to", "Handbuch", "Anleitung", "manuel"}},
	{Name: "form", Synonyms: []string{"application", "application form", "questionnaire", "checklist", "Formular", "Antrag", "formulaire", "formulario"}},
	{Name: "policy", Synonyms: []string{"code of conduct", "guidelines", "rules", "Richtlinie", "politique", "política"}},
	{Name: "presentation", Synonyms: []string{"slides", "slide deck", "Präsentation", "présentation", "presentación"}},
	{Name: "e-mail", Synonyms: []string{"email", "mail"}},
	{Name: "table", Synonyms: []string{"spreadsheet", "list", "register", "inventory", "Tabelle", "Liste", "tableau"}},
	{Name: "article", Synonyms: []string{"paper", "preprint", "Artikel", "artículo"}},
	{Name: "plan", Synonyms: []string{"roadmap", "project plan", "schedule", "proposal", "Konzept"}},
	{Name: "charter", Synonyms: []string{"bylaws", "statutes", "articles of association", "Satzung", "statuts", "estatutos"}},
	{Name: "order", Synonyms: []string{"purchase order", "delivery note", "Bestellung", "commande", "pedido"}},
	{Name: "offer", Synonyms: []string{"quote", "quotation", "Angebot", "devis", "oferta"}},
	{Name: "certificate", Synonyms: []string{"Zertifikat", "certificat", "certificado"}},
	{Name: "specification", Synonyms: []string{"requirements", "data sheet", "Spezifikation"}},
	{Name: "press release", Synonyms: []string{"news release", "announcement", "Pressemitteilung"}},
	{Name: "curriculum vitae", Synonyms: []string{"CV", "resume", "résumé", "Lebenslauf"}},
}

var departments = []Value{
	{Name: "Finance", Synonyms: []string{"accounting", "accounts payable", "controlling", "Buchhaltung"}},
	{Name: "Human resources", Synonyms: []string{"HR", "personnel", "Personalabteilung"}},
	{Name: "Legal", Synonyms: []string{"legal affairs", "Recht"}},
	{Name: "IT", Synonyms: []string{"information technology", "EDV"}},
	{Name: "Sales", Synonyms: []string{"Vertrieb"}},
	{Name: "Marketing", Synonyms: []string{"communications", "public relations"}},
	{Name: "Purchasing", Synonyms: []string{"procurement", "Einkauf"}},
	{Name: "Production", Synonyms: []string{"manufacturing", "Produktion"}},
	{Name: "Research", Synonyms: []string{"research and development", "R&D", "Forschung"}},
	{Name: "Quality", Synonyms: []string{"quality assurance", "QA", "Qualitätssicherung"}},
	{Name: "Customer service", Synonyms: []string{"support", "help desk", "Kundendienst"}},
	{Name: "Facilities", Synonyms: []string{"building services", "Gebäudemanagement"}},
	{Name: "Management", Synonyms: []string{"board", "executive committee", "Geschäftsführung"}},
}
