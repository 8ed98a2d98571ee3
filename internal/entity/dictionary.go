package entity

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the dictionary
	"io"
	"strings"
	"sync"
)

// The dictionary: given names and surnames from the 1990 census of the United States (public domain), cities and countries
// from GeoNames (https://www.geonames.org, CC BY 4.0), and words that texts mostly write in lower case, by counts. scripts/entity_names.py makes it.
//
//go:embed names.txt.gz
var packed []byte

// A class is the kind of a word, or of several as one name.
type class uint32

const (
	given class = 1 << iota
	rare        // a given name that few have, and that is often another word
	surname
	place
	opening // the first word of a place of several

	title
	particle
	suffix      // of a company
	institution // such as University
	weak        // one of them that is in headings and in names of departments too, such as Services
	word        // is written in lower case far more often than as a name
	determiner  // such as "our", which stands before no person
	some        // "a" or "any", which stands before no organisation
	saying      // a verb for people's words
	byline      // before who wrote something
	way         // a thing named after people
	outer       // may end the name of a place or a page that has an organisation's name in it, which is none then
	leader      // a verb or a preposition with a capital, before a name
	office      // a person's office, behind their name
	doubtful    // a title that is another word as well: General Rules
	join
	common   // a word of other meaning that is a name too
	locative // such as "in", before a place

	looked // in the dictionary
)

// maxWords is how many words a place of the dictionary may have.
const maxWords = 4

// listed are words that tell the kind of their neighbours, or that they are no name.
var listed = []struct {
	as    class
	words string
}{
	{title, `Mr Mrs Ms Miss Dr Prof Professor Sir Dame Lord Lady Judge Justice President Senator Minister Captain Colonel General Sergeant Inspector Rev Father Sister
		Herr Frau Dipl M Mme Mlle Monsieur Madame Sr Sra Señor Señora Don Doña Sig Signor Signora Dott De Mevrouw Meneer`},
	{doubtful, `General Justice Minister Inspector President Judge Father Sister Don De M Captain Lord Senator Secretary`},
	{particle, `van von der den de da di del della du la le bin ibn al el af av zu zum ter ten dos das`},
	{suffix, `Ltd Limited Inc Incorporated Corp Corporation Co LLC LLP PLC Plc plc GmbH AG KG mbH SE AB ASA AS Oy Oyj ApS BV NV SA SAS SARL SpA Srl SL Pty Pvt KK Holdings Group`},
	{institution, `University College School Institute Institution Hospital Clinic Ministry Department Agency Authority Commission Committee Council Court Bank Company Corporation
		Association Society Foundation Federation Union Organisation Organization Office Bureau Laboratory Laboratories Centre Center Museum Library Church Party Trust Fund Services Partners
		Industries Technologies Systems Solutions Universität Hochschule Ministerium Verein Université Hôpital Ministère Universitet Universidad Università Universiteit`},
	// A thing named after people is no person.
	{way, `Road Rd Street St Avenue Ave Lane Drive Boulevard Blvd Square Park Airport Beach Fort Plaza Mall Mills Tower Towers Island Islands Station Terminal Gate Bridge House Hall Cross
		Nagar Marg Edge Point Garden Gardens Court Hotel Inn Theatre Theater Stadium Market Building Complex Chowk Colony Sector Hills Hill Lake River Valley Mountain Bay Port Act Law Rule Weight
		Power Blue Green Red White Black Grey Gray Silver Gold Discount Award Awards Prize Day Days Method Test Disease Syndrome Edition Series Version Parks Stops Marks Transactions Plan Programme Program`},
	{way, `Salai Sarani Path Bazaar Bazar Gali Peth Arcade Cinema Bistro Cafe Café Restaurant Highway Expressway Junction Chouraha Circle Crossing Metro`},
	{outer, `Road Rd Street St Avenue Ave Lane Drive Boulevard Blvd Highway Expressway Junction Chouraha Salai Sarani Marg Mall Plaza Tower Towers Gate Bridge Airport Station Nagar Address Addresses Location Locations
		Website Homepage Page Pages Portal App Apps ATM ATMs Hours Name Names Number Numbers Overview Schedule Calendar Form Forms List Locator Loan Loans Card Cards Transfer Campus Campuses Tutorial Tutorials Guide Manual Desk Statements Deposits`},
	{leader, `Near Outside Opposite Behind Beside Through Via Choose Tap Visit Call Contact Join Open Click Select See Use Go Find Ask Welcome Download Why How With Within Inside Above Below Copyright Portions`},
	{weak, `Services Systems Solutions Center Centre Office Library Fund Union Bank Company School Partners Industries Technologies Trust Party Church Clinic Laboratories Group Holdings Limited`},
	{determiner, `the our its their your my his her this that these those a an any each every no The Our Its Their Your My This That A An`},
	{some, `a an any each every no A An Any Each Every No`},
	{saying, `said says wrote writes told tells added adds explained explains argued argues noted notes asked asks replied joined joins serves served who`},
	{byline, `by By author Author authors Authors editor Editor FROM From thanks Thanks signed Signed sincerely regards contact Contact maintainer Maintainer AUTHOR BY`},
	{office, `Acting Director Deputy Chief Assistant Employer Employee Manager Federal Personal Calendar Address Team Lead Senior Vice Officer Secretary Chair Chairman Supervisor Head Email Phone Tel Mobile Role Title Administrator President CEO CFO COO CTO Treasurer Counsel Trustee Controller Professor Engineer Analyst Partner`},
	{join, `of and & for the in de des du la für und et y e della di`},
	// Words that are names too and are most often not meant as such.
	{common, `A An The This That These Those My Del Monte Shall Be Is Are It He She They We You I In On At By For From To Of And Or But If When Where What Who Why How Will May Can Mark Grant Art Bill Will Rose Hope
		Faith Joy Grace Summer April June August Dean Major Page Chance Price Young Long Short Love Good Best Little Small Large White Black Green Brown Gray Grey King Day Week Month Year
		Case Field Park Hill Wood Woods Stone Rice Bush Bond Cash Banks Power Wise Cook Baker Miller Carpenter Mason Porter Page Section Table Figure Chapter Part Note Date Total
		No Yes Not All Any Some Each Every Both Few Many More Most Other Such Only Own Same So Than Too Very Just Also New Old First Last Next Previous
		Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March May July September October November December
		Reading Nice Mobile Bath Of Same Split Most Male Bar Bata Ip Young Same See Man Van Cover Ada Surprise University Orange Enterprise Independence Liberty Commerce Union Normal
		Lane Echo Manual Page Data Code Team Work Read Write Open Close Start End Best Version Release Update Security Support Service Policy Plan Order Mean Model Test Results Methods Conclusion Introduction Overview History Philosophy Founded Mission Vision Values About Contact Home Show Awards Conference Design Great
		License Licence Licenses Licences Delete Copyright Warranty Documentation Notice Terms`},
	// Words before a place.
	{locative, `in at from near to into of outside around via within across`},
}

// dictionary gives the class of a word or a place of several.
var dictionary = sync.OnceValue(func() map[string]class {
	known := make(map[string]class, 60_000)
	for _, list := range listed {
		for w := range strings.FieldsSeq(list.words) {
			known[w] |= list.as
		}
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return known // the build embeds it, and a test reads it
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return known
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch name := line[1:]; line[0] {
		case 'g':
			known[name] |= given
		case 'h':
			known[name] |= rare
		case 's':
			known[name] |= surname
		case 'w':
			known[name] |= word
			known[capitalised(name)] |= word
		case 'p':
			known[name] |= place
			if first, _, more := strings.Cut(name, " "); more {
				known[first] |= opening
			}
		}
	}
	return known
})

// capitalised is an ordinary word of ASCII as it begins a sentence.
func capitalised(word string) string { return string(word[0]-'a'+'A') + word[1:] }
