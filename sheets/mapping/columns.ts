import { isFieldKey, nameOfFieldKey } from '../../contract/api/fieldKeys.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import type { ColumnTarget, SheetRefused, SheetRow, UnknownColumn } from '../types.ts'
import type { ReadCell } from '../cells/cellState.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { assignColumns, type LeftOut } from './assignColumns.ts'
import { chooseField, countFitting } from './chooseField.ts'
import { createProfiles, type ColumnProfile } from './columnProfile.ts'
import type { FoundHeader } from './findHeader.ts'
import { formatColumn } from './formatColumn.ts'
import { formatTarget } from './headerRow.ts'
import { createHeadingReader } from './headingsAbove.ts'
import { suggestColumns, type SuggestedColumns } from './suggestColumns.ts'
import { adviseColumns, refuseWithAdvice } from '../refuseWithAdvice.ts'
import { listWords, lookUpWord } from '../cells/words.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { findFieldOfHeaderWord, findScaledField, listHeaderWords, type HeaderMatch } from './matchHeader.ts'
import { findCustomField } from '../vocabulary/customFields.ts'
import { findMostSimilar } from '../vocabulary/findMostSimilar.ts'
import { matchService, separateServices, type ServiceUse } from './serviceColumns.ts'
import { exchangeTypeAndModel } from './typeOrModel.ts'
import { findQuantityColumn, QUANTITY } from './quantityColumn.ts'
import { chooseWarranty } from './warrantyColumns.ts'
import { toLookupKey } from '../vocabulary/lookupKey.ts'

export interface MappedColumn {
  index: number
  letter: string
  header: string
  target: ColumnTarget
  /** Reason for this target, for people. */
  evidence: Said
  isWeak?: boolean
  /** True if the settings name the field. */
  isSet?: boolean
  currency?: string
}

export interface MappedColumns {
  columns: MappedColumn[]
  unknown: UnknownColumn[]
  ignored: { column: string; header: string }[]
  notes: MappedColumn[]
  currencies: MappedColumn[]
  /** Columns that are filled for gear that is gone. */
  gone: MappedColumn[]
  /** Letters of unmapped columns that number the rows. */
  rowNumbers?: string[]
  quantity?: MappedColumn
}

/** A column whose header names a field. */
export interface NamedColumn extends MappedColumn {
  match: HeaderMatch
}

/** Facts that decide beside a table's headers and cells. */
interface ColumnSurroundings {
  /** Rows above the header. */
  above?: readonly SheetRow[] | undefined
  /** Words of the settings by field. */
  values?: SheetSettings['values']
  /** Currency of the account. */
  currency?: string
  /** Use of columns about service. */
  service?: ServiceUse
}

/**
 * Maps columns to fields: by their headers where the cells agree.
 * @param body rows whose cells are read
 * @throws SheetRefused duplicate_header, ambiguous_header
 */
export function mapColumns(
  headerRow: SheetRow,
  foundHeader: FoundHeader,
  body: readonly SheetRow[],
  readCell: ReadCell,
  { above = [], values = {}, currency = '', service = 'off' }: ColumnSurroundings = {},
): MappedColumns {
  const quantity = findQuantityColumn(headerRow, foundHeader, body, readCell)
  const namedColumns = listNamedColumns(headerRow, foundHeader, quantity)
  const profileOf = createProfiles(body, readCell)
  const { used: namedInUse, unused } = separateServices(namedColumns, service)
  const { columns: resolved, untold } = resolveAmbiguous(preferApiNames(namedInUse.filter(isDefined)), profileOf)
  for (const [letter, reason] of unused) untold.set(letter, reason)
  for (const { letter, target } of namedInUse.filter((column) => !isDefined(column)))
    untold.set(letter, leaveOutUndefined(formatTarget(target)))
  const settled = resolved.map((column) => chooseWarranty(column, profileOf(column.index)))
  const typeWords = listWords('gear_type')
  const suggest = (field: string): SuggestedColumns =>
    suggestColumns({
      headers: headerRow.cells.map(({ text }) => text),
      matches: foundHeader.matches.map((match) => (match?.target === field ? { ...match, target: 'ignore' } : match)),
      body,
      readCell,
      isType: ({ text }) => lookUpWord(text, typeWords) !== undefined,
    })
  const { columns, leftOut } = assignColumns(exchangeTypeAndModel(settled, profileOf), profileOf, headerRow, suggest, {
    headingsAbove: createHeadingReader(headerRow, above),
    ownWords: values,
    currency,
  })
  const used = new Set([...columns.map(({ index }) => index), quantity])
  const mapped: MappedColumns = {
    columns: columns.map(({ match: _match, ...column }) => column),
    unknown: findUnknown(headerRow, foundHeader, used, body).map(({ nearest, ...column }) => {
      const reason = leftOut.get(column.column) ?? untold.get(column.column)
      return { ...column, ...(reason ?? (nearest !== undefined && { nearest })) }
    }),
    currencies: [],
    gone: [],
    notes: foundHeader.matches.flatMap((match, index) => {
      if (!match?.isNote) return []
      const evidence = match.isOwn ? say('set_by_notes_from') : evidenceOf(match)
      return [{ ...columnAt(headerRow, index), target: 'notes', evidence }]
    }),
    ignored: foundHeader.matches.flatMap((match, index) =>
      match?.target === 'ignore' && !match.isNote
        ? [{ column: toColumnLetter(index), header: headerOf(headerRow, index) }]
        : [],
    ),
  }
  if (quantity < 0) return mapped
  const evidence = say('header_means_quantity')
  return { ...mapped, quantity: { ...columnAt(headerRow, quantity), target: QUANTITY, evidence } }
}

function evidenceOf({ isOwn, isPreset, weak }: HeaderMatch): Said {
  if (isOwn) return say('set_by_columns')
  if (isPreset) return say('set_by_preset')
  return weak ? say('header_can_mean') : say('header_means')
}

const headerOf = (row: SheetRow, index: number): string => row.cells[index]?.text.trim().replaceAll(/\s+/g, ' ') ?? ''

const columnAt = (headerRow: SheetRow, index: number): Pick<MappedColumn, 'index' | 'letter' | 'header'> => ({
  index,
  letter: toColumnLetter(index),
  header: headerOf(headerRow, index),
})

/** Columns whose header names a field. */
function listNamedColumns(headerRow: SheetRow, foundHeader: FoundHeader, quantity: number): NamedColumn[] {
  const columns: NamedColumn[] = []
  for (const [index, known] of foundHeader.matches.entries()) {
    const match = known ?? matchService(headerOf(headerRow, index))
    if (!match || match.target === 'ignore' || index === quantity) continue
    const { target } = match
    const column: NamedColumn = { ...columnAt(headerRow, index), target, evidence: evidenceOf(match), match }
    if (match.weak) column.isWeak = true
    if (match.isOwn || match.isPreset) column.isSet = true
    if (match.currency !== undefined) column.currency = match.currency
    columns.push(column)
  }
  return columns
}

/** A column `category` means the API's field if there is a column `gear_type`. Otherwise it means the type. */
function preferApiNames(namedColumns: readonly NamedColumn[]): NamedColumn[] {
  if (!namedColumns.some(({ header }) => toLookupKey(header) === 'geartype')) return [...namedColumns]
  return namedColumns.map((column) =>
    toLookupKey(column.header) === 'category'
      ? { ...column, target: 'category', match: { target: 'category' } }
      : column,
  )
}

/** False for a column that the settings give to an own field which the account does not have. */
const isDefined = ({ target }: NamedColumn): boolean =>
  typeof target !== 'string' || !isFieldKey(target) || findCustomField(target) !== undefined

function leaveOutUndefined(field: string): LeftOut {
  const { message: detail, sentences } = say('own_field_undefined', { field, name: nameOfFieldKey(field) })
  return { field, detail, sentences }
}

/**
 * Resolves a header that can mean two fields: to the field that no other column has, else to the one that fits its
 * cells. Where the cells do not tell, the column is left out, unless it may say that an item is gone.
 * @throws SheetRefused ambiguous_header
 */
function resolveAmbiguous(
  namedColumns: readonly NamedColumn[],
  profileOf: (index: number) => ColumnProfile,
): { columns: NamedColumn[]; untold: Map<string, LeftOut> } {
  const mappedFields = new Set(
    namedColumns.flatMap(({ match }) =>
      match.either || match.weak || typeof match.target !== 'string' ? [] : [match.target],
    ),
  )
  const untold = new Map<string, LeftOut>()
  const columns = namedColumns.flatMap((column) => {
    const { either } = column.match
    if (!either) return [column]
    const freeFields = either.filter((field) => !mappedFields.has(field))
    const areBothFree = freeFields.length === 2
    const field = areBothFree ? chooseField(either, profileOf(column.index)) : freeFields[0]
    const fields = either.join(', ')
    const evidence = areBothFree ? say('header_either_by_cells', { fields }) : say('header_either_by_other', { fields })
    if (field !== undefined) return [{ ...column, target: field, evidence }]
    const isFilled = profileOf(column.index).filled > 0
    if (areBothFree && isFilled && either.includes('status'))
      throw refuseAmbiguous(column, either, profileOf(column.index))
    const { message: detail, sentences } = say('either_untold', { fields })
    if (areBothFree) untold.set(column.letter, { field: either.join(' or '), detail, sentences })
    return []
  })
  return { columns, untold }
}

/** Offers the fields that cells fit, else to leave the column out. */
function refuseAmbiguous(column: NamedColumn, either: readonly [string, string], profile: ColumnProfile): SheetRefused {
  const fitting = either.filter((field) => countFitting(field, profile) > 0)
  return refuseWithAdvice(
    'ambiguous_header',
    say('column_can_be_two', { column: formatColumn(column), fields: either.join(', ') }),
    [...fitting, 'ignore'].map((field) => adviseColumns({ [column.header]: field })),
  )
}

/** Lists the columns with a value to the right of the header row's last cell. */
function listColumnsBeyond({ cells: { length } }: SheetRow, body: readonly SheetRow[]): number[] {
  const columns = new Set<number>()
  for (const row of body)
    if ((row.width ?? row.cells.length) > length)
      for (const [index, { text }] of row.cells.entries()) if (index >= length && text.trim() !== '') columns.add(index)
  return [...columns].toSorted((a, b) => a - b)
}

const { message: SCALED, sentences: SCALED_SENTENCES } = say('header_scales')

function findUnknown(
  headerRow: SheetRow,
  foundHeader: FoundHeader,
  used: ReadonlySet<number>,
  body: readonly SheetRow[],
): UnknownColumn[] {
  return [...headerRow.cells.keys(), ...listColumnsBeyond(headerRow, body)].flatMap((index): UnknownColumn[] => {
    const header = headerOf(headerRow, index)
    const isEmpty = header === '' && !body.some((row) => (row.cells[index]?.text.trim() ?? '') !== '')
    if (isEmpty || used.has(index) || foundHeader.matches[index]?.target === 'ignore') return []
    const scaled = findScaledField(header)
    const column = toColumnLetter(index)
    if (scaled !== undefined) return [{ column, header, field: scaled, detail: SCALED, sentences: SCALED_SENTENCES }]
    const nearest = findFieldOfHeaderWord(findMostSimilar(toLookupKey(header), listHeaderWords()) ?? '')
    return [{ column, header, ...(nearest !== undefined && { nearest }) }]
  })
}
