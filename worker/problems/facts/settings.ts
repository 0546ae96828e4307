import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readLastConfigText } from '../../state/hosts/facts.ts'
import { findSettings, type StoredSettings } from '../../state/hosts/settings.ts'
import { listSettingsHosts, type SettingsHost } from '../../state/hosts/settingsHosts.ts'
import type { Settings } from '../settings/settings.ts'
import { createProblem, toSettingsKey, type Problem } from './problem.ts'

const CONFLICT_KEY = 'settings'

type SettingsTexts = Texts['problems']['settings']

interface FileProblem {
  code: 'settings_invalid' | 'settings_missing'
  title: (texts: SettingsTexts) => string
  faults: (texts: SettingsTexts) => string
  advice: (texts: SettingsTexts) => string
}

const { settings: english } = englishTexts.problems

const toFileProblem = (row: SettingsHost, { code, title, faults, advice }: FileProblem): Problem =>
  createProblem({
    key: toSettingsKey(row.host),
    code,
    detail: `${faults(english)}\n${advice(english)}`,
    describe: ({ problems: { settings, facts: names } }) => ({
      title: title(settings),
      facts: [
        ...faults(settings)
          .split('\n')
          .map((value) => ({ name: names.fault, value })),
        { name: names.whatThatMeans, value: advice(settings) },
      ],
    }),
  })

/** A missing file is a fault if it was there and had content, and no other host has one. */
function isMissed(
  row: SettingsHost,
  rows: readonly SettingsHost[],
  stored: StoredSettings | undefined,
  lastText: string | undefined,
): boolean {
  const isElsewhere = rows.some(({ status, is_running: running }) => status !== 'missing' && running === 1)
  const wasThere = row.file_sha256 !== null || stored === undefined
  return row.status === 'missing' && wasThere && !isElsewhere && lastText !== undefined && lastText.trim() !== ''
}

const describeHost = ({ name, host }: SettingsHost): string => `${name} (${host})`

function toConflictProblem(
  rows: readonly SettingsHost[],
  all: readonly SettingsHost[],
  stored: StoredSettings,
): Problem {
  const adopter = all.find(({ host }) => host === stored.host)
  const describeFiles = ({ problems: { settings }, format }: Texts): { changed: string[]; inForce: string } => ({
    changed: rows.map((row) =>
      settings.changedSince({
        host: describeHost(row),
        time: row.pending_since === null ? '' : format.time(row.pending_since),
      }),
    ),
    inForce: settings.adopted({
      host: adopter ? describeHost(adopter) : settings.hostById(stored.host),
      time: format.time(stored.adopted_at),
    }),
  })
  const { changed, inForce } = describeFiles(englishTexts)
  return createProblem({
    key: CONFLICT_KEY,
    code: 'settings_conflict',
    detail: `Not adopted: ${changed.join('; ')}. In force: ${inForce}.\n${english.conflictConsequence} ${english.conflictAdvice}`,
    describe: (texts) => {
      const { settings, facts: names } = texts.problems
      const files = describeFiles(texts)
      const facts = [
        ...files.changed.map((value) => ({ name: names.notAdopted, value })),
        { name: names.inForce, value: files.inForce },
        { name: names.whatThatMeans, value: settings.conflictConsequence },
        { name: names.whatToDo, value: settings.conflictAdvice },
      ]
      return { title: settings.conflict, facts }
    },
  })
}

/** Files of kitroom.yaml that cannot be used, of all hosts, and changes that contradict each other. */
export async function findSettingsProblems(tx: Tx, settings: Pick<Settings, 'host' | 'file'>): Promise<Problem[]> {
  const stored = await findSettings(tx)
  const rows = await listSettingsHosts(tx)
  const lastText = stored?.text ?? (await readLastConfigText(tx))
  const conflicts = rows.filter(({ status }) => status === 'conflict')
  const problems = stored && conflicts.length > 0 ? [toConflictProblem(conflicts, rows, stored)] : []
  for (const row of rows) {
    const place = rows.length > 1 ? row.name : undefined
    const path = row.host === settings.host.id ? settings.file : 'kitroom.yaml'
    if (row.status === 'invalid')
      problems.push(
        toFileProblem(row, {
          code: 'settings_invalid',
          title: ({ invalid }) => invalid(place),
          faults: () => row.detail ?? '',
          advice: ({ untilFixed, untilFixedOnHost }) => (place === undefined ? untilFixed : untilFixedOnHost),
        }),
      )
    if (isMissed(row, rows, stored, lastText))
      problems.push(
        toFileProblem(row, {
          code: 'settings_missing',
          title: ({ missing }) => missing(place),
          faults: ({ notThere }) => notThere(path),
          advice: ({ staysInForce, untilFixed }) => (stored ? staysInForce : untilFixed),
        }),
      )
  }
  return problems
}
