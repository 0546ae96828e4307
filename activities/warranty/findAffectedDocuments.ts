import type { InboxEvent } from '../../state/inbox/inbox.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { DueContext } from './dueRecipients.ts'

export interface AffectedDocuments {
  /** Documents that must be read: an event names an end date before the window closes. */
  ending: string[]
  /** Other documents. They are read only if the database has an end date of theirs. */
  others: string[]
}

const toDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined

/** True if an event names an end date on or before a day, and the document has or had a watched type. */
function mentionsEnd({ body }: InboxEvent, types: readonly unknown[], untilDay: string): boolean {
  const { record, changes } = body.data
  const { type } = changes
  const isWatched = types.includes(record['type']) || (type !== undefined && types.includes(type.from))
  const ends = [toDay(record['expires_on']), toDay(changes['expires_on']?.from)]
  return isWatched && ends.some((end) => end !== undefined && end <= untilDay)
}

/** Finds the documents that must be read, without asking the API. Events may come in any order and repeatedly. */
export function findAffectedDocuments(events: readonly InboxEvent[], { day, config }: DueContext): AffectedDocuments {
  const { types, window_days: window } = config.warranty
  const untilDay = addDays(day, window)
  const ending = new Set<string>()
  const all = new Set<string>()
  for (const event of events) {
    if (!event.type.startsWith('document.') || event.recordId === null) continue
    all.add(event.recordId)
    if (mentionsEnd(event, types, untilDay)) ending.add(event.recordId)
  }
  return { ending: [...ending], others: [...all.difference(ending)] }
}
