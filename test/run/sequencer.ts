import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { kindOf, type Kind } from './kinds.ts'

/** Those with the longest files first, so that short ones fill the end of a run. */
const KINDS: readonly Kind[] = ['crash', 'studio', 'browser', 'unit', 'measure']

const rankOf = ({ moduleId }: TestSpecification): number => KINDS.indexOf(kindOf(moduleId))

/**
 * Keeps the projects in the order of the configuration, so that a process runs many files of one project, and starts
 * the longest files of each first. Vitest knows their durations from the run before. Without them, the kind of a file
 * counts, then its size.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects.map(({ name }) => name)
    const sorted = await super.sort(files)
    const hasDurations = files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)
    const compareKinds = (a: TestSpecification, b: TestSpecification): number =>
      hasDurations ? 0 : rankOf(a) - rankOf(b)
    return sorted.toSorted(
      (a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name) || compareKinds(a, b),
    )
  }
}
