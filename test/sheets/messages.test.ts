import { describe, expect, it } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { findMostSimilar } from '../../sheets/vocabulary/findMostSimilar.ts'
import type { Cell } from '../../sheets/types.ts'
import { gearTypes } from '../../contract/api/gearFields.ts'
import { emptyAccount, makeGear, mapColumn, mapText, planIn, source, toCsv } from './support.ts'

const refusal = (text: string): string => {
  try {
    mapText(text)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('not refused')
}

describe('the message about a missing header', () => {
  it('quotes the first rows, and shows how to name their columns', () => {
    const message = refusal('Geräteliste Nord,,\nDing,Firma,Bez\nFX3,Sony,1\nR5,Canon,2')
    expect(message).toContain('row 1 "Geräteliste Nord"; row 2 "Ding", "Firma", "Bez"; row 3 "FX3", "Sony", "1"')
    expect(message).toContain('columns: { "Firma": brand, "Ding": model } and defaults: { gear_type: CHOOSE }')
  })

  it('names a column of the sheet whose cells fit', () => {
    expect(refusal('Asset Tag,Type,Firma X,Model\n1,camera,Sony,FX3')).toContain(
      'Add to the source in kitroom.yaml columns: { "Firma X": brand }.',
    )
  })

  it('cuts long cells, and puts them on one line', () => {
    const message = refusal(`"${'x'.repeat(5000)}","a\nb"\n1,2`)
    expect(message.length).toBeLessThan(500)
    expect(message).toContain('"a b"')
  })
})

describe('the nearest word', () => {
  it('is suggested only when it is similar', () => {
    const nearestWord = (word: string): string | undefined =>
      findMostSimilar(word, ['mount', 'model', 'objektiv', 'memorycard', 'brand', 'notes'])
    expect(nearestWord('obyektiv')).toBe('objektiv')
    expect(nearestWord('memorycrd')).toBe('memorycard')
    expect(nearestWord('modl')).toBe('model')
    expect(nearestWord('amount')).toBe(undefined)
    expect(nearestWord('votes')).toBe(undefined)
    expect(nearestWord('bra')).toBe(undefined)
    expect(nearestWord('mobil')).toBe(undefined)
    expect(nearestWord('objects')).toBe(undefined)
  })

  it('is spelled with its spaces', () => {
    expect(mapColumn('Notes', ['x'], source(), 'Memory crd').rows[0]?.errors[0]?.message).toContain('"memory card"')
  })
})

it('a message quotes a value in its number format', () => {
  const text = (value: string): Cell => ({ text: value, value, kind: 'text' })
  const price: Cell = { text: '€ 39,50', value: 39.5, kind: 'number', numberFormat: '"€" #,##0.00' }
  const sheet = {
    rows: [
      { row: 1, cells: ['Asset Tag', 'Type', 'Brand', 'Model', 'Price'].map(text) },
      { row: 2, cells: [...['T-1', 'camera', 'Canon', 'R5'].map(text), price] },
    ],
  }
  expect(mapTable(sheet, source(), { currency: 'USD' }).rows[0]?.errors).toMatchObject([
    { raw: '€ 39,50', message: expect.stringContaining('"€ 39,50"') },
  ])
})

describe('the message about another currency', () => {
  const text = (value: string): Cell => ({ text: value, value, kind: 'text' })
  const messageOf = (header: string, cell: Cell): string | undefined => {
    const cells = [...['T-1', 'camera', 'Canon', 'R5'].map(text), cell]
    const rows = [
      { row: 1, cells: ['Asset Tag', 'Type', 'Brand', 'Model', header].map(text) },
      { row: 2, cells },
    ]
    return mapTable({ rows }, source(), { currency: 'USD' }).rows[0]?.errors[0]?.message
  }
  const number: Cell = { text: '749,00 €', value: 749, kind: 'number', numberFormat: '#,##0.00 "€"' }

  it.each([
    ['Prix d’achat (€)', text('749,00 €'), '"749,00 €" is not in USD'],
    ['Prix d’achat (€)', text('749,00'), '"749,00 €" is not in USD'],
    ['Prix d’achat', text('749,00 €'), '"749,00 €" is not in USD'],
    ['Prix d’achat (EUR)', text('749 euros'), '"749 euros" is not in USD'],
    ['Prix d’achat (€)', number, '"749,00 €" is not in USD'],
    ['Prix d’achat (€)', text('$ 749'), '"$ 749" is in a column or row of €'],
  ])('names it once: %s, %j', (header, cell, message) => {
    expect(messageOf(header, cell)).toContain(message)
  })
})

it('a word before a value fits its first letter', () => {
  const head = ['Asset Tag', 'Type', 'Brand', 'Model', 'Shutter count', 'Mount', 'ND stops', 'Flight hours', 'Wh']
  const rows = gearTypes.map((type, index) => [`T-${index}`, type, 'Canon', 'R5', '1', 'x', '3', '1', '1'])
  const doubtful = ['none of them', 'camera', 'Canon', 'R5', '', '', '', '', '']
  const table = mapText(toCsv([head, ...rows, doubtful]))
  const { items } = {
    items: gearTypes.map((type, index) =>
      makeGear({ asset_tag: `T-${4 - index}`, gear_type: type, brand: 'Canon', model: 'R5' }),
    ),
  }
  const plans = [planIn(emptyAccount(), table), planIn({ items, bindings: [] }, table)]
  const messages = plans.flatMap((plan) =>
    plan.rows.flatMap(({ errors = [], warnings = [] }) => [...errors, ...warnings].map(({ message }) => message)),
  )
  expect(messages.some((message) => message?.startsWith('An accessory has no'))).toBe(true)
  expect(messages.filter((message) => /\b(?:a [aeiou]|an [^aeiou])/i.test(message ?? ''))).toEqual([])
})
