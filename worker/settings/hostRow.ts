import type { SettingsHost } from '../../state/hosts/settingsHosts.ts'
import type { Comparison } from './compareFile.ts'
import type { SettingsFile } from './readSettingsFile.ts'

/** The host on which a worker runs. */
export interface Host {
  /** Id of the host and its kitroom.yaml. */
  id: string
  /** Id in the data folder, for the task queue of its files. */
  filesId: string
  /** Host name of the machine, for people. */
  name: string
  /** KITROOM_FILES. */
  label: string | undefined
}

export interface HostRowChange {
  host: Host
  own: SettingsHost | undefined
  file: SettingsFile
  status: Exclude<Comparison, 'adopt'>
  /** Faults of the file, if the status is `invalid`; what it would end, if it is `conflict`. */
  detail: string | null
  /** Hash of the text in force, after an adoption. */
  inForce: string | undefined
  at: string
}

type Hashes = Pick<SettingsHost, 'file_sha256' | 'used_sha256' | 'pending_sha256' | 'pending_since'>

function toHashes({
  own,
  file,
  status,
  inForce = null,
  at,
}: Omit<HostRowChange, 'inForce' | 'detail'> & { inForce?: string | null | undefined }): Hashes {
  const sha256 = file.kind === 'valid' ? file.sha256 : null
  const known = own?.file_sha256 ?? null
  const none = { pending_sha256: null, pending_since: null }
  if (status === 'current' || status === 'outdated') return { file_sha256: sha256, used_sha256: inForce, ...none }
  if (status === 'missing') return { file_sha256: known, used_sha256: inForce, ...none }
  if (status === 'invalid') return { file_sha256: known, used_sha256: own?.used_sha256 ?? null, ...none }
  const since = own?.pending_sha256 === sha256 ? own?.pending_since : null
  return {
    file_sha256: known,
    used_sha256: own?.used_sha256 ?? null,
    pending_sha256: sha256,
    pending_since: since ?? at,
  }
}

/** Creates the row of a host after its file was compared. */
export const toHostRow = (change: HostRowChange): SettingsHost => ({
  host: change.host.id,
  files_host: change.host.filesId,
  name: change.host.name,
  label: change.host.label ?? null,
  status: change.status,
  ...toHashes(change),
  detail: change.detail,
  is_running: 1,
  seen_at: change.at,
})

/** True if the rows differ only in the time when the host was seen. */
export const isSameHostRow = (one: SettingsHost, other: SettingsHost): boolean =>
  JSON.stringify({ ...one, seen_at: '' }, Object.keys(one).sort()) ===
  JSON.stringify({ ...other, seen_at: '' }, Object.keys(one).sort())
