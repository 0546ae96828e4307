import type { Kysely } from 'kysely'
import type { Migration } from '../../../platform/sql/migrate.ts'
import type { Schema } from '../schema.ts'

/** Revokes keys that were rotated without overlap, so that their validity does not depend on a clock. */
export const revokedRotations: Migration = {
  name: '0007_revoked_rotations',
  up: (db) => [
    (db as Kysely<Schema>)
      .updateTable('api_key')
      .set((row) => ({ revoked_at: row.ref('expires_at') }))
      .where('revoked_at', 'is', null)
      .where('expires_at', '=', (row) =>
        row.selectFrom('api_key as next').select('next.created_at').whereRef('next.id', '=', 'api_key.replaced_by'),
      ),
  ],
}
