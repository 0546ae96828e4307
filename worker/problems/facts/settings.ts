import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import { readLastConfigText } from '../../../state/hosts/facts.ts'
import { findSettings, type StoredSettings } from '../../../state/hosts/settings.ts'
import { listSettingsHosts, type SettingsHost } from '../../../state/hosts/settingsHosts.ts'
import { everybody, oncePerCheck, saying, SECOND_MS, type Check } from '../kind.ts'
import type { Finding } from '../problem.ts'

type SettingsTexts = Texts['problems']['settings']

export interface SettingsFiles {
  stored: StoredSettings | undefined
  rows: readonly SettingsHost[]
  lastText: string | undefined
}

/** Reads the files of kitroom.yaml of all hosts, and the settings in force. */
export const readSettingsFiles = oncePerCheck<Check, SettingsFiles>(async (_check, tx) => {
  const stored = await findSettings(tx)
  return { stored, rows: await listSettingsHosts(tx), lastText: stored?.text ?? (await readLastConfigText(tx)) }
})

/** Names a host if there are several. */
export const nameHost = ({ name }: SettingsHost, { rows }: SettingsFiles): string | undefined =>
  rows.length > 1 ? name : undefined

interface FileTexts {
  title: (texts: SettingsTexts) => string
  /** One a line. */
  faults: (texts: SettingsTexts, say: Texts['say']) => string
  advice: (texts: SettingsTexts) => string
}

const { settings: english } = englishTexts.problems

export const describeFile = ({ host }: SettingsHost, { title, faults, advice }: FileTexts): Finding => ({
  subject: host,
  detail: `${faults(english, englishTexts.say)}\n${advice(english)}`,
  describe: ({ problems: { settings }, say }) => ({
    title: title(settings),
    facts: { fault: faults(settings, say).split('\n'), whatThatMeans: advice(settings) },
  }),
})

/** Common parts of problems of files. */
export const ofFile = {
  key: 'settings',
  isOfWorker: true,
  delayMs: 30 * SECOND_MS,
  notifies: everybody,
  end: saying(({ problems }) => problems.settings.work),
} as const
