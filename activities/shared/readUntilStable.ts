import { ApplicationFailure } from '@temporalio/activity'

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
  throw ApplicationFailure.retryable(`The ${what} changes faster than it can be listed.`, 'inventory_moving')
}
