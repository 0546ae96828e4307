import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  addCalendar,
  answerApi,
  answerConsent,
  answerRevocation,
  answerToken,
  notFoundPage,
  type Answer,
} from './answerCall.ts'
import type { NewCalendar, StoredCalendar } from './calendar/storedCalendar.ts'
import { findRoute, type ApiName } from './discovery/documents.ts'
import type { Fault, Faults } from './faults.ts'
import type { OAuthClient, Person } from './oauth/clients.ts'
import { createServiceAccount, type ServiceAccountKey } from './oauth/serviceAccounts.ts'
import { StoredSpreadsheet, type NewSpreadsheet } from './sheets/storedSpreadsheet.ts'
import { createState, type GoogleCall, type State } from './state.ts'
import { pause } from '../support/wait.ts'

/**
 * Google as far as tests need it: the token endpoint, Sheets v4, Drive v3 and Calendar v3 on one origin. `claims.md`
 * lists what it claims.
 */
export interface FakeGoogle extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. The token endpoint is `/token`; the APIs have the paths of their discovery documents. */
  url: string
  /** Creates a service account. @param name the part of its address before the `@`. @returns its key file */
  addServiceAccount(name?: string): ServiceAccountKey
  /**
   * Creates an OAuth client. The consent page is `/o/oauth2/v2/auth`, which the person of `signIn` answers immediately.
   */
  addOAuthClient(redirectUris: string[]): OAuthClient
  /** Creates an OAuth client of a desktop program. @returns its downloaded file */
  addDesktopClient(): { installed: OAuthClient }
  removeOAuthClient(clientId: string): void
  /** Signs a person in, who agrees to all or to the named scopes. @param email undefined declines every consent */
  signIn(email: string | undefined, answers?: Omit<Person, 'email'>): void
  /** Ends the refresh tokens of a person, or of all people. */
  revokeConsent(email?: string): void
  addSpreadsheet(spreadsheet: NewSpreadsheet): StoredSpreadsheet
  /** Creates a calendar as a person does, who is its owner. */
  addCalendar(calendar?: NewCalendar): StoredCalendar
  /** Calendars by id, also those that programs created. */
  calendars: ReadonlyMap<string, StoredCalendar>
  faults: Pick<Faults, 'between' | 'clear' | 'next'>
  /** Every request, in order of arrival. */
  calls: GoogleCall[]
  /** Switches an API off in the project of all accounts. */
  disableApi(api: ApiName): void
  enableApi(api: ApiName): void
  /** Limits the reads of Sheets per sliding minute and account. */
  limitReads(perMinute: number | undefined): void
  /** Limits the calls of Calendar per sliding second and account. */
  limitCalendar(perSecond: number | undefined): void
  /** Ends all access tokens. */
  revokeTokens(): void
  /** @throws AggregateError of the emulator's own defects */
  stop(): Promise<void>
}

const PROJECT_ID = 'kitroom-tests'

/** Pages and endpoints beside the APIs, by HTTP method and path. */
const endpoints: Record<
  string,
  { method: string; answer: (state: State, call: GoogleCall, fault: Fault | undefined) => Answer }
> = {
  'POST /token': { method: 'token', answer: answerToken },
  'POST /revoke': { method: 'revoke', answer: answerRevocation },
  'GET /o/oauth2/v2/auth': { method: 'consent', answer: answerConsent },
}

/** Google's own clients send longer addresses as POST. */
const MAX_URL_LENGTH = 2048

const tooLongPage: Answer = {
  status: 414,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: '<!DOCTYPE html>\n<html lang=en>\n  <title>Error 414 (Request-URI Too Large)!!1</title>\n',
}

interface Request {
  method: string | undefined
  url: URL
  body: string
}

/** Reads a POST that stands for another method, with the query as its body. */
function toRequest({ method, url: path = '/', headers }: IncomingMessage, body: string): Request {
  const url = new URL(path, 'http://google.invalid')
  const override = headers['x-http-method-override']
  if (method !== 'POST' || typeof override !== 'string') return { method, url, body }
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) url.search = body
  return { method: override, url, body: '' }
}

function findAnswer(
  state: State,
  request: IncomingMessage,
  text: string,
): { answer: Answer; fault: Fault | undefined } {
  const { method: httpMethod, url, body } = toRequest(request, text)
  if ((request.url ?? '').length > MAX_URL_LENGTH) return { answer: tooLongPage, fault: undefined }
  const endpoint = endpoints[`${httpMethod} ${url.pathname}`]
  const route = findRoute(httpMethod, url.pathname)
  const method = endpoint?.method ?? route?.method.id ?? 'unknown'
  const call: GoogleCall = { method, at: state.nowMs(), account: undefined, query: url.searchParams, body }
  state.calls.push(call)
  const fault = state.faults.take(method)
  const answer =
    endpoint?.answer(state, call, fault) ??
    (route ? answerApi(state, route, call, request.headers, fault) : notFoundPage)
  call.status = answer.status
  state.faults.runEdit(method)
  return { answer, fault }
}

const writePart = (response: ServerResponse, part: Buffer): Promise<void> =>
  new Promise((resolve) => response.write(part, () => resolve()))

/** An answer without a body ends with its headers, so a fault of the body comes before them. */
async function sendEmptyAnswer(
  response: ServerResponse,
  { status, headers }: Omit<Answer, 'body'>,
  fault: Fault | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (fault && 'cut' in fault) return void response.destroy()
  if (fault && 'slowBodyMs' in fault) await pause(fault.slowBodyMs, 'the answer is slow on purpose', signal)
  // RFC 9110, section 8.6: a 204 has no length.
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': 0 }) }).end()
}

async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  fault: Fault | undefined,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(body)
  const half = Math.floor(bytes.length / 2)
  if (fault && 'slowMs' in fault) await pause(fault.slowMs, 'the answer is slow on purpose', signal)
  if (bytes.length === 0) return sendEmptyAnswer(response, { status, headers }, fault, signal)
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  if (fault && ('cut' in fault || 'slowBodyMs' in fault)) await writePart(response, bytes.subarray(0, half))
  if (fault && 'cut' in fault) return void response.destroy()
  if (fault && 'slowBodyMs' in fault) {
    await pause(fault.slowBodyMs, 'the answer is slow on purpose', signal)
    return void response.end(bytes.subarray(half))
  }
  response.end(bytes)
}

async function serve(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  try {
    const body = await text(request)
    const { answer, fault } = findAnswer(state, request, body)
    await sendAnswer(response, answer, fault, signal)
  } catch (error) {
    // A client that disconnects, and a stop during a slow answer, are no defects.
    if (signal.aborted || request.errored) return
    state.defects.push(error as Error)
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`Defect of the emulator: ${String(error)}`)
  }
}

/** Starts the emulator on a free port of the loopback address. @param options a clock in milliseconds since 1970 */
export async function startGoogle({ nowMs = Date.now }: { nowMs?: () => number } = {}): Promise<FakeGoogle> {
  const state = createState(nowMs)
  const stopping = new AbortController()
  let accountCount = 0
  const server = createServer((request, response) => void serve(state, request, response, stopping.signal))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    stopping.abort()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    const defects = state.defects.splice(0)
    if (defects.length > 0)
      throw new AggregateError(defects, `Defects of the emulator: ${defects.map(String).join('; ')}`)
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addServiceAccount: (name = `sync-${state.tokens.accounts.size + 1}`) => {
      const account = createServiceAccount(name, PROJECT_ID, accountCount++)
      state.tokens.accounts.set(account.key.client_email, account)
      return account.key
    },
    addOAuthClient: (redirectUris) => state.tokens.clients.add(redirectUris, PROJECT_ID),
    addDesktopClient: () => state.tokens.clients.addDesktop(PROJECT_ID),
    removeOAuthClient: (clientId) => state.tokens.clients.remove(clientId),
    signIn: (email, answers) =>
      void (state.tokens.clients.person = email === undefined ? undefined : { email, ...answers }),
    revokeConsent: (email) => state.tokens.clients.revokeConsent(email),
    addSpreadsheet: (spreadsheet) => {
      const stored = new StoredSpreadsheet(spreadsheet, nowMs)
      state.spreadsheets.set(stored.id, stored)
      return stored
    },
    addCalendar: (calendar = {}) => addCalendar(state, calendar),
    calendars: state.calendars,
    faults: state.faults,
    calls: state.calls,
    disableApi: (api) => void state.disabledApis.add(api),
    enableApi: (api) => void state.disabledApis.delete(api),
    limitReads: (perMinute) => void (state.readsPerMinute = perMinute),
    limitCalendar: (perSecond) => void (state.calendarCallsPerSecond = perSecond),
    revokeTokens: () => state.tokens.revokeAll(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
