import type { Tx } from '../../../platform/sql/types.ts'
import type { Schema } from '../../db/schema.ts'

interface Search {
  id: string
  low: number
  high: number
}

async function readIds(tx: Tx, account: string, numbers: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom('event')
      .select(['seq', 'id'])
      .where('account_id', '=', account)
      .where('seq', 'in', [...new Set(numbers)]),
  )
  return new Map(rows.map(({ seq, id }) => [seq, id]))
}

const middle = ({ low, high }: Search): number => Math.floor((low + high) / 2)

/**
 * Finds event numbers by id; unknown ids are omitted. It uses parallel binary searches: ids rise with the numbers, and
 * an index by id would cost every write.
 * @param last number of the newest event
 */
export async function findEventNumbers(
  tx: Tx,
  account: string,
  ids: readonly string[],
  last: number,
): Promise<Map<string, number>> {
  const searches: Search[] = [...new Set(ids)].map((id) => ({ id, low: 1, high: last + 1 }))
  for (;;) {
    const unfinished = searches.filter(({ low, high }) => low < high)
    if (unfinished.length === 0) break
    const found = await readIds(tx, account, unfinished.map(middle))
    for (const search of unfinished) {
      const seq = middle(search)
      const id = found.get(seq)
      if (id !== undefined && id >= search.id) search.high = seq
      else search.low = seq + 1
    }
  }
  if (searches.length === 0) return new Map()
  const idsAtEnd = await readIds(
    tx,
    account,
    searches.map(({ low }) => low),
  )
  return new Map(searches.filter(({ id, low }) => idsAtEnd.get(low) === id).map(({ id, low }) => [id, low]))
}
