import type { StopReason } from '../../../activities/inventorySync/types.ts'
import type { Texts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { findNewestReportable, findOpenRun } from '../../../state/sync/runs.ts'
import type { ScheduleFaultTable } from '../../../state/tables/problemTables.ts'
import type { RunRow } from '../../../state/tables/schema.ts'
import { listScheduleFaults } from '../../../state/schedules/scheduleFaults.ts'
import type { ScheduleWatch } from '../../../state/schedules/scheduleWatches.ts'
import type { Config } from '../../../config/config.ts'
import { everybody, oncePerCheck, type EndedProblem } from '../kind.ts'
import { findStalledSchedules } from './stalled.ts'

/** Reason code of an aborted run. It is not reported, because a person aborted it. */
export const ABORTED_CODE = 'aborted'

export const SYNC_COMMAND = 'npm run kitroom -- sync'

export const reasonOf = ({ reason }: RunRow): StopReason | undefined =>
  reason === null ? undefined : (JSON.parse(reason) as StopReason)

const CHANGES = ['create', 'update', 'mark', 'delete'] as const

const UNWRITTEN = ['refused', 'conflict', 'question', 'deleted_in_api'] as const

/** Describes changes and the rows that are not written, such as `create 3, update 2, refuse 1`. */
export function describeChanges(run: RunRow, { problems: { sync }, plans, format }: Texts): string {
  const counts = JSON.parse(run.counts) as Partial<
    Record<(typeof CHANGES)[number] | (typeof UNWRITTEN)[number], number>
  >
  const list = <Name extends keyof typeof counts>(names: readonly Name[], words: Readonly<Record<Name, string>>) =>
    names.flatMap((name) => (counts[name] ? [`${words[name]} ${format.count(counts[name])}`] : []))
  const changes = list(CHANGES, sync.changes)
  return [...(changes.length > 0 ? changes : [sync.noChanges]), ...list(UNWRITTEN, plans.unwritten)].join(', ')
}

export function describeWait(run: RunRow, { problems, say }: Texts): string {
  const reason = reasonOf(run)
  return reason ? say(reason.detail, reason.sentences) : problems.sync.waitsForApproval
}

/** True for scheduled runs, because nobody watches them, and for runs that stopped after writing some rows. */
const isReportable = (run: RunRow): boolean =>
  reasonOf(run)?.code !== ABORTED_CODE && (run.decide === 'policy' || run.status === 'stopped')

export interface SourceState {
  source: string
  /** A run that has not ended and does not wait for a person. */
  running: RunRow | undefined
  /** The newest other run, if it is reportable. */
  run: RunRow | undefined
  /** Reason why its schedule could not start a run, if that is newer. */
  fault: ScheduleFaultTable | undefined
  stalled: ScheduleWatch | undefined
}

/** Reads the outcome of the last syncs of kitroom.yaml's sources. */
export const readSourceStates = oncePerCheck(
  async ({ config, nowMs }: { config: Pick<Config, 'sources'>; nowMs: number }, tx): Promise<SourceState[]> => {
    const faults = await listScheduleFaults(tx)
    const stalledSchedules = await findStalledSchedules(tx, config.sources, nowMs)
    const states: SourceState[] = []
    for (const { id: source } of config.sources) {
      const openRun = await findOpenRun(tx, source)
      const stalled = openRun?.status === 'waiting' ? undefined : stalledSchedules.get(source)
      if (openRun && openRun.status !== 'waiting') {
        states.push({ source, running: openRun, run: undefined, fault: undefined, stalled })
        continue
      }
      const run = await findNewestReportable(tx, source)
      const fault = faults.get(source)
      const isNewer = fault !== undefined && (run === undefined || fault.since > run.started_at)
      const reportable = run && isReportable(run) ? run : undefined
      states.push({ source, running: undefined, run: reportable, fault: isNewer ? fault : undefined, stalled })
    }
    return states
  },
)

/** Describes the title of the message that a source has no problem any longer. */
async function describeSyncEnd({ row, subject }: EndedProblem, tx: Tx): Promise<(texts: Texts) => string> {
  const run = await findNewestReportable(tx, subject)
  const hasSucceeded =
    run !== undefined &&
    (run.finished_at ?? '') >= row.began_at &&
    ['completed', 'completed_with_errors'].includes(run.status)
  return ({ problems: { sync } }) => (hasSucceeded ? sync.works(subject) : sync.settled(subject))
}

/** Common parts of problems of sources. */
export const ofSource = {
  key: 'sync',
  isOfWorker: false,
  blocks: 'none',
  notifies: everybody,
  end: describeSyncEnd,
} as const
