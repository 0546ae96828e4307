import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { commonControlErrors, remoteControlErrors } from '../../../contract/controlErrors.ts'

export interface RemoteReply {
  status: number
  headers: Record<string, unknown>
  body: Record<string, unknown>
}

export interface RemoteRequest {
  key?: string
  host?: string
  /** Last number of the client's address, as a trusted proxy reports it. */
  from?: number
}

/** Sends a GET to the control plane for other machines, with any Host. */
export const sendRemote = (url: string, path: string, { key, host, from = 1 }: RemoteRequest): Promise<RemoteReply> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(host !== undefined && { host }),
      'x-forwarded-for': `203.0.113.${from}`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    }
    const request = httpRequest(url + path, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(text) as Record<string, unknown>,
        }),
      )
    })
    request.on('error', reject)
    request.end()
  })

/** Status and error code. */
export type RemoteOutcome = [number, unknown]

/** Checks that an error is a problem with a declared code. */
export async function outcomeOf(call: Promise<RemoteReply>): Promise<RemoteOutcome> {
  const { status, headers, body } = await call
  if (status < 400) return [status, undefined]
  expect(headers['content-type']).toBe('application/problem+json')
  expect(body).toMatchObject({
    status,
    title: expect.any(String),
    detail: expect.stringMatching(/\.$/),
    request_id: expect.any(String),
  })
  expect(body['code']).toBeOneOf([...commonControlErrors, ...remoteControlErrors])
  return [status, body['code']]
}

/** Writes the lines of a request to a socket. @returns the first line of the answer */
export const sendLines = (url: string, lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
  })
