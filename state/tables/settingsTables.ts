/** What a host's kitroom.yaml is, compared with the text in force. */
type SettingsStatus = 'current' | 'outdated' | 'changed' | 'conflict' | 'missing' | 'invalid'

/** The text of kitroom.yaml that all hosts use; at most one row. */
export interface SettingsTable {
  name: string
  /** Queries of web addresses are hidden. */
  text: string
  /** The whole text, sealed with the encryption key, if `text` hides a query. */
  sealed: string | null
  /** Of the whole text, hex. */
  sha256: string
  /** Id of the host that adopted it. */
  host: string
  adopted_at: string
}

/** Each text that was in force, by its hash. A host without an earlier file that has one of them has an old copy. */
export type SettingsAdoptionTable = Pick<SettingsTable, 'sha256' | 'host' | 'adopted_at'>

/** A host of a worker, and its kitroom.yaml. */
export interface SettingsHostTable {
  host: string
  /** Id of the data folder, which names the task queue of files there. */
  files_host: string
  /** Host name of the machine, for people. */
  name: string
  /** KITROOM_FILES: files of sources with this `on:` are on the host. */
  label: string | null
  status: SettingsStatus
  /** The file's text that was last adopted, in force or seen to be outdated here. A file with another hash was changed since. */
  file_sha256: string | null
  /** The text in force that the host last used, while its file was not changed. */
  used_sha256: string | null
  /** A changed file that is not adopted. */
  pending_sha256: string | null
  pending_since: string | null
  /** What is wrong with an invalid file. */
  detail: string | null
  is_running: number
  seen_at: string
}
