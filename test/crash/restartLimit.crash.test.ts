import { expect, it } from 'vitest'
import { waitForExit, startChild } from '../../local/child.ts'
import { supervise, type Supervised, type ManagedProcess } from '../../local/studio/supervise.ts'
import { until } from '../support/wait.ts'

async function startShort(): Promise<ManagedProcess> {
  const child = startChild(process.execPath, ['-e', ''], { env: process.env, stdio: 'ignore' })
  const exited = waitForExit(child)
  return { pid: child.pid ?? 0, exited, stop: async () => void (await exited) }
}

function superviseShort(
  name: string,
  isNeeded: boolean,
  onLine: (text: string) => void,
): Promise<Supervised<ManagedProcess>> {
  const printer = { printLine: onLine, runWithProgress: <T>(_: string, work: () => Promise<T>): Promise<T> => work() }
  return supervise({
    name,
    printer,
    start: startShort,
    onStarted: () => undefined,
    isStopRequested: () => false,
    isRequired: isNeeded,
    hasDiskSpace: () => true,
  })
}

it('the supervisor stops restarting the server after five exits in ten minutes, and restarts the worker less often', async () => {
  const backedOff = Promise.withResolvers<string>()
  const server = await superviseShort('server', true, () => undefined)
  const worker = await superviseShort('worker', false, (text) =>
    text.includes('more than') ? backedOff.resolve(text) : undefined,
  )
  expect(await server.givenUp).toBe('The server ended with code 0, more than 5 times in ten minutes.')
  expect(await backedOff.promise).toBe(
    'The worker ended with code 0, more than 5 times in ten minutes. The API stays up; the worker is started again in 5 minutes.',
  )
  let hasStopped = false
  void worker.stop().then(() => (hasStopped = true))
  await until('it stops, long before the next restart', () => hasStopped)
})
