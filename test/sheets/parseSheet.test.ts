import { expect, test } from 'vitest'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { createTableReader, packTable } from '../../sheets/packTable.ts'
import { parseSheet, type ParseLimits } from '../../sheets/parseSheet.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { SheetRefused, type MappedRow } from '../../sheets/types.ts'
import { fixture, mapText, source, toCsv } from './support.ts'

async function refusal(bytes: Uint8Array, limits?: ParseLimits): Promise<SheetRefused> {
  const error = await parseSheet(bytes, 'sheet.csv', source(), 'USD', limits).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SheetRefused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

test('parseSheet returns the same as reading and mapping in this process', async () => {
  const bytes = fixture('germany.csv')
  const settings = source('values: { gear_type: { "Möbel": accessory } }')
  expect(await parseSheet(bytes, 'germany.csv', settings, 'EUR')).toEqual(mapTable(readDelimited(bytes), settings, { currency: 'EUR' }))
})

test('a packed table is unpacked unchanged, and only when it is complete', () => {
  const table = mapText(
    toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Notes', 'Mount'],
      ['1', '', 'Canon', '<clear>', '', 'RF'],
      ['2', 'lens', '', 'x', 'TBD', ''],
    ]),
  )
  const rows: MappedRow[] = []
  const reader = createTableReader({ add: (row) => rows.push(row) })
  const lines = [...packTable(table)].join('').split('\n').filter(Boolean)
  for (const line of lines) {
    expect(reader.sections()).toBeUndefined()
    reader.add(line)
  }
  expect({ ...reader.sections(), rows }).toEqual(table)
})

test('parseSheet passes on a refusal with its code and sentence', async () => {
  const error = await refusal(Buffer.from('a,b\n1,2'))
  expect([error.code, error.message]).toEqual(['no_header', expect.stringContaining('Asset Tag')])
})

test('parseSheet stops a file that takes too long', async () => {
  const startedAtMs = performance.now()
  const error = await refusal(fixture('rental-10k.csv'), { timeoutMs: 150, heapMb: 512 })
  expect([error.code, error.message]).toEqual(['unreadable_file', expect.stringContaining('too long')])
  expect(performance.now() - startedAtMs, 'the process is killed').toBeLessThan(20_000)
})

test('parseSheet refuses a file that needs too much memory', async () => {
  const error = await refusal(fixture('rental-10k.csv'), { timeoutMs: 20_000, heapMb: 20 })
  expect([error.code, error.message]).toEqual(['unreadable_file', expect.stringContaining('more memory')])
})
