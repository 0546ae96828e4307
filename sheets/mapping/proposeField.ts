// An own field for a column that no field of Kitroom has: its name from the header, its type from the cells.
import type { FieldProposal } from '../../contract/control/explain.ts'
import { MAX_TEXT_VALUE, toValueSchema, type CustomFieldType } from '../../contract/api/customFieldValues.ts'
import { proposeFieldName } from '../../contract/settings/fieldNames.ts'
import type { ColumnRules } from '../cells/columnRules.ts'
import { normaliseLine } from '../cells/normalise.ts'
import { parseCell } from '../cells/parseCell.ts'
import { listWords } from '../cells/words.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { listCustomNames } from '../vocabulary/customFields.ts'
import type { SheetRow, UnknownColumn } from '../types.ts'
import { examineColumn } from './columnEvidence.ts'
import type { MappedColumns } from './columns.ts'
import type { ColumnProfile } from './columnProfile.ts'

type Value = ColumnProfile['values'][number]

/** Words of a column are choices where they are few, and each of them stands for several items. */
const MAX_CHOICES = 8
const MIN_CELLS_OF_CHOICES = 20
const MAX_CHOICE_CHARACTERS = 40
const NO_FIELD = ''

/** A number and a unit of letters: `12,5 kg`. */
const WITH_UNIT = /^([+\-−]?\d[\d.,'’\s]*?)\s*(\p{L}{1,10})\.?$/u
/** A leading zero is lost in a number. */
const CODE = /^[+\-−]?0\d/

const choices: null = null
const fits = (type: CustomFieldType, value: unknown): boolean =>
  toValueSchema({ type, choices }).safeParse(value).success

/** Reads all cells by rules. @returns undefined if one cannot be read */
function readAll(values: readonly Value[], rules: ColumnRules): unknown[] | undefined {
  const read: unknown[] = []
  for (const { cell, text } of values) {
    const parsed = parseCell(cell, text, rules)
    if (parsed.code !== undefined || parsed.value === undefined || parsed.value === '') return undefined
    read.push(parsed.value)
  }
  return read
}

/** The one unit that all cells have, and the cells without it. */
function splitUnit(values: readonly Value[]): { unit: string; values: Value[] } | undefined {
  const parts = values.map(({ text }) => WITH_UNIT.exec(text))
  const [unit, ...others] = new Set(parts.map((part) => part?.[2]))
  if (unit === undefined || others.length > 0) return undefined
  return {
    unit,
    values: values.map((value, index) => {
      const text = (parts[index]?.[1] ?? '').trim()
      return { ...value, text, cell: { text, value: text, kind: 'text' } }
    }),
  }
}

/** A column of numbers is read as its own field will read it. */
function findNumberType(
  values: readonly Value[],
  header: string,
  settings: SheetSettings,
): Pick<FieldProposal, 'type' | 'unit'> | undefined {
  if (values.some(({ text }) => CODE.test(text))) return undefined
  const split = splitUnit(values)
  const cells = split?.values ?? values
  const rows = cells.map(({ cell }, row): SheetRow => ({ row, cells: [cell] }))
  const { inferred: _, ...evidence } = examineColumn(rows, 0, { field: NO_FIELD, kind: 'measure', header }, settings)
  const numbers = readAll(cells, { field: NO_FIELD, kind: 'measure', currency: NO_FIELD, ...evidence })
  if (!numbers?.every((value) => fits('number', value))) return undefined
  const type = numbers.every((value) => Number.isInteger(value)) ? 'integer' : 'number'
  return split ? { type, unit: split.unit } : { type }
}

function isEveryDay(values: readonly Value[], header: string, settings: SheetSettings): boolean {
  const rows = values.map(({ cell }, row): SheetRow => ({ row, cells: [cell] }))
  const { inferred: _, ...evidence } = examineColumn(rows, 0, { field: NO_FIELD, kind: 'date', header }, settings)
  const days = readAll(values, { field: NO_FIELD, kind: 'date', currency: NO_FIELD, ...evidence })
  return days?.every((value) => fits('date', value)) ?? false
}

function isEveryYesOrNo(values: readonly Value[]): boolean {
  const words = listWords('stabilized')
  return (
    words !== undefined &&
    readAll(values, { field: NO_FIELD, kind: 'boolean', currency: NO_FIELD, words }) !== undefined
  )
}

function findChoices(values: readonly Value[]): string[] | undefined {
  if (values.length < MIN_CELLS_OF_CHOICES) return undefined
  const counts = new Map<string, number>()
  for (const { text } of values) {
    const word = normaliseLine(text)
    if (word.length > MAX_CHOICE_CHARACTERS) return undefined
    counts.set(word, (counts.get(word) ?? 0) + 1)
    if (counts.size > MAX_CHOICES) return undefined
  }
  const words = [...counts.keys()]
  const areDistinct = new Set(words.map((word) => word.toLowerCase())).size === words.length
  return counts.size > 1 && areDistinct && [...counts.values()].every((count) => count > 1) ? words : undefined
}

/** Finds the type of own field whose values all cells are. */
function findType(
  values: readonly Value[],
  header: string,
  settings: SheetSettings,
): Pick<FieldProposal, 'type' | 'unit' | 'choices'> {
  const numbers = findNumberType(values, header, settings)
  if (numbers) return numbers
  if (isEveryYesOrNo(values)) return { type: 'boolean' }
  if (isEveryDay(values, header, settings)) return { type: 'date' }
  const found = findChoices(values)
  return found ? { type: 'choice', choices: found } : { type: 'text' }
}

/**
 * Proposes an own field for a column.
 * @param taken names of the account's own fields
 * @returns undefined for a column without a header or without cells, or with a text that is too long
 */
function proposeField(
  header: string,
  { values }: ColumnProfile,
  settings: SheetSettings,
  taken: readonly string[],
): FieldProposal | undefined {
  const label = normaliseLine(header)
  if (label === '' || label.length > 100 || values.length === 0) return undefined
  if (values.some(({ text }) => text.length > MAX_TEXT_VALUE)) return undefined
  return { name: proposeFieldName(label, taken), label, ...findType(values, header, settings) }
}

/** Creates a function that adds to an unmapped column the own field that would hold it. */
export function createProposer(
  { cells }: SheetRow,
  profileOf: (index: number) => ColumnProfile,
  { rowNumbers = [] }: MappedColumns,
  settings: SheetSettings,
): (column: UnknownColumn) => UnknownColumn {
  const indexes = new Map(cells.map((_cell, index) => [toColumnLetter(index), index]))
  const taken = listCustomNames()
  return (column) => {
    const index = indexes.get(column.column)
    if (index === undefined || rowNumbers.includes(column.column)) return column
    const proposal = proposeField(column.header, profileOf(index), settings, taken)
    if (proposal) taken.push(proposal.name)
    return proposal ? { ...column, proposal } : column
  }
}
