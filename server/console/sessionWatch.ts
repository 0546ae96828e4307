import type { AppContext } from '../context/context.ts'
import type { Actor } from '../auth/keyCache.ts'
import type { Exchange } from '../http/exchange.ts'
import { AppError, createError } from '../errors.ts'
import { checkIsLive, findSession } from './identify.ts'

/** Watches the session of a request that lasts. */
export interface SessionWatch {
  /** Aborts when the session has ended. The reason is an AppError. */
  signal: AbortSignal
  /** Checks the session if the last check is older. @throws AppError session_ended; DatabaseUnavailable */
  check(maxAgeMs: number): Promise<void>
  release(): void
}

/**
 * Checks the session of a request about once a second until it is released. Checks do not count as use of the session.
 * @param actor the session's owner key when the request began
 */
export function watchSession(app: AppContext, exchange: Exchange, actor: Actor): SessionWatch {
  const ended = new AbortController()
  let isReleased = false
  let checkedAtMs = performance.now()
  const checkNow = async (): Promise<void> => {
    const startMs = performance.now()
    await app.accountStates.check()
    const session = await findSession(app, exchange)
    if (session) checkIsLive(session, app.clock.nowMs())
    if (session?.ownerKey?.actor.keyId !== actor.keyId) throw createError('session_changed', {})
    checkedAtMs = startMs
  }
  const watch = async (): Promise<void> => {
    for (;;) {
      await app.changeChecks.next()
      // An answer that nobody begins to read is never released.
      if (isReleased || exchange.request.socket.destroyed) return
      try {
        await checkNow()
      } catch (error) {
        // A database that does not answer ends the request with its next bytes, if it still does not answer then.
        if (error instanceof AppError) return ended.abort(error)
      }
    }
  }
  watch().catch((error: unknown) => ended.abort(error))
  return {
    signal: ended.signal,
    async check(maxAgeMs) {
      ended.signal.throwIfAborted()
      if (performance.now() - checkedAtMs > maxAgeMs) await checkNow()
    },
    release: () => void (isReleased = true),
  }
}
