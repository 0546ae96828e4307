import type { ControlReason, ControlValues } from '../../contract/controlReasons.ts'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { createClient } from '../../client/client.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { CONSOLE_BASE, listSigningKeys } from '../../contract/console.ts'
import { DAY_MS } from '../../contract/policies.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { parsePublicKey } from '../../platform/requestSignature.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import { removeRequestsOfOtherKeys } from '../../state/hosts/consoleRequests.ts'
import type { StateAndClock } from '../context/context.ts'
import { createWorkerError, type WorkerError } from '../context/errors.ts'
import { CHECK_TIMEOUT_MS } from './caller.ts'
import type { KeyList } from './signingKeys.ts'

const REQUEST_RETENTION_MS = DAY_MS

/** Used part of the list. A newer server may send more. */
const SigningKeyList = z.object({
  data: z.array(z.object({ id: z.string(), public_key: z.string() })),
  now: z.iso.datetime().optional(),
})

interface ReadOptions {
  apiUrl: string
  /** The worker's API key. */
  apiKey: string
  dispatcher: Dispatcher
}

function toReadError(error: unknown): WorkerError {
  const unavailable = <R extends ControlReason>(reason: R, values: ControlValues<R>): WorkerError =>
    createWorkerError(reason, values, { headers: { 'retry-after': '2' } })
  if (error instanceof ConnectionError) return unavailable('request_check_no_answer', {})
  if (error instanceof ApiError && error.status === 404) return unavailable('request_check_unknown', {})
  if (error instanceof ApiError) return unavailable('request_check_fails', { code: error.code })
  return unavailable('request_check_unreadable', {})
}

/**
 * Creates a function that reads the keys of all servers, and deletes stored requests of others.
 * @throws WorkerError api_unavailable
 */
export function createReadSigningKeys(
  { state, clock }: StateAndClock,
  { apiUrl, apiKey, dispatcher }: ReadOptions,
): () => Promise<KeyList> {
  const options = { url: apiUrl + CONSOLE_BASE, token: apiKey, dispatcher, retries: 0, userAgent: 'kitroom-worker' }
  return async () => {
    try {
      const client = createClient({ ...options, timeoutMs: scaleTimeLimit(CHECK_TIMEOUT_MS) })
      const { data, now } = SigningKeyList.parse((await client.call(listSigningKeys)).body)
      const keys = new Map(data.map(({ id, public_key: text }) => [id, parsePublicKey(text)]))
      const before = toIsoTime(clock.nowMs() - REQUEST_RETENTION_MS)
      await state.write((tx) => removeRequestsOfOtherKeys(tx, [...keys.keys()], before), { durable: false })
      return { keys, serverMs: now === undefined ? undefined : Date.parse(now) }
    } catch (error) {
      throw toReadError(error)
    }
  }
}
