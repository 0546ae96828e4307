import type { Tx } from '../../../platform/sql/types.ts'
import { cancelDeliveryBatch, listEndpointsToCancel } from './cancel.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim.ts'
import { fanOutEvents, needsDeliveries } from './fanOut.ts'
import { findLastFannedOutSeq, readQueues, type EndpointQueue } from './queues.ts'
import { recordResults, type DisabledEndpoint, type ClassifiedResult } from './recordResults.ts'

export interface CycleInput {
  results: readonly ClassifiedResult[]
  /** Accounts to process; undefined for all. */
  accounts: readonly string[] | undefined
  availableSlots: (queue: EndpointQueue) => number
  maxSends: number
  maxRows: number
  /** Unique name of this cycle's leases. */
  holder: string
  /** Rotates the order of endpoints, so that the same endpoint is not always last. */
  offset: number
  nowMs: number
  leaseMs: number
}

export interface Cycle {
  disabled: DisabledEndpoint[]
  queues: EndpointQueue[]
  toSend: { queue: EndpointQueue; claimed: ClaimedDelivery }[]
  /** Accounts with work in this cycle; they may have more. */
  activeAccounts: Set<string>
  cancelled: number
}

async function fanOutAll(
  tx: Tx,
  queues: readonly EndpointQueue[],
  cycle: Cycle,
  { maxRows, nowMs }: CycleInput,
): Promise<void> {
  for (const [account, own] of Map.groupBy(queues, (queue) => queue.account_id)) {
    const after = findLastFannedOutSeq(own)
    if ((own[0]?.event_seq ?? 0) <= after || !(await needsDeliveries(tx, account, nowMs))) continue
    if ((await fanOutEvents(tx, { account, cursor: own[0]?.cursor_seq ?? null, after }, maxRows, nowMs)) === 0) continue
    cycle.activeAccounts.add(account)
    for (const queue of own) queue.due_ms = Math.min(queue.due_ms ?? nowMs, nowMs)
  }
}

const isDue = (queue: EndpointQueue, nowMs: number): boolean =>
  queue.due_ms !== null && Math.max(queue.due_ms, queue.paused_until_ms) <= nowMs

/** Minimum deliveries per claim, because a claim costs the same for one delivery as for several. */
const MIN_CLAIMED_DELIVERIES = 8

async function claimAll(
  tx: Tx,
  cycle: Cycle,
  { availableSlots, maxSends, holder, offset, nowMs, leaseMs }: CycleInput,
): Promise<void> {
  const due = cycle.queues.filter((queue) => isDue(queue, nowMs) && availableSlots(queue) > 0)
  const firstIndex = due.length === 0 ? 0 : offset % due.length
  let remainingSends = maxSends
  for (const [index, queue] of [...due.slice(firstIndex), ...due.slice(0, firstIndex)].entries()) {
    if (remainingSends === 0) break
    const limit = Math.min(
      availableSlots(queue),
      remainingSends,
      Math.max(MIN_CLAIMED_DELIVERIES, Math.ceil(remainingSends / (due.length - index))),
    )
    const claimed = await claimDeliveries(tx, queue, limit, holder, nowMs, leaseMs)
    remainingSends -= claimed.length
    if (claimed.length > 0) cycle.activeAccounts.add(queue.account_id)
    for (const one of claimed) cycle.toSend.push({ queue, claimed: one })
  }
}

/** Runs one transaction: records results, cancels leftovers, fans out new events and claims due deliveries. */
export async function processCycle(tx: Tx, input: CycleInput): Promise<Cycle> {
  const disabled = await recordResults(tx, input.results, input.nowMs)
  const cycle: Cycle = {
    disabled,
    queues: await readQueues(tx, input.accounts),
    toSend: [],
    activeAccounts: new Set(),
    cancelled: 0,
  }
  if (input.accounts === undefined || disabled.length > 0)
    for (const leftover of await listEndpointsToCancel(tx))
      cycle.cancelled += await cancelDeliveryBatch(tx, leftover, input.nowMs)
  await fanOutAll(tx, cycle.queues, cycle, input)
  await claimAll(tx, cycle, input)
  return cycle
}
