import type { Document } from '../../contract/documents.ts'
import { findEnd } from '../../worker/state/coverage.ts'
import { markHandled, takeFromInbox, type InboxEvent } from '../../worker/state/inbox.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { addDays } from '../studioDay.ts'
import { removeCover, storeCover } from './listCoverage.ts'
import type { Today } from './queueDue.ts'
import { toCover } from './readCover.ts'
import { readDocuments } from './readDocuments.ts'
import { readEvents } from './readEvents.ts'
import type { WarrantyDeps } from './types.ts'

/** Events that are taken at once. */
const EVENTS = 200

/** Stores what a document is now. @param document undefined when there is none */
async function storeDocument(tx: Tx, id: string, document: Document | undefined, { day, config }: Today): Promise<void> {
  const { types, window_days: window } = config.warranty
  const cover = document && types.includes(document.type) ? toCover(document) : undefined
  if (cover && cover.expiresOn <= addDays(day, window)) await storeCover(tx, cover)
  else await removeCover(tx, id, cover?.expiresOn)
}

/** Documents that events are about and whose end lies inside the window, or did. */
async function findAffected({ state }: WarrantyDeps, events: readonly InboxEvent[], today: Today): Promise<Set<string>> {
  const { near, others } = readEvents(events, today)
  const known = await state.read(async (tx) => {
    const ids: string[] = []
    for (const id of others) if ((await findEnd(tx, id)) !== undefined) ids.push(id)
    return ids
  })
  return new Set([...near, ...known])
}

/**
 * Takes every event about documents from the inbox. An event says that something changed: the documents are read as they are now. Events leave
 * the inbox once that is stored, so doing it again changes nothing.
 */
export async function readInbox(deps: WarrantyDeps, today: Today, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const events = await deps.state.read((tx) => takeFromInbox(tx, 'warranty', EVENTS))
    if (events.length === 0) return
    const affected = await findAffected(deps, events, today)
    const documents = await readDocuments(deps.api, affected, signal)
    const handled = events.map(({ webhookId }) => webhookId)
    await deps.state.write(async (tx) => {
      for (const id of affected) await storeDocument(tx, id, documents.get(id), today)
      await markHandled(tx, 'warranty', handled)
    })
  }
}
