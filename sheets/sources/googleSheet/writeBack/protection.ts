import type { sheets_v4 } from '@googleapis/sheets'
import type { Tab } from '../listTabs.ts'

type Range = sheets_v4.Schema$GridRange

/** A missing side means that the range is open there. */
const holds = (range: Range, row: number, column: number): boolean =>
  row >= (range.startRowIndex ?? 0) &&
  row < (range.endRowIndex ?? Number.POSITIVE_INFINITY) &&
  column >= (range.startColumnIndex ?? 0) &&
  column < (range.endColumnIndex ?? Number.POSITIVE_INFINITY)

/** Creates a check for cells that are protected from the caller; rows and columns count from 0. */
export function createProtection(
  { sheets = [] }: sheets_v4.Schema$Spreadsheet,
  tab: Tab,
): (row: number, column: number) => boolean {
  const ranges = sheets
    .filter(({ properties }) => (properties?.sheetId ?? 0) === tab.id)
    .flatMap(({ protectedRanges = [] }) => protectedRanges)
    .filter(({ warningOnly, requestingUserCanEdit }) => warningOnly !== true && requestingUserCanEdit !== true)
  return (row, column) =>
    ranges.some(
      ({ range = {}, unprotectedRanges = [] }) =>
        holds(range, row, column) && !unprotectedRanges.some((open) => holds(open, row, column)),
    )
}
