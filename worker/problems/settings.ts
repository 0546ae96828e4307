import type { Tx } from '../../platform/sql/types.ts'
import { readLastConfigText } from '../../state/facts.ts'
import { findSettings, type StoredSettings } from '../../state/settings.ts'
import { listSettingsHosts, type SettingsHost } from '../../state/settingsHosts.ts'
import type { Settings } from '../settings/settings.ts'
import { toSettingsKey, type Problem } from './problem.ts'

const CONSEQUENCE =
  'Until it is fixed no sync starts, schedules stay as they are, and maintenance plans, warranties and calendars wait. Reminders that were due before go to the channels of its last version that could be used.'
const MISSING_CONSEQUENCE = 'The settings that were read last stay in force. To do without any, leave an empty file there.'
const CONFLICT_CONSEQUENCE = 'None of these files is used. The settings that were in force before stay in force.'
const CONFLICT_ADVICE =
  'Make the files equal, or decide for one, on its host: npm run kitroom -- worker settings adopt. What is in force: npm run kitroom -- worker settings'

const CONFLICT_KEY = 'settings'

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

function toFileProblem(row: SettingsHost, problem: Pick<Problem, 'code' | 'title'> & { faults: string; advice: string }): Problem {
  const { code, title, faults, advice } = problem
  const facts = [...faults.split('\n').map((value) => ({ name: 'Fault', value })), { name: 'What that means', value: advice }]
  return { key: toSettingsKey(row.host), code, title, detail: `${faults}\n${advice}`, facts }
}

/** A missing file is a fault if it was there and had content, and no other host has one. */
function isMissed(row: SettingsHost, rows: readonly SettingsHost[], stored: StoredSettings | undefined, lastText: string | undefined): boolean {
  const isElsewhere = rows.some(({ status, is_running: running }) => status !== 'missing' && running === 1)
  const wasThere = row.file_sha256 !== null || stored === undefined
  return row.status === 'missing' && wasThere && !isElsewhere && lastText !== undefined && lastText.trim() !== ''
}

function toConflictProblem(rows: readonly SettingsHost[], all: readonly SettingsHost[], stored: StoredSettings): Problem {
  const changed = rows.map(({ name, host, pending_since: since }) => `${name} (${host}), since ${since}`)
  const adopter = all.find(({ host }) => host === stored.host)
  const inForce = `those of ${adopter ? `${adopter.name} (${stored.host})` : `the host ${stored.host}`}, adopted at ${stored.adopted_at}`
  return {
    key: CONFLICT_KEY,
    code: 'settings_conflict',
    title: 'kitroom.yaml was changed differently on several hosts',
    detail: `Not adopted: ${changed.join('; ')}. In force: ${inForce}.\n${CONFLICT_CONSEQUENCE} ${CONFLICT_ADVICE}`,
    facts: [
      ...changed.map((value) => ({ name: 'Not adopted', value })),
      { name: 'In force', value: inForce },
      { name: 'What that means', value: CONFLICT_CONSEQUENCE },
      { name: 'What to do', value: CONFLICT_ADVICE },
    ],
  }
}

/** Files of kitroom.yaml that cannot be used, of all hosts, and changes that contradict each other. */
export async function findSettingsProblems(tx: Tx, settings: Pick<Settings, 'host' | 'file'>): Promise<Problem[]> {
  const stored = await findSettings(tx)
  const rows = await listSettingsHosts(tx)
  const lastText = stored?.text ?? (await readLastConfigText(tx))
  const conflicts = rows.filter(({ status }) => status === 'conflict')
  const problems = stored && conflicts.length > 0 ? [toConflictProblem(conflicts, rows, stored)] : []
  for (const row of rows) {
    const place = rows.length > 1 ? ` on ${row.name}` : ''
    const path = row.host === settings.host.id ? settings.file : 'kitroom.yaml'
    if (row.status === 'invalid')
      problems.push(
        toFileProblem(row, {
          code: 'settings_invalid',
          title: `kitroom.yaml cannot be used${place}`,
          faults: row.detail ?? '',
          advice: place === '' ? CONSEQUENCE : `On that host, until it is fixed, ${lower(CONSEQUENCE.slice('Until it is fixed '.length))}`,
        }),
      )
    if (isMissed(row, rows, stored, lastText))
      problems.push(
        toFileProblem(row, {
          code: 'settings_missing',
          title: `kitroom.yaml is not there any more${place}`,
          faults: `${path} is not there.`,
          advice: stored ? MISSING_CONSEQUENCE : CONSEQUENCE,
        }),
      )
  }
  return problems
}
