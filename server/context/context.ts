import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { AllowList } from '../../platform/outbound/allowList.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { AuditBuffer } from '../audit/buffer.ts'
import type { KeyCache } from '../auth/keyCache.ts'
import type { SessionLookup } from '../sessions/lookup.ts'
import type { ChangeChecks } from '../db/changeChecks.ts'
import type { LastUseRecorder } from '../auth/lastUseRecorder.ts'
import type { AccountStateCache } from '../db/accountStateCache.ts'
import type { SharedLookups } from '../db/sharedLookups.ts'
import type { Cors } from '../answers/cors.ts'
import type { RequestRecorder } from '../metrics/requests.ts'
import type { ResponseBatcher } from '../answers/responseBatcher.ts'
import type { createOriginFinder } from '../../platform/http/clientOrigin.ts'
import type { ReplyCache } from '../answers/replyCache.ts'
import type { RateLimits } from '../limits/rateLimits.ts'
import type { Dispatcher } from '../webhooks/dispatch/dispatcher.ts'
import type { SecretBox } from '../../platform/secretBox.ts'

/** Parts of the context that use cases need. */
export interface UseCaseContext {
  db: Database
  clock: Clock
  /** Clock that decides when deliveries are due. All servers of the database share it. */
  sharedClock: Clock
  accountStates: AccountStateCache
  lookups: SharedLookups
  replies: ReplyCache
  rates: RateLimits
  secrets: SecretBox
  webhookAllow: AllowList
}

/** Parts of the context that find a browser's session and record its use. */
export interface SessionContext extends UseCaseContext {
  sessions: SessionLookup
  sessionUse: LastUseRecorder
}

export interface AppContext extends SessionContext {
  log: Logger
  keys: KeyCache
  changeChecks: ChangeChecks
  outgoing: ResponseBatcher
  audit: AuditBuffer
  cors: Cors
  /** True for addresses, besides loopback, from which the console may be used over plain http. */
  isLocalClient: (address: string) => boolean
  findOrigin: ReturnType<typeof createOriginFinder>
  /** True if requests that write nothing get an audit row. */
  auditReads: boolean
  lastUsed: LastUseRecorder
  webhooks: Pick<Dispatcher, 'wake' | 'notifyEvents'>
  /** Works on values of own fields in the background. */
  fieldWork: { wake(): void }
  requests: RequestRecorder
  inFlight: number
  /** True after SIGTERM: /readyz fails and every response closes its connection. */
  isStopping: boolean
  /** True once the server has stopped listening: new requests are refused, running ones are finished. */
  isDraining: boolean
}
