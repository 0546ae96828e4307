// A failed file is repeated once, alone. If it passes then, the failure is an open fault: it is printed and belongs on
// the list.
import { readFileSync } from 'node:fs'
import { FOUND_FAULT } from '../support/foundFault.ts'
import { kindOf } from './kinds.ts'
import type { ModuleResult, Results } from './results.ts'
import { isFailed, shorten } from './summary.ts'

/** An entry of flaky.json: a test that failed and then passed, whose cause is not yet found. */
export interface OpenFault {
  /** The day of the failure, YYYY-MM-DD. */
  date: string
  file: string
  test: string
  reason: string
}

/** More failed files than this are no accident. */
export const MAX_REPEATS = 2

const REPEATED_KINDS = new Set(['unit', 'studio', 'browser'])

const errorsOf = ({ errors, tests }: ModuleResult): string[] => [...errors, ...tests.flatMap((test) => test.errors)]

/**
 * Wrong, lost or doubled data is a fault whatever a second run says, and so are failures of crash tests and random
 * models.
 */
const mayRepeat = (module: ModuleResult): boolean =>
  REPEATED_KINDS.has(kindOf(module.file)) && !errorsOf(module).some((error) => error.includes(FOUND_FAULT))

/** @returns the failed files that may be repeated; none if others failed too, or too many */
export function chooseRepeats({ modules, unhandledErrors }: Results): ModuleResult[] {
  const failed = modules.filter(isFailed)
  const isAccident = unhandledErrors.length === 0 && failed.length <= MAX_REPEATS && failed.every(mayRepeat)
  return isAccident ? failed : []
}

/** The failed tests of a file, each as `file > test: reason`. */
export const describeFlaky = ({ file, errors, tests }: ModuleResult): { test: string; reason: string }[] => {
  const failed = tests
    .filter(({ state }) => state === 'failed')
    .map(({ name, errors: reasons }) => ({ test: name, reasons }))
  const all = failed.length > 0 ? failed : [{ test: file, reasons: errors }]
  return all.map(({ test, reasons }) => ({
    test,
    reason: shorten(reasons[0] ?? 'no reason given').split('\n')[0] ?? '',
  }))
}

export const readOpenFaults = (): OpenFault[] =>
  JSON.parse(readFileSync(new URL('flaky.json', import.meta.url), 'utf8')) as OpenFault[]

/** A test that is on the list already has failed for the second time. */
export const isListed = (list: readonly OpenFault[], file: string, test: string): boolean =>
  list.some((entry) => entry.file === file && entry.test === test)
