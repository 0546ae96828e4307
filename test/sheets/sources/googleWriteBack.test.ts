import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import { SheetRefused } from '../../../sheets/types.ts'
import { writeBackHeaders } from '../../../sheets/cells/writeBackColumns.ts'
import { SourceUnavailable } from '../../../sheets/sources/source.ts'
import type { NewSheet } from '../../google/sheets/storedSheet.ts'
import { addressOf, fetchFrom, gearOf, HEADER, openGoogleSource, type GoogleSource } from './support/googleSource.ts'
import { AT, idOf, messagesOf, ownByTag, readCells, writeTo } from './support/writeBack.ts'

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

const BATCH_GET = 'sheets.spreadsheets.values.batchGet'
const TAGS = ['C-1', 'C-2', 'C-3']
const created = (tag: string): string[] => [idOf(tag), 'created', '', AT]
const add = (more: Partial<NewSheet> = {}, count = 3) => source.add([{ ...gearOf(count), ...more }], 'writer')
const countWrites = (): number => source.google.calls.filter(({ method }) => method.endsWith('batchUpdate')).length

async function refusalOf(writing: Promise<unknown>): Promise<string> {
  const error: unknown = await writing.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SheetRefused)
  return (error as SheetRefused).message
}

it('write_back is a setting of Google Sheets only', () => {
  const configOf = (location: string) => () =>
    loadConfig(`sources:\n  - id: main\n    ${location}\n    write_back: true\n`)
  expect(configOf('google_sheet: 1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789')().sources[0]?.write_back).toBe(true)
  expect(configOf('file: gear.csv')).toThrow(
    'sources.0.write_back: is for google_sheet:; Kitroom does not write into the sheet of file:',
  )
})

describe('the columns', () => {
  it('are created after the last column with a cell, and written once', async () => {
    const spreadsheet = add()
    spreadsheet.setCell('Inventory', 'H3', 'a note of a person')
    expect(await writeTo(source, spreadsheet, messagesOf(TAGS))).toMatchObject({ rows: 3, notes: [] })
    expect(readCells(spreadsheet)[0]?.slice(0, 13)).toEqual([...HEADER, '', '', ...writeBackHeaders, ''])
    expect(ownByTag(spreadsheet)).toEqual(Object.fromEntries(TAGS.map((tag) => [tag, created(tag)])))
    expect(countWrites()).toBe(1)
    expect(await writeTo(source, spreadsheet, messagesOf(TAGS))).toMatchObject({ rows: 3, notes: [] })
    expect(countWrites()).toBe(1)
  })

  it('only changed cells are sent, and an unchanged row keeps its status and time', async () => {
    const spreadsheet = add()
    await writeTo(source, spreadsheet, messagesOf(TAGS))
    const later = (tag: string) =>
      tag === 'C-2'
        ? { status: 'refused' as const, text: 'No.', isChange: false }
        : { status: 'unchanged' as const, isChange: false }
    const messages = messagesOf(TAGS, (tag) => ({ ...later(tag), at: '2026-11-24T04:10' }))
    await writeTo(source, spreadsheet, messages)
    expect(ownByTag(spreadsheet)).toEqual({
      'C-1': created('C-1'),
      'C-2': [idOf('C-2'), 'refused', 'No.', '2026-11-24T04:10'],
      'C-3': created('C-3'),
    })
    const { data } = JSON.parse(
      source.google.calls.findLast(({ method }) => method.endsWith('batchUpdate'))?.body ?? '',
    ) as { data: unknown }
    expect(data).toEqual([{ range: "'Inventory'!G3:J3", values: [[null, 'refused', 'No.', '2026-11-24T04:10']] }])
  })

  it('are found by their header when columns were moved, and a formula stays text', async () => {
    const spreadsheet = add({
      cells: [
        ['', ...writeBackHeaders, ...HEADER],
        ...TAGS.map((tag) => ['', '', '', '', '', tag, 'camera', 'Sony', 'FX3']),
      ],
    })
    await writeTo(
      source,
      spreadsheet,
      messagesOf(TAGS, () => ({ text: '=1+1' })),
    )
    expect(readCells(spreadsheet).map((row) => row.slice(0, 6))).toEqual([
      ['', ...writeBackHeaders, 'Asset Tag'],
      ...TAGS.map((tag) => ['', idOf(tag), 'created', '=1+1', AT, tag]),
    ])
  })

  it.each([
    ['twice', [...HEADER, ...writeBackHeaders, ...writeBackHeaders], /stand twice, from G1 and K1/],
    ['apart', [...HEADER, 'Kitroom ID', 'Status', 'Synced at'], /no longer stand side by side in this order, from G1/],
  ])('that stand %s are reported', async (_, header, message) => {
    const spreadsheet = add({ cells: [header, ['C-1', 'camera', 'Sony', 'FX3']] })
    expect(await refusalOf(writeTo(source, spreadsheet, messagesOf(['C-1'])))).toMatch(message)
    expect(countWrites()).toBe(0)
  })

  it('need room, a header and the sheet', async () => {
    const narrow = add({ columnCount: 9 })
    expect(await refusalOf(writeTo(source, narrow, messagesOf(TAGS)))).toMatch(/has no room .* Insert 4 columns/)
    const renamed = add()
    renamed.setCell('Inventory', 'A1', 'Label')
    expect(await refusalOf(writeTo(source, renamed, messagesOf(TAGS)))).toMatch(
      /header of the list, which was in row 1, is not there/,
    )
    renamed.renameSheet('Inventory', 'Other')
    expect(await refusalOf(writeTo(source, renamed, messagesOf(TAGS)))).toMatch(/no sheet "Inventory" any more/)
  })
})

describe('rows', () => {
  it('that are gone, stand twice or are new are left out', async () => {
    const spreadsheet = add()
    await writeTo(source, spreadsheet, messagesOf(TAGS))
    spreadsheet.deleteRow('Inventory', 2)
    spreadsheet.insertRow('Inventory', 2, ['c-2 ', 'camera', 'Sony', 'FX3', '', '', ...created('C-2')])
    spreadsheet.insertRow('Inventory', 2, ['N-1', 'camera', 'Sony', 'FX3', '', '', ...created('C-2')])
    const { rows, notes } = await writeTo(source, spreadsheet, messagesOf(TAGS))
    expect({ rows, notes: notes.map(({ code }) => code) }).toEqual({ rows: 1, notes: ['rows_gone', 'duplicate_keys'] })
    const blank = ['', '', '', '']
    expect(ownByTag(spreadsheet)).toEqual({ 'N-1': blank, 'c-2 ': blank, 'C-2': blank, 'C-3': created('C-3') })
  })

  it('a list of a person below keeps its cells in the same columns', async () => {
    const spreadsheet = add()
    await writeTo(source, spreadsheet, messagesOf(TAGS))
    const below = ['People', '', '', '', '', '', 'Ann', 'created by Ann', 'x', 'y']
    spreadsheet.insertRow('Inventory', 5, below)
    await writeTo(
      source,
      spreadsheet,
      messagesOf(TAGS, () => ({ status: 'updated' })),
    )
    expect(readCells(spreadsheet)[4]?.slice(0, 10)).toEqual(below)
  })
})

describe('refusals and faults', () => {
  it('a viewer is to become an editor', async () => {
    const spreadsheet = source.add([gearOf(3)])
    expect(await refusalOf(writeTo(source, spreadsheet, messagesOf(TAGS)))).toContain(
      `${source.email} may not write to spreadsheet ${spreadsheet.id}. In Google Sheets, choose Share, and add that address as an editor.`,
    )
  })

  it('protected cells stay as they are; the others are written', async () => {
    const spreadsheet = add()
    await writeTo(source, spreadsheet, messagesOf(TAGS))
    spreadsheet.protect('Inventory', 'G3:J3')
    const { rows, notes } = await writeTo(
      source,
      spreadsheet,
      messagesOf(TAGS, () => ({ status: 'updated' })),
    )
    expect({ rows, notes }).toMatchObject({
      rows: 2,
      notes: [{ code: 'protected_cells', detail: '1 row has protected cells, which stay as they are.' }],
    })
    expect(Object.values(ownByTag(spreadsheet)).map(([, status]) => status)).toEqual(['updated', 'created', 'updated'])
    const closed = add({ protectedRanges: [{}] })
    expect(await refusalOf(writeTo(source, closed, messagesOf(TAGS)))).toMatch(/cells for the columns .* are protected/)
  })

  it('a range that is protected between read and write', async () => {
    const spreadsheet = add()
    source.google.faults.between(BATCH_GET, () => undefined)
    source.google.faults.between(BATCH_GET, () => spreadsheet.protect('Inventory', 'G2:J2'))
    const { notes } = await writeTo(source, spreadsheet, messagesOf(TAGS))
    expect(notes.map(({ code }) => code)).toEqual(['protected_cells'])
    expect(Object.values(ownByTag(spreadsheet)).map(([, status]) => status)).toEqual(['', 'created', 'created'])
  })

  it.each([
    ['token', { status: 503 as const }],
    ['sheets.spreadsheets.get', { status: 429 as const, retryAfter: 7 }],
    [BATCH_GET, { cut: true as const }],
    ['sheets.spreadsheets.values.batchUpdate', { status: 503 as const }],
    ['sheets.spreadsheets.values.batchUpdate', { cut: true as const }],
    ['sheets.spreadsheets.values.batchUpdate', { commitThen: 503 as const }],
  ])('%s: %o ends the attempt, and the next one completes it', async (method, fault) => {
    const spreadsheet = add()
    source.google.faults.next(method, fault)
    await expect(writeTo(source, spreadsheet, messagesOf(TAGS))).rejects.toBeInstanceOf(SourceUnavailable)
    expect(await writeTo(source, spreadsheet, messagesOf(TAGS))).toMatchObject({ rows: 3, notes: [] })
    expect(ownByTag(spreadsheet)).toEqual(Object.fromEntries(TAGS.map((tag) => [tag, created(tag)])))
    const wasCommitted = 'commitThen' in fault || 'cut' in fault
    expect(countWrites()).toBe(method.endsWith('batchUpdate') && !wasCommitted ? 2 : 1)
  })
})

it('reading asks for the right to read only, writing for that of sheets', async () => {
  const spreadsheet = add()
  await fetchFrom(source, addressOf(spreadsheet))
  await writeTo(source, spreadsheet, messagesOf(TAGS))
  const scopes = source.google.calls.flatMap(({ method, body }) => {
    if (method !== 'token') return []
    const [, claims = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.')
    return [
      (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string }).scope.replaceAll(
        'https://www.googleapis.com/auth/',
        '',
      ),
    ]
  })
  expect(scopes).toEqual(['spreadsheets.readonly drive.metadata.readonly', 'spreadsheets'])
})
