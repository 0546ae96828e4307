import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../errors.ts'

const LARGEST_BYTES = 20_000_000

function append(file: string, text: string, bytes: number): number {
  if (bytes > LARGEST_BYTES) renameSync(file, `${file}.1`)
  appendFileSync(file, text, { mode: 0o600 })
  return (bytes > LARGEST_BYTES ? 0 : bytes) + Buffer.byteLength(text)
}

// Starts a new line, because the last one may be cut off.
const lostNote = (lost: number): string =>
  `\n${JSON.stringify({ time: new Date().toISOString(), level: 50, msg: `${lost} lines were lost: the file could not be written` })}\n`

/**
 * Appends lines to a file; at 20 MB it is renamed to `<file>.1`. Lines are lost while it cannot be written: `onFault` is called once, and the file
 * records their number.
 */
export function openLogFile(file: string, onFault: (text: string) => void): (line: string) => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let lost = 0
  return (line) => {
    const note = lost > 0 ? lostNote(lost) : ''
    try {
      bytes = append(file, `${note}${line}\n`, bytes)
      lost = 0
    } catch (error) {
      if (lost === 0) onFault(`${file} cannot be written, so its lines are lost until it can: ${messageOf(error)}`)
      lost += 1
    }
  }
}
