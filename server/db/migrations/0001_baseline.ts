import type { Migration } from '../../../platform/sql/migrate.ts'
import { BASELINE } from '../../../platform/sql/origin.ts'
import { accounts, accountStates, keys } from './0001_baseline/accounts.ts'
import { logs, processes } from './0001_baseline/logs.ts'
import { gear, related, shoots } from './0001_baseline/records.ts'
import { webhooks } from './0001_baseline/webhooks.ts'

/** The API database of 0.1.0. Databases without this step are of an earlier Kitroom, and are refused. */
export const baseline: Migration = {
  name: BASELINE,
  up: (db) =>
    [accounts, accountStates, keys, gear, shoots, related, logs, webhooks, processes].flatMap((create) => create(db)),
}
