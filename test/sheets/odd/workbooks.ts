import { failed, formatted, formula, sheetData, type MadeCell } from '../makeWorkbook.ts'
import { workbook, type OddSheet } from './oddSheet.ts'

const link = (url: string, shown: string): MadeCell => formula(`HYPERLINK("${url}","${shown}")`, shown, 't="str"')
const yesCell: MadeCell = { xml: '<v>1</v>', attributes: 't="b"' }
const sheet = (
  name: string,
  rows: readonly (readonly MadeCell[])[],
  state?: 'hidden',
): { name: string; data: string; state?: 'hidden' } => ({
  name,
  data: sheetData(rows),
  ...(state && { state }),
})

/** Workbooks, as spreadsheet programs save them. */
export const workbooks: readonly OddSheet[] = [
  workbook(
    [
      ['INVENTORY 2024', null, null, null, null, null],
      [null],
      ['Tag', 'Type', 'Brand', 'Model', 'Price', 'Purchased'],
      [formatted(98, 1), 'Camera', 'RED', 'V-Raptor', formatted(24500, 2), formatted(44927, 3)],
      [formatted(99, 1), 'Camera', null, 'Komodo', formatted(5995, 2), formatted(44927, 4)],
      [formatted(100, 1), 'Lens', 'Zeiss', 'CP.3', formatted(4.2, 5), 45000],
      [formatted(101, 1), 'Lens', 'Zeiss', formatted(45021, 3), failed('#REF!'), formatted(45021, 3)],
      [null, null, null, 'Sum', formula('SUM(E4:E7)', '34699.2'), null],
    ],
    {
      name: 'a title over merged cells, tags by format, brands merged downwards',
      language: 'English',
      currency: 'USD',
      rows: `
4|KR-0098|camera|RED|V-Raptor|purchase_price=24500|purchase_date=2023-01-01
5|!not_a_date
6|!shown_differently not_a_date
7|!converted_value error_cell`,
    },
    { formats: ['"KR-"0000', '"$"#,##0.00', 'yyyy-mm-dd', 'mmm yy', '0.0,"k"'] },
  ),
  workbook(
    [
      ['Nr.', 'Typ', 'Marke', 'Modell', 'Preis', 'Gekauft', 'Zustand'],
      ['B-1', 'Kamera', 'Canon', 'C70', formatted(4999, 1), formatted(44562, 2), 'gut'],
      ['B-2', 'Kamera', 'Canon', 'R5 C', formatted(4999, 3), formatted(44563, 2), 'A'],
      ['B-3', 'Objektiv', 'Canon', 'RF 24-70', formatted(2499.999, 1), '14. März 2022', 'neuwertig'],
    ],
    {
      name: 'German amounts: euros and a dollar format between them',
      language: 'German',
      currency: 'EUR',
      rows: `
2|B-1|camera|Canon|C70|purchase_price=4999|purchase_date=2022-01-01|condition=good
3|!other_currency
4|B-3|lens|Canon|RF 24-70|purchase_price=2500|purchase_date=2022-03-14|condition=excellent`,
    },
    { formats: ['#,##0.00\\ "€"', 'dd.mm.yyyy', '[$$-409]#,##0.00'] },
  ),
  workbook(
    [
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Manual', 'Link', 'Ready?'],
      [
        link('https://example.test/1', 'C-100'),
        'Camera',
        formula('B9', 'Sony', 't="str"'),
        formula('"FX"&3', 'FX3', 't="str"'),
        'pdf',
        'x',
        yesCell,
      ],
      [link('https://example.test/2', 'C-101'), 'Camera', 'Sony', yesCell, 'pdf', 'x', yesCell],
      ['C-102', 'Camera', 'Sony', formula('A1', undefined), 'pdf', 'x', yesCell],
    ],
    {
      name: 'formulas: links as tags, names put together, one never calculated',
      language: 'English',
      currency: 'USD',
      rows: `
2|C-100|camera|Sony|FX3
3|!converted_value
4|!formula_not_calculated`,
    },
  ),
  workbook(
    [
      ['Read me first!', null],
      ['Cameras are on the second sheet', null],
    ],
    {
      name: 'several sheets: a cover, the list, a hidden archive',
      language: 'English',
      currency: 'GBP',
      rows: `2|X1|camera|Sony|FX6|status=in_use`,
    },
    {
      sheets: [
        sheet('Kit', [
          ['Tag', 'Type', 'Brand', 'Model', 'Status'],
          ['X1', 'Camera', 'Sony', 'FX6', 'Out'],
        ]),
        sheet(
          'Archive',
          [
            ['Tag', 'Type', 'Brand', 'Model', 'Status'],
            ['X0', 'Camera', 'Sony', 'FS7', 'Sold'],
          ],
          'hidden',
        ),
      ],
    },
  ),
  workbook(
    [
      ['Tag', 'Type', 'Brand', 'Model'],
      ['X1', 'Camera', 'Sony', 'FX6'],
    ],
    { name: 'two years on two sheets', language: 'English', currency: 'GBP', refused: 'ambiguous_sheet', rows: '' },
    {
      sheets: [
        sheet('2023', [
          ['Tag', 'Type', 'Brand', 'Model'],
          ['X1', 'Camera', 'Sony', 'FX9'],
        ]),
      ],
    },
  ),
  workbook(
    [
      ['Tag', 'Type', 'Brand', 'Model', null, 'Supplier', 'Phone', 'City'],
      ['P1', 'Camera', 'Nikon', 'Z8', null, 'Calumet', '0203 111', 'London'],
      ['P2', 'Lens', 'Nikon', 'Z 50', null, 'Wex', '0203 222', 'Norwich'],
      [null, null, null, null, null, 'Park', '0203 333', 'London'],
    ],
    {
      name: 'suppliers beside the list',
      language: 'English',
      currency: 'GBP',
      rows: `2|P1|camera|Nikon|Z8\n3|P2|lens|Nikon|Z 50`,
    },
  ),
  workbook(
    [
      ['Cameras', null, null, null, null, 'Lenses', null, null, null],
      ['Tag', 'Type', 'Brand', 'Model', null, 'Tag', 'Type', 'Brand', 'Model'],
      ['K1', 'Camera', 'Fuji', 'X-T5', null, 'O1', 'Lens', 'Fuji', 'XF 23'],
      ['K2', 'Camera', 'Fuji', 'X-H2', null, 'O2', 'Lens', 'Fuji', 'XF 56'],
    ],
    {
      name: 'cameras and lenses side by side',
      language: 'English',
      currency: 'USD',
      rows: `3|K1|camera|Fuji|X-T5\n3@2|O1|lens|Fuji|XF 23\n4|K2|camera|Fuji|X-H2\n4@2|O2|lens|Fuji|XF 56`,
    },
  ),
  workbook(
    [
      ['N° inventaire', 'Catégorie', 'Marque', 'Modèle', 'Prix (€)', 'Ancien prix', 'Garantie jusqu’au', 'N° de série'],
      ['F-1', 'Caméra', 'Sony', 'FX6', formatted(5990, 1), 6990, formatted(46022, 2), formatted(1234567, 3)],
      ['F-2', 'Objectif', 'Sony', '24-70', '1 999,00 €', 2199, formatted(0.5, 4), 123456789012345680],
      ['F-3', 'Trépied', 'Gitzo', 'GT3', '(250)', null, 'à vie', '="0012"'],
      ['F-4', 'Micro', 'Rode', 'NTG3', '12 %', null, null, formatted(0.25, 5)],
    ],
    {
      name: 'a French workbook: a hidden old price, numbers that were rounded',
      language: 'French',
      currency: 'EUR',
      rows: `
2|F-1|camera|Sony|FX6|purchase_price=5990|warranty_expires_on=2025-12-31|serial_number=01234567
3|!not_a_date digits_lost
4|!parenthesised_number duration
5|!percent`,
    },
    { formats: ['#,##0', 'dd/mm/yyyy', '00000000', 'hh:mm', '0%'] },
  ),
  workbook(
    [
      ['資産番号', '種類', 'メーカー', '型番', '購入日', '購入価格'],
      ['J-1', 'カメラ', 'ソニー', 'FX3', formatted(44652, 1), formatted(495000, 2)],
      ['J-2', 'レンズ', 'ソニー', 'SEL2470', formatted(44652, 3), formatted(253000, 2)],
      ['J-3', 'ドローン', 'DJI', 'Mini 4', '2022/4/1頃', 'オープン価格'],
    ],
    {
      name: 'a Japanese workbook: dates in years of an era by format',
      language: 'Japanese',
      currency: 'JPY',
      rows: `
2|J-1|camera|ソニー|FX3|purchase_date=2022-04-01|purchase_price=495000
3|J-2|lens|ソニー|SEL2470|purchase_date=2022-04-01|purchase_price=253000
4|!not_a_date not_a_number`,
    },
    { formats: ['yyyy"年"m"月"d"日"', '"¥"#,##0', '[$-411]ggge"年"m"月"d"日"'] },
  ),
  workbook(
    [
      ['Tag', 'Type', 'Brand', 'Model', 'Price', 'Notes'],
      [
        'S1',
        'Camera',
        'Sony',
        'FX3',
        { xml: '<is><r><rPr><strike/></rPr><t>4199</t></r><r><t> 3599</t></r></is>', attributes: 't="inlineStr"' },
        'sale',
      ],
      ['S2', 'Camera', 'Sony', 'FX30', formatted(1899, 1), 'sold, crossed out'],
      ['S3', 'Camera', 'Sony', 'ZV-1', 699, { xml: '<is><t>line one\nline two</t></is>', attributes: 't="inlineStr"' }],
      ['', '', '', '', '', 'Insurance: call Dave before lending'],
    ],
    {
      name: 'prices that were crossed out and written anew',
      language: 'English',
      currency: 'USD',
      rows: `
2|S1|camera|Sony|FX3|purchase_price=3599|notes=sale
3|!struck_out
4|S3|camera|Sony|ZV-1|purchase_price=699|notes=line one⏎line two`,
    },
    { formats: ['General'], struck: true },
  ),
  workbook(
    [
      ['Tag', 'Type', 'Brand', 'Model', 'Filter type', 'Thread', 'Stops', 'Kept in'],
      ['N1', 'Filter', 'Tiffen', 'ND 0.9', 'ND', '77mm', 3, 'Pouch 1'],
      ['N2', 'Filter', 'NiSi', 'True Color', 'VND', 82, '1-5', 'Pouch 1'],
      ['N3', 'Filter', 'Hoya', 'HD CPL', 'CPL', 'ø67', null, 'Pouch 2'],
      ['N4', 'Filter', 'Lee', '0.6 soft', 'grad', '4x5.65"', 2, 'Pouch 2'],
    ],
    {
      name: 'a pouch of filters: hidden rows are items',
      language: 'English',
      currency: 'USD',
      settings: ['columns: { "Kept in": storage_location }'],
      rows: `
2|N1|filter/nd|Tiffen|ND 0.9|thread_mm=77|nd_stops=3|storage_location=Pouch 1
3|!not_a_number
4|N3|filter/polarizer|Hoya|HD CPL|thread_mm=67|storage_location=Pouch 2
5|!not_a_number`,
    },
    { hidden: [4] },
  ),
]
