import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Keeps the projects in the order of the configuration, so that a process runs many files of one project, and starts the
 * longest files of each first. Vitest knows their durations from the run before, else the sizes of the files.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects.map(({ name }) => name)
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name))
  }
}
