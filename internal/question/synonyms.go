package question

// synonyms are by language words of offices that stand for each other, a line each, in languages whose words no built-in encoder compares.
var synonyms = map[string]string{
	"de": `
Attest Bescheinigung Krankschreibung Nachweis
Gehalt Lohn Entgelt Vergütung Bezahlung Bezüge
Urlaub Ferien
Auto Wagen Kfz Fahrzeug Pkw
Handy Mobiltelefon Smartphone Telefon
Passwort Kennwort
Passwörter Kennwörter
Chef Chefin Vorgesetzter Vorgesetzte Leiter Leiterin
Fortbildung Weiterbildung Schulung Kurs Lehrgang Seminar
Reklamation Beschwerde Beanstandung
Reklamationen Beschwerden Beanstandungen
Rabatt Nachlass Ermäßigung
Gast Gäste Besucher
Rechner Computer PC Laptop Notebook
Sitzung Besprechung Treffen Meeting
Vertrag Vereinbarung
Lieferant Zulieferer
Kunde Auftraggeber
Angestellte Mitarbeiter Beschäftigte Arbeitnehmer Personal
daheim zuhause Homeoffice Telearbeit
Müll Abfall Abfälle
Reparatur Instandsetzung Ausbesserung
Wartung Instandhaltung
lagern aufbewahren verwahren aufbewahrt verwahrt gelagert
Kosten Preis Gebühr
Anfang Beginn Start
Ende Schluss
Zuschuss Beihilfe Förderung
Arzt Ärztin Betriebsarzt
Sammelplatz Treffpunkt Sammelstelle
Bestellung Auftrag
Zimmer Raum
Strafe Bußgeld
Parkplatz Stellplatz
Kaution Pfand
Hilfe Unterstützung
Umtausch Rückgabe
untersagt verboten
erlaubt gestattet zulässig
zahlen bezahlen überweisen überwiesen bezahlt
kaputt defekt beschädigt
öffnet geöffnet Öffnungszeiten
kündigen kündigt Kündigung Austritt
endet ausläuft abläuft
Kinder Jugendliche Minderjährige
umsonst kostenlos gratis unentgeltlich
kaufen kauft verkauft erhältlich
Hund Hunde Tier Tiere Haustier Haustiere`,
	"fr": `
voiture véhicule auto automobile
salaire paie paye rémunération
congé congés vacances
ordinateur portable poste
téléphone portable mobile
chef responsable directeur supérieur
formation stage cours
réclamation plainte
réclamations plaintes
remise rabais réduction ristourne
visiteur invité hôte
réunion séance
contrat accord convention
fournisseur prestataire
salarié employé collaborateur
salariés employés collaborateurs personnel
télétravail domicile maison
déchets ordures poubelles
réparation dépannage
entretien maintenance
conserver garder conservés gardés
prix tarif coût
début commencement
fin terme échéance
subvention aide
médecin docteur
certificat attestation justificatif
pièce salle
amende sanction
parking stationnement
caution dépôt
assistance aide
interdit défendu
autorisé permis
indemnité indemnisé remboursement remboursé
indemnités remboursements remboursés
banque bancaire
repas déjeuner
hôtel hébergement nuitée
maintenu tenu
maintenue tenue
cassé défectueux abîmé panne
termine finit expire échéance
enfants mineurs
gratuit gratuitement
livre livres ouvrage ouvrages
amende pénalité
chien chiens animal animaux`,
	"es": `
coche vehículo auto automóvil
sueldo salario nómina paga
ordenador computadora portátil
móvil teléfono
jefe jefa responsable director encargado
curso formación capacitación
cursos formación
reclamación queja
reclamaciones quejas
descuento rebaja
visitante visita invitado
reunión junta
contrato acuerdo convenio
proveedor suministrador
empleado trabajador
empleados trabajadores personal plantilla
teletrabajo casa domicilio
basura residuos
reparación arreglo
guardar conservar guardan conservan
precio tarifa coste costo
comienzo inicio
fin término
ayuda subvención
médico doctor
certificado justificante
pedido encargo
sala habitación
multa sanción
aparcamiento estacionamiento parking
fianza depósito
permitido autorizado
contraseña clave
correo email
avería fallo
sustituir reemplazar
roto estropeado averiado
termina acaba vence finaliza
niños menores
gratis gratuito
multa penalización
perro perros animal animales
pila pilas batería baterías`,
}
