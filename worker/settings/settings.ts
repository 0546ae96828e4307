import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadConfig, SettingsError, type Config } from '../../config/config.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { SecretBox } from '../../platform/secretBox.ts'
import type { Database } from '../../platform/sql/types.ts'
import { readLastConfigText } from '../../state/hosts/facts.ts'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { findSettings, type StoredSettings } from '../../state/hosts/settings.ts'
import { listSettingsHosts, markHostStopped, type SettingsHost } from '../../state/hosts/settingsHosts.ts'
import { changeInState, type ChangePlace } from './changeText.ts'
import { SETTLE_MS } from './compareFile.ts'
import { adoptInState, compareInState, isFresh, type Checked } from './compareInState.ts'
import type { Host } from './hostRow.ts'
import { createStatusLog } from './logStatus.ts'
import { createFileReader, type SettingsFile } from './readSettingsFile.ts'
import { formatFaults } from './hostFaults.ts'
import { openStoredText } from './storedText.ts'

// The settings are the text of kitroom.yaml in the worker's database, which all hosts use. A host's file is compared
// with it at each use, and adopted if it was changed there.

const POLL_INTERVAL_MS = 250

export interface SettingsDeps {
  state: Database
  clock: Clock
  log: Logger
  box: SecretBox
  /** Path of kitroom.yaml. */
  file: string
  host: Host
}

export interface Settings {
  readonly host: Host
  /** Path of kitroom.yaml on this host. */
  readonly file: string
  /** Folder of kitroom.yaml, the base of relative paths. */
  readonly folder: string
  /**
   * Reads the settings in force. It first adopts a change of the file here, so that the change takes effect
   * immediately; while other workers run, after seconds.
   * @throws SettingsError with each fault and its line while the file here is invalid
   */
  read(): Promise<Config>
  /**
   * Reads the settings in force, even while the file here is invalid. It is used to find recipients.
   * @throws SettingsError before there are any
   */
  readUsable(): Promise<Config>
  /** Compares the file with the text in force, adopts it if it was changed here, and stores its status. */
  check(): Promise<SettingsHost>
  /** Adopts the file here, despite changes on other hosts. @throws SettingsError if it is invalid or missing */
  adopt(): Promise<void>
  /**
   * Changes the text in force, and the file here if it has that text.
   * @param edit gets the whole text and the name of the file
   * @throws SettingsError if the file here or the new text is invalid
   */
  change(edit: (text: string, file: string) => string): Promise<ChangePlace>
  /** Stores that this worker has ended. */
  close(): Promise<void>
}

/** True if the host's row already has the result of a comparison, so that no transaction needs to write. */
function isSettled(file: SettingsFile, stored: StoredSettings | undefined, own: SettingsHost): boolean {
  if (file.kind === 'invalid') return own.status === 'invalid' && own.detail === formatFaults(file.error)
  if (file.kind === 'valid' && own.status === 'conflict') return own.pending_sha256 === file.sha256
  if (own.used_sha256 !== (stored?.sha256 ?? null)) return false
  if (file.kind === 'missing') return own.status === 'missing'
  return own.file_sha256 === file.sha256 && own.status === (file.sha256 === stored?.sha256 ? 'current' : 'outdated')
}

/**
 * Creates the comparison of the file with the text in force.
 * @returns `compare`: with `isPeriodic`, a conflict is examined again
 */
function createComparison({
  state,
  clock,
  log,
  box,
  file: path,
  host,
}: SettingsDeps): (isPeriodic: boolean) => Promise<Checked> {
  const readFile = createFileReader(path)
  const logStatus = createStatusLog(log, path)
  return async (isPeriodic) => {
    const file = await readFile()
    const { stored, own } = await state.read(async (tx) => ({
      stored: await findSettings(tx),
      own: (await listSettingsHosts(tx)).find((row) => row.host === host.id),
    }))
    const isKnown = own?.is_running === 1 && isSettled(file, stored, own)
    if (isKnown && !isPeriodic) return { file, stored, own }
    const nowMs = await readLeaseClockMs(state, clock)
    const mustCompare = !isKnown || own.status === 'conflict' || !isFresh(own, nowMs)
    const checked = mustCompare
      ? await state.write((tx) => compareInState(tx, { host, box }, readFile, nowMs))
      : { file, stored, own }
    logStatus(checked)
    return checked
  }
}

/** Creates the reader of the config in force, which parses a stored text once. */
function createParser({ box, file: path }: SettingsDeps): (checked: Checked) => Config {
  let last: { sha256: string; config: Config } | undefined
  return ({ file, stored }) => {
    if (!stored) return loadConfig('')
    if (file.kind === 'valid' && file.sha256 === stored.sha256) return file.config
    if (last?.sha256 !== stored.sha256)
      last = { sha256: stored.sha256, config: loadConfig(openStoredText(box, stored), basename(path)) }
    return last.config
  }
}

export function createSettings(deps: SettingsDeps): Settings {
  const { state, clock, box, file: path, host } = deps
  const compare = createComparison(deps)
  const toConfig = createParser(deps)
  /** Waits for a change that is about to be adopted. */
  const compareSettled = async (): Promise<Checked> => {
    const deadlineMs = performance.now() + 2 * SETTLE_MS
    for (;;) {
      const checked = await compare(false)
      if (checked.own.status !== 'changed' || performance.now() > deadlineMs) return checked
      await delay(POLL_INTERVAL_MS)
    }
  }
  const readUsable = async (): Promise<Config> => {
    const checked = await compare(false)
    const { file, stored } = checked
    if (!stored && file.kind === 'valid') return file.config
    const earlierText = stored?.text ?? (await state.read(readLastConfigText))
    if (earlierText === undefined && file.kind === 'invalid') throw file.error
    try {
      if (stored) return toConfig(checked)
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
    }
    return loadConfig(earlierText ?? '', basename(path))
  }
  return {
    host,
    file: path,
    folder: dirname(path),
    read: async () => {
      const checked = await compareSettled()
      if (checked.file.kind === 'invalid') throw checked.file.error
      return toConfig(checked)
    },
    readUsable,
    check: async () => (await compare(true)).own,
    adopt: async () => {
      const { file } = await compare(false)
      if (file.kind === 'invalid') throw file.error
      if (file.kind === 'missing') throw new SettingsError([say('settings_file_missing', { path })])
      const nowMs = await readLeaseClockMs(state, clock)
      await state.write((tx) => adoptInState(tx, { host, box }, file, nowMs))
      await compare(true)
    },
    change: async (edit) => {
      await compareSettled()
      const nowMs = await readLeaseClockMs(state, clock)
      const readFile = createFileReader(path)
      const place = await state.write((tx) => changeInState(tx, { host, box, path, readFile, edit, nowMs }))
      await compare(true)
      return place
    },
    close: async () => void (await state.write((tx) => markHostStopped(tx, host.id))),
  }
}
