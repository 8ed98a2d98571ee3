package registers

// pupilsAsked asks about the school: in the words of its secretary, of the director, of a father on the telephone, and of a teacher who writes without accents.
var pupilsAsked = []asked{
	{Lookup, cell("A-2068", "Cuota mensual (€)"), asks("¿Cuánto paga al mes la matrícula A-2068?")},
	{Lookup, named("Alumno", cell("Íñigo Carmona Gil", "Profesor", "Nivel")), asks("Buenas, soy el padre de Íñigo Carmona Gil, ¿con qué profesor está y en qué nivel?")},
	{Lookup, named("Alumno", cell("Joaquín Vázquez Soto", "Nota final")), asks("que nota final saco joaquin vazquez soto")},
	{Lookup, cell("A-2079", "Fecha de alta", "Baja"), asks("A-2079: fecha de alta y de baja")},
	{Lookup, named("Alumno", cell("Nuria Núñez Arce", "Sede")), asks("¿En qué sede estudia Nuria Núñez?")},

	{Filter, named("Alumno", keys(all(is("Idioma", "alemán"), is("Sede", "Nervión")))), asks("¿Quiénes estudian alemán en Nervión?")},
	{Filter, keys(all(is("Beca", "sí"), is("Idioma", "inglés"))), asks("Matrículas de inglés con beca")},
	{Filter, keys(atLeast("Faltas", 8)), asks("Necesito avisar a las familias: dígame qué matrículas acumulan ocho faltas o más.")},
	{Filter, named("Alumno", keys(all(has("Nota final"), under("Nota final", 4.5)))), asks("alumnos con nota por debajo de 4,5")},
	{Filter, keys(during("Baja", "2024-05-01", "2024-06-30")), asks("¿Qué matrículas se dieron de baja entre mayo y junio de 2024?")},

	{Count, one(number, is("Idioma", "francés")), asks("¿Cuántos alumnos de francés tenemos?")},
	{Count, one(number, all(empty("Nota final"), empty("Baja"))), asks("¿Cuántos siguen sin nota final, sin contar los que ya se han dado de baja?")},
	{Count, one(number, since("Fecha de alta", "2024-01-01")), asks("altas desde el 1 de enero de 2024, cuantas")},
	{Count, one(number, all(is("Profesor", "Castaño"), is("Nivel", "B1", "B2"))), asks("¿Cuántos alumnos de nivel B1 o B2 lleva Castaño?")},

	{Sum, one(sumOf("Cuota mensual (€)"), is("Sede", "Triana")), asks("¿Cuánto ingresamos al mes en cuotas en la sede de Triana?")},
	{Sum, one(sumOf("Horas/semana"), is("Profesor", "McBride")), asks("Suma de las horas semanales de los alumnos de McBride")},
	{Average, one(known(meanOf, "Nota final"), is("Idioma", "italiano")), asks("nota media en italiano")},
	{Extreme, named("Alumno", holder("Nota final", true, has("Nota final"))), asks("¿Quién ha sacado la mejor nota?")},
	{Group, each(number, "Sede", everybody), asks("Reparto de alumnos por sede")},
	{Share, part(number, has("Baja"), everybody), asks("¿Qué tanto por ciento de los matriculados se ha dado de baja?")},
	{Whether, whether(all(is("Nivel", "C1"), is("Idioma", "alemán"))), asks("¿Hay alguien en alemán C1?")},

	{Refuse, none("no column has an age"), asks("¿Qué edad media tienen los alumnos de Triana?")},
	{Refuse, none("nobody learns Portuguese"), asks("¿Cuál es la cuota de portugués?")},
	{Refuse, none("six people are named Andrés"), asks("que nota tiene Andres")},
	{Refuse, none("no column has a timetable"), asks("¿Qué días tiene clase Begoña Luque Ríos?")},
}

// olivesAsked asks about the deliveries: in the words of the cooperative's clerk, of a member at the counter, of the miller, and of an auditor.
var olivesAsked = []asked{
	{Lookup, cell("7712", "Peso neto"), asks("¿Cuántos kilos entraron con el albarán 7712?")},
	{Lookup, cell("7723", "Importe", "Pagado"), asks("Importe del 7723, y dígame si está pagado")},
	{Lookup, cell("7727", "Acidez (°)"), asks("acidez del albaran 7727")},
	{Lookup, found(is("Fecha", "2024-12-22"), "Socio", "Finca"), asks("¿De quién y de qué finca fue la entrega del 22 de diciembre de 2024?")},

	{Filter, keys(over("Peso neto", 6000)), asks("Albaranes de más de 6.000 kg")},
	{Filter, keys(all(is("Socio", "Rafael Ortuño"), is("Pagado", "no"))), asks("Oiga, que soy Rafael Ortuño, ¿qué albaranes míos están todavía por pagar?")},
	{Filter, keys(empty("Acidez (°)")), asks("¿En qué entregas no hay dato de acidez?")},
	{Filter, keys(all(is("Variedad", "arbequina"), is("Procedencia", "suelo"))), asks("arbequina de suelo, q albaranes son")},
	{Filter, values("Socio", is("Ecológico", "sí")), asks("¿Qué socios han traído aceituna ecológica? Cada uno una sola vez.")},

	{Count, one(number, is("Variedad", "picual")), asks("¿Cuántas entregas de picual ha habido?")},
	{Count, one(number, all(is("Procedencia", "vuelo"), during("Fecha", "2024-11-01", "2024-11-30"))), asks("Entregas de vuelo en noviembre de 2024: ¿cuántas?")},
	{Count, one(number, is("Observaciones", "lluvia")), asks("cuantas veces pone lluvia en observaciones")},

	{Sum, one(sumOf("Peso neto"), is("Socio", "Mª Dolores Cano")), asks("¿Cuántos kilos ha entregado en total Mª Dolores Cano?")},
	{Sum, one(sumOf("Importe"), is("Pagado", "no")), asks("A efectos de auditoría, indíquese el importe total de los albaranes pendientes de pago.")},
	{Average, one(meanOf("Rendimiento (%)"), is("Variedad", "hojiblanca")), asks("Rendimiento medio de la hojiblanca")},
	{Average, one(meanOf("Precio €/kg"), is("Finca", "Vega Baja")), asks("¿A cuánto hemos pagado de media el kilo de la Vega Baja?")},
	{Extreme, holder("Acidez (°)", true, has("Acidez (°)")), asks("¿Qué albarán dio la acidez más alta?")},
	{Extreme, day("Fecha", false, is("Socio", "Isidro Peñalver")), asks("¿Cuándo hizo Isidro Peñalver su primera entrega?")},
	{Group, most(1, sumOf("Peso neto"), "Finca", everybody), asks("¿De qué finca viene más aceituna, en kilos?")},
	{Top, first(3, "Rendimiento (%)", true, everybody), asks("los tres albaranes con mejor rendimiento, de mayor a menor")},
	{Comparison, difference(sumOf("Peso neto"), is("Ecológico", "no"), is("Ecológico", "sí")), asks("¿Cuántos kilos más hemos recibido de aceituna convencional que de ecológica?")},

	{Refuse, none("no column has litres of oil"), asks("¿Cuántos litros de aceite salieron del albarán 7718?")},
	{Refuse, none("no row is of cornicabra"), asks("¿Cuántos kilos de cornicabra hay?")},
	{Refuse, none("no column says who drove"), asks("¿Qué conductor trajo la carga de Cañada Honda el 25 de diciembre?")},
	{Refuse, none("Aguilera has many deliveries"), asks("a que precio le pagamos la de Aguilera")},
}
