// Sums the counts of several Vitest runs into one last line: node .ci/sum.mjs <json> …
import { existsSync, readFileSync } from 'node:fs'

const print = (line) => process.stdout.write(`${line}\n`)
const sum = { passed: 0, failed: 0, skipped: 0 }
const reasons = new Map()
const missing = []
/** `(skipped: …)` or `(NOT RUN: …)`, which may hold parentheses. */
const REASON_IN_TITLE = /\(((?:skipped|NOT RUN)(?:[^()]|\([^()]*\))*)\)/

/** The first lines of an error: what is not so, and where in the test. */
const shorten = (message) =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules') && !line.includes('node:internal'))
    .slice(0, 6)
    .map((line) => line.trim().slice(0, 300))
    .join('\n  ')

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    missing.push(file)
    continue
  }
  const run = JSON.parse(readFileSync(file, 'utf8'))
  sum.passed += run.numPassedTests
  sum.failed += run.numFailedTests
  sum.skipped += run.numPendingTests + run.numTodoTests
  for (const { assertionResults, status, message, name } of run.testResults) {
    // A file that could not be loaded has no tests to count.
    if (status === 'failed' && assertionResults.length === 0) {
      sum.failed += 1
      print(`FAILED TO LOAD: ${name}: ${message}`)
    }
    for (const { status: result, fullName, failureMessages, meta } of assertionResults)
      if (result === 'failed') print([`FAILED: ${fullName}`, ...failureMessages.map(shorten)].join('\n  '))
      else if (result !== 'passed') {
        const reason = meta?.skipReason ?? REASON_IN_TITLE.exec(fullName)?.[1] ?? `no reason given: ${fullName}`
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
  }
}
for (const file of process.argv.slice(2).map((name) => `${name}.errors`))
  if (existsSync(file)) for (const message of JSON.parse(readFileSync(file, 'utf8'))) print(`ERROR OUTSIDE OF TESTS: ${shorten(message)}`)
for (const [reason, count] of reasons) print(`${count} × ${reason}`)
// A run without its counts ended before it could write them.
for (const file of missing) print(`FAILED: no counts in ${file.split('/').at(-1)}`)
print(`tests: ${sum.passed} passed, ${sum.failed + missing.length} failed, ${sum.skipped} skipped`)
process.exitCode = sum.failed + missing.length > 0 ? 1 : 0
