import { defineConfig } from 'vitest/config'
import { randomLives, wholeMachine } from './vitest.config.ts'
import { wantsPostgres } from './test/support/testDatabase.ts'

const crash = { name: 'crash', include: ['test/crash/**/*.test.ts', ...wholeMachine], database: 'sqlite' }
const lives = ['sqlite', ...(wantsPostgres ? ['postgres'] : [])].map((database) => ({ name: `lives on ${database}`, include: randomLives, database }))

/**
 * Tests that take long: rounds of kill -9, random lives against a model, floods, a large studio, `npm start` and what can go wrong with it. One file at a time, because many measure.
 * @param env goes to the processes of the tests
 */
export const crashTests = (env: Record<string, string>): ReturnType<typeof defineConfig> =>
  defineConfig({
    test: {
      globalSetup: ['test/support/globalSetup.ts'],
      maxWorkers: 1,
      fileParallelism: false,
      projects: [crash, ...lives].map(({ name, include, database }) => ({
        test: {
          name,
          include,
          env: { KITROOM_TEST_DATABASE: database, ...env },
          pool: 'forks' as const,
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      })),
    },
  })

export default crashTests({})
