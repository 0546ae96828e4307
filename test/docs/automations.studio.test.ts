import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { PlanSettings, ReminderStepsSchema } from '../../config/maintenance.ts'
import { toNthOccurrence } from '../../activities/maintenance/occurrences.ts'
import { renderMail } from '../../messages/channels/email/renderMail.ts'
import { presentMessage } from '../../activities/notify/presentMessage.ts'
import type { Notification } from '../../activities/notify/types.ts'
import { createApi, type Api } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import { fillSection, sectionOf } from './sheets/sections.ts'
import { until } from '../support/wait.ts'
import { notificationKinds } from '../../activities/kinds.ts'

const pathOf = (page: string): string => fileURLToPath(new URL(`../../docs/${page}.md`, import.meta.url))
const textOf = (page: string): string => readFileSync(pathOf(page), 'utf8')
const settings = [...textOf('maintenance').matchAll(/```yaml\n(maintenance:[\s\S]*?)```/g)].map(
  (match) => match[1] ?? '',
)
const SHOWN_DATES = { due: '2027-03-28', bought: '2026-09-28', moment: '2027-03-16T08:00:00.000Z' }

let studio: LocalStudio
let api: Api

beforeAll(async () => {
  studio = await startLocalStudio(settings.join('\n'))
  api = createApi(studio.apiUrl.replace(/\/api\/v1$/, ''), studio.account.api_key)
})
afterAll(() => studio.stop())

/** A purchase date and the due date six months later, at least 9 days from today. The day exists in every month. */
function findDay(): { bought: string; due: string } {
  const today = Temporal.Now.plainDateISO('UTC')
  for (let days = 9; ; days++) {
    const due = today.add({ days }).toString()
    const bought = today.add({ days }).subtract({ months: 6 }).toString()
    if (Number(due.slice(8)) <= 28 && toNthOccurrence(bought, { unit: 'months', count: 6 }, 1) === due)
      return { bought, due }
  }
}

/** Replaces values that differ between runs. */
const maskRun = (output: string): string =>
  output
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, SHOWN_DATES.moment)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    // The end of a record's id in a table.
    .replaceAll(/(?<=  |ack |snooze )[0-9a-f]{8}(?=  | --for|\n)/g, '5f0c7a1e')
    // The formatter removes trailing spaces.
    .replaceAll(/ +$/gm, '')
    .trimEnd()

const mask = (output: string, { bought, due }: { bought: string; due: string }): string =>
  maskRun(output.replaceAll(due, SHOWN_DATES.due).replaceAll(bought, SHOWN_DATES.bought))

/** The section of a page, whose name begins with that of the page. UPDATE_DOCS=1 updates it first. */
function sectionText(name: `${'maintenance' | 'warranties'}, ${string}`, content: string): string | undefined {
  const page = name.split(',')[0] ?? ''
  if (process.env['UPDATE_DOCS']) writeFileSync(pathOf(page), fillSection(textOf(page), name, content))
  return sectionOf(textOf(page), name)
}

it('the settings of docs/maintenance.md are valid, and every setting is explained', () => {
  expect(settings.flatMap((block) => loadConfig(block).maintenance.plans)).toHaveLength(2)
  const [planByUse = ''] = [...textOf('maintenance').matchAll(/```yaml\n(- id: shutter\n[\s\S]*?)```/g)].map(
    (match) => match[1] ?? '',
  )
  expect(
    loadConfig(`maintenance:\n  plans:\n${planByUse.replaceAll(/^/gm, '    ')}`).maintenance.plans.map(
      ({ use }) => use?.lead,
    ),
  ).toEqual([5000])
  expect(Object.keys(PlanSettings.shape).filter((name) => !textOf('maintenance').includes(`\n| \`${name}\``))).toEqual(
    [],
  )
  expect(
    Object.keys(ReminderStepsSchema.shape).filter((name) => !textOf('maintenance').includes(`\`${name}\``)),
  ).toEqual([])
})

it('the example of maintenance is the output of real commands; UPDATE_DOCS=1 writes it', async () => {
  const day = findDay()
  const camera = await api.createItem({
    gear_type: 'camera',
    brand: 'Canon',
    model: 'EOS R5',
    asset_tag: 'CAM-1',
    status: 'ready',
    purchase_date: day.bought,
  })
  const forecast = await runCli(['maintenance', 'forecast'], studio.env)
  const laterDue = Temporal.PlainDate.from(day.due).add({ months: 6 }).toString()
  const services = forecast.out.split('\n\n')[0]?.replaceAll(laterDue, '2027-09-28') ?? ''
  const forecastText = mask(`$ npm run -s kitroom -- maintenance forecast\n${services}`, day)
  expect(sectionText('maintenance, a forecast', forecastText)).toBe(forecastText)
  const dayRun = (await runCli(['reminders', 'run'], studio.env)).out.trimEnd()
  const list = await until('the reminder is sent', async () => {
    const { out } = await runCli(['reminders', 'list'], studio.env)
    return /^sent /m.test(out) && out.trimEnd()
  })
  const commands = [
    // The wake-up for due reminders may send it before the daily run does.
    '$ npm run -s kitroom -- reminders run',
    dayRun.replace('Sending: nothing to do', 'Sending: 1 reminder sent'),
    '$ npm run -s kitroom -- reminders list',
    list,
  ]
  const printedText = mask(commands.join('\n'), day)
  expect(sectionText('maintenance, a day', printedText)).toBe(printedText)

  const [record] = (await api.get(`/maintenance?item_id=${camera.id}`)).items()
  const madeRecord = mask(JSON.stringify(record, null, 2), day)
  expect(sectionText('maintenance, a record', madeRecord)).toBe(madeRecord)

  const gear = async (): Promise<string> => {
    const { brand, model, asset_tag, status } = (await api.get(`/gear/${camera.id}`)).item()
    return JSON.stringify({ brand, model, asset_tag, status })
  }
  await api.patch(`/maintenance/${record?.id}`, { updates: { status: 'in_progress' } })
  const inService = await until('it is in service', async () => (await gear()).includes('"maintenance"') && gear())
  expect(sectionText('maintenance, gear in service', inService)).toBe(inService)
  await api.patch(`/maintenance/${record?.id}`, { updates: { status: 'completed' } })
  const itemBack = await until('it is back', async () => !(await gear()).includes('"maintenance"') && gear())
  expect(sectionText('maintenance, gear after service', itemBack)).toBe(itemBack)
})

const newest = async (count: number): Promise<string> => {
  const command = ['reminders', 'list', '--limit', String(count)]
  const { out } = await runCli(command, studio.env)
  return `$ npm run -s kitroom -- ${command.join(' ')}\n${out.trimEnd()}`
}

it('the settings of docs/warranties.md are the defaults, and every setting is explained', () => {
  const [block = ''] = [...textOf('warranties').matchAll(/```yaml\n(warranty:[\s\S]*?)```/g)].map(
    (match) => match[1] ?? '',
  )
  const { warranty } = loadConfig(block)
  expect(warranty).toEqual(loadConfig('').warranty)
  expect(Object.keys(warranty).filter((name) => !textOf('warranties').includes(`\n| \`${name}\``))).toEqual([])
})

it('the example of a warranty is the output of real commands; UPDATE_DOCS=1 writes it', async () => {
  const camera = await api.createItem({
    gear_type: 'camera',
    brand: 'Sony',
    model: 'A1',
    asset_tag: 'CAM-2',
    serial_number: '4711',
  })
  const dateIn = (days: number): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
  const setEnd = async (days: number): Promise<unknown> =>
    api.patch(`/gear/${camera.id}`, {
      updates: { warranty_expires_on: dateIn(days), warranty_provider: 'Sony Imaging' },
    })
  const maskText = (output: string): string =>
    maskRun(output.replaceAll(dateIn(20), '2027-04-05').replaceAll(dateIn(45), '2027-04-30'))
  const isSent = (day: string) => async (): Promise<string | false> => {
    const listedReminders = await newest(1)
    return listedReminders.includes(day) && listedReminders.includes('\nsent') && listedReminders
  }
  await setEnd(20)
  const firstText = maskText(await until('the reminder is sent', isSent(dateIn(20))))
  expect(sectionText('warranties, told', firstText)).toBe(firstText)
  const [row] = await runSql<{ payload: string; subject: string }>(
    join(studio.dataFolder, 'worker.db'),
    'select payload, subject from reminder where due_on = ?',
    dateIn(20),
  )
  const notification = {
    ...(JSON.parse(row?.payload ?? '') as Pick<Notification, 'title' | 'facts'>),
    kind: 'warranty',
    subject: row?.subject ?? '',
    dueOn: dateIn(20),
    step: 30,
  }
  const message = maskText(renderMail({ reminders: [presentMessage(notificationKinds, notification, dateIn(0))] }).text)
  expect(sectionText('warranties, a message', message)).toBe(message)

  await setEnd(45)
  await until('the reminder of the new date is sent', isSent(dateIn(45)))
  const movedText = maskText(await newest(2))
  expect(sectionText('warranties, moved', movedText)).toBe(movedText)
})
