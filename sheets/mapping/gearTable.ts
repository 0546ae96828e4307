import type { ColumnFact } from '../../contract/sentences/columns.ts'
import type { ReadCell } from '../cells/cellState.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { codeFields } from '../cells/identity.ts'
import { listWords } from '../cells/words.ts'
import { presets } from '../presets.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import { createClassifier, createDescriptionCheck, type RowClass } from './classifyRow.ts'
import { mapColumns, type MappedColumn, type MappedColumns } from './columns.ts'
import { hasKilogramsOrDecimals, examineColumn } from './columnEvidence.ts'
import { createProfiles, type ColumnProfile } from './columnProfile.ts'
import { isNamedAlike } from './doubtful.ts'
import { namesGrams } from './fieldRanges.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import { createProposer } from './proposeField.ts'
import { fillMerged } from './fillMerged.ts'
import { chooseServiceUse } from './serviceColumns.ts'
import { findHeadingTypes } from './headingTypes.ts'
import { askAboutCells, findPresenceColumns, readPresenceCells, type PresenceColumns } from './presenceColumns.ts'
import { findKeyColumn } from './findKeyColumn.ts'
import { findTagHeader } from './findTagHeader.ts'
import { findNdScale } from './findNdScale.ts'
import type { KeyColumn } from './keys.ts'
import { createTitleReader, findTitleAbove, type ListTitle, type TitleReader } from './listTitles.ts'
import { mapRow, type RowRules } from './mapRow.ts'
import { fieldsOf } from './matchHeader.ts'
import { isFocalRangeHeader } from '../vocabulary/ownHeaders.ts'
import { applyListTitle, askAboutTitle, createSectionTracker } from './listSections.ts'
import { addDateRules } from './dateRules.ts'
import { createOverlongCheck, type RefuseOverlong } from './overlongRows.ts'
import { createCurrencyOf, findCurrencyColumns } from './rowCurrency.ts'
import type { PartRow, TablePart } from './tablePart.ts'

export interface MapContext {
  settings: SheetSettings
  currency: string
  /** Time zone of the studio. */
  timeZone: string
  lacksMaintenance: boolean
  readCell: ReadCell
  /** True to add the file's line numbers. */
  withLines: boolean
  sheetName: string | undefined
  /** Number of values per row of a text file, by header position; undefined for a workbook. */
  widthOf: (headerIndex: number) => number | undefined
}

type SkipReason = Exclude<RowClass, 'item' | 'blank'> | 'repeated_header'

type RowClassOrBlank = ClassedRow['rowClass'] | 'blank'

interface ClassedRow {
  part: PartRow
  rowClass: 'item' | SkipReason
  headingType?: string
}

export interface GearTable {
  part: TablePart
  mapped: MappedColumns
  key: KeyColumn
  /** Class of each row of the part. */
  classes: RowClassOrBlank[]
  items: SheetRow[]
  /** Types that headings give to rows whose type is blank, by position in the part. */
  headingTypes: ReadonlyMap<number, string>
  presence: PresenceColumns
}

/** Maps columns, finds the key, classifies rows. @throws SheetRefused duplicate_header, ambiguous_header, no_key_column */
export function prepareGearTable(
  ownPart: TablePart,
  { settings, readCell, widthOf, currency, lacksMaintenance }: MapContext,
): GearTable {
  const surroundings = {
    above: ownPart.above,
    values: settings.values,
    currency,
    service: chooseServiceUse(settings, lacksMaintenance),
  }
  const filledPart = fillMerged(ownPart)
  const body = filledPart.rows.filter(({ role }) => role === 'row').map(({ row }) => row)
  const { mapped, key } = findKeyColumn(
    mapColumns(ownPart.headerRow, ownPart.header, body, readCell, surroundings),
    body,
    settings,
    readCell,
    () => ({
      isTextFile: widthOf(ownPart.header.index) !== undefined,
      tagHeader: findTagHeader(ownPart, body, readCell),
    }),
  )
  const typeWords = listWords('gear_type', settings.values.gear_type)
  const classify = createClassifier(ownPart.headerRow, mapped.columns, key.column.index, readCell, typeWords)
  const { part, classes } = classifyRows(ownPart, filledPart, classify, mapped.columns)
  const items = part.rows.filter((_row, index) => classes[index] === 'item').map(({ row }) => row)
  const currencies = findCurrencyColumns(part.headerRow, mapped, items, readCell)
  const presence = findPresenceColumns(part.headerRow, mapped, items, settings, readCell)
  const gone = presence.known
  const letters = new Set([...currencies, ...gone].map(({ letter }) => letter))
  const propose = createProposer(ownPart.headerRow, createProfiles(items, readCell), mapped, settings)
  const unknown = mapped.unknown.filter(({ column }) => !letters.has(column)).map(propose)
  const typeColumn = mapped.columns.find(({ target }) => target === 'gear_type')?.index ?? -1
  const rows = part.rows.map(({ row }) => row)
  const headingTypes = findHeadingTypes(rows, classes, typeColumn, typeWords, readCell)
  return { part, mapped: { ...mapped, unknown, currencies, gone }, key, classes, items, presence, headingTypes }
}

/** Classifies rows, and takes back the merged values of those that are no item without them, such as headings. */
function classifyRows(
  ownPart: TablePart,
  filledPart: TablePart,
  classify: (row: SheetRow) => RowClass,
  columns: readonly MappedColumn[],
): Pick<GearTable, 'part' | 'classes'> {
  const isDescribed = createDescriptionCheck(columns)
  const classes: RowClassOrBlank[] = []
  const rows = ownPart.rows.map((own, index) => {
    const filled = filledPart.rows[index] ?? own
    const isItem = own === filled || isDescribed(filled.row) || classify(own.row) === 'item'
    const part = isItem ? filled : own
    if (part.role === 'row') classes.push(classify(part.row))
    else classes.push(part.role === 'heading' ? 'group_row' : part.role)
    return part
  })
  return { part: ownPart === filledPart ? ownPart : { ...ownPart, rows }, classes }
}

function* listClassed({ part, classes, headingTypes }: GearTable): Generator<ClassedRow> {
  for (const [index, row] of part.rows.entries()) {
    const [rowClass, headingType] = [classes[index], headingTypes.get(index)]
    if (rowClass !== undefined && rowClass !== 'blank')
      yield { part: row, rowClass, ...(headingType !== undefined && { headingType }) }
  }
}

/** Lists the numbers of the mapped rows. */
export const listRowNumbers = (table: GearTable): number[] => Array.from(listClassed(table), ({ part }) => part.row.row)

export interface GearRows {
  /** Each row is mapped when it is read, in order and once. */
  rows: Iterable<MappedRow>
  /** Facts inferred from cells, by column letter. */
  inferred: Record<string, ColumnFact>
  rules: ReadonlyMap<string, ColumnRules>
}

export function mapGearTable(table: GearTable, context: MapContext): GearRows {
  const { rules, inferred } = createColumnRules(table.mapped.columns, table.items, context)
  const { settings, readCell, withLines } = context
  const { columns, notes, quantity } = table.mapped
  const shared: RowRules = {
    columns,
    notes,
    key: table.key,
    rules,
    readCell,
    currencyOf: createCurrencyOf(table.mapped, readCell),
    blankClears: settings.blank === 'clear',
    defaults: settings.defaults ?? {},
    ...(settings.preset !== undefined && { preset: presets[settings.preset] }),
    ...(quantity && { quantity: { column: quantity, policy: settings.quantity } }),
    withLines,
  }
  const width = context.widthOf(table.part.header.index)
  const refuseOverlong = width === undefined ? undefined : createOverlongCheck(table.part, width)
  return { rows: mapRows(table, context, (classed) => mapClassed(classed, shared, refuseOverlong)), inferred, rules }
}

function* mapRows(
  table: GearTable,
  context: MapContext,
  map: (classed: ClassedRow) => MappedRow,
): Generator<MappedRow> {
  const titles = createTitleReader(context.settings.presence)
  const sections = createSectionTracker(findTableTitle(table.part, context, titles), titles)
  const blankLists = new Map<string, string[]>()
  for (const classed of listClassed(table)) {
    const mapped = map(classed)
    const { row } = classed.part
    if (classed.rowClass === 'group_row') sections.heading(row)
    if (classed.rowClass === 'item') applyPresence(mapped, row, sections.item(row), table, context)
    mapped.blanks = shareList(mapped.blanks, blankLists)
    yield mapped
  }
}

/** Applies the meaning of the title above a row and of its cells: the item is gone or out, or a question is asked. */
function applyPresence(
  mapped: MappedRow,
  row: SheetRow,
  title: ListTitle | undefined,
  { presence, key }: GearTable,
  { settings, readCell }: MapContext,
): void {
  const hasStatus = mapped.fields['status'] !== undefined
  const known = title && title.says !== 'asks' ? title : readPresenceCells(row, presence.known, readCell)
  if (known) applyListTitle(mapped, known, settings.sold_lists, key)
  if (settings.sold_lists === 'read' || mapped.fields['status'] === 'retired') return
  const questions = [
    ...(title ? askAboutTitle(mapped, title, hasStatus, key) : []),
    ...askAboutCells(row, presence.asked, hasStatus, readCell),
  ]
  if (questions.length > 0) mapped.questions = questions
}

/** Returns an equal existing list if there is one, because many rows have the same blank fields. */
function shareList(list: string[], known: Map<string, string[]>): string[] {
  const key = list.join(',')
  const shared = known.get(key)
  if (shared === undefined) known.set(key, list)
  return shared ?? list
}

/** Finds the meaning of the title above a table, else of the sheet's name. */
export const findTableTitle = (
  { above = [], isFirst = false }: TablePart,
  { sheetName, settings }: Pick<MapContext, 'sheetName' | 'settings'>,
  titles: TitleReader = createTitleReader(settings.presence),
): ListTitle | undefined => findTitleAbove(above, isFirst, titles) ?? titles.text(sheetName ?? '', true)

export const toIgnoredRow = (row: SheetRow, reason: string, withLines: boolean): MappedRow => ({
  row: row.row,
  ...(withLines && row.line !== undefined && { line: row.line }),
  outcome: 'skipped',
  reason,
  fields: {},
  blanks: [],
  clears: [],
  errors: [],
  warnings: [],
})

function mapClassed(
  { part: { row, whole, role }, rowClass, headingType }: ClassedRow,
  shared: RowRules,
  refuseOverlong: RefuseOverlong | undefined,
): MappedRow {
  if (rowClass === 'item') {
    const mapped = mapRow(row, shared)
    if (headingType !== undefined) mapped.headingType = headingType
    refuseOverlong?.(mapped, whole)
    return mapped
  }
  // A row like a heading may be an item whose only text is its key. Planning decides, so the row is mapped too.
  if (rowClass === 'group_row' && role === 'row' && row.cells[shared.key.column.index]?.text.trim())
    return { ...mapRow(row, shared), outcome: 'skipped', reason: rowClass }
  return toIgnoredRow(row, rowClass, shared.withLines)
}

function addNdScale(
  rule: ColumnRules,
  { header, letter }: MappedColumn,
  profile: ColumnProfile,
  inferred: Record<string, string>,
): void {
  rule.ndScale = findNdScale(header, profile) ?? 'stops'
  if (rule.ndScale !== 'stops') inferred[letter] = rule.ndScale === 'density' ? 'optical densities' : 'filter factors'
}

function createColumnRules(
  columns: readonly MappedColumn[],
  items: readonly SheetRow[],
  { settings, currency, timeZone, readCell }: MapContext,
) {
  const profileOf = createProfiles(items, readCell)
  const rules = new Map<string, ColumnRules>()
  const inferred: Record<string, ColumnFact> = {}
  for (const column of columns) {
    for (const field of fieldsOf(column.target)) {
      const kind = findFieldKind(field)
      if (!kind) throw new Error(`no kind for the field ${field}`)
      const { inferred: inferredFact, ...evidence } = examineColumn(
        items,
        column.index,
        { field, kind, header: column.header },
        settings,
      )
      if (inferredFact !== undefined) inferred[column.letter] = inferredFact
      const words = listWords(field, settings.values[field as keyof SheetSettings['values']])
      const headerCurrency = column.currency
      const rule: ColumnRules = { field, kind, currency, ...evidence }
      if (headerCurrency !== undefined) rule.headerCurrency = headerCurrency
      if (words) rule.words = words
      if (kind === 'date') addDateRules(rule, settings, timeZone)
      if (field === 'weight_g' && !namesGrams(column.header) && hasKilogramsOrDecimals(items, column.index))
        rule.needsUnit = true
      if (codeFields.has(field) && settings.identifiers === 'numbers')
        rule.needsNumber = !isNamedAlike(field, profileOf(column.index))
      if (field === 'nd_stops') addNdScale(rule, column, profileOf(column.index), inferred)
      if (field === 'focal_length_min_mm' && isFocalRangeHeader(column.header)) rule.isFocalRange = true
      rules.set(field, rule)
    }
  }
  return { rules, inferred }
}
