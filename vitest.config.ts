import { defineConfig } from 'vitest/config'
import { Sequencer } from './test/support/sequencer.ts'
import { wantsPostgres } from './test/support/testDatabase.ts'

/** Random lives of the API against a model, its large tables, two servers under load: they run with the crash loops, on both databases too. */
export const randomLives = ['test/{api,settings}/**/{history,histories,large,twoServers}.test.ts']

/** `npm start` and the demo again and again, each time with a Temporal of its own: they run with the crash loops too. */
export const wholeMachine = ['test/local/{demo,fullDisk,start,starting}.test.ts']

/** A part that is away, refused or held back for a while: mostly waiting. They run with the kills. */
export const partsAway = [
  'test/worker/{outages,starting,stuck,temporalKey}.test.ts',
  'test/workflows/{drain,filesGone,syncOutages}.test.ts',
  'test/{operator/folder,local/noWorker}.test.ts',
]

/** What happens before a database is asked anything: connections, bytes on the wire, headers, rates. Once is enough. */
const beforeDatabase = ['test/api/{connections,faultsDelay,origins,rateLimits,rateLimitsRefusals,rateLimitsSwitch,slow,wire}.test.ts']

/** Tests of the API by its front door run on both databases; one that is about SQLite's own file says so in its name. */
const projects = [
  { name: 'sqlite', include: ['test/**/*.test.ts'], exclude: [], database: 'sqlite' },
  ...(wantsPostgres ? [{ name: 'postgres', include: ['test/{api,settings}/**/*.test.ts'], exclude: beforeDatabase, database: 'postgres' }] : []),
]

export default defineConfig({
  test: {
    globalSetup: ['test/support/globalSetup.ts'],
    // Many tests wait for Temporal or for a time to pass: more workers than cores fill them.
    maxWorkers: 4,
    sequence: { sequencer: Sequencer },
    projects: projects.map(({ name, include, exclude, database }) => ({
      test: {
        name,
        include,
        exclude: ['test/crash/**', ...randomLives, ...wholeMachine, ...partsAway, ...exclude, 'node_modules/**'],
        env: { KITROOM_TEST_DATABASE: database },
        pool: 'forks' as const,
        // What a file imports costs more than most files: the next file of a process finds it loaded.
        isolate: false,
        // A test that hangs is ended; a machine that is busy is not a fault.
        testTimeout: 120_000,
        hookTimeout: 120_000,
      },
    })),
  },
})
