import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../platform/log.ts'

const TRY_EVERY_MS = 500

/** Not there yet. The message is for people and is logged once, until it changes. */
export class NotYet extends Error {
  override name = 'NotYet'
}

/**
 * Tries until it works, and says so in one line per change.
 * @param what what is waited for, as it begins a sentence: `Temporal at 127.0.0.1:7233`.
 * @throws whatever `attempt` throws but NotYet; the signal's reason when it is aborted.
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
