import type { CoverageEnd } from '../../state/coverage.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { Config } from '../../config/config.ts'
import { queueAddressed, recipientsOf, recipientsWithout, type Addressed, type Recipient } from '../notify/queue.ts'
import type { FailedItem } from '../eachItem.ts'
import { daysBetween } from '../studioDay.ts'
import { describeCover } from './describe.ts'
import { dueCover, type DueCover } from './dueCover.ts'
import { readEachItem } from './readItems.ts'
import type { Cover, Item, WarrantyDeps } from './types.ts'

/** Reminders added per transaction, so that other writers do not wait long. */
const AT_ONCE = 200

export interface Today {
  /** `YYYY-MM-DD` in the studio's time zone. */
  day: string
  /** Last day whose reminder time has passed. */
  settledDay: string
  config: Config
}

interface Found extends DueCover {
  left: number
  recipients: readonly Recipient[]
}

type Due = Found & { cover: Cover }

type End = Pick<Cover, 'id' | 'expiresOn'>

/** Recipients missing the step of `settledDay` are notified, with today's step. */
async function findDue(
  tx: Tx,
  { id, expiresOn }: End,
  { day, settledDay, config }: Today,
  recipients: readonly Recipient[],
): Promise<Found | undefined> {
  const { steps } = config.warranty
  const left = daysBetween(day, expiresOn)
  const settled = dueCover(steps, daysBetween(settledDay, expiresOn))
  const due = dueCover(steps, left)
  if (!settled || !due) return undefined
  const about = { kind: 'warranty', subject: id, due_on: expiresOn, step: settled.unlessTold }
  const without = await recipientsWithout(tx, about, recipients)
  return without.length === 0 ? undefined : { ...due, left, recipients: without }
}

/** Ends with at least one recipient to notify. */
export async function findDueEnds(tx: Tx, ends: readonly CoverageEnd[], today: Today): Promise<CoverageEnd[]> {
  const recipients = recipientsOf(today.config)
  const due: CoverageEnd[] = []
  for (const end of ends) if (await findDue(tx, { id: end.document_id, expiresOn: end.expires_on }, today, recipients)) due.push(end)
  return due
}

async function findAllDue(tx: Tx, covers: readonly Cover[], today: Today): Promise<Due[]> {
  const recipients = recipientsOf(today.config)
  const dues: Due[] = []
  for (const cover of covers) {
    const due = await findDue(tx, cover, today, recipients)
    if (due) dues.push({ ...due, cover })
  }
  return dues
}

export interface Queued {
  queued: number
  /** Ids of documents of retired items. */
  retired: string[]
  failed: FailedItem<Cover>[]
}

/** Queues due reminders of coverage: for each recipient the latest step, unless that or a later one is in the ledger. @param covers current state */
export async function queueDue(deps: WarrantyDeps, covers: readonly Cover[], today: Today, signal: AbortSignal): Promise<Queued> {
  const dues = await deps.state.read((tx) => findAllDue(tx, covers, today))
  const covered = dues.map(({ cover }) => cover)
  const { items, failed } = await readEachItem(deps.api, covered, signal)
  const itemOf = ({ gearId }: Cover): Item | undefined => items.get(gearId ?? '')
  const errors = new Map(failed.map(({ item, error }) => [item, error]))
  const isUnread = ({ gearId }: Cover): boolean => gearId !== null && errors.has(gearId)
  const wanted = dues.filter(({ cover }) => !itemOf(cover)?.isRetired && !isUnread(cover))
  const nowMs = deps.clock.nowMs()
  let queued = 0
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    signal.throwIfAborted()
    const reminders = wanted
      .slice(from, from + AT_ONCE)
      .map(({ cover, step, left, recipients }): Addressed => ({ notification: describeCover(cover, itemOf(cover), step, left), recipients }))
    queued += await deps.state.write((tx) => queueAddressed(tx, reminders, nowMs))
  }
  return {
    queued,
    retired: dues.flatMap(({ cover }) => (itemOf(cover)?.isRetired ? [cover.id] : [])),
    failed: covered.filter(isUnread).map((item) => ({ item, error: errors.get(item.gearId ?? '') })),
  }
}
