import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait: for Temporal, for processes to start and stop, for times to pass. */
const WAITING = /\/test\/(?:worker|workflows|local|operator|cli|docs|sheets|export|upgrade)\//

/** Spreads one list evenly over another, both in their order. */
function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const place = (list: readonly T[]) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length }))
  return [...place(few), ...place(many)].toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** Runs files that wait beside files that compute, so that the cores have work at all times and no long file is begun last. */
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
