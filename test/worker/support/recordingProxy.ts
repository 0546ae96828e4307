import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RecordedRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

export interface RecordedReply {
  status: number
  text: string
  code: unknown
  detail: unknown
}

/** A proxy before a server, which records all requests. It keeps their headers, also Host. */
export interface RecordingProxy extends AsyncDisposable {
  url: string
  requests: RecordedRequest[]
  /** The request that came last. */
  last(): RecordedRequest
  /** While true, requests are recorded and answered 502, but not passed on. */
  isHolding: boolean
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends a request to a server. @returns its reply; `code` and `detail` of a problem */
export const sendRecorded = (url: string, { method, target, headers, body }: RecordedRequest): Promise<RecordedReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {}
    const options = { hostname, port, method, path: target, headers: { ...headers, ...length }, agent: false as const }
    const request = httpRequest(options, (response) => {
      readAll(response).then((bytes) => {
        const text = bytes.toString()
        const problem = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
        resolve({ status: response.statusCode ?? 0, text, code: problem['code'], detail: problem['detail'] })
      }, reject)
    })
    request.on('error', reject)
    request.end(body)
  })

export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    void readAll(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming
      requests.push({ method, target: url, headers: headers as Record<string, string>, body })
      if (proxy.isHolding) return void outgoing.writeHead(502).end()
      const passed = httpRequest({ hostname, port, method, path: url, headers, agent: false }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      passed.on('error', () => outgoing.destroy())
      outgoing.on('close', () => passed.destroy())
      passed.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    last() {
      const request = requests.at(-1)
      if (!request) throw new Error('no request was recorded')
      return request
    },
    isHolding: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
