import { ApplicationFailure } from '@temporalio/activity'

const MAX_PASSES = 10

/** What one pass over a list met: each record by its id, and every total that a page told. */
export interface Pass {
  records: { readonly size: number }
  totals: ReadonlySet<number>
}

/**
 * Goes through a list again and again until a pass met every record and no total moved meanwhile: pages are read by offset, so a write in
 * between can move records from one page to another.
 * @param what such as "inventory"
 * @returns that pass
 * @throws ApplicationFailure (retryable) when the list never holds still.
 */
export async function untilStill<T extends Pass>(what: string, goThrough: () => Promise<T>): Promise<T> {
  for (let passes = 1; passes <= MAX_PASSES; passes++) {
    const pass = await goThrough()
    if (pass.totals.size === 1 && pass.totals.has(pass.records.size)) return pass
  }
  throw ApplicationFailure.retryable(`The ${what} changes faster than it can be listed.`, 'inventory_moving')
}
