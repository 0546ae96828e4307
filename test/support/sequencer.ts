import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait for Temporal, processes or timers. */
const WAITING = /\/test\/(?:worker|workflows|local|operator|cli|docs|sheets|export|upgrade)\//

/** Interleaves two lists evenly, each in its order. */
function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const withPosition = (list: readonly T[]) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length }))
  return [...withPosition(few), ...withPosition(many)].toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** Interleaves files that wait with files that compute, so that the cores stay busy and no long file starts last. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      const isWaiting = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId)
      return spread(
        own.filter(isWaiting),
        own.filter((file) => !isWaiting(file)),
      )
    })
  }
}
