import { createWorkerError } from '../context/errors.ts'

/**
 * Begins to write a table in a process of its own.
 * @throws WorkerError rate_limited while too many are being written
 */
export type BeginExport = () => Disposable

const MAX_EXPORTS = 4

/** Limits how many tables are written at once, since each process needs memory until its reader has everything. */
export function createExportLimit(): BeginExport {
  let running = 0
  return () => {
    if (running >= MAX_EXPORTS)
      throw createWorkerError(
        'too_many_exports',
        { max: MAX_EXPORTS },
        {
          headers: { 'retry-after': '5' },
        },
      )
    running += 1
    return {
      [Symbol.dispose]() {
        running -= 1
      },
    }
  }
}
