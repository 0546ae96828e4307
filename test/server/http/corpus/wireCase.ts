/** The request of a hostile or odd client, and the expected answers. */
export interface WireCase {
  name: string
  /** Bytes (latin1) in order; a number is a pause in milliseconds; `{key}` stands for an API key. */
  send: readonly (string | number)[]
  /** Status and code of each expected answer, in order. Any further answer is a fault. */
  answers: readonly string[]
  /** True when the server then closes the connection. Otherwise it answers the next request on it. */
  closes: boolean
  /** True when the requests are HEAD, so the answers have no bodies. */
  head?: boolean
}

export const head = (start: string, ...lines: string[]): string =>
  `${[start, 'Host: kitroom', ...lines].join('\r\n')}\r\n\r\n`

export const KEY = 'Authorization: Bearer {key}'
export const JSON_TYPE = 'Content-Type: application/json'

export const get = (path: string, ...lines: string[]): string => head(`GET ${path} HTTP/1.1`, KEY, ...lines)
export const post = (...lines: string[]): string => head('POST /api/v1/gear HTTP/1.1', KEY, JSON_TYPE, ...lines)

export const camera = '{"gear_type":"camera","brand":"Canon","model":"EOS R5"}'

export const postBody = (body: string, ...lines: string[]): string =>
  post(`Content-Length: ${body.length}`, ...lines) + body

export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
export const LAST_CHUNK = '0\r\n\r\n'

/** A request hidden in the body of another. The server must never answer it. */
export const HIDDEN_REQUEST = get('/api/v1/profile')

const one = (
  name: string,
  send: string | readonly (string | number)[],
  answers: string | readonly string[],
  closes: boolean,
): WireCase => ({
  name,
  send: typeof send === 'string' ? [send] : send,
  answers: typeof answers === 'string' ? [answers] : answers,
  closes,
})

/** A case after which the server closes the connection. */
export const closingCase = (
  name: string,
  send: WireCase['send'] | string,
  answers: WireCase['answers'] | string,
): WireCase => one(name, send, answers, true)

/** A case after which the connection stays open. */
export const openCase = (
  name: string,
  send: WireCase['send'] | string,
  answers: WireCase['answers'] | string,
): WireCase => one(name, send, answers, false)
