import { expect, test } from 'vitest'
import { CHANGED_SIGNAL, taskQueue, watchWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { findTimeSkipping } from '../support/timeSkipping/server.ts'
import { openSkippingStudio, type SkippingStudio } from '../support/timeSkipping/studio.ts'

const ZONE = 'Europe/Berlin'
const { open, missing } = await findTimeSkipping()
if (missing !== undefined) console.warn(`NOT RUN: months of a watch. There is no Temporal that skips time here: ${missing}`)
const why = missing === undefined ? '' : ` (NOT RUN, no Temporal that skips time: ${missing})`

// Nobody listens there: what is to go out by mail waits.
const CHANNELS = `reminders:
  channels:
    - { id: log, type: log }
    - { id: mail, type: email, from: kit@studio.example, to: [gear@studio.example], smtp: { host: 127.0.0.1, port: 1, security: none } }
`

interface Told {
  subject: string
  due_on: string
  step: number
  created_at: string
  state: string
}

/** What was told of a document: its end, the step, and the moment on the studio's clocks. */
async function toldOf(studio: SkippingStudio, document: string, channel = 'log'): Promise<string[]> {
  const rows = await studio.stateSql<Told>('select * from reminder where subject = ? and channel = ? order by created_at', document, channel)
  return rows.map(({ due_on, step, created_at, state }) => {
    const at = Temporal.Instant.from(created_at).toZonedDateTimeISO(ZONE)
    return `${due_on} ${step}: ${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })} ${state}`
  })
}

async function addDocument(studio: SkippingStudio, title: string, expiresOn: string): Promise<string> {
  const reply = await studio.settings.post('/documents', { type: 'insurance', title, expires_on: expiresOn })
  expect(reply.status).toBe(201)
  const { id } = reply.item()
  await studio.temporal.workflow.start(workflowNames.watch, {
    workflowId: watchWorkflowId(studio.account, id, expiresOn),
    taskQueue: taskQueue(studio.account),
    args: [{ documentId: id, expiresOn }],
  })
  return id
}

const outcome = (studio: SkippingStudio, id: string, expiresOn: string): Promise<unknown> =>
  studio.temporal.workflow.getHandle(watchWorkflowId(studio.account, id, expiresOn)).result()

test.skipIf(missing !== undefined)(
  `a watch lives through months, a change of clocks, an extension and a deletion${why}`,
  { timeout: 180_000 },
  async () => {
    if (!open) throw new Error(missing)
    await using studio = await openSkippingStudio(open, CHANNELS, ZONE)
    // The next winter: clocks go forward between the step of 30 days and that of 7.
    const { year } = Temporal.Instant.fromEpochMilliseconds(await studio.nowMs()).toZonedDateTimeISO('UTC')
    const start = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 10 })
    const on = (days: number): string => start.add({ days }).toString()
    const at = (days: number, hour = 12): Temporal.ZonedDateTime => start.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: { hour } })
    await studio.passUntil(at(0))

    const kept = await addDocument(studio, 'Kept', on(90))
    const extended = await addDocument(studio, 'Extended', on(31))
    const deleted = await addDocument(studio, 'Deleted', on(31))
    await studio.passUntil(at(2))
    const late = (days: number): string => `${on(days)} 90: ${on(0)} 12:00 sent`
    expect(await toldOf(studio, kept)).toEqual([late(90)])
    expect(await toldOf(studio, extended), 'found inside the window: only the last step that has come, then the next').toEqual([
      late(31),
      `${on(31)} 30: ${on(1)} 08:00 sent`,
    ])
    expect((await studio.settings.patch(`/documents/${extended}`, { updates: { expires_on: on(60) } })).status).toBe(200)
    const mails = (state: string): string[] => [`${on(31)} 90: ${on(0)} 12:00 skipped`, `${on(31)} 30: ${on(1)} 08:00 ${state}`]
    expect(await toldOf(studio, deleted, 'mail')).toEqual(mails('pending'))
    expect((await studio.settings.delete(`/documents/${deleted}`)).status).toBe(200)
    await studio.temporal.workflow.getHandle(watchWorkflowId(studio.account, deleted, on(31))).signal(CHANGED_SIGNAL)
    expect(await outcome(studio, deleted, on(31))).toBe('gone')
    expect(await toldOf(studio, deleted, 'mail'), 'what waits and is not so any more is not sent').toEqual(mails('skipped'))
    await studio.passUntil(at(120))

    const days = [90, 30, 7, 1, 0]
    expect(await toldOf(studio, kept)).toEqual([late(90), ...days.slice(1).map((step) => `${on(90)} ${step}: ${on(90 - step)} 08:00 sent`)])
    expect(await toldOf(studio, extended), 'another end is told of from its own steps on').toEqual([
      late(31),
      `${on(31)} 30: ${on(1)} 08:00 sent`,
      `${on(60)} 90: ${on(24)} 08:00 sent`,
      ...days.slice(1).map((step) => `${on(60)} ${step}: ${on(60 - step)} 08:00 sent`),
    ])
    expect(await toldOf(studio, deleted)).toEqual([late(31), `${on(31)} 30: ${on(1)} 08:00 sent`])
    expect(await Promise.all([outcome(studio, kept, on(90)), outcome(studio, extended, on(31)), outcome(studio, extended, on(60))])).toEqual([
      'over',
      'moved',
      'over',
    ])
    expect(await outcome(studio, deleted, on(31))).toBe('gone')
  },
)
