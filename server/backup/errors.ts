export class BackupError extends Error {
  override name = 'BackupError'
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const SQLITE_FULL = 13
const SQLITE_IOERR = 10

/** True if a disk is full; SQLite may only report an I/O error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  if (code !== undefined && NO_SPACE.has(code)) return true
  if (errcode !== undefined && (errcode === SQLITE_FULL || (errcode & 0xff) === SQLITE_IOERR)) return true
  return error.cause !== undefined && isDiskFull(error.cause)
}
