import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { AllowList } from '../platform/outbound/allowList.ts'
import type { Database } from '../platform/sql/types.ts'
import type { AuditBuffer } from './audit/buffer.ts'
import type { KeyRing } from './auth/keys.ts'
import type { LastUsed } from './auth/lastUsed.ts'
import type { Versions } from './db/versions.ts'
import type { Cors } from './http/cors.ts'
import type { RequestRecorder } from './metrics/requests.ts'
import type { Outgoing } from './http/outgoing.ts'
import type { createOriginFinder } from './http/proxy.ts'
import type { ReplyCache } from './http/replyCache.ts'
import type { RateLimits } from './limits/rateLimits.ts'
import type { Dispatcher } from './webhooks/dispatch/dispatcher.ts'
import type { SecretBox } from './webhooks/secretBox.ts'

/** What the server is made of, built once in `app.ts`. */
export interface AppContext {
  db: Database
  clock: Clock
  log: Logger
  keys: KeyRing
  versions: Versions
  replies: ReplyCache
  outgoing: Outgoing
  audit: AuditBuffer
  cors: Cors
  findOrigin: ReturnType<typeof createOriginFinder>
  /** Whether requests that write nothing leave an audit row. */
  auditReads: boolean
  rates: RateLimits
  /** What webhooks may reach besides the public internet. */
  webhookAllow: AllowList
  lastUsed: LastUsed
  /** Seals the secrets of webhook endpoints. */
  secrets: SecretBox
  /** Sends events to the endpoints that want them. */
  webhooks: Pick<Dispatcher, 'wake' | 'notifyEvents'>
  /** Counts answers for the metrics. */
  requests: RequestRecorder
  /** Requests whose answer is being made. */
  inFlight: number
  /** True from SIGTERM on: /readyz says no, and every answer ends its connection. */
  leaving: boolean
  /** True once the server does not listen any more: new requests are refused, begun ones are finished. */
  draining: boolean
}
