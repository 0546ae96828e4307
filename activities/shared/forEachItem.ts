import { say, sayAll, type Said, type SentenceCode } from '../../contract/sentences/say.ts'
import type { Api } from './api.ts'
import { readAccount } from './api.ts'
import { forEachLimit } from './forEachLimit.ts'
import type { AutomationDeps } from './automation.ts'
import { sayError, createFinalFailure, isTransient, isKeyRejected } from './failures.ts'
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

/**
 * True if an error would affect every other item too: the API is unreachable or rejects the key.
 * @throws when the work was cancelled
 */
export async function affectsEveryItem(error: unknown, api: Api, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted()
  return isKeyRejected(error) || (isTransient(error) && (await isApiUnreachable(api, signal)))
}

/**
 * Runs `work` for each item, at most `limit` at once. A failed item does not stop the others, unless its error would
 * affect them too.
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

/** Sentences that say which step failed for some items. */
type FailedStep = Extract<
  SentenceCode,
  'status_not_derived' | 'maintenance_reminders_failed' | 'maintenance_not_entered' | 'coverage_reminders_failed'
>

/** Summarizes failed items. @param nameOf says which item it was, before its error */
export function sayFailedItems<T>(
  step: FailedStep,
  failed: readonly FailedItem<T>[],
  nameOf: (failed: FailedItem<T>) => Said,
): Said {
  const more = failed.length - MAX_NAMED_ITEMS
  return sayAll(
    say(step, { count: failed.length }),
    ...failed.slice(0, MAX_NAMED_ITEMS).flatMap((one) => [nameOf(one), sayError(one.error)]),
    ...(more > 0 ? [say('and_more_items', { count: more })] : []),
  )
}

async function sayName(api: Api, id: string, signal: AbortSignal): Promise<Said> {
  try {
    const gear = await readItem(api, id, signal)
    return gear ? say('of_item', { item: formatGearName(gear) }) : say('of_deleted_item')
  } catch {
    // The caller has logged the item's id and its error. This error only costs the name.
    signal.throwIfAborted()
    return say('of_unreadable_item')
  }
}

/**
 * Throws if items of a step failed; the message names them.
 * @throws ApplicationFailure `items_failed`, final: the daily run retries the step
 */
export async function throwIfItemsFailed(
  { api, log }: Pick<AutomationDeps, 'api' | 'log'>,
  step: FailedStep,
  failed: readonly FailedItem<string>[],
  signal: AbortSignal,
): Promise<void> {
  if (failed.length === 0) return
  for (const { item, error } of failed) log.warn({ gearId: item, err: error }, `a step failed for an item: ${step}`)
  const names = new Map<string, Said>()
  for (const { item } of failed.slice(0, MAX_NAMED_ITEMS)) names.set(item, await sayName(api, item, signal))
  throw createFinalFailure(
    'items_failed',
    sayFailedItems(step, failed, ({ item }) => names.get(item) ?? say('of_unreadable_item')),
  )
}
