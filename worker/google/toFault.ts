import { GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import { SheetRefused } from '../../sheets/types.ts'

/** Time limit of a check, shorter than a client waits. */
export const CHECK_TIMEOUT_MS = 20_000

interface Fault {
  problem: string
  /** True if a later attempt may succeed. */
  isTemporary: boolean
}

/** @returns Google's refusal @throws any other error */
export function toFault(error: unknown): Fault {
  if (error instanceof GoogleRefused || error instanceof SheetRefused)
    return { problem: error.message, isTemporary: false }
  if (error instanceof GoogleUnavailable) return { problem: `${error.message} Try again later.`, isTemporary: true }
  if ((error as Error).name === 'TimeoutError')
    return { problem: `Google did not answer within ${CHECK_TIMEOUT_MS / 1000} s. Try again later.`, isTemporary: true }
  throw error
}
