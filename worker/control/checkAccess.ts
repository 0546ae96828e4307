import { controlScopeOf } from '../../contract/operation.ts'
import { formatPurpose, type CallerCheck } from './caller.ts'
import type { Logger } from '../../platform/log.ts'
import type { CheckAccess } from './serve.ts'

/** Creates a check that asks the API each time, and logs the caller of each change. */
export function createCheckAccess(log: Logger, callers: CallerCheck, key: string, ip: string): CheckAccess {
  let isContinued = false
  let isLogged = false
  return async (requested) => {
    const { key_id: keyId, name, hint } = await callers.check(key, ip, requested, isContinued)
    isContinued = true
    if (!isLogged && requested && controlScopeOf(requested.operation) === 'automation:write') {
      isLogged = true
      log.info({ for: formatPurpose(requested), keyId, key: hint, ip }, 'a request from another machine is allowed')
    }
    return name === undefined ? undefined : { keyId, name }
  }
}
