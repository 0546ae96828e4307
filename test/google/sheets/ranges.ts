import type { ApiCall } from '../call.ts'
import { createBadRequest, createNoPermission, createNotFound } from '../errors.ts'
import { formatA1, parseA1, type Box } from './a1.ts'
import type { StoredSheet } from './storedSheet.ts'
import type { StoredSpreadsheet } from './storedSpreadsheet.ts'

/** Finds the spreadsheet of a call. @throws GoogleError when the caller may not open it */
export function openSpreadsheet({ spreadsheets, params, account }: ApiCall, needsWriter = false): StoredSpreadsheet {
  const spreadsheet = spreadsheets.get(params['spreadsheetId'] ?? '')
  if (!spreadsheet) throw createNotFound()
  const role = spreadsheet.roleOf(account)
  if (role === undefined || (needsWriter && role !== 'writer')) throw createNoPermission()
  return spreadsheet
}

export interface FoundRange {
  sheet: StoredSheet
  box: Box
  /** A write to one cell fills the cells to the right and below it. */
  isCell: boolean
}

/**
 * Finds the cells of a range. An end beyond the grid is cut, a start beyond it refused.
 * @param prefix of the message, such as `Invalid data[0]: `
 * @throws GoogleError
 */
export function findRange(spreadsheet: StoredSpreadsheet, text: string, prefix = ''): FoundRange {
  const parsed = parseA1(text)
  const { sheets } = spreadsheet
  const sheet =
    parsed?.title === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find(({ title }) => title === parsed.title)
  if (!parsed || !sheet) throw createBadRequest(`${prefix}Unable to parse range: ${text}`)
  const { startRow = 0, startColumn = 0, endRow = sheet.rowCount, endColumn = sheet.columnCount } = parsed.box
  if (startRow >= sheet.rowCount || startColumn >= sheet.columnCount) {
    const range = formatA1(sheet.title, {
      startRow,
      startColumn,
      endRow: Math.max(endRow, startRow + 1),
      endColumn: Math.max(endColumn, startColumn + 1),
    })
    throw createBadRequest(
      `${prefix}Range (${range}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
    )
  }
  return { sheet, box: sheet.clip(parsed.box), isCell: parsed.isCell }
}
