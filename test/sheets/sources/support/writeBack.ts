import { foldKey } from '../../../../sheets/mapping/keys.ts'
import { writeBackHeaders } from '../../../../sheets/cells/writeBackColumns.ts'
import { writeBack } from '../../../../sheets/sources/kinds.ts'
import type { SourceDeps, WriteBackResult } from '../../../../sheets/sources/source.ts'
import type { RowMessage, RowMessages } from '../../../../sheets/sources/writeBack.ts'
import type { StoredSpreadsheet } from '../../../google/sheets/storedSpreadsheet.ts'
import { source as createSource } from '../../support.ts'
import { addressOf, HEADER, type GoogleSource } from './googleSource.ts'

/** An id that depends on the tag. */
export const idOf = (tag: string): string =>
  `00000000-0000-7000-8000-${Buffer.from(tag).toString('hex').padStart(12, '0').slice(-12)}`

export const AT = '2026-11-23T04:10'

const messageOf = (tag: string, more: Partial<RowMessage> = {}): RowMessage => ({
  gearId: idOf(tag),
  status: 'created',
  text: '',
  at: AT,
  isChange: true,
  ...more,
})

/** Messages for the sheet of `gearOf`. */
export const messagesOf = (
  tags: readonly string[],
  more: (tag: string) => Partial<RowMessage> = () => ({}),
): RowMessages => ({
  sheetName: 'Inventory',
  key: { header: 'Asset Tag', column: 'A' },
  headers: HEADER,
  headerRow: 1,
  byKey: new Map(tags.map((tag) => [foldKey(tag), messageOf(tag, more(tag))])),
})

export function writeTo(
  source: GoogleSource,
  spreadsheet: StoredSpreadsheet,
  messages: RowMessages,
  { range, ...more }: Partial<SourceDeps> = {},
): Promise<WriteBackResult> {
  const { file: _, ...location } = { ...createSource(), google_sheet: addressOf(spreadsheet), range }
  return writeBack(location, messages, source.deps(more))
}

/** Texts of a sheet's cells. */
export function readCells(spreadsheet: StoredSpreadsheet, title = 'Inventory', width = 26): string[][] {
  const sheet = spreadsheet.sheet(title)
  return Array.from({ length: sheet.usedRows }, (_, row) =>
    Array.from({ length: width }, (__, column) => String(sheet.cellAt(row, column).value ?? '')),
  )
}

/** Rows below the header: the person's cells, and Kitroom's four. */
export function splitRows(spreadsheet: StoredSpreadsheet, title?: string): { person: string[]; own: string[] }[] {
  const [header = [], ...rows] = readCells(spreadsheet, title)
  const column = header.indexOf(writeBackHeaders[0])
  if (column < 0) return rows.map((person) => ({ person, own: [] }))
  return rows.map((cells) => ({
    person: [...cells.slice(0, column), ...cells.slice(column + writeBackHeaders.length)],
    own: cells.slice(column, column + writeBackHeaders.length),
  }))
}

/** Kitroom's cells by the tag in the first column. */
export const ownByTag = (spreadsheet: StoredSpreadsheet): Record<string, string[]> =>
  Object.fromEntries(splitRows(spreadsheet).map(({ person, own }) => [person[0] ?? '', own]))
