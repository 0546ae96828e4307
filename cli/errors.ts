import { ApiError, ConnectionError } from '../client/errors.ts'
import { escapeUnsafe } from './show/text.ts'

/** A command that cannot continue. `message` is for people and says what to do. */
export class CliError extends Error {
  override name = 'CliError'
  /** For programs: an error code, and the text of the error itself when `message` contains more. */
  readonly about: { code?: string; detail?: string; run_id?: string }
  constructor(message: string, { cause, ...about }: ErrorOptions & CliError['about'] = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.about = about
  }
}

const formatFault = (fault: ApiError['errors'][number]): string =>
  `  ${fault.pointer ?? fault.parameter ?? fault.header ?? ''}: ${fault.detail}`.replace(/^ {2}: /, '  ')

/** Text for any error. Unexpected errors, which are defects, are shown with their type. */
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
