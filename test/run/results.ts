// The results of a run as a file, from which `main.ts` makes the summary and decides what to repeat.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { describeFailure } from './describeFailure.ts'

export interface TestResult {
  name: string
  state: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped; undefined if it was not, or if nobody said why. */
  reason?: string
  errors: string[]
}

export interface ModuleResult {
  file: string
  project: string
  durationMs: number
  /** Errors of the file itself: its import or its hooks. */
  errors: string[]
  tests: TestResult[]
}

export interface Results {
  modules: ModuleResult[]
  /** Errors that no test caught. */
  unhandledErrors: string[]
}

/** `(skipped: …)` or `(NOT RUN: …)` in a title, which may hold parentheses. */
const REASON_IN_TITLE = /\(((?:skipped|NOT RUN)(?:[^()]|\([^()]*\))*)\)/

function toTestResult(test: TestCase): TestResult {
  const { state, errors = [] } = test.result()
  const meta = test.meta() as { skipReason?: string }
  const reason = meta.skipReason ?? REASON_IN_TITLE.exec(test.fullName)?.[1]
  return {
    name: test.fullName,
    state: state === 'pending' ? 'skipped' : state,
    ...(state !== 'passed' && state !== 'failed' && reason !== undefined ? { reason } : {}),
    errors: errors.map(describeFailure),
  }
}

const toModuleResult = (module: TestModule): ModuleResult => ({
  file: module.relativeModuleId,
  project: module.project.name,
  durationMs: Math.round(module.diagnostic().duration),
  errors: [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
    describeFailure,
  ),
  tests: [...module.children.allTests()].map(toTestResult),
})

/** Writes the results of a run as JSON. */
export const writeResults = (file: string): Reporter => ({
  onTestRunEnd(modules, errors) {
    const results: Results = { modules: modules.map(toModuleResult), unhandledErrors: errors.map(describeFailure) }
    writeFileSync(file, JSON.stringify(results))
  },
})
