import type { InlineConfig, Reporter } from 'vitest/node'
import { describeFailure, type Failure } from './describeFailure.ts'
import { writeResults } from './results.ts'

function printFailures(title: string, failures: readonly Failure[]): void {
  if (failures.length > 0) console.log(`\nFAILED ${title}\n${failures.map(describeFailure).join('\n')}\n`)
}

/**
 * Prints why a test or a hook failed as soon as it has: a run of an hour that is cut short never comes to Vitest's
 * summary.
 */
const printFailuresAtOnce: Reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'failed') printFailures(`${test.module.relativeModuleId} > ${test.fullName}`, errors)
  },
  onTestSuiteResult: (suite) => printFailures(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors()),
  onTestModuleEnd: (testModule) => printFailures(testModule.relativeModuleId, testModule.errors()),
}

/** What Vitest prints, and with KITROOM_TEST_RESULTS the file to which the results are written as JSON. */
export function createReporters(): InlineConfig['reporters'] {
  const outputFile = process.env['KITROOM_TEST_RESULTS']
  return ['default', printFailuresAtOnce, ...(outputFile === undefined ? [] : [writeResults(outputFile)])]
}
