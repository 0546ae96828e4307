import { CommanderError } from 'commander'
import { ApiError, ConnectionError } from '../client/errors.ts'
import { CliError, formatError } from './errors.ts'

/** Output of `--json` for a failed command: the members of RFC 9457 section 3.1, and a code. */
export interface CliProblem {
  type: 'about:blank'
  /** The same as `code`, because errors of the command line have no other title. */
  title: string
  /** HTTP status, if a server answered. */
  status?: number
  code: string
  detail: string
  request_id?: string
  run_id?: string
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
  const { code = 'command_failed', detail = error.message, run_id } = error.about
  return { ...toProblem(code, detail), ...(run_id !== undefined && { run_id }) }
}
