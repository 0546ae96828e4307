import type { Tx } from '../../../platform/sql/types.ts'
import type { AuditRow, Schema } from '../../db/schema.ts'
import { define } from '../../db/statement.ts'
import type { Place } from '../../audit/stretch.ts'

/** Rows by number, in the order of the places. */
export async function readEntries(tx: Tx, account: string, places: readonly Place[]): Promise<Pick<AuditRow, 'at' | 'seq' | 'entry'>[]> {
  if (places.length === 0) return []
  const numbers = places.map((place) => place.seq)
  const rows = await tx.query(
    tx.builder<Schema>().selectFrom('audit').select(['at', 'seq', 'entry']).where('account_id', '=', account).where('seq', 'in', numbers),
  )
  const byNumber = new Map(rows.map((row) => [row.seq, row]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

const slice = define<{ account: string; from: string; to: string; at: string; seq: number; last: number; limit: number }, AuditRow>((db, arg) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .where('at', '>=', arg('from'))
    .where('at', '<=', arg('to'))
    .where((row) => row(row.refTuple('at', 'seq'), '>', row.tuple(arg('at'), arg('seq'))))
    .where('seq', '<=', arg('last'))
    .orderBy('at')
    .orderBy('seq')
    .limit(arg('limit')),
)

/** The next rows after a place, oldest first, up to the row with the number `last`. */
export const readSlice = (
  tx: Tx,
  args: { account: string; from: string; to: string; at: string; seq: number; last: number; limit: number },
): Promise<AuditRow[]> => tx.all(slice, args)
