import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { checkReply, type RawReply } from '../../support/checks.ts'
import { readReplies } from '../../support/wire.ts'
import { head, type WireCase } from './wireCase.ts'

/** How long the server may take for an answer, or to end a connection. */
const PATIENCE_MS = 3000
/** How long a further answer is waited for that must not come. */
const SILENCE_MS = 30

export interface Played {
  answers: RawReply[]
  closed: boolean
}

/** Answers as they come, 100 Continue included, which has no headers. */
function read(bytes: Buffer, bodiless: boolean): RawReply[] {
  const interim = bytes.toString('latin1').match(/HTTP\/1\.1 100 Continue\r\n\r\n/g) ?? []
  const final = bodiless ? readReplies(bytes).map((reply) => ({ ...reply, text: '' })) : readReplies(bytes)
  return [...interim.map(() => ({ status: 100, headers: {}, text: '' })), ...final]
}

async function until(ready: () => boolean): Promise<boolean> {
  const endMs = performance.now() + PATIENCE_MS
  while (!ready() && performance.now() < endMs) await wait(2)
  return ready()
}

async function send(socket: Socket, steps: WireCase['send'], key: string): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'number') await wait(step)
    else if (!socket.destroyed) socket.write(step.replaceAll('{key}', key), 'latin1')
  }
}

/** Plays a case on a connection of its own: what was answered, and whether the connection was ended. An open one is proved by a further request. */
export async function play(url: string, key: string, { send: steps, answers: expected, closes, head: bodiless = false }: WireCase): Promise<Played> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  let closed = false
  socket.on('data', (bytes: Buffer) => (received = Buffer.concat([received, bytes])))
  socket.on('close', () => (closed = true))
  // What the server said before it closed counts; that our writing was cut off does not.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'connect')
    await send(socket, steps, key)
    await until(() => closed || read(received, bodiless).length >= expected.length)
    if (closes) await until(() => closed)
    else await wait(SILENCE_MS)
    const answers = read(received, bodiless)
    if (!closed) {
      received = Buffer.alloc(0)
      await send(socket, [head('GET /healthz HTTP/1.1')], key)
      closed = !(await until(() => read(received, false).some((reply) => reply.status === 200)))
    }
    for (const reply of answers) if (reply.status !== 100) checkReply(bodiless ? 'HEAD' : '', '', reply)
    return { answers, closed }
  } finally {
    socket.destroy()
  }
}
