import type { IncomingHttpHeaders } from 'node:http'
import { calendarHandlers } from './calendar/handlers.ts'
import { StoredCalendar, type NewCalendar } from './calendar/storedCalendar.ts'
import type { Caller, Handler } from './call.ts'
import { checkQuery, parseBody, parseFields } from './checkRequest.ts'
import { checkSchema } from './checkSchema.ts'
import type { FoundRoute, Method } from './discovery/documents.ts'
import { getAbout } from './drive/getAbout.ts'
import { DEFAULT_FILE_FIELDS, getFile } from './drive/getFile.ts'
import {
  createApiDisabled,
  createFaultError,
  createQuotaExceeded,
  createScopeMissing,
  createUnauthenticated,
  GoogleError,
} from './errors.ts'
import type { Fault } from './faults.ts'
import { applyFieldMask } from './fieldMask.ts'
import { TokenError } from './oauth/assertion.ts'
import { CALENDAR_APP_CREATED_SCOPE, DRIVE_FILE_SCOPE } from './oauth/clients.ts'
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
  ...calendarHandlers,
}

const defaultFields: Record<string, string> = { 'drive.files.get': DEFAULT_FILE_FIELDS }

const PROJECT_NUMBER = '123456789012'
const SECOND_MS = 1000
const MINUTE_MS = 60_000
const UNITS_OF_PATCH = 3

function answerJson(
  status: number,
  body: unknown,
  query?: URLSearchParams,
  headers: Record<string, string> = {},
): Answer {
  const text = JSON.stringify(body, null, query?.get('prettyPrint') === 'false' ? 0 : 2)
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8', ...headers }, body: `${text}\n` }
}

/** Google answers an unknown path, and a wrong HTTP method, with a page. */
export const notFoundPage: Answer = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: '<!DOCTYPE html>\n<html lang=en>\n  <title>Error 404 (Not Found)!!1</title>\n',
}

/**
 * Adds the units of a call to those of the sliding window.
 * @returns false if the window has as many as the quota allows
 */
function countInWindow(
  calls: Map<string, number[]>,
  account: string,
  nowMs: number,
  { windowMs, limit = Infinity, units = 1 }: { windowMs: number; limit?: number | undefined; units?: number },
): boolean {
  const recent = (calls.get(account) ?? []).filter((at) => at > nowMs - windowMs)
  if (recent.length + units > limit) return false
  calls.set(account, [...recent, ...Array.from({ length: units }, () => nowMs)])
  return true
}

/** Counts the reads of Sheets in a minute, and the units of Calendar in a second. @throws GoogleError */
function checkQuota(
  { readsPerMinute, reads, calendarCallsPerSecond, calendarCalls, nowMs }: State,
  { api, method }: FoundRoute,
  account: string,
): void {
  if (
    api.name === 'sheets' &&
    method.httpMethod === 'GET' &&
    !countInWindow(reads, account, nowMs(), { windowMs: MINUTE_MS, limit: readsPerMinute })
  )
    throw createQuotaExceeded('sheets', PROJECT_NUMBER)
  if (api.name !== 'calendar') return
  const units = method.httpMethod === 'PATCH' ? UNITS_OF_PATCH : 1
  const quota = { windowMs: SECOND_MS, limit: calendarCallsPerSecond, units }
  if (!countInWindow(calendarCalls, account, nowMs(), quota)) throw createFaultError('calendar', 403)
}

/** Drops spreadsheets that a person did not pick, where only the scope of single files opens the method. */
function limitFiles(
  { spreadsheets, tokens }: State,
  { account, client, scopes }: Grant,
  opening: string[],
): State['spreadsheets'] {
  if (client === undefined || opening.some((scope) => scope !== DRIVE_FILE_SCOPE)) return spreadsheets
  const picked = tokens.clients.findPickedFiles({ client, account, scopes })
  return new Map([...spreadsheets].filter(([id]) => picked.has(id)))
}

/** Drops calendars that the program did not create, where only the scope of created calendars opens the method. */
function limitCalendars({ calendars }: State, { account, client }: Grant, opening: string[]): State['calendars'] {
  if (opening.some((scope) => scope !== CALENDAR_APP_CREATED_SCOPE)) return calendars
  return new Map([...calendars].filter(([, { createdBy }]) => createdBy === (client ?? account)))
}

export function addCalendar({ calendars, nowMs }: State, calendar: NewCalendar): StoredCalendar {
  const stored = new StoredCalendar(calendar, nowMs)
  calendars.set(stored.id, stored)
  return stored
}

function toCaller(state: State, grant: Grant, method: Method): Caller {
  const { account, client, scopes } = grant
  const opening = scopes.filter((scope) => method.scopes.includes(scope))
  return {
    account,
    client,
    spreadsheets: limitFiles(state, grant, opening),
    calendars: limitCalendars(state, grant, opening),
    addCalendar: (calendar) => addCalendar(state, calendar),
  }
}

/** @throws GoogleError */
function authorize(state: State, { api, method }: FoundRoute, token: string | undefined): Caller {
  const grant = state.tokens.find(token)
  if (!grant) throw createUnauthenticated(api.name, token)
  if (state.disabledApis.has(api.name)) throw createApiDisabled(api.name, api.title, PROJECT_NUMBER)
  if (!grant.scopes.some((scope) => method.scopes.includes(scope)))
    throw createScopeMissing(api.name, method.id, method.scopes)
  return toCaller(state, grant, method)
}

/** An error answer of a scripted fault. */
function faultErrorOf(
  fault: Fault | undefined,
  { api }: FoundRoute,
  token: string | undefined,
): GoogleError | undefined {
  if (!fault) return undefined
  if ('status' in fault) return createFaultError(api.name, fault.status, fault.reason, fault.retryAfter)
  return 'unauthorizedOnce' in fault ? createUnauthenticated(api.name, token) : undefined
}

/** @throws GoogleError */
function execute(state: State, route: FoundRoute, call: GoogleCall, headers: IncomingHttpHeaders): unknown {
  const { api, method, params } = route
  const { query } = call
  const caller = authorize(state, route, findToken(headers))
  checkQuota(state, route, caller.account)
  checkQuery(route, query)
  const body = parseBody(api, method, call.body)
  const { response } = method
  const mask = response && parseFields(api, response, query.get('fields') ?? defaultFields[method.id] ?? '')
  const found = handlers[method.id]?.({ ...caller, params, query, body, ifMatch: headers['if-match'] })
  if (!response) return undefined
  const faults = checkSchema(found, response, api.schemas)
  if (faults.length > 0)
    throw new Error(`The emulator's answer to ${method.id} has faults: ${JSON.stringify(faults.slice(0, 3))}`)
  return applyFieldMask(found, mask)
}

function findToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
}

/** Answers an API call. A fault can replace the answer; faults of the connection are the server's. */
export function answerApi(
  state: State,
  route: FoundRoute,
  call: GoogleCall,
  headers: IncomingHttpHeaders,
  fault: Fault | undefined,
): Answer {
  const { name } = route.api
  const token = findToken(headers)
  call.account = state.tokens.find(token)?.account
  try {
    const faultError = faultErrorOf(fault, route, token)
    if (faultError) throw faultError
    const body = execute(state, route, call, headers)
    if (fault && 'commitThen' in fault) throw createFaultError(name, fault.commitThen)
    return route.method.response ? answerJson(200, body, call.query) : { status: 204, headers: {}, body: '' }
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
  if ('status' in fault)
    return { code: fault.status, ...(fault.retryAfter !== undefined && { retryAfter: fault.retryAfter }) }
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
function answerOAuth(
  call: GoogleCall,
  fault: Fault | undefined,
  answer: (form: URLSearchParams) => { account: string; body: object },
): Answer {
  const faultAnswer = faultAnswerOfToken(fault)
  if (faultAnswer && !(fault && 'commitThen' in fault)) return faultAnswer
  try {
    const { account, body } = answer(new URLSearchParams(call.body))
    call.account = account
    if (faultAnswer) return faultAnswer
    return answerJson(200, body, undefined, { 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate' })
  } catch (error) {
    if (error instanceof TokenError)
      return answerJson(error.code, { error: error.error, error_description: error.message })
    throw error
  }
}

export const answerToken = (state: State, call: GoogleCall, fault: Fault | undefined): Answer =>
  answerOAuth(call, fault, (form) => state.tokens.exchange(form))

export const answerRevocation = (state: State, call: GoogleCall, fault: Fault | undefined): Answer =>
  answerOAuth(call, fault, (form) => ({ account: state.tokens.revoke(form), body: {} }))
