import { describe, expect, it } from 'vitest'
import { SheetRefused, type MappedTable } from '../../sheets/types.ts'
import { mapText, source } from './support.ts'

const tablesOf = ({ mapping }: MappedTable): string[] =>
  mapping.tables.map(({ kind, header_row, from, to, rows }) => `${kind} ${header_row} ${from}-${to}, ${rows} rows`)

/** Tag, brand and model of each item, or the codes of its faults. */
const itemsOf = ({ rows }: MappedTable): string[] =>
  rows
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(
      ({ fields, errors }) =>
        errors.map(({ code }) => code).join(' ') || [fields['asset_tag'], fields['brand'], fields['model']].join(' '),
    )

function refusalOf(text: string, ...settings: string[]): [string, string] {
  try {
    mapText(text, source(...settings))
  } catch (error) {
    if (error instanceof SheetRefused) return [error.code, error.message]
    throw error
  }
  throw new Error('not refused')
}

describe('two lists of gear side by side without an empty column', () => {
  it('are two tables when both have a key and the required columns', () => {
    const read = mapText(
      'Asset Tag,Type,Brand,Model,Price,Asset Tag,Type,Brand,Model,Mount\nA-1,camera,Sony,FX3,4199,L-1,lens,Canon,RF 50,RF\nA-2,camera,Sony,FX6,5999,L-2,lens,Canon,RF 85,RF\nA-3,drone,DJI,Mavic,1999,,,,,',
    )
    expect(tablesOf(read)).toEqual(['gear 1 A-E, 3 rows', 'gear 1 F-J, 2 rows'])
    expect(itemsOf(read)).toEqual([
      'A-1 Sony FX3',
      'L-1 Canon RF 50',
      'A-2 Sony FX6',
      'L-2 Canon RF 85',
      'A-3 DJI Mavic',
    ])
    expect(read.rows.map(({ fields }) => [fields['purchase_price'], fields['mount']])).toEqual([
      [4199, undefined],
      [undefined, 'RF'],
      [5999, undefined],
      [undefined, 'RF'],
      [1999, undefined],
    ])
  })

  it('may be three, below a title, with other words and orders', () => {
    const read = mapText(
      'Kit list 2026,,,,,,,,,,,\nTag,Type,Brand,Model,Tag,Brand,Model,Type,Inventarnummer,Typ,Hersteller,Modell\nA-1,camera,Sony,FX3,L-1,Canon,RF 50,lens,F-1,Filter,Hoya,ND8',
    )
    expect(tablesOf(read)).toEqual(['gear 2 A-D, 1 rows', 'gear 2 E-H, 1 rows', 'gear 2 I-L, 1 rows'])
    expect(itemsOf(read)).toEqual(['A-1 Sony FX3', 'L-1 Canon RF 50', 'F-1 Hoya ND8'])
  })

  it('are split where the first header repeats, even when it is no key', () => {
    const read = mapText(
      'Shelf,Type,Brand,Model,Asset Tag,Shelf,Type,Brand,Model,Asset Tag\n1,camera,Sony,FX3,A-1,2,lens,Canon,RF 50,L-1\n1,camera,Sony,FX6,A-2,2,lens,Canon,RF 85,L-2',
    )
    expect(tablesOf(read)).toEqual(['gear 1 A-E, 2 rows', 'gear 1 F-J, 2 rows'])
    expect(itemsOf(read)).toEqual(['A-1 Sony FX3', 'L-1 Canon RF 50', 'A-2 Sony FX6', 'L-2 Canon RF 85'])
  })

  it('are refused with advice when one has no key, or when the split is ambiguous', () => {
    expect(refusalOf('Asset Tag,Type,Brand,Model,Type,Brand,Model\nA-1,camera,Sony,FX3,lens,Canon,RF 50')).toEqual([
      'duplicate_header',
      expect.stringContaining('empty column between'),
    ])
    expect(
      refusalOf(
        'Type,Brand,Model,Asset Tag,Notes,Brand,Type,Model,Asset Tag\ncamera,Sony,FX3,A-1,x,Canon,lens,RF 50,L-1',
      ),
    ).toEqual(['duplicate_header', expect.stringContaining('empty column between')])
  })

  it('may have a third one beside them after an empty column', () => {
    const read = mapText(
      'Tag,Type,Brand,Model,Tag,Type,Brand,Model,,Tag,Type,Brand,Model\nA-1,camera,Sony,FX3,L-1,lens,Canon,RF 50,,F-1,filter,Hoya,ND8\nA-2,camera,Sony,FX6,L-2,lens,Canon,RF 85,,F-2,filter,Hoya,ND4',
    )
    expect(tablesOf(read)).toEqual(['gear 1 A-D, 2 rows', 'gear 1 E-H, 2 rows', 'gear 1 J-M, 2 rows'])
  })

  it('are not one list with a duplicate column', () => {
    expect(refusalOf('Asset Tag,Type,Brand,Model,Price,Price\nA-1,camera,Sony,FX3,1,2')[0]).toBe('duplicate_header')
  })
})

describe('a header far below the first row', () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `Rule ${index + 1}: bring it back,,,`).join('\n')
  const list = 'Asset Tag,Type,Brand,Model\nA-1,camera,Sony,FX3\nA-2,camera,Sony,FX6'

  it.each([[10], [30], [99]])('is found below %i rows of text', (count) => {
    const read = mapText(`${lines(count)}\n${list}`)
    expect(itemsOf(read)).toEqual(['A-1 Sony FX3', 'A-2 Sony FX6'])
    expect({ header_row: read.read.header_row, row_groups: read.mapping.row_groups }).toEqual({
      header_row: count + 1,
      row_groups: { above_header: count, header: 1, item: 2 },
    })
  })

  it('is found below empty rows and another list', () => {
    const read = mapText(`Supplier,Contact,Phone,\n${'Calumet,Ms Ray,0123,\n'.repeat(12)}\n,,,\n${list}`)
    expect(itemsOf(read)).toEqual(['A-1 Sony FX3', 'A-2 Sony FX6'])
  })

  it('does not hide a list above it that lacks a column', () => {
    const text = `Asset Tag,Brand,Model,\n${'A-9,Sony,FX3,\n'.repeat(12)}${list}`
    expect(itemsOf(mapText(text))).toEqual([
      ...Array.from({ length: 12 }, () => 'other_table'),
      'A-1 Sony FX3',
      'A-2 Sony FX6',
    ])
  })

  it('is not found beyond row 100', () => {
    expect(refusalOf(`${lines(100)}\n${list}`)[0]).toBe('no_header')
  })
})
