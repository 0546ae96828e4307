/** Primary result codes BUSY and LOCKED. */
const LOCKED = new Set([5, 6])
const FULL = 13
/** Primary result codes about the file rather than the statement: READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const STORAGE_FAULTS = new Set([8, 10, 11, FULL, 14, 26])

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

const isOneOf = (codes: ReadonlySet<number>, error: unknown): boolean => {
  const code = codeOf(error)
  return code !== undefined && codes.has(code)
}

export const isLocked = (error: unknown): boolean => isOneOf(LOCKED, error)

/** True if the disk is full. SQLite reports this only for frames it could not write, so the transaction was certainly rolled back. */
export const isFull = (error: unknown): boolean => codeOf(error) === FULL

/** True if the disk or the file failed: the transaction is unreliable from then on. */
export const isStorageFault = (error: unknown): boolean => isOneOf(STORAGE_FAULTS, error)

/** True if a COMMIT with this error may appear committed after a crash: its frames may be in the WAL although the disk did not confirm them. */
export const isUncertainCommit = (error: unknown): boolean => isStorageFault(error) && !isFull(error)
