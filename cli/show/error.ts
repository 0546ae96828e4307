import { CommanderError } from 'commander'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { CliError } from '../base/errors.ts'
import { escapeUnsafe } from './text.ts'

const formatFault = (fault: ApiError['errors'][number]): string =>
  `  ${fault.pointer ?? fault.parameter ?? fault.header ?? ''}: ${fault.detail}`.replace(/^ {2}: /, '  ')

/** Formats any error. Unexpected errors, which are defects, are shown with their type. */
export function formatError(error: unknown): string {
  if (error instanceof ApiError) {
    const request = error.requestId ? ` (request ${error.requestId})` : ''
    return escapeUnsafe(
      [`${error.detail} [${error.code}]${request}`, ...error.errors.map(formatFault)].join('\n'),
      '\n',
    )
  }
  if (error instanceof CliError || error instanceof ConnectionError) return error.message
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Output of `--json` for a failed command: the members of RFC 9457 section 3.1, and a code. */
interface CliProblem {
  type: 'about:blank'
  /** Equals `code`, because errors of the command line have no other title. */
  title: string
  /** HTTP status, if a server answered. */
  status?: number
  code: string
  detail: string
  request_id?: string
  run_id?: string
  /** Codes and values of what `detail` says. */
  sentences?: readonly unknown[]
  /** Ways out of a refused sheet. */
  advice?: readonly unknown[]
  errors?: ApiError['errors']
}

const toProblem = (code: string, detail: string): CliProblem => ({ type: 'about:blank', title: code, code, detail })

export function describeProblem(error: unknown): CliProblem {
  if (error instanceof ApiError)
    return {
      ...toProblem(error.code, error.detail),
      status: error.status,
      ...(error.requestId !== undefined && { request_id: error.requestId }),
      ...(error.errors.length > 0 && { errors: error.errors }),
    }
  if (error instanceof CommanderError) return toProblem('usage', error.message.replace(/^error: /, ''))
  if (error instanceof ConnectionError) return toProblem('no_connection', error.message)
  if (!(error instanceof CliError)) return toProblem('internal_error', formatError(error))
  const { code = 'command_failed', detail = error.message, run_id, sentences, advice } = error.about
  const problem = toProblem(code, detail)
  if (run_id !== undefined) problem.run_id = run_id
  if (sentences !== undefined) problem.sentences = sentences
  if (advice !== undefined) problem.advice = advice
  return problem
}
