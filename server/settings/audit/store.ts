import type { Tx } from '../../../platform/sql/types.ts'
import type { AuditRow } from '../../db/auditRows.ts'
import { defineStatement } from '../../db/statement.ts'

const selectSlice = defineStatement<
  { account: string; from: string; to: string; at: string; seq: number; last: number; limit: number },
  AuditRow
>((db, arg) =>
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

export const readAuditSlice = (
  tx: Tx,
  args: { account: string; from: string; to: string; at: string; seq: number; last: number; limit: number },
): Promise<AuditRow[]> => tx.all(selectSlice, args)
