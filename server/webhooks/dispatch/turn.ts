import type { Tx } from '../../../platform/sql/types.ts'
import { cancelSome, readLeftovers } from './cancel.ts'
import { claimDeliveries, type Claimed } from './claim.ts'
import { handOut, isHungry } from './fanOut.ts'
import { handedOutUpTo, readQueues, type Queue } from './queues.ts'
import { recordResults, type Disabled, type Judged } from './record.ts'

/** What one turn is to do at most, and with what. */
export interface TurnInput {
  judged: readonly Judged[]
  /** Whose queues are looked at; undefined: everybody's. */
  accounts: readonly string[] | undefined
  /** How many more requests an endpoint may be sent. */
  room: (queue: Queue) => number
  sendsAtMost: number
  rowsAtMost: number
  /** A name for what is claimed in this turn: no other turn, of any server, has it. */
  holder: string
  /** Moves the beginning on from turn to turn, so that no endpoint is always last. */
  offset: number
  nowMs: number
  leaseMs: number
}

/** What a turn has done. */
export interface Turn {
  disabled: Disabled[]
  queues: Queue[]
  /** What is to be sent now. */
  toSend: { queue: Queue; claimed: Claimed }[]
  /** Accounts for which something was done: there may be more. */
  busy: Set<string>
  cancelled: number
}

async function handOutAll(tx: Tx, queues: readonly Queue[], turn: Turn, { rowsAtMost, nowMs }: TurnInput): Promise<void> {
  for (const [account, own] of Map.groupBy(queues, (queue) => queue.account_id)) {
    const after = handedOutUpTo(own)
    if ((own[0]?.event_seq ?? 0) <= after || !(await isHungry(tx, account, nowMs))) continue
    if ((await handOut(tx, { account, cursor: own[0]?.cursor_seq ?? null, after }, rowsAtMost, nowMs)) === 0) continue
    turn.busy.add(account)
    for (const queue of own) queue.due_ms = Math.min(queue.due_ms ?? nowMs, nowMs)
  }
}

const isDue = (queue: Queue, nowMs: number): boolean => queue.due_ms !== null && Math.max(queue.due_ms, queue.paused_until_ms) <= nowMs

/** Claiming costs each endpoint the same, however few it is: rather more of some endpoints, and of the others in the next turn. */
const CLAIM_AT_LEAST = 8

async function claimAll(tx: Tx, turn: Turn, { room, sendsAtMost, holder, offset, nowMs, leaseMs }: TurnInput): Promise<void> {
  const due = turn.queues.filter((queue) => isDue(queue, nowMs) && room(queue) > 0)
  const first = due.length === 0 ? 0 : offset % due.length
  let left = sendsAtMost
  for (const [index, queue] of [...due.slice(first), ...due.slice(0, first)].entries()) {
    if (left === 0) break
    const limit = Math.min(room(queue), left, Math.max(CLAIM_AT_LEAST, Math.ceil(left / (due.length - index))))
    const claimed = await claimDeliveries(tx, queue, limit, holder, nowMs, leaseMs)
    left -= claimed.length
    if (claimed.length > 0) turn.busy.add(queue.account_id)
    for (const one of claimed) turn.toSend.push({ queue, claimed: one })
  }
}

/** Does in one transaction what there is to do: writes down what has ended, hands out new events, takes what is due. */
export async function takeTurn(tx: Tx, input: TurnInput): Promise<Turn> {
  const disabled = await recordResults(tx, input.judged, input.nowMs)
  const turn: Turn = { disabled, queues: await readQueues(tx, input.accounts), toSend: [], busy: new Set(), cancelled: 0 }
  if (input.accounts === undefined || disabled.length > 0)
    for (const leftover of await readLeftovers(tx)) turn.cancelled += await cancelSome(tx, leftover, input.nowMs)
  await handOutAll(tx, turn.queues, turn, input)
  await claimAll(tx, turn, input)
  return turn
}
