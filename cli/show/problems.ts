import type { Client } from '../../client/client.ts'
import { listProblems, type ProblemInfo } from '../../contract/problems.ts'
import { clean } from './clean.ts'
import type { Terminal } from './terminal.ts'

/** What keeps the worker from its work now. */
export const fetchProblems = async (control: Client): Promise<ProblemInfo[]> => (await control.call(listProblems)).body.data

/** Problems for people, above what was asked for: a title each, and below it what to do. */
export const showProblems = (problems: readonly ProblemInfo[], terminal: Terminal): string[] =>
  problems.map(({ title, detail, since }) => {
    const lines = detail.split('\n').map((line) => `  ${clean(line)}`)
    return [terminal.paint('red', `! ${clean(title)}, since ${since}`), ...lines, ''].join('\n')
  })
