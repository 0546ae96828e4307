import type { Maintenance } from '../../contract/maintenance.ts'
import { fold } from '../../platform/fold.ts'
import { describePeriod } from '../../config/period.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { Due } from './duePlans.ts'
import { completedOn } from './lastDone.ts'

export type DueCheck = { outcome: 'make' } | { outcome: 'found' | 'done'; id: string } | { outcome: 'waits' }

/** Line in a record's notes that identifies it after its date was moved. */
export const noteMark = ({ plan, dueOn }: Due): string => `Maintenance plan ${plan.id}, due ${dueOn}.`

export const toNotes = (due: Due): string => {
  const { title, every } = due.plan
  return `${title === undefined ? '' : `${title}: `}${describePeriod(every)}.\n${noteMark(due)}`
}

/**
 * Checks for an existing record first: one stored before a crash, or one a person made for the same day. A missed date needs none when the service
 * was completed since the record would have been made.
 * @param records all of the item
 */
export function checkDue(due: Due, records: readonly Maintenance[], timeZone: string): DueCheck {
  const { plan, dueOn, isMissed } = due
  const kind = fold(plan.service_type)
  const same = records.filter((record) => fold(record.service_type) === kind)
  const found = records.find(({ notes }) => notes?.includes(noteMark(due))) ?? same.find((record) => record.service_date === dueOn)
  if (found) return { outcome: 'found', id: found.id }
  if (plan.from === 'last_completed' && same.some(({ status }) => status === 'scheduled' || status === 'in_progress')) return { outcome: 'waits' }
  const since = addDays(dueOn, -plan.lead_days)
  const done = isMissed ? same.find((record) => (completedOn(record, timeZone) ?? '') >= since) : undefined
  return done ? { outcome: 'done', id: done.id } : { outcome: 'make' }
}
