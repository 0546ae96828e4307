/** Primary result codes BUSY and LOCKED. */
const LOCKED_CODES = new Set([5, 6])
const FULL_CODE = 13
/** Primary result codes about the file rather than the statement: READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const STORAGE_FAULT_CODES = new Set([8, 10, 11, FULL_CODE, 14, 26])

/** Codes of faults that end when the disk can be used again: READONLY, IOERR, FULL, CANTOPEN. */
const UNUSABLE_DISK_CODES = new Set([8, 10, FULL_CODE, 14])

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

const isOneOf = (codes: ReadonlySet<number>, error: unknown): boolean => {
  const code = codeOf(error)
  return code !== undefined && codes.has(code)
}

export const isDatabaseLocked = (error: unknown): boolean => isOneOf(LOCKED_CODES, error)

/**
 * True if the disk is full. SQLite reports this only for frames it could not write, so the transaction was certainly
 * rolled back.
 */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === FULL_CODE

/** True if the disk takes no writes or cannot be read now. It says nothing about the file. */
export const isDiskUnusable = (error: unknown): boolean => isOneOf(UNUSABLE_DISK_CODES, error)

/** True if the disk or the file failed: the transaction is unreliable from then on. */
export const isStorageFault = (error: unknown): boolean => isOneOf(STORAGE_FAULT_CODES, error)

/**
 * True if a COMMIT with this error may appear committed after a crash: its frames may be in the WAL although the disk
 * did not confirm them.
 */
export const isUncertainCommit = (error: unknown): boolean => isStorageFault(error) && !isDiskFull(error)
