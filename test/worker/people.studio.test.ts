import { afterAll, beforeAll, expect, it } from 'vitest'
import { previewReminder, type PreviewKind } from '../../contract/control/reminderPreview.ts'
import type { Days } from './support/days.ts'
import { openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import type { Studio } from './support/studio.ts'
import { until } from '../support/wait.ts'

// Reminders reach the people whom they concern, by their own steps, and each of them once.

let mailed: MailedStudio
let studio: Studio
let days: Days

const configOf = (port: number, people: readonly string[]): string => `
sources:
  - { id: main, file: sheet.csv }
warranty: { steps: [7] }
maintenance: { covered_repairs: false }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people:
${people.map((person) => `    - ${person}`).join('\n')}
`
const LEAD = '{ id: lead, name: Lead, channels: [{ channel: mail, to: lead@studio.example }], only: { type: lens } }'
const PILOT =
  '{ id: pilot, name: Pilot, channels: [{ channel: mail, to: pilot@studio.example }], only: { type: drone }, steps: { maintenance: { before: [30] }, warranty: [20] } }'
const CAMERA =
  '{ id: cam, name: Cam, channels: [{ channel: mail, to: cam@studio.example }], only: { brand: canon }, kinds: [warranty] }'

beforeAll(async () => {
  mailed = await openMailedStudio((port) => configOf(port, [LEAD, PILOT, CAMERA]))
  ;({ studio, days } = mailed)
})
afterAll(() => mailed[Symbol.asyncDispose]())

const isNamedTo = (id: string, what: string): boolean => mailed.countMails(what, id) > 0
const addService = (item: Record<string, unknown>): Promise<string> => mailed.addService(item, '2031-06-30')

it('each person gets what concerns them at their own steps, and the first what concerns nobody', async () => {
  const end = { warranty_expires_on: '2031-06-30' }
  await addService({ gear_type: 'drone', brand: 'DJI', model: 'Mavic', ...end })
  await addService({ gear_type: 'camera', brand: 'Canon', model: 'R5', ...end })
  await addService({ gear_type: 'lens', brand: 'Sony', model: '50mm', ...end })

  // 30 days before: the pilot's own step of maintenance.
  await days.runDay('2031-05-31')
  expect(isNamedTo('pilot', 'Check of DJI Mavic')).toBe(true)
  expect(mailed.countMails('', 'lead')).toBe(0)
  expect(mailed.countMails('', 'cam')).toBe(0)
  // 20 days before: the pilot's own step of warranties.
  await days.runDay('2031-06-10')
  expect(isNamedTo('pilot', 'Warranty of DJI Mavic')).toBe(true)
  expect(mailed.countMails('', 'lead')).toBe(0)
  expect(mailed.countMails('', 'cam')).toBe(0)
  // 14 and 7 days before: the steps of the settings. Maintenance of the camera concerns nobody, so the first person gets it.
  await days.runDay('2031-06-16')
  await days.runDay('2031-06-23')
  expect(mailed.countMails('', 'pilot')).toBe(2)
  expect(isNamedTo('lead', 'Check of Sony 50mm')).toBe(true)
  expect(isNamedTo('lead', 'Check of Canon R5')).toBe(true)
  expect(isNamedTo('lead', 'Warranty of Sony 50mm')).toBe(true)
  expect(isNamedTo('lead', 'Warranty of Canon')).toBe(false)
  expect(isNamedTo('lead', 'DJI')).toBe(false)
  expect(isNamedTo('cam', 'Warranty of Canon R5')).toBe(true)
  expect(isNamedTo('cam', 'Check of')).toBe(false)
  expect(isNamedTo('cam', 'Sony')).toBe(false)
})

it('a preview shows what concerns a person, and an example if nothing does', async () => {
  const preview = async (kind: PreviewKind, person?: string): Promise<string> => {
    const { data } = (await studio.sync.client.call(previewReminder, { query: { kind, person } })).body
    return `${data.is_example} ${data.subject}`
  }
  expect(await preview('maintenance', 'pilot')).toBe('false Check of DJI Mavic is due on 2031-06-30')
  expect(await preview('maintenance', 'lead')).toMatch(/^false Check of (?:Canon R5|Sony 50mm) is due on 2031-06-30$/)
  expect(await preview('warranty', 'cam')).toMatch(/^false Warranty of Canon R5 ends on 2031-06-30, in \d+ days$/)
  expect(await preview('warranty')).toMatch(/^false Warranty of .* ends on 2031-06-30, in \d+ days$/)
  for (const kind of ['maintenance', 'insurance', 'covered_service', 'shoot_tomorrow', 'problem'] as const)
    expect(await preview(kind, 'cam')).toMatch(/^true Example: /)
  const digestOf = async (person?: string) =>
    (await studio.sync.client.call(previewReminder, { query: { kind: 'digest', person } })).body.data
  expect((await digestOf('pilot')).text).toMatch(
    /LATER\n\n.* of DJI Mavic .*2031-06-30[^]*\n----\n\n.* of DJI Mavic .*2031-06-30[^]*kitroom reminders ack <id>/,
  )
  expect(await digestOf('pilot')).toMatchObject({ is_example: false, subject: '2 reminders of your studio' })
  expect(await digestOf('cam')).toMatchObject({
    is_example: false,
    subject: expect.stringContaining('Warranty of Canon R5 ends'),
  })
  await expect(preview('warranty', 'nobody')).rejects.toThrow(
    'There is no person "nobody" in kitroom.yaml. It has: lead, pilot, cam.',
  )
})

it('ends that have passed are not read again once the people they concern were notified', async () => {
  await days.runDay('2031-07-02')
  await days.runDay('2031-07-03')
  expect(await studio.stateSql('select document_id from coverage where settled_end is null')).toEqual([])
})

it('a person who is added gets one message of what is due for them', async () => {
  studio.configure(
    configOf(mailed.mail.port, [LEAD, PILOT, CAMERA, PILOT.replaceAll('pilot', 'second').replace('Pilot', 'Second')]),
  )
  const isReached = async (): Promise<boolean> => {
    await days.runDay('2031-07-04')
    return isNamedTo('second', 'Warranty of DJI Mavic')
  }
  await until('the person who was added is reached', isReached)
  expect(mailed.countMails('', 'second')).toBe(1)
  expect(isNamedTo('second', 'Canon')).toBe(false)
  expect(isNamedTo('second', 'Sony')).toBe(false)
})
