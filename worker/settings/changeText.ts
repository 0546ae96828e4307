import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { loadConfig } from '../../config/config.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { replaceFile } from '../../platform/replaceFile.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findSettings, storeSettings } from '../../state/hosts/settings.ts'
import { storeSettingsHost } from '../../state/hosts/settingsHosts.ts'
import { SETTINGS_LOCK, type Local } from './compareInState.ts'
import { toHostRow } from './hostRow.ts'
import type { SettingsFile } from './readSettingsFile.ts'
import { openStoredText, toStoredText } from './storedText.ts'

/**
 * Place of a change. `file`: in kitroom.yaml of this host too. `unwritable`: that file could not be written, and is
 * outdated now. `database`: there is no such file, or another text is in force.
 */
export type ChangePlace = 'file' | 'unwritable' | 'database'

export interface TextChange extends Local {
  /** Path of kitroom.yaml. */
  path: string
  readFile: () => Promise<SettingsFile>
  edit: (text: string, file: string) => string
  nowMs: number
}

/**
 * Changes the text in force, and kitroom.yaml of this host if it has that text. The file is written first: after a
 * crash it is adopted as a change by hand would be.
 * @throws SettingsError if the file here or the new text is invalid
 */
export async function changeInState(tx: Tx, change: TextChange): Promise<ChangePlace> {
  const { host, box, path, readFile, edit, nowMs } = change
  await tx.lock(SETTINGS_LOCK)
  const stored = await findSettings(tx)
  const file = await readFile()
  if (file.kind === 'invalid') throw file.error
  const before = stored ? openStoredText(box, stored) : ''
  const text = edit(before, basename(path))
  if (text === before) return file.kind === 'valid' && file.text === before ? 'file' : 'database'
  const config = loadConfig(text, basename(path))
  const isInForce = file.kind === 'valid' && file.text === before
  const isWritten = isInForce && replaceFile(path, text)
  const at = toIsoTime(nowMs)
  const sha256 = hash('sha256', text, 'hex')
  const row = { ...toStoredText(box, text), sha256, host: host.id, adopted_at: at }
  if (!(await storeSettings(tx, row, stored?.sha256)))
    throw new Error('other settings came into force under the lock of the settings')
  if (!isWritten) return isInForce ? 'unwritable' : 'database'
  const written: SettingsFile = { kind: 'valid', text, sha256, config, hasSettings: true }
  await storeSettingsHost(
    tx,
    toHostRow({ host, own: undefined, file: written, status: 'current', detail: null, inForce: sha256, at }),
  )
  return 'file'
}
