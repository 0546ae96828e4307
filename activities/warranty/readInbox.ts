import { listDocuments, type Document } from '../../contract/api/documents.ts'
import { isInUseAgain } from '../../contract/api/watchedEvents.ts'
import { findCoverageEnd } from '../../state/coverage/coverage.ts'
import { markHandled, postponeEvents, listPendingEvents, type InboxEvent } from '../../state/inbox/inbox.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Api } from '../shared/api.ts'
import { forEachItem, type FailedItem } from '../shared/forEachItem.ts'
import { listAllRecords } from '../shared/listAll.ts'
import { readEachRecord } from '../shared/readEachRecord.ts'
import { addDays } from '../../platform/studioDay.ts'
import { removeEndAndSkipReminders, storeEndAndSkipReminders } from './listCoverage.ts'
import type { DueContext } from './dueRecipients.ts'
import { toCoverage } from './readCoverage.ts'
import { createDocumentReaders } from './readDocuments.ts'
import { findAffectedDocuments } from './findAffectedDocuments.ts'
import type { WarrantyDeps } from './types.ts'

const BATCH_SIZE = 200
const MAX_CONCURRENT = 4

interface DocumentsRead {
  found: Map<string, Document>
  /** Ids of documents and items. */
  failed: FailedItem<string>[]
}

async function storeDocument(
  tx: Tx,
  id: string,
  document: Document | undefined,
  { day, config }: DueContext,
): Promise<void> {
  const { types, window_days: window } = config.warranty
  const coverage = document && types.includes(document.type) ? toCoverage(document) : undefined
  if (coverage && coverage.expiresOn <= addDays(day, window)) await storeEndAndSkipReminders(tx, coverage)
  else await removeEndAndSkipReminders(tx, id, coverage?.expiresOn)
}

/** Finds documents of events whose end is, or was, inside the window. */
async function findAffected(
  { state }: WarrantyDeps,
  events: readonly InboxEvent[],
  context: DueContext,
): Promise<Set<string>> {
  const { ending, others } = findAffectedDocuments(events, context)
  const withStoredEnd = await state.read(async (tx) => {
    const ids: string[] = []
    for (const id of others) if ((await findCoverageEnd(tx, id)) !== undefined) ids.push(id)
    return ids
  })
  return new Set([...ending, ...withStoredEnd])
}

/** Reads the documents of items that are in use again. Their reminders were not sent while the items were retired. */
async function readOfItemsInUseAgain(
  api: Api,
  events: readonly InboxEvent[],
  signal: AbortSignal,
): Promise<DocumentsRead> {
  const ids = events.flatMap(({ type, recordId, body }) =>
    type === 'gear.updated' && recordId !== null && isInUseAgain(body.data.changes) ? [recordId] : [],
  )
  const found = new Map<string, Document>()
  const failed = await forEachItem({ api, signal, limit: MAX_CONCURRENT }, [...new Set(ids)], async (gearId) => {
    const documents = await listAllRecords('list of documents of an item', async (query) => {
      return (await api.call(listDocuments, { query: { ...query, gear_id: gearId } }, { signal })).body
    })
    for (const document of documents) found.set(document.id, document)
  })
  return { found, failed }
}

/** Reads the present state of the records of events. */
async function readConcerned(
  deps: WarrantyDeps,
  events: readonly InboxEvent[],
  context: DueContext,
  signal: AbortSignal,
): Promise<DocumentsRead & { affected: ReadonlySet<string> }> {
  const ofItems = await readOfItemsInUseAgain(deps.api, events, signal)
  const affected = await findAffected(deps, events, context)
  const ofEvents = await readEachRecord({ api: deps.api, signal }, affected, createDocumentReaders(deps.api, signal))
  return {
    affected: affected.union(new Set(ofItems.found.keys())),
    // The lists of items were read first, so a document that was read by itself is newer.
    found: new Map([...ofItems.found, ...ofEvents.found]),
    failed: [...ofItems.failed, ...ofEvents.failed],
  }
}

/**
 * Handles all events of the topic in the inbox by reading the documents' current state. It removes events in the same
 * transaction, so a repetition is harmless. Events of unreadable records are postponed.
 */
export async function readInbox(deps: WarrantyDeps, context: DueContext, signal: AbortSignal): Promise<void> {
  const { state, clock, log } = deps
  for (;;) {
    signal.throwIfAborted()
    const events = await state.read((tx) => listPendingEvents(tx, 'warranty', BATCH_SIZE, clock.nowMs()))
    if (events.length === 0) return
    const { affected, found, failed } = await readConcerned(deps, events, context, signal)
    for (const { item, error } of failed)
      log.warn(
        { recordId: item, err: error },
        'a document, or those of an item, could not be read; its events will be retried later',
      )
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
