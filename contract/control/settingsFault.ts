import type { Sentence } from '../sentences/sentence.ts'

/**
 * A fault of kitroom.yaml, as an entry of `settings_faults` of a problem: its English line, and its sentences with
 * their values.
 */
export interface SettingsFault {
  detail: string
  sentences: readonly Sentence[]
}
