package question

import "strings"

// light are the verbs, adverbs and pronouns that questions are made of in a language, beside those of common. A file that answers need not have
// them: "Wieviel Rabatt kriegen Schulen?" is answered by what schools get.
var light = map[string]string{
	"de": words(`kommt kommen komme kam geht gehen gehe ging lasse lässt lassen kriege kriegt kriegen bekomme bekommt bekommen erhalte erhält erhalten brauche braucht brauchen benötige benötigt benötigen
		gebe geben gab nehme nimmt nehmen mache macht machen hätte hätten könnte könnten würde würden wäre wären möchte möchten will wollen wollte sollte sollten müsste dürfte gilt gelten galt findet finden finde liegt liegen
		steht stehen stellt heißt heißen beträgt betragen lautet lauten weiß wissen passiert gehört gehören bleibt bleiben hält halten bringt bringen läuft eigentlich inzwischen derzeit aktuell momentan heute jetzt schon nochmal denn etwa eben mal wirklich genau
		ungefähr insgesamt gerade immer dann dort hier wieder sonst dabei dafür damit davon dazu daran darauf aufs ans fürs ins beim vom zum zur übers ums euch ihnen ihm ihn dich dir sich selbst selber wohl überhaupt jeweils
		irgendwo jemand niemand alles etwas nichts welchem welcher welches dessen deren wofür womit worüber wobei woran wovon eigene eigenen eigener eigenes nächste nächsten nächstes letzte letzten vorige vorigen neue neuen neues alte alten`),
	"fr": words(`vais vas va allons allez vont aller viens vient venons viennent venir prends prend prenons prenez prennent prendre mets met mettons mettent mettre donne donnent donnait donner trouve trouvent trouver obtiens obtient obtenir reçois reçoit
		recevoir aura auront avait avaient ayant aurai suis sommes êtes seront serait peux peuvent pourrait pouvons pouvoir doivent devrait devons devoir fallait faudra veux veut voulons veulent voudrais vouloir sais sait savoir dis dit disent dire
		fais font ferait dispose disposons disposer sert servent désormais actuellement maintenant aujourd hui encore toujours déjà environ exactement vraiment alors donc aussi très bien cela ça celui celle ceux lui
		puis me te se moi toi y en où là ici quelqu quelque rien tout toute tous toutes chaque même jamais souvent tard tôt près chez prochain prochaine dernier dernière nouveau nouvelle nouveaux nouvelles ancien ancienne temps fois`),
	"es": words(`voy vas va vamos van iba ir vengo viene vienen venir pongo pone ponen poner doy da dan daba daban dar encuentro encuentra encontrar obtengo obtiene obtener recibo recibe reciben recibir tenía tendrá tener había habrá haber soy eres somos fue
		sea será serán estoy estamos estaba podría podrá pueda podía deberían debería queremos quiero quiere quisiera querer sé sabe saber digo dice dicen decir quedo queda quedan dispongo dispone disponemos disponer llevo lleva llevan
		actualmente hoy todavía siempre ya aproximadamente realmente entonces también muy bien cada eso esto ello ella él alguien nadie nada todo toda todos todas mismo misma nunca quien sirve próximo próxima siguiente último última pasado pasada nuevo nueva nuevos nuevas viejo vieja antiguo antigua tiempo vez veces`),
}

// Light reports whether a word in lower case is a common word of questions in its language, which an answer need not have.
func Light(word, lang string) bool { return strings.Contains(light[lang], " "+word+" ") }
