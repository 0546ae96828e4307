import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { toMessage } from '../errors.ts'

const MAX_FILE_BYTES = 20_000_000

function appendLine(file: string, text: string, bytes: number): number {
  if (bytes > MAX_FILE_BYTES) renameSync(file, `${file}.1`)
  appendFileSync(file, text, { mode: 0o600 })
  return (bytes > MAX_FILE_BYTES ? 0 : bytes) + Buffer.byteLength(text)
}

// Formats a note on a new line, because the last line may be incomplete.
const formatLostNote = (lost: number): string =>
  `\n${JSON.stringify({ time: new Date().toISOString(), level: 50, msg: `${lost} lines were lost: the file could not be written` })}\n`

/**
 * Opens a file for log lines; at 20 MB it is renamed to `<file>.1`. Lines are lost while it cannot be written:
 * `onFault` is called once, and the file later records how many were lost.
 */
export function openLogFile(file: string, onFault: (text: string) => void): (line: string) => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let lostLines = 0
  return (line) => {
    const prefix = lostLines > 0 ? formatLostNote(lostLines) : ''
    try {
      bytes = appendLine(file, `${prefix}${line}\n`, bytes)
      lostLines = 0
    } catch (error) {
      if (lostLines === 0) onFault(`${file} cannot be written, so its lines are lost until it can: ${toMessage(error)}`)
      lostLines += 1
    }
  }
}
