import type { SettingsHost } from '../../state/hosts/settingsHosts.ts'
import { STARTER_SHA256, type SettingsFile } from './readSettingsFile.ts'

/**
 * Time for which a changed file waits for a change on another host, while other workers run. Workers compare their
 * files more often.
 */
export const SETTLE_MS = 5000

/** Result for a host's file. `adopt`: its text must come into force. */
export type Comparison = 'adopt' | SettingsHost['status']

export interface Compared {
  file: SettingsFile
  /** Hash of the text in force; undefined before the first. */
  inForce: string | undefined
  /** Row of this host, as last stored. */
  own: SettingsHost | undefined
  /** Other hosts with a running worker. */
  others: readonly SettingsHost[]
  /** True if the file's text was in force at some time. */
  wasInForce: boolean
  /**
   * True if the file that this host had before, or another one of it, was in force, and no start of Kitroom wrote it.
   */
  earlierWasInForce: boolean
  /** Sources, calendars and channels in force that the file does not have. */
  missing: readonly string[]
  nowMs: number
}

const isPending = ({ pending_sha256: pending }: SettingsHost): boolean => pending !== null

/** Compares a file that is new on this host. It may be a new text, or a copy with which the host was set up. */
function compareNewFile({ others, wasInForce, inForce }: Compared): Comparison {
  if (wasInForce) return 'outdated'
  return others.some((host) => host.status === 'current' && host.file_sha256 === inForce) ? 'conflict' : 'adopt'
}

/** True if another text came into force since this host last used it with an unchanged file. */
const hasMissedText = ({ own, inForce }: Compared): boolean => own?.used_sha256 !== null && own?.used_sha256 !== inForce

/**
 * True if the host used the settings in force without a file, or its file was already not adopted for what it would
 * end.
 */
const isWithoutOwnSettings = ({ status, detail }: SettingsHost): boolean =>
  status === 'missing' || (status === 'conflict' && detail !== null)

/**
 * Lists what would end if the file were adopted, although nobody has decided about that: the host ran without a file,
 * or had none that was in force, or a start of Kitroom wrote it.
 */
export function listEnded({ file, own, missing, earlierWasInForce }: Compared): readonly string[] {
  if (own !== undefined && own.file_sha256 !== null) return earlierWasInForce ? [] : missing
  const isStarter = file.kind === 'valid' && file.sha256 === STARTER_SHA256
  return isStarter || (own !== undefined && isWithoutOwnSettings(own)) ? missing : []
}

function compareChange(compared: Compared, sha256: string): Comparison {
  const { own, others, nowMs } = compared
  const isNew = own === undefined || own.file_sha256 === null
  if (!isNew && hasMissedText(compared)) return 'conflict'
  const first = isNew ? compareNewFile(compared) : 'adopt'
  if (first !== 'adopt') return first
  if (listEnded(compared).length > 0) return 'conflict'
  if (others.some((host) => isPending(host) && host.pending_sha256 !== sha256)) return 'conflict'
  if (others.length === 0) return 'adopt'
  const since = own?.pending_sha256 === sha256 ? own.pending_since : null
  return since !== null && nowMs - Date.parse(since) >= SETTLE_MS ? 'adopt' : 'changed'
}

/**
 * Decides if a host's file is adopted. It is if it was changed there since it was last adopted or outdated, and no
 * other host has a different change, and if it does not end settings by mistake.
 */
export function compareFile(compared: Compared): Comparison {
  const { file, inForce, own, others } = compared
  if (file.kind !== 'valid') return file.kind
  if (inForce === undefined) return 'adopt'
  if (file.sha256 === inForce) return 'current'
  if (file.sha256 === own?.file_sha256) return 'outdated'
  // An empty file on a further host must not delete all settings.
  if (!file.hasSettings && others.some((host) => host.file_sha256 === inForce)) return 'outdated'
  return compareChange(compared, file.sha256)
}
