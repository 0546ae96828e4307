import { ApiError, ConnectionError } from '../../../client/errors.ts'
import type { Reply } from '../../support/api.ts'
import { until } from '../../support/wait.ts'
import { openSync, type Sync } from '../../worker/support/sync.ts'
import type { Fleet } from './fleet.ts'

// Clients that repeat what was not answered, as clients of an installation do while processes of it are killed.

const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && error.status === 503) ||
  // undici's and Node's codes of connections.
  /^(?:UND_ERR|ECONN|EPIPE|ENOENT)/.test((error as NodeJS.ErrnoException).code ?? '')

/** Repeats `work` after temporary errors. @throws other errors */
async function persist<T>(description: string, work: () => Promise<T>): Promise<T> {
  const { value } = await until(`an answer: ${description}`, async () => {
    try {
      return { value: await work() }
    } catch (error) {
      if (!isTemporary(error)) throw error
      return undefined
    }
  })
  return value
}

/** Polls with `persist` until there is a value. @param explain what is waited for */
export async function persistUntil<T>(
  description: string,
  work: () => Promise<T | undefined>,
  explain: () => Promise<string> = () => Promise.resolve(''),
): Promise<T> {
  let hasAnswered = false
  try {
    const { value } = await until(description, async () => {
      const found = await persist(description, work)
      hasAnswered = true
      return found === undefined ? undefined : { value: found }
    })
    return value
  } catch (error) {
    throw hasAnswered ? new Error(`${description} ${await explain()}`, { cause: error }) : error
  }
}

/** Sends a write until it is answered, each time with the same Idempotency-Key. */
export async function write(
  { api }: Fleet,
  method: 'post' | 'patch',
  path: string,
  body: unknown,
  key: string,
): Promise<Reply> {
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
export function callWorkers({
  workers,
  dataDirOf,
}: Fleet): <T>(description: string, work: (sync: Sync) => Promise<T>) => Promise<T> {
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
