import { text, type OddSheet } from './oddSheet.ts'

/** Sheets in English, Spanish and Portuguese. */
export const americas: readonly OddSheet[] = [
  text(
    'utf-8',
    `
Northlight Hire - kit list,,,,,,,,
last touched by Priya on a Tuesday,,,,,,,,
,,,,,,,,
Barcode,Category,Make,Model,S/N,Day rate (£),Replacement value (£),Purchased,Home shelf
NL0001,Camera,ARRI,Alexa Mini LF,K1.0031234,£650,"£48,500.00",14/02/2021,A1
NL0002,Camera,Sony,FX9,0209981,£180,"£9,250.00",03/11/2020,A1
NL0003,Lens,Cooke,S4/i 32mm,32-1187,£75,"£14,900",28/09/2018,Lens cage
NL0004,Lens,Cooke,S4/i 50mm,50-0911,£75,POA,28/09/2018,Lens cage
,,,,,,,,
"* day rates exclude VAT, see terms",,,,,,,,
Total,,,,,£980,"£72,650.00",,`,
    {
      name: 'a rental house: day rates beside values, a note under the table',
      language: 'English',
      currency: 'GBP',
      rows: `
5|NL0001|camera|ARRI|Alexa Mini LF|serial_number=K1.0031234|replacement_value=48500|purchase_date=2021-02-14
6|NL0002|camera|Sony|FX9|serial_number=0209981|replacement_value=9250|purchase_date=2020-11-03
7|NL0003|lens|Cooke|S4/i 32mm|serial_number=32-1187|replacement_value=14900|purchase_date=2018-09-28
8|!not_a_number`,
    },
  ),
  text(
    'utf-8',
    `
Nickname,What,Brand,Model,Serial,Paid,Bought,Wedding ready?
Bertha,camera,Nikon,Z9,3011234,5299,6/14/2022,yes
Bertha Jr,camera,Nikon,Z8,3014567,3799.95,10/2/2023,yes
The Nifty,lens,Nikon,Z 50mm f/1.8 S,20011223,gift from mum,12/25/2021,yes
Grandpa,camera,Nikon,F3,1399876,?,unknown,no`,
    {
      name: 'a wedding photographer: nicknames for tags, gifts for prices',
      language: 'English',
      currency: 'USD',
      settings: ['columns: { Nickname: asset_tag, What: gear_type }'],
      rows: `
2|Bertha|camera|Nikon|Z9|serial_number=3011234|purchase_price=5299|purchase_date=2022-06-14
3|Bertha Jr|camera|Nikon|Z8|serial_number=3014567|purchase_price=3799.95|purchase_date=2023-10-02
4|!not_a_number
5|Grandpa|camera|Nikon|F3|serial_number=1399876`,
    },
  ),
  text(
    'utf-8-bom',
    `
Name,Asset ID,Type,Brand,Model,Tags,Status,Created time,Files & media
A-cam,W-01,Cameras,Canon,C70,"doc, a-cam",Available,"March 3, 2024 4:12 PM",
B-cam,W-02,Cameras,Canon,R5 C,"doc, b-cam",On set,"March 3, 2024 4:13 PM",https://example.test/b.jpg
Sticks,W-03,Tripods,Sachtler,Flowtech 75,,Broken,"March 4, 2024 9:00 AM",
Lav kit,W-04,Audio,DPA,4060 x2,,Available,"March 4, 2024 9:01 AM",`,
    {
      name: 'a note-taking app: a database saved as CSV',
      language: 'English',
      currency: 'USD',
      rows: `
2|W-01|camera|Canon|C70|status=available
3|W-02|camera|Canon|R5 C|status=in_use
4|W-03|accessory/tripod|Sachtler|Flowtech 75|status=maintenance
5|W-04|accessory/audio|DPA|4060 x2|status=available`,
    },
  ),
  text(
    'utf-8',
    `
Tag,Type,Make,Model,Weight (lbs),Flight time,Hours flown,Batteries,Registration,Remote ID
D1,Drone,DJI,Inspire 3,8.8,28 min,112.5,6,FA3XYZ1234,1581F6ABC001
D2,Drone,DJI,Mavic 3 Cine,2,00:43,31:20,3,FA3XYZ1235,1581F6ABC002
D3,Drone,Freefly,Alta X,23,50,~200,4x TB,FA3XYZ1236,
D4,Drone,DJI,Avata 2,0.8,23 mins,9,2,,`,
    {
      name: 'a drone crew: pounds, clock times and hours about right',
      language: 'English',
      currency: 'USD',
      rows: `
2|D1|drone|DJI|Inspire 3|max_flight_minutes=28|flight_hours=112.5|battery_count=6|registration_number=FA3XYZ1234|remote_id=1581F6ABC001
3|!not_a_number
4|!not_a_number
5|D4|drone|DJI|Avata 2|max_flight_minutes=23|flight_hours=9|battery_count=2`,
    },
  ),
  text(
    'windows-1252',
    `
School of Media – loan kit,,,,,,
Label,Kind,Manufacturer,Model,How many,Condition,Cost each
S-CAM-1,Camera,Panasonic,GH5 II,1,Good,£1299
S-CAM-2,Camera,Panasonic,GH5 II,1,Good – sticky dial,£1299
S-TRI,Tripod,Manfrotto,MVK500,12,Fair,£230
S-SD,SD card,SanDisk,Extreme 64GB,30,,£11.50`,
    {
      name: 'a school: how many of each',
      language: 'English',
      currency: 'GBP',
      settings: ['columns: { "How many": quantity, "Cost each": purchase_price }'],
      rows: `
3|S-CAM-1|camera|Panasonic|GH5 II|condition=good|purchase_price=1299
4|!uncertain_encoding
5|!quantity
6|!quantity`,
    },
  ),
  text(
    'utf-8',
    `
Asset Tag\tType\tBrand\tModel\tFocal length\tAperture\tFilter size\tMount\tOIS\tNotes
L1\tLens\tCanon\tRF 24-105\t24-105mm\tf/4\t77mm\tRF\tyes\t"drop it and cry"
L2\tLens\tCanon\tEF 100-400\t100–400\tf/4.5-5.6\t77\tEF\ty\t5" hood in bag
L3\tLens\tZeiss\tCP.3 35\t35\tT2.1\t95 mm\tPL\tn\t
L4\tLens\tSigma\t18-35 Art\t18 - 35 mm\t1.8\t72\tEF\tno\tmount is loose⏎sent 3/4`.replace(
      'mount is loose⏎sent 3/4',
      '"mount is loose⏎sent 3/4"',
    ),
    {
      name: 'a focus puller: lenses as they are engraved, tabs',
      language: 'English',
      currency: 'USD',
      settings: ['columns: { OIS: stabilized }'],
      rows: `
2|L1|lens|Canon|RF 24-105|focal_length_min_mm=24|focal_length_max_mm=105|max_aperture=4|filter_thread_mm=77|mount=RF|stabilized=true|notes=drop it and cry
3|L2|lens|Canon|EF 100-400|focal_length_min_mm=100|focal_length_max_mm=400|max_aperture=4.5|filter_thread_mm=77|mount=EF|stabilized=true|notes=5" hood in bag
4|!not_a_number
5|L4|lens|Sigma|18-35 Art|focal_length_min_mm=18|focal_length_max_mm=35|max_aperture=1.8|filter_thread_mm=72|mount=EF|stabilized=false|notes=mount is loose⏎sent 3/4`,
    },
    'list.tsv',
  ),
  text(
    'utf-8',
    `
Asset Tag,Type,Brand,Model,Serial Number,Purchase Price,Purchase Date
T-1,Camera,RED,Komodo,1.23457E+11,"$5,995.00",2021-08-04
T-2,Camera,RED,Raptor,"=""00982211""",$24.5k,2022-01-31
T-3,Monitor,SmallHD,5-Oct,77812,"$1,499",2022-02-30
T-4,Monitor,SmallHD,Cine 7,77813,US$1999.00,02/03/2022
T-5,Monitor,SmallHD,503 UltraBright,77814,799.-,`,
    {
      name: 'a freelancer: opened in a spreadsheet program and saved again',
      language: 'English',
      currency: 'USD',
      rows: `
2|!digits_lost
3|!not_a_number
4|!converted_value no_such_day
5|!ambiguous_date
6|T-5|accessory/monitor|SmallHD|503 UltraBright|serial_number=77814|purchase_price=799`,
    },
  ),
  text(
    'utf-8',
    `
CAMERAS,,,,
Tag,Type,Brand,Model,Serial
C1,Camera,Sony,A7S III,4410022
C2,"""","""",A7 IV,4410023
C3,Camera,Sony,as above,4410024
SOUND,,,,
Tag,Brand,Model,Type,Serial
A1,Rode,NTG5,Mic,NT-5512
A2,Zoom,F6,Recorder,Z-8812
Bookings,,,,
Date,Client,What,From,To
2024-03-01,BBC,C1,9:00,18:00
2024-03-02,ITV,C2,9:00,18:00`,
    {
      name: 'a documentary crew: a list for each department, then bookings',
      language: 'English',
      currency: 'GBP',
      rows: `
3|C1|camera|Sony|A7S III|serial_number=4410022
4|!ditto_mark
5|!ditto_mark
8@2|A1|accessory/audio|Rode|NTG5|serial_number=NT-5512
9@2|A2|accessory/audio|Zoom|F6|serial_number=Z-8812`,
    },
  ),
  text(
    'utf-8',
    `
ID,Type,Brand,Model,Price,Currency,Value,Insured by
1001,Camera,Leica,Q3,5995,USD,6500,Hiscox
1007,Camera,Leica,M11,8995,EUR,9500,Hiscox
1012,Lens,Leica,Summilux 35,5595,,5800,none
1013,Lens,Leica,APO 50,$8995,USD,9.1k,Hiscox`,
    {
      name: 'a collector: a currency for each row',
      language: 'English',
      currency: 'USD',
      rows: `
2|1001|camera|Leica|Q3|purchase_price=5995|replacement_value=6500
3|!other_currency
4|1012|lens|Leica|Summilux 35|purchase_price=5595|replacement_value=5800
5|!not_a_number`,
    },
  ),
  text(
    'windows-1252',
    `
Nº de inventario;Tipo;Marca;Modelo;N.º de serie;Precio de compra;Fecha de compra;Estado;Ubicación
ES-01;Cámara;Blackmagic;URSA G2;4455667;5.995,00 €;15/03/2019;Bueno;Almacén Móstoles
ES-02;Objetivo;Fujinon;MK 18-55;8812;3.899 €;22/07/2020;Muy bueno;Almacén Móstoles
ES-03;Trípode;Miller;Compass 15;MX-11;1.250,50;30/09/2018;Averiado;Taller
ES-04;Micrófono;Sennheiser;MKH 416;;899,00 + IVA;11/12/2021;Bueno;
TOTAL;;;;;12.043,50 €;;;`,
    {
      name: 'a Spanish television: commas, totals and VAT on top',
      language: 'Spanish',
      currency: 'EUR',
      rows: `
2|ES-01|camera|Blackmagic|URSA G2|serial_number=4455667|purchase_price=5995|purchase_date=2019-03-15|condition=good|storage_location=Almacén Móstoles
3|ES-02|lens|Fujinon|MK 18-55|serial_number=8812|purchase_price=3899|purchase_date=2020-07-22|condition=excellent|storage_location=Almacén Móstoles
4|!unknown_value
5|!not_a_number`,
    },
  ),
  text(
    'macintosh',
    `
Código;Categoría;Fabricante;Modelo;Número de serie;Garantía hasta;Observaciones
MX1;Cámara;Canon;EOS C300 Mark III;103311;31/12/2026;dañada en la esquina
MX2;Iluminación;Aputure;600d;AP-22;dic 2025;pequeña grieta
MX3;Batería;Swit;PB-R290S+;;14/05/2025;«nueva», sin estrenar`,
    {
      name: 'a Mexican freelancer on an old Mac',
      language: 'Spanish',
      currency: 'MXN',
      rows: `
2|MX1|camera|Canon|EOS C300 Mark III|serial_number=103311|warranty_expires_on=2026-12-31|notes=dañada en la esquina
3|!not_a_date
4|MX3|accessory/battery|Swit|PB-R290S+|warranty_expires_on=2025-05-14|notes=«nueva», sin estrenar`,
    },
  ),
  text(
    'windows-1252',
    `
Patrimônio;Categoria;Marca;Modelo;Nº de série;Valor de compra;Data da compra;Situação;Localização
000123;Câmera;Sony;PXW-Z280;1100223;R$ 38.900,00;05/08/2019;Disponível;Estúdio São João
000124;Objetiva;Canon;EF 70-200;778812;R$ 12.499,90;17/10/2020;Emprestado;Ilha de edição
000125;Tripé;Manfrotto;504X;;R$ 2.350;21/10/2020;Não localizado;
000126;Bateria;Sony;BP-U70;;US$ 289,00;21/10/2020;Disponível;Armário 2`,
    {
      name: 'a Brazilian university: leading zeros, two currencies',
      language: 'Portuguese',
      currency: 'BRL',
      rows: `
2|000123|camera|Sony|PXW-Z280|serial_number=1100223|purchase_price=38900|purchase_date=2019-08-05|status=available|storage_location=Estúdio São João
3|000124|lens|Canon|EF 70-200|serial_number=778812|purchase_price=12499.9|purchase_date=2020-10-17|status=in_use|storage_location=Ilha de edição
4|!unknown_value
5|!other_currency`,
    },
  ),
  text(
    'utf-8',
    `
Kit list,,,
,,,
FX6,Sony,cam,£5k
24-70 GM,Sony,lens,£2k`,
    { name: 'a list without a header', language: 'English', currency: 'GBP', refused: 'no_header', rows: '' },
  ),
  text(
    'utf-8',
    `
Brand,Model,Type,Colour,Notes
Godox,AD200,Flash,black,A bag
Godox,AD200,Flash,black,B bag`,
    {
      name: 'a list in which nothing tells two flashes apart',
      language: 'English',
      currency: 'USD',
      refused: 'no_key_column',
      rows: '',
    },
  ),
]
