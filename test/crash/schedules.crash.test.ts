import { ScheduleOverlapPolicy } from '@temporalio/client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listSources } from '../../contract/control/control.ts'
import { pauseSchedule, resumeSchedule, type ScheduleInfo } from '../../contract/control/schedules.ts'
import { dailyScheduleId, syncScheduleId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { codeOf } from '../worker/support/codes.ts'
import { openSchedules, type Schedules } from '../worker/support/schedules.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// Schedules in Temporal follow kitroom.yaml and the profile. Pauses by an operator persist.

let studio: Studio
let schedules: Schedules

const source = (id: string, schedule?: string): string =>
  `  - { id: ${id}, file: ${id}.csv${schedule ? `, schedule: "${schedule}"` : ''} }\n`
const configure = (...sources: string[]): void => studio.configure(`sources:\n${sources.join('')}`)

beforeAll(async () => {
  studio = await openStudio(testTemporal(), {
    config: `sources:\n${source('main', '0 6 * * *')}${source('plain')}`,
  })
  schedules = await openSchedules(testTemporal(), studio)
})
afterAll(async () => {
  await schedules[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})
beforeEach(async () => {
  configure(source('main', '0 6 * * *'), source('plain'))
  await until('only main has a schedule', async () => (await schedules.list()).join() === schedules.id('main'))
  await until('at six', async () => (await hourOf('main')) === 6)
})

const hourOf = async (id: string): Promise<number | undefined> =>
  (await schedules.find(id))?.spec.calendars?.[0]?.hour?.[0]?.start
const infoOf = async (id: string): Promise<ScheduleInfo | null | undefined> => {
  const { body } = await studio.sync.client.call(listSources)
  return body.data.find((one) => one.source === id)?.schedule
}
const pause = (id: string, note?: string) =>
  studio.sync.client.call(pauseSchedule, { params: { source: id }, body: note === undefined ? {} : { note } })
const resume = (id: string) => studio.sync.client.call(resumeSchedule, { params: { source: id }, body: {} })

it('a source with a schedule has one in Temporal, in the studio’s time zone, without overlap, with a catch-up window of an hour', async () => {
  const description = await schedules.find('main')
  expect(description?.spec).toMatchObject({ timezone: 'UTC', jitter: undefined })
  expect(description?.spec.calendars).toHaveLength(1)
  expect(description?.policies).toMatchObject({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 3_600_000 })
  expect(description?.action).toMatchObject({
    workflowType: workflowNames.scheduledSync,
    taskQueue: taskQueue(schedules.account),
    args: [{ source: 'main' }],
  })
  expect(description?.action.memo).toEqual({
    account: schedules.account,
    configHash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  })
  expect(await schedules.find('plain')).toBeUndefined()

  const info = await infoOf('main')
  expect(info).toEqual({
    cron: '0 6 * * *',
    time_zone: 'UTC',
    next_at: expect.stringMatching(/T06:00:00\.000Z$/) as string,
    paused: false,
    note: null,
  })
  expect(Date.parse(info?.next_at ?? '')).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
  expect(await infoOf('plain')).toBeNull()
})

it('an edit of kitroom.yaml updates only the schedules that it changes', async () => {
  const scheduleBefore = await schedules.find('main')
  configure(source('main', '0 6 * * *'), source('plain', '30 7 1 * mon'))
  const addedSchedule = await until('plain has a schedule', () => schedules.find('plain'))
  expect(addedSchedule.spec.calendars, 'either day matches, as in a crontab').toHaveLength(2)
  expect((await schedules.find('main'))?.info.lastUpdatedAt).toEqual(scheduleBefore?.info.lastUpdatedAt)
  configure(source('main', '15 9 * * *'), source('plain', '30 7 1 * mon'))
  await until('main is at nine', async () => (await hourOf('main')) === 9)
  expect(await infoOf('main')).toMatchObject({
    cron: '15 9 * * *',
    next_at: expect.stringMatching(/T09:15:00\.000Z$/) as string,
  })
})

it('an invalid kitroom.yaml changes no schedule, and the log names the line', async () => {
  configure(source('main', '0 6 31 2 *'))
  await studio.worker.waitForLog(/kitroom\.yaml:2: sources\.0\.schedule: names a time that never comes/)
  expect(await hourOf('main')).toBe(6)
})

it('a pause persists through an edit and a restart of the worker, until it is resumed', async () => {
  expect((await pause('main', 'Stocktaking until Monday')).body.data).toMatchObject({
    paused: true,
    note: 'Stocktaking until Monday',
    next_at: null,
  })
  configure(source('main', '0 10 * * *'))
  await until('main is at ten', async () => (await hourOf('main')) === 10)
  expect((await schedules.find('main'))?.state).toMatchObject({ paused: true, note: 'Stocktaking until Monday' })
  await studio.worker.stop()
  configure(source('main', '0 11 * * *'))
  await studio.startWorker()
  await until('main is at eleven', async () => (await hourOf('main')) === 11)
  expect(await infoOf('main')).toMatchObject({ paused: true, note: 'Stocktaking until Monday' })
  expect((await resume('main')).body.data).toMatchObject({
    paused: false,
    note: null,
    next_at: expect.stringMatching(/T11:00/) as string,
  })
  expect((await schedules.find('main'))?.state.paused).toBe(false)
})

it('a pause made with Temporal’s own tools persists, even when Temporal loses the schedule', async () => {
  const handle = schedules.client.schedule.getHandle(schedules.id('main'))
  await handle.pause('by the operator')
  configure(source('main', '0 12 * * *'))
  await until('main is at twelve', async () => (await hourOf('main')) === 12)
  await handle.delete()
  configure(source('main', '0 13 * * *'))
  await until('main is at thirteen', async () => (await hourOf('main')) === 13)
  expect((await schedules.find('main'))?.state).toMatchObject({ paused: true, note: 'by the operator' })
  await resume('main')
})

it('removing a source deletes its schedule, and leaves schedules that Kitroom did not make', async () => {
  const { client, account } = schedules
  const id = (name: string): string => schedules.id(name)
  const createOther = (scheduleId: string, memo?: Record<string, unknown>) =>
    client.schedule.create({
      scheduleId,
      spec: { cronExpressions: ['0 1 1 1 *'] },
      action: {
        type: 'startWorkflow',
        workflowType: 'other',
        taskQueue: 'other',
        workflowId: `${scheduleId}:run`,
        ...(memo ? { memo } : {}),
      },
    })
  const otherHandles = [
    await createOther(`${account}:nightly`, { account }),
    await createOther(id('by-hand')),
    await createOther(id('ghost')),
    await createOther(syncScheduleId('0123456789ab', `main-${account}`), { account: '0123456789ab' }),
  ]
  configure(source('main', '0 6 * * *'), source('plain', '0 7 * * *'))
  await until('plain has a schedule', () => schedules.find('plain'))
  configure(source('main', '0 6 * * *'), source('by-hand', '0 8 * * *'))
  await until('plain has none', async () => (await schedules.find('plain')) === undefined)
  await studio.worker.waitForLog(/^by-hand has no schedule: .* is taken by a schedule that Kitroom did not make/)
  for (const otherHandle of otherHandles) {
    expect((await otherHandle.describe()).action).toMatchObject({ workflowType: 'other' })
    await otherHandle.delete()
  }
})

it('the daily run has a schedule, which follows kitroom.yaml and keeps a pause', async () => {
  const handle = schedules.client.schedule.getHandle(dailyScheduleId(schedules.account))
  const hour = async (): Promise<number | undefined> => (await handle.describe()).spec.calendars?.[0]?.hour?.[0]?.start
  const description = await handle.describe()
  expect(description.spec).toMatchObject({
    timezone: 'UTC',
    calendars: [{ hour: [{ start: 8 }], minute: [{ start: 0 }] }],
  })
  expect(description.policies).toMatchObject({
    overlap: ScheduleOverlapPolicy.BUFFER_ONE,
    catchupWindow: 2 * 24 * 3_600_000,
  })
  expect(description.action).toMatchObject({
    workflowType: workflowNames.daily,
    taskQueue: taskQueue(schedules.account),
    args: [{}],
  })
  await handle.pause('closed for the summer')
  studio.configure(`sources:\n${source('main', '0 6 * * *')}reminders: { at: "09:30" }\n`)
  await until('the daily run is at half past nine', async () => (await hour()) === 9)
  expect((await handle.describe()).state).toMatchObject({ paused: true, note: 'closed for the summer' })
  await handle.delete()
  configure(source('main', '0 6 * * *'))
  await until('the daily run is at eight', async () => (await hour().catch(() => undefined)) === 8)
  expect((await handle.describe()).state).toMatchObject({ paused: true, note: 'closed for the summer' })
  await handle.unpause()
})

it('a source without a schedule cannot be paused', async () => {
  expect(await codeOf(pause('plain'))).toBe('no_schedule')
  expect(await codeOf(resume('plain'))).toBe('no_schedule')
  expect(await codeOf(pause('nobody'))).toBe('unknown_source')
  expect(await codeOf(pause('main', 'x'.repeat(201)))).toBe('invalid_request')
})

it('a change of the profile’s time zone updates the schedules', async () => {
  await studio.apiSql("update profile set timezone = 'Europe/Berlin'")
  await studio.worker.stop()
  await studio.startWorker()
  const daily = schedules.client.schedule.getHandle(dailyScheduleId(schedules.account))
  await until('the daily run is in Berlin', async () => (await daily.describe()).spec.timezone === 'Europe/Berlin')
  await until('main is in Berlin', async () => (await schedules.find('main'))?.spec.timezone === 'Europe/Berlin')
  const info = await until('the list says so', async () =>
    (await infoOf('main'))?.time_zone === 'Europe/Berlin' ? infoOf('main') : undefined,
  )
  expect(Temporal.Instant.from(info?.next_at ?? '').toZonedDateTimeISO('Europe/Berlin').hour).toBe(6)
})
