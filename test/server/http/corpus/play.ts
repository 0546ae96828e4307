import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { checkReply, type RawReply } from '../../../support/checks.ts'
import { parseReplies } from '../../../support/wire.ts'
import { head, type WireCase } from './wireCase.ts'
import { pause, until } from '../../../support/wait.ts'

/**
 * Follows the case. Its answer comes after any answer too many, which is a fault, and is the only one that a test asked
 * to close.
 */
const PROBE = head('GET /healthz HTTP/1.1', 'Connection: close')

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

/** @returns the answers before that of the probe; undefined if the probe has none */
function answersBeforeProbe(bytes: Buffer): RawReply[] | undefined {
  const answers = parseAnswers(bytes, false)
  const last = answers.at(-1)
  return last?.status === 200 &&
    last.headers['connection'] === 'close' &&
    last.text.length === Number(last.headers['content-length'])
    ? answers.slice(0, -1)
    : undefined
}

async function send(socket: Socket, steps: WireCase['send'], key: string): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'number') await pause(step, 'a slow client')
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
    await until('the answers', () => isClosed || parseAnswers(received, bodiless).length >= expectedAnswers.length)
    if (closes) await until('the end of the connection', () => isClosed)
    const answers = parseAnswers(received, bodiless)
    if (!isClosed) {
      received = Buffer.alloc(0)
      await send(socket, [PROBE], key)
      answers.push(
        ...(await until(
          'the answer to the probe',
          () => answersBeforeProbe(received) ?? (isClosed && parseAnswers(received, false)),
        )),
      )
      isClosed = answersBeforeProbe(received) === undefined
    }
    for (const reply of answers) if (reply.status !== 100) checkReply(bodiless ? 'HEAD' : '', '', reply)
    return { answers, closed: isClosed }
  } finally {
    socket.destroy()
  }
}
