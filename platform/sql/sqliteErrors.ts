/** Primary result codes: another connection holds a lock that was asked for. */
const LOCKED = new Set([5, 6])
const FULL = 13
/** Primary result codes that speak of the file, not of the statement: READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const STORAGE_FAULTS = new Set([8, 10, 11, FULL, 14, 26])

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

const isOneOf = (codes: ReadonlySet<number>, error: unknown): boolean => {
  const code = codeOf(error)
  return code !== undefined && codes.has(code)
}

/** Whether another process holds the lock: nothing was done, and the same may work in a moment. */
export const isLocked = (error: unknown): boolean => isOneOf(LOCKED, error)

/** Whether the disk is full. SQLite reports so only of frames that it could not write, so that the transaction is certain to be undone. */
export const isFull = (error: unknown): boolean => codeOf(error) === FULL

/** Whether the disk or the file failed: the transaction cannot be trusted any more, whichever statement met it. */
export const isStorageFault = (error: unknown): boolean => isOneOf(STORAGE_FAULTS, error)

/**
 * Whether a COMMIT that gave this error may be found done after a crash: its frames may stand in the log, although the disk did not confirm
 * them, and whoever opens the log anew counts them.
 */
export const isUncertainCommit = (error: unknown): boolean => isStorageFault(error) && !isFull(error)
