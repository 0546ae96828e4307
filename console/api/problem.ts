import type { SettingsFault } from '../../contract/control/settingsFault.ts'
import type { Fault } from '../../contract/errors.ts'
import type { AnyValues } from '../../contract/reasonValues.ts'

interface ProblemFields {
  status: number
  code: string
  detail: string
  requestId: string | undefined
  faults: Fault[]
  /** Faults of kitroom.yaml. */
  settingsFaults?: readonly SettingsFault[]
  /** Name of the sentence in `detail`, and the values that it contains. */
  reason?: string | undefined
  values?: AnyValues | undefined
}

/** An error whose message is in the page's language. */
export class ShownError extends Error {
  override name = 'ShownError'
}

/** An error response, or no response: then `status` is 0. The message is the API's English sentence. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly faults: Fault[]
  readonly settingsFaults: readonly SettingsFault[]
  readonly reason: string | undefined
  readonly values: AnyValues | undefined

  constructor({ status, code, detail, requestId, faults, settingsFaults = [], reason, values }: ProblemFields) {
    super(detail)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.faults = faults
    this.settingsFaults = settingsFaults
    this.reason = reason
    this.values = values
  }
}

/** Creates the error of an answer that ended early. */
export const createBrokenAnswer = (requestId?: string): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'answer_broke_off',
    detail: 'The server’s answer broke off. Try again.',
    requestId,
    faults: [],
  })

interface ProblemBody {
  code?: unknown
  detail?: unknown
  title?: unknown
  request_id?: unknown
  errors?: Fault[]
  settings_faults?: SettingsFault[]
  reason?: unknown
  values?: AnyValues
}

function parseBody(text: string): ProblemBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/**
 * Reads an error response (RFC 9457). For one that is not Kitroom's, such as a proxy's page, it returns only the
 * status.
 */
export async function readProblem(answer: Response): Promise<ApiProblem> {
  const body = parseBody(await answer.text())
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return new ApiProblem({
    status: answer.status,
    code: text(body.code) ?? 'unreadable_answer',
    detail: text(body.detail) ?? text(body.title) ?? `The server answered with status ${answer.status}.`,
    requestId: text(body.request_id) ?? answer.headers.get('request-id') ?? undefined,
    faults: Array.isArray(body.errors) ? body.errors : [],
    settingsFaults: Array.isArray(body.settings_faults) ? body.settings_faults : [],
    reason: text(body.reason),
    values: typeof body.values === 'object' ? body.values : undefined,
  })
}
