import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { beforeAll, expect, it } from 'vitest'
import { findBundle } from '../../support/bundle.ts'

// A history that fails here represents runs in progress that the code would break.
// After 0.1.0 is released, do not record it again: keep the old path with patched().

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
const openFiles = [
  'coverage_settling.json',
  'coverage_sleeping.json',
  'daily_waiting.json',
  'google_calendar_sleeping.json',
  'service_settling.json',
  'waiting.json',
]
const continued = ['coverage.json', 'coverage_synced.json']
const failedFiles = ['daily_failed.json']
let codePath = ''

interface RecordedEvent {
  eventType: string
  activityTaskScheduledEventAttributes?: { activityType: { name: string } }
}

const readHistory = (name: string): { events: RecordedEvent[] } =>
  JSON.parse(readFileSync(folder + name, 'utf8')) as { events: RecordedEvent[] }

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  codePath = await findBundle()
})

async function replay(histories: { name: string; history: unknown }[]): Promise<[string, Error | undefined][]> {
  const entries = histories.map(({ name, history }) => ({ workflowId: name, history: historyFromJSON(history) }))
  const results: [string, Error | undefined][] = []
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath } }, entries))
    results.push([workflowId, error])
  return results
}

it('every recorded history replays with the present code', async () => {
  expect(names.length).toBeGreaterThanOrEqual(12)
  const results = await replay(names.map((name) => ({ name, history: readHistory(name) })))
  expect(results.filter(([, error]) => error !== undefined)).toEqual([])
  expect(results.map(([name]) => name).toSorted()).toEqual(names)
})

it('the recordings contain open runs and every way in which a run can end', () => {
  const lastEvents = Object.fromEntries(names.map((name) => [name, readHistory(name).events.at(-1)?.eventType]))
  for (const name of openFiles) expect(lastEvents[name]).not.toBe('EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED')
  for (const name of failedFiles) expect(lastEvents[name]).toBe('EVENT_TYPE_WORKFLOW_EXECUTION_FAILED')
  for (const name of continued) expect(lastEvents[name]).toBe('EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW')
  const completed = names.filter((name) => ![...openFiles, ...continued, ...failedFiles].includes(name))
  for (const name of completed) expect(lastEvents[name]).toBe('EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED')
})

it('a history that the present code would not produce is reported', async () => {
  const history = readHistory('approved.json')
  const startedEvent = history.events.find(
    (event) => event.activityTaskScheduledEventAttributes?.activityType.name === 'startApplying',
  )
  if (!startedEvent?.activityTaskScheduledEventAttributes) throw new Error('approved.json has no startApplying')
  startedEvent.activityTaskScheduledEventAttributes.activityType.name = 'finishRun'
  const results = await replay([{ name: 'other', history }])
  expect(results).toEqual([['other', expect.objectContaining({ name: 'DeterminismViolationError' })]])
})
