import type { Client } from '../../client/client.ts'
import { listProblems, type ProblemInfo } from '../../contract/control/problems.ts'
import type { Terminal } from '../base/terminal.ts'
import { escapeUnsafe } from './text.ts'

export const fetchProblems = async (control: Client): Promise<ProblemInfo[]> =>
  (await control.call(listProblems)).body.data

/** Formats each problem: its title, then the remedy. */
export const formatProblems = (problems: readonly ProblemInfo[], terminal: Terminal): string[] =>
  problems.map(({ title, detail, since }) => {
    const lines = detail.split('\n').map((line) => `  ${escapeUnsafe(line)}`)
    return [terminal.paint('red', `! ${escapeUnsafe(title)}, since ${since}`), ...lines, ''].join('\n')
  })
