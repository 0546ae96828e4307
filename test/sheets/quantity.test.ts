import { describe, expect, it } from 'vitest'
import { mapText, source, toCsv } from './support.ts'

const baseHeaders = ['Asset Tag', 'Type', 'Brand', 'Model']
const item = (tag: string): string[] => [tag, 'accessory', 'Energizer', 'AA']
const map = (header: string, values: readonly string[], ...settings: string[]) =>
  mapText(
    toCsv([[...baseHeaders, header], ...values.map((value, index) => [...item(`C-${index + 1}`), value])]),
    source(...settings),
  )
const outcomes = (header: string, values: readonly string[], ...settings: string[]): unknown[] =>
  map(header, values, ...settings).rows.map(
    ({ errors }) => errors.map(({ cell, code }) => `${cell} ${code}`).join(' ') || 'item',
  )

describe('a column of quantities', () => {
  const headers = `Qty, QTY., Quantity, Total Qty, Qty on hand, pcs, Number of units, Anzahl, Anz., Stück, Stk., Menge, Stückzahl, Quantité
    Qté, Nb, Nombre, Cantidad, Cant., Uds., Unidades, Aantal, Stuks, Quantità, Q.tà, Pezzi, Quantidade, Ilość
    Szt., Množství, Antal, Määrä, Adet, Количество, Кол-во, 数量, 個数, 수량, In stock, Bestand, Quantity (pcs)`

  it.each(headers.split(/,\s+|\n\s*/))('called %s refuses a row of several items', (header) => {
    const { read, rows } = map(header, ['48', '1', ''])
    expect(rows.map(({ errors }) => errors.map(({ cell, code, raw }) => [cell, code, raw]))).toEqual([
      [['E2', 'quantity', '48']],
      [],
      [],
    ])
    expect({ E: read.columns['E'], unknown_columns: read.unknown_columns }).toEqual({
      E: { header, field: 'quantity' },
      unknown_columns: [],
    })
  })

  it('is refused with the number of items and the setting that helps', () => {
    const [error] = map('Qty', ['48']).rows[0]?.errors ?? []
    expect(error?.message).toMatch(
      /stands for 48 items.+set quantity: .+expand makes 48 items with the tags C-1-1 to C-1-48, one makes/s,
    )
  })

  it.each([
    ['1', 'item'],
    ['1.0', 'item'],
    ['1x', 'item'],
    ['1 Stk.', 'item'],
    ['１', 'item'],
    ['-', 'item'],
    ['2x', 'E2 quantity'],
    ['x 3', 'E2 quantity'],
    ['4 pcs', 'E2 quantity'],
    ['２', 'E2 quantity'],
    ['0', 'E2 quantity'],
    ['1.000', 'E2 not_a_number'],
    ['2 sets', 'E2 not_a_number'],
    ['-1', 'E2 not_a_number'],
    ['1,5', 'E2 not_a_number'],
    ['a few', 'E2 not_a_number'],
    ['#REF!', 'E2 error_cell'],
  ])('%j', (value, outcome) => {
    expect(outcomes('Qty', [value])).toEqual([outcome])
  })

  it('makes one item of each row with quantity: one, with a warning', () => {
    const { rows } = map('Qty', ['48', '2 sets', '0', '1', ''], 'quantity: one')
    expect(
      rows.map(({ errors, warnings }) => [errors.length, warnings.map(({ cell, code }) => `${cell} ${code}`).join()]),
    ).toEqual([
      [0, 'E2 quantity_as_one'],
      [0, 'E3 quantity_as_one'],
      [0, 'E4 quantity_as_one'],
      [0, ''],
      [0, ''],
    ])
  })

  it('can be named or ignored by the settings', () => {
    expect(outcomes('Wieviele', ['3'], 'columns: { Wieviele: quantity }')).toEqual(['E2 quantity'])
    expect(outcomes('Qty', ['3'], 'columns: { Qty: ignore }')).toEqual(['item'])
  })

  it('under an ambiguous word counts only when its cells are small whole numbers above 1', () => {
    expect(outcomes('In stock', ['yes', 'no'])).toEqual(['item', 'item'])
    expect(outcomes('In stock', ['1', '0'])).toEqual(['item', 'item'])
    expect(outcomes('Units', ['2', '1'])).toEqual(['E2 quantity', 'item'])
    expect(outcomes('Amount', ['1299', '20'])).toEqual(['item', 'item'])
    expect(map('Amount', ['1299', '20']).read.unknown_columns).toMatchObject([{ column: 'E', header: 'Amount' }])
  })

  it('is called Nombre in French, which is a name in Spanish', () => {
    const spanish = mapText('Etiqueta,Tipo,Marca,Nombre\nT-1,cámara,Canon,R5')
    expect({ field: spanish.read.columns['D']?.field, model: spanish.rows[0]?.fields['model'] }).toEqual({
      field: 'model',
      model: 'R5',
    })
    const french = mapText("N° d'inventaire,Type,Marque,Désignation,Nombre\nT-1,accessoire,Energizer,AA,4")
    expect(french.rows[0]?.errors.map(({ cell, code }) => [cell, code])).toEqual([['E2', 'quantity']])
  })

  it('is not any column whose header only contains such a word', () => {
    const { read } = mapText(
      'Asset Tag,Type,Brand,Model,Anzahl Akkus,Min. stock,Reorder qty\nD-1,drone,DJI,Mini,3,5,10',
    )
    expect({
      field: read.columns['E']?.field,
      unknown_columns: read.unknown_columns.map(({ header }) => header),
    }).toEqual({
      field: 'battery_count',
      unknown_columns: ['Min. stock', 'Reorder qty'],
    })
  })

  it('refuses the file when there are two', () => {
    expect(() => mapText('Asset Tag,Type,Brand,Model,Qty,Anzahl\nT-1,camera,a,b,1,1')).toThrow(
      /E "Qty" and F "Anzahl" both name quantity/,
    )
  })
})
