import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { checkReply, type RawReply } from '../../../support/checks.ts'
import { parseReplies } from '../../../support/wire.ts'
import { head, type WireCase } from './wireCase.ts'

/** The maximum wait for an answer or for the end of a connection. */
const TIMEOUT_MS = 3000
/** How long to wait for one answer too many, which is a fault. */
const EXTRA_ANSWER_WAIT_MS = 30

export interface Outcome {
  answers: RawReply[]
  closed: boolean
}

/** Parses all answers, including 100 Continue, which has no headers. */
function parseAnswers(bytes: Buffer, bodiless: boolean): RawReply[] {
  const interim = bytes.toString('latin1').match(/HTTP\/1\.1 100 Continue\r\n\r\n/g) ?? []
  const final = bodiless ? parseReplies(bytes).map((reply) => ({ ...reply, text: '' })) : parseReplies(bytes)
  return [...interim.map(() => ({ status: 100, headers: {}, text: '' })), ...final]
}

async function until(isReady: () => boolean): Promise<boolean> {
  const endMs = performance.now() + TIMEOUT_MS
  while (!isReady() && performance.now() < endMs) await wait(2)
  return isReady()
}

async function send(socket: Socket, steps: WireCase['send'], key: string): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'number') await wait(step)
    else if (!socket.destroyed) socket.write(step.replaceAll('{key}', key), 'latin1')
  }
}

/** Sends a case on its own connection. A further request shows whether the connection is still open. */
export async function playCase(
  url: string,
  key: string,
  { send: steps, answers: expectedAnswers, closes, head: bodiless = false }: WireCase,
): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  let isClosed = false
  socket.on('data', (bytes: Buffer) => (received = Buffer.concat([received, bytes])))
  socket.on('close', () => (isClosed = true))
  // A write may fail because the server closes the connection. The answers received before that are still checked.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'connect')
    await send(socket, steps, key)
    await until(() => isClosed || parseAnswers(received, bodiless).length >= expectedAnswers.length)
    if (closes) await until(() => isClosed)
    else await wait(EXTRA_ANSWER_WAIT_MS)
    const answers = parseAnswers(received, bodiless)
    if (!isClosed) {
      received = Buffer.alloc(0)
      await send(socket, [head('GET /healthz HTTP/1.1')], key)
      isClosed = !(await until(() => parseAnswers(received, false).some((reply) => reply.status === 200)))
    }
    for (const reply of answers) if (reply.status !== 100) checkReply(bodiless ? 'HEAD' : '', '', reply)
    return { answers, closed: isClosed }
  } finally {
    socket.destroy()
  }
}
