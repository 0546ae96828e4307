import type { WriteBack } from '../../contract/control/control.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type RunRow, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const set = defineStatement<{ runId: string; writeBack: string }>((db, arg) =>
  db
    .updateTable('run')
    .set({ write_back: arg('writeBack') })
    .where('run_id', '=', arg('runId')),
)

/** Reads the result of a run's writing into its sheet; undefined if it writes nothing there. */
export const readWriteBack = ({ write_back }: Pick<RunRow, 'write_back'>): WriteBack | undefined =>
  write_back === null ? undefined : (JSON.parse(write_back) as WriteBack)

export const storeWriteBack = (tx: Tx, runId: string, writeBack: WriteBack): Promise<number> =>
  tx.run(set, { runId, writeBack: JSON.stringify(writeBack) })
