import type { CellNote } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Binding, MappedRow } from '../types.ts'
import type { PlanContext } from './planContext.ts'

/** Name under which a binding stores the moment that a field's day was read from. */
const PREFIX = 'moment of '
export const momentName = (field: string): string => PREFIX + field
export const fieldOfMoment = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined

/** True for two readings of one cell, unless `date_zone` decided both and has changed since. */
function isSameMoment(synced: unknown, moment: string): boolean {
  if (typeof synced !== 'string') return false
  const [[syncedTime, syncedZone], [time, zone]] = [synced.split(' '), moment.split(' ')]
  return syncedTime === time && (syncedZone === zone || syncedZone === undefined || zone === undefined)
}

/**
 * Keeps the day that a moment was synced as. A later change of the studio's time zone would date it anew, or make it
 * ambiguous, although nobody has edited the cell.
 */
export function keepMoments(row: MappedRow, binding: Binding | undefined, context: PlanContext): MappedRow {
  if (!row.moments || !binding) return row
  const kept = Object.entries(row.moments).filter(
    ([field, moment]) =>
      typeof binding.base[field] === 'string' && isSameMoment(binding.base[momentName(field)], moment),
  )
  if (kept.length === 0) return row
  const days = new Map(kept.map(([field]) => [context.cellOf(row, field), String(binding.base[field])] as const))
  const isOther = ({ cell, code }: CellNote): boolean => !(days.has(cell) && code === 'ambiguous_date')
  const explainDay = (note: CellNote): CellNote => {
    const day = note.code === 'time_dropped' ? days.get(note.cell) : undefined
    return day === undefined ? note : { ...note, ...say('date_stays', { day }) }
  }
  return {
    ...row,
    fields: { ...row.fields, ...Object.fromEntries(kept.map(([field]) => [field, binding.base[field]])) },
    moments: {
      ...row.moments,
      ...Object.fromEntries(kept.map(([field]) => [field, String(binding.base[momentName(field)])])),
    },
    errors: row.errors.filter(isOther),
    warnings: row.warnings.map(explainDay),
  }
}
