import { SettingsError } from '../../config/config.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { SecretBox } from '../../platform/secretBox.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findSettings, hasAdopted, storeSettings, wasAdopted, type StoredSettings } from '../../state/hosts/settings.ts'
import { listSettingsHosts, storeSettingsHost, type SettingsHost } from '../../state/hosts/settingsHosts.ts'
import { compareFile, listEnded } from './compareFile.ts'
import { formatFaults } from './hostFaults.ts'
import { isSameHostRow, toHostRow, type Host } from './hostRow.ts'
import { STARTER_SHA256, type SettingsFile, type ValidFile } from './readSettingsFile.ts'
import { listMissing } from './listMissing.ts'
import { openStoredText, toStoredText } from './storedText.ts'

/** A worker counts as stopped if it was not seen for this time. */
const RUNNING_MS = 60_000
const TOUCH_INTERVAL_MS = RUNNING_MS / 4
/** Lock of every comparison and change of the text in force. */
export const SETTINGS_LOCK = 'kitroom settings'

export interface Local {
  host: Host
  box: SecretBox
}

/** Result of a comparison: the file, the text in force, and the host's row. */
export interface Checked {
  file: SettingsFile
  stored: StoredSettings | undefined
  own: SettingsHost
}

export const isRunning = (host: SettingsHost, nowMs: number): boolean =>
  host.is_running === 1 && nowMs - Date.parse(host.seen_at) < RUNNING_MS

/** True if the host was seen so recently that its row need not be stored again. */
export const isFresh = ({ seen_at: seenAt, is_running: running }: SettingsHost, nowMs: number): boolean =>
  running === 1 && Math.abs(nowMs - Date.parse(seenAt)) < TOUCH_INTERVAL_MS

const toStored = ({ box, host }: Local, { text, sha256 }: ValidFile, at: string): StoredSettings => ({
  ...toStoredText(box, text),
  sha256,
  host: host.id,
  adopted_at: at,
})

/** Finds the reason why this worker cannot use its file, or the text in force instead of it. */
function findFault(
  box: SecretBox,
  file: SettingsFile,
  stored: StoredSettings | undefined,
  status: SettingsHost['status'],
): SettingsError | undefined {
  if (file.kind === 'invalid') return file.error
  if (!stored || status === 'current' || status === 'changed') return undefined
  try {
    openStoredText(box, stored)
    return undefined
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
}

/**
 * Compares the file with the text in force, adopts it if it was changed here, and stores the host's row.
 * @param readFile called under the lock, because a change by a request writes both
 */
export async function compareInState(
  tx: Tx,
  local: Local,
  readFile: () => Promise<SettingsFile>,
  nowMs: number,
): Promise<Checked> {
  const { host } = local
  await tx.lock(SETTINGS_LOCK)
  const file = await readFile()
  const at = toIsoTime(nowMs)
  const before = await findSettings(tx)
  const hosts = await listSettingsHosts(tx)
  const own = hosts.find((row) => row.host === host.id)
  const others = hosts.filter((row) => row.host !== host.id && isRunning(row, nowMs))
  const wasInForce = file.kind === 'valid' && (await wasAdopted(tx, file.sha256))
  const earlier = own?.file_sha256 ?? STARTER_SHA256
  const earlierWasInForce =
    earlier !== STARTER_SHA256 && ((await wasAdopted(tx, earlier)) || (await hasAdopted(tx, host.id)))
  const missing = file.kind === 'valid' && before ? listMissing(before.text, file.config) : []
  const inForce = before?.sha256
  const compared = { file, inForce, own, others, wasInForce, earlierWasInForce, missing, nowMs }
  const comparison = compareFile(compared)
  const adopted = comparison === 'adopt' && file.kind === 'valid' ? toStored(local, file, at) : undefined
  const isAdopted = adopted !== undefined && (await storeSettings(tx, adopted, before?.sha256))
  const stored = isAdopted ? adopted : before
  const statusOfOther = comparison === 'adopt' ? 'changed' : comparison
  const fileStatus = isAdopted ? 'current' : statusOfOther
  const fault = findFault(local.box, file, stored, fileStatus)
  const status = fault ? 'invalid' : fileStatus
  const ended = status === 'conflict' ? listEnded(compared) : []
  const endedNames = ended.length > 0 ? ended.join(', ') : null
  const detail = fault ? formatFaults(fault) : endedNames
  const row = toHostRow({ host, own, file, status, detail, inForce: stored?.sha256, at })
  if (!own || !isSameHostRow(own, row) || !isFresh(own, nowMs)) await storeSettingsHost(tx, row)
  return { file, stored, own: row }
}

/** Adopts the file by a person's decision. Changes of other hosts become outdated. */
export async function adoptInState(tx: Tx, local: Local, file: ValidFile, nowMs: number): Promise<void> {
  const { host } = local
  await tx.lock(SETTINGS_LOCK)
  const at = toIsoTime(nowMs)
  const before = await findSettings(tx)
  const inForce = file.sha256
  if (before?.sha256 !== inForce) await storeSettings(tx, toStored(local, file, at), before?.sha256)
  for (const row of await listSettingsHosts(tx)) {
    if (row.host === host.id || row.pending_sha256 === null) continue
    const { pending_sha256: rejected } = row
    await storeSettingsHost(tx, {
      ...row,
      status: 'outdated',
      file_sha256: rejected,
      used_sha256: inForce,
      pending_sha256: null,
      pending_since: null,
    })
  }
  await storeSettingsHost(tx, toHostRow({ host, own: undefined, file, status: 'current', detail: null, inForce, at }))
}
