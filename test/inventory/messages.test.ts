import { describe, expect, test } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { findNearest } from '../../sheets/mapping/nearest.ts'
import type { Cell } from '../../sheets/types.ts'
import { mapColumn, mapText, source } from './support.ts'

const refusal = (text: string): string => {
  try {
    mapText(text)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('not refused')
}

describe('a header that was not found', () => {
  test('says what the first rows hold, and how to name their columns', () => {
    const message = refusal('Geräteliste Nord,,\nDing,Firma,Bez\nFX3,Sony,1\nR5,Canon,2')
    expect(message).toContain('row 1 "Geräteliste Nord"; row 2 "Ding", "Firma", "Bez"; row 3 "FX3", "Sony", "1"')
    expect(message).toContain('columns: { "Ding": asset_tag, "Firma": gear_type, "Bez": brand }')
  })

  test('a missing column is shown with a name of the sheet', () => {
    expect(refusal('Asset Tag,Type,Firma X,Model\n1,camera,Sony,FX3')).toContain('such as columns: { "Firma X": brand }')
  })

  test('long and hostile cells are cut and stay on one line', () => {
    const message = refusal(`"${'x'.repeat(5000)}","a\nb"\n1,2`)
    expect(message.length).toBeLessThan(500)
    expect(message).toContain('"a b"')
  })
})

describe('the nearest word', () => {
  test('is told only when it is near', () => {
    const near = (word: string): string | undefined => findNearest(word, ['mount', 'model', 'objektiv', 'memorycard', 'brand', 'notes'])
    expect([near('obyektiv'), near('memorycrd'), near('modl')]).toEqual(['objektiv', 'memorycard', 'model'])
    expect([near('amount'), near('votes'), near('bra'), near('mobil'), near('objects')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('is written as people write it', () => {
    expect(mapColumn('Notes', ['x'], source(), 'Memory crd').rows[0]?.errors[0]?.message).toContain('"memory card"')
  })
})

test('a value is quoted as the person sees it', () => {
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
