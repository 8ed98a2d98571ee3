package question

// Words of sentences that name files.
const (
	// generic are nouns for files of any kind, as stems.
	generic = " file document doc paper record material page item stuff thing copy information data content entry folder " +
		"directory section share drive department team unit datei dokument unterlage fichier archivo documento "
	// subject opens the files' subject.
	subject = " about regarding concerning mention mentions mentioning mentioned discussing discuss discusses covering cover covers describing describe describes "
)

// asking are words of requests that say nothing of the files.
var asking = words(`get show give me find fetch list see bring all every any each please need want would like us let have has had only just everything
	anything something those these them they which whose one ones some lot really also too there here look looking search searching
	retrieve collect pull display open now today's kindly could tell say says said mention mentions mentioning contain contains
	containing concerning regarding relating related belonging belong belongs called named titled whole entire complete full out up
	set make made put together is be been being who what where when why how did does do are was were can will shall should may might
	must not no but however instead namely > < >= <= zeige zeig mir alle bitte montre moi tous toutes muestra todos todas`)

// tablesOfText are called spreadsheets where no file is one.
var tablesOfText = []string{"csv"}

// fileTypes are nouns for formats, by their stems.
var fileTypes = map[string][]string{
	"pdf": {"pdf"}, "pdf file": {"pdf"}, "pdf document": {"pdf"},
	"word file": {"docx", "doc"}, "word document": {"docx", "doc"}, "word doc": {"docx", "doc"}, "docx": {"docx"}, "docx file": {"docx"}, "doc file": {"doc"}, "ms word": {"docx", "doc"},
	"spreadsheet": {"xlsx", "xls", "ods"}, "excel sheet": {"xlsx", "xls"}, "excel file": {"xlsx", "xls"},
	"excel": {"xlsx", "xls"}, "excel spreadsheet": {"xlsx", "xls"}, "excel workbook": {"xlsx", "xls"},
	"workbook": {"xlsx", "xls", "ods"}, "xlsx": {"xlsx"}, "xls": {"xls"}, "excel table": {"xlsx", "xls"},
	"slide": {"pptx", "ppt", "odp"}, "slide deck": {"pptx", "ppt", "odp"}, "presentation": {"pptx", "ppt", "odp"},
	"powerpoint": {"pptx", "ppt"}, "powerpoint file": {"pptx", "ppt"}, "powerpoint presentation": {"pptx", "ppt"}, "pptx": {"pptx"},
	"e mail": {"eml", "msg", "mbox"}, "email": {"eml", "msg", "mbox"}, "mail": {"eml", "msg", "mbox"},
	"mail message": {"eml", "msg", "mbox"}, "email message": {"eml", "msg", "mbox"}, "e mail message": {"eml", "msg", "mbox"},
	"web page": {"html"}, "webpage": {"html"}, "html": {"html"}, "html page": {"html"}, "html file": {"html"}, "html document": {"html"},
	"markdown": {"markdown"}, "markdown file": {"markdown"}, "markdown page": {"markdown"}, "markdown document": {"markdown"}, "md file": {"markdown"},
	"text file": {"text"}, "txt file": {"text"}, "plain text file": {"text"}, "csv": {"csv"}, "csv file": {"csv"}, "csv table": {"csv"},
	"json": {"json"}, "json file": {"json"}, "xml": {"xml"}, "xml file": {"xml"}, "epub": {"epub"}, "e book": {"epub"}, "ebook": {"epub"},
	"image": {"jpg", "png", "tiff", "gif", "bmp", "webp"}, "picture": {"jpg", "png", "tiff", "gif", "bmp", "webp"},
	"photo": {"jpg", "png", "tiff", "webp"}, "jpeg": {"jpg"}, "png": {"png"}, "image file": {"jpg", "png", "tiff", "gif", "bmp", "webp"},
	"zip": {"zip"}, "zip file": {"zip"}, "zip archive": {"zip"}, "dicom": {"dicom"}, "dicom file": {"dicom"}, "dicom image": {"dicom"}, "rtf file": {"rtf"}, "odt file": {"odt"},
}
