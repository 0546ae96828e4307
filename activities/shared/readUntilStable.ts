import { say } from '../../contract/sentences/say.ts'
import { createRetriedFailure } from './failures.ts'

const MAX_PASSES = 10

/** One pass over a list: the records by id, and every reported total. */
export interface ListPass {
  records: { readonly size: number }
  totals: ReadonlySet<number>
}

/**
 * Repeats a pass over a list until it has seen every record and a constant total. Pages are read by offset, so a
 * concurrent write can shift records between them.
 * @param what such as "inventory"
 * @throws ApplicationFailure (retryable) when the list keeps changing
 */
export async function readUntilStable<T extends ListPass>(what: string, readPass: () => Promise<T>): Promise<T> {
  for (let passes = 1; passes <= MAX_PASSES; passes++) {
    const pass = await readPass()
    if (pass.totals.size === 1 && pass.totals.has(pass.records.size)) return pass
  }
  throw createRetriedFailure('inventory_moving', say('list_changes', { list: what }))
}
