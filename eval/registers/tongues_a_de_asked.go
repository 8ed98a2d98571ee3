package registers

// bikesAsked asks about the workshop: in the words of its owner, of an apprentice who types in haste, of the bookkeeper, and of a customer on the telephone.
var bikesAsked = []asked{
	{Lookup, cell("W-1019", "Gesamt (€)"), asks("Was hat der Auftrag W-1019 insgesamt gekostet?")},
	{Lookup, cell("W-1034", "Annahme", "Abgeholt am"), asks("W-1034: wann angenommen und wann abgeholt?")},
	{Lookup, named("Kunde", cell("Torsten Schütz", "Radtyp")), asks("Guten Tag, Schütz hier, Torsten Schütz – was für ein Rad von mir steht denn da bei Ihnen in der Liste?")},
	{Lookup, cell("W-1028", "Mechaniker"), asks("wer hat w-1028 gemacht")},
	{Lookup, cell("W-1043", "Teile (€)"), asks("Wie teuer waren die Teile bei Auftrag W-1043?")},

	{Filter, keys(all(is("Garantie", "ja"), is("Radtyp", "E-Bike"))), asks("Welche Aufträge waren Garantiefälle an E-Bikes?")},
	{Filter, keys(empty("Abgeholt am")), asks("Welche Räder stehen noch bei uns rum, also sind noch nicht abgeholt? Bitte die Auftragsnummern.")},
	{Filter, keys(over("Gesamt (€)", 1200)), asks("Alle Aufträge über 1.200 € Gesamtbetrag")},
	{Filter, keys(during("Annahme", "2024-05-01", "2024-05-31")), asks("was kam im mai 2024 rein")},
	{Filter, keys(all(is("Mechaniker", "Kuhn"), is("Arbeit", "Inspektion"))), asks("Bei welchen Aufträgen hat der Kollege Kuhn eine Inspektion durchgeführt?")},

	{Count, one(number, is("Radtyp", "Lastenrad")), asks("wieviele lastenraeder hatten wir dieses jahr")},
	{Count, one(number, empty("Mechaniker")), asks("Bei wie vielen Aufträgen ist kein Mechaniker eingetragen?")},
	{Count, one(number, all(is("Zahlart", "bar"), over("Gesamt (€)", 300))), asks("Wie oft wurde ein Betrag von mehr als 300 Euro bar bezahlt?")},

	{Sum, one(sumOf("Gesamt (€)"), during("Annahme", "2024-04-01", "2024-06-30")), asks("Welchen Umsatz (Gesamt) haben wir mit den Aufträgen gemacht, die im zweiten Quartal 2024 angenommen wurden?")},
	{Sum, one(sumOf("Arbeitszeit (Min.)"), is("Mechaniker", "Öztürk")), asks("Wie viele Minuten hat Öztürk zusammengerechnet gearbeitet?")},
	{Average, one(meanOf("Gesamt (€)"), is("Arbeit", "Inspektion")), asks("Was kostet eine Inspektion im Schnitt?")},
	{Extreme, holder("Arbeitszeit (Min.)", false, is("Radtyp", "E-Bike")), asks("Welcher E-Bike-Auftrag ging am schnellsten, d. h. hatte die kürzeste Arbeitszeit?")},
	{Group, each(number, "Zahlart", has("Zahlart")), asks("Anzahl der Aufträge je Zahlart, die noch nicht bezahlten lassen wir weg")},
	{Top, first(3, "Teile (€)", true, everybody), asks("Die drei Aufträge mit den höchsten Teilekosten, bitte der Reihe nach")},
	{Share, part(number, is("Garantie", "ja"), everybody), asks("Wie viel Prozent aller Aufträge liefen auf Garantie?")},
	{Comparison, greater(meanOf("Arbeitszeit (Min.)"), "Jansen", is("Mechaniker", "Jansen"), "Öztürk", is("Mechaniker", "Öztürk")), asks("Wer braucht im Mittel länger, Jansen oder Öztürk?")},

	{Refuse, none("no column has a telephone number"), asks("Wie lautet die Telefonnummer von Frau Fechner?")},
	{Refuse, none("no row has a repair of a frame"), asks("Wie viele Rahmenreparaturen haben wir gemacht?")},
	{Refuse, none("no column has colours"), asks("welche farbe hatte das rad von auftrag w-1007")},
	{Refuse, none("three customers are named Hoffmann, and two columns are costs"), asks("Was hat Hoffmann gezahlt?")},
}

// readingsAsked asks about the reading room: in the words of an elderly archivist, of the mayor's office, of a genealogist, and of a trainee.
var readingsAsked = []asked{
	{Lookup, cell("29", "Signatur"), asks("Welche Signatur trägt die laufende Nummer 29?")},
	{Lookup, found(is("Signatur", "F 89/123"), "Benutzer/in"), asks("Wer hat seinerzeit die Fotos mit der Signatur F 89/123 eingesehen?")},
	{Lookup, found(is("Signatur", "A 63/104"), "Gebühr"), asks("Gebühr für A 63/104?")},
	{Lookup, found(is("Datum", "2024-04-22"), "Benutzer/in", "Bestand"), asks("Wer war am 22.04.24 da und aus welchem Bestand wurde vorgelegt?")},
	{Lookup, cell("38", "Blätter"), asks("wieviel blatt hat nr. 38")},

	{Filter, keys(all(is("Bestand", "Kirchenbücher"), is("digitalisiert", "ja"))), asks("Welche laufenden Nummern unter den Kirchenbüchern sind schon digitalisiert?")},
	{Filter, keys(over("Blätter", 1200)), asks("Bei welchen laufenden Nummern waren es mehr als 1.200 Blätter?")},
	{Filter, values("Benutzer/in", is("Zweck", "Wissenschaft")), asks("Nennen Sie mir bitte die Damen und Herren, die zu wissenschaftlichen Zwecken hier waren, jeden nur einmal.")},
	{Filter, keys(all(is("Zweck", "amtlich"), has("Kopien"))), asks("Amtliche Benutzungen, bei denen Kopien gemacht wurden – welche lfd. Nummern?")},
	{Filter, keys(within("Jahr der Akte", 1700, 1735)), asks("Welche Nummern betreffen Akten aus den Jahren 1700 bis 1735?")},

	{Count, one(number, is("Zweck", "Familienforschung")), asks("Wie oft ging es um Familienforschung?")},
	{Count, one(number, empty("Gebühr")), asks("in wievielen faellen wurde keine gebuehr erhoben")},
	{Count, one(number, during("Datum", "2023-09-01", "2023-12-31")), asks("Vorlagen im Jahr 2023, Anzahl")},
	{Count, one(distinct("Benutzer/in"), everybody), asks("Wie viele verschiedene Personen haben den Lesesaal genutzt? Wer zweimal da war, zählt nur einmal.")},

	{Sum, one(known(sumOf, "Gebühr"), everybody), asks("Das Rechnungsprüfungsamt möchte wissen: Wie hoch sind die Gebühreneinnahmen insgesamt?")},
	{Sum, one(known(sumOf, "Kopien"), is("Bestand", "Karten")), asks("Wieviele Kopien wurden von Karten gezogen?")},
	{Average, one(meanOf("Blätter"), is("Bestand", "Bauakten")), asks("Durchschnittliche Blattzahl der Bauakten")},
	{Extreme, holder("Jahr der Akte", false, everybody), asks("Welches ist die älteste Akte, die vorgelegt wurde (lfd. Nr.)?")},
	{Group, most(1, number, "Bestand", everybody), asks("Welcher Bestand wird am häufigsten verlangt?")},
	{Share, part(number, is("digitalisiert", "ja"), everybody), asks("Welcher Anteil der vorgelegten Stücke ist digitalisiert, in Prozent?")},
	{Whether, whether(all(is("Bestand", "Ratsprotokolle"), during("Datum", "2024-05-01", "2024-12-31"))), asks("Hat nach dem 1. Mai 2024 noch jemand Ratsprotokolle bestellt?")},

	{Refuse, none("no column says how long somebody stayed"), asks("Wie lange saß Frau Fechner am 04.02.24 im Lesesaal?")},
	{Refuse, none("no stock of maps says the scale"), asks("Welchen Massstab haben die eingesehenen Karten?")},
	{Refuse, none("no column has a place of living"), asks("Wie viele der Benutzer kamen von auswärts?")},
	{Refuse, none("no row is of 2022"), asks("Wieviel Gebühren haben wir im Jahr 2022 eingenommen?")},
}
