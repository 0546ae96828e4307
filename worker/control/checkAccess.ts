import { formatPurpose } from '../../contract/control/operations.ts'
import { controlScopeOf } from '../../contract/operation.ts'
import type { Logger } from '../../platform/log.ts'
import type { CallerCheck } from './caller.ts'
import type { Access, RequestedOperation } from './serve.ts'

/** Creates a function that logs the caller of a change, once for each request. */
export function createLogOnce(
  log: Logger,
  { keyId, hint, ip }: { keyId: string; hint: string; ip: string },
): (requested: RequestedOperation | undefined) => void {
  let isLogged = false
  return (requested) => {
    if (isLogged || !requested || controlScopeOf(requested.operation) !== 'automation:write') return
    isLogged = true
    const purpose = formatPurpose(requested.operation, requested.params)
    log.info({ for: purpose, keyId, key: hint, ip }, 'a request from another machine is allowed')
  }
}

/** An owner key, and where it came from. */
interface KeyRequest {
  key: string
  ip: string
  /** True when the caller has disconnected. */
  isGone: () => boolean
}

/** Creates the access of an owner key, about which the API is asked each time. */
export function createKeyAccess(log: Logger, callers: CallerCheck, { key, ip, isGone }: KeyRequest): Access {
  let logOnce: ReturnType<typeof createLogOnce> | undefined
  return {
    async check(requested) {
      const { key_id: keyId, name, hint } = await callers.check(key, ip, requested, isGone)
      logOnce ??= createLogOnce(log, { keyId, hint, ip })
      logOnce(requested)
      return name === undefined ? undefined : { keyId, name }
    },
    checkBody: () => undefined,
  }
}
