import type { Document } from '../../contract/documents.ts'
import { findCoverageEnd } from '../../state/coverage.ts'
import { markHandled, postponeEvents, listPendingEvents, type InboxEvent } from '../../state/inbox.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readEachRecord } from '../readEachRecord.ts'
import { addDays } from '../../platform/studioDay.ts'
import { removeEndAndSkipReminders, storeEndAndSkipReminders } from './listCoverage.ts'
import type { DueContext } from './dueRecipients.ts'
import { toCoverage } from './readCoverage.ts'
import { createDocumentReaders } from './readDocuments.ts'
import { findAffectedDocuments } from './findAffectedDocuments.ts'
import type { WarrantyDeps } from './types.ts'

const BATCH_SIZE = 200

async function storeDocument(tx: Tx, id: string, document: Document | undefined, { day, config }: DueContext): Promise<void> {
  const { types, window_days: window } = config.warranty
  const coverage = document && types.includes(document.type) ? toCoverage(document) : undefined
  if (coverage && coverage.expiresOn <= addDays(day, window)) await storeEndAndSkipReminders(tx, coverage)
  else await removeEndAndSkipReminders(tx, id, coverage?.expiresOn)
}

/** Documents of events whose end is, or was, inside the window. */
async function findAffected({ state }: WarrantyDeps, events: readonly InboxEvent[], context: DueContext): Promise<Set<string>> {
  const { ending, others } = findAffectedDocuments(events, context)
  const withStoredEnd = await state.read(async (tx) => {
    const ids: string[] = []
    for (const id of others) if ((await findCoverageEnd(tx, id)) !== undefined) ids.push(id)
    return ids
  })
  return new Set([...ending, ...withStoredEnd])
}

/**
 * Handles all document events in the inbox by reading the documents' current state. Events are removed in the same transaction, so a repeat is
 * harmless. Events of unreadable documents are postponed.
 */
export async function readInbox(deps: WarrantyDeps, context: DueContext, signal: AbortSignal): Promise<void> {
  const { api, state, clock, log } = deps
  for (;;) {
    signal.throwIfAborted()
    const events = await state.read((tx) => listPendingEvents(tx, 'warranty', BATCH_SIZE, clock.nowMs()))
    if (events.length === 0) return
    const affected = await findAffected(deps, events, context)
    const { found, failed } = await readEachRecord({ api, signal }, affected, createDocumentReaders(api, signal))
    for (const { item, error } of failed) log.warn({ documentId: item, err: error }, 'a document could not be read; its events will be retried later')
    const unread = new Set<string | null>(failed.map(({ item }) => item))
    const idsOf = (isUnread: boolean): string[] =>
      events.filter(({ recordId }) => unread.has(recordId) === isUnread).map(({ webhookId }) => webhookId)
    await state.write(async (tx) => {
      for (const id of affected) if (!unread.has(id)) await storeDocument(tx, id, found.get(id), context)
      await markHandled(tx, 'warranty', idsOf(false))
      await postponeEvents(tx, 'warranty', idsOf(true), clock.nowMs())
    })
  }
}
