import type { AccountEvent, EventActor } from '../../../contract/events.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { readKeyNames } from '../keyNames.ts'

type StoredEvent = Omit<AccountEvent, 'data'> & {
  data: Omit<AccountEvent['data'], 'actor'> & { actor: EventActor & { run_id?: string } }
}

/** Completes stored events by the names of the keys. */
export async function toEventViews(tx: Tx, account: string, bodies: readonly string[]): Promise<AccountEvent[]> {
  const events = bodies.map((body) => JSON.parse(body) as StoredEvent)
  const names = await readKeyNames(tx, account, [...new Set(events.map(({ data }) => data.actor.id))])
  return events.map((event) => {
    const { actor } = event.data
    const completed = { ...actor, name: names.get(actor.id) ?? null, run_id: actor.run_id ?? null }
    return { ...event, data: { ...event.data, actor: completed } }
  })
}
