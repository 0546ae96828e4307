import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { TemporalTimeout } from '../../worker/context/faults.ts'
import { repeatTasks } from '../../worker/context/rounds.ts'
import type { WorkerContext } from '../../worker/context/context.ts'
import type { WorkflowTarget } from '../../worker/wakeups/startOrSignal.ts'
import { runWakeup, type Woken } from '../../worker/wakeups/wakeup.ts'
import { until } from '../support/wait.ts'

interface LogLine {
  level: number
  wakeup?: string
  task?: string
  target?: string
}

const ERROR_LEVEL = 50

/** A worker whose Temporal only notes what is started, and fails for the workflow `bad`. */
function createFakeWorker(failure: Error = new Error('no')) {
  const lines: LogLine[] = []
  const started: string[] = []
  const start = async (_workflow: string, { workflowId }: { workflowId: string }): Promise<void> => {
    if (workflowId === 'bad') throw failure
    started.push(workflowId)
  }
  const worker = {
    account: 'a',
    searchAttributes: { isRegistered: false },
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) }),
    temporal: {
      withDeadline: (_deadline: number, call: () => Promise<unknown>) => call(),
      workflow: { start, signalWithStart: start },
    },
    scaledMs: (ms: number) => ms,
  }
  return { worker: worker as unknown as WorkerContext, lines, started }
}

const targetOf = (workflowId: string, more: Partial<WorkflowTarget> = {}): WorkflowTarget => ({
  workflow: 'any',
  workflowId,
  summary: '',
  ...more,
})

it('a workflow that cannot be started does not keep a wake-up from others', async () => {
  const { worker, lines, started } = createFakeWorker()
  await runWakeup(worker, { id: 'two', find: async () => [targetOf('bad'), targetOf('good')] })
  expect(started).toEqual(['good'])
  expect(lines).toMatchObject([{ level: ERROR_LEVEL, wakeup: 'two', target: 'bad' }])
})

it('an outage of Temporal, which is a problem of its own, is no error of a wake-up', async () => {
  const { worker, lines } = createFakeWorker(new TemporalTimeout('silent'))
  await runWakeup(worker, { id: 'one', find: async () => [targetOf('bad')] })
  expect(lines).toMatchObject([{ wakeup: 'one' }])
  expect(lines[0]?.level).toBeLessThan(ERROR_LEVEL)
})

it('the same cause starts a workflow once; another, a failure and the end of its time start it again', async () => {
  const { worker, started } = createFakeWorker()
  const woken: Woken = new Map()
  const wake = (workflowId: string, cause: string, repeatAfterMs?: number): Promise<void> =>
    runWakeup(
      worker,
      {
        id: 'one',
        find: async () => [targetOf(workflowId, { cause, ...(repeatAfterMs !== undefined && { repeatAfterMs }) })],
      },
      woken,
    )
  await wake('x', 'first')
  await wake('x', 'first')
  expect(started).toEqual(['x'])
  await wake('x', 'second')
  expect(started).toEqual(['x', 'x'])
  await wake('x', 'second', 0)
  expect(started).toEqual(['x', 'x', 'x'])
  await wake('bad', 'first')
  expect([...woken.keys()]).toEqual(['x'])
})

it('a task that fails or hangs does not stop others, its rounds do not overlap, and the stop waits for what runs', async () => {
  const { worker, lines } = createFakeWorker()
  const counts = { slow: 0, other: 0 }
  const slow = Promise.withResolvers<void>()
  const stopped: string[] = []
  const stop = repeatTasks(worker, [
    {
      id: 'slow',
      intervalMs: 1,
      run: async (stopping) => {
        counts.slow += 1
        await slow.promise
        stopped.push(`slow ended, ${stopping.aborted ? 'told to' : 'by itself'}`)
      },
    },
    { id: 'failing', intervalMs: 1, run: () => Promise.reject(new Error('no')) },
    { id: 'other', intervalMs: 1, run: async () => (counts.other += 1) },
  ])
  await until('another task has many rounds', async () => counts.other > 5)
  expect(counts.slow).toBe(1)
  expect(lines[0]).toMatchObject({ level: ERROR_LEVEL, task: 'failing' })
  const stopping = stop().then(() => stopped.push('stop'))
  const { other } = counts
  await nextTurn()
  slow.resolve()
  await stopping
  expect(stopped).toEqual(['slow ended, told to', 'stop'])
  expect(counts.other).toBe(other)
})
