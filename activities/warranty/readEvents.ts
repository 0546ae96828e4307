import type { InboxEvent } from '../../state/inbox.ts'
import { addDays } from '../studioDay.ts'
import type { Today } from './queueDue.ts'

/** Documents that events are about. */
export interface Affected {
  /** An event names an end that has come or lies inside the window: what the document is now has to be read. */
  near: string[]
  /** No event does: to be read only where an end of it is known. */
  others: string[]
}

const asDay = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)

/** Whether an event names an end up to a day, of a document whose end counts or did. */
function namesEnd({ body }: InboxEvent, types: readonly unknown[], until: string): boolean {
  const { record, changes } = body.data
  const { type } = changes
  const counts = types.includes(record['type']) || (type !== undefined && types.includes(type.from))
  const ends = [asDay(record['expires_on']), asDay(changes['expires_on']?.from)]
  return counts && ends.some((end) => end !== undefined && end <= until)
}

/**
 * Reads out of events which documents have to be read, without asking the API: what lies ahead of the window needs nothing. Events come in any
 * order and more than once.
 */
export function readEvents(events: readonly InboxEvent[], { day, config }: Today): Affected {
  const { types, window_days: window } = config.warranty
  const until = addDays(day, window)
  const near = new Set<string>()
  const all = new Set<string>()
  for (const event of events) {
    if (!event.type.startsWith('document.') || event.recordId === null) continue
    all.add(event.recordId)
    if (namesEnd(event, types, until)) near.add(event.recordId)
  }
  return { near: [...near], others: [...all.difference(near)] }
}
