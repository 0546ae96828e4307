import type { InboxEvent } from '../../state/inbox.ts'
import { addDays } from '../../platform/studioDay.ts'
import type { Today } from './queueDue.ts'

export interface Affected {
  /** Documents with a mentioned end up to the end of the window; they must be read. */
  near: string[]
  /** Other documents; read only when an end of them is stored. */
  others: string[]
}

const asDay = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)

/** True when an event mentions an end up to a day, of a watched type now or before. */
function namesEnd({ body }: InboxEvent, types: readonly unknown[], until: string): boolean {
  const { record, changes } = body.data
  const { type } = changes
  const counts = types.includes(record['type']) || (type !== undefined && types.includes(type.from))
  const ends = [asDay(record['expires_on']), asDay(changes['expires_on']?.from)]
  return counts && ends.some((end) => end !== undefined && end <= until)
}

/** Finds the documents that must be read, without asking the API. Events may come in any order and repeatedly. */
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
