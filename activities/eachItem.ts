import type { Api } from './api.ts'
import { readAccount } from './api.ts'
import { forEachLimit } from './concurrency.ts'
import type { Logger } from '../platform/log.ts'
import { describeError, finalFailure, mayPass, refusesKey } from './failures.ts'

/** An item whose work failed, and why. */
export interface FailedItem<T> {
  item: T
  error: unknown
}

/** Whether the API does not answer at all, so that no other item would fare better. */
async function isAway(api: Api, signal: AbortSignal): Promise<boolean> {
  try {
    await readAccount(api, signal)
    return false
  } catch (error) {
    return mayPass(error)
  }
}

/**
 * Runs `work` for each item, at most `limit` at once. One that fails keeps no other from being tried: only an API that is away, one that refuses
 * the key, and a cancellation end it at once.
 * @returns the items that failed
 * @throws what ends it at once
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
      signal.throwIfAborted()
      if (refusesKey(error) || (mayPass(error) && (await isAway(api, signal)))) throw error
      failed.push({ item, error })
    }
  })
  return failed
}

const MOST_NAMED = 5

/**
 * Ends a step whose other items are done with what is wrong with those that failed.
 * @param what such as `follow their maintenance`
 * @throws ApplicationFailure `items_failed`, final: the step is tried again by the daily run
 */
export function requireNone(what: string, failed: readonly FailedItem<string>[], log: Logger): void {
  if (failed.length === 0) return
  for (const { item, error } of failed) log.warn({ gearId: item, err: error }, `an item could not ${what}`)
  const named = failed.slice(0, MOST_NAMED).map(({ item, error }) => `item ${item}: ${describeError(error)}`)
  const more = failed.length > MOST_NAMED ? [`and ${failed.length - MOST_NAMED} more`] : []
  throw finalFailure('items_failed', `${failed.length} items could not ${what}; the others are done. ${[...named, ...more].join('; ')}`)
}
