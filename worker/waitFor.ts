import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'

const TRY_EVERY_MS = 500

/** An expected failure that is retried. Its message is logged once until it changes. */
export class NotYet extends Error {
  override name = 'NotYet'
}

/**
 * Retries until an attempt succeeds; logs one line per change.
 * @param what start of a sentence, such as `Temporal at 127.0.0.1:7233`
 * @throws errors of `attempt` other than NotYet; the signal's reason
 */
export async function waitFor<T>(
  what: string,
  attempt: () => Promise<T>,
  options: { log: Logger; signal: AbortSignal; onNotYet?: (error: NotYet) => void },
): Promise<T> {
  let told: string | undefined
  for (;;) {
    try {
      const found = await attempt()
      if (told !== undefined) options.log.info(`${what} is there now.`)
      return found
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
      if (told !== error.message) options.log.warn(`${what} ${error.message} Trying again.`)
      told = error.message
      options.onNotYet?.(error)
    }
    await delay(TRY_EVERY_MS, undefined, { signal: options.signal })
  }
}
