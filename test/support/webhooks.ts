import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 } from 'uuid'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createGuardedAgent, type GuardedAgentOptions } from '../../platform/outbound/agent.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Database } from '../../platform/sql/types.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Schema, WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from '../../server/db/schema.ts'
import { createDispatcher, type Dispatcher } from '../../server/webhooks/dispatch/dispatcher.ts'
import type { DispatcherDeps } from '../../server/webhooks/dispatch/engine.ts'
import { testSecretBox } from './secrets.ts'
import { createSettings } from './settings.ts'
import { databaseUrl } from './testDatabase.ts'
import { HANG_GUARD_MS } from './wait.ts'

export interface ReceivedRequest {
  path: string
  headers: Record<string, string>
  body: string
  /** By `performance.now()`. */
  atMs: number
}

/** Answers a request. The default answers 200. */
export type ReceiverReply = (arrival: ReceivedRequest, response: ServerResponse, request: IncomingMessage) => void

export interface Receiver extends AsyncDisposable {
  /** http://127.0.0.1:<port> */
  url: string
  arrivals: ReceivedRequest[]
  answer(script: ReceiverReply): void
}

const accept: ReceiverReply = (_arrival, response) => void response.writeHead(200).end('taken')

export async function startReceiver(firstScript: ReceiverReply = accept): Promise<Receiver> {
  let script = firstScript
  const arrivals: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const arrival = {
        path: request.url ?? '',
        headers,
        body: Buffer.concat(chunks).toString(),
        // oxlint-disable-next-line kitroom/no-test-clock -- The rule of Slack's stand-in is about time.
        atMs: performance.now(),
      }
      arrivals.push(arrival)
      script(arrival, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    answer: (nextScript) => void (script = nextScript),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const allowLoopback = parseAllowList(['127.0.0.0/8:*'])

export interface DispatchServer extends AsyncDisposable {
  db: Database
  dispatcher: Dispatcher
  endpoint(fields: Partial<WebhookEndpointRow> & { url: string }): Promise<{ id: string; secret: string }>
  endpointRow(id: string): Promise<WebhookEndpointRow | undefined>
  /** Oldest first. */
  deliveries(endpoint: string): Promise<WebhookDeliveryRow[]>
  attempts(delivery: string): Promise<WebhookAttemptRow[]>
  send(): Promise<void>
}

export interface DispatchOptions extends Partial<Omit<DispatcherDeps, 'openAgent'>>, GuardedAgentOptions {
  account: string
  clock: Clock
}

/** Inserts an endpoint as the settings API does. @returns its id and its secret in plain text */
async function addEndpoint(
  db: Database,
  account: string,
  nowMs: number,
  fields: Partial<WebhookEndpointRow> & { url: string },
): Promise<{ id: string; secret: string }> {
  const id = v7()
  const secret = createWebhookSecret()
  const insertedAt = toIsoTime(nowMs)
  await db.write(async (tx) => {
    const [state] = await tx.query(
      tx.builder<Schema>().selectFrom('account_state').select('event_seq').where('account_id', '=', account),
    )
    const row: WebhookEndpointRow = {
      account_id: account,
      id,
      description: null,
      events: '["*"]',
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      secret: testSecretBox.seal(secret, id),
      old_secret: null,
      old_secret_until: null,
      after_seq: state?.event_seq ?? 0,
      failing_since_ms: null,
      failures_in_a_row: 0,
      paused_until_ms: 0,
      last_success_at: null,
      created_at: insertedAt,
      updated_at: insertedAt,
      ...fields,
    }
    await tx.query(tx.builder<Schema>().insertInto('webhook_endpoint').values(row))
  })
  return { id, secret }
}

/** Opens a dispatcher whose attempts have no time limit that a busy machine reaches. */
export async function openDispatcher(databaseFile: string, options: DispatchOptions): Promise<DispatchServer> {
  const { account, clock, allow = allowLoopback } = options
  const db = await openDatabase(await databaseUrl(databaseFile))
  const commonOptions = {
    log: createSilentLog(),
    secrets: testSecretBox,
    requestsInFlight: () => 0,
    timeoutMs: HANG_GUARD_MS,
  }
  const dispatcher = createDispatcher({
    ...commonOptions,
    ...options,
    db,
    allow,
    openAgent: async () => createGuardedAgent(allow, options),
  })
  dispatcher.start()
  return {
    db,
    dispatcher,
    endpoint: (fields) => addEndpoint(db, account, clock.nowMs(), fields),
    endpointRow: async (id) =>
      (
        await db.read((tx) =>
          tx.query(tx.builder<Schema>().selectFrom('webhook_endpoint').selectAll().where('id', '=', id)),
        )
      )[0],
    deliveries: (endpoint) =>
      db.read((tx) =>
        tx.query(
          tx
            .builder<Schema>()
            .selectFrom('webhook_delivery')
            .selectAll()
            .where('endpoint_id', '=', endpoint)
            .orderBy('event_seq')
            .orderBy('id'),
        ),
      ),
    attempts: (delivery) =>
      db.read((tx) =>
        tx.query(
          tx
            .builder<Schema>()
            .selectFrom('webhook_attempt')
            .selectAll()
            .where('delivery_id', '=', delivery)
            .orderBy('number'),
        ),
      ),
    send: () => dispatcher.idle(),
    async [Symbol.asyncDispose]() {
      await dispatcher.stop()
      await db.close()
    },
  }
}

/** Creates an endpoint for all events. @returns its secret */
export async function createEndpoint(serverUrl: string, ownerKey: string, url: string): Promise<string> {
  const reply = await createSettings(serverUrl, ownerKey).post('/webhooks', { url, events: ['*'] })
  if (reply.status !== 201) throw new Error(reply.text)
  return String(reply.item()['secret'])
}
