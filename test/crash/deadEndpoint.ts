// A server with an endpoint that answers, and one that accepts connections and never answers, which is the worst case.
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { insertDeliveries } from '../../server/webhooks/dispatch/insertDeliveries.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { startServer, createDataFolder, type ChildServer } from '../support/server.ts'
import { databaseUrl } from '../support/testDatabase.ts'
import { createEndpoint, startReceiver, type Receiver } from '../support/webhooks.ts'

const BATCH = 1000

export interface DeadEndpoint extends AsyncDisposable {
  server: ChildServer
  api: Api
  dead: Receiver
  living: Receiver
  /** Creates the dead endpoint, with so many deliveries that are due. */
  addDeliveries: (count: number) => Promise<void>
  /** Deliveries to the dead endpoint that still wait. */
  countPending: () => Promise<number>
}

export async function openDeadEndpoint(): Promise<DeadEndpoint> {
  const folder = createDataFolder()
  const account = await createAccount(folder.dataDir, 'Dead')
  const server = await startServer(folder.dataDir, { env: { KITROOM_WEBHOOK_ALLOW: '127.0.0.1/32:*' } })
  const api = createApi(server.url, account.api_key)
  const dead = await startReceiver(() => undefined)
  const living = await startReceiver()
  await createEndpoint(server.url, account.owner_key, living.url)
  const sql = <Row>(text: string, ...parameters: string[]): Promise<Row[]> =>
    runSql<Row>(folder.databaseFile, text, ...parameters)
  const findEndpoint = async (): Promise<string> =>
    (await sql<{ id: string }>('select id from webhook_endpoint where url like ?', `${dead.url}%`))[0]?.id ?? ''
  return {
    server,
    api,
    dead,
    living,
    async addDeliveries(count) {
      await createEndpoint(server.url, account.owner_key, dead.url)
      await api.createItem()
      const [event] = await sql<{ seq: number; id: string; type: string }>(
        'select seq, id, type from event order by seq desc',
      )
      const row = {
        endpoint: await findEndpoint(),
        seq: event?.seq ?? 0,
        eventId: event?.id ?? '',
        type: event?.type ?? '',
      }
      const rows = Array.from({ length: BATCH }, () => row)
      const db = await openDatabase(await databaseUrl(folder.databaseFile))
      for (let inserted = 0; inserted < count; inserted += BATCH)
        await db.write(async (tx) => insertDeliveries(tx, account.account_id, rows, systemClock.nowMs()), {
          durable: false,
        })
      await db.close()
    },
    async countPending() {
      const text = 'select count(*) as n from webhook_delivery where next_at_ms is not null and endpoint_id = ?'
      return Number((await sql<{ n: number }>(text, await findEndpoint()))[0]?.n)
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await dead[Symbol.asyncDispose]()
      await living[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
