import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'

const TRY_EVERY_MS = 500

/** An expected failure that is retried. Its message is logged once until it changes. */
export class NotReady extends Error {
  override name = 'NotReady'
}

/**
 * Retries until an attempt succeeds; logs one line per change.
 * @param what start of a sentence, such as `Temporal at 127.0.0.1:7233`
 * @throws errors of `attempt` other than NotReady; the signal's reason
 */
export async function waitFor<T>(
  what: string,
  attempt: () => Promise<T>,
  options: { log: Logger; signal: AbortSignal; onNotReady?: (error: NotReady) => void },
): Promise<T> {
  let logged: string | undefined
  for (;;) {
    try {
      const found = await attempt()
      if (logged !== undefined) options.log.info(`${what} is available now.`)
      return found
    } catch (error) {
      if (!(error instanceof NotReady)) throw error
      if (logged !== error.message) options.log.warn(`${what} ${error.message} Trying again.`)
      logged = error.message
      options.onNotReady?.(error)
    }
    await delay(TRY_EVERY_MS, undefined, { signal: options.signal })
  }
}
