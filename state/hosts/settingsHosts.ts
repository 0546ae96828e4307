import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'
import type { SettingsHostTable } from '../tables/settingsTables.ts'

// Hosts of workers, with the state of kitroom.yaml on each.

export type SettingsHost = SettingsHostTable

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, SettingsHost>((db) =>
  db.selectFrom('settings_host').selectAll().orderBy('name').orderBy('host'),
)
const upsert = defineStatement<SettingsHost>((db, arg) =>
  db
    .insertInto('settings_host')
    .values(
      arg.columns(
        'host',
        'files_host',
        'name',
        'label',
        'status',
        'file_sha256',
        'used_sha256',
        'pending_sha256',
        'pending_since',
        'detail',
        'is_running',
        'seen_at',
      ),
    )
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet(
          takeExcluded(
            'files_host',
            'name',
            'label',
            'status',
            'file_sha256',
            'used_sha256',
            'pending_sha256',
            'pending_since',
            'detail',
            'is_running',
            'seen_at',
          ),
        ),
    ),
)
const setRunning = defineStatement<Pick<SettingsHost, 'host' | 'is_running'>>((db, arg) =>
  db
    .updateTable('settings_host')
    .set({ is_running: arg('is_running') })
    .where('host', '=', arg('host')),
)
const deleteSeenBefore = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('settings_host').where('seen_at', '<', arg('before')),
)

export const listSettingsHosts = (tx: Tx): Promise<SettingsHost[]> => tx.all(selectAll, {})

export const storeSettingsHost = (tx: Tx, row: SettingsHost): Promise<number> => tx.run(upsert, row)

/** Records that the worker of a host has ended. */
export const markHostStopped = (tx: Tx, host: string): Promise<number> => tx.run(setRunning, { host, is_running: 0 })

/** @param before ISO 8601 UTC */
export const removeSettingsHosts = (tx: Tx, before: string): Promise<number> => tx.run(deleteSeenBefore, { before })
