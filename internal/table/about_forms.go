package table

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/pattern"
)

// An Aspect is what of a table a question asks for that is about the table and not about what its rows say.
type Aspect string

// The aspects.
const (
	OfTable      Aspect = "table"      // what it is and holds
	OfColumns    Aspect = "columns"    // which there are
	OfKinds      Aspect = "kinds"      // which columns are of numbers, dates or texts
	ForColumn    Aspect = "column for" // which column has something
	OfColumn     Aspect = "column"     // what a column holds
	OfRange      Aspect = "range"      // the least and the most of a column
	OfValues     Aspect = "values"     // those that a column has, with how often they come
	OfRows       Aspect = "rows"       // how many
	OfRow        Aspect = "row"        // what one stands for
	OfKey        Aspect = "key"        // the columns that tell rows apart
	OfUnique     Aspect = "unique"     // whether all values of a column differ
	OfDuplicates Aspect = "duplicates" // rows that are the same
	OfSpan       Aspect = "span"       // from when to when it goes
	OfEmpties    Aspect = "empties"    // cells without a value
	OfSheets     Aspect = "sheets"     // the tables of a file
	OfFile       Aspect = "file"       // which file has a column for something
	OfSample     Aspect = "sample"     // its first rows
)

// A form is a way of asking for an aspect. In its pattern <t> stands for the table, <c> for columns, and <x> for what is looked for; IN is a
// table that may be named at the end.
type form struct {
	aspect  Aspect
	pattern string
}

// The words by which people call the parts of tables.
var aboutWords = strings.NewReplacer(
	"COLS", `(?:columns?|fields?|(?:column |field )?(?:headers?|headings?)|variables|attributes|(?:column|field) (?:names?|titles?|labels?)|names of the (?:columns|fields)|labels)`,
	"ROWS", `(?:rows|records|lines|entries|data ?sets|observations|(?:data |table )(?:rows|records|lines)|(?:rows|lines) of data)`,
	"ROW", `(?:(?:table |data )?(?:row|record|line|entry|observation))`,
	"SHEETS", `(?:sheets?|tabs?|worksheets?|tables?|sheet names|tab names|names of the (?:sheets|tabs|worksheets|tables))`,
	"HAVE", `(?:have|has|contain|contains|hold|holds|include|includes|show|shows|list|lists|record|records|comprise|cover|covers|consist of|offer|come with)`,
	"EMPTY", `(?:(?:any |some |many |the )?(?:empty|blank|missing|null|unfilled)(?: (?:cells?|values?|entries|data|fields|spots|ones))?|(?:any |some |many |the )?(?:gaps?|holes|blanks|nulls|empties|missing|nas|n/as))`,
	"OFTEN", `(?:,?(?: and)?(?: (?:how (?:often|many times|frequent|frequently)(?: (?:does|do|is|are) (?:each|every one|they|it|those|these|each one)(?: of them)?(?: (?:occur|appear|come up|come|exist|there|used))?)?|how many(?: (?:of each|rows (?:each|have each|has each)|each|times each|are there of each|rows does each have))(?: (?:are there|have))?)| with (?:their |the |its )?(?:counts?|frequency|frequencies|numbers|number of rows|how often (?:they|each) (?:occurs?|appears?|comes? up)))?)`,
	"IN", `(?P<in>,? (?:in|of|on|from|within|inside|across|for) (?P<t>.+?))?`,
	"<t>", `(?P<t>.+?)`, "<c>", `(?P<c>.+?)`, "<x>", `(?P<x>.+?)`,
)

var aboutForms = []form{
	// Sheets, before tables: "which tables are in the file".
	{OfSheets, `(?:(?:what|which)(?: are)?|list|name|show|give)(?: me)?(?: all)?(?: of)?(?: the)? SHEETS(?: (?:are|is) (?:there|in it|available))?IN`},
	{OfSheets, `(?:what|which) SHEETS (?:does|do|did) <t> HAVE`},
	{OfSheets, `(?:what|which) SHEETS (?:are|is) (?:in|on|part of) <t>`},
	{OfSheets, `how many SHEETS (?:does|do|did) <t> HAVE`},
	{OfSheets, `(?:how many|the number of|number of) SHEETS(?: (?:are|is)(?: there)?)?IN`},
	{OfSheets, `what (?:is|does it say) on (?:the|each|every|all)(?: of the)? SHEETSIN`},
	{OfSheets, `what are the SHEETS (?:called|named|about|for)IN`},
	{OfSheets, `(?:does|do|is|are) <t> (?:have|contain|made up of) (?:more than one|several|multiple|other) SHEETS`},

	// Which file has something.
	{OfFile, `(?:which|what|in which|in what)(?: of the| of these| of our)? (?:files?|tables?|sheets?|spreadsheets?|csvs?|csv files?|excel files?|workbooks?|lists?|` +
		`data ?sets?|registers?) (?:has|have|holds?|contains?|lists?|records?|shows?|gives?|includes?|keeps?|stores?|tracks?|says|is about|are about|is for|` +
		`with|has got) <x>`},
	{OfFile, `(?:in |on )?(?:which|what) (?:files?|tables?|sheets?|spreadsheets?|csvs?|workbooks?|lists?|data ?sets?|registers?) (?:is|are|do i find|can i find|` +
		`do we keep|do we record|will i find|would i find|stands?|should i look for|would have) <x>`},

	// Columns for something.
	{ForColumn, `(?:is|are) there (?:a|an|any|some|also a|also an) (?:columns?|fields?) (?:with|for|of|on|about|containing|holding|showing|giving|named|called|` +
		`recording|that (?:has|have|holds?|says?|gives?|shows?|contains?|records?|tells?|stores?|is for|is about)|which (?:has|holds|says|gives|shows|contains|` +
		`records|tells)|saying|telling|where i find) <x>IN`},
	{ForColumn, `(?:is|are) there (?:a|an|any) <x> (?:columns?|fields?)IN`},
	{ForColumn, `(?:does|do) <t> (?:have|contain|include|hold|offer|come with|has) (?:a|an|any|some) (?:columns?|fields?) (?:with|for|of|on|about|containing|holding|` +
		`showing|giving|named|called|recording|that (?:has|have|holds?|says?|gives?|shows?|contains?|records?|tells?)|saying|telling) <x>`},
	{ForColumn, `(?:does|do) <t> (?:have|contain|include|hold) (?:a|an|any) <x> (?:column|field)`},
	{ForColumn, `(?:which|what) (?:columns?|fields?)(?:IN)? (?:has|have|holds?|contains?|shows?|gives?|says?|stores?|tells?(?: me| us)?|records?|is for|are for|` +
		`is about|are about|is the one (?:for|with)|lists?|includes?|carries|do i need for|should i (?:use|look at) for) <x>`},
	{ForColumn, `(?:in )(?:which|what) (?:columns?|fields?) (?:is|are|do i find|can i find|stands?|will i find|would i find|should i look for) <x>IN`},
	{ForColumn, `(?:which|what) (?:columns?|fields?) (?:is|are) <x>IN`},
	{ForColumn, `(?:in )?(?:which|what) (?:column|field) (?:do i find|can i find|would have|will have|should have) <x>IN`},

	// Kinds of columns.
	{OfKinds, `(?:which|what)(?: of the| of its)? (?:columns?|fields?)(?:IN)? (?:is|are|has|have|holds?|contains?) (?:only )?(?:a |of )?(?:the )?(?P<w>numbers?|` +
		`numeric|numerical|figures?|dates?|texts?|textual|text-based|categorical|categories|amounts|times|strings?|days)(?: values| data| type| ones| columns)?`},
	{OfKinds, `(?:list|show|give|name)(?: me)?(?: all)?(?: the)? (?P<w>numeric|numerical|number|date|text|categorical) (?:columns|fields)IN`},
	{OfColumns, `(?:what|which)(?: data)? (?:types?|kinds?|formats?)(?: of data)? (?:do|does|are|is|have) (?:the |its |all )?(?:columns|fields)(?: have| of)?IN`},
	{OfColumns, `(?:what|which) are the (?:data )?types of (?:the |its )?(?:columns|fields)IN`},

	// Cells without a value.
	{OfEmpties, `(?:is|are) there EMPTYIN`},
	{OfEmpties, `(?:(?:which|what)(?: of the)? (?:columns?|fields?)|where)(?:IN)? (?:has|have|contains?|are|is|with|do|does|suffer from)(?: there)? EMPTY`},
	{OfEmpties, `(?:which|what) (?:columns?|fields?)(?:IN)? (?:is|are)(?: not)? (?:incomplete|complete|fully filled|completely filled|filled in completely|filled|` +
		`always filled|never empty|sometimes empty|often empty|mostly empty|partly empty|the emptiest)`},
	{OfEmpties, `(?:does|do) <t> (?:have|contain|has) EMPTY`},
	{OfEmpties, `how many EMPTY(?: (?:are|is|does|do))?(?: there)?IN`},
	{OfEmpties, `how many EMPTY (?:does|do) <t> have`},
	{OfEmpties, `how many (?:cells|values|entries|fields) (?:are|is) (?:empty|blank|missing|not filled in|left blank|left empty)IN`},
	{OfEmpties, `how (?:complete|incomplete|well filled|clean) (?:is|are) <t>`},
	{OfEmpties, `(?:is|are) <t> (?:complete|incomplete|fully filled|completely filled)`},
	{OfEmpties, `(?:is|are) (?:anything|something|any data|any values?|data) missingIN`},
	{OfEmpties, `what is missing in <t>`},
	{OfEmpties, `(?:EMPTY)IN`},

	// Rows that are the same, and keys.
	{OfDuplicates, `(?:is|are) there (?:any |some )?(?:duplicates?|duplicated|double|doubled|repeated|identical|exact duplicate)(?: (?:rows?|lines?|records?|entries|entry|ones))?IN`},
	{OfDuplicates, `(?:does|do) <t> (?:have|contain|has) (?:any |some )?(?:duplicates?|duplicated|double|repeated|identical)(?: (?:rows?|lines?|records?|entries))?`},
	{OfDuplicates, `how many (?:duplicates?|duplicated|double|repeated|identical)(?: (?:rows|lines|records|entries))?(?: are there)?IN`},
	{OfDuplicates, `(?:is any row|are any rows|are some rows|do any rows appear) (?:there )?(?:twice|more than once|duplicated|repeated|double)IN`},
	{OfDuplicates, `(?:are|is) (?:all )?(?:the )?ROWS (?:all )?(?:unique|different|distinct)IN`},
	{OfKey, `(?:what|which)(?: (?:column|field))? is the (?:primary |unique |natural |main )?(?:key|identifier|id column|key column|unique column)IN`},
	{OfKey, `(?:which|what) (?:columns?|fields?)(?:IN)? (?:uniquely |together )?(?:identif(?:y|ies)|tells? apart|distinguish(?:es)?|names?) (?:a|an|each|every|the|` +
		`all|one|all the)(?: single)? (?:rows?|records?|lines?|entry|entries)`},
	{OfKey, `(?:which|what) (?:columns?|fields?)(?:IN)? (?:is|are|can serve as|serves as|could be|may be)(?: (?:the|a|an))? (?:key|unique|identifiers?|primary key|` +
		`unique key|keys|unique identifiers?|ids?)`},
	{OfKey, `(?:is there|does <t> have) (?:a|an|any|some) (?:unique |primary |kind of )?(?:key|identifier|id|key column|id column|unique column)(?: column)?`},
	{OfKey, `how (?:can i|do i|do you|can you|can one|is|are) (?:identify|identified|tell apart|tell)(?: a| each| the| one| single)? (?:rows?|records?|` +
		`lines?)(?: apart| identified| told apart)?IN`},
	{OfKey, `by what (?:is|are) (?:a|each|the|every) (?:rows?|records?|lines?) identifiedIN`},
	{OfUnique, `(?:is|are) (?:the |all |all the )?(?:values (?:of|in) )?<c> (?:all )?(?:unique|distinct|a key|the key|always different|all different|a unique key|unique per row)IN`},
	{OfUnique, `does <c> (?:have|contain) (?:any )?(?:duplicates?|duplicate values|repeated values|repetitions)IN`},
	{OfUnique, `(?:are there|is there) (?:any )?(?:duplicates?|duplicate values|repeated values|repetitions) (?:in|of|for|among) <c>`},

	// Rows.
	{OfRow, `(?:what|which thing) (?:does|do|is|will|would) (?:one|each|a|an|every|a single|the|any|single|an individual) ROW(?:IN)? (?:stand for|represent|mean|` +
		`describe|correspond to|show|say|contain|hold|record|tell(?: me| us)?|stands for|represents|about|for|refer to|denote|cover)`},
	{OfRow, `what (?:is|are) (?:one|each|a|every|a single|an individual|in a|in one|in each) (?:ROW)IN`},
	{OfRow, `what (?:does|do)(?: the| its| all)? ROWS(?:IN)? (?:stand for|represent|mean|describe|correspond to|show|say|contain|hold|record|refer to|denote)`},
	{OfRow, `what (?:is|are)(?: the)? ROWSIN`},
	{OfRow, `(?:what|which) (?:is|are) the (?:granularity|grain|unit of observation|level of detail|unit of analysis)IN`},
	{OfRow, `there is (?:one|a) ROW (?:per|for each|for every) what`},
	{OfRow, `(?:one|a) ROW (?:is|per|for each|stands for|means|for every) whatIN`},
	{OfRow, `(?:is|are) there (?:one|a) ROW (?:per|for each|for every) whatIN`},
	{OfRows, `how many (?:ROWS|columns)(?: and (?:how many )?(?:ROWS|columns))? (?:does|do|did) <t> HAVE`},
	{OfRows, `how many (?:ROWS|columns)(?: and (?:how many )?(?:ROWS|columns))?(?: (?:are|is)(?: there)?(?: in total)?)?IN`},
	{OfRows, `how many (?:columns|fields|variables) (?:does|do|did) <t> HAVE`},
	{OfRows, `(?:what is |give me |tell me |count )?(?:the )?(?:total )?(?:number of |how many |count of |count (?:the |all |all the )?)(?:ROWS|columns|fields)(?: and (?:ROWS|columns))?IN`},
	{OfRows, `(?:the )?(?:row|record|line) (?:count|number)IN`},
	{OfRows, `how (?:big|large|long|wide|many rows long) (?:is|are) <t>`},
	{OfRows, `(?:what is )?the (?:size|dimensions?|length|shape) of <t>`},

	// From when to when.
	{OfSpan, `from when (?:to|until|till|up to) when (?:does|do|is|are|did)(?: the (?:data|dates|records|rows|entries|values)(?: in| of)?)? <t> (?:go|run|reach|` +
		`cover|last|span|date|range|extend|stretch|go back|be)`},
	{OfSpan, `from when (?:to|until|till|up to) when (?:does|do|is|are|did) <t>`},
	{OfSpan, `from when (?:to|until|till|up to) whenIN`},
	{OfSpan, `(?:what|which|over what|over which|for what|for which) (?:time |date |calendar )?(?:periods?|spans?|ranges?|dates?|time ?spans?|time ?frames?|years?|` +
		`months?|quarters?|time|range of dates|range of time|dates? range)(?: of (?:time|dates|years))? (?:does|do|did|is|are) <t> (?:cover|covering|span|` +
		`spanning|include|have|go over|run over|extend over|refer to|about|for|from|contain|relate to|stretch over)`},
	{OfSpan, `(?:what|which) (?:time |date )?(?:periods?|spans?|ranges?|dates?|time ?spans?|time ?frames?|years?|months?|quarters?) (?:is|are) (?:covered|included|` +
		`spanned|represented)(?:,? (?:in|by|of|on) <t>)?`},
	{OfSpan, `(?:what|which) (?:years|months|dates|quarters|period|periods) (?:is|are)(?: there)? in <t>`},
	{OfSpan, `(?:what is |what are |give me |tell me )?the (?:time ?span|time ?frame|date range|range of dates|period|time period|time range|dates|span of time|` +
		`span of dates|period covered|covered period|period of time)IN`},
	{OfSpan, `(?:how far back|since when|until when|till when|up to when|how recent|how up to date|how current|how old) (?:does|do|is|are|did) <t>(?: (?:go|reach|` +
		`run|date|go back|date back|last|extend|cover))?`},
	{OfSpan, `(?:when|on what date|on which date|on which day|with which date|what date) (?:does|do|did) <t> (?:begin|start|end|stop|finish|begin and end|` +
		`start and end|start and stop)(?: and (?:when|where) does it (?:end|stop|finish))?`},
	{OfSpan, `(?:what is |what are |which is |which are |give me )?the (?:first|earliest|oldest|last|latest|newest|most recent)(?: and (?:the )?(?:last|latest|` +
		`newest|most recent|first|earliest|oldest))? (?:dates?|days?|dated entry|year|month)IN`},
	{OfSpan, `how many (?:years|months|days|weeks) (?:does|do|did) <t> (?:cover|span|go over|include|go back)`},
	{OfSpan, `(?:what|which) (?:dates|days) (?:does|do) <t> (?:go|run|range)`},

	// Values of a column.
	{OfValues, `(?:what|which)(?: all)?(?: are)?(?: the)?(?: (?:different|distinct|possible|unique|various|allowed|all))? (?:values|entries|options|categories|` +
		`choices) (?:does|do|can|may|did|could) (?:the )?<c> (?:have|take|contain|hold|show|assume|be|include|take on)OFTENIN`},
	{OfValues, `(?:what|which)(?: are)?(?: the)?(?: (?:different|distinct|possible|unique|various|all))? (?:values|entries|options|categories|choices)(?: (?:are|` +
		`occur|appear|exist|stand|is|come up|do we have|are there|are used|are found))?(?: there)? (?:in|of|for|under|as) <c>OFTENIN`},
	{OfValues, `(?:list|show|give|name|tell|count)(?: me)?(?: all)?(?: of)?(?: the)?(?: (?:different|distinct|possible|unique|various))? (?:values|entries|options|` +
		`categories) (?:of|in|for|under) <c>OFTENIN`},
	{OfValues, `(?:the )?(?:different|distinct|possible|unique|various) (?:values (?:of|in|for) )?<c>OFTENIN`},
	{OfValues, `(?:what|which)(?: are)?(?: (?:the|all))?(?: all)?(?: the)?(?: (?:different|distinct|possible|unique|various|kinds? of|types? of|` +
		`sorts? of))+ <c>(?: (?:are|is|occur|exist|appear|are used|do we have|come up|are listed|are recorded)(?: there)?)?OFTENIN`},
	{OfValues, `(?:what|which) <c> (?:are|is) there(?: in total)?(?:IN)?OFTEN`},
	{OfValues, `(?:what|which) <c> (?:occur|occurs|exist|appear|appears|come up|are used|are recorded|are listed|are mentioned|show up)(?:IN)?OFTEN`},
	{OfValues, `(?:what|which) <c> (?:does|do) (?:<t>) (?:have|contain|list|know|use|show|include|record|mention|cover|distinguish)OFTEN`},
	{OfValues, `what can (?:the )?<c> beIN`},
	{OfValues, `how often does each (?:value of )?<c> (?:occur|appear|come up|exist|show up|come)IN`},
	{OfValues, `how often do (?:the )?(?:different |various |individual |single )?(?:values of )?<c> (?:occur|appear|come up|exist|show up|come)IN`},
	{OfValues, `(?:what is |show me |give me )?the (?:distribution|frequency|frequencies|value counts|counts) of (?:the )?(?:values (?:of|in) )?<c>(?: values)?IN`},
	{OfValues, `how many (?:different|distinct|unique) (?:values|entries) (?:does|do|has) (?:the )?<c> (?:have|contain|take|hold)IN`},
	{OfValues, `how many (?:different|distinct|unique) (?:values|entries) (?:are|occur|is)(?: there)? (?:in|of|for) <c>IN`},
	{OfValues, `(?:what is |which is |what are )?the (?:most (?:common|frequent)|commonest|usual) (?:values?|entry|entries) (?:of|in|for) <c>IN`},

	// One column.
	{OfRange, `(?:what is |what are |give me |show me |tell me )?the (?:range|spread|span|value range|lowest and (?:the )?highest value|` +
		`highest and (?:the )?lowest value|minimum and (?:the )?maximum|min and max|smallest and (?:the )?largest value|limits|bounds)(?: of values)? (?:of|in|` +
		`for) <c>IN`},
	{OfRange, `(?:what|which) range (?:does|do|has) (?:the )?<c> (?:have|cover|span|take|go over)IN`},
	{OfRange, `(?:from what to what|between what(?: values)?|between which values|how far) (?:does|do|is|are) (?:the )?<c> (?:go|range|run|lie|vary|reach|spread)IN`},
	{OfColumn, `(?:what is|what are) (?:in |the meaning of )?(?:the )?(?:columns?|fields?) <c>(?: (?:about|for|used for|good for))?IN`},
	{OfColumn, `(?:what is|what are) (?:in |the meaning of |the content of |the contents of )(?:the )?<c> (?:columns?|fields?)IN`},
	{OfColumn, `what (?:is|are) (?:the )?<c> (?:columns?|fields?)(?: (?:about|for|used for))?IN`},
	{OfColumn, `(?:what is|what are) the (?:columns?|fields?) <c>IN`},
	{OfColumn, `(?:describe|explain|summari[sz]e|profile|characteri[sz]e)(?: me)?(?: to me)?(?: the)? (?:columns?|fields?) <c>IN`},
	{OfColumn, `(?:describe|explain|summari[sz]e|profile|characteri[sz]e)(?: me)?(?: to me)?(?: the)? <c>(?: columns?| fields?)?IN`},
	{OfColumn, `what (?:does|do) (?:the )?(?:columns?|fields?) <c> (?:mean|hold|contain|stand for|show|say|record|have|give|represent)IN`},
	{OfColumn, `what (?:does|do) (?:the )?<c> (?:columns?|fields?) (?:mean|hold|contain|stand for|show|say|record|have|give|represent|have in it)IN`},
	{OfColumn, `(?:tell me |what can you (?:tell me|say) |something )?(?:more |something |a bit )?about (?:the )?(?:(?:columns?|fields?) )<c>IN`},
	{OfColumn, `(?:tell me |what can you (?:tell me|say) )(?:more |something |a bit )?about (?:the )?<c> (?:columns?|fields?)IN`},
	{OfColumn, `(?:what|which) (?:data )?(?:type|kind|format|unit|currency)(?: of (?:data|values?|thing))? (?:is|are|does|has)(?: in)?(?: the)? (?:(?:columns?|` +
		`fields?) )?<c>(?: columns?| fields?)?(?: in| have| of| use)?`},
	{OfColumn, `what (?:kind|type|sort) of (?:data|values?|entries) (?:is|are|does|do) (?:in |the )?(?:(?:columns?|fields?) )?<c>(?: columns?| fields?)?(?: have| hold| contain)?IN`},
	{OfColumn, `(?:columns?|fields?) <c>IN`}, {OfColumn, `(?:the )?<c> columns?IN`},

	// The columns.
	{OfColumns, `(?:what|which)(?: all)?(?: are)?(?: all)?(?: of)?(?: the| its)?(?: different| various)? COLS(?: (?:are|is|exist)(?: (?:there|present|available|included|used))?)?IN`},
	{OfColumns, `(?:what|which)(?: different| kind of| kinds of)? COLS (?:does|do|did|has) <t> (?:HAVE|got)`},
	{OfColumns, `(?:list|show|name|give|tell|print|describe|explain|enumerate|summari[sz]e)(?: me| us)?(?: to me)?(?: all)?(?: of)?(?: the| its| each| every|` +
		` what)?(?: individual| single)? COLS(?: (?:are|is) there)?(?: and (?:what they (?:hold|contain|mean)|their (?:types|kinds|values|` +
		`meaning)))?(?:,? one by one)?IN`},
	{OfColumns, `what (?:are|is)(?: the)? COLS (?:called|named)IN`},
	{OfColumns, `(?:what|which) (?:do|does)(?: the| its| all the)? (?:columns|fields)(?:IN)? (?:mean|hold|contain|stand for|show|say|record|represent)`},
	{OfColumns, `what is in (?:the|its|each|all|every)(?: of the)? (?:columns?|fields?)IN`},
	{OfColumns, `how (?:is|are) <t> (?:structured|organi[sz]ed|laid out|built|built up|made up|set up|arranged)`},
	{OfColumns, `(?:what is |describe |explain |show me )?the (?:structure|layout|schema|format|make-?up|header|columns|fields) of <t>`},
	{OfColumns, `(?:what|which) (?:things|data|information|details|facts|attributes|pieces of information) (?:does|do|is|are|did) <t> (?:record|hold|store|have|keep|` +
		`give|contain|list|say|track|recorded|kept|stored)(?: (?:for|about|on|of) (?:each|every|one|a|an) \S+)?`},
	{OfColumns, `what (?:does|do) <t> (?:record|say|tell(?: me| us)?|hold|store|keep|list|track|know|note)(?: (?:for|about|on|of) (?:each|every|one|a single|a|an) \S+)`},
	{OfColumns, `(?:what|which) (?:things|data|information|details|facts) (?:is|are) (?:recorded|kept|stored|held|noted|listed|given)(?: (?:for|about|on|of) (?:each|every|one|a|an) \S+)?IN`},

	// First rows.
	{OfSample, `(?:show|give|print|list)(?: me| us)?(?: the)? first(?: few|(?P<w> (?:\d+|two|three|four|five|six|seven|eight|nine|ten)))? ROWSIN`},
	{OfSample, `(?:show|give|print)(?: me| us)? (?:a few|some|a couple of|sample|example|a sample of|typical)(?: sample| example| typical| of the)? ROWSIN`},
	{OfSample, `(?:show|give|print)(?: me| us)? (?:a |an |one )(?:sample|example|typical|random)(?: (?:row|record|line))?(?: of the data| of the rows)?IN`},
	{OfSample, `what does (?:a|one|the first)(?: typical| single| sample)? ROW look likeIN`},
	{OfSample, `(?:what is|what are|what does it say) in the first (?:few )?(?:row|rows|line|lines)IN`},

	// The table as a whole.
	{OfTable, `what (?:is|are)(?: there)?(?: all)? (?:in|inside|on|within) <t>`},
	{OfTable, `what (?:does|do|did) <t> (?:contain|hold|have in it|have|show|cover|list|record|include|look like|consist of|describe|track|document|store|say|` +
		`tell(?: me| us)?|give|provide|have to offer|deal with|represent)`},
	{OfTable, `(?:what|which)(?: kinds?| sorts?| types?)?(?: of)? (?:data|information|info|records|contents?|figures|things?|stuff) (?:is|are|does|do|` +
		`can)(?: there)?(?: (?:stored|kept|recorded|held|contained|found|i find|i expect|we have))?(?: (?:in|on|inside))? <t>(?: (?:contain|have|hold|show|` +
		`record|cover|provide|give|include|store))?`},
	{OfTable, `what (?:is|are) <t>(?: all)? (?:about|for|good for|used for)`},
	{OfTable, `what (?:is|are) <t>`},
	{OfTable, `(?:what|which) (?:kind|sort|type) of (?:files?|tables?|sheets?|data|thing|list|data ?sets?) (?:is|are) <t>`},
	{OfTable, `(?:summari[sz]e|describe|explain|outline|profile|characteri[sz]e|introduce|sum up|recap|analy[sz]e|inspect|present|review|examine|` +
		`break down)(?: for me| me)?(?: briefly| shortly| quickly)? (?:what is in |the contents? of |the data (?:in|of) )?<t>(?: to me| for me)?(?: briefly|` +
		` shortly| quickly)?(?: in (?:a few|a couple of|two|three|one|some|few) (?:words?|sentences?|lines?|points))?`},
	{OfTable, `(?:give|write|make|show|provide|draw up)(?: me| us)?(?: a| an| the)?(?: (?:short|brief|quick|rough|general|good|concise|one-line))* (?:summary|` +
		`overview|description|outline|profile|idea|picture|rundown|impression|synopsis|sketch|look)(?: of| on| about| at)? (?:what is in |the contents? of |` +
		`the data in )?<t>`},
	{OfTable, `(?:a |an |the )?(?:short |brief |quick |rough )?(?:summary|overview|description|outline|contents?|profile) of <t>`},
	{OfTable, `(?:tell me|what can you (?:tell|say)(?: me| us)?|what do (?:we|you) know) (?:something |more |all |a bit |a little |anything )?about <t>`},
	{OfTable, `what (?:do (?:we|i|you) have|can (?:i|we) (?:find|learn|see|look up|expect|get|read)|do (?:i|we) (?:find|see|get)|would i find|will i find|` +
		`might i find) (?:in|from|on|inside) <t>`},
	{OfTable, `what am i looking at`},

	// What goes on with a question about the table.
	{OfSheets, `(?:the |its |any other |other )?SHEETSIN`},
	{OfColumns, `(?:the |its |all |all the )?COLSIN`},
	{OfRows, `(?:the |its )?(?:ROWS|columns and rows|rows and columns|size)IN`},
	{OfSpan, `(?:the |its )?(?:dates?|period|time ?span|years|months|date range)IN`},
	{OfKey, `(?:the |its )?(?:primary )?keyIN`},
	{OfDuplicates, `(?:the |any )?(?:duplicates|duplicate rows)IN`},
}

// What may stand before a question and behind it without a change of what is asked.
var (
	beforeAsked = pattern.New(`(?i)^(?:(?:please|kindly|and|so|ok|okay|well|hi|hello|hey|now|but|then|also|first|just|by the way|(?:can|could|would|will) you(?: please| just|` +
		` quickly)?(?: tell me| explain| show me| say| give me| list)?|tell me|i(?: would|'d)? (?:want|need|like) to know|do you know|i wonder|i am wondering|` +
		`what about|how about|may i ask|quick question|quickly)[,:]? )+`)
	behindAsked = pattern.New(`(?i)[, ]+(?:please|thanks|thank you|exactly|overall|in total|altogether|in all|all in all|then|actually|at all|by the way|for me|roughly|briefly|` +
		`in short|anyway|each|too|as well|there|here)$`)
	whatIs = pattern.New(`(?i)\b(what|which|where|there)['’]s\b`)
)

var compiledForms = sync.OnceValue(func() []*regexp.Regexp {
	list := make([]*regexp.Regexp, len(aboutForms))
	for i, f := range aboutForms {
		list[i] = regexp.MustCompile(`(?i)^` + aboutWords.Replace(f.pattern) + `$`)
	}
	return list
})

// bareAsked is a question without what says nothing of what it asks for.
func bareAsked(text string) string {
	text = whatIs.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$1 is")
	text = strings.TrimRight(strings.Trim(text, " ¿¡"), " ?!.…")
	for {
		short := behindAsked.ReplaceAllString(text, "")
		if short == text || len(strings.Fields(short)) < 2 {
			break
		}
		text = short
	}
	return strings.TrimSpace(beforeAsked.ReplaceAllString(text+" ", ""))
}

// An AboutReading is one way in which a question may ask about a table, in its words: the table, the columns, what is looked for.
type AboutReading struct {
	Aspect Aspect
	Table  string // "" where none is named
	Column string
	Sought string
	wider  string // what Column or Sought is where Table names none
	bare   string // the question
}

// AsksAbout gives the ways in which the words of a question may ask about a table as such; none for most questions. Whether they do, the
// tables tell: Planner.About.
func AsksAbout(question string) (list []AboutReading) {
	bare := bareAsked(question)
	if bare == "" || len(bare) > maxAboutLength || strings.Count(bare, "?") > 0 {
		return nil
	}
	for i, e := range compiledForms() {
		m := e.FindStringSubmatchIndex(bare)
		if m == nil {
			continue
		}
		r := AboutReading{Aspect: aboutForms[i].aspect, bare: bare}
		from, to := -1, -1
		for n, name := range e.SubexpNames() {
			if name == "" || m[2*n] < 0 {
				continue
			}
			text := bare[m[2*n]:m[2*n+1]]
			switch name {
			case "t":
				r.Table = text
			case "in":
				to = m[2*n+1]
			case "c":
				r.Column, from = text, m[2*n]
			case "x", "w":
				r.Sought, from = strings.TrimSpace(text), m[2*n]
			}
		}
		if from >= 0 && to > from {
			r.wider = bare[from:to]
		}
		list = append(list, r)
	}
	return list
}

// maxAboutLength bounds a question about a table, in bytes.
const maxAboutLength = 300

// Points reports whether a reading only points at its table, or says nothing of it.
func (r AboutReading) Points() bool {
	return !slices.ContainsFunc(tokens(camel(r.Table)), func(w string) bool { return !aboutNouns[w] })
}

// Calls reports whether a reading calls its table as the file at a path is called.
func (r AboutReading) Calls(file string) bool {
	names := (&Table{Name: file}).nameWords()
	named := false
	for _, w := range tokens(camel(r.Table)) {
		switch {
		case slices.ContainsFunc(names, func(n string) bool { return sameNoun(n, w) }):
			named = named || !aboutNouns[w]
		case !aboutNouns[w]:
			return false
		}
	}
	return named
}
