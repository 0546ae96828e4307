import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { mapSheet, mapTable } from '../../sheets/mapping/mapTable.ts'
import { createTableReader, packTable } from '../../sheets/mapping/packTable.ts'
import { parseSheet, parseSheetInto, toSheetFile, type ParseLimits } from '../../sheets/parseSheet.ts'
import { readWholeLines } from '../../sheets/readWholeLines.ts'
import { MemoryRecords } from '../../sheets/records.ts'
import { readDelimited } from '../../sheets/readers/delimited.ts'
import { SheetRefused, type MappedRow } from '../../sheets/types.ts'
import { fixture, mapText, parseHere, source, toCsv } from './support.ts'
import { canMeasureMemory, noMemorySuffix } from '../support/peakMemory.ts'
import { HANG_GUARD_MS } from '../support/wait.ts'

async function refusal(bytes: Uint8Array, limits?: ParseLimits): Promise<SheetRefused> {
  const error = await parseSheet(bytes, 'sheet.csv', source(), 'USD', limits).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SheetRefused)) throw new Error(`not refused: ${String(error)}`)
  return error
}

it('parseSheet returns the same as reading and mapping in this process', async () => {
  const bytes = fixture('germany.csv')
  const settings = source('values: { gear_type: { "Möbel": accessory } }')
  expect(await parseSheet(bytes, 'germany.csv', settings, 'EUR')).toEqual(
    mapTable(readDelimited(bytes), settings, { currency: 'EUR' }),
  )
  const workbook = fixture('studio.xlsx')
  expect(await parseSheet(workbook, 'studio.xlsx', source(), 'USD')).toEqual(
    await parseHere(workbook, 'studio.xlsx', source(), 'USD'),
  )
})

it('a packed table is unpacked unchanged, and only when it is complete', () => {
  const text = toCsv([
    ['Asset Tag', 'Type', 'Brand', 'Model', 'Notes', 'Mount', 'Serial Number'],
    ['1', '', 'Canon', '<clear>', '', 'RF', 'S-1'],
    ['2', 'lens', '', 'x', 'TBD', '', ''],
    ['1', 'lens', 'Canon', 'x', '', '', ''],
    ['3', 'lens', 'Canon', 'x', '', '', 'S-1'],
  ])
  const rows = new MemoryRecords<MappedRow>()
  const reader = createTableReader(rows)
  const steps = mapSheet(readDelimited(Buffer.from(text)), source(), { currency: 'USD' })
  const lines = [...packTable(steps)].join('').split('\n').filter(Boolean)
  for (const line of lines) {
    expect(reader.sections()).toBeUndefined()
    reader.add(line)
  }
  const table = mapText(text)
  expect(table.rows.map(({ errors, warnings }) => [...errors, ...warnings].map(({ code }) => code))).toMatchObject({
    0: expect.arrayContaining(['duplicate_key', 'same_serial']),
    3: ['same_serial'],
  })
  expect({ ...reader.sections(), rows: [...rows] }).toEqual(table)
})

it('parseSheet passes on a refusal with its code and sentence', async () => {
  const error = await refusal(Buffer.from('a,b\n1,2'))
  expect(error).toMatchObject({ code: 'no_header', message: expect.stringContaining('Asset Tag') })
})

it('parseSheet stops a file that takes too long', async () => {
  const error = await refusal(fixture('rental-10k.csv'), { timeoutMs: 150, heapMb: 512 })
  expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining('too long') })
})

it('parseSheet refuses a file that needs too much memory', async () => {
  const text = fixture('rental-10k.csv').toString()
  const large = text + text.slice(text.indexOf('\n') + 1).repeat(4)
  const error = await refusal(Buffer.from(large), { timeoutMs: HANG_GUARD_MS, heapMb: 20 })
  expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining('more memory') })
})

/** Ids of the parsing processes that this process has started. */
const listParsers = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parseSheetProcess'))

it.skipIf(!canMeasureMemory)(
  `a child that is ended in the middle of a line gives a refusal${noMemorySuffix}`,
  async () => {
    let isKilled = false
    const rows = {
      add: () => {
        // The pipe is smaller than the table, so the child has not written its last line.
        if (!isKilled) for (const pid of listParsers()) process.kill(pid, 'SIGKILL')
        isKilled = true
      },
      update: () => undefined,
    }
    const parsing = parseSheetInto(rows, toSheetFile(fixture('rental-10k.csv'), 'sheet.csv'), source(), {
      currency: 'USD',
      timeZone: 'UTC',
    })
    await expect(parsing).rejects.toMatchObject({ name: 'SheetRefused', code: 'unreadable_file' })
  },
)

it('lines are read whole, and a rest without a line break is left out', async () => {
  const lines = await Array.fromAsync(
    readWholeLines(Readable.from([Buffer.from('{"a":1}\n{"é'), Buffer.from('":2}\n\n{"cut')])),
  )
  expect(lines).toEqual(['{"a":1}', '{"é":2}', ''])
  const inTheMiddle = Buffer.from('é\n')
  expect(
    await Array.fromAsync(readWholeLines(Readable.from([inTheMiddle.subarray(0, 1), inTheMiddle.subarray(1)]))),
  ).toEqual(['é'])
})
