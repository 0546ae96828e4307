import type { sheets_v4 } from '@googleapis/sheets'
import { callGoogle } from '../../../platform/google/call.ts'
import type { SheetsClients } from '../../../platform/google/connect.ts'
import type { Subject } from '../../../platform/google/explainError.ts'
import type { GoogleHost, QuotaPermit } from '../source.ts'
import type { TabPart } from './listTabs.ts'
import { partRange, sheetRange } from './ranges.ts'

type Spreadsheet = sheets_v4.Schema$Spreadsheet
export type GridData = sheets_v4.Schema$GridData
type Values = readonly (readonly unknown[])[]
export type Render = 'UNFORMATTED_VALUE' | 'FORMATTED_VALUE' | 'FORMULA'

/** Number of rows whose formats determine a column's usual one. */
const FORMAT_ROWS = 40

/** Reads of the Sheets API. Each is one request. */
export interface SheetReads {
  /** Reserves quota for the next reads. @throws GoogleUnavailable when it has no room for all of them now */
  reserve(count: number): Promise<void>
  /** Returns unused quota. */
  release(): Promise<void>
  properties(): Promise<Spreadsheet>
  /** Reads sizes and protected ranges of all sheets. */
  layout(): Promise<Spreadsheet>
  /** Reads hidden rows and columns, without cells. */
  metadata(tabs: readonly TabPart[]): Promise<Spreadsheet>
  /** Reads number formats of the first rows. */
  firstFormats(tabs: readonly TabPart[]): Promise<Spreadsheet>
  /** Reads number formats of whole columns, or errors of single cells. @param ranges in A1 notation */
  formats(ranges: readonly string[]): Promise<Spreadsheet>
  errors(ranges: readonly string[]): Promise<Spreadsheet>
  /** Reads what was entered into cells, and their values. */
  entered(ranges: readonly string[]): Promise<Spreadsheet>
  /** Reads the cells of ranges, in the order of the ranges. Dates are serial numbers. */
  values(ranges: readonly string[], render: Render): Promise<Values[]>
}

const PROPERTIES =
  'properties(title),sheets(properties(sheetId,title,hidden,sheetType,gridProperties(rowCount,columnCount)),merges)'
const LAYOUT =
  'sheets(properties(sheetId,title,hidden,sheetType,gridProperties(rowCount,columnCount)),protectedRanges(range,unprotectedRanges,warningOnly,requestingUserCanEdit))'
const METADATA =
  'sheets(properties(sheetId),data(rowMetadata(hiddenByUser,hiddenByFilter),columnMetadata(hiddenByUser,hiddenByFilter)))'
const FORMATS =
  'sheets(properties(sheetId),data(startRow,startColumn,rowData(values(effectiveFormat(numberFormat(type,pattern))))))'
const ERRORS =
  'sheets(properties(sheetId),data(startRow,startColumn,rowData(values(effectiveValue(errorValue(type))))))'
const ENTERED =
  'sheets(properties(sheetId),data(startRow,startColumn,rowData(values(userEnteredValue,effectiveValue))))'

const isWhole = ({ area, rowCount, columnCount }: TabPart): boolean =>
  area.firstRow === 0 && area.endRow === rowCount && area.firstColumn === 0 && area.endColumn === columnCount

/**
 * @returns reads that throw GoogleRefused or GoogleUnavailable
 */
export function createReads(
  clients: SheetsClients,
  spreadsheetId: string,
  google: GoogleHost,
  subject: Subject,
  signal: AbortSignal,
): SheetReads {
  let permit: QuotaPermit | undefined
  const { spreadsheets } = clients.sheets
  const read = async <T>(send: (options: { signal: AbortSignal }) => Promise<{ data: T }>): Promise<T> => {
    await permit?.take()
    return callGoogle(clients, subject, signal, send)
  }
  const get = (fields: string, ranges: readonly string[]): Promise<Spreadsheet> =>
    read((options) => spreadsheets.get({ spreadsheetId, fields, ranges: [...ranges] }, options))
  return {
    reserve: async (count) => void (permit = await google.reserveReads(clients.account.id, count)),
    release: async () => permit?.release(),
    properties: () => get(PROPERTIES, []),
    layout: () => get(LAYOUT, []),
    metadata: (tabs) =>
      get(
        METADATA,
        tabs.map((tab) => (isWhole(tab) ? sheetRange(tab.title) : partRange(tab, tab.area.firstRow, tab.area.endRow))),
      ),
    firstFormats: (tabs) =>
      get(
        FORMATS,
        tabs.map((tab) =>
          partRange(tab, tab.area.firstRow, Math.min(tab.area.firstRow + FORMAT_ROWS, tab.area.endRow)),
        ),
      ),
    formats: (ranges) => get(FORMATS, ranges),
    errors: (ranges) => get(ERRORS, ranges),
    entered: (ranges) => get(ENTERED, ranges),
    values: async (ranges, valueRenderOption) => {
      const query = {
        spreadsheetId,
        ranges: [...ranges],
        majorDimension: 'ROWS',
        valueRenderOption,
        dateTimeRenderOption: 'SERIAL_NUMBER',
      }
      const data = await read((options) => spreadsheets.values.batchGet(query, options))
      return (data.valueRanges ?? []).map(({ values }) => values ?? [])
    },
  }
}

/** Runs work and returns the quota that it did not use. */
export async function releaseAfter<T>(reads: SheetReads, work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await reads.release()
  }
}
