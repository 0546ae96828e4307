import type { IncomingHttpHeaders } from 'node:http'
import type { ApiCall, Handler } from './call.ts'
import { checkQuery, parseBody, parseFields } from './checkRequest.ts'
import { checkSchema } from './checkSchema.ts'
import type { FoundRoute, Method } from './discovery/documents.ts'
import { getAbout } from './drive/getAbout.ts'
import { DEFAULT_FILE_FIELDS, getFile } from './drive/getFile.ts'
import { createApiDisabled, createFaultError, createQuotaExceeded, createScopeMissing, createUnauthenticated, GoogleError } from './errors.ts'
import type { Fault } from './faults.ts'
import { applyFieldMask } from './fieldMask.ts'
import { TokenError } from './oauth/assertion.ts'
import { DRIVE_FILE_SCOPE } from './oauth/clients.ts'
import type { Grant } from './oauth/tokens.ts'
import { batchGetValues } from './sheets/batchGet.ts'
import { batchUpdateValues } from './sheets/batchUpdate.ts'
import { getSpreadsheet } from './sheets/getSpreadsheet.ts'
import type { GoogleCall, State } from './state.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const handlers: Record<string, Handler> = {
  'sheets.spreadsheets.get': getSpreadsheet,
  'sheets.spreadsheets.values.batchGet': batchGetValues,
  'sheets.spreadsheets.values.batchUpdate': batchUpdateValues,
  'drive.files.get': getFile,
  'drive.about.get': getAbout,
}

const defaultFields: Record<string, string> = { 'drive.files.get': DEFAULT_FILE_FIELDS }

const PROJECT_NUMBER = '123456789012'
const MINUTE_MS = 60_000

function answerJson(status: number, body: unknown, query?: URLSearchParams, headers: Record<string, string> = {}): Answer {
  const text = JSON.stringify(body, null, query?.get('prettyPrint') === 'false' ? 0 : 2)
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8', ...headers }, body: `${text}\n` }
}

/** Google answers an unknown path, and a wrong HTTP method, with a page. */
export const notFoundPage: Answer = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: '<!DOCTYPE html>\n<html lang=en>\n  <title>Error 404 (Not Found)!!1</title>\n',
}

/** Counts a read in the sliding minute of its account. @throws GoogleError */
function countRead({ readsPerMinute, reads, nowMs }: State, account: string): void {
  const recent = (reads.get(account) ?? []).filter((at) => at > nowMs() - MINUTE_MS)
  if (readsPerMinute !== undefined && recent.length >= readsPerMinute) throw createQuotaExceeded('sheets', PROJECT_NUMBER)
  reads.set(account, [...recent, nowMs()])
}

interface Caller {
  /** E-mail address. */
  account: string
  spreadsheets: ApiCall['spreadsheets']
}

/** Drops spreadsheets that a person did not pick, where only the scope of single files opens the method. */
function limitFiles({ spreadsheets, tokens }: State, { account, client, scopes }: Grant, method: Method): Caller {
  const opening = scopes.filter((scope) => method.scopes.includes(scope))
  if (client === undefined || opening.some((scope) => scope !== DRIVE_FILE_SCOPE)) return { account, spreadsheets }
  const picked = tokens.clients.findPickedFiles({ client, account, scopes })
  return { account, spreadsheets: new Map([...spreadsheets].filter(([id]) => picked.has(id))) }
}

/** @throws GoogleError */
function authorize(state: State, { api, method }: FoundRoute, token: string | undefined): Caller {
  const grant = state.tokens.find(token)
  if (!grant) throw createUnauthenticated(api.name, token)
  if (state.disabledApis.has(api.name)) throw createApiDisabled(api.name, api.title, PROJECT_NUMBER)
  if (!grant.scopes.some((scope) => method.scopes.includes(scope))) throw createScopeMissing(api.name, method.id, method.scopes)
  return limitFiles(state, grant, method)
}

/** An error answer of a scripted fault. */
function faultErrorOf(fault: Fault | undefined, { api }: FoundRoute, token: string | undefined): GoogleError | undefined {
  if (!fault) return undefined
  if ('status' in fault) return createFaultError(api.name, fault.status, fault.reason, fault.retryAfter)
  return 'unauthorizedOnce' in fault ? createUnauthenticated(api.name, token) : undefined
}

/** @throws GoogleError */
function execute(state: State, route: FoundRoute, call: GoogleCall, token: string | undefined): unknown {
  const { api, method, params } = route
  const { query } = call
  const { account, spreadsheets } = authorize(state, route, token)
  if (api.name === 'sheets' && method.httpMethod === 'GET') countRead(state, account)
  checkQuery(route, query)
  const body = parseBody(api, method, call.body)
  const response = { $ref: method.response.$ref }
  const mask = parseFields(api, response, query.get('fields') ?? defaultFields[method.id] ?? '')
  const found = handlers[method.id]?.({ spreadsheets, params, query, body, account })
  const faults = checkSchema(found, response, api.schemas)
  if (faults.length > 0) throw new Error(`The emulator's answer to ${method.id} has faults: ${JSON.stringify(faults.slice(0, 3))}`)
  return applyFieldMask(found, mask)
}

function findToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
}

/** Answers an API call. A fault can replace the answer; faults of the connection are the server's. */
export function answerApi(state: State, route: FoundRoute, call: GoogleCall, headers: IncomingHttpHeaders, fault: Fault | undefined): Answer {
  const { name } = route.api
  const token = findToken(headers)
  call.account = state.tokens.find(token)?.account
  try {
    const faultError = faultErrorOf(fault, route, token)
    if (faultError) throw faultError
    const body = execute(state, route, call, token)
    if (fault && 'commitThen' in fault) throw createFaultError(name, fault.commitThen)
    return answerJson(200, body, call.query)
  } catch (error) {
    if (error instanceof GoogleError) return answerJson(error.code, error.toBody(name), call.query, error.headers)
    throw error
  }
}

/** Answers the consent page at once, as the person who is signed in does. */
export function answerConsent({ tokens }: State, { query }: GoogleCall): Answer {
  const target = tokens.clients.answerConsent(query)
  const headers = { 'content-type': 'text/html; charset=UTF-8' }
  if (!target) return { status: 400, headers, body: '<!DOCTYPE html>\n<title>Error 400: invalid_request</title>\n' }
  return { status: 302, headers: { ...headers, location: target.href }, body: '' }
}

const tokenErrors: Record<number, string> = { 401: 'invalid_client', 403: 'access_denied', 429: 'rate_limit_exceeded' }
/** The other errors have status 400. */
const UNAUTHORIZED = new Set(['deleted_client', 'unauthorized_client'])

interface TokenFault {
  code: number
  error?: string
  retryAfter?: number
}

function faultErrorOfToken(fault: Fault | undefined): TokenFault | undefined {
  if (!fault) return undefined
  if ('tokenError' in fault) return { code: UNAUTHORIZED.has(fault.tokenError) ? 401 : 400, error: fault.tokenError }
  if ('status' in fault) return { code: fault.status, ...(fault.retryAfter !== undefined && { retryAfter: fault.retryAfter }) }
  if ('commitThen' in fault) return { code: fault.commitThen }
  return 'unauthorizedOnce' in fault ? { code: 401 } : undefined
}

function faultAnswerOfToken(fault: Fault | undefined): Answer | undefined {
  const faultError = faultErrorOfToken(fault)
  if (!faultError) return undefined
  const { code, error = tokenErrors[code] ?? 'internal_failure', retryAfter } = faultError
  return answerJson(
    code,
    { error, error_description: 'Scripted fault' },
    undefined,
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  )
}

/** Answers a request of the token endpoint, or of the one that revokes tokens. */
function answerOAuth(call: GoogleCall, fault: Fault | undefined, answer: (form: URLSearchParams) => { account: string; body: object }): Answer {
  const faultAnswer = faultAnswerOfToken(fault)
  if (faultAnswer && !(fault && 'commitThen' in fault)) return faultAnswer
  try {
    const { account, body } = answer(new URLSearchParams(call.body))
    call.account = account
    if (faultAnswer) return faultAnswer
    return answerJson(200, body, undefined, { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate' })
  } catch (error) {
    if (error instanceof TokenError) return answerJson(error.code, { error: error.error, error_description: error.message })
    throw error
  }
}

export const answerToken = (state: State, call: GoogleCall, fault: Fault | undefined): Answer =>
  answerOAuth(call, fault, (form) => state.tokens.exchange(form))

export const answerRevocation = (state: State, call: GoogleCall, fault: Fault | undefined): Answer =>
  answerOAuth(call, fault, (form) => ({ account: state.tokens.revoke(form), body: {} }))
