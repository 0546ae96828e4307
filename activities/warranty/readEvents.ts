import type { InboxEvent } from '../../worker/state/inbox.ts'
import type { WatchInput } from '../../contract/temporal.ts'
import { placeOf, type Place } from './takeUp.ts'
import type { Today } from './queueDue.ts'

/** What events say is to be looked at. Each was true once; what is true now, the look says. */
export interface Seen {
  /** Ends inside the window: their watches are opened. */
  open: WatchInput[]
  /** Ends that are no more, or whose document has changed: a watch that is open has to look. */
  wake: WatchInput[]
  /** Documents that have ended. */
  ended: string[]
}

const asDay = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)

/** Ends that an event takes away: that of a deleted document, that from which one was moved, that of one whose type was changed. */
function endsOf({ type, body }: InboxEvent): string[] {
  const { record, changes } = body.data
  const now = asDay(record['expires_on'])
  const before = asDay(changes['expires_on']?.from)
  const isAffected = type === 'document.deleted' || changes['type'] !== undefined
  return [...(isAffected && now !== undefined ? [now] : []), ...(before === undefined ? [] : [before])]
}

/**
 * Reads out of events which documents need a look, without asking the API: what lies ahead of the window needs none. Events come in any order
 * and more than once.
 */
export function readEvents(events: readonly InboxEvent[], today: Today): Seen {
  const open = new Map<string, WatchInput>()
  const wake = new Map<string, WatchInput>()
  const ended = new Set<string>()
  const about = events.flatMap((event) => (event.type.startsWith('document.') && event.recordId !== null ? [{ event, id: event.recordId }] : []))
  const deleted = new Set(about.flatMap(({ event, id }) => (event.type === 'document.deleted' ? id : [])))
  const types: readonly unknown[] = today.config.warranty.types
  const note = (map: Map<string, WatchInput>, documentId: string, expiresOn: string): void =>
    void map.set(`${documentId} ${expiresOn}`, { documentId, expiresOn })
  for (const { event, id } of about) {
    for (const expiresOn of endsOf(event)) if (placeOf(expiresOn, today) === 'inside') note(wake, id, expiresOn)
    const { record } = event.body.data
    const expiresOn = asDay(record['expires_on'])
    if (deleted.has(id) || expiresOn === undefined || !types.includes(record['type'])) continue
    const place: Place = placeOf(expiresOn, today)
    if (place === 'inside') note(open, id, expiresOn)
    if (place === 'ended') ended.add(id)
  }
  return { open: [...open.values()], wake: [...wake.values()], ended: [...ended] }
}
