import {
  connect,
  createServer,
  type ClientHttp2Session,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'

const CODES = { NOT_FOUND: '5', PERMISSION_DENIED: '7', UNIMPLEMENTED: '12', UNAUTHENTICATED: '16' } as const

/** A proxy before Temporal that forwards every call, or refuses calls as Temporal's access check does. */
export interface TemporalGate extends AsyncDisposable {
  address: string
  /** The status of refused calls; undefined forwards calls. */
  refuse: keyof typeof CODES | undefined
  /** Only calls of this method are refused; undefined: all. */
  method: string | undefined
  /** Awaited before a call of a method is forwarded. */
  before: ((method: string) => Promise<void>) | undefined
}

const withoutPseudo = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && name !== 'connection'))

function refuseCall(stream: ServerHttp2Stream, code: string): void {
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': code,
      'grpc-message': 'Request unauthorized.',
    },
    { endStream: true },
  )
}

function forwardCall(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ClientHttp2Session): void {
  const call = upstream.request(headers)
  const end = (): void => {
    stream.destroy()
    call.destroy()
  }
  call.on('error', end)
  stream.on('error', end).on('aborted', () => call.close())
  call.once('response', (head) => {
    let trailers: IncomingHttpHeaders = {}
    call.on('trailers', (found) => (trailers = found))
    stream.respond({ ':status': head[':status'], ...withoutPseudo(head) }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers(withoutPseudo(trailers)))
    call.pipe(stream)
  })
  stream.pipe(call)
}

/** @param address of the Temporal behind it */
export async function openTemporalGate(address: string): Promise<TemporalGate> {
  const upstream = connect(`http://${address}`)
  upstream.on('error', () => undefined)
  const server: Http2Server = createServer()
  const sessions = new Set<{ destroy(): void }>()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: TemporalGate = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: undefined,
    method: undefined,
    before: undefined,
    [Symbol.asyncDispose]: async () => {
      for (const session of sessions) session.destroy()
      upstream.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => undefined).on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const method = headers[':path']?.split('/').at(-1) ?? ''
    if (gate.refuse && (gate.method === undefined || gate.method === method)) refuseCall(stream, CODES[gate.refuse])
    else if (gate.before)
      gate.before(method).then(
        () => forwardCall(stream, headers, upstream),
        (error: Error) => stream.destroy(error),
      )
    else forwardCall(stream, headers, upstream)
  })
  return gate
}
