import { describe, expect, it } from 'vitest'
import { typesWithField } from '../../contract/api/gearFields.ts'
import { findFieldKind, findFieldSchema, sheetFields } from '../../sheets/vocabulary/fields.ts'
import { headerWordsOf } from '../../sheets/vocabulary/headerEntry.ts'
import { ambiguousHeaders, headerTable } from '../../sheets/vocabulary/headers.ts'
import { foldOwnHeaders, matchHeader } from '../../sheets/mapping/matchHeader.ts'
import { toLookupKey } from '../../sheets/vocabulary/lookupKey.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { mapText, source, toCsv } from './support.ts'

const noOwnHeaders = foldOwnHeaders({})
const target = (header: string): unknown => matchHeader(header, noOwnHeaders)?.target
const baseHeaders = ['Asset Tag', 'Type', 'Brand', 'Model']
const item = ['T-1', 'camera', 'Canon', 'R5']

const columnsOf = (
  headers: readonly string[],
  row: readonly string[] = item,
  ...settings: string[]
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(mapText(toCsv([headers, row]), source(...settings)).read.columns).map(([letter, { field }]) => [
      letter,
      field,
    ]),
  )

function refusal(text: string, ...settings: string[]): SheetRefused {
  try {
    mapText(text, source(...settings))
  } catch (error) {
    if (error instanceof SheetRefused) return error
    throw error
  }
  throw new Error('not refused')
}

describe('the header table', () => {
  it('gives every field of the contract a kind, and all but the type a schema', () => {
    for (const field of sheetFields)
      expect({ field, kind: findFieldKind(field) }).toEqual({ field, kind: expect.any(String) })
    expect(sheetFields.filter((field) => findFieldSchema(field) === undefined)).toEqual(['gear_type'])
  })

  it('gives every field headers, its API name among them', () => {
    const namedFields = new Set(
      headerTable.flatMap(({ target }) => (typeof target === 'string' ? [target] : Object.values(target))),
    )
    expect(sheetFields.filter((field) => !namedFields.has(field))).toEqual([])
    // Without a `gear_type` column, `category` is the type.
    for (const field of sheetFields.filter((name) => name !== 'category'))
      expect(JSON.stringify(target(field))).toContain(field)
  })

  it('gives no header two fields, except those listed as ambiguous', () => {
    const meaning = new Map<string, string>()
    const ambiguousWords: string[] = []
    const add = (word: string, field: string): void => {
      const knownMeaning = meaning.get(toLookupKey(word))
      if (knownMeaning !== undefined && knownMeaning !== field)
        ambiguousWords.push(`${word}: ${knownMeaning}, ${field}`)
      meaning.set(toLookupKey(word), field)
    }
    for (const entry of headerTable)
      for (const word of [...headerWordsOf(entry), ...(entry.weak ?? '').split(', ')].filter(Boolean))
        add(word, JSON.stringify(entry.target))
    for (const { fields, words } of ambiguousHeaders)
      for (const word of words.split(', ')) add(word, fields.join(' or '))
    expect(ambiguousWords).toEqual([])
  })
})

describe('matchHeader', () => {
  it.each([
    ['ASSET-TAG', 'asset_tag'],
    ['assetTag', 'asset_tag'],
    ['  Asset\u00a0 Tag ', 'asset_tag'],
    ['\ufeffasset_tag', 'asset_tag'],
    ["N° d'inventaire", 'asset_tag'],
    ['Nº de inventario', 'asset_tag'],
    ['Inventar-Nr.', 'asset_tag'],
    ['Serial #', 'serial_number'],
    ['S/N', 'serial_number'],
    ['Numéro de série', 'serial_number'],
    ['Kategorie', 'gear_type'],
    ['Catégorie', 'gear_type'],
    ['Fabricant', 'brand'],
    ['Purchase\nDate', 'purchase_date'],
    ['Price (USD)', 'purchase_price'],
    ['Kaufpreis in €', 'purchase_price'],
    ['Preis EUR', 'purchase_price'],
    ['Focal Length Min (mm)', 'focal_length_min_mm'],
    ['focal length max mm', 'focal_length_max_mm'],
    ['Weight (g)', 'weight_g'],
    ['Accessory Category', 'category'],
    ['Garantie bis', 'warranty_expires_on'],
    ['Ubicación', 'storage_location'],
    ['Filter thread (mm)', { lens: 'filter_thread_mm', filter: 'thread_mm' }],
    ['Weight (kg)', undefined],
    ['Weight kg', undefined],
    ['Flight time (h)', undefined],
    ['Shelf colour', undefined],
    ['', undefined],
  ])('%j', (header, field) => {
    expect(target(header)).toEqual(field)
  })

  it('returns the currency in a header', () => {
    expect(
      ['Price (USD)', 'Kaufpreis in €', 'Preis EUR', 'Preis'].map(
        (header) => matchHeader(header, noOwnHeaders)?.currency,
      ),
    ).toEqual(['USD', '€', 'EUR', undefined])
  })
})

describe('a header row', () => {
  it('is found below titles and blank rows', () => {
    const { read, rows } = mapText(toCsv([['Kestrel Row · list'], [''], ['Printed', '2026'], baseHeaders, item]))
    expect({ header_row: read.header_row, rows: rows.map(({ row }) => row) }).toEqual({ header_row: 4, rows: [5] })
  })

  it('unknown columns are listed with the nearest field', () => {
    const { read } = mapText(
      toCsv([
        [...baseHeaders, 'Serial Numbr', 'Shelf colour xyz', ''],
        [...item, '1', 'red', 'stray'],
      ]),
    )
    expect(read.unknown_columns).toEqual([
      {
        column: 'E',
        header: 'Serial Numbr',
        nearest: 'serial_number',
        proposal: { name: 'serial_numbr', label: 'Serial Numbr', type: 'integer' },
      },
      {
        column: 'F',
        header: 'Shelf colour xyz',
        proposal: { name: 'shelf_colour_xyz', label: 'Shelf colour xyz', type: 'text' },
      },
      { column: 'G', header: '' },
    ])
  })

  it('follows the settings that name and ignore columns', () => {
    const { read } = mapText(
      toCsv([
        [...baseHeaders, 'Kept in', 'Notes'],
        [...item, 'A1', 'x'],
      ]),
      source('columns: { "kept IN": storage_location, "Notes": ignore }'),
    )
    expect(read.columns['E']).toEqual({ header: 'Kept in', field: 'storage_location' })
    expect(read.columns['F']).toBeUndefined()
    expect({ ignored_columns: read.ignored_columns, unknown_columns: read.unknown_columns }).toEqual({
      ignored_columns: [{ column: 'F', header: 'Notes' }],
      unknown_columns: [],
    })
  })

  it('may have the API names of both type and category', () => {
    expect(columnsOf(['asset_tag', 'gear_type', 'brand', 'model', 'category'], [...item, ''])).toMatchObject({
      B: 'gear_type',
      E: 'category',
    })
    expect(columnsOf(['Asset Tag', 'Category', 'Brand', 'Model'])).toMatchObject({ B: 'gear_type' })
    expect(refusal('Asset Tag,Type,Brand,Model,Category\n1,camera,a,b,lens').code).toBe('duplicate_header')
  })

  it('uses a weak header only without a stronger one', () => {
    expect(columnsOf(['Asset Tag', 'Type', 'Brand', 'Name'])).toMatchObject({ D: 'model' })
    expect(columnsOf([...baseHeaders, 'Name'], [...item, 'x'])).toEqual({
      A: 'asset_tag',
      B: 'gear_type',
      C: 'brand',
      D: 'model',
    })
  })

  it('with a header for several types leaves out a type whose field has its own column', () => {
    expect(columnsOf([...baseHeaders, 'Filter thread', 'thread_mm'], [...item, '', ''])).toMatchObject({
      E: { lens: 'filter_thread_mm' },
      F: 'thread_mm',
    })
  })

  it.each([
    ['missing_required_column', 'Asset Tag,Type,Model\n1,camera,x', 'brand'],
    ['no_header', 'a,b,c\n1,2,3', 'Asset Tag'],
    ['no_rows', 'Asset Tag,Type,Brand,Model\n', 'below the header'],
    ['no_rows', '\n \n', 'empty'],
    ['no_rows', 'Asset Tag,Type,Brand,Model\n— Cameras —,,,\nTotal,,,', 'no item'],
    ['duplicate_header', 'Asset Tag,Type,Brand,Make,Model\n1,camera,a,b,c', 'C "Brand" and D "Make"'],
    ['no_key_column', 'Type,Brand,Model\ncamera,a,b', 'add an Asset Tag column'],
    ['no_key_column', 'Type,Brand,Model,Serial\ncamera,a,b,1\ncamera,a,b,1', 'add an Asset Tag column'],
    ['no_key_column', 'Type,Brand,Model,Serial\ncamera,a,b,', 'add an Asset Tag column'],
  ])('%s', (code, text, hint) => {
    const error = refusal(text)
    expect({ code: error.code, message: error.message }).toEqual({ code, message: expect.stringContaining(hint) })
  })
})

describe('a header that can mean two fields', () => {
  const estado = (cells: readonly string[], ...otherLines: string[]): string =>
    toCsv([
      ['Etiqueta', 'Tipo', 'Marca', 'Modelo', 'Estado', ...otherLines],
      ...cells.map((cell, index) => [`T-${index}`, 'Cámara', 'Canon', 'R5', cell, ...otherLines.map(() => '')]),
    ])
  const fieldOf = (text: string): unknown => mapText(text).read.columns['E']?.field

  it('means the one whose words its cells have', () => {
    expect(fieldOf(estado(['Disponible', 'En uso']))).toBe('status')
    expect(fieldOf(estado(['Bueno', 'Muy bueno', 'nuevo']))).toBe('condition')
  })

  it('means the one that no other column has', () => {
    expect(fieldOf(estado(['?'], 'Condición'))).toBe('status')
  })

  it('is refused when neither follows and it may say what is gone', () => {
    const error = refusal(estado(['see box']))
    expect(error).toMatchObject({ code: 'ambiguous_header', message: expect.stringMatching(/status or condition/) })
  })

  it.each([
    ['an empty one', 'Estado', ''],
    ['an amount that is a price or a value', 'Value', '1200'],
  ])('is left out when neither follows: %s', (_name, header, cell) => {
    const { read, rows } = mapText(
      toCsv([
        [...baseHeaders, header],
        [...item, cell],
      ]),
    )
    const reason = expect.stringMatching(/^it can be \w+ or \w+, and its cells do not tell/)
    expect(read).toMatchObject({ unknown_columns: [{ column: 'E', header, detail: reason }] })
    expect(rows.map(({ outcome }) => outcome)).toEqual([undefined])
  })

  it('may be a warranty: its date or its provider', () => {
    const warranty = (cell: string): unknown =>
      mapText(
        toCsv([
          [...baseHeaders, 'Warranty'],
          [...item, cell],
        ]),
      ).read.columns['E']?.field
    expect(warranty('2026-01-31')).toBe('warranty_expires_on')
    expect(warranty('Canon CPS')).toBe('warranty_provider')
  })
})

it('typesWithField returns the types that have a field', () => {
  expect(typesWithField('thread_mm')).toEqual(['filter'])
})
