import { say, sayAll } from '../../contract/sentences/say.ts'
import type { SheetAdvice } from '../../contract/control/advice.ts'
import { refuseWithAdvice, withAdvice } from '../refuseWithAdvice.ts'
import { SheetRefused, type Sheet, type Cell } from '../types.ts'
import { findHeader, findNearestHeader } from './findHeader.ts'
import type { HeaderReader } from './headerRow.ts'
import { readTitle } from './listTitles.ts'
import { headerReaderOf } from './splitSheet.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { decodeReferences, hasBareAmpersand, hasReference } from '../cells/characterReference.ts'

const isReferring = ({ kind, text }: Cell): boolean =>
  kind === 'text' && hasReference(text) && !text.trimStart().startsWith("'")

/**
 * Decodes character references in a sheet that was exported for the web, with every `&` escaped. If the sheet also has
 * a bare `&`, references are ambiguous, and their cells become `unclear`.
 */
function readReferences(sheet: Sheet): Sheet {
  const texts = sheet.rows.flatMap(({ cells }) =>
    cells.filter(({ kind, text }) => kind === 'text' && text.includes('&')),
  )
  if (!texts.some(isReferring)) return sheet
  const isEscaped = !texts.some(({ text }) => hasBareAmpersand(text))
  const read = (cell: Cell): Cell => {
    if (!isReferring(cell)) return cell
    const text = decodeReferences(cell.text)
    return isEscaped && !hasReference(text)
      ? { ...cell, text, value: text, references: 'read' }
      : { ...cell, references: 'unclear' }
  }
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(read) })) }
}

const listNames = (sheets: readonly Sheet[]): string => sheets.map(({ name }) => `"${name}"`).join(', ')

/** Reason why a sheet is not a gear list; undefined when it is one. */
function findRefusal(sheet: Sheet, reader: HeaderReader): SheetRefused | undefined {
  try {
    findHeader(sheet.rows, reader)
    return undefined
  } catch (error) {
    if (error instanceof SheetRefused) return error
    throw error
  }
}

/**
 * Creates the refusal of a file in which no sheet fits. It has the reason of the sheet that is most similar to a gear
 * list.
 */
function createRefusal(readSheets: readonly Sheet[], reader: HeaderReader, hidden: readonly Sheet[]): SheetRefused {
  const reasons = readSheets.flatMap((sheet) => {
    const reason = findRefusal(sheet, reader)
    return reason ? [{ sheet, reason }] : []
  })
  const codesByNearness = ['missing_required_column', 'no_header', 'no_rows']
  const nearnessOf = ({ sheet, reason }: (typeof reasons)[number]): number =>
    codesByNearness.indexOf(reason.code) - countFields(sheet, reader) / MAX_FIELDS
  const [nearest] = reasons.toSorted((a, b) => nearnessOf(a) - nearnessOf(b))
  const hiddenHint = hidden.length > 0 ? [say('hidden_sheets', { sheets: listNames(hidden) })] : []
  if (!nearest) {
    const ways = hidden.map(({ name }) => adviseSheet(name ?? ''))
    return refuseWithAdvice('no_rows', sayAll(say('no_visible_sheet'), ...hiddenHint), ways)
  }
  const { sheet, reason } = nearest
  const name = sheet.name ?? ''
  const nearestHint = readSheets.length > 1 ? [say('sheet_comes_nearest', { sheet: name })] : []
  const ways = readSheets.length > 1 ? reason.advice.map((way) => nameSheet(way, name)) : reason.advice
  return withAdvice(reason, ways, sayAll(...nearestHint, reason.fact, ...hiddenHint))
}

const adviseSheet = (sheet: string): SheetAdvice => ({ kind: 'settings', settings: { sheet } })

/** Adds the sheet to advice: with defaults, other sheets could look like gear lists too. */
const nameSheet = (way: SheetAdvice, sheet: string): SheetAdvice =>
  way.kind === 'settings' ? { ...way, settings: { sheet, ...way.settings } } : { ...way, sheet }

const MAX_FIELDS = 1000

/** Number of fields that the row nearest to a header names. */
function countFields({ rows }: Sheet, reader: HeaderReader): number {
  const header = findNearestHeader(rows, reader)
  return header?.matches.filter(Boolean).length ?? 0
}

/**
 * Chooses the sheet: the named one, else the only visible one with the required headers.
 * @throws SheetRefused ambiguous_sheet, unreadable_file without the named sheet, or the fault of the only sheet's
 * header
 */
export function chooseSheet(allSheets: readonly Sheet[], settings: SheetSettings): Sheet {
  const sheets = allSheets.map(readReferences)
  const reader = headerReaderOf(settings)
  const readSheets = sheets.filter(({ isRead }) => isRead !== false)
  const isText = sheets.every(({ name }) => name === undefined)
  const gearSheets =
    settings.sheet !== undefined || isText
      ? readSheets
      : readSheets.filter((sheet) => findRefusal(sheet, reader) === undefined)
  // Prefer other sheets to one with a name such as Sold, which does not list the current gear.
  const currentSheets = gearSheets.filter(({ name }) => readTitle(name ?? '') === undefined)
  const candidates = currentSheets.length > 0 ? currentSheets : gearSheets
  const [sheet, second] = candidates
  if (sheet && second)
    throw refuseWithAdvice(
      'ambiguous_sheet',
      say('several_gear_sheets', { sheets: listNames(candidates) }),
      candidates.map(({ name }) => adviseSheet(name ?? '')),
    )
  if (!sheet && settings.sheet !== undefined)
    throw refuseWithAdvice(
      'unreadable_file',
      say('sheet_not_found', { sheet: settings.sheet, sheets: listNames(sheets) }),
      sheets.map(({ name }) => adviseSheet(name ?? '')),
    )
  if (!sheet)
    throw createRefusal(
      readSheets,
      reader,
      sheets.filter(({ hidden }) => hidden),
    )
  const others = sheets.flatMap(({ name }) => (name === undefined || name === sheet.name ? [] : [name]))
  return { ...sheet, ...(!isText && { otherSheets: others }) }
}
