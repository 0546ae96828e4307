import { writeFileSync } from 'node:fs'
import type { InlineConfig, Reporter, TestModule } from 'vitest/node'

type Failure = ReturnType<TestModule['errors']>[number]

function describeFailure({ message, stack = message, diff, cause }: Failure): string {
  const ownLines = stack.split('\n').filter((line) => !line.includes('node_modules'))
  return [ownLines.join('\n'), diff, cause && `caused by ${describeFailure(cause)}`].filter(Boolean).join('\n')
}

function printFailures(title: string, failures: readonly Failure[]): void {
  if (failures.length > 0) console.log(`\nFAILED ${title}\n${failures.map(describeFailure).join('\n')}\n`)
}

/** Prints why a test or a hook failed as soon as it has: a run of an hour that is cut short never comes to Vitest's summary. */
const printFailuresAtOnce: Reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'failed') printFailures(`${test.module.relativeModuleId} > ${test.fullName}`, errors)
  },
  onTestSuiteResult: (suite) => printFailures(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors()),
  onTestModuleEnd: (testModule) => printFailures(testModule.relativeModuleId, testModule.errors()),
}

/** Writes errors that no test waited for to `<file>.errors`, since the counts leave them out. */
const keepUnhandledErrors = (file: string): Reporter => ({
  onTestRunEnd(_modules, errors) {
    writeFileSync(`${file}.errors`, JSON.stringify(errors.map(describeFailure)))
  },
})

/** What Vitest prints, and with KITROOM_TEST_RESULTS the file to which it also writes its counts as JSON. */
export function createReporters(): InlineConfig['reporters'] {
  const outputFile = process.env['KITROOM_TEST_RESULTS']
  if (!outputFile) return ['default', printFailuresAtOnce]
  return ['default', printFailuresAtOnce, keepUnhandledErrors(outputFile), ['json', { outputFile }]]
}
