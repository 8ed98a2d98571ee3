package table

// Turns of speech for any subject: verbs of asking, words for being there, for winning and losing, for adding up, for roughly.

// askingWords are words for how to ask, and never for the subject. They name no column and no value; a table that uses one finds it there
// first.
var askingWords = wordSet(`enumerate enumerated itemise itemize itemised indicate indicating furnish supply present presented submit confirm clarify establish
	ascertain verify express expressed quote cite detail details outline describe summarise summarize summary tabulate tabulated quantify estimate evaluate assess gauge
	reckon reckoned crunch run rustle whip dish generate produce draw compile collate gather assemble prepare draft filter filtered drill slice dice pivot chart plot
	show shows showing rundown overview snapshot listing listings readout digest roundup recap inventory lowdown picture glance
	occur occurs occurring occurred existence appear appears appearing appeared feature features featured featuring observed observe seen found encountered noted
	registered documented captured entered filed maintained carried included contained contain contains comprise comprised comprises comprising
	encompass encompasses constitute constitutes consist consists represent represents represented hold held possess possesses exhibit exhibits exhibiting exhibited
	display displays displaying demonstrate demonstrates boast boasts sport sports bear bears attached associated corresponding pertaining pertain applicable
	curiosity curious talking speaking dealing looking handling wondering thinking guess guessing gut feeling hunch
	somewhere anywhere roughly approximately ballpark approx around about band range ranges ranging bracket interval span window inclusive
	cake crown prize pile heap ladder league leaderboard pole podium chart charts front lead leads leading leader leaders rule rules tops topping topped dominates
	dominate outstrips beats beat beating win wins winning trails trailing lags lagging race contest
	cumulative summed rolled roll totalled totaled totalling totaling totting tot tots racks rack racked adds tallied tallies accumulate accumulates accumulated
	amassed sums grand clubbed pooled aggregated averaging
	contribution contributions contribute contributes contributed attributable attributed accounted accounts responsible stake
	pieces instances occurrences specimens counts counted tallies copies lots
	right exactly dead smack bang spot mark thing things stuff mate buddy pal folks guys lads chap say again anyway kind thereof therein herein hereby aforementioned
	distribution distributed spread split divided divides decomposed stratified segmented dispersed apportioned allocated
	currently presently nowadays moment present respective various sundry duplicate duplicates repetition repetitions repeats
	lies lie lying differ differs varies vary compares stack stacks fare fares
	elapsed whatever whichever wonder wonders ask asks express put plain plainly words short brief nutshell question answer answers info information data detail`)

// turnings put turns of speech into the words that the reader knows: for winning, for bounding a number, for leaving out.
var turnings = rewritings(
	`(?i)\b(?:take|takes|took|taken|taking) place\b`, `happened`,
	`(?i)\b(?:take|takes|took|taking) the (?:cake|crown|prize|biscuit|lead|gold|top spot|honours)\b(?: (?:when it comes to|for|in|on|by|at))?`, `has the highest`,
	`(?i)\b(?:come|comes|came|coming|is|are|sits?|stands?|ranks?) (?:out |in )?(?:on top|out in front|top|out ahead|first|number one|no\.? 1)(?: of the (?:list|pile|heap|table|league|ranking|rankings))? (?:for|in|on|by|when it comes to|with regard to|in terms of)\b`, `has the highest`,
	`(?i)\b(?:tops?|heads?|leads?) the (?:list|table|league|ranking|rankings|chart|charts|field|pack|way)(?: (?:for|in|on|by|when it comes to|with regard to|in terms of))?\b`, `has the highest`,
	`(?i)\b(?:leads?|is leading|is ahead|are leading|rules) (?:in|on|by|in terms of|when it comes to)\b`, `has the highest`,
	`(?i)\b(?:is|are|sits?|languishes|ranks?|comes?|came|lies?|stands?|finishes) (?:out |in )?(?:at the (?:very )?bottom|last|lowest|dead last)(?: of the (?:list|pile|heap|table|league|ranking|rankings))? (?:for|in|on|by|when it comes to|with regard to|in terms of)\b`, `has the lowest`,
	`(?i)\bbrings? up the rear (?:for|in|on|by)\b`, `has the lowest`,
	`(?i)\b(?:no\.?|number|nr\.?|#) ?(?:1|one) (\pL+)((?: [^,.;?!]{1,60}?)?) by\b`, `$1$2 with the highest`,
	`(?i)\b(?:number one|no\.? 1|top) in terms of\b`, `highest`,
	`(?i)\b(\d+) (?:leading|foremost|best) `, `top $1 `,
	`(?i)\bare (?:out )?(?:in front|ahead|on top) (?:on|in|for|by)\b`, `have the highest`,
	`(?i)\b(?:north|upwards?|upward|in excess|to the north) of (\d)`, `more than $1`, `(?i)\bsouth of (\d)`, `less than $1`, `(?i)\bin excess of\b`, `more than`,
	`(?i)\b(?:fall|falls|falling|fell|is|are) short of\b`, `is less than`,
	`(?i)\b(?:not|never) (?:exceeding|exceed|above|over|beyond|higher than|greater than|larger than|bigger than|older than|longer than|more than|surpassing|in excess of)\b`, `at most`,
	`(?i)\b(?:does|do|did) not (?:exceed|surpass|go over|go beyond|top)\b`, `is at most`, `(?i)\b(?:does|do|did) not have more than\b`, `have at most`, `(?i)\b(?:does|do|did) not have (?:less|fewer) than\b`, `have at least`,
	`(?i)\bno (?:greater|higher|larger|bigger|older|longer) than\b`, `at most`, `(?i)\bno (?:smaller|lower|younger|shorter) than\b`, `at least`,
	`(?i)\b(?:not|never) (?:below|under|beneath|lower than|smaller than|younger than|shorter than|falling below|less than|fewer than)\b`, `at least`,
	`(?i)\b(?:capped at|a ceiling of|limited to|a limit of|not beyond)\b`, `at most`, `(?i)\ba floor of\b`, `at least`,
	`(?i)\b(?:surpass|surpasses|surpassing|exceed|exceeds|exceeding|pass|passes|beat|beats|crack|cracks) (?:the )?(\d[\d,.]*)( mark)?\b`, `have more than $1`,
	`(?i)\b(?:a )?minimum of (\d)`, `at least $1`, `(?i)\b(?:a )?maximum of (\d)`, `at most $1`, `(?i)\b(?:minimum|min\.?) (\d)`, `at least $1`, `(?i)\b(?:maximum|max\.?) (\d)`, `at most $1`,
	`(?i)\bwith (?:a )?(?:minimum|min\.?) ([\pL][\pL ]{1,40}?) of (\d)`, `with $1 of at least $2`, `(?i)\bwith (?:a )?(?:maximum|max\.?) ([\pL][\pL ]{1,40}?) of (\d)`, `with $1 of at most $2`,
	`(?i)(\d) (?:or|and) (?:better|up|upwards|beyond|on up)\b`, `$1 or more`,
	`(?i)\bfrom (\d[\d,.]*)((?: \pL+){0,3}) (?:up|upwards|on|onwards)\b`, `with at least $1$2`,
	`(?i)\b(?:ranges?|ranging|reach|reaches|runs?|goes|go|is|are|lies?|of)? ?\bfrom (\d[\d,.]*) (?:until|till|up to|through|to) (\d)`, ` between $1 and $2`,
	`(?i)\b(?:in|within) (?:the|a) (?:(?:band|range|bracket|interval|window) (?:of |from |between )?)?(\d[\d,.]*) ?(?:to|-|–|and|through) ?(\d[\d,.]*)(?: (?:band|range|bracket|interval|window))?(?: (?:of|for|in))?\b`, `with between $1 and $2`,
	`(?i)\b(?:in|within) the (?:band|range|bracket|interval|window) `, `with `,
	`(?i)\b(?:somewhere|anything|anywhere) (?:between|in between)\b`, `between`,
	`(?i) (?:ex|excl\.?|minus those in|bar|barring|save for|leaving out) `, ` excluding `, `(?i)^(?:leaving out|bar|barring) `, `excluding `, `(?i)\banything but\b`, `not`,
	`(?i)\b(?:make|makes|making) (?:together|in total|in sum|altogether)\b`, `is in total`,
	`(?i)\b(?:50th percentile|middle value|midpoint|value in the middle)\b`, `median`, `(?i)\bright in the middle\b`, ` `,
	`(?i)\bin the (?:average|mean)\b|\bin average\b|\btaken as a mean\b|\btaking the mean\b`, `on average`, `(?i)\baverages? out(?: at)?\b`, `average`, `(?i)\bthe norm in\b`, `the average`,
	`(?i)\bhow (?:high|far up) does the ([\pL ]{2,40}?) go\b`, `what is the highest $1`, `(?i)\bhow low does the ([\pL ]{2,40}?) go\b`, `what is the lowest $1`,
	`(?i)\bupper (?:limit|bound|end) of\b`, `highest`, `(?i)\b(?:lower (?:limit|bound|end)|floor) of\b`, `lowest`,
	`(?i)\bfrom one (\pL[\pL ]{1,40}?) to (?:the next|another|the other)\b`, `by $1`, `(?i)\bmodal\b`, `most common`,
	`(?i)\ball told\b|\ball in all\b|\ball things considered\b|\bwhen all is said and done\b`, `in total`,
	`(?i)\bwhat makes the ([\pL ]{2,40}?) in sum\b`, `what is the total $1`, `(?i)\bthe whole ([\pL ]{2,30}?) of\b`, `the total $1 of`,
	`(?i)\b(?:as a|in) (?:percentage|percent|per cent) (?:of all|of the total|of total)\b`, `as percentage of total`,
	`(?i)\bwithout (?:duplicates|repetitions?|repeats)\b`, `distinct`,
	`(?i)\b(?:a |one )single (\pL)`, `any $1`, `(?i)\bat least one (\pL)`, `any $1`,
	`(?i)\b(?:have|has|had|are|is|were|was)? ?yet to (?:be )?(\pL{4,})`, ` not $1`,
	`(?i)\b(?:the )?(?:start|beginning) of (\d{4})\b`, `$1`,
	`(?i)\bjust out of (?:curiosity|interest)\b,?`, ` `,
	`(?i)\b(?:that )?we(?: are|'re) (?:talking about|looking at|dealing with|speaking of)\b`, ` `,
	`(?i)\bright now\b|\bat the moment\b|\bat present\b|\bas of (?:now|today)\b|\bas far as we know\b|\bto our knowledge\b|\bas things stand\b|\bfor the time being\b|\bthese days\b|\bat this point\b`, ` `,
	`(?i)\bwhen it comes to\b|\bwith (?:regard|respect) to\b|\bin terms of\b|\bas regards\b`, `by`,
	`(?i)\bcompris(?:e|es|ing)\b`, `has`, `(?i)\bhow much (?:does|do|did) ([^,.;?!]{1,40}?) (?:bring|brings) in\b`, `how much is the $1`,
	`(?i)\b(\pL+) by \pL+ (?:split|breakdown)\b`, `$1 by`,
)
