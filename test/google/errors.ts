import type { ApiName } from './discovery/documents.ts'

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
}

/** An entry of `error.errors` in the answers of Drive and Calendar. */
interface ErrorItem {
  domain?: string
  reason: string
  message?: string
  location?: string
  locationType?: string
}

interface ErrorOptions {
  /** The form of Drive and Calendar; Sheets has `details` only. */
  item?: ErrorItem
  details?: object[]
  /**
   * Google's gateway answers first, with `status` and `details`. Errors of Drive and Calendar themselves have neither.
   */
  isFromGateway?: boolean
  headers?: Record<string, string>
}

/** An error answer of a Google API. */
export class GoogleError extends Error {
  readonly code: number
  readonly headers: Record<string, string>
  readonly #options: ErrorOptions

  constructor(code: number, message: string, options: ErrorOptions = {}) {
    super(message)
    this.code = code
    this.headers = options.headers ?? {}
    this.#options = options
  }

  /** Sheets answers `google.rpc.Status`, Drive and Calendar a list of errors. */
  toBody(api: ApiName): object {
    const { code, message } = this
    const { item, details, isFromGateway = false } = this.#options
    const status = { status: statusNames[code], ...(details && { details }) }
    if (api === 'sheets') return { error: { code, message, ...status } }
    const { domain = 'global', reason = 'badRequest', ...rest } = item ?? {}
    return { error: { errors: [{ domain, reason, message, ...rest }], code, message, ...(isFromGateway && status) } }
  }
}

const services: Record<ApiName, string> = {
  sheets: 'sheets.googleapis.com',
  drive: 'drive.googleapis.com',
  calendar: 'calendar-json.googleapis.com',
}

/** A `google.rpc.ErrorInfo`. */
const createErrorInfo = (api: ApiName, reason: string, metadata: Record<string, string> = {}): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: services[api], ...metadata },
})

/** A 400 with the field violations of a `google.rpc.BadRequest`. */
export const createBadRequest = (
  message: string,
  violations: { field?: string; description: string }[] = [],
): GoogleError =>
  new GoogleError(400, message, {
    ...(violations.length > 0 && {
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
    }),
    item: { reason: 'badRequest' },
  })

export const createNoPermission = (): GoogleError =>
  new GoogleError(403, 'The caller does not have permission', { item: { reason: 'forbidden' } })

export const createNotFound = (): GoogleError =>
  new GoogleError(404, 'Requested entity was not found.', { item: { reason: 'notFound' } })

const REALM = 'Bearer realm="https://accounts.google.com/"'

/** @param token the token of the request, which Google does not know; without one the message differs */
export function createUnauthenticated(api: ApiName, token: string | undefined): GoogleError {
  const expected = 'Expected OAuth 2 access token, login cookie or other valid authentication credential.'
  const link = 'See https://developers.google.com/identity/sign-in/web/devconsole-project.'
  const location = { locationType: 'header', location: 'Authorization' }
  if (token === undefined)
    return new GoogleError(401, `Request is missing required authentication credential. ${expected} ${link}`, {
      item: { reason: 'required', message: 'Login Required.', ...location },
      details: [createErrorInfo(api, 'CREDENTIALS_MISSING')],
      isFromGateway: true,
      headers: { 'www-authenticate': REALM },
    })
  return new GoogleError(401, `Request had invalid authentication credentials. ${expected} ${link}`, {
    item: { reason: 'authError', message: 'Invalid Credentials', ...location },
    isFromGateway: true,
    headers: { 'www-authenticate': `${REALM}, error="invalid_token"` },
  })
}

export const createScopeMissing = (api: ApiName, method: string, scopes: readonly string[]): GoogleError =>
  new GoogleError(403, 'Request had insufficient authentication scopes.', {
    item: { reason: 'insufficientPermissions', message: 'Insufficient Permission' },
    details: [createErrorInfo(api, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', { method })],
    isFromGateway: true,
    headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scopes.join(' ')}"` },
  })

/** @param documentTitle title of the discovery document, which lacks "Google" for Calendar only */
export function createApiDisabled(api: ApiName, documentTitle: string, project: string): GoogleError {
  const title = documentTitle.startsWith('Google ') ? documentTitle : `Google ${documentTitle}`
  const activationUrl = `https://console.developers.google.com/apis/api/${services[api]}/overview?project=${project}`
  return new GoogleError(
    403,
    `${title} has not been used in project ${project} before or it is disabled. Enable it by visiting ${activationUrl} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
    {
      item: { domain: 'usageLimits', reason: 'accessNotConfigured' },
      details: [
        createErrorInfo(api, 'SERVICE_DISABLED', {
          consumer: `projects/${project}`,
          serviceTitle: title,
          activationUrl,
        }),
      ],
      isFromGateway: true,
    },
  )
}

export function createQuotaExceeded(api: ApiName, project: string): GoogleError {
  const limit = 'Read requests per minute per user'
  return new GoogleError(
    429,
    `Quota exceeded for quota metric 'Read requests' and limit '${limit}' of service '${services[api]}' for consumer 'project_number:${project}'.`,
    {
      item: { domain: 'usageLimits', reason: 'rateLimitExceeded' },
      details: [
        createErrorInfo(api, 'RATE_LIMIT_EXCEEDED', {
          consumer: `projects/${project}`,
          quota_limit: 'ReadRequestsPerMinutePerUser',
          quota_metric: `${services[api]}/read_requests`,
        }),
      ],
    },
  )
}

const messages: Record<number, string> = {
  403: 'Rate Limit Exceeded',
  429: 'Resource has been exhausted (e.g. check quota).',
  500: 'Internal error encountered.',
  503: 'The service is currently unavailable.',
}
const reasons: Record<number, string> = {
  403: 'rateLimitExceeded',
  429: 'rateLimitExceeded',
  500: 'internalError',
  503: 'backendError',
}

/** The error of a scripted fault. @param retryAfterS seconds */
export const createFaultError = (api: ApiName, code: number, reason?: string, retryAfterS?: number): GoogleError =>
  new GoogleError(code, messages[code] ?? 'Error', {
    item: { domain: code < 500 ? 'usageLimits' : 'global', reason: reason ?? reasons[code] ?? 'backendError' },
    ...(reason !== undefined && { details: [createErrorInfo(api, reason)] }),
    headers: retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
  })
