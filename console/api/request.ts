// Calls operations of the contract through the server that served this page. It imports only types of the contract: the
// schemas are as large as the rest of the first page.
import type { CallInput, Operation, Reply } from '../../contract/operation.ts'
import { isPersonActive } from './personActivity.ts'
import { ApiProblem, createBrokenAnswer, readProblem } from './problem.ts'

const BASES = {
  session: '/console/api',
  api: '/console/api/v1',
  settings: '/console/api/settings/v1',
  worker: '/console/api/worker/v1',
} as const
export type Plane = keyof typeof BASES

/** Method and path of an operation, checked against the contract by its type. */
type Route<T extends Operation> = `${T['method']} ${T['path']}`

export interface CallOptions {
  ifMatch?: string
  idempotencyKey?: string
  signal?: AbortSignal
  /** True for polls, which are not use by a person. Reads without a preceding input count as polls too. */
  isBackground?: boolean
}

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** Builds the address of an operation on this server. */
export function buildAddress(plane: Plane, path: string, { params = {}, query = {} }: LooseInput): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return BASES[plane] + filledPath + (search === '' ? '' : `?${search}`)
}

function buildHeaders(
  method: string,
  { ifMatch, idempotencyKey, isBackground = false }: CallOptions,
  contentType: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json, application/x-ndjson, application/problem+json',
  }
  if (method !== 'GET') headers['X-Kitroom-Console'] = '1'
  if (contentType !== undefined) headers['Content-Type'] = contentType
  if (ifMatch !== undefined) headers['If-Match'] = ifMatch
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  if (isBackground || (method === 'GET' && !isPersonActive())) headers['X-Kitroom-Background'] = '1'
  return headers
}

/** Sends a request. @throws ApiProblem for an error response or none */
export async function send(
  plane: Plane,
  route: string,
  input: LooseInput = {},
  options: CallOptions = {},
  file?: Blob,
): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ')
  const body = file ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const typeOfInput = body === undefined ? undefined : 'application/json'
  const contentType = file ? 'application/octet-stream' : typeOfInput
  const request: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: buildHeaders(method, options, contentType),
  }
  if (body !== undefined) request.body = body
  if (options.signal) request.signal = options.signal
  let answer: Response
  try {
    answer = await fetch(buildAddress(plane, path, input), request)
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new ApiProblem({
      status: 0,
      code: 'no_answer',
      detail: 'The server does not answer. Is it running?',
      requestId: undefined,
      faults: [],
    })
  }
  if (!answer.ok) throw await readProblem(answer)
  return answer
}

/** Reads a response that may arrive in parts, such as that of a long check. @throws ApiProblem if it breaks off */
async function readJson(answer: Response, { signal }: CallOptions = {}): Promise<unknown> {
  try {
    return await answer.json()
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw createBrokenAnswer(answer.headers.get('request-id') ?? undefined)
  }
}

type Call = <T extends Operation>(route: Route<T>, input?: CallInput<T>, options?: CallOptions) => Promise<Reply<T>>

const createCall =
  (plane: Plane): Call =>
  async <T extends Operation>(route: Route<T>, input?: CallInput<T>, options?: CallOptions) =>
    (await readJson(await send(plane, route, input, options), options)) as Reply<T>

/** Signing in and out. */
export const callSession = createCall('session')
/** Calls the public API with the session's API key. */
export const callApi = createCall('api')
/** Calls the account settings with the session's owner key. */
export const callSettings = createCall('settings')
/** Calls the worker's control plane. */
export const callWorker = createCall('worker')

/** Reads NDJSON: one value per line. */
export async function* streamWorker<T>(
  route: string,
  input?: LooseInput,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  const answer = await send('worker', route, input, options)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as T
}

/** Returns the ETag of a record: the time of its last change. */
export const etagOf = (record: { updated_at: string }): string => `"${record.updated_at}"`
