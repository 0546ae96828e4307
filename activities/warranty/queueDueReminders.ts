import type { CoverageEnd } from '../../state/coverage.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Config } from '../../config/config.ts'
import { queueAddressedReminders, listRecipients, findUnnotified, type AddressedReminder, type Recipient } from '../notify/queue.ts'
import type { FailedItem } from '../forEachItem.ts'
import { countDaysBetween } from '../../platform/studioDay.ts'
import { describeCoverageEnd } from './describeCoverageEnd.ts'
import { findDueCoverageStep, type DueCoverageStep } from './findDueCoverageStep.ts'
import { readEachItem } from './readItems.ts'
import type { Coverage, Item, WarrantyDeps } from './types.ts'

/** Reminders added per transaction, so that other writers do not wait long. */
const ROWS_PER_TRANSACTION = 200

export interface DueContext {
  /** `YYYY-MM-DD` in the studio's time zone. */
  day: string
  /** Last day whose reminder time has passed. */
  settledDay: string
  config: Config
}

interface DueEnd extends DueCoverageStep {
  daysLeft: number
  recipients: readonly Recipient[]
}

type DueCoverageEnd = DueEnd & { coverage: Coverage }

type EndingDocument = Pick<Coverage, 'id' | 'expiresOn'>

/** Recipients who did not get the step of `settledDay` are notified of today's step. */
async function findDue(
  tx: Tx,
  { id, expiresOn }: EndingDocument,
  { day, settledDay, config }: DueContext,
  recipients: readonly Recipient[],
): Promise<DueEnd | undefined> {
  const { steps } = config.warranty
  const daysLeft = countDaysBetween(day, expiresOn)
  const settledStep = findDueCoverageStep(steps, countDaysBetween(settledDay, expiresOn))
  const due = findDueCoverageStep(steps, daysLeft)
  if (!settledStep || !due) return undefined
  const about = { kind: 'warranty', subject: id, due_on: expiresOn, step: settledStep.notifiedStep }
  const unnotified = await findUnnotified(tx, about, recipients)
  return unnotified.length === 0 ? undefined : { ...due, daysLeft, recipients: unnotified }
}

/** Ends with at least one recipient to notify. */
export async function findDueEnds(tx: Tx, ends: readonly CoverageEnd[], context: DueContext): Promise<CoverageEnd[]> {
  const recipients = listRecipients(context.config)
  const due: CoverageEnd[] = []
  for (const end of ends) if (await findDue(tx, { id: end.document_id, expiresOn: end.expires_on }, context, recipients)) due.push(end)
  return due
}

async function findAllDue(tx: Tx, coverages: readonly Coverage[], context: DueContext): Promise<DueCoverageEnd[]> {
  const recipients = listRecipients(context.config)
  const dues: DueCoverageEnd[] = []
  for (const coverage of coverages) {
    const due = await findDue(tx, coverage, context, recipients)
    if (due) dues.push({ ...due, coverage })
  }
  return dues
}

export interface QueueResult {
  queued: number
  /** Ids of documents of retired items. */
  retired: string[]
  failed: FailedItem<Coverage>[]
}

/** Queues due reminders of coverage as just read: for each recipient the latest step, unless that or a later one is in the ledger. */
export async function queueDueReminders(
  deps: WarrantyDeps,
  coverages: readonly Coverage[],
  context: DueContext,
  signal: AbortSignal,
): Promise<QueueResult> {
  const dues = await deps.state.read((tx) => findAllDue(tx, coverages, context))
  const dueCoverages = dues.map(({ coverage }) => coverage)
  const { items, failed } = await readEachItem(deps.api, dueCoverages, signal)
  const itemOf = ({ gearId }: Coverage): Item | undefined => items.get(gearId ?? '')
  const errors = new Map(failed.map(({ item, error }) => [item, error]))
  const isUnread = ({ gearId }: Coverage): boolean => gearId !== null && errors.has(gearId)
  const duesToNotify = dues.filter(({ coverage }) => !itemOf(coverage)?.isRetired && !isUnread(coverage))
  const nowMs = deps.clock.nowMs()
  let queued = 0
  for (let from = 0; from < duesToNotify.length; from += ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    const reminders = duesToNotify.slice(from, from + ROWS_PER_TRANSACTION).map(({ coverage, step, daysLeft, recipients }): AddressedReminder => ({
      notification: describeCoverageEnd(coverage, itemOf(coverage), step, daysLeft),
      recipients,
    }))
    queued += await deps.state.write((tx) => queueAddressedReminders(tx, reminders, nowMs))
  }
  return {
    queued,
    retired: dues.flatMap(({ coverage }) => (itemOf(coverage)?.isRetired ? [coverage.id] : [])),
    failed: dueCoverages.filter(isUnread).map((item) => ({ item, error: errors.get(item.gearId ?? '') })),
  }
}
