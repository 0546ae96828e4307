import { Agent } from 'undici'
import { Problem } from '../../contract/errors.ts'

export interface ConsoleReply {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** `data` of a reply. */
  data(): unknown
  problem(): Problem
}

type Headers = Record<string, string>

/** A browser: it stores the cookie of the server and sends it with each request, as a page of the console does. */
export interface Browser {
  /** The value of its Cookie header; may be replaced. */
  cookie: string | undefined
  /** Sends a request. Writes carry the page's Origin and header; `headers` replace those. */
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<ConsoleReply>
  signIn(body: Record<string, unknown>): Promise<ConsoleReply>
}

const agent = new Agent({ connections: 32, keepAliveTimeout: 1000 })

function keepCookie(browser: Browser, setCookie: string | undefined): void {
  const [pair = ''] = (setCookie ?? '').split(';')
  if (pair !== '') browser.cookie = pair.endsWith('=') ? undefined : pair
}

/** @param host Host header and origin, such as `localhost:4000`; default: those of the URL */
export function openBrowser(url: string, origin: string = new URL(url).origin): Browser {
  const send: Browser['send'] = async (method, path, body, headers = {}) => {
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const sent: Headers = {
      host: new URL(origin).host,
      ...(browser.cookie !== undefined && { cookie: browser.cookie }),
      ...(isWrite && { origin, 'x-kitroom-console': '1' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const reply = await agent.request({
      origin: url,
      path,
      method,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body !== undefined && {
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    const text = Buffer.from(await reply.body.arrayBuffer()).toString()
    const received = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    )
    keepCookie(browser, received['set-cookie'])
    return {
      status: reply.statusCode,
      headers: received,
      text,
      data: () => (JSON.parse(text) as { data: unknown }).data,
      problem: () => Problem.parse(JSON.parse(text)),
    }
  }
  const browser: Browser = { cookie: undefined, send, signIn: (body) => send('POST', '/console/api/session', body) }
  return browser
}
