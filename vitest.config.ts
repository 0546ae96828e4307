import { defineConfig } from 'vitest/config'
import { readScope } from './test/run/kinds.ts'
import { createProjects } from './test/run/projects.ts'
import { useFastFolder } from './test/support/fastFolder.ts'
import { createReporters } from './test/run/reporters.ts'
import { Sequencer } from './test/run/sequencer.ts'
import { HANG_GUARD_MS } from './test/support/wait.ts'

useFastFolder()

/** A test that hangs is ended. A busy machine makes tests slower and fails none. */
const TEST_TIMEOUT_MS = 900_000

const scope = readScope()

/**
 * Many tests wait for Temporal, processes or a time to pass: more workers than cores fill them. Each costs the imports,
 * which are a large part of a quick run.
 */
const WORKERS = scope === 'quick' ? 4 : 6

export default defineConfig({
  // With the durations of the run before, which order the files. `npm ci` removes node_modules.
  cacheDir: '.cache/vite',
  test: {
    globalSetup: ['test/support/globalSetup.ts'],
    reporters: createReporters(),
    sequence: { sequencer: Sequencer },
    projects: createProjects(scope).map(({ name, include, env, isAlone = false }) => ({
      test: {
        name,
        include,
        env,
        setupFiles: [
          'test/support/awayFromMidnight.ts',
          'test/support/stretchTimeLimits.ts',
          'test/support/locateBundles.ts',
        ],
        // A reason at the end of a title stays whole: the summary prints it.
        taskTitleValueFormatTruncate: 0,
        pool: 'forks' as const,
        // Most of what a test makes is soon garbage.
        execArgv: ['--max-semi-space-size=64'],
        // The imports of a file cost more than most files: the next file of a process finds them loaded.
        isolate: false,
        // Node strips the types itself and keeps compiled code from run to run, which costs less than Vite's
        // transforms.
        experimental: { viteModuleRunner: false },
        maxWorkers: isAlone ? 1 : WORKERS,
        sequence: { groupOrder: isAlone ? 1 : 0 },
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
        expect: { poll: { timeout: HANG_GUARD_MS } },
      },
    })),
  },
})
