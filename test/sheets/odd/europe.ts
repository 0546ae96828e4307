import { text, type OddSheet } from './oddSheet.ts'

/** Sheets in German, French, Italian, Dutch and Scandinavian languages. */
export const europe: readonly OddSheet[] = [
  text(
    'windows-1252',
    `
Verleih Süd GmbH;;;;;;;
Stand: 03.02.2024;;;;;;;
Inv.-Nr.;Gerät;Typ;Hersteller;Tagessatz;Neuwert;Angeschafft am;Zustand
VS-1;Alexa 35;Kamera;ARRI;790,-;78.500,- €;12.09.2022;sehr gut
VS-2;Amira;Kamera;ARRI;350,-;32.000 €;01.04.2016;gut
VS-3;M18/7;Scheinwerfer;ARRI;95,-;7.490,50 €;Frühjahr 2019;befriedigend
VS-4;Stativ 150mm;Stativ;Sachtler;45,-;ca. 6.000 €;15.5.2014;ok
;;;;;;;
rot = verliehen;;;;;;;
grün = im Lager;;;;;;;`,
    {
      name: 'a German rental house: legend of colours under the table',
      language: 'German',
      currency: 'EUR',
      rows: `
4|VS-1|camera|ARRI|Alexa 35|replacement_value=78500|purchase_date=2022-09-12|condition=excellent
5|VS-2|camera|ARRI|Amira|replacement_value=32000|purchase_date=2016-04-01|condition=good
6|!not_a_date
7|!not_a_number`,
    },
  ),
  text(
    'macintosh',
    `
Etikett;Kategorie;Marke;Modell;Seriennr.;Gewicht (kg);Akku Wh;Bemerkungen
Dicke Berta;Kamera;Sony;FX9;0311288;2,0;;läuft „meistens“
Kleiner Bär;Kamera;Sony;FX3;0288123;0,715;;größere Kratzer am Gehäuse
Akku 1;Akku;Bebob;V98micro;;0,69;98;für Berta
Akku 2;Akku;Bebob;V150micro;;1.05;147 Wh;für Bär – nicht fliegen!`,
    {
      name: 'a German freelancer on an old Mac: nicknames, kilograms',
      language: 'German',
      currency: 'EUR',
      rows: `
2|Dicke Berta|camera|Sony|FX9|serial_number=0311288|notes=läuft „meistens“
3|Kleiner Bär|camera|Sony|FX3|serial_number=0288123|notes=größere Kratzer am Gehäuse
4|Akku 1|accessory/battery|Bebob|V98micro|notes=für Berta
5|Akku 2|accessory/battery|Bebob|V150micro|notes=für Bär – nicht fliegen!`,
    },
  ),
  text(
    'windows-1252',
    `
Nr;Art;Fabrikat;Bezeichnung;SN;Kaufpreis CHF;Kaufpreis EUR;Kaufdatum
Z-001;Kamera;Canon;EOS C500 II;3344;14'990.00;;3.11.2020
Z-002;Objektiv;Canon;CN-E 30-105;7781;19'500.-;;3.11.2020
Z-003;Mikrofon;Schoeps;CMIT 5U;5512;;1'890.00;14.2.2021
Z-004;Funkstrecke;Wisycom;MTP60;;2’450.50;;2021`,
    {
      name: 'a Swiss broadcaster: a column for each currency',
      language: 'German',
      currency: 'CHF',
      settings: ['columns: { "Kaufpreis EUR": ignore }'],
      rows: `
2|Z-001|camera|Canon|EOS C500 II|serial_number=3344|purchase_price=14990|purchase_date=2020-11-03
3|Z-002|lens|Canon|CN-E 30-105|serial_number=7781|purchase_price=19500|purchase_date=2020-11-03
4|Z-003|accessory/audio|Schoeps|CMIT 5U|serial_number=5512|purchase_date=2021-02-14
5|!unknown_type not_a_date`,
    },
  ),
  text(
    'windows-1252',
    `
Stadttheater – Bühnenlicht;;;;;
Geräte Nr;Typ;Marke;Modell;Stück;Standort
L01;Scheinwerfer;ETC;Source Four 26°;1;Portalbrücke
L02;Scheinwerfer;ETC;Source Four 36°;6;Portalbrücke
L03;Nebelmaschine;Look;Viper NT;1;Unterbühne
Zwischensumme;;;;8;
K01;Kabel;Titanex;3G2,5 25m;1;Magazin
K01;Kabel;Titanex;3G2,5 50m;1;Magazin`,
    {
      name: 'a German theatre: sub-totals, a tag that stands twice',
      language: 'German',
      currency: 'EUR',
      rows: `
3|L01|accessory/light|ETC|Source Four 26°|storage_location=Portalbrücke
4|!quantity
5|!unknown_type
7|!duplicate_key
8|!duplicate_key`,
    },
  ),
  text(
    'utf-16le',
    `
Nummer\tTyp\tHersteller\tModell\tSeriennummer\tGarantie\tFirmware\tAuflösung
HB-1\tKamera\tHasselblad\tX2D\tVQ12\t24 Monate\t3.10\t100 MP
HB-2\tKamera\tHasselblad\tH6D\tVQ13\t31.12.2025\t1.20.0\t100
HB-3\tKamera\tPhase One\tXF IQ4\t008812\tbis Ende 2026\t\t151,3`,
    {
      name: 'a German product photographer: Unicode text of a spreadsheet program',
      language: 'German',
      currency: 'EUR',
      settings: ['columns: { Nummer: asset_tag, Garantie: warranty_expires_on }'],
      rows: `
2|!duration
3|HB-2|camera|Hasselblad|H6D|serial_number=VQ13|warranty_expires_on=2025-12-31|firmware_version=1.20.0|resolution_mp=100
4|!not_a_date`,
    },
    'liste.tsv',
  ),
  text(
    'windows-1252',
    `
Parc matériel – Régie vidéo;;;;;;;
;;;;;;;
Réf.;Catégorie;Marque;Désignation;N° série;Prix d'achat HT;Acheté le;État
CAM01;Caméra;Panasonic;AU-EVA1;J7TKA0123;6 490,00 €;12/06/2018;TBE
CAM02;Caméra;Panasonic;AG-CX350;;4 150 €;03/02/2020;BE
OPT01;Objectif;Sigma;18-35 f/1,8;51234567;799 € TTC;14/07/2018;HS
ECL01;Éclairage;Aladdin;Fabric-Lite 200;;1.290;25/12/2021;à réparer
Sous-total;;;;;12 729 €;;`,
    {
      name: 'a French video department: prices without and with tax',
      language: 'French',
      currency: 'EUR',
      settings: ['columns: { "Prix d\'achat HT": purchase_price }'],
      rows: `
4|CAM01|camera|Panasonic|AU-EVA1|serial_number=J7TKA0123|purchase_price=6490|purchase_date=2018-06-12|condition=excellent
5|CAM02|camera|Panasonic|AG-CX350|purchase_price=4150|purchase_date=2020-02-03|condition=good
6|!unknown_value
7|!unknown_value`,
    },
  ),
  text(
    'macintosh',
    `
Étiquette;Type;Fabricant;Modèle;Focale;Ouverture;Diamètre filtre;Rangement;Commentaires
Mémé;Objectif;Angénieux;Optimo 24-290;24-290 mm;2,8;162;Étagère du haut;prêtée à Zoé jusqu’à Noël
Pépé;Objectif;Angénieux;EZ-1;30-90;T2;;Étagère du haut;
Tonton;Objectif;Canon;50/1,2;50;1,2;72 mm;Côté fenêtre;à réviser
;;;;;;;;
Relu par Élodie;;;;;;;;`,
    {
      name: 'a French camera assistant: signature under the table',
      language: 'French',
      currency: 'EUR',
      rows: `
2|Mémé|lens|Angénieux|Optimo 24-290|focal_length_min_mm=24|focal_length_max_mm=290|max_aperture=2.8|filter_thread_mm=162|storage_location=Étagère du haut|notes=prêtée à Zoé jusqu’à Noël
3|!not_a_number
4|Tonton|lens|Canon|50/1,2|focal_length_min_mm=50|focal_length_max_mm=50|max_aperture=1.2|filter_thread_mm=72|storage_location=Côté fenêtre|notes=à réviser`,
    },
  ),
  text(
    'utf-8',
    `
Code,Type,Marque,Modèle,Quantité,Valeur,Date,Chantier
D-01,Drone,DJI,Matrice 350,1,11 900 €,2023-05-04,Lyon
D-02,Drone,Parrot,Anafi USA,1,7 000 €,2021-09-30,Lyon
D-03,Batterie,DJI,TB65,4,750 €,2023-05-04,Dépôt`,
    {
      name: 'French surveyors: several batteries in a row are made items',
      language: 'French',
      currency: 'EUR',
      settings: [
        'quantity: expand',
        'columns: { Chantier: storage_location, Date: ignore, Valeur: replacement_value }',
      ],
      rows: `
2|D-01|drone|DJI|Matrice 350|replacement_value=11900|storage_location=Lyon
3|D-02|drone|Parrot|Anafi USA|replacement_value=7000|storage_location=Lyon
4|D-03-1|accessory/battery|DJI|TB65|replacement_value=750|storage_location=Dépôt
4.2|D-03-2|accessory/battery|DJI|TB65|replacement_value=750|storage_location=Dépôt
4.3|D-03-3|accessory/battery|DJI|TB65|replacement_value=750|storage_location=Dépôt
4.4|D-03-4|accessory/battery|DJI|TB65|replacement_value=750|storage_location=Dépôt`,
    },
  ),
  text(
    'windows-1252',
    `
N. inventario;Tipologia;Marca;Modello;Matricola;Prezzo d'acquisto;Data acquisto;Condizioni;Ubicazione
TV-01;Telecamera;Grass Valley;LDX 86;GV0012;€ 45.000,00;13/01/2017;Buono;Studio A
TV-02;Obiettivo;Fujinon;UA22x8;FJ8812;€ 12.500;13/01/2017;Ottimo;Studio A
TV-03;Cavalletto;Cartoni;P-70;;€ 8.200,50;29/02/2017;Discreto;Studio B
TV-04;Microfono;Sennheiser;MKH 8060;;1.100,00 € + IVA;30/11/2018;;Perché manca?`,
    {
      name: 'an Italian television: a day that never was',
      language: 'Italian',
      currency: 'EUR',
      rows: `
2|!unknown_type
3|TV-02|lens|Fujinon|UA22x8|serial_number=FJ8812|purchase_price=12500|purchase_date=2017-01-13|condition=excellent|storage_location=Studio A
4|!no_such_day
5|!not_a_number`,
    },
  ),
  text(
    'windows-1252',
    `
Etichetta;Categoria;Produttore;Nome;Peso;Note
Nonna;Fotocamera;Leica;M6;585 g;è del nonno, non toccare
Zia;Fotocamera;Rolleiflex;2.8F;1,22 kg;città: Forlì
Cugino;Esposimetro;Sekonic;L-308;95 gr;batteria già cambiata`,
    {
      name: 'an Italian photographer: the family as tags',
      language: 'Italian',
      currency: 'EUR',
      settings: ['columns: { Etichetta: asset_tag }'],
      rows: `
2|Nonna|camera|Leica|M6|weight_g=585|notes=è del nonno, non toccare
3|Zia|camera|Rolleiflex|2.8F|weight_g=1220|notes=città: Forlì
4|!unknown_type`,
    },
  ),
  text(
    'windows-1252',
    `
Inventarisnr;Soort;Merk;Omschrijving;Serienr;Aanschafprijs;Aanschafdatum;Staat;Locatie
NL-1;Camera;Sony;FX6;5540012;€ 5.950,-;13-11-2021;goed;Magazijn één
NL-2;Lens;Tamron;35-150;A058-99;€ 1.799,00;28-2-2022;als nieuw;Magazijn één
NL-3;Statief;Sachtler;Ace XL;;749,95;2 maart 2022;kapot;Coördinatie
NL-4;Lamp;Nanlite;Forza 500;;€ 1.150;31-04-2022;redelijk;idem`,
    {
      name: 'a Dutch film maker: dashes for cents',
      language: 'Dutch',
      currency: 'EUR',
      rows: `
2|NL-1|camera|Sony|FX6|serial_number=5540012|purchase_price=5950|purchase_date=2021-11-13|condition=good|storage_location=Magazijn één
3|NL-2|lens|Tamron|35-150|serial_number=A058-99|purchase_price=1799|purchase_date=2022-02-28|condition=excellent|storage_location=Magazijn één
4|!unknown_value
5|!no_such_day ditto_mark`,
    },
  ),
  text(
    'windows-1252',
    `
Nummer;Sort;Märke;Modell;Serienummer;Inköpspris;Inköpt;Plats
SE1;kamera;Sony;FX3;4410;42 900:-;2021-06-17;Förråd Söder
SE2;kamera;Sony;A1;4411;74 990 kr;2022-02-01;Åsas väska
SE3;lens;Sony;70-200 GM II;;31.490 kr;2022-13-01;Förråd Söder`,
    {
      name: 'a Swedish production house: columns named in the settings',
      language: 'Swedish',
      currency: 'SEK',
      settings: [
        'columns: { Nummer: asset_tag, Sort: gear_type, Märke: brand, Inköpspris: purchase_price, Inköpt: purchase_date, Plats: storage_location }',
        'values: { gear_type: { kamera: camera } }',
      ],
      rows: `
2|SE1|camera|Sony|FX3|serial_number=4410|purchase_price=42900|purchase_date=2021-06-17|storage_location=Förråd Söder
3|SE2|camera|Sony|A1|serial_number=4411|purchase_price=74990|purchase_date=2022-02-01|storage_location=Åsas väska
4|!no_such_day`,
    },
  ),
  text(
    'windows-1252',
    `
Mærke;Model;Type;Nr.;Pris;Købt
Canon;R5;Kamera;12;kr. 28.999,00;14.08.2020
Canon;RF 50;Objektiv;17;17.499 kr.;14.08.2020
Profoto;B10;Blitz;31;kr 11.250,50;05.09.2019`,
    {
      name: 'a Danish wedding photographer: columns in another order',
      language: 'Danish',
      currency: 'DKK',
      settings: ['columns: { Mærke: brand, Pris: purchase_price, Købt: purchase_date }'],
      rows: `
2|12|camera|Canon|R5|purchase_price=28999|purchase_date=2020-08-14
3|17|lens|Canon|RF 50|purchase_price=17499|purchase_date=2020-08-14
4|31|accessory/flash|Profoto|B10|purchase_price=11250.5|purchase_date=2019-09-05`,
    },
  ),
  text(
    'windows-1252',
    `
Løpenummer;Hva;Hvem lager den;Hvilken;Kjøpt
1;Kamera;Sony;FX3;sommeren 21
2;Kamera;Sony;FX6;våren 22`,
    {
      name: 'a Norwegian list in words of its own',
      language: 'Norwegian',
      currency: 'NOK',
      refused: 'no_header',
      rows: '',
    },
  ),
]
