import { Agent } from 'undici'
import type { Problem } from '../../contract/errors.ts'
import { API_BASE } from '../../contract/api/operations.ts'
import { checkReply, type RawReply } from './checks.ts'
import { listFaults } from './matchers.ts'

/** A record of a reply, with the members that tests read most. */
export type Item = Record<string, unknown> & {
  id: string
  gear_type: string
  brand: string
  model: string
  status: string
  asset_tag: string | null
  created_at: string
  updated_at: string
}

interface Pagination {
  limit: number
  offset: number
  returned: number
  total: number
  type?: string
}

export interface Reply extends RawReply {
  /** `data` of a record reply. */
  item(): Item
  /** `data` of a list reply. */
  items(): Item[]
  pagination(): Pagination
  problem(): Problem
  /** Faults of a problem as `<pointer, parameter or header> <code>`, sorted. */
  faults(): string[]
}

type Headers = Record<string, string>

export interface Api {
  readonly url: string
  readonly key: string
  get(path: string, headers?: Headers): Promise<Reply>
  post(path: string, body: unknown, headers?: Headers): Promise<Reply>
  patch(path: string, body: unknown, headers?: Headers): Promise<Reply>
  delete(path: string, headers?: Headers): Promise<Reply>
  /** Sends any request. `path` is relative to the API; with `//` at its start, to the host. */
  send(method: string, path: string, options?: { headers?: Headers; body?: string | Buffer }): Promise<Reply>
  /** Creates a camera with `fields`, and returns it. @throws when the reply is not 201 */
  createItem(fields?: Record<string, unknown>): Promise<Item>
  /** The same server with another key. `undefined` sends no key. */
  as(key: string | undefined): Api
}

const agent = new Agent({ connections: 128, keepAliveTimeout: 1000 })

function readReply(rawReply: RawReply): Reply {
  const body = (): Record<string, unknown> => JSON.parse(rawReply.text) as Record<string, unknown>
  const problem = (): Problem => body() as unknown as Problem
  return {
    ...rawReply,
    item: () => body()['data'] as Item,
    items: () => body()['data'] as Item[],
    pagination: () => body()['pagination'] as Pagination,
    problem,
    faults: () => listFaults(problem().errors),
  }
}

/** The body of a camera with every required field. */
export const camera = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  gear_type: 'camera',
  brand: 'Canon',
  model: 'EOS R5',
  ...fields,
})

/** A client with one key. It checks every reply against the contract (see checks.ts). */
export function createApi(url: string, key: string | undefined): Api {
  const send: Api['send'] = async (method, path, options = {}) => {
    const target = path.startsWith('//') ? path.slice(1) : `${API_BASE}${path}`
    const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...options.headers }
    const {
      statusCode,
      headers: received,
      body,
    } = await agent.request({
      origin: url,
      path: target,
      method,
      headers,
      ...(options.body !== undefined && { body: options.body }),
    })
    const text = Buffer.from(await body.arrayBuffer()).toString()
    const flat = Object.fromEntries(
      Object.entries(received).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    )
    const rawReply = { status: statusCode, headers: flat, text }
    checkReply(method, target, rawReply)
    return readReply(rawReply)
  }
  const withBody = (method: string, path: string, body: unknown, headers: Headers = {}): Promise<Reply> =>
    send(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  return {
    url,
    key: key ?? '',
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers) => withBody('POST', path, body, headers),
    patch: (path, body, headers) => withBody('PATCH', path, body, headers),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    async createItem(fields = {}) {
      const reply = await withBody('POST', '/gear', camera(fields))
      if (reply.status !== 201) throw new Error(`not created: ${reply.text}`)
      return reply.item()
    },
    as: (otherKey) => createApi(url, otherKey),
  }
}
