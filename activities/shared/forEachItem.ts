import type { Api } from './api.ts'
import { readAccount } from './api.ts'
import { forEachLimit } from './forEachLimit.ts'
import type { AutomationDeps } from './automation.ts'
import { describeError, createFinalFailure, isTransient, isKeyRejected } from './failures.ts'
import { formatGearName } from './formatGearName.ts'
import { readItem } from './readItem.ts'

export interface FailedItem<T> {
  item: T
  error: unknown
}

/** Checks if the API answers no request. Then every other item would fail too. */
async function isApiUnreachable(api: Api, signal: AbortSignal): Promise<boolean> {
  try {
    await readAccount(api, signal)
    return false
  } catch (error) {
    return isTransient(error)
  }
}

/** True if an error would affect every other item too: the API is unreachable or rejects the key. @throws when the work was cancelled */
export async function affectsEveryItem(error: unknown, api: Api, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted()
  return isKeyRejected(error) || (isTransient(error) && (await isApiUnreachable(api, signal)))
}

/**
 * Runs `work` for each item, at most `limit` at once. A failed item does not stop the others, unless its error would affect them too.
 * @returns the failed items
 */
export async function forEachItem<T>(
  { api, signal, limit }: { api: Api; signal: AbortSignal; limit: number },
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<FailedItem<T>[]> {
  const failed: FailedItem<T>[] = []
  await forEachLimit(items, limit, async (item) => {
    signal.throwIfAborted()
    try {
      await work(item)
    } catch (error) {
      if (await affectsEveryItem(error, api, signal)) throw error
      failed.push({ item, error })
    }
  })
  return failed
}

const MAX_NAMED_ITEMS = 5

/** Summarizes failed items. @param what start of a sentence that continues with `for 3 items` */
export function describeFailedItems<T>(
  what: string,
  failed: readonly FailedItem<T>[],
  nameOf: (failed: FailedItem<T>) => string,
): string {
  const lines = failed.slice(0, MAX_NAMED_ITEMS).map((one) => `${nameOf(one)}: ${describeError(one.error)}`)
  if (failed.length > MAX_NAMED_ITEMS) lines.push(`And ${failed.length - MAX_NAMED_ITEMS} more.`)
  return `${what} for ${failed.length === 1 ? '1 item' : `${failed.length} items`}; the others are done. ${lines.join(' ')}`
}

async function readName(api: Api, id: string, signal: AbortSignal): Promise<string> {
  try {
    const gear = await readItem(api, id, signal)
    return gear ? formatGearName(gear) : 'an item that was deleted'
  } catch {
    // The caller has logged the item's id and its error. This error only costs the name.
    signal.throwIfAborted()
    return 'an item that cannot be read'
  }
}

/**
 * Throws if items of a step failed; the message names them.
 * @param what start of a sentence that continues with `for 3 items`
 * @throws ApplicationFailure `items_failed`, final: the daily run retries the step
 */
export async function throwIfItemsFailed(
  { api, log }: Pick<AutomationDeps, 'api' | 'log'>,
  what: string,
  failed: readonly FailedItem<string>[],
  signal: AbortSignal,
): Promise<void> {
  if (failed.length === 0) return
  for (const { item, error } of failed) log.warn({ gearId: item, err: error }, `${what} for an item`)
  const names = new Map<string, string>()
  for (const { item } of failed.slice(0, MAX_NAMED_ITEMS)) names.set(item, await readName(api, item, signal))
  throw createFinalFailure(
    'items_failed',
    describeFailedItems(what, failed, ({ item }) => names.get(item) ?? ''),
  )
}
