import { defineConfig } from 'vitest/config'
import { randomLives } from './vitest.config.ts'
import { wantsPostgres } from './test/support/testDatabase.ts'

const crash = { name: 'crash', include: ['test/crash/**/*.test.ts'], database: 'sqlite' }
const lives = ['sqlite', ...(wantsPostgres ? ['postgres'] : [])].map((database) => ({ name: `lives on ${database}`, include: randomLives, database }))

/** What takes long: rounds of kill -9, random lives against a model, floods, what a large studio has. One at a time, because much of it measures. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/globalSetup.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    projects: [crash, ...lives].map(({ name, include, database }) => ({
      test: {
        name,
        include,
        env: { KITROOM_TEST_DATABASE: database },
        pool: 'forks' as const,
        testTimeout: 900_000,
        hookTimeout: 60_000,
      },
    })),
  },
})
