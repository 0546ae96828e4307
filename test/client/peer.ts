import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Peer {
  url: string
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  close(): Promise<void>
}

/** A real HTTP server whose answers the test chooses. It simulates servers and proxies that misbehave. */
export async function startPeer(answer: (response: ServerResponse, count: number) => void): Promise<Peer> {
  const requests: Peer['requests'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      answer(response, requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export const problem = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void =>
  json(
    response,
    status,
    { type: 'about:blank', title: code, status, detail: `It is ${code}.`, instance: '/', code, request_id: 'r-1' },
    headers,
  )
