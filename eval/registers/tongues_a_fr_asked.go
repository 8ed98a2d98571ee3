package registers

// staysAsked asks about the cottages: in the words of the owner, of her nephew who types on a telephone, of the accountant, and of the tourist office.
var staysAsked = []asked{
	{Lookup, cell("G24-020", "Loyer (€)"), asks("Quel est le loyer de la réservation G24-020 ?")},
	{Lookup, named("Locataire", cell("Rémi Garnier", "Arrivée", "Départ")), asks("Rémi Garnier, il arrive quand et il repart quand ?")},
	{Lookup, named("Locataire", cell("Aïcha Faure", "Gîte")), asks("dans quel gite est aicha faure")},
	{Lookup, cell("G24-033", "Taxe de séjour (€)"), asks("Montant de la taxe de séjour, rés. G24-033")},
	{Lookup, cell("G24-008", "Acompte versé"), asks("Est-ce que l'acompte de la G24-008 a été versé ?")},

	{Filter, keys(all(is("Gîte", "La Grange"), is("Animaux", "oui"))), asks("Quelles réservations de La Grange viennent avec un animal ?")},
	{Filter, keys(is("Acompte versé", "non")), asks("Je dois relancer les gens qui n'ont pas versé leur acompte, donnez-moi les numéros de réservation s'il vous plaît.")},
	{Filter, keys(during("Arrivée", "2024-08-01", "2024-08-31")), asks("toutes les arrivees d'aout 2024")},
	{Filter, named("Locataire", keys(all(has("Note /10"), under("Note /10", 5.5)))), asks("Qui nous a mis une note inférieure à 5,5 ?")},
	{Filter, keys(over("Loyer (€)", 2000)), asks("Réservations dont le loyer dépasse 2 000 €")},

	{Count, one(number, is("Pays", "Pays-Bas")), asks("Combien de réservations viennent des Pays-Bas ?")},
	{Count, one(number, empty("Note /10")), asks("Combien de séjours n'ont pas été notés ?")},
	{Count, one(number, all(atLeast("Enfants", 2), is("Gîte", "Les Tilleuls"))), asks("Aux Tilleuls, combien de familles avec au moins deux enfants ?")},

	{Sum, one(sumOf("Taxe de séjour (€)"), everybody), asks("Pour la déclaration à la mairie il me faut le total de la taxe de séjour encaissée sur l'ensemble des réservations.")},
	{Sum, one(sumOf("Loyer (€)"), all(is("Canal", "site"), during("Arrivée", "2024-01-01", "2024-12-31"))), asks("Chiffre d'affaires (loyers) passé par notre site")},
	{Average, one(known(meanOf, "Note /10"), is("Gîte", "Le Pressoir")), asks("note moyenne du Pressoir")},
	{Average, one(meanOf("Adultes"), is("Pays", "Belgique")), asks("Les Belges viennent à combien d'adultes en moyenne ?")},
	{Extreme, named("Locataire", holder("Loyer (€)", false, everybody)), asks("Quel locataire a payé le loyer le plus bas ?")},
	{Group, each(sumOf("Loyer (€)"), "Gîte", everybody), asks("Total des loyers par gîte")},
	{Top, most(2, number, "Pays", everybody), asks("Les deux pays d'où on a le plus de réservations, dans l'ordre")},
	{Share, part(number, is("Animaux", "oui"), everybody), asks("Quel pourcentage des réservations se fait avec des animaux ?")},

	{Refuse, none("no column has an address"), asks("Quelle est l'adresse mail de Chantal Besson ?")},
	{Refuse, none("no column has the costs of cleaning"), asks("Combien ont coûté les ménages cette année ?")},
	{Refuse, none("no row is of Spain"), asks("Quel loyer moyen paient les Espagnols ?")},
	{Refuse, none("no column says when a booking was made"), asks("Combien de réservations ont été faites plus de trois mois à l'avance ?")},
}

// plumbingAsked asks about the calls: in the words of the boss, of his secretary, of an apprentice without accents, and of an adviser who likes long sentences.
var plumbingAsked = []asked{
	{Lookup, cell("D332", "Total TTC"), asks("Total TTC de la fiche D332 ?")},
	{Lookup, named("Client", cell("Gérard Garnier", "Technicien")), asks("Qui est intervenu chez Gérard Garnier ?")},
	{Lookup, cell("D345", "Type de panne", "Commune"), asks("d345 c'etait quoi la panne et dans quelle commune")},
	{Lookup, cell("D351", "Réglé le"), asks("À quelle date la fiche D351 a-t-elle été réglée ?")},
	{Lookup, cell("D338", "Durée (h)"), asks("Combien d'heures a duré l'intervention D338 ?")},

	{Filter, keys(empty("Réglé le")), asks("Quelles fiches ne sont toujours pas réglées ?")},
	{Filter, keys(all(is("Type de panne", "chaudière"), is("Urgence", "oui"))), asks("Les urgences chaudière, quelles fiches ?")},
	{Filter, keys(over("Total TTC", 850)), asks("liste des interventions a plus de 850 euros ttc")},
	{Filter, keys(all(is("Commune", "Brantôme"), is("Technicien", "Farid"))), asks("Quelles interventions Farid a-t-il faites à Brantôme ?")},
	{Filter, keys(during("Date", "2024-07-01", "2024-07-15")), asks("Fiches du 1er au 15 juillet 2024")},

	{Count, one(number, is("Type de panne", "fuite")), asks("Combien de fuites on a eu ?")},
	{Count, one(number, empty("Pièces")), asks("Dans combien de cas n'a-t-on posé aucune pièce (néant) ?")},
	{Count, one(number, all(is("Devis signé", "non"), is("Urgence", "non"))), asks("Nombre de dépannages non urgents réalisés sans devis signé")},
	{Count, one(number, during("Date", "2024-06-01", "2024-06-30")), asks("nb d'interventions en juin 2024")},

	{Sum, one(sumOf("Km"), is("Technicien", "Amandine")), asks("Combien de kilomètres Amandine a-t-elle parcourus en tout ?")},
	{Sum, one(sumOf("Total TTC"), empty("Réglé le")), asks("Pouvez-vous m'indiquer à combien s'élève, toutes communes confondues, le montant TTC des factures qui n'ont pas encore été réglées par les clients ?")},
	{Average, one(known(meanOf, "Pièces"), is("Type de panne", "chauffe-eau")), asks("Coût moyen des pièces pour un chauffe-eau, quand il y en a")},
	{Extreme, holder("Durée (h)", true, is("Technicien", "Farid")), asks("La plus longue intervention de Farid, c'est quelle fiche ?")},
	{Group, most(1, sumOf("Total TTC"), "Commune", everybody), asks("Quelle commune nous rapporte le plus, en TTC ?")},
	{Group, each(number, "Technicien", everybody), asks("nombre de fiches par technicien")},
	{Comparison, greater(number, "Périgueux", is("Commune", "Périgueux"), "Boulazac", is("Commune", "Boulazac")), asks("On va plus souvent à Périgueux ou à Boulazac ?")},

	{Refuse, none("no column has an hour of the day"), asks("À quelle heure Lucas est-il arrivé chez Chantal Faure ?")},
	{Refuse, none("no column says whether clients are satisfied"), asks("Quel est le taux de satisfaction des clients ?")},
	{Refuse, none("no row is of a heat pump"), asks("combien de pompes a chaleur reparees")},
	{Refuse, none("costs may be of work, parts or the whole, and several clients are named Besson"), asks("Combien a coûté Besson ?")},
}
