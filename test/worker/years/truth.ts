// Asks the API, and for faults of the worker its state, at the moment of a message whether all that it says is true.
import type { Database } from '../../../platform/sql/types.ts'
import { listOpenProblems } from '../../../state/schedules/problems.ts'
import type { Api } from '../../support/api.ts'
import type { DayNumber } from '../yearModel.ts'
import { listItemFacts, nameGear, readSnapshot, stateAll, toFacts, type Snapshot, type Statement } from './facts.ts'
import type { ReadReminder } from './readMessages.ts'
import type { CheckMessage } from './receivers.ts'
import { ESCALATED } from './titles.ts'

const READING = /^The meter of (.+) (fell|rose) from (\d+) to (\d+) shutter releases(, unusually fast)?$/
const FELL =
  'There is nothing to do if the part or the item was replaced: maintenance by use now counts from the new reading.'
const ROSE =
  'Correct the reading if it is wrong. Until a later reading confirms it, maintenance by use goes by the reading before.'

/**
 * A report of a meter is true if the item has the reading that it names. What was before is in the world's model alone.
 */
function stateReading({ gear }: Snapshot, title: string): Statement[] {
  const [, name, verb, from, to] = READING.exec(title) ?? []
  const item = [...gear.values()].find((one) => nameGear(one) === name && String(one['shutter_count']) === to)
  if (!item) return []
  const facts: [string, unknown][] = [
    ...listItemFacts(item),
    ['Before', `${from} shutter releases`],
    ['Now', `${to} shutter releases`],
  ]
  return [
    { id: '', title, status: undefined, facts: toFacts([...facts, ['What to do', verb === 'fell' ? FELL : ROSE]]) },
  ]
}

/** The moment at which the others were notified, as the model knows it. */
type FindNotifiedAt = (id: string) => number | undefined

const formatTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** @returns what differs from a statement */
function compare(reminder: ReadReminder, { id, status, facts }: Statement): string[] {
  const differences = [...reminder.facts].flatMap(([name, value]) =>
    facts.get(name) === value ? [] : [`"${name}: ${value}", but it is: ${facts.get(name) ?? 'no such fact'}`],
  )
  if (reminder.isWhole)
    for (const name of facts.keys()) if (!reminder.facts.has(name)) differences.push(`nothing about ${name}`)
  if (reminder.status !== undefined && reminder.status !== status)
    differences.push(`"${reminder.status}", but it is: ${status}`)
  return reminder.id === '' || id === reminder.id
    ? differences
    : [`the id ${reminder.id}, but it is: ${id}`, ...differences]
}

/** Removes what only an escalated reminder says, and checks it. */
function checkEscalation({ id, title, facts }: ReadReminder, findNotifiedAt: FindNotifiedAt): string[] {
  if (!title.startsWith(ESCALATED)) return []
  const notified = facts.get('Others notified')
  facts.delete('Others notified')
  const atMs = findNotifiedAt(id)
  return atMs !== undefined && notified === formatTime(atMs)
    ? []
    : [`others notified at ${notified}, but it was: ${atMs && formatTime(atMs)}`]
}

const AGAIN = /^Reminders get through by (\S+) again$/

/** True for a fault that is open now, and for the end of one that is not. */
async function isTrueProblem(state: Database, title: string): Promise<boolean> {
  const open = await state.read(listOpenProblems)
  const ended = AGAIN.exec(title)?.[1]
  return ended === undefined
    ? open.some((row) => row.title === title)
    : !open.some(({ key }) => key === `channel:${ended}`)
}

const isProblemTitle = (title: string): boolean =>
  AGAIN.test(title) || /^(?:Reminders do not get|The channel |The daily run|The webhook )/.test(title)

export interface TruthDeps {
  api: () => Api
  state: () => Database
  /** The present day of the studio. */
  today: () => DayNumber
  findNotifiedAt: FindNotifiedAt
}

async function checkProblem(deps: TruthDeps, reminder: ReadReminder): Promise<string[]> {
  reminder.isProblem = true
  return (await isTrueProblem(deps.state(), reminder.title)) ? [] : ['the worker has no such problem']
}

function checkRecord(
  reminder: ReadReminder,
  statements: readonly Statement[],
  { findNotifiedAt }: TruthDeps,
): string[] {
  const faults = checkEscalation(reminder, findNotifiedAt)
  const title = reminder.title.replace(ESCALATED, '')
  const same = statements.filter((one) => one.title === title)
  if (same.length === 0)
    return [...faults, `it is not so; of this record it is: ${statements.find(({ id }) => id === reminder.id)?.title}`]
  const [fewest = []] = same.map((one) => compare(reminder, one)).toSorted((a, b) => a.length - b.length)
  return [...faults, ...fewest]
}

export const createTruthCheck =
  (deps: TruthDeps): CheckMessage =>
  async ({ recipient, reminders }) => {
    const snapshot = await readSnapshot(deps.api())
    const statements = stateAll(snapshot, deps.today())
    const falsehoods: string[] = []
    for (const reminder of reminders) {
      const { title } = reminder
      const faults = isProblemTitle(title)
        ? await checkProblem(deps, reminder)
        : checkRecord(reminder, READING.test(title) ? stateReading(snapshot, title) : statements, deps)
      falsehoods.push(...faults.map((fault) => `${recipient} got "${title}": ${fault}`))
    }
    return falsehoods
  }
