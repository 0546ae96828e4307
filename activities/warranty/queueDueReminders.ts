import type { CoverageEnd } from '../../state/coverage/coverage.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import type { PersonKind } from '../../contract/control/reminders.ts'
import {
  addressReminders,
  findUnnotified,
  selectUnnotified,
  type AddressedReminder,
  type Unnotified,
} from '../notify/queue.ts'
import { listRoutes, selectRoutes, type DueRecipient, type Route } from '../notify/routes.ts'
import { queueAndEscalate } from '../notify/escalate.ts'
import { createTextsOf, type TextsOf } from '../notify/textsOf.ts'
import type { FailedItem } from '../shared/forEachItem.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import { describeCoverageEnd } from './describeCoverageEnd.ts'
import { findDueRecipients, listCoverageRoutes, type DueContext } from './dueRecipients.ts'
import { readEachItem } from './readItems.ts'
import type { Coverage, Item, WarrantyDeps } from './types.ts'

/** Maximum number of reminders per transaction, so that other writers do not wait long. */
const ROWS_PER_TRANSACTION = 200

interface DueCoverageEnd {
  coverage: Coverage
  daysLeft: number
  /** Recipients without a notification. The item's recipients are not known yet. */
  unnotified: Unnotified
}

type EndingDocument = Pick<Coverage, 'id' | 'expiresOn'>

/** @param possible routes that may get warranties or insurances */
async function findPending(
  tx: Tx,
  end: EndingDocument,
  context: DueContext,
  possible: readonly Route[],
): Promise<Unnotified> {
  const due = findDueRecipients(possible, end.expiresOn, context)
  return findUnnotified(tx, { kind: 'warranty', subject: end.id, due_on: end.expiresOn, day: context.settledDay }, due)
}

/** Finds ends with at least one recipient who may need a notification. */
export async function findDueEnds(tx: Tx, ends: readonly CoverageEnd[], context: DueContext): Promise<CoverageEnd[]> {
  const routes = listCoverageRoutes(context)
  const due: CoverageEnd[] = []
  for (const end of ends)
    if (
      (await findPending(tx, { id: end.document_id, expiresOn: end.expires_on }, context, routes)).recipients.length > 0
    )
      due.push(end)
  return due
}

async function findAllDue(tx: Tx, coverages: readonly Coverage[], context: DueContext): Promise<DueCoverageEnd[]> {
  const routes = listCoverageRoutes(context)
  const dues: DueCoverageEnd[] = []
  for (const coverage of coverages) {
    const unnotified = await findPending(tx, coverage, context, routes)
    if (unnotified.recipients.length > 0)
      dues.push({ coverage, daysLeft: countDaysBetween(context.day, coverage.expiresOn), unnotified })
  }
  return dues
}

export interface QueueResult {
  queued: number
  /** Ids of retired items' documents. */
  retired: string[]
  failed: FailedItem<Coverage>[]
  /** Recipients of a document, by its id, for documents that were read. */
  concerned: ReadonlyMap<string, readonly DueRecipient[]>
}

const toPersonKind = ({ type }: Coverage): PersonKind => (type === 'insurance' ? 'insurance' : 'warranty')

interface Addressed {
  due: DueCoverageEnd
  item: Item | undefined
  /** Routes of the item's recipients. */
  routes: readonly Route[]
}

function toReminders(
  { due: { coverage, daysLeft, unnotified }, item, routes }: Addressed,
  context: DueContext,
  textsOf: TextsOf,
): AddressedReminder[] {
  const due = findDueRecipients(routes, coverage.expiresOn, context)
  return addressReminders(selectUnnotified(unnotified, due, context.settledDay), textsOf, (step, texts) =>
    describeCoverageEnd(coverage, item, step, daysLeft, texts),
  )
}

/**
 * Queues due reminders of coverage as just read: for each recipient the latest step, unless the ledger has that or a
 * later one.
 */
export async function queueDueReminders(
  deps: WarrantyDeps,
  coverages: readonly Coverage[],
  context: DueContext,
  signal: AbortSignal,
): Promise<QueueResult> {
  const routes = listRoutes(context.config)
  const dues = await deps.state.read((tx) => findAllDue(tx, coverages, context))
  const dueCoverages = dues.map(({ coverage }) => coverage)
  const { items, failed } = await readEachItem(deps.api, dueCoverages, signal)
  const itemOf = ({ gearId }: Coverage): Item | undefined => items.get(gearId ?? '')
  const errors = new Map(failed.map(({ item, error }) => [item, error]))
  const isUnread = ({ gearId }: Coverage): boolean => gearId !== null && errors.has(gearId)
  const addressed = dues
    .filter(({ coverage }) => !itemOf(coverage)?.isRetired && !isUnread(coverage))
    .map((due): Addressed => {
      const item = itemOf(due.coverage)
      return { due, item, routes: selectRoutes(routes, toPersonKind(due.coverage), item?.gear) }
    })
  const textsOf = createTextsOf(context.config, await deps.state.read(readStudioTimeZone))
  const nowMs = deps.clock.nowMs()
  let queued = 0
  for (let from = 0; from < addressed.length; from += ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    const reminders = addressed
      .slice(from, from + ROWS_PER_TRANSACTION)
      .flatMap((one) => toReminders(one, context, textsOf))
    queued += await deps.state.write((tx) => queueAndEscalate(tx, context.config, reminders, nowMs))
  }
  return {
    queued,
    retired: dues.flatMap(({ coverage }) => (itemOf(coverage)?.isRetired ? [coverage.id] : [])),
    failed: dueCoverages.filter(isUnread).map((item) => ({ item, error: errors.get(item.gearId ?? '') })),
    concerned: new Map(
      addressed.map(({ due, routes: selected }) => [
        due.coverage.id,
        findDueRecipients(selected, due.coverage.expiresOn, context),
      ]),
    ),
  }
}
