import { isDeepStrictEqual } from 'node:util'
import { camera, type Api, type Item, type Reply } from '../support/api.ts'
import type { Random } from '../support/random.ts'

/** A write that was sent. Its outcome is unknown until the reply. */
type Sent = { key: string | undefined } & (
  | { kind: 'create'; tag: string; body: Record<string, unknown> }
  | { kind: 'patch'; before: Item; updates: Record<string, unknown> }
  | { kind: 'delete'; before: Item }
)

/** The acknowledged state, and the writes whose outcome is unknown. */
export interface Oracle {
  /** The record as last acknowledged, by id. */
  items: Map<string, Item>
  unanswered: Sent[]
  acknowledged: number
  /** The number of unanswered writes that turned out to be committed. */
  done: number
  notDone: number
  /** The number of repeats that were answered with the stored response. */
  replayed: number
}

export const createOracle = (): Oracle => ({
  items: new Map(),
  unanswered: [],
  acknowledged: 0,
  done: 0,
  notDone: 0,
  replayed: 0,
})

const STATUSES = { create: 201, patch: 200, delete: 200 }

function request(api: Api, write: Sent): Promise<Reply> {
  const headers: Record<string, string> = write.key === undefined ? {} : { 'idempotency-key': write.key }
  if (write.kind === 'create') return api.post('/gear', write.body, headers)
  if (write.kind === 'patch') return api.patch(`/gear/${write.before.id}`, { updates: write.updates }, headers)
  return api.delete(`/gear/${write.before.id}`, headers)
}

function acknowledge(oracle: Oracle, write: Sent, reply: Reply): void {
  if (reply.status !== STATUSES[write.kind])
    throw new Error(`a ${write.kind} was answered with ${reply.status}: ${reply.text}`)
  oracle.acknowledged += 1
  if (write.kind === 'delete') oracle.items.delete(write.before.id)
  else oracle.items.set(reply.item().id, reply.item())
}

let count = 0

function nextWrite(oracle: Oracle, busyIds: ReadonlySet<string>, random: Random): Sent {
  count += 1
  const key = random.chance(0.5) ? `crash-${count}` : undefined
  const freeItems = [...oracle.items.values()].filter((item) => !busyIds.has(item.id))
  if (freeItems.length === 0 || random.chance(0.45)) {
    const tag = `TAG-${count}`
    const warranty = random.chance(0.5) ? { warranty_expires_on: '2031-01-01' } : {}
    return {
      kind: 'create',
      key,
      tag,
      body: camera({ asset_tag: tag, model: `M${count % 50}`, notes: `n${count}`, shutter_count: count, ...warranty }),
    }
  }
  const itemBefore = random.pick(freeItems)
  if (random.chance(0.4)) return { kind: 'delete', key, before: itemBefore }
  const warrantyUpdate = { warranty_expires_on: random.chance(0.3) ? null : `2032-01-${10 + (count % 20)}` }
  const status = random.pick(['available', 'ready', 'retired'])
  return {
    kind: 'patch',
    key,
    before: itemBefore,
    updates: { notes: `n${count}`, shutter_count: count, status, ...warrantyUpdate },
  }
}

const isBroken = (error: unknown): boolean => {
  const { code = '', cause } = error as { code?: string; cause?: { code?: string } }
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(cause?.code ?? code)
}

/** Sends random writes, one at a time, until the connection breaks. Several writers may run concurrently. */
export async function writeUntilGone(api: Api, oracle: Oracle, busyIds: Set<string>, random: Random): Promise<void> {
  for (;;) {
    const write = nextWrite(oracle, busyIds, random)
    const id = write.kind === 'create' ? undefined : write.before.id
    if (id !== undefined) busyIds.add(id)
    oracle.unanswered.push(write)
    try {
      acknowledge(oracle, write, await request(api, write))
      oracle.unanswered.splice(oracle.unanswered.indexOf(write), 1)
      if (id !== undefined) busyIds.delete(id)
    } catch (error) {
      if (isBroken(error)) return
      throw error
    }
  }
}

/** Reads whether an unanswered write without a key was committed. @throws when it was committed in part */
async function wasCommitted(api: Api, write: Sent, oracle: Oracle): Promise<boolean> {
  if (write.kind === 'create') {
    const [item] = (await api.get(`/gear?asset_tag=${write.tag}`)).items()
    if (!item) return false
    for (const [field, value] of Object.entries(write.body))
      if (item[field] !== value) throw new Error(`half a create: ${JSON.stringify(item)}`)
    oracle.items.set(item.id, item)
    return true
  }
  const reply = await api.get(`/gear/${write.before.id}`)
  if (write.kind === 'delete') {
    if (reply.status === 404) return oracle.items.delete(write.before.id)
    if (!isDeepStrictEqual(reply.item(), write.before)) throw new Error(`half a delete: ${reply.text}`)
    return false
  }
  const item = reply.item()
  if (isDeepStrictEqual(item, write.before)) return false
  if (!isDeepStrictEqual(item, { ...write.before, ...write.updates, updated_at: item.updated_at }))
    throw new Error(`half a patch: ${reply.text}`)
  oracle.items.set(item.id, item)
  return true
}

/**
 * Waits for writes of the killed server that the database still executes: the account's lock orders another write
 * behind them.
 */
async function waitForEarlierWrites(api: Api): Promise<void> {
  const reply = await api.delete('/gear/0192f3a4-0000-7000-8000-000000000000')
  if (reply.status !== 404)
    throw new Error(`a write that changes nothing was answered with ${reply.status}: ${reply.text}`)
}

/** Resolves the unanswered writes after a restart: repeats those with a key, and reads the outcome of the others. */
export async function settle(api: Api, oracle: Oracle): Promise<void> {
  await waitForEarlierWrites(api)
  for (const write of oracle.unanswered.splice(0)) {
    if (write.key === undefined) {
      const isCommitted = await wasCommitted(api, write, oracle)
      oracle[isCommitted ? 'done' : 'notDone'] += 1
      continue
    }
    const reply = await request(api, write)
    acknowledge(oracle, write, reply)
    const isReplayed = reply.headers['idempotent-replayed'] === 'true'
    if (isReplayed) oracle.replayed += 1
    oracle[isReplayed ? 'done' : 'notDone'] += 1
  }
}
