package registers

// The questions of half b, which is held back.

var tonguesB1Asked = []asked{
	{Lookup, cell("D-038", "Jahresgebühr"), asks("Wie hoch ist die Jahresgebühr für das Grab D-038?")},
	{Lookup, named("Nutzungsberechtigt", cell("Käthe Stahl", "Grab-Nr.", "Ruhezeit bis")), asks("Frau Käthe Stahl fragt an: welche Grabnummer hat sie und bis wann läuft die Ruhezeit?")},
	{Lookup, cell("B-044", "Fläche in m²"), asks("flaeche von b-044?")},
	{Lookup, cell("A-035", "Bemerkung"), asks("Was ist denn zum Grab A-035 vermerkt worden?")},
	{Lookup, cell("C-053", "Pflege durch"), asks("Wer kümmert sich um die Pflege von C-053?")},

	{Filter, keys(before("Ruhezeit bis", "2020-01-01")), asks("Bei welchen Gräbern ist die Ruhezeit schon vor 2020 abgelaufen? Die müssten wir nämlich einebnen.")},
	{Filter, keys(all(is("Grabart", "Urnengrab"), is("Pflege durch", "Angehörige"))), asks("Urnengräber, die von den Angehörigen gepflegt werden")},
	{Filter, keys(atLeast("Mahnungen", 3)), asks("wer wurde mind. 3x gemahnt, grabnummern bitte")},
	{Filter, keys(is("Bemerkung", "Baumwurzeln")), asks("Wo haben wir Probleme mit Baumwurzeln?")},
	{Filter, named("Nutzungsberechtigt", keys(over("Jahresgebühr", 1000))), asks("Welche Nutzungsberechtigten zahlen mehr als 1.000 Euro im Jahr?")},

	{Count, one(number, is("Grabart", "Kindergrab")), asks("Wie viele Kindergräber gibt es auf dem Nordfriedhof?")},
	{Count, one(number, all(is("Feld", "C"), is("Grabart", "Reihengrab"))), asks("reihengraeber in feld c anzahl")},
	{Count, one(number, empty("Pflege durch")), asks("Bei wie vielen Grabstellen ist nicht hinterlegt, wer sie pflegt?")},
	{Count, one(number, since("Belegt seit", "2015-01-01")), asks("Wieviel Gräber sind seit dem 1.1.2015 neu belegt worden?")},

	{Sum, one(sumOf("Jahresgebühr"), is("Pflege durch", "Gärtnerei Söhnlein")), asks("Was nehmen wir jährlich an Gebühren für die Gräber ein, die die Gärtnerei Söhnlein pflegt?")},
	{Sum, one(sumOf("Stellen"), is("Grabart", "Wahlgrab")), asks("Wie viele Stellen haben alle Wahlgräber zusammen?")},
	{Average, one(meanOf("Fläche in m²"), is("Grabart", "Wahlgrab")), asks("Durchschnittsfläche eines Wahlgrabs?")},
	{Extreme, holder("Jahresgebühr", false, everybody), asks("Für welches Grab wird am wenigsten bezahlt?")},
	{Group, each(number, "Grabart", everybody), asks("Übersicht: Zahl der Gräber nach Grabart")},
	{Share, part(number, is("Grabstein zul.", "ja"), everybody), asks("Bei wieviel Prozent der Grabstellen ist der Grabstein zugelassen (ja)?")},
	{Comparison, greater(sumOf("Jahresgebühr"), "A", is("Feld", "A"), "B", is("Feld", "B")), asks("Bringt Feld A oder Feld B die höheren Gebühren ein?")},

	{Refuse, none("no column names the dead"), asks("Wer liegt in Grab B-024?")},
	{Refuse, none("no grave is a Baumgrab"), asks("Was kostet ein Baumgrab?")},
	{Refuse, none("no column says who put the stone up"), asks("Welcher Steinmetz hat den Stein auf A-051 gesetzt?")},
	{Refuse, none("several people are named Renate"), asks("bis wann laeuft das grab von renate")},
}

var tonguesB2Asked = []asked{
	{Lookup, cell("2024/016", "Summe"), asks("Rechnungssumme zur Bestellung 2024/016?")},
	{Lookup, cell("2024/031", "geliefert"), asks("Wann ist die 2024/031 rausgegangen, also geliefert worden?")},
	{Lookup, cell("2024/027", "Rebsorte", "Jahrgang"), asks("Welche Rebsorte und welchen Jahrgang enthielt Bestellung 2024/027")},
	{Lookup, found(is("vom", "2024-09-21"), "Kunde", "Flaschen"), asks("am 21.9. hat jemand bestellt, wer war das und wieviele flaschen?")},

	{Filter, keys(empty("geliefert")), asks("Was ist noch nicht ausgeliefert?")},
	{Filter, keys(all(is("bezahlt", "nein"), is("Kunde", "Gasthof Krone"))), asks("Welche Bestellungen hat der Gasthof Krone bis heute nicht bezahlt? Ich schreibe denen jetzt eine Erinnerung.")},
	{Filter, keys(atLeast("Alkohol % vol", 14)), asks("Weine mit 14 % vol oder mehr, Bestellnummern")},
	{Filter, keys(all(is("Rebsorte", "Silvaner"), over("Flaschen", 200))), asks("silvaner mehr als 200 flaschen")},
	{Filter, values("Kunde", is("Ort", "Lübeck")), asks("Welche Kunden beliefern wir nach Lübeck? Jeden nur einmal nennen.")},
	{Filter, keys(during("vom", "2024-07-01", "2024-07-31")), asks("Bestellungen vom Juli 2024")},

	{Count, one(number, is("Rebsorte", "Spätburgunder")), asks("Wie viele Bestellungen über Spätburgunder gab es?")},
	{Count, one(number, empty("Rabatt %")), asks("Wie oft haben wir keinen Rabatt gegeben?")},
	{Count, one(number, all(is("Versand", "Post"), over("Summe", 2000))), asks("Anzahl Bestellungen mit Postversand über 2.000 Euro")},

	{Sum, one(sumOf("Flaschen"), is("Rebsorte", "Riesling")), asks("Wie viele Flaschen Riesling wurden insgesamt bestellt?")},
	{Sum, one(sumOf("Summe"), is("bezahlt", "nein")), asks("Wie hoch sind unsere offenen Forderungen (nicht bezahlte Bestellungen) in Summe?")},
	{Sum, one(sumOf("Summe"), during("vom", "2024-10-01", "2024-12-31")), asks("umsatz viertes quartal 2024")},
	{Average, one(meanOf("Preis/Fl."), is("Rebsorte", "Dornfelder")), asks("Was kostet die Flasche Dornfelder im Durchschnitt?")},
	{Extreme, holder("Preis/Fl.", true, everybody), asks("Welche Bestellung enthielt den teuersten Wein, gerechnet pro Flasche?")},
	{Group, most(1, sumOf("Summe"), "Kunde", everybody), asks("Wer ist unser bester Kunde nach Umsatz?")},
	{Top, most(3, sumOf("Flaschen"), "Kunde", everybody), asks("Die drei Kunden mit den meisten Flaschen, absteigend")},
	{Whether, whetherAll(is("Kunde", "Weinhandlung Röder"), is("bezahlt", "ja")), asks("Hat die Weinhandlung Röder alles bezahlt?")},

	{Refuse, none("no column says what the customer thought of it"), asks("Wie haben die Kunden den Riesling bewertet?")},
	{Refuse, none("no row is of Müller-Thurgau"), asks("Wie viele Flaschen Müller-Thurgau haben wir verkauft?")},
	{Refuse, none("no column has a sweetness"), asks("welche bestellungen waren trocken")},
	{Refuse, none("two columns may be the price: of a bottle and of the whole; the customer has many orders"), asks("Welchen Preis hatte Dr. Haberland?")},
}

var tonguesB3Asked = []asked{
	{Lookup, cell("L618", "Meules"), asks("Combien de meules dans le lot L618 ?")},
	{Lookup, cell("L605", "Prix/kg", "Classement"), asks("L605 : prix au kilo et classement ?")},
	{Lookup, cell("L637", "Perte (%)"), asks("perte du lot l637")},
	{Lookup, cell("L633", "Sortie prévue"), asks("Pour quand est prévue la sortie du lot L633 ?")},
	{Lookup, found(is("Fabriqué le", "2024-06-12"), "Producteur", "Fromage"), asks("Qu'est-ce qui a été fabriqué le 12/06/2024, et par qui ?")},

	{Filter, keys(is("Classement", "déclassé")), asks("Quels lots ont été déclassés ?")},
	{Filter, keys(all(is("Fromage", "Tomme"), is("Lait", "cru"))), asks("les tommes au lait cru svp")},
	{Filter, keys(empty("Classement")), asks("Donnez-moi les lots qui ne sont pas encore classés.")},
	{Filter, keys(over("Humidité (%)", 95)), asks("Quels lots sont à plus de 95 % d'humidité ?")},
	{Filter, keys(all(is("Bio", "oui"), is("Producteur", "Ferme Roux"))), asks("La Ferme Roux, quels lots sont en bio ?")},
	{Filter, keys(during("Sortie prévue", "2024-10-01", "2024-10-31")), asks("quels lots sortent de cave en octobre 2024")},

	{Count, one(number, is("Fromage", "Reblochon")), asks("Combien de lots de reblochon en tout ?")},
	{Count, one(number, all(is("Classement", "1er choix"), is("Lait", "thermisé"))), asks("Parmi les lots au lait thermisé, combien ont fini en premier choix ?")},
	{Count, one(number, over("Température cave (°C)", 13)), asks("nb de lots a plus de 13 degres")},

	{Sum, one(sumOf("Meules"), is("Fromage", "Abondance")), asks("Nombre total de meules d'abondance")},
	{Sum, one(sumOf("Meules"), is("Producteur", "Ferme Péguet")), asks("Combien de meules nous a livrées la Ferme Péguet depuis le début de l'année, tous fromages confondus ?")},
	{Average, one(known(meanOf, "Perte (%)"), is("Fromage", "Raclette")), asks("Quelle est la perte moyenne de la raclette pendant l'affinage ?")},
	{Average, one(meanOf("Prix/kg"), is("Bio", "oui")), asks("prix moyen au kg du bio")},
	{Extreme, holder("Poids moyen (kg)", true, everybody), asks("Quel lot a les meules les plus lourdes ?")},
	{Group, each(number, "Producteur", everybody), asks("Nombre de lots par producteur")},
	{Share, part(number, is("Lait", "cru"), everybody), asks("Quelle part de nos lots est au lait cru (en %) ?")},

	{Refuse, none("no column says where a lot was sold"), asks("À quels clients a-t-on vendu le lot L612 ?")},
	{Refuse, none("no row is of Beaufort"), asks("Combien de meules de beaufort ?")},
	{Refuse, none("no column has the fat"), asks("Quel est le taux de matière grasse de l'Abondance ?")},
	{Refuse, none("there are several lots of the farm, and several figures"), asks("et la Ferme Roux c'est combien ?")},
}

var tonguesB4Asked = []asked{
	{Lookup, cell("SP-1202", "Indemnité versée"), asks("Quelle indemnité a été versée dans le dossier SP-1202 ?")},
	{Lookup, named("Assuré", cell("Benoît Faure", "Cause", "Port d'attache")), asks("Benoît Faure, c'était quelle cause de sinistre, et son port d'attache ?")},
	{Lookup, named("Assuré", cell("Gérard N'Diaye", "Expert")), asks("Quel expert s'occupe de M. Gérard N'Diaye ?")},
	{Lookup, cell("SP-1212", "Clos le"), asks("date de cloture SP-1212")},
	{Lookup, cell("SP-1218", "Longueur (m)"), asks("Quelle est la longueur du bateau du SP-1218 ?")},

	{Filter, keys(all(is("Cause", "vol"), is("Type de bateau", "voilier"))), asks("Les voiliers volés : quels dossiers ?")},
	{Filter, keys(all(empty("Clos le"), is("Port d'attache", "La Rochelle"))), asks("Je voudrais la liste des dossiers de La Rochelle qui ne sont pas encore clos à ce jour.")},
	{Filter, keys(over("Estimation", 22500)), asks("estimation superieure a 22 500 euros")},
	{Filter, keys(all(is("Tiers responsable", "oui"), is("Cause", "incendie"))), asks("Dans quels incendies y a-t-il un tiers responsable ?")},
	{Filter, named("Assuré", keys(during("Déclaré le", "2023-12-01", "2024-01-31"))), asks("Qui a déclaré un sinistre en décembre 2023 ou janvier 2024 ?")},

	{Count, one(number, is("Cause", "abordage")), asks("Combien d'abordages ?")},
	{Count, one(number, empty("Expert")), asks("Combien de dossiers n'ont pas d'expert désigné ?")},
	{Count, one(number, all(is("Type de bateau", "semi-rigide"), over("Longueur (m)", 9))), asks("nombre de semi rigides de plus de 9 metres")},

	{Sum, one(known(sumOf, "Indemnité versée"), everybody), asks("Total des indemnités versées à ce jour")},
	{Sum, one(sumOf("Estimation"), is("Expert", "Vidal")), asks("À combien se montent les estimations de Vidal, toutes ensemble ?")},
	{Average, one(meanOf("Franchise"), everybody), asks("Franchise moyenne de nos assurés ?")},
	{Average, one(meanOf("Estimation"), is("Cause", "tempête")), asks("combien coute une tempete en moyenne (estimation)")},
	{Extreme, named("Assuré", holder("Longueur (m)", true, everybody)), asks("Qui possède le plus long bateau ?")},
	{Group, most(1, number, "Port d'attache", everybody), asks("Dans quel port avons-nous le plus de sinistres ?")},
	{Top, first(2, "Estimation", true, empty("Clos le")), asks("Parmi les dossiers ouverts, les deux plus grosses estimations, de la plus haute à la plus basse")},
	{Comparison, greater(number, "voilier", is("Type de bateau", "voilier"), "vedette", is("Type de bateau", "vedette")), asks("Y a-t-il plus de sinistres sur les voiliers que sur les vedettes, ou l'inverse ?")},

	{Refuse, none("no column has the year a boat was built"), asks("De quelle année est le catamaran de Maëlle N'Diaye ?")},
	{Refuse, none("no row is of Toulon"), asks("Quel est le montant des sinistres à Toulon ?")},
	{Refuse, none("no column has premiums"), asks("Quelle prime d'assurance paie Loïc Garnier ?")},
	{Refuse, none("several people are named Faure, and several columns are amounts"), asks("montant pour Faure ?")},
}

var tonguesB5Asked = []asked{
	{Lookup, cell("V0377", "Peso (kg)"), asks("¿Cuánto pesaba el perro de la visita V0377?")},
	{Lookup, named("Propietario", cell("Nuria Núñez Arce", "Animal", "Motivo")), asks("¿Cómo se llama el gato de Nuria Núñez Arce y por qué vino?")},
	{Lookup, cell("V0389", "Pendiente"), asks("cuanto queda pendiente de la V0389")},
	{Lookup, cell("V0404", "Próxima cita"), asks("¿Qué día tiene la próxima cita el de la V0404?")},
	{Lookup, named("Propietario", cell("Germán Carmona Gil", "Veterinaria")), asks("¿Quién atendió a Germán Carmona Gil?")},

	{Filter, keys(all(is("Especie", "perro"), over("Peso (kg)", 35))), asks("Visitas de perros de más de 35 kilos")},
	{Filter, keys(all(is("Especie", "tortuga"), is("Motivo", "cirugía"))), asks("que tortugas se han operado, numeros de visita")},
	{Filter, keys(all(is("Vacunado", "no"), is("Motivo", "vacuna"))), asks("¿En qué visitas vino el animal a vacunarse y no estaba vacunado?")},
	{Filter, keys(all(has("Temp. (°C)"), atLeast("Temp. (°C)", 40))), asks("Temperaturas de 40 grados o más, deme los números de visita")},
	{Filter, named("Propietario", keys(all(has("Pendiente"), over("Pendiente", 500)))), asks("Necesito una relación de los propietarios que nos deben más de 500 euros, para llamarlos esta tarde.")},

	{Count, one(number, is("Especie", "conejo")), asks("¿Cuántos conejos hemos visto?")},
	{Count, one(number, empty("Próxima cita")), asks("¿Cuántas visitas se quedaron sin próxima cita?")},
	{Count, one(number, all(is("Veterinaria", "Dra. Quiroga"), is("Motivo", "revisión"))), asks("revisiones de la Dra Quiroga, numero")},
	{Count, one(number, during("Fecha", "2024-06-01", "2024-08-31")), asks("¿Cuántas visitas hubo en verano, de junio a agosto de 2024?")},

	{Sum, one(sumOf("Importe"), is("Veterinaria", "Dr. Muñoz")), asks("¿Cuánto ha facturado el Dr. Muñoz en total?")},
	{Sum, one(known(sumOf, "Pendiente"), everybody), asks("total pendiente de cobro")},
	{Average, one(meanOf("Peso (kg)"), is("Especie", "gato")), asks("Peso medio de los gatos")},
	{Extreme, holder("Importe", false, everybody), asks("¿Qué visita fue la más barata?")},
	{Group, each(meanOf("Importe"), "Motivo", everybody), asks("Importe medio según el motivo de la visita")},
	{Share, part(number, is("Vacunado", "sí"), is("Especie", "perro")), asks("¿Qué porcentaje de los perros está vacunado?")},
	{Whether, whether(all(is("Especie", "gato"), is("Motivo", "cirugía"))), asks("¿Hemos operado a algún gato?")},

	{Refuse, none("no column has breeds"), asks("¿De qué raza es Zar?")},
	{Refuse, none("no row is of a ferret"), asks("¿Cuál es el peso medio de los hurones?")},
	{Refuse, none("no column has an age"), asks("cuantos años tiene el animal de la V0385")},
	{Refuse, none("several animals are named Lola, and several columns are amounts"), asks("¿Qué debe Lola?")},
}

var tonguesB6Asked = []asked{
	{Lookup, cell("AL-918", "Facturado"), asks("¿Cuánto se facturó en el contrato AL-918?")},
	{Lookup, cell("AL-912", "Salida", "Devolución"), asks("AL-912, cuándo salió y cuándo volvió")},
	{Lookup, cell("AL-931", "Horas de uso"), asks("horas de uso del AL-931")},
	{Lookup, cell("AL-905", "Fianza", "Cliente"), asks("¿De cuánto era la fianza del AL-905 y quién la puso?")},
	{Lookup, span("AL-909", "Salida", "Devolución"), asks("¿Cuántos días estuvo fuera la torre de luz del AL-909, desde la salida hasta la devolución?")},

	{Filter, keys(empty("Devolución")), asks("¿Qué máquinas siguen en obra? Dígame los contratos.")},
	{Filter, keys(all(is("Daños", "sí"), is("Categoría", "elevación"))), asks("contratos de elevacion con daños")},
	{Filter, keys(atLeast("Tarifa/día", 240)), asks("Alquileres con una tarifa de 240 € o más al día")},
	{Filter, keys(all(is("Cliente", "Ayto. de Caspe"), is("Transporte", "propio"))), asks("¿Qué contratos del Ayuntamiento de Caspe fueron con transporte propio?")},
	{Filter, values("Máquina", is("Obra", "piscina")), asks("¿Qué tipos de máquina se han llevado a la piscina?")},

	{Count, one(number, is("Máquina", "Rodillo")), asks("¿Cuántas veces se ha alquilado el rodillo?")},
	{Count, one(number, all(is("Cliente", "Construcciones Ebro"), is("Daños", "sí"))), asks("¿Cuántos contratos de Construcciones Ebro acabaron con daños?")},
	{Count, one(number, during("Salida", "2024-05-01", "2024-05-31")), asks("salidas en mayo del 24, nº")},
	{Count, one(distinct("Máquina"), everybody), asks("¿Cuántos modelos de máquina distintos aparecen en el listado?")},

	{Sum, one(known(sumOf, "Facturado"), is("Cliente", "Reformas Iriarte")), asks("¿Cuánto le hemos facturado a Reformas Iriarte en total?")},
	{Sum, one(sumOf("Gasóleo (l)"), is("Categoría", "energía")), asks("litros de gasoleo gastados por los equipos de energia")},
	{Average, one(meanOf("Tarifa/día"), is("Máquina", "Miniexcavadora")), asks("Tarifa media diaria de una miniexcavadora")},
	{Extreme, holder("Gasóleo (l)", true, everybody), asks("¿Qué contrato gastó más gasóleo?")},
	{Group, most(1, known(sumOf, "Facturado"), "Obra", everybody), asks("¿Qué obra nos ha dejado más dinero?")},
	{Top, first(2, "Facturado", true, has("Facturado")), asks("Los dos contratos que más se facturaron, ordenados")},
	{Comparison, greater(meanOf("Tarifa/día"), "excavación", is("Categoría", "excavación"), "elevación", is("Categoría", "elevación")), asks("¿Sale más cara de media al día la excavación o la elevación?")},

	{Refuse, none("no column has operators"), asks("¿Qué operario manejó la retroexcavadora del AL-911?")},
	{Refuse, none("no row is of a crane"), asks("¿Cuánto cuesta al día una grúa?")},
	{Refuse, none("no column has serial numbers"), asks("numero de bastidor del manipulador AL-925")},
	{Refuse, none("the customer has many contracts, and three columns are amounts"), asks("¿Cuánto es lo de Áridos Monzón?")},
}
