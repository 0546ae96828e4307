import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Days } from '../worker/support/days.ts'
import { openMaintainedStudio, type MaintainedStudio } from '../worker/support/maintainedStudio.ts'
import type { Studio } from '../worker/support/studio.ts'
import { fullOrSmall } from '../support/counts.ts'

const ITEM_COUNT = fullOrSmall(20_000, 4000)

/** A daily run over 20,000 items, none of them due. */
const MAX_DAILY_MS = 10_000

let maintained: MaintainedStudio
let studio: Studio
let days: Days

beforeAll(async () => {
  maintained = await openMaintainedStudio()
  ;({ studio, days } = maintained)
})
afterAll(() => maintained[Symbol.asyncDispose]())

/** The peak memory of a process in MB, or undefined without /proc. */
function peakMb(pid: number): number | undefined {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024) : undefined
}

it(`${ITEM_COUNT} items with nothing due: the daily run is fast and needs little memory`, { timeout: 180_000 }, async () => {
  await maintained.make(ITEM_COUNT, { gear_type: 'lens', purchase_date: '2030-11-01' })
  const startedAtMs = performance.now()
  const counts = await days.runDay('2030-11-20')
  const tookMs = Math.round(performance.now() - startedAtMs)
  const rssMb = peakMb(studio.worker.pid)
  const memory = rssMb === undefined ? 'memory not measured: there is no /proc here' : `the worker used at most ${rssMb} MB`
  console.log(`${ITEM_COUNT} items, nothing due: the daily run took ${tookMs} ms; ${memory}`)
  expect(counts).toMatchObject({ planMaintenance: { made: 0, found: 0, done: 0 }, followService: { set: 0, returned: 0 } })
  expect(tookMs).toBeLessThan(MAX_DAILY_MS)
  expect(rssMb ?? 0).toBeLessThan(550)
})
