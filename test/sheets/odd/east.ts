import { text, type OddSheet } from './oddSheet.ts'

/** Sheets in Polish, Czech, Hungarian, Russian, Greek and Turkish. */
export const east: readonly OddSheet[] = [
  text(
    'windows-1250',
    `
Nr inwentarzowy;Rodzaj;Producent;Nazwa;Nr seryjny;Cena zakupu;Data zakupu;Stan;Uwagi
PL/001;Aparat;Nikon;D850;6012345;12 999,00 zł;14.03.2018;dobry;pęknięta osłona
PL/002;Obiektyw;Nikon;AF-S 24-70;US6123;7.499,50 PLN;30.11.2018;bardzo dobry;gwarancja wygasła
PL/003;Statyw;Manfrotto;055;;899 zł;31.06.2019;zły;do kasacji – źle się składa
PL/004;Akumulator;Nikon;EN-EL15;;450 zł brutto;2019-07-01;;żółta naklejka`,
    {
      name: 'a Polish newspaper: slashes in tags',
      language: 'Polish',
      currency: 'PLN',
      rows: `
2|PL/001|camera|Nikon|D850|serial_number=6012345|purchase_price=12999|purchase_date=2018-03-14|condition=good|notes=pęknięta osłona
3|PL/002|lens|Nikon|AF-S 24-70|serial_number=US6123|purchase_price=7499.5|purchase_date=2018-11-30|condition=excellent|notes=gwarancja wygasła
4|!no_such_day
5|PL/004|accessory/battery|Nikon|EN-EL15|purchase_price=450|purchase_date=2019-07-01|notes=żółta naklejka`,
    },
  ),
  text(
    'iso-8859-2',
    `
Kod;Typ;Marka;Model;Lokalizacja;Wartość ubezpieczenia
TEATR-1;Mikrofon;Shure;ULXD2;Garderoba, półka środkowa;3 200 zł
TEATR-2;Mikrofon;Shure;SM58;Łącznik B;480,00 zł
TEATR-3;Kabel;Klotz;XLR 20m;Piwnica – część główna;~60 zł`,
    {
      name: 'a Polish theatre: ISO 8859-2',
      language: 'Polish',
      currency: 'PLN',
      rows: `
2|TEATR-1|accessory/audio|Shure|ULXD2|storage_location=Garderoba, półka środkowa|replacement_value=3200
3|TEATR-2|accessory/audio|Shure|SM58|storage_location=Łącznik B|replacement_value=480
4|!not_a_number`,
    },
  ),
  text(
    'windows-1250',
    `
Inventární číslo;Druh;Výrobce;Model;Cena;Pořízeno;Umístění
ČT-001;kamera;Sony;PXW-X400;389 900 Kč;12. 5. 2017;Sklad Kavčí hory
ČT-002;objektiv;Canon;KJ20x8.2;149.990,- Kč;12. 5. 2017;Sklad Kavčí hory
ČT-003;světlo;Dedolight;DLH4;18 500,50 Kč;30. 2. 2018;Žižkov
ČT-004;stativ;Vinten;Vision 100;#ODKAZ!;1. 9. 2018;Žižkov`,
    {
      name: 'a Czech television: columns and words in the settings',
      language: 'Czech',
      currency: 'CZK',
      settings: [
        'columns: { "Inventární číslo": asset_tag, Druh: gear_type, Výrobce: brand, Cena: purchase_price, Pořízeno: purchase_date, Umístění: storage_location }',
        'values: { gear_type: { kamera: camera, světlo: accessory/light } }',
      ],
      rows: `
2|ČT-001|camera|Sony|PXW-X400|purchase_price=389900|purchase_date=2017-05-12|storage_location=Sklad Kavčí hory
3|ČT-002|lens|Canon|KJ20x8.2|purchase_price=149990|purchase_date=2017-05-12|storage_location=Sklad Kavčí hory
4|!no_such_day
5|!error_cell`,
    },
  ),
  text(
    'windows-1250',
    `
Leltári szám;Típus;Gyártó;Modell;Ár;Beszerezve;Megjegyzés
MTV-1;kamera;JVC;GY-HC900;3 290 000 Ft;2019.04.15.;jó állapotú, őrzött raktár
MTV-2;objektív;Fujinon;XA20;1.890.000 Ft;2019.04.15.;tükröződés szélen
MTV-3;mikrofon;AKG;C414;299.900 Ft;2020. 11. 3.;űrszelvényben ütődött`,
    {
      name: 'a Hungarian television: dates with a full stop behind',
      language: 'Hungarian',
      currency: 'HUF',
      settings: [
        'columns: { "Leltári szám": asset_tag, Típus: gear_type, Gyártó: brand, Ár: purchase_price, Beszerezve: purchase_date, Megjegyzés: notes }',
        'values: { gear_type: { kamera: camera, objektív: lens } }',
      ],
      rows: `
2|MTV-1|camera|JVC|GY-HC900|purchase_price=3290000|purchase_date=2019-04-15|notes=jó állapotú, őrzött raktár
3|MTV-2|lens|Fujinon|XA20|purchase_price=1890000|purchase_date=2019-04-15|notes=tükröződés szélen
4|MTV-3|accessory/audio|AKG|C414|purchase_price=299900|purchase_date=2020-11-03|notes=űrszelvényben ütődött`,
    },
  ),
  text(
    'windows-1251',
    `
Инв. №;Тип;Марка;Модель;Серийный номер;Цена;Куплено;Примечание
К-001;камера;Sony;PMW-300;0012233;389 000 руб.;15.04.2015;царапина на корпусе
К-002;объектив;Canon;EF 24-70;8812;129 900,50 RUB;30.04.2015;отдали Сергею до мая
К-003;штатив;Manfrotto;502;;24 500 р.;31.04.2015;сломана ручка
К-004;камера;Sony;FX3;#ССЫЛКА!;320 000 руб;01.02.2022;нет`,
    {
      name: 'a Russian studio: Windows-1251',
      language: 'Russian',
      currency: 'RUB',
      settings: [
        'columns: { "Инв. №": asset_tag, Тип: gear_type, Марка: brand, Модель: model, "Серийный номер": serial_number, Цена: purchase_price, Куплено: purchase_date, Примечание: notes }',
        'values: { gear_type: { камера: camera, объектив: lens, штатив: accessory/tripod } }',
      ],
      rows: `
2|К-001|camera|Sony|PMW-300|serial_number=0012233|purchase_price=389000|purchase_date=2015-04-15|notes=царапина на корпусе
3|К-002|lens|Canon|EF 24-70|serial_number=8812|purchase_price=129900.5|purchase_date=2015-04-30|notes=отдали Сергею до мая
4|!no_such_day
5|!error_cell`,
    },
  ),
  text(
    'koi8-r',
    `
Номер;Type;Brand;Model;Полка
Ш-1;camera;Зенит;Е;верхняя полка слева
Ш-2;lens;Гелиос;44-2;нижний ящик у окна
Ш-3;lens;Юпитер;9;мастерская, второй стол`,
    {
      name: 'a Russian school of photography: KOI8-R',
      language: 'Russian',
      currency: 'RUB',
      settings: ['columns: { Номер: asset_tag, Полка: storage_location }'],
      rows: `
2|Ш-1|camera|Зенит|Е|storage_location=верхняя полка слева
3|Ш-2|lens|Гелиос|44-2|storage_location=нижний ящик у окна
4|Ш-3|lens|Юпитер|9|storage_location=мастерская, второй стол`,
    },
  ),
  text(
    'cp866',
    `
Asset Tag;Type;Brand;Model;Location;Notes
A1;camera;Sony;FX3;Большой склад;новая камера для съёмок
A2;camera;Sony;FX6;Малый склад;отправлена в ремонт, вернут в среду`,
    {
      name: 'a Russian list out of an old accounting program: IBM 866',
      language: 'Russian',
      currency: 'RUB',
      rows: `
2|A1|camera|Sony|FX3|storage_location=Большой склад|notes=новая камера для съёмок
3|A2|camera|Sony|FX6|storage_location=Малый склад|notes=отправлена в ремонт, вернут в среду`,
    },
  ),
  text(
    'windows-1253',
    `
Asset Tag;Type;Brand;Model;Price;Bought;Location;Notes
GR1;camera;Canon;R6;2.499,00 €;15/03/2021;Αποθήκη Αθήνα;γρατζουνιά στο σώμα
GR2;lens;Canon;RF 35;549 €;22/03/2021;Αποθήκη Αθήνα;για τους γάμους
GR3;accessory;Godox;V1;249,90 €;2/4/2021;Θεσσαλονίκη;χρειάζεται μπαταρία`,
    {
      name: 'a Greek wedding photographer: English headers, Greek notes',
      language: 'Greek',
      currency: 'EUR',
      rows: `
2|GR1|camera|Canon|R6|purchase_price=2499|purchase_date=2021-03-15|storage_location=Αποθήκη Αθήνα|notes=γρατζουνιά στο σώμα
3|GR2|lens|Canon|RF 35|purchase_price=549|purchase_date=2021-03-22|storage_location=Αποθήκη Αθήνα|notes=για τους γάμους
4|GR3|accessory|Godox|V1|purchase_price=249.9|purchase_date=2021-04-02|storage_location=Θεσσαλονίκη|notes=χρειάζεται μπαταρία`,
    },
  ),
  text(
    'windows-1254',
    `
Demirbaş No;Tür;Marka;Model;Seri No;Fiyat;Alış tarihi;Yer
TR-1;kamera;Sony;FX6;5512;189.990,00 TL;15.06.2022;Ağaçlı depo
TR-2;lens;Sony;GM 24-70;8812;62.500,50 TRY;15.06.2022;İstanbul şubesi
TR-3;tripod;Sachtler;Ace;;38.900 TL;31.06.2022;Işık odası`,
    {
      name: 'a Turkish television: Windows-1254',
      language: 'Turkish',
      currency: 'TRY',
      settings: [
        'columns: { "Demirbaş No": asset_tag, Tür: gear_type, Marka: brand, "Seri No": serial_number, Fiyat: purchase_price, "Alış tarihi": purchase_date, Yer: storage_location }',
        'values: { gear_type: { kamera: camera } }',
      ],
      rows: `
2|TR-1|camera|Sony|FX6|serial_number=5512|purchase_price=189990|purchase_date=2022-06-15|storage_location=Ağaçlı depo
3|TR-2|lens|Sony|GM 24-70|serial_number=8812|purchase_price=62500.5|purchase_date=2022-06-15|storage_location=İstanbul şubesi
4|!no_such_day`,
    },
  ),
  text(
    'windows-1257',
    `
Tag,Type,Brand,Model,Location,Notes
LT1,Camera,Nikon,Z6,Sandėlis Žaliasis,sulaužytas ekranas – reikia taisyti
LT2,Lens,Nikon,Z 35,Spinta už durų,paskolinta Jūratei iki šeštadienio
LT3,Lens,Nikon,Z 85,Sandėlis Žaliasis,įbrėžimas ant priekinio lęšio`,
    {
      name: 'a Lithuanian studio: Windows-1257',
      language: 'Lithuanian',
      currency: 'EUR',
      rows: `
2|LT1|camera|Nikon|Z6|storage_location=Sandėlis Žaliasis|notes=sulaužytas ekranas – reikia taisyti
3|LT2|lens|Nikon|Z 35|storage_location=Spinta už durų|notes=paskolinta Jūratei iki šeštadienio
4|LT3|lens|Nikon|Z 85|storage_location=Sandėlis Žaliasis|notes=įbrėžimas ant priekinio lęšio`,
    },
  ),
  text(
    'utf-8',
    `
Номер;Тип;Виробник;Модель;Ціна
У-1;камера;Sony;FX3;150 000 грн`,
    {
      name: 'a Ukrainian list whose headers are not known',
      language: 'Ukrainian',
      currency: 'UAH',
      refused: 'no_header',
      rows: '',
    },
  ),
]
