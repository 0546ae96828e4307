import { describe, expect, it } from 'vitest'
import { planIn, emptyAccount, mapText, toCsv } from './support.ts'
import { keysOf, map, tablesOf } from './tableSupport.ts'

const head = 'Asset Tag,Type,Brand,Model,Serial,Price\n'
const firstTable = `${head}A-1,camera,Sony,FX3,S-1,4199\nA-2,lens,Sony,24-70,S-2,2199\nA-3,lens,Sony,70-200,S-3,2599\n`
const ownKeys = ['A-1', 'A-2', 'A-3']

describe('a second list of gear below the first', () => {
  it('is read under its own header', () => {
    expect(
      map(
        `${firstTable}Tag,Type,Brand,Model,In stock,Min stock\nC-1,battery,Energizer,AA,48,20\n`,
        'quantity: one',
      ).slice(3),
    ).toEqual([
      [5, 'table_header'],
      [6, 'C-1', { category: 'battery' }],
    ])
  })

  it('is read under its own header when its columns have another order', () => {
    const text = `${firstTable}\nModel,Price,Serial,Tag,Brand,Type\nFX6,5999,S-9,B-1,Sony,camera\n`
    expect(map(text).slice(3)).toEqual([
      [6, 'table_header'],
      [7, 'B-1', { serial_number: 'S-9', purchase_price: 5999 }],
    ])
    expect(tablesOf(text)).toEqual(['gear 1 A-F', 'gear 6 A-F'])
  })

  it('is read under its own header when that is in another language, one column longer or one shorter', () => {
    const german = `${firstTable}Inventarnummer,Typ,Hersteller,Modell,Kaufpreis,Seriennummer\nB-1,Kamera,Sony,FX6,5999,S-9\n`
    expect(map(german).at(-1)).toEqual([6, 'B-1', { serial_number: 'S-9', purchase_price: 5999 }])
    const longer = `${firstTable}Asset Tag,Type,Brand,Model,Serial,Price,Weight\nB-1,camera,Sony,FX6,S-9,5999,890\n`
    expect(map(longer).slice(3)).toEqual([
      [5, 'table_header'],
      [6, 'B-1', { serial_number: 'S-9', purchase_price: 5999, weight_g: 890 }],
    ])
    const shorter = `${firstTable}Asset Tag,Type,Brand,Model,Price\nB-1,camera,Sony,FX6,5999\n`
    expect(map(shorter).slice(3)).toEqual([
      [5, 'table_header'],
      [6, 'B-1', { purchase_price: 5999 }],
    ])
  })

  it('is read below a title and empty rows', () => {
    expect(
      map(
        `${firstTable},,,,,\nConsumables,,,,,\n,,,,,\nTag,Type,Brand,Model,Notes,\nC-1,battery,Energizer,AA,blue,\n`,
      ).slice(3),
    ).toEqual([
      [6, 'group_row'],
      [8, 'table_header'],
      [9, 'C-1', { category: 'battery', notes: 'blue' }],
    ])
  })

  it('may not have a tag of the first: both rows are refused, each with the cell of its table', () => {
    const { rows } = mapText(`${firstTable}Model,Type,Brand,Tag\nFX6,camera,Sony,A-1\n`)
    expect(rows.flatMap(({ errors }) => errors.map(({ cell, code }) => [cell, code]))).toEqual([
      ['A2', 'duplicate_key'],
      ['D6', 'duplicate_key'],
    ])
  })

  it('has its own decimal marks and order of dates', () => {
    const text = toCsv([
      ['Tag', 'Type', 'Brand', 'Model', 'Bought'],
      ['A-1', 'camera', 'Sony', 'FX3', '25/03/2024'],
      ['Tag', 'Type', 'Brand', 'Model', 'Price', 'Bought'],
      ['B-1', 'camera', 'Sony', 'FX6', '5', '03/25/2024'],
      ['B-2', 'camera', 'Sony', 'FX9', '6', '03/04/2024'],
    ])
    expect(map(text)).toEqual([
      [2, 'A-1', { purchase_date: '2024-03-25' }],
      [3, 'table_header'],
      [4, 'B-1', { purchase_price: 5, purchase_date: '2024-03-25' }],
      [5, 'B-2', { purchase_price: 6, purchase_date: '2024-03-04' }],
    ])
  })

  it('has the faults of the comparison with the inventory in its own cells', () => {
    const table = mapText(`${firstTable}Model,Type,Tag,Brand\n,camera,B-1,Sony\n`)
    const row = planIn(emptyAccount(), table).rows.at(-1)
    expect({ table: row?.table, errors: row?.errors?.map(({ cell, code }) => [cell, code]) }).toEqual({
      table: 2,
      errors: [['A6', 'missing_required']],
    })
  })
})

describe('a repeated header', () => {
  it('is skipped when each known header is in its own column, in any language', () => {
    const text = `${firstTable}${head}A-4,camera,Sony,FX6,S-4,1\nInventarnummer,Typ,Marke,Modell,Seriennummer,Preis\nA-5,camera,Sony,FX9,S-5,2\n`
    expect(map(text).slice(3)).toEqual([
      [5, 'repeated_header'],
      [6, 'A-4', { serial_number: 'S-4', purchase_price: 1 }],
      [7, 'repeated_header'],
      [8, 'A-5', { serial_number: 'S-5', purchase_price: 2 }],
    ])
    expect(tablesOf(text)).toEqual(['gear 1 A-F'])
  })

  it('resumes its table', () => {
    const text = `${firstTable}Supplier,Phone\nCalumet,030 1\n${head}A-4,camera,Sony,FX6,S-4,1\n`
    expect(map(text).slice(3)).toEqual([
      [5, 'table_header'],
      [6, 'other_table'],
      [7, 'repeated_header'],
      [8, 'A-4', { serial_number: 'S-4', purchase_price: 1 }],
    ])
  })

  it('that is incomplete begins another table, whose rows are refused', () => {
    const { rows, mapping } = mapText(`${firstTable},Type,Brand,Model,,\nB-1,camera,Sony,FX6,S-9,5999\n`)
    const [error] = rows.at(-1)?.errors ?? []
    expect(error).toMatchObject({ cell: 'A6', code: 'other_table', raw: 'B-1' })
    expect(error?.message).toContain('"Type, Brand, Model" in row 5')
    expect(mapping.tables.map(({ kind }) => kind)).toEqual(['gear', 'other'])
  })

  it('in unknown words begins another table, because it has words in the columns of tags and prices', () => {
    const tableBelow = 'Sorszám,Fajtája,Gyártó,Megnevezés,Mennyi,Határ\nC-1,battery,Energizer,AA,48,20\n'
    expect(map(firstTable + tableBelow).slice(3)).toEqual([
      [5, 'table_header'],
      [6, 'other_table'],
    ])
    // A single row above the other table is enough.
    expect(map(`${head}A-1,camera,Sony,FX3,S-1,4199\n${tableBelow}`).slice(1)).toEqual([
      [3, 'table_header'],
      [4, 'other_table'],
    ])
  })
})

const lists: [string, string][] = [
  [
    'suppliers',
    'Supplier,Contact,Phone,City,Notes\nCalumet,Eva,030 1,Berlin,camera\nFoto Meyer,Jan,030 2,Hamburg,lens\n',
  ],
  ['suppliers in German', 'Lieferant,Ansprechpartner,Telefon,Ort\nCalumet,Eva,030 1,Berlin\n'],
  ['suppliers in French', 'Fournisseur,Contact,Téléphone,Ville\nDigit-Photo,Eve,01 2,Paris\n'],
  ['suppliers in Spanish', 'Proveedor,Contacto,Teléfono,Ciudad\nFotoK,Ana,91 2,Madrid\n'],
  [
    'bookings of items',
    'Tag,Customer,From,To,Notes\nA-1,Smith,2026-01-03,2026-01-05,deposit\nA-2,Jones,2026-02-01,2026-02-03,\n',
  ],
  ['bookings by kind of gear', 'Customer,Camera,Lens,From,To\nSmith,camera,Sony,FX3,2026-01-05\n'],
  ['repairs', 'Tag,Problem,Technician,Date,Cost\nA-1,shutter,Ken,2026-01-03,150\nA-2,lens,Sony,2026-02-03,80\n'],
  ['a legend', 'Code,Meaning\nN,new\nG,good\n'],
  ['stock', 'Item,Quantity,Min stock\nGaffer tape,12,4\nA-1,camera,Sony\n'],
]

describe('a list of something else is not read', () => {
  it.each(lists)('below the gear: %s', (_name, list) => {
    for (const gap of ['', '\n', ',,,,,\n', '\nOther list\n', '\n\n'])
      expect({ gap, keys: keysOf(`${firstTable}${gap}${list}`) }).toEqual({ gap, keys: ownKeys })
  })

  it.each(lists)('above the gear: %s', (_name, list) => {
    expect(keysOf(`${list}\n${firstTable}`)).toEqual(ownKeys)
  })

  it.each(lists)('between rows of gear, which continue after an empty row: %s', (_name, list) => {
    expect(keysOf(`${firstTable}\n${list}\nA-4,camera,Sony,FX6,S-4,5999\n`)).toEqual([...ownKeys, 'A-4'])
  })

  it.each(lists)('beside the gear, after an empty column: %s', (_name, list) => {
    const rightLines = list.trimEnd().split('\n')
    const leftLines = firstTable.trimEnd().split('\n')
    const width = Math.max(...rightLines.map((line) => line.split(',').length))
    const lines = Array.from(
      { length: Math.max(leftLines.length, rightLines.length) + 1 },
      (_, index) => `${leftLines[index] ?? ',,,,,'},,${rightLines[index] ?? ','.repeat(width - 1)}`,
    )
    const table = mapText(lines.join('\n'))
    expect(keysOf(lines.join('\n'))).toEqual(ownKeys)
    for (const row of table.rows.filter(({ outcome }) => outcome === undefined))
      expect(Object.keys(row.fields).toSorted()).toEqual(
        expect.not.arrayContaining(['storage_location', 'notes', 'purchase_date', 'warranty_expires_on']),
      )
  })

  it('and the plan lists it', () => {
    const { mapping, rows } = mapText(`${firstTable}\nSupplier,Contact,Phone,City\nCalumet,Eva,030 1,Berlin\n`)
    expect(rows.slice(3).map(({ outcome, reason, table }) => [outcome, reason, table])).toEqual([
      ['skipped', 'table_header', 2],
      ['skipped', 'other_table', 2],
    ])
    expect(mapping.tables[1]).toMatchObject({
      kind: 'other',
      header_row: 6,
      rows: 1,
      first_row: 7,
      last_row: 7,
      from: 'A',
      to: 'D',
    })
    expect(mapping.tables[1]?.detail).toBe(
      'The table with the header "Supplier, Contact, Phone, City" in row 6 is no list of gear, so its rows are not read.',
    )
  })

  it('but refused when it has most of the required columns', () => {
    const { rows } = mapText(`${firstTable}\nTag,Brand,Model,Price\nB-1,Sony,FX6,5999\n`)
    expect(rows.at(-1)?.errors).toMatchObject([
      { cell: 'A7', code: 'other_table', raw: 'B-1', message: expect.stringContaining('no column for gear_type') },
    ])
  })

  it('even when its rows have tags of gear', () => {
    expect(map(`${firstTable}\nTag,Customer,From,To\nA-1,Smith,2026-01-03,2026-01-05\n`).slice(0, 3)).toEqual([
      [2, 'A-1', { serial_number: 'S-1', purchase_price: 4199 }],
      [3, 'A-2', { serial_number: 'S-2', purchase_price: 2199 }],
      [4, 'A-3', { serial_number: 'S-3', purchase_price: 2599 }],
    ])
  })
})

describe('a row is no header:', () => {
  it.each([
    ['a row with an unknown type', 'A-4,Furniture,Ikea,Chair,S-4,20\n'],
    ['a row whose brand and model are words of headers', 'A-4,camera,Label,Name,Serial,\n'],
    ['a row with two words of headers and a number', 'A-4,camera,Sony,Name,Label,\n'],
    ['a heading', 'Lenses,,,,,\n'],
    ['totals', 'Total,,,,,8997\n'],
    ['a note', 'Prices without tax,,,,Location: Berlin,\n'],
  ])('%s', (_name, row) => {
    expect(mapText(`${firstTable}${row}A-5,camera,Sony,FX9,S-5,9999\n`).mapping.tables).toHaveLength(1)
    expect(keysOf(`${firstTable}${row}A-5,camera,Sony,FX9,S-5,9999\n`).at(-1)).toBe('A-5')
  })

  it('a last line for date and signature, which is a heading', () => {
    expect(map(`${firstTable}\nDate,,,Contact,,\n`).at(-1)).toEqual([6, 'group_row'])
  })
})

it('two lists of gear that begin among the first rows are both read', () => {
  const text =
    'Tag,Type,Brand,Model\nA-1,camera,Sony,FX3\n\nTag,Type,Brand,Model,Serial,Price,Notes\nB-1,camera,Sony,FX6,9,5999,x\n'
  expect(map(text)).toEqual([
    [2, 'A-1', {}],
    [4, 'table_header'],
    [5, 'B-1', { serial_number: '9', purchase_price: 5999, notes: 'x' }],
  ])
})
