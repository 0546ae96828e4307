import { defineConfig } from 'vitest/config'
import { longTests, outageTests, modelTests, startTests } from './vitest.config.ts'
import { diskFolder } from './test/support/fastFolder.ts'
import { createReporters } from './test/support/reporters.ts'
import { Sequencer } from './test/support/sequencer.ts'
import { wantsPostgres } from './test/support/testDatabase.ts'

/** Tests that measure times or memory, so they run alone. */
const measures = [
  'test/crash/{coverage,googleStart,hostile,largePlan,maintenance,quickSearches,replay,webhooks,year}.test.ts',
  'test/local/package.test.ts',
]

/** Tests of an event loop that nothing may block while something is slow. They mostly wait, so each leaves a core to another. */
const delays = ['test/crash/{disk,postgresDisk,search,silentPostgres,slowSearches}.test.ts']

/** Tests that kill processes or mostly wait; five files run at a time. */
const kills = ['test/crash/**/*.test.ts', ...startTests, ...outageTests, ...longTests]

/** Tests of the worker's state that also run with it on PostgreSQL. */
const stateOnPostgres = [
  'test/worker/{bulkEdit,coverageWindow,decisions,droppedRows,inbox,sync}.test.ts',
  'test/activities/notify/ledger.test.ts',
  'test/activities/{maintenance/restored,warranty/restored,warranty/requestedEvaluation}.test.ts',
]

/** More of them, with the full counts only. */
const moreStateOnPostgres = [
  'test/activities/maintenance/bounded.test.ts',
  'test/channels/webhook.test.ts',
  'test/sources/googleWriteBackSync.test.ts',
  'test/worker/{adopt,calendars,control,dailyRun,missing,quantity,rules,scheduled,service,undo,unsubscribe}.test.ts',
  'test/worker/{coveredService,escalation,maintenancePlans,people,planLinks,problems,reminderAnswers,shootReminders}.test.ts',
  'test/calendars/feed.test.ts',
  'test/calendars/google/{kinds,push}.test.ts',
]

/** Each page's main task, which also runs on PostgreSQL with the full counts only. */
const moreConsoleOnPostgres = [
  'test/console/{bulkEdit,inventory,live,ownerKeys,ownerSettings,ownerWebhooks,pages,runs,service,sessions,shoots}.test.ts',
]

/** Tests of `npm test` that have a full count. */
const countedTests = ['test/activities/{planOnDisk,maintenance/use}.test.ts']

interface Group {
  name: string
  include: readonly string[]
  exclude: readonly string[]
  /** The API's database. */
  database: string
  /** The worker's database; default: sqlite. */
  state?: string
  maxWorkers: number
  /** True if the time that the disk takes is part of what is measured. */
  usesDisk?: boolean
}

const createGroups = (isLong: boolean): readonly Group[] => [
  { name: 'kills', include: [...kills, ...(isLong ? countedTests : [])], exclude: [...delays, ...measures], database: 'sqlite', maxWorkers: 5 },
  ...['sqlite', ...(wantsPostgres ? ['postgres'] : [])].map((database) => ({
    name: `models on ${database}`,
    include: modelTests,
    exclude: [],
    database,
    maxWorkers: 2,
  })),
  ...(wantsPostgres
    ? [
        {
          name: 'state on postgres',
          include: [...stateOnPostgres, ...(isLong ? moreStateOnPostgres : [])],
          exclude: [],
          database: 'sqlite',
          state: 'postgres',
          maxWorkers: 4,
        },
      ]
    : []),
  ...(wantsPostgres
    ? [
        {
          name: 'console on postgres',
          include: ['test/console/film.test.ts', ...(isLong ? moreConsoleOnPostgres : [])],
          exclude: [],
          database: 'postgres',
          state: 'postgres',
          maxWorkers: 1,
        },
      ]
    : []),
  { name: 'delays', include: delays, exclude: [], database: 'sqlite', maxWorkers: 2, usesDisk: true },
  { name: 'measures', include: measures, exclude: [], database: 'sqlite', maxWorkers: 1, usesDisk: true },
]

/**
 * Tests that take long: rounds of kill -9, random lives against a model, floods, a large studio, `npm start` and what can go wrong with it.
 * @param env goes to the processes of the tests
 */
export const crashTests = (env: Record<string, string>): ReturnType<typeof defineConfig> =>
  defineConfig({
    test: {
      globalSetup: ['test/support/globalSetup.ts'],
      sequence: { sequencer: Sequencer },
      reporters: createReporters(),
      projects: createGroups(env['KITROOM_TEST_COUNTS'] === 'full').map(
        ({ name, include, exclude, database, state = 'sqlite', maxWorkers, usesDisk = false }: Group, groupOrder) => ({
          test: {
            name,
            include: [...include],
            exclude: [...exclude, 'node_modules/**'],
            env: { KITROOM_TEST_DATABASE: database, KITROOM_TEST_STATE: state, ...(usesDisk && { TMPDIR: diskFolder }), ...env },
            setupFiles: ['test/support/awayFromMidnight.ts'],
            taskTitleValueFormatTruncate: 0,
            pool: 'forks' as const,
            maxWorkers,
            sequence: { groupOrder },
            testTimeout: 900_000,
            // Five files share two cores.
            expect: { poll: { timeout: 15_000 } },
            hookTimeout: 60_000,
          },
        }),
      ),
    },
  })

export default crashTests({})
