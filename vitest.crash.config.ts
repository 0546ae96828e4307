import { defineConfig } from 'vitest/config'
import { partsAway, randomLives, wholeMachine } from './vitest.config.ts'
import { wantsPostgres } from './test/support/testDatabase.ts'

/** Kills and what else mostly waits: two files at a time. The others measure, or start a whole studio: one file at a time. */
const kills = [
  'test/crash/{calendarReaders,generators,lost,move,randomSheets,recordMigration,randomShoots,reminderKills,restore,restoreKills,restored}.test.ts',
  ...partsAway,
  'test/crash/{schedules,schedulesLease,server,sqlOutage,sync,temporalAway,undoKills,webhookLibraries,workerKills}.test.ts',
]

const groups = [
  { name: 'kills', include: kills, exclude: [], database: 'sqlite', maxWorkers: 2 },
  ...['sqlite', ...(wantsPostgres ? ['postgres'] : [])].map((database) => ({
    name: `lives on ${database}`,
    include: randomLives,
    exclude: [],
    database,
    maxWorkers: 1,
  })),
  { name: 'measures', include: ['test/crash/**/*.test.ts', ...wholeMachine], exclude: kills, database: 'sqlite', maxWorkers: 1 },
]

/**
 * Tests that take long: rounds of kill -9, random lives against a model, floods, a large studio, `npm start` and what can go wrong with it.
 * @param env goes to the processes of the tests
 */
export const crashTests = (env: Record<string, string>): ReturnType<typeof defineConfig> =>
  defineConfig({
    test: {
      globalSetup: ['test/support/globalSetup.ts'],
      projects: groups.map(({ name, include, exclude, database, maxWorkers }, groupOrder) => ({
        test: {
          name,
          include,
          exclude: [...exclude, 'node_modules/**'],
          env: { KITROOM_TEST_DATABASE: database, ...env },
          pool: 'forks' as const,
          maxWorkers,
          sequence: { groupOrder },
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      })),
    },
  })

export default crashTests({})
