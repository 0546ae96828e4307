import { statement } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { stateOf, type ReminderTable } from './reminderTable.ts'
import type { StateTables } from './schema.ts'

/** What people are told of: a thing and its day, whatever the step, the channel and the recipient. */
export type Told = Pick<ReminderTable, 'kind' | 'subject' | 'due_on'>

const define = statement<StateTables>()
const last = define<Told, { step: number | null }>((db, arg) =>
  db
    .selectFrom('reminder')
    .select((e) => e.fn.min<number | null>('step').as('step'))
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('due_on', '=', arg('due_on')),
)

const skip = define<Told & { error: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ state: stateOf('skipped'), error: arg('error') })
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('due_on', '=', arg('due_on'))
    .where('state', '=', stateOf('pending')),
)

/** The last step that anybody was told of, in days before the day; undefined before the first. */
export const lastStepTold = async (tx: Tx, told: Told): Promise<number | undefined> => (await tx.get(last, told))?.step ?? undefined

/** Reminders that wait to be sent are not sent any more: what they say is not so now. @param error why, for people */
export const skipWaiting = (tx: Tx, told: Told & { error: string }): Promise<number> => tx.run(skip, told)
