import { SheetRefused, type Sheet } from '../types.ts'
import { findHeader } from './findHeader.ts'
import type { HeaderReader } from './headerRow.ts'
import { readTitle } from './listTitles.ts'
import { readReferences } from './readReferences.ts'
import { headerReaderOf } from './splitSheet.ts'
import type { SheetSettings } from '../settings.ts'

const names = (sheets: readonly Sheet[]): string => sheets.map(({ name }) => `"${name}"`).join(', ')

/** Why a sheet is no gear list, if so. */
function whyNot(sheet: Sheet, reader: HeaderReader): SheetRefused | undefined {
  try {
    findHeader(sheet.rows, reader)
    return undefined
  } catch (error) {
    if (error instanceof SheetRefused) return error
    throw error
  }
}

/** Explains what the closest of several unfit sheets lacks. */
function refuseAll(read: readonly Sheet[], reader: HeaderReader, hidden: readonly Sheet[]): SheetRefused {
  const reasons = read.flatMap((sheet) => {
    const reason = whyNot(sheet, reader)
    return reason ? [{ sheet, reason }] : []
  })
  const rank = ['missing_required_column', 'no_header', 'no_rows']
  const [nearest] = reasons.toSorted((a, b) => rank.indexOf(a.reason.code) - rank.indexOf(b.reason.code))
  const more = hidden.length > 0 ? ` Hidden sheets are read only when sheet: names them: ${names(hidden)}.` : ''
  if (!nearest) return new SheetRefused('no_rows', `The workbook has no visible sheet with cells.${more}`)
  const where = read.length > 1 ? `No sheet has the columns of a gear list; "${nearest.sheet.name}" comes nearest. ` : ''
  return new SheetRefused(nearest.reason.code, `${where}${nearest.reason.message}${more}`, { cause: nearest.reason })
}

/**
 * Chooses the sheet: the named one, else the only visible one with the required headers.
 * @throws SheetRefused ambiguous_sheet, unreadable_file without the named sheet, or the fault of the only sheet's header
 */
export function chooseSheet(found: readonly Sheet[], settings: SheetSettings): Sheet {
  const sheets = found.map(readReferences)
  const reader = headerReaderOf(settings)
  const read = sheets.filter(({ isRead }) => isRead !== false)
  const isText = sheets.every(({ name }) => name === undefined)
  const fitting = settings.sheet !== undefined || isText ? read : read.filter((sheet) => whyNot(sheet, reader) === undefined)
  // A sheet called Sold is not the current list.
  const onHand = fitting.filter(({ name }) => readTitle(name ?? '') === undefined)
  const chosen = onHand.length > 0 ? onHand : fitting
  const [sheet, second] = chosen
  if (sheet && second)
    throw new SheetRefused(
      'ambiguous_sheet',
      `More than one sheet looks like a gear list: ${names(chosen)}. Set sheet: to the name of the one to read.`,
    )
  if (!sheet && settings.sheet !== undefined)
    throw new SheetRefused('unreadable_file', `The workbook has no sheet "${settings.sheet}". It has ${names(sheets)}; set sheet: to one of them.`)
  if (!sheet)
    throw refuseAll(
      read,
      reader,
      sheets.filter(({ hidden }) => hidden),
    )
  const others = sheets.flatMap(({ name }) => (name === undefined || name === sheet.name ? [] : [name]))
  return { ...sheet, ...(!isText && { otherSheets: others }) }
}
