import type { CellNote } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import { shorten } from '../cells/parseResult.ts'
import { CONVERSION_CODES, isProgramChange } from '../cells/programChange.ts'
import type { SheetSettings } from '../settings/settings.ts'
import type { Binding, MappedRow } from '../types.ts'
import { textFields } from '../vocabulary/fields.ts'
import { isSameValue } from './isSameValue.ts'
import type { Item, PlanContext } from './planContext.ts'

/** True if the settings take a changed value as it stands. */
export function takesDamaged({ damaged_values: policy }: SheetSettings, field: string): boolean {
  return (typeof policy === 'object' ? policy[field] : policy) === 'take'
}

/** True if a person has answered that the cell's value counts as it stands. */
export function isAnswered(row: MappedRow, field: string, { input: { takes }, cellOf }: PlanContext): boolean {
  return takes === 'all' || takes?.has(cellOf(row, field)) === true
}

/**
 * Finds the value that a spreadsheet program has changed to a cell's text: the last synced one, else the stored one.
 */
function findChanged(text: string, field: string, item: Item, binding: Binding | undefined): string | undefined {
  const candidates = [binding?.base[field], item[field]]
  return candidates.find(
    (value): value is string => typeof value === 'string' && value !== '' && isProgramChange(value, text),
  )
}

interface Held {
  fields: Set<string>
  notes: CellNote[]
  /** Values by field that a person has answered about. */
  taken: Record<string, string>
  takenCells: Set<string>
}

function findHeld(row: MappedRow, item: Item, binding: Binding | undefined, context: PlanContext): Held {
  const held: Held = { fields: new Set(), notes: [], taken: {}, takenCells: new Set() }
  const hold = (field: string, text: string, stored: string): void => {
    held.fields.add(field)
    const said = say('damaged_value', { text: shorten(text), stored: shorten(stored), field })
    held.notes.push({ ...context.faultAt(row, field, 'damaged_value', said), raw: text })
  }
  for (const field of textFields) {
    const [value, converted] = [row.fields[field], row.converted?.[field]]
    const text = converted ?? value
    if (typeof text !== 'string' || row.literals?.includes(field)) continue
    if (converted === undefined) {
      if (
        isSameValue(field, text, item[field], context.key) ||
        isSameValue(field, text, binding?.base[field], context.key)
      )
        continue
      if (takesDamaged(context.input.settings, field)) continue
    }
    const stored = findChanged(text, field, item, binding)
    if (stored === undefined) continue
    if (!isAnswered(row, field, context)) hold(field, text, stored)
    else {
      held.taken[field] = text.trim()
      held.takenCells.add(context.cellOf(row, field))
    }
  }
  return held
}

/**
 * Holds back the values of a row that differ from the synced or stored ones only by what a spreadsheet program makes of
 * them when it opens and saves a file. The rest of the row is compared as usual.
 */
export function holdDamaged(
  row: MappedRow,
  item: Item | undefined,
  binding: Binding | undefined,
  context: PlanContext,
): MappedRow {
  if (!item) return row
  const { fields: held, notes, taken, takenCells } = findHeld(row, item, binding, context)
  if (held.size === 0 && takenCells.size === 0) return row
  const cells = new Set([...notes.map(({ cell }) => cell), ...takenCells])
  return {
    ...row,
    fields: { ...Object.fromEntries(Object.entries(row.fields).filter(([field]) => !held.has(field))), ...taken },
    errors: row.errors.filter(({ cell, code }) => !(cells.has(cell) && CONVERSION_CODES.has(code))),
    warnings: [...row.warnings, ...notes],
  }
}
