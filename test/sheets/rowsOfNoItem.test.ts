// Rows that are no item: subtotals, and rows in which only checkboxes are filled. Remarks beside the list.
import { describe, expect, it } from 'vitest'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { MappedTable } from '../../sheets/types.ts'
import { makeWorkbook, sheetData, type MadeCell } from './makeWorkbook.ts'
import { mapText, source, toCsv } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Price', 'Insured']

const kindsOf = ({ rows }: MappedTable): unknown[] => rows.map(({ reason, outcome }) => reason ?? outcome ?? 'item')

async function mapWorkbook(rows: readonly (readonly MadeCell[])[]): Promise<MappedTable> {
  const bytes = makeWorkbook({ sheets: [{ name: 'Inventory', data: sheetData(rows) }] })
  return mapTable(chooseSheet(await readSheets(bytes, 'a.xlsx'), source()), source(), { currency: 'USD' })
}

const boolean = (value: boolean): MadeCell => ({ xml: `<v>${Number(value)}</v>`, attributes: 't="b"' })

describe('a subtotal', () => {
  const camera = (tag: string): string[] => [tag, 'camera', 'Sony', 'FX3', '100', '']

  it.each([
    ['Summe Kameras'],
    ['Kameras gesamt'],
    ['Total cameras'],
    ['Subtotal: Cameras'],
    ['Sous-total appareils photo'],
    ['Total de cámaras'],
    ['Totale fotocamere'],
    ['Razem: kamery A'],
    ['Total (2 pcs)'],
    ['合計'],
    ['Итого'],
  ])('%s is no item, under any header', (label) => {
    for (const column of HEAD.keys()) {
      const row = ['', '', '', '', '200', ''].with(column, label)
      const { rows } = mapText(toCsv([HEAD, ['kamery A'], camera('A-1'), camera('A-2'), row]))
      expect({ column, reason: rows.at(-1)?.reason }).toEqual({ column, reason: 'totals_row' })
    }
  })

  it.each([
    [
      'en',
      'Items, Total items, No. of items, # of items total, Count, Number of cameras, Total cameras, Sub-total, Qty total, Grand total incl. VAT, Carried forward',
    ],
    [
      'de',
      'Positionen, Betrag, Anzahl, Anzahl Kameras, Anzahl Geräte:, Stückzahl, Gesamtanzahl Geräte, Summe Geräte, Gesamtsumme netto, Endbetrag, Warenwert, Übertrag, Summe inkl. MwSt.',
    ],
    ['fr', "Montant, Nombre d'articles, Nb total, Total TTC, Total matériel, Nombre de caméras, Total HT, À reporter"],
    ['es', 'Total equipos, Nº de equipos, Cantidad total, Número de cámaras, Suma y sigue, Total unidades'],
    ['it', 'Totale articoli, N. articoli, Importo totale, Numero di articoli, Totale complessivo pezzi'],
    ['nl', "Aantal, Totaal aantal, Totaalbedrag, Aantal camera's, Totaal apparatuur"],
    ['pl', 'Liczba sztuk, Łącznie, Ogółem pozycji, Razem sprzęt, Ilość sztuk razem'],
    ['pt', 'Total de itens, Quantidade total, Número de câmeras, Total geral'],
    ['sv', 'Antal, Totalt, Summa totalt, Totalt antal, Antal kameror'],
    ['cs', 'Celkem kusů, Počet položek, Celkem:, Mezisoučet'],
    ['hu, tr', 'Összesen, Toplam adet, Ara toplam, Genel toplam'],
    ['ru', 'Всего единиц, Общее количество, Итого оборудование, Кол-во'],
    ['ja, zh', '合計台数, 総数, 計, カメラ計, レンズ合計, 機材の合計, 总数, 设备总数'],
  ])('in the column of tags has a number beside it: %s', (_language, labels) => {
    const sections = ['Totale complessivo pezzi', "Aantal camera's", 'Antal kameror', '设备总数']
    for (const label of labels.split(', ')) {
      if (sections.includes(label)) continue
      for (const row of [
        [label, '', '', '', '2', ''],
        [label, '2', '', '', '', ''],
        [label, '', '2 Stk.', '', '', ''],
        [label, '', '', '2', '9.898,00', ''],
      ]) {
        const { rows } = mapText(toCsv([HEAD, camera('A-1'), camera('A-2'), row]))
        expect({ row, reason: rows.at(-1)?.reason }).toEqual({ row, reason: 'totals_row' })
      }
    }
  })

  it.each([
    [['Count', '', '', '', '', '']],
    [['Count', 'camera', '', '', '', 'with lens']],
    [['Number 5', 'camera', 'Sony', 'FX3', '100', '']],
    [['Anzahl', 'camera', 'Sony', 'FX3', '2', '']],
    [['No. 7', 'lens', '', 'Art', '', '']],
    [['Gear 12', '', 'Sony', 'FX3', '2', '']],
    [['計-1', 'camera', 'Sony', 'FX3', '2', '']],
  ])('is not a row that says something else: %j', (row) => {
    const { rows } = mapText(toCsv([HEAD, camera('A-1'), camera('A-2'), row]))
    expect(rows.at(-1)?.reason).not.toBe('totals_row')
  })

  it('may have amounts with units and the name of its section in other columns', () => {
    const table = mapText(
      toCsv([HEAD, camera('A-1'), ['Summe', 'Kameras', '', '2 Stück', '200', ''], ['', 'Total', '', '', '$ 200', '']]),
    )
    expect(kindsOf(table)).toEqual(['item', 'totals_row', 'totals_row'])
  })

  it.each([
    [['T-1', 'camera', 'Total', 'Station', '', '']],
    [['Total', 'camera', 'Leica', 'Total Station', '', '']],
    [['T-1', 'camera', 'Sony', '', '', 'total loss']],
    [['Total Recall', 'camera', '', 'Sony', '', '']],
  ])('is not an item that has such a word: %j', (row) => {
    const { rows } = mapText(toCsv([HEAD, row]))
    expect(rows[0]?.reason).toBeUndefined()
  })
})

describe('a row in which only checkboxes are filled', () => {
  it.each(['FALSE', 'FALSCH', 'FAUX', 'FALSO', 'FAŁSZ', 'ЛОЖЬ'])('is blank in a text file: %s', (unchecked) => {
    const rows = [
      HEAD,
      ['A-1', 'camera', 'Sony', 'FX3', '', unchecked],
      ...Array.from({ length: 5 }, () => ['', '', '', '', '', unchecked]),
    ]
    const table = mapText(toCsv(rows))
    expect(kindsOf(table)).toEqual(['item'])
    expect(table.mapping.row_groups).toEqual({ header: 1, item: 1, blank: 5 })
  })

  it('is blank in a workbook, with several columns of checkboxes and a weak key', async () => {
    const head = ['No.', 'Type', 'Brand', 'Model', 'Insured', 'Checked']
    const empty: MadeCell[] = [null, null, null, null, boolean(false), boolean(false)]
    const table = await mapWorkbook([
      head,
      ['A-1', 'camera', 'Sony', 'FX3', boolean(true), boolean(false)],
      ['A-2', 'camera', 'Sony', 'FX6', boolean(false), boolean(true)],
      ...Array.from({ length: 297 }, () => empty),
    ])
    expect(kindsOf(table)).toEqual(['item', 'item'])
    expect(table.mapping.row_groups).toEqual({ header: 1, item: 2, blank: 297 })
  })

  it('is not blank if one is checked, or if the column has other values', async () => {
    const checked = await mapWorkbook([
      HEAD,
      ['A-1', 'camera', 'Sony', 'FX3', 1, boolean(true)],
      [null, null, null, null, null, boolean(true)],
    ])
    expect(kindsOf(checked)).toEqual(['item', 'refused'])
    const mixed = mapText(
      toCsv([HEAD, ['A-1', 'camera', 'Sony', 'FX3', '1', 'Allianz'], ['', '', '', '', '', 'FALSE']]),
    )
    expect(mixed.mapping.row_groups['blank']).toBeUndefined()
  })
})

describe('a value to the right of the last header', () => {
  const head = ['Asset Tag', 'Type', 'Brand', 'Model', 'Location']
  const rows: string[][] = [
    ['V-1', 'camera', 'Sony', 'FX3', 'Room 1', 'on loan to Kim'],
    ['V-2', 'camera', 'Sony', 'FX6', 'Room 1'],
    ['V-3', 'camera', 'Sony', 'FX9', 'Room 1', '', 'sold May 2024'],
  ]
  const leftOut = [
    { column: 'F', header: '' },
    { column: 'G', header: '' },
  ]

  it('is in a column that is left out, in a workbook and in a text file', async () => {
    for (const table of [await mapWorkbook([head, ...rows]), mapText(toCsv([head, ...rows]))]) {
      expect(table.read.unknown_columns).toEqual(leftOut)
      expect(table.mapping.tables[0]?.left_out).toMatchObject(
        leftOut.map((column) => ({ ...column, reason: 'no_header' })),
      )
      expect(kindsOf(table)).toEqual(['item', 'item', 'item'])
    }
    const compact = mapTable(readDelimited(Buffer.from(toCsv([head, ...rows])), undefined, 10), source(), {
      currency: 'USD',
    })
    expect(compact.read.unknown_columns).toEqual(leftOut)
  })

  it.each([
    ['T-1,camera,Sony,FX3, with grip,Room 1', 'a comma in a sentence'],
    ['T-1,camera,Sony,FX3,Sony,Room 1', 'no other row has the value in the last column'],
    ['T-1,camera,Sony,FX3,Room 1, Shelf 2', 'a comma in the last column'],
    ['T-1,camera,Sony,FX3,Room 1,2', 'a number that can belong to the one before'],
  ])('refuses a row of a text file whose values may be shifted: %s (%s)', (line) => {
    const table = mapText(`${toCsv([head, ...rows])}\n${line}`)
    expect(table.rows.at(-1)?.errors.map(({ code }) => code)).toEqual(['too_long'])
  })
})
