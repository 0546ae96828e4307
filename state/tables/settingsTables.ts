/** State of a host's kitroom.yaml, compared with the text in force. */
type SettingsStatus = 'current' | 'outdated' | 'changed' | 'conflict' | 'missing' | 'invalid'

/** Text of kitroom.yaml that all hosts use; at most one row. */
export interface SettingsTable {
  name: string
  /** Text with hidden queries of web addresses. */
  text: string
  /** The whole text, sealed with the encryption key, if `text` hides a query. */
  sealed: string | null
  /** SHA-256 of the whole text, hex. */
  sha256: string
  /** Id of the host that adopted it. */
  host: string
  adopted_at: string
}

/** Every text that was in force, by its hash. If a host without an earlier file has one of them, its copy is old. */
export type SettingsAdoptionTable = Pick<SettingsTable, 'sha256' | 'host' | 'adopted_at'>

/** Host of a worker, with its kitroom.yaml. */
export interface SettingsHostTable {
  host: string
  /** Id of the data folder, from which the name of its task queue is derived. */
  files_host: string
  /** Host name of the machine, for people. */
  name: string
  /** KITROOM_FILES: the host has the files of sources with this `on:`. */
  label: string | null
  status: SettingsStatus
  /**
   * Hash of the file's text that was last adopted, in force or outdated here. A file with another hash was changed
   * since.
   */
  file_sha256: string | null
  /** Hash of the text in force that the host last used while its file was unchanged. */
  used_sha256: string | null
  /** Hash of a changed file that is not adopted. */
  pending_sha256: string | null
  pending_since: string | null
  /**
   * Faults of an invalid file as JSON, each with its English text and its sentences; names of what a file in conflict
   * would end.
   */
  detail: string | null
  is_running: number
  seen_at: string
}
