import type { IssuedKey, Key } from '../../../contract/settings/keys.ts'
import type { KeyScope } from '../../../contract/scopes.ts'
import { hashTag } from '../../../platform/http/conditional.ts'
import { API_PREFIX, OWNER_PREFIX } from '../../../platform/keyFormat.ts'
import type { KeyKind } from '../../auth/keyCache.ts'
import type { ApiKeyRow } from '../../db/schema.ts'

export const parseScopes = (row: ApiKeyRow): KeyScope[] => row.scopes.split(' ').filter(Boolean) as KeyScope[]

/** Creates the view of a key. It shows neither the key nor its hash. */
export const toKeyView = (row: ApiKeyRow): Key => ({
  id: row.id,
  name: row.name,
  kind: row.kind as KeyKind,
  scopes: parseScopes(row),
  hint: `${row.kind === 'owner' ? OWNER_PREFIX : API_PREFIX}…${row.last4}`,
  rate_per_second: row.rate_per_second,
  created_at: row.created_at,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  last_used_ip: row.last_used_ip,
  revoked_at: row.revoked_at,
  replaced_by: row.replaced_by,
})

/** Computes the ETag as a hash, because keys have no updated_at. */
export const etagOfKey = (row: ApiKeyRow): string => hashTag(JSON.stringify(toKeyView(row)))

export const formatIssuedKey = (row: ApiKeyRow, key: string | null): string =>
  JSON.stringify({ data: { ...toKeyView(row), key } } satisfies { data: IssuedKey })
