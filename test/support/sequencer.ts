import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait for Temporal, processes or timers. */
const WAITING = /\/test\/(?:worker|workflows|local|server\/operator|cli|docs|upgrade)\//

/** The longest files of `npm test` and of the kills, the longest first. One that starts last would leave the other workers without work. */
const LONGEST = [
  ['worker/years', 'sources/url', 'cli/sync', 'api/drain', 'cli/piped'],
  ['crash/ingress', 'crash/restored', 'operator/folder', 'crash/generators', 'workflows/warranty', 'worker/outages', 'crash/maintenanceKills'],
  ['crash/reminderKills', 'worker/stuck', 'sheets/examples', 'crash/workerKills', 'crash/schedules', 'local/start', 'worker/calendars'],
].flat()

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return rank < 0 ? LONGEST.length : rank
}

/** Interleaves two lists evenly, each in its order. */
function spreadEvenly<T>(few: readonly T[], many: readonly T[]): T[] {
  const withPosition = (list: readonly T[]) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length }))
  return [...withPosition(few), ...withPosition(many)].toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** The longest files first, then files that wait between files that compute, so that the cores stay busy. */
function order(files: readonly TestSpecification[]): TestSpecification[] {
  const isWaiting = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId)
  const mixed = spreadEvenly(
    files.filter(isWaiting),
    files.filter((file) => !isWaiting(file)),
  )
  return mixed.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Orders each project's files; projects run one after the other, the one with the long files first. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    const names = [...byProject.keys()].toSorted((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))
    return names.flatMap((name) => order(byProject.get(name) ?? []))
  }
}
