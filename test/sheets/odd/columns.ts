import { text, type OddSheet } from './oddSheet.ts'

/** Sheets whose headers say something else than their cells. */
export const columns: readonly OddSheet[] = [
  text(
    'utf-8',
    `
N° d'inventaire;Type;Marque;Modèle;Densité
F-1;filtre nd;Tiffen;ND 0.9;0,9
F-2;filtre nd;Tiffen;ND 0.6;0.6
F-3;filtre nd;B+W;106;1,8
F-4;filtre nd;B+W;110;3`,
    {
      name: 'a French rental house writes the densities of ND filters',
      language: 'French',
      currency: 'EUR',
      rows: `
2|F-1|filter/nd|Tiffen|ND 0.9|nd_stops=3
3|F-2|filter/nd|Tiffen|ND 0.6|nd_stops=2
4|F-3|filter/nd|B+W|106|nd_stops=6
5|F-4|filter/nd|B+W|110|nd_stops=10`,
    },
  ),
  text(
    'utf-8',
    `
N° d'inventaire;Type;Marque;Modèle;Valeur ND
F-1;filtre nd;Hoya;ProND8;8
F-2;filtre nd;Hoya;ProND64;64
F-3;filtre nd;Hoya;ProND1000;1000`,
    {
      name: 'a French studio writes the factors of ND filters',
      language: 'French',
      currency: 'EUR',
      rows: `
2|F-1|filter/nd|Hoya|ProND8|nd_stops=3
3|F-2|filter/nd|Hoya|ProND64|nd_stops=6
4|F-3|filter/nd|Hoya|ProND1000|nd_stops=10`,
    },
  ),
  text(
    'utf-8',
    `
Etiqueta;Tipo;Marca;Modelo;Densidad
F-1;filtro nd;Lee;Big;3
F-2;filtro nd;Lee;Pro;6`,
    {
      name: 'a Spanish column of densities whose numbers can be stops too',
      language: 'Spanish',
      currency: 'EUR',
      rows: `
2|F-1|filter/nd|Lee|Big
3|F-2|filter/nd|Lee|Pro`,
    },
  ),
  text(
    'utf-8',
    `
Inventarnummer;Kategorie;Hersteller;Serie;Modell;Anschluss;Garantie
A-1;Kamera;Sony;Alpha;7 IV;USB-C;ja
A-2;Kamera;Sony;Cinema Line;FX3;HDMI;nein
A-3;Kamera;Sony;Cinema Line;FX6;USB-C;abgelaufen`,
    {
      name: 'a German list: a product line, a plug and a yes are no serial, mount and provider',
      language: 'German',
      currency: 'EUR',
      rows: `
2|A-1|camera|Sony|7 IV
3|A-2|camera|Sony|FX3
4|A-3|camera|Sony|FX6`,
    },
  ),
  text(
    'utf-8',
    `
Asset Tag,Type,Brand,Model,Warranty,Storage
W-1,camera,Sony,FX3,Yes,128GB
W-2,camera,Sony,FX6,No,2TB
W-3,camera,Sony,FX9,expired,SSD
W-4,camera,Sony,A1,in warranty,256 GB
W-5,camera,Sony,A7,2026,CFexpress A`,
    {
      name: 'an IT list: states of warranty and capacities',
      language: 'English',
      currency: 'USD',
      rows: `
2|W-1|camera|Sony|FX3
3|W-2|camera|Sony|FX6
4|W-3|camera|Sony|FX9
5|W-4|camera|Sony|A1
6|W-5|camera|Sony|A7`,
    },
  ),
  text(
    'utf-8',
    `
Numero inventario;Tipo;Marca;Modello;Magazzino;Garanzia
I-1;fotocamera;Sony;FX3;Scaffale 2;Sony Italia
I-2;fotocamera;Sony;FX6;Scaffale 2;Sony Italia
I-3;fotocamera;Sony;FX9;sì;Fowa`,
    {
      name: 'an Italian list: one yes among places refuses its row',
      language: 'Italian',
      currency: 'EUR',
      rows: `
2|I-1|camera|Sony|FX3|storage_location=Scaffale 2|warranty_provider=Sony Italia
3|I-2|camera|Sony|FX6|storage_location=Scaffale 2|warranty_provider=Sony Italia
4|!unknown_value`,
    },
  ),
  text(
    'utf-8',
    `
Asset Tag,Type,Brand,Model,Price,Weekend rate,Deposit,Insurance value
A-1,camera,Sony,FX3,85,150,500,3900
A-2,lens,Sigma,35mm,25,40,200,800`,
    {
      name: 'a rental list: a price beside rates and a deposit is no purchase price',
      language: 'English',
      currency: 'USD',
      rows: `
2|A-1|camera|Sony|FX3|replacement_value=3900
3|A-2|lens|Sigma|35mm|replacement_value=800`,
    },
  ),
  text(
    'utf-8',
    `
Inventarisnummer;Soort;Merk;Model;Prijs;Dagprijs;Borg
N-1;camera;Sony;FX3;85;150;500
N-2;camera;Sony;FX6;120;190;700`,
    {
      name: 'a Dutch rental list',
      language: 'Dutch',
      currency: 'EUR',
      rows: `
2|N-1|camera|Sony|FX3
3|N-2|camera|Sony|FX6`,
    },
  ),
  text(
    'utf-8',
    `
Asset Tag,Type,Brand,Model,Acquired,Acquisition Date,Date Acquired
A-1,camera,Sony,FX3,Donated,2023-02-01,2023-02-01
A-2,camera,Sony,FX6,Bought,2023-03-01,2023-03-01`,
    {
      name: 'three columns of an acquisition: how, when, and when again',
      language: 'English',
      currency: 'USD',
      rows: `
2|A-1|camera|Sony|FX3|purchase_date=2023-02-01
3|A-2|camera|Sony|FX6|purchase_date=2023-03-01`,
    },
  ),
  text(
    'utf-8',
    `
Asset Tag,Type,Category,Brand,Model Name,Model Number,Notes,Notes
A-1,camera,Video dept,Sony,FX3 Cinema,ILME-FX3/B-0041,,clean
A-2,lens,Optics dept,Sigma,35mm Art,A340-9654/E-0001,,`,
    {
      name: 'two columns of one meaning: the words of types, the name of a model, the one that is filled',
      language: 'English',
      currency: 'USD',
      rows: `
2|A-1|camera|Sony|FX3 Cinema|notes=clean
3|A-2|lens|Sigma|35mm Art`,
    },
  ),
  text(
    'utf-8',
    `
Asset,Category,Manufacturer,Model,Serial Number,Location
Main camera,Camera,Sony,FX3,111,A
B cam,Camera,Sony,FX6,112,A
Wide lens,Lens,Sigma,14-24mm,113,B`,
    {
      name: 'names of things where tags are expected, beside serial numbers',
      language: 'English',
      currency: 'USD',
      refused: 'ambiguous_header',
      rows: '',
    },
  ),
  text(
    'utf-8',
    `
Asset Tag,Type,Brand,Model,Flight Time,Registration
D-1,drone,DJI,Mavic 3,120,Yes
D-2,drone,DJI,Mini 4,310.5,No`,
    {
      name: 'a drone list: hours of all flights, and whether a drone is registered',
      language: 'English',
      currency: 'USD',
      rows: `
2|D-1|drone|DJI|Mavic 3
3|D-2|drone|DJI|Mini 4`,
    },
  ),
  text(
    'utf-8',
    `
Numer inwentarzowy;Typ;Marka;Model;Lokalizacja;Gwarancja
P-1;aparat;Sony;FX3;Regał 2;2026-05-01
P-2;aparat;Sony;FX6;Regał 3;2026-06-01`,
    {
      name: 'a Polish list whose headers mean what they say',
      language: 'Polish',
      currency: 'PLN',
      rows: `
2|P-1|camera|Sony|FX3|storage_location=Regał 2|warranty_expires_on=2026-05-01
3|P-2|camera|Sony|FX6|storage_location=Regał 3|warranty_expires_on=2026-06-01`,
    },
  ),
]
