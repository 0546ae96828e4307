import type { StoredCalendar } from './calendar/storedCalendar.ts'
import type { ApiName } from './discovery/documents.ts'
import { Faults } from './faults.ts'
import { Tokens } from './oauth/tokens.ts'
import type { StoredSpreadsheet } from './sheets/storedSpreadsheet.ts'

/** A request that reached the emulator, also when it was refused. */
export interface GoogleCall {
  /** Id of the discovery document, `token`, `revoke`, `consent`, or `unknown` for another path. */
  method: string
  /** Milliseconds since 1970. */
  at: number
  /** E-mail address of the caller; undefined without a valid token or assertion. */
  account: string | undefined
  query: URLSearchParams
  /** Text of the request body. */
  body: string
  /** HTTP status; undefined until the call is answered. */
  status?: number
}

/** Everything that one emulator holds. */
export interface State {
  nowMs: () => number
  tokens: Tokens
  spreadsheets: Map<string, StoredSpreadsheet>
  calendars: Map<string, StoredCalendar>
  faults: Faults
  calls: GoogleCall[]
  disabledApis: Set<ApiName>
  readsPerMinute: number | undefined
  /** Times of the reads that the quota has counted, by account. */
  reads: Map<string, number[]>
  calendarCallsPerSecond: number | undefined
  /** Times of the calls of Calendar that the quota has counted, by account. */
  calendarCalls: Map<string, number[]>
  /** Answers of the emulator that the discovery document does not allow, and other errors of ours. */
  defects: Error[]
}

export const createState = (nowMs: () => number): State => ({
  nowMs,
  tokens: new Tokens(nowMs),
  spreadsheets: new Map(),
  calendars: new Map(),
  faults: new Faults(),
  calls: [],
  disabledApis: new Set(),
  readsPerMinute: undefined,
  reads: new Map(),
  calendarCallsPerSecond: undefined,
  calendarCalls: new Map(),
  defects: [],
})
