import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../platform/log.ts'

const RETRY_INTERVAL_MS = 500

/** An expected failure that is retried. Its message is logged once until it changes. */
export class NotReady extends Error {
  override name = 'NotReady'
}

/**
 * Retries until an attempt succeeds; logs one line per change.
 * @param subject start of a sentence, such as `Temporal at 127.0.0.1:7233`
 * @throws errors of `attempt` other than NotReady; the signal's reason
 */
export async function waitUntilReady<T>(
  subject: string,
  attempt: () => Promise<T>,
  options: { log: Logger; signal: AbortSignal; onNotReady?: (error: NotReady) => void },
): Promise<T> {
  let loggedMessage: string | undefined
  for (;;) {
    try {
      const result = await attempt()
      if (loggedMessage !== undefined) options.log.info(`${subject} is available now.`)
      return result
    } catch (error) {
      if (!(error instanceof NotReady)) throw error
      if (loggedMessage !== error.message) options.log.warn(`${subject} ${error.message} Trying again.`)
      loggedMessage = error.message
      options.onNotReady?.(error)
    }
    await delay(RETRY_INTERVAL_MS, undefined, { signal: options.signal })
  }
}
