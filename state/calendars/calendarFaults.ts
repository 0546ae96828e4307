import type { CalendarKindName } from '../../contract/control/calendars.ts'
import { formatStoredText, parseStoredText, type StoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { CalendarFaultTable } from '../tables/calendarTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** The reason why the records of a kind cannot be read. */
export type CalendarFault = Omit<CalendarFaultTable, 'detail'> & { cause: StoredText }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, CalendarFaultTable>((db) =>
  db.selectFrom('calendar_fault').selectAll().orderBy('kind'),
)
const upsert = defineStatement<CalendarFaultTable>((db, arg) =>
  db
    .insertInto('calendar_fault')
    .values(arg.columns('kind', 'detail', 'since'))
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(takeExcluded('detail'))),
)
const remove = defineStatement<{ kind: CalendarKindName }>((db, arg) =>
  db.deleteFrom('calendar_fault').where('kind', '=', arg('kind')),
)

export const listCalendarFaults = async (tx: Tx): Promise<CalendarFault[]> =>
  (await tx.all(selectAll, {})).map(({ detail, ...row }) => ({ ...row, cause: parseStoredText(detail) }))

/** Stores the reason why the records of a kind cannot be read. It keeps the time of the first failure. */
export const storeCalendarFault = (tx: Tx, { cause, ...row }: CalendarFault): Promise<number> =>
  tx.run(upsert, { ...row, detail: formatStoredText(cause) })

export const removeCalendarFault = (tx: Tx, kind: CalendarKindName): Promise<number> => tx.run(remove, { kind })
