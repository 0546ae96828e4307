import { formatStoredText, parseStoredText, type StoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'
import type { ChannelPauseRow } from '../tables/reminderTable.ts'

/** A pause of a channel, and its reason for people. */
export type ChannelPause = Omit<ChannelPauseRow, 'error'> & { error: StoredText }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, ChannelPauseRow>((db) => db.selectFrom('channel_pause').selectAll())
const upsert = defineStatement<ChannelPauseRow>((db, arg) =>
  db
    .insertInto('channel_pause')
    .values(arg.columns('channel', 'until', 'fingerprint', 'error'))
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(takeExcluded('until', 'fingerprint', 'error'))),
)
const remove = defineStatement<{ channel: string }>((db, arg) =>
  db.deleteFrom('channel_pause').where('channel', '=', arg('channel')),
)

/** Lists pauses by channel, including ended ones that were not deleted yet. */
export const listChannelPauses = async (tx: Tx): Promise<Map<string, ChannelPause>> =>
  new Map((await tx.all(selectAll, {})).map((row) => [row.channel, { ...row, error: parseStoredText(row.error) }]))

export const pauseChannel = (tx: Tx, pause: ChannelPause): Promise<number> =>
  tx.run(upsert, { ...pause, error: formatStoredText(pause.error) })

/** @returns 0 if the channel was not paused */
export const endChannelPause = (tx: Tx, channel: string): Promise<number> => tx.run(remove, { channel })
