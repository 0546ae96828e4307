import { afterAll, beforeAll, expect, it } from 'vitest'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { ownProcess: 'worker', workerEnv: { KITROOM_WORKER_METRICS_PORT: '0' } })
})
afterAll(() => studio[Symbol.asyncDispose]())

const urlOf = async (name: 'url' | 'metrics'): Promise<string> =>
  String((await studio.worker.waitForLog('ready'))[name])

async function readMetrics(): Promise<string> {
  const reply = await fetch(await urlOf('metrics'))
  expect({ status: reply.status, 'content-type': reply.headers.get('content-type') }).toEqual({
    status: 200,
    'content-type': expect.stringContaining('text/plain'),
  })
  return reply.text()
}

const valueOf = (text: string, name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])

const readStatus = async (): Promise<string> => {
  const reply = await fetch(`${await urlOf('url')}/readyz`)
  const { status } = (await reply.json()) as { status: string }
  return `${reply.status} ${status}`
}

it('/metrics has the age of what waits, and the metrics of the SDK', async () => {
  const idle = await readMetrics()
  expect(valueOf(idle, 'kitroom_worker_polling')).toBe(1)
  expect(valueOf(idle, 'kitroom_worker_oldest_plan_seconds')).toBe(0)
  expect(idle).toMatch(/^temporal_num_pollers\{/m)
  studio.writeSheet('sheet.csv', csv(cameras(2)))
  const { run_id: runId } = await studio.sync.start()
  await studio.sync.follow(runId)
  await studio.stateSql("update run set planned_at = '2026-01-01T00:00:00.000Z' where run_id = ?", runId)
  await studio.stateSql(
    "insert into inbox (webhook_id, type, received_at) values ('e', 'shoot.created', '2026-01-01T00:00:00.000Z')",
  )
  await studio.stateSql(
    "insert into inbox_todo (webhook_id, topic, received_at, next_try_at) values ('e', 'shoots', '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z')",
  )
  const text = await readMetrics()
  expect(valueOf(text, 'kitroom_worker_oldest_plan_seconds')).toBeGreaterThan(1_000_000)
  expect(valueOf(text, 'kitroom_worker_oldest_event_seconds')).toBeGreaterThan(1_000_000)
  expect(valueOf(text, 'kitroom_worker_oldest_reminder_seconds')).toBe(0)
  expect(text).toMatch(/^temporal_workflow_completed_total\{|^temporal_workflow_task_execution_latency_seconds/m)
  for (const table of ['inbox_todo', 'inbox']) await studio.stateSql(`delete from ${table} where webhook_id = 'e'`)
  await studio.sync.reject(runId)
})

it('/readyz fails while the API does not answer', async () => {
  await expect.poll(readStatus).toBe('200 ready')
  await studio.server.stop()
  await expect.poll(readStatus).toBe('503 API does not answer')
  await studio.restartServer()
  await expect.poll(readStatus).toBe('200 ready')
})
