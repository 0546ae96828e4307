import type { Maintenance } from '../../contract/maintenance.ts'
import { foldText } from '../../platform/foldText.ts'
import { memoize } from '../../platform/memoize.ts'
import { describePeriod } from '../../config/period.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { DueOccurrence } from './findDueOccurrences.ts'
import { toCompletionDay } from './lastServiceDays.ts'

/** Few service types occur, and each check compares all records of an item. */
const foldServiceType = memoize(foldText, 1000)

export type DueCheck = { outcome: 'make' } | { outcome: 'found' | 'done'; id: string } | { outcome: 'waits' }

/** What a check needs of a record. */
export type CheckedRecord = Pick<Maintenance, 'id' | 'service_type' | 'service_date' | 'status' | 'notes' | 'completed_at'>

/** Line in the notes of a created record. It identifies the record after a person has moved its date. */
export const toNotesMarker = ({ plan, dueOn }: DueOccurrence): string => `Maintenance plan ${plan.id}, due ${dueOn}.`

/** Due dates of the plans' lines in notes. */
export const findMarkedDays = (notes: string | null): string[] =>
  notes === null ? [] : Array.from(notes.matchAll(/Maintenance plan [a-z0-9_-]+, due (\d{4}-\d\d-\d\d)\./g), ([, day = '']) => day)

export const toNotes = (due: DueOccurrence): string => {
  const { title, every } = due.plan
  return `${title === undefined ? '' : `${title}: `}${describePeriod(every)}.\n${toNotesMarker(due)}`
}

/**
 * Checks whether a due date needs a new record. It does not if one exists: created before a crash, or by a person for the same day.
 * A missed date also needs none if the service was completed on or after the first day of its lead time.
 * @param records all maintenance records of the item
 */
export function checkDueOccurrence(due: DueOccurrence, records: readonly CheckedRecord[], timeZone: string): DueCheck {
  const { plan, dueOn, isMissed } = due
  const serviceType = foldServiceType(plan.service_type)
  const sameService = records.filter((record) => foldServiceType(record.service_type) === serviceType)
  const existing = records.find(({ notes }) => notes?.includes(toNotesMarker(due))) ?? sameService.find((record) => record.service_date === dueOn)
  if (existing) return { outcome: 'found', id: existing.id }
  if (plan.from === 'last_completed' && sameService.some(({ status }) => status === 'scheduled' || status === 'in_progress'))
    return { outcome: 'waits' }
  const leadStart = addDays(dueOn, -plan.lead_days)
  const completed = isMissed ? sameService.find((record) => (toCompletionDay(record, timeZone) ?? '') >= leadStart) : undefined
  return completed ? { outcome: 'done', id: completed.id } : { outcome: 'make' }
}
