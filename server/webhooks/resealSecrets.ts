import type { Logger } from '../../platform/log.ts'
import { SealBroken, type SecretBox } from '../../platform/secretBox.ts'
import type { Database } from '../../platform/sql/types.ts'
import { lockAccountState } from '../db/accountState.ts'
import type { WebhookEndpointRow } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'
import { changeEndpoint, findEndpoint } from './endpointStore.ts'

// One start with two keys suffices: afterwards no stored secret needs the earlier key.

type Endpoint = Pick<WebhookEndpointRow, 'account_id' | 'id' | 'secret' | 'old_secret'>

const PAGE_ROWS = 100

const selectPage = defineStatement<{ account: string; id: string; limit: number }, Endpoint>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['account_id', 'id', 'secret', 'old_secret'])
    .where((row) =>
      row.or([
        row('account_id', '>', arg('account')),
        row.and([row('account_id', '=', arg('account')), row('id', '>', arg('id'))]),
      ]),
    )
    .orderBy('account_id')
    .orderBy('id')
    .limit(arg('limit')),
)

interface Resealed {
  /** Columns that the first key has not sealed, now sealed with it. */
  columns: Partial<Pick<Endpoint, 'secret' | 'old_secret'>>
  /**
   * True if no key opens the present secret. The earlier secret of a rotation does not count, because it expires
   * anyway.
   */
  isUnreadable: boolean
}

function reseal(box: SecretBox, { id, secret, old_secret: old }: Endpoint): Resealed {
  const result: Resealed = { columns: {}, isUnreadable: false }
  for (const [column, sealed] of Object.entries({ secret, old_secret: old })) {
    try {
      const resealed = sealed === null ? undefined : box.reseal(sealed, id)
      if (resealed !== undefined) result.columns = { ...result.columns, [column]: resealed }
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      if (column === 'secret') result.isUnreadable = true
    }
  }
  return result
}

const hasColumns = ({ columns }: Resealed): boolean => Object.keys(columns).length > 0

/** Reads the endpoint again under the lock of its account, so that a rotation on another server is not undone. */
const resealEndpoint = (
  db: Database,
  box: SecretBox,
  { account_id: account, id }: Endpoint,
  durable: boolean,
): Promise<void> =>
  db.write(
    async (tx) => {
      await lockAccountState(tx, account)
      const endpoint = await findEndpoint(tx, account, id)
      const resealed = endpoint && reseal(box, endpoint)
      if (resealed && hasColumns(resealed)) await changeEndpoint(tx, account, id, resealed.columns)
    },
    { durable },
  )

/**
 * Seals the secrets of webhook endpoints with the first key, page by page. Idempotent: the next start continues after a
 * killed process. Endpoints do not change otherwise: no event, no audit row, the same `updated_at`.
 */
export async function resealWebhookSecrets(db: Database, box: SecretBox, log: Logger): Promise<void> {
  let [resealed, unreadable] = [0, 0]
  let page: Endpoint[]
  let after = { account: '', id: '' }
  do {
    const position = { ...after, limit: PAGE_ROWS }
    page = await db.read((tx) => tx.all(selectPage, position))
    const checked = page.map((endpoint) => ({ endpoint, ...reseal(box, endpoint) }))
    const stale = checked.filter(hasColumns)
    // A durable commit also makes the earlier ones durable.
    for (const [index, { endpoint }] of stale.entries())
      await resealEndpoint(db, box, endpoint, index === stale.length - 1)
    resealed += stale.length
    unreadable += checked.filter(({ isUnreadable }) => isUnreadable).length
    const last = page.at(-1)
    if (last) after = { account: last.account_id, id: last.id }
  } while (page.length === PAGE_ROWS)
  log.info({ resealed }, 'no secret of a webhook endpoint needs the earlier encryption key')
  if (unreadable > 0)
    log.warn(
      { unreadable },
      'secrets of webhook endpoints open with neither key, so nothing is sent there: give this server their key, or rotate them',
    )
}
