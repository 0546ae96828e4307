import { currenciesOf } from '../cells/currency.ts'
import { unsupportedUnits, unitsOfField } from '../cells/units.ts'
import type { Cell, SheetRow } from '../types.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import { findFieldKind } from '../vocabulary/fields.ts'
import type { FoundHeader } from './findHeader.ts'
import { requiredColumns } from './headerRow.ts'
import { isScaleHint } from './scaledHeader.ts'

const units: ReadonlySet<string> = new Set([...unsupportedUnits, ...Object.values(unitsOfField).flat()])
const numericKinds: ReadonlySet<string | undefined> = new Set(['money', 'measure', 'count'])
const identifyingFields: ReadonlySet<unknown> = new Set([...requiredColumns, 'asset_tag', 'serial_number'])

/** True for a unit, a currency or a scale such as `k€`, possibly in parentheses. */
function isUnit(text: string): boolean {
  const stripped = text.trim().replaceAll(/^[([{]|[)\]}.]$/g, '')
  return (
    units.has(stripped.toLowerCase()) ||
    (isScaleHint(stripped) && !/\d{2}/.test(stripped.replaceAll('0', ''))) ||
    stripped
      .split(/[^\p{L}\p{Sc}]+/u)
      .some((word) => currenciesOf(word.replace(/^[kKT](?=\p{Sc}|[A-Z]{3}$)/u, '')).length > 0)
  )
}

/** True if the row below a header has units where amounts would be. */
function isUnitsRow(row: SheetRow, { matches }: FoundHeader): boolean {
  if (row.cells.some((cell, index) => isFilled(cell) && identifyingFields.has(matches[index]?.target))) return false
  const amounts = row.cells.filter((cell, index) => {
    const target = matches[index]?.target
    return (
      isFilled(cell) &&
      numericKinds.has(findFieldKind(typeof target === 'string' ? target : (Object.values(target ?? {})[0] ?? '')))
    )
  })
  return amounts.length > 0 && amounts.every(({ kind, text }) => kind === 'text' && isUnit(text))
}

const withUnit = (cell: Cell, unit: Cell | undefined): Cell => {
  const text =
    unit && isFilled(unit) && isUnit(unit.text)
      ? `${cell.text} (${unit.text.trim().replaceAll(/^[([{]|[)\]}]$/g, '')})`
      : cell.text
  return text === cell.text ? cell : { ...cell, text, value: text }
}

/** True if the settings or the preset map the column. */
const isConfigured = ({ matches }: FoundHeader, index: number): boolean =>
  matches[index]?.isOwn === true || matches[index]?.isPreset === true

/** Merges a row of units into the header: `Weight (kg)`. */
export function readUnitsRow(rows: readonly SheetRow[], header: FoundHeader): readonly SheetRow[] {
  const [headerRow, below] = [rows[header.index], rows.slice(header.index + 1).find((row) => !isBlankRow(row))]
  if (!headerRow || !below || !isUnitsRow(below, header)) return rows
  const cells = headerRow.cells.map((cell, index) =>
    isFilled(cell) && !isConfigured(header, index) ? withUnit(cell, below.cells[index]) : cell,
  )
  return rows.with(header.index, { ...headerRow, cells })
}
