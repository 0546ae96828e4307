import { isDatabaseLocked, isStorageFault } from './sqliteErrors.ts'
import { DatabaseUnavailable } from './types.ts'

/** True if the database does not answer, is locked, or its disk fails: the same call may succeed later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isStorageFault(error) || isDatabaseLocked(error)
