import type { Maintenance } from '../../contract/api/maintenance.ts'
import { foldText } from '../../platform/foldText.ts'
import { memoize } from '../../platform/memoize.ts'
import { describeTiming } from '../../config/maintenance.ts'
import { describeUnit } from '../../config/use.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { DueOccurrence } from './findDueOccurrences.ts'
import { toCompletionDay } from './lastServiceDays.ts'

/** Cached folding: few service types occur, and each check compares all records of an item. */
const foldServiceType = memoize(foldText, 1000)

export type DueCheck = { outcome: 'make' } | { outcome: 'found' | 'done'; id: string } | { outcome: 'waits' }

/** Fields of a record that a check needs. */
export type CheckedRecord = Pick<
  Maintenance,
  'id' | 'service_type' | 'service_date' | 'status' | 'notes' | 'completed_at' | 'created_at'
>

/** Formats the line in the notes of a created record. It identifies the record after a person has moved its date. */
export function toNotesMarker({ plan, dueOn, use }: DueOccurrence): string {
  if (!use) return `Maintenance plan ${plan.id}, due ${dueOn}.`
  return `Maintenance plan ${plan.id}, due at ${use.reading} ${describeUnit(use.field)}, counted from ${use.from} on ${use.since}.`
}

/** True for notes of a record that a plan created, by date or by use. */
export const isOfPlan = (notes: string | null): boolean =>
  /Maintenance plan [a-z0-9_-]+, due (?:at )?\d/.test(notes ?? '')

/** Finds the due dates in the plans' lines of notes. */
export const findMarkedDays = (notes: string | null): string[] =>
  notes === null
    ? []
    : Array.from(notes.matchAll(/Maintenance plan [a-z0-9_-]+, due (\d{4}-\d\d-\d\d)\./g), ([, day = '']) => day)

export const toNotes = (due: DueOccurrence): string => {
  const { title } = due.plan
  return `${title === undefined ? '' : `${title}: `}${describeTiming(due.plan)}.\n${toNotesMarker(due)}`
}

/**
 * Checks if a due date needs a new record. It does not if one exists: created before a crash, or by a person for the
 * same day. Work due by use exists only with the plan's line in its notes. A missed date also needs none if the service
 * was completed on or after the first day of its lead time.
 * @param records all maintenance records of the item
 */
export function checkDueOccurrence(due: DueOccurrence, records: readonly CheckedRecord[], timeZone: string): DueCheck {
  const { plan, dueOn, isMissed } = due
  const serviceType = foldServiceType(plan.service_type)
  const sameService = records.filter((record) => foldServiceType(record.service_type) === serviceType)
  const ofPlan = records.find(({ notes }) => notes?.includes(toNotesMarker(due)))
  const existing = ofPlan ?? (due.use ? undefined : sameService.find((record) => record.service_date === dueOn))
  if (existing) return { outcome: 'found', id: existing.id }
  if (
    plan.from === 'last_completed' &&
    sameService.some(({ status }) => status === 'scheduled' || status === 'in_progress')
  )
    return { outcome: 'waits' }
  const leadStart = addDays(dueOn, -plan.lead_days)
  const completed = isMissed
    ? sameService.find((record) => (toCompletionDay(record, timeZone) ?? '') >= leadStart)
    : undefined
  return completed ? { outcome: 'done', id: completed.id } : { outcome: 'make' }
}
