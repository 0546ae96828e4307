import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const LARGEST_BYTES = 20_000_000

/** Appends lines to a file; at 20 MB the file becomes `<file>.1` (the one before it goes) and a new one begins. */
export function openLogFile(file: string): (line: string) => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return (line) => {
    if (bytes > LARGEST_BYTES) {
      renameSync(file, `${file}.1`)
      bytes = 0
    }
    appendFileSync(file, `${line}\n`, { mode: 0o600 })
    bytes += Buffer.byteLength(line) + 1
  }
}
