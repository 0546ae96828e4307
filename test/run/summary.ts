import type { ModuleResult, Results } from './results.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const SLOWEST = 30
const FIRST_LINES = 6
const LAST_LINES = 6
const LINE_LENGTH = 300

export const isFailed = ({ errors, tests }: ModuleResult): boolean =>
  errors.length > 0 || tests.some(({ state }) => state === 'failed')

/** The first and last lines of an error: what differs, where in the test, and the end of a program's output. */
export function shorten(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !line.includes('node:internal'))
  if (lines.length > FIRST_LINES + LAST_LINES) lines.splice(FIRST_LINES, lines.length - FIRST_LINES - LAST_LINES, '…')
  return lines.map((line) => line.trim().slice(0, LINE_LENGTH)).join('\n  ')
}

/** Counts tests. A file with an error of its own and no failed test counts as one failed test. */
export function countTests({ modules, unhandledErrors }: Results): Counts {
  const counts: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
  for (const module of modules) {
    for (const { state } of module.tests) counts[state] += 1
    if (module.errors.length > 0 && !module.tests.some(({ state }) => state === 'failed')) counts.failed += 1
  }
  return counts
}

function listReasons(modules: readonly ModuleResult[]): string[] {
  const skipped = modules.flatMap(({ tests }) => tests).filter(({ state }) => state === 'skipped')
  const byReason = Map.groupBy(skipped, ({ name, reason }) => reason ?? `no reason given: ${name}`)
  return [...byReason].map(([reason, tests]) => `${tests.length} × ${reason}`)
}

const listSlowest = (modules: readonly ModuleResult[]): string[] =>
  modules
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, SLOWEST)
    .map(({ file, project, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file} (${project})`)

const listFailures = (modules: readonly ModuleResult[]): string[] =>
  modules
    .filter(isFailed)
    .flatMap(({ file, project, errors, tests }) => [
      ...errors.map((error) => `FAILED: ${file} (${project})\n  ${shorten(error)}`),
      ...tests
        .filter(({ state }) => state === 'failed')
        .map((test) => `FAILED: ${file} (${project}) > ${test.name}\n  ${test.errors.map(shorten).join('\n  ')}`),
    ])

/**
 * The lines that end a run; the last one sums the tests.
 * @param remarks lines of the caller, such as FLAKY lines
 * @param isWhole lists the slowest files too
 */
export function summarize(results: Results, remarks: readonly string[], isWhole: boolean): string[] {
  const { passed, failed, skipped } = countTests(results)
  return [
    ...(isWhole ? ['The slowest files:', ...listSlowest(results.modules)] : []),
    ...listReasons(results.modules),
    ...listFailures(results.modules),
    ...results.unhandledErrors.map((error) => `ERROR OUTSIDE OF TESTS: ${shorten(error)}`),
    ...remarks,
    `tests: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  ]
}
