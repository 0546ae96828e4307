// Readings of columns: the fields that each header was read as. An applied run remembers them for the next plan.
import type { SheetMapping, TableInfo } from '../../contract/control/explain.ts'
import { toColumnIndex } from '../vocabulary/columnLetters.ts'
import { foldHeader } from '../vocabulary/lookupKey.ts'
import { isServiceFact } from '../vocabulary/serviceHeaders.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { ColumnTarget, ReadSection, TableSections } from '../types.ts'
import type { Reading, Readings } from '../columnReadings.ts'

type HeaderSettings = Pick<SheetSettings, 'columns' | 'ignore' | 'notes_from' | 'presence'>

/** A column of one list of the sheet, with its reading. */
export interface ReadColumn extends Reading {
  /** Folded header, with a number where a list has it several times. */
  name: string
  letter: string
  /** Number of the list; undefined for the main one, as in its rows. */
  table: number | undefined
}

const toFields = (field: unknown): string[] => {
  const target = field as ColumnTarget
  return [...new Set(typeof target === 'string' ? [target] : Object.values(target))].toSorted()
}

const listSetHeaders = ({ columns, ignore = [], notes_from = [], presence = {} }: HeaderSettings): Set<string> =>
  new Set([...Object.keys(columns), ...ignore, ...notes_from, ...Object.keys(presence)].map(foldHeader))

interface FoundColumn {
  column: string
  header: string
  fields: string[]
  proven?: string | undefined
  isSet: boolean
}

const listFound = ({ columns, left_out: leftOut }: TableInfo): FoundColumn[] =>
  [
    ...columns.map(({ column, header, field, proven, is_set: isSet = false }) => ({
      column,
      header,
      fields: toFields(field),
      proven,
      isSet,
    })),
    ...leftOut.map(({ column, header, reason }) => ({ column, header, fields: [], isSet: reason === 'settings' })),
  ].toSorted((a, b) => toColumnIndex(a.column) - toColumnIndex(b.column))

const isMain = ({ header_row: headerRow, key }: TableInfo, read: ReadSection): boolean =>
  headerRow === read.header_row && key !== null && Object.hasOwn(read.columns, key.column)

/** Lists the columns with a header of all gear lists. */
export function listReadColumns({ mapping, read }: TableSections, settings: HeaderSettings): ReadColumn[] {
  const setHeaders = listSetHeaders(settings)
  return mapping.tables
    .filter(({ kind }) => kind === 'gear')
    .flatMap((info) => {
      const counts = new Map<string, number>()
      return listFound(info).flatMap(({ column: letter, header, fields, proven, isSet }): ReadColumn[] => {
        const fold = foldHeader(header)
        if (fold === '') return []
        const number = (counts.get(fold) ?? 0) + 1
        counts.set(fold, number)
        const name = number === 1 ? fold : `${fold} #${number}`
        const table = isMain(info, read) ? undefined : info.table
        const found: ReadColumn = { name, header, letter, table, fields }
        if (proven !== undefined) found.proven = proven
        return [isSet || setHeaders.has(fold) ? { ...found, isSet: true } : found]
      })
    })
}

const isSameReading = (a: Reading, b: Reading): boolean =>
  a.fields.join(' ') === b.fields.join(' ') && a.proven === b.proven

/** Collects readings by name. */
export function toReadings(columns: readonly (Reading & { name: string })[]): Readings {
  const readings = new Map<string, Reading[]>()
  for (const { name, header, fields, proven, isSet } of columns) {
    const reading: Reading = { header, fields }
    if (proven !== undefined) reading.proven = proven
    if (isSet) reading.isSet = isSet
    const known = readings.get(name) ?? []
    if (!known.some((other) => isSameReading(other, reading))) readings.set(name, [...known, reading])
  }
  return Object.fromEntries(readings)
}

/** A column that would be read otherwise than in the last applied run. */
export interface ChangedColumn {
  column: ReadColumn
  was: Reading
  /** True if only the form of its cells differs: the order of day and month, the decimal mark or the scale. */
  isForm: boolean
}

/**
 * True if a remembered reading has all fields of this one. A column that is left out is covered by one that was, too.
 */
const isCovered = ({ fields }: Reading, remembered: readonly Reading[]): boolean =>
  remembered.some((was) =>
    fields.length === 0 ? was.fields.length === 0 : fields.every((field) => was.fields.includes(field)),
  )

/** True if the cells of both prove how they are written, and differ in it. */
const contradicts = ({ proven }: Reading, was: Reading): boolean =>
  proven !== undefined && was.proven !== undefined && proven !== was.proven

/** Finds a remembered reading of the same fields, if all of these contradict the cells. */
function findOtherForm(column: Reading, known: readonly Reading[]): Reading | undefined {
  const same = known.filter((was) => isCovered(column, [was]))
  return same.every((was) => contradicts(column, was)) ? same[0] : undefined
}

/** Lists the fields that settings give to a column. */
const listSetFields = (readings: readonly Reading[]): string[] =>
  readings.flatMap(({ isSet, fields }) => (isSet ? fields : []))

/**
 * Finds the columns of both sheets that would be read otherwise. A column that settings decide about, now or before, is
 * none of them, and neither is one that lost or got a field by such a setting: a changed setting is the answer.
 */
export function findChangedColumns(columns: readonly ReadColumn[], remembered: Readings): ChangedColumn[] {
  const before = listSetFields(Object.values(remembered).flat())
  const now = listSetFields(columns)
  return columns.flatMap((column): ChangedColumn[] => {
    const known = Object.hasOwn(remembered, column.name) ? (remembered[column.name] ?? []) : []
    const [was] = known
    if (!was || column.isSet || known.some(({ isSet }) => isSet)) return []
    const otherForm = findOtherForm(column, known)
    if (otherForm) return [{ column, was: otherForm, isForm: true }]
    if (isCovered(column, known)) return []
    const moved = [...was.fields, ...column.fields].filter(
      (field) => !(was.fields.includes(field) && column.fields.includes(field)),
    )
    // The setting `maintenance:` and the subscription decide if a column about service is used.
    const isLeftOut = was.fields.length === 0 || column.fields.length === 0
    const isSettled = moved.every(
      (field) => now.includes(field) || before.includes(field) || (isLeftOut && isServiceFact(field)),
    )
    return isSettled ? [] : [{ column, was, isForm: false }]
  })
}

const MAX_REMEMBERED = 2000

/** Keeps the proven form of a column whose cells prove none now. */
function keepForm(column: ReadColumn, remembered: Readings): ReadColumn {
  const known = Object.hasOwn(remembered, column.name) ? (remembered[column.name] ?? []) : []
  const proven = known.find((was) => was.proven !== undefined && isCovered(column, [was]))?.proven
  return column.proven === undefined && proven !== undefined ? { ...column, proven } : column
}

/** Returns what the run remembers: its own readings, the earlier ones of columns that are asked about or absent. */
export function mergeReadings(
  columns: readonly ReadColumn[],
  changed: readonly ChangedColumn[],
  remembered: Readings,
): Readings {
  const asked = new Set(changed.map(({ column }) => column.name))
  const current = toReadings(
    columns.filter(({ name }) => !asked.has(name)).map((column) => keepForm(column, remembered)),
  )
  const earlier = Object.entries(remembered).filter(([name]) => !Object.hasOwn(current, name))
  return Object.fromEntries([...Object.entries(current), ...earlier].slice(0, MAX_REMEMBERED))
}

/** Reads what a stored run remembers of columns. A run of an older version has how it read the sheet only. */
export function readRemembered(stored: string, settings: HeaderSettings): Readings | undefined {
  const { readings, mapping, ...read } = JSON.parse(stored) as ReadSection & {
    readings?: Readings
    mapping?: SheetMapping
  }
  return readings ?? (mapping && toReadings(listReadColumns({ mapping, read }, settings)))
}
