import type { SourcePart } from '../source.ts'
import { readRange, shareRow } from './area.ts'
import { readAddress } from './settings.ts'

type Part = SourcePart<string>

const fold = (name: string): string => name.trim().toLowerCase()

/**
 * True if two sources of a spreadsheet certainly read different sheets. False if one gives the sheet's name and the
 * other its gid, which cannot be compared.
 */
function areOtherSheets(a: Part, b: Part): boolean {
  if (a.sheet !== undefined && b.sheet !== undefined) return fold(a.sheet) !== fold(b.sheet)
  const [gid, otherGid] = [readAddress(a.settings).sheetId, readAddress(b.settings).sheetId]
  return (
    a.sheet === undefined && b.sheet === undefined && gid !== undefined && otherGid !== undefined && gid !== otherGid
  )
}

/** True if ranges of one sheet may have rows in common. Kitroom's four columns have room for one message per row. */
export function mayShareRows(a: Part, b: Part): boolean {
  if (a.range === undefined && b.range === undefined) return false
  if (readAddress(a.settings).spreadsheetId !== readAddress(b.settings).spreadsheetId || areOtherSheets(a, b))
    return false
  return shareRow(readRange(a.range), readRange(b.range))
}
