import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, ConnectionError } from '../../../client/errors.ts'
import type { Reply } from '../../support/api.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { openSync, type Sync } from '../../worker/support/sync.ts'
import type { Fleet } from './fleet.ts'

// Clients that repeat what was not answered, as clients of an installation do while processes of it are killed.

const RETRY_MS = 100
/** In the long run pauses are longer and faults denser, so a step may be repeated several times. */
const PATIENCE_MS = fullOrSmall(300_000, 120_000)

const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && error.status === 503) ||
  // undici's and Node's codes of connections.
  /^(?:UND_ERR|ECONN|EPIPE|ENOENT)/.test((error as NodeJS.ErrnoException).code ?? '')

/** Repeats `work` after temporary errors. @throws other errors, and the temporary one after `PATIENCE_MS` */
async function persist<T>(description: string, work: () => Promise<T>): Promise<T> {
  for (const deadlineMs = performance.now() + PATIENCE_MS; ; await wait(RETRY_MS))
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw error
      if (performance.now() > deadlineMs) throw new Error(`no answer within ${PATIENCE_MS} ms: ${description}`, { cause: error })
    }
}

/** Polls with `persist` until there is a value. @param explain what is waited for @throws after `PATIENCE_MS` */
export async function persistUntil<T>(
  description: string,
  work: () => Promise<T | undefined>,
  explain: () => Promise<string> = () => Promise.resolve(''),
): Promise<T> {
  for (const deadlineMs = performance.now() + PATIENCE_MS; ; await wait(RETRY_MS)) {
    const found = await persist(description, work)
    if (found !== undefined) return found
    if (performance.now() > deadlineMs) throw new Error(`not within ${PATIENCE_MS} ms: ${description} ${await explain()}`)
  }
}

/** Sends a write until it is answered, each time with the same Idempotency-Key. */
export async function write({ api }: Fleet, method: 'post' | 'patch', path: string, body: unknown, key: string): Promise<Reply> {
  const reply = await persistUntil(`${method} ${path}`, async () => {
    const answer = await api[method](path, body, { 'idempotency-key': key })
    return answer.status === 503 ? undefined : answer
  })
  if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`)
  return reply
}

export const read = ({ api }: Fleet, path: string): Promise<Reply> =>
  persistUntil(`get ${path}`, async () => {
    const answer = await api.get(path)
    return answer.status === 503 ? undefined : answer
  })

/** Calls the control plane of one worker after the other until one answers. */
export function callWorkers({ workers, dataDirOf }: Fleet): <T>(description: string, work: (sync: Sync) => Promise<T>) => Promise<T> {
  let turn = 0
  return (description, work) =>
    persist(description, async () => {
      const worker = workers[(turn += 1) % workers.length]
      if (!worker) throw new Error('the fleet has no worker')
      const sync = openSync(dataDirOf(worker))
      try {
        return await work(sync)
      } finally {
        await sync.client.close()
      }
    })
}
