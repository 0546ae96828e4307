import { createStatementBuilder } from '../../../platform/sql/statement.ts'
import { toStateLiteral } from '../../../state/tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../../../state/tables/schema.ts'
import type { InProcessStudio } from '../../support/inProcessStudio.ts'

interface UnsentCount {
  recipient: string
  state: string
  attempts: number
  next_try_at: string
  error: string | null
  count: number
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const countUnsent = defineStatement<object, UnsentCount>((db) =>
  db
    .selectFrom('reminder')
    .select(['recipient', 'state', 'attempts', 'next_try_at', 'error'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', 'in', [toStateLiteral('pending'), toStateLiteral('unknown'), toStateLiteral('sending')])
    .groupBy(['recipient', 'state', 'attempts', 'next_try_at', 'error']),
)

/** What the ledger says of reminders that have not got through: the cause when the model expects others. */
export async function describeUnsent({ worker, clock }: InProcessStudio): Promise<string> {
  const rows = await worker.state.read((tx) => tx.all(countUnsent, {}))
  const lines = rows.map(
    (row) =>
      `${row.count} of ${row.recipient} ${row.state}, ${row.attempts} attempts, next ${row.next_try_at}: ${row.error ?? 'no error'}`,
  )
  return [`at ${new Date(clock.nowMs()).toISOString()} not sent:`, ...lines].join('\n')
}
