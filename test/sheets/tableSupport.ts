import type { MappedTable } from '../../sheets/types.ts'
import { mapText, source } from './support.ts'

const plainFields = new Set(['asset_tag', 'gear_type', 'brand', 'model'])

/** Each row as `[number, key, its other fields]` or `[number, reason]`. */
const outcomes = ({ rows }: MappedTable): unknown[] =>
  rows.map(({ row, outcome, reason, key, fields, errors }) =>
    outcome === undefined
      ? [row, key, Object.fromEntries(Object.entries(fields).filter(([field]) => !plainFields.has(field)))]
      : [row, reason ?? errors.map(({ code }) => code).join(' ')],
  )

export const map = (text: string, ...settings: string[]): unknown[] => outcomes(mapText(text, source(...settings)))

export const tablesOf = (text: string): unknown[] =>
  mapText(text).mapping.tables.map(({ kind, header_row, from, to }) => `${kind} ${header_row} ${from}-${to}`)

export const keysOf = (text: string): unknown[] =>
  mapText(text).rows.flatMap(({ outcome, key }) => (outcome === undefined ? [key] : []))
