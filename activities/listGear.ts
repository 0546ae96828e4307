import { ApplicationFailure } from '@temporalio/activity'
import { listGear, type Gear } from '../contract/gear.ts'
import { MAX_LIMIT } from '../contract/page.ts'
import type { Api } from './api.ts'
import { forEachLimit } from './concurrency.ts'

const PAGES_AT_ONCE = 4
const MAX_PASSES = 10

interface Pass {
  items: Map<string, Gear>
  /** Every total that a page told. */
  totals: Set<number>
}

async function readPage(api: Api, offset: number, pass: Pass, signal: AbortSignal): Promise<number> {
  const { body } = await api.call(listGear, { query: { limit: MAX_LIMIT, offset } }, { signal })
  for (const item of body.data) pass.items.set(item.id, item)
  pass.totals.add(body.pagination.total)
  return body.pagination.total
}

async function readPass(api: Api, signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<Pass> {
  const pass: Pass = { items: new Map(), totals: new Set() }
  const total = await readPage(api, 0, pass, signal)
  onProgress(pass.items.size, total)
  const offsets = Array.from({ length: Math.max(0, Math.ceil(total / MAX_LIMIT) - 1) }, (_, page) => (page + 1) * MAX_LIMIT)
  await forEachLimit(offsets, PAGES_AT_ONCE, async (offset) => {
    await readPage(api, offset, pass, signal)
    onProgress(pass.items.size, total)
  })
  return pass
}

/**
 * Reads every gear item of the account. Pages are read by offset, so a write in between can move items from one page to another: items are
 * told apart by id, and when the total moved or some were missed the whole list is read again.
 * @throws ApplicationFailure (retryable) when the list never holds still: a plan made from half a list could create an item twice.
 */
export async function listAllGear(api: Api, signal: AbortSignal, onProgress: (done: number, total: number) => void = () => {}): Promise<Gear[]> {
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const { items, totals } = await readPass(api, signal, onProgress)
    if (totals.size === 1 && totals.has(items.size)) return [...items.values()]
  }
  throw ApplicationFailure.retryable('The inventory changes faster than it can be listed.', 'inventory_moving')
}
