import { text, type OddSheet } from './oddSheet.ts'

/** Sheets with parts under items, labels of counts, headers that scale, and nothings and marks that programs write. */
export const parts: readonly OddSheet[] = [
  text(
    'utf-8',
    `
Codice	Categoria	Marca	Modello	Matricola	Condizione	Ubicazione	Prezzo d'acquisto	Acquistato il	In garanzia
IT-1	Fotocamera	Sony	FX3	111	ottimo	Scaffale 1	3.899,00 €	03.11.2023	sì
└	Batteria	Sony	NP-FZ100		buono	Scaffale 1	79,00	03.11.2023	
incl.	Borsa	Peli	1510			Scaffale 1		03.11.2023	
IT-2	Obiettivo	Sigma	35mm	112	buono	(vuoto)	749	12.05.2024	no
IT-3	Treppiede	Manfrotto	055	s.n.	come nuovo	Non assegnato	199,90		scaduta
N. articoli	3						4.926,90`,
    {
      name: 'an Italian list in tabs: parts under a camera, a count at its end, nothings of a pivot table',
      language: 'Italian',
      currency: 'EUR',
      rows: `
2|IT-1|camera|Sony|FX3|serial_number=111|condition=excellent|storage_location=Scaffale 1|purchase_price=3899|purchase_date=2023-11-03
3|!row_without_key
4|!row_without_key
5|IT-2|lens|Sigma|35mm|serial_number=112|condition=good|purchase_price=749|purchase_date=2024-05-12
6|IT-3|accessory/tripod|Manfrotto|055|condition=excellent|purchase_price=199.9`,
    },
    'list.tsv',
  ),
  text(
    'windows-1250',
    `
Asset tag;Type;Brand;Model;Serial;Location;Notes;Price (TCZK)
CZ-1;Kamera;Sony;FX3;111;není;žádné;89,9
CZ-2;Objektiv;Sigma;35mm;112;viz výše;totéž;18,9
Celkem položek;2;;;;;;108,8`,
    {
      name: 'a Czech list in thousands of crowns',
      language: 'Czech',
      currency: 'CZK',
      rows: `
2|CZ-1|camera|Sony|FX3|serial_number=111
3|!ditto_mark`,
    },
  ),
  text(
    'utf-8',
    `
Asset tag;Type;Brand;Model;Serial;Location;Notes;Price (tkr)
SE-1;Kamera;Sony;FX3;111;Skåp 1;samma som ovan;42,9
SE-2;Objektiv;Sigma;35mm;112;Välj...;;7,99
Antal;2;;;;;;`,
    {
      name: 'a Swedish list: a placeholder of a form, a ditto in the notes',
      language: 'Swedish',
      currency: 'SEK',
      rows: `
2|!ditto_mark
3|SE-2|lens|Sigma|35mm|serial_number=112`,
    },
  ),
  text(
    'utf-8',
    `
Asset tag;Type;Brand;Model;Serial;Location;Notes;Price
TR-1;Kamera;Sony;FX3;111;Raf 1;(boş);129.990,00 TL
TR-2;Lens;Sigma;35mm;112;aynı;;24.990 ₺
TR-3;Lens;Sigma;50mm;113;#HATA!;;24.990 ₺
Toplam adet;3;;;;;;`,
    {
      name: 'a Turkish list: an error, a ditto, and an empty value in brackets',
      language: 'Turkish',
      currency: 'TRY',
      rows: `
2|TR-1|camera|Sony|FX3|serial_number=111|storage_location=Raf 1|purchase_price=129990
3|!ditto_mark
4|!error_cell`,
    },
  ),
  text(
    'utf-8',
    `
Asset tag,Type,Brand,Model,Serial,Location,Notes,Price (万円)
JP-1,カメラ,ソニー,FX3,111,棚1,未設定,49.8
JP-2,レンズ,シグマ,35mm,112,同左,,12.8
付属,レンズ,シグマ,50mm,113,棚1,,12.8
合計台数,2,,,,,,`,
    {
      name: 'a Japanese list in units of ten thousand yen',
      language: 'Japanese',
      currency: 'JPY',
      rows: `
2|JP-1|camera|ソニー|FX3|serial_number=111|storage_location=棚1
3|!ditto_mark
4|!row_without_key`,
    },
  ),
  text(
    'utf-8',
    `
Asset tag;Type;Brand;Model;Serial;Location;Notes;Price
RU-1;Camera;Sony;FX3;111;Полка 1;нет данных;399 990,00 руб.
RU-2;Lens;Sigma;35mm;112;там же;;79 990 ₽
RU-3;Lens;Sigma;50mm;113;Полка 2;не указано;79 990 ₽
см. RU-1;Lens;Sigma;85mm;114;Полка 2;;1 ₽
Всего единиц;3;;;;;;`,
    {
      name: 'a Russian list: a reference to another item in place of a tag',
      language: 'Russian',
      currency: 'RUB',
      rows: `
2|RU-1|camera|Sony|FX3|serial_number=111|storage_location=Полка 1|purchase_price=399990
3|!ditto_mark
4|RU-3|lens|Sigma|50mm|serial_number=113|storage_location=Полка 2|purchase_price=79990
5|!row_without_key`,
    },
  ),
  text(
    'utf-8',
    `
Asset tag;Type;Brand;Model;Serial;Location;Notes;Cena (tys. zł)
PL-1;Kamera;Sony;FX3;111;Regał 1;(puste);18,9
PL-2;Obiektyw;Sigma;35mm;112;jw.;brak danych;3,3
w zestawie;Obiektyw;Sigma;85mm;114;Regał 2;;3,3
Razem sprzęt;3;;;;;;`,
    {
      name: 'a Polish list in thousands of zlotys',
      language: 'Polish',
      currency: 'PLN',
      rows: `
2|PL-1|camera|Sony|FX3|serial_number=111|storage_location=Regał 1
3|!ditto_mark
4|!row_without_key`,
    },
  ),
  text(
    'utf-8',
    `
Patrimônio;Categoria;Marca;Modelo;Número de série;Local;Observações;Valor de compra (mil R$)
BR-1;Câmera;Sony;FX3;111;Armário;não atribuído;25,9
BR-2;Lente;Sigma;35mm;112;igual acima;;5,4
Total de itens;2;;;;;;`,
    {
      name: 'a Brazilian list in thousands of reais',
      language: 'Portuguese',
      currency: 'BRL',
      rows: `
2|BR-1|camera|Sony|FX3|serial_number=111|storage_location=Armário
3|!ditto_mark`,
    },
  ),
  text(
    'utf-8',
    `
Inventarisnr;Soort;Merk;Model;Serienummer;Locatie;Opmerkingen;Prijs (x duizend)
NL-1;Camera;Sony;FX3;111;Kast 1;geen gegevens;3,9
NL-2;Lens;Sigma;35mm;112;zie hierboven;;0,7
bij NL-1;Lens;Sigma;50mm;113;Kast 1;;0,7
Totaal aantal;2;;;;;;`,
    {
      name: 'a Dutch list in thousands, with a part that names its item',
      language: 'Dutch',
      currency: 'EUR',
      rows: `
2|NL-1|camera|Sony|FX3|serial_number=111|storage_location=Kast 1
3|!ditto_mark
4|!row_without_key`,
    },
  ),
  text(
    'utf-8',
    `
Inventario 2024, importes en miles de €;;;;;;;
Número de inventario;Tipo;Marca;Modelo;Nº de serie;Ubicación;Observaciones;Precio
ES-1;Cámara;Sony;FX3;111;Armario;(en blanco);3,9
ES-2;Óptica;Sigma;35mm;112;ver arriba;;0,7
- ES-1;Óptica;Sigma;50mm;113;Armario;sin datos;0,7
Nº de equipos;2;;;;;;`,
    {
      name: 'a Spanish list in thousands of euros, below a title that says so',
      language: 'Spanish',
      currency: 'EUR',
      rows: `
3|ES-1|camera|Sony|FX3|serial_number=111|storage_location=Armario
4|!ditto_mark
5|!row_without_key`,
    },
  ),
]
