import { defineConfig } from 'vitest/config'
import { wantsPostgres } from './test/support/testDatabase.ts'

/** Random lives of the API against a model, its large tables, two servers under load: they run with the crash loops, on both databases too. */
export const randomLives = ['test/{api,settings}/**/{history,histories,large,twoServers}.test.ts']

/** Tests of the API by its front door run on both databases; one that is about SQLite's own file says so in its name. */
const projects = [
  { name: 'sqlite', include: ['test/**/*.test.ts'], database: 'sqlite' },
  ...(wantsPostgres ? [{ name: 'postgres', include: ['test/{api,settings}/**/*.test.ts'], database: 'postgres' }] : []),
]

export default defineConfig({
  test: {
    globalSetup: ['test/support/globalSetup.ts'],
    // Many tests wait for Temporal or for a time to pass: a third worker fills two cores.
    maxWorkers: 3,
    projects: projects.map(({ name, include, database }) => ({
      test: {
        name,
        include,
        exclude: ['test/crash/**', ...randomLives, 'node_modules/**'],
        env: { KITROOM_TEST_DATABASE: database },
        pool: 'forks' as const,
        testTimeout: 30_000,
        hookTimeout: 60_000,
      },
    })),
  },
})
