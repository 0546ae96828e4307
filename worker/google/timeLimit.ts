import { GoogleUnavailable } from '../../platform/google/refused.ts'

/**
 * Waits for work until the signal aborts. Google's libraries pass no signal to token calls.
 * @throws the signal's reason
 */
export async function raceSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Limits the wait, so that the response arrives before the command line gives up.
 * @throws GoogleUnavailable when the time is over
 */
export async function withTimeLimit<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    return await raceSignal(signal, () => work(signal))
  } catch (error) {
    if (signal.aborted) throw new GoogleUnavailable(`Google did not answer within ${limitMs / 1000} s.`)
    throw error
  }
}
