import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SourceUnavailable } from '../../../sheets/sources/source.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { createSeededRandom, type Random } from '../../support/random.ts'
import { addressOf, fetchFrom, gearOf, openGoogleSource, type GoogleSource } from './support/googleSource.ts'
import { AT, idOf, messagesOf, ownByTag, splitRows, writeTo } from './support/writeBack.ts'

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

const BATCH_GET = 'sheets.spreadsheets.values.batchGet'
const BATCH_UPDATE = 'sheets.spreadsheets.values.batchUpdate'
const tagsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `C-${index + 1}`)
const created = (tag: string): string[] => [idOf(tag), 'created', '', AT]
const add = (count: number): StoredSpreadsheet => source.add([gearOf(count)], 'writer')
const rowOf = (tag: string): string[] => [tag, 'camera', 'Sony', 'FX3', '4199', '']

const filledRows = (spreadsheet: StoredSpreadsheet) =>
  splitRows(spreadsheet).filter(({ person }) => person.some(Boolean))

/** Runs an edit after the keys were read, just before the write. */
function editBeforeWrite(edit: () => void): void {
  source.google.faults.between(BATCH_GET, () => undefined)
  source.google.faults.between(BATCH_GET, edit)
}

/** Moves a row with all its cells, as a person does by dragging. */
function moveRow(spreadsheet: StoredSpreadsheet, from: number, to: number): void {
  const sheet = spreadsheet.sheet('Inventory')
  const cells = Array.from({ length: 12 }, (_, column) => sheet.cellAt(from - 1, column))
  spreadsheet.deleteRow('Inventory', from)
  spreadsheet.insertRow('Inventory', to, cells)
}

describe('another writer, between the keys and the write', () => {
  it.each([
    ['inserts a row', (spreadsheet: StoredSpreadsheet) => spreadsheet.insertRow('Inventory', 2, rowOf('N-1'))],
    ['deletes a row', (spreadsheet: StoredSpreadsheet) => spreadsheet.deleteRow('Inventory', 3)],
    ['moves a row', (spreadsheet: StoredSpreadsheet) => moveRow(spreadsheet, 2, 5)],
  ])('%s: each message stands beside its own item', async (_, edit) => {
    const spreadsheet = add(5)
    editBeforeWrite(() => edit(spreadsheet))
    await writeTo(source, spreadsheet, messagesOf(tagsOf(5)))
    for (const { person, own } of filledRows(spreadsheet)) {
      const [tag = ''] = person
      expect({ person: person.slice(0, 6), own }).toEqual({
        person: rowOf(tag),
        own: tag.startsWith('C-') ? created(tag) : ['', '', '', ''],
      })
    }
    expect(source.google.calls.filter(({ method }) => method === BATCH_UPDATE)).toHaveLength(2)
  })

  it('who does not stop is reported, and the next sync repairs', async () => {
    const spreadsheet = add(5)
    for (let edit = 0; edit < 3; edit++) editBeforeWrite(() => moveRow(spreadsheet, 2, 6))
    expect((await writeTo(source, spreadsheet, messagesOf(tagsOf(5)))).notes).toMatchObject([{ code: 'rows_moving' }])
    expect(source.google.calls.filter(({ method }) => method === BATCH_UPDATE)).toHaveLength(2)
    expect((await writeTo(source, spreadsheet, messagesOf(tagsOf(5)))).notes).toEqual([])
    expect(ownByTag(spreadsheet)).toEqual(Object.fromEntries(tagsOf(5).map((tag) => [tag, created(tag)])))
  })
})

/** Edits a sheet at random. Cells of a row always follow from its tag. */
function editAtRandom(spreadsheet: StoredSpreadsheet, random: Random, newTag: () => string): void {
  const { usedRows } = spreadsheet.sheet('Inventory')
  const row = 2 + random.int(Math.max(1, usedRows - 1))
  const kind = random.int(3)
  if (kind === 0) spreadsheet.insertRow('Inventory', row, rowOf(newTag()))
  else if (kind === 1 && usedRows > 4) spreadsheet.deleteRow('Inventory', row)
  else if (usedRows > 3) moveRow(spreadsheet, Math.min(row, usedRows), 2 + random.int(usedRows - 1))
}

it('random edits at every request: people lose no cell, and the last sync is right', async () => {
  const random = createSeededRandom(20_261_123)
  for (let round = 0; round < 15; round++) {
    const spreadsheet = add(12)
    let added = 0
    const edit = (): void => editAtRandom(spreadsheet, random, () => `N-${++added}`)
    for (let sync = 0; sync < 4; sync++) {
      for (const method of [BATCH_GET, BATCH_UPDATE])
        for (let call = 0; call < 4; call++)
          source.google.faults.between(method, random.chance(0.5) ? edit : () => undefined)
      await writeTo(source, spreadsheet, messagesOf(tagsOf(12)))
      for (const { person } of filledRows(spreadsheet)) expect(person.slice(0, 6)).toEqual(rowOf(person[0] ?? ''))
    }
    source.google.faults.clear()
    await writeTo(source, spreadsheet, messagesOf(tagsOf(12)))
    for (const [tag, own] of Object.entries(ownByTag(spreadsheet)))
      expect({ round, tag, own }).toEqual({ round, tag, own: tag.startsWith('C-') ? created(tag) : ['', '', '', ''] })
    source.clock.move(61_000)
  }
})

describe('requests', () => {
  it('10,000 rows take two writes, and an unchanged sheet none', async () => {
    const spreadsheet = add(10_000)
    await writeTo(source, spreadsheet, messagesOf(tagsOf(10_000)))
    const calls = source.takeCalls()
    expect(calls.filter((method) => method === 'values.batchUpdate')).toHaveLength(2)
    expect(calls.length).toBeLessThanOrEqual(10)
    expect(ownByTag(spreadsheet)['C-10000']).toEqual(created('C-10000'))
    await writeTo(
      source,
      spreadsheet,
      messagesOf(tagsOf(10_000), () => ({ status: 'unchanged', isChange: false })),
    )
    expect(source.takeCalls()).toEqual(['get', 'values.batchGet', 'values.batchGet', 'values.batchGet'])
  })

  it('writes have a quota of 50 in a sliding minute, beside that of reads', async () => {
    const spreadsheet = add(3)
    const { google } = source.deps()
    await google.reserveWrites(source.email, 49)
    source.clock.move(20_000)
    await google.reserveWrites(source.email, 1)
    const delay: unknown = await writeTo(source, spreadsheet, messagesOf(tagsOf(3))).catch((error: unknown) => error)
    expect(delay).toBeInstanceOf(SourceUnavailable)
    expect(delay).toMatchObject({ message: expect.stringMatching(/use up the writes/) as string, retryAfterMs: 40_000 })
    expect(source.takeCalls()).not.toContain('values.batchUpdate')
    source.clock.move(40_000)
    expect(await writeTo(source, spreadsheet, messagesOf(tagsOf(3)))).toMatchObject({ rows: 3 })
  })
})

describe('Kitroom’s own write', () => {
  const MINUTE_MS = 60_000
  const fetchAndStore = async (spreadsheet: StoredSpreadsheet) => {
    source.takeCalls()
    const sheet = await fetchFrom(source, addressOf(spreadsheet))
    await source.store(sheet)
    return { sheet, calls: source.takeCalls() }
  }
  const unchanged = messagesOf(tagsOf(5), () => ({ status: 'unchanged', isChange: false }))

  it('costs one more read, which gives the same sheet', async () => {
    const spreadsheet = add(5)
    const first = await fetchAndStore(spreadsheet)
    await source.storeWriteBack(await writeTo(source, spreadsheet, messagesOf(tagsOf(5))))
    source.clock.move(5 * MINUTE_MS)
    const second = await fetchAndStore(spreadsheet)
    expect(second.calls.length).toBeGreaterThan(1)
    expect(Buffer.from(second.sheet.bytes).equals(first.sheet.bytes)).toBe(true)
    await source.storeWriteBack(await writeTo(source, spreadsheet, unchanged))
    expect(source.takeCalls().filter((method) => method === 'values.batchUpdate')).toEqual([])
    source.clock.move(5 * MINUTE_MS)
    expect((await fetchAndStore(spreadsheet)).calls).toEqual(['drive.files.get'])
    await source.storeWriteBack(await writeTo(source, spreadsheet, unchanged))
    expect(source.takeCalls()).toEqual([])
  })

  it('does not swallow what a person edits in the same seconds', async () => {
    const spreadsheet = add(5)
    await fetchAndStore(spreadsheet)
    source.google.faults.between(BATCH_UPDATE, () => spreadsheet.setCell('Inventory', 'D2', 'FX30'))
    await source.storeWriteBack(await writeTo(source, spreadsheet, messagesOf(tagsOf(5))))
    source.clock.move(5 * MINUTE_MS)
    const { sheet, calls } = await fetchAndStore(spreadsheet)
    expect(calls.length).toBeGreaterThan(1)
    expect(Buffer.from(sheet.bytes).toString()).toContain('FX30')
  })
})
