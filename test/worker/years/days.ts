// A day of the two years: the daily run at 08:00, what people do at 12:30, and the evening. Each time, product and
// model are compared.
import { expect } from 'vitest'
import type { InProcessStudio } from '../../support/inProcessStudio.ts'
import { dayOf, textOf, type DayNumber } from '../yearModel.ts'
import { editAtRandom } from './life.ts'
import type { Life } from './patch.ts'
import { planByUse, planServices, queueCoverages, queueServices, send } from './model.ts'
import { queueCovered, queueRecentCovered, queueShoots } from './notices.ts'
import type { ReceivedMessage } from './readMessages.ts'
import type { Receivers } from './receivers.ts'
import { momentOf, STUDIO_ZONE } from './settings.ts'
import { deliverEvents, sendDue, settle, settleSettings } from './settle.ts'
import { listServices } from './facts.ts'
import { describeUnsent } from './unsent.ts'
import { exists, type Service, type World } from './world.ts'

export interface Lived extends Life {
  receivers: Receivers
  counts: { messages: number; reminders: number; records: number }
  messageIds: Set<string>
  /** Finds the worker's faults, and queues messages of them. */
  checkProblems: () => Promise<void>
  /** `<recipient> <title>` of each. */
  problems: string[]
}

export const moveTo = ({ clock }: InProcessStudio, day: DayNumber, time: string): void =>
  clock.move(momentOf(day, time, STUDIO_ZONE) - clock.nowMs())

export const studioDay = ({ clock }: InProcessStudio): DayNumber =>
  dayOf(Temporal.Instant.fromEpochMilliseconds(clock.nowMs()).toZonedDateTimeISO(STUDIO_ZONE).toPlainDate().toString())

const toLines = ({ recipient, reminders }: ReceivedMessage): string[] =>
  reminders.filter(({ isProblem }) => !isProblem).map(({ id, title }) => `${recipient} ${id} ${title}`)

/**
 * Leaves out as many lines of a recipient as its messages count without listing them. What they count beside those gets
 * a line.
 */
function withoutCounted(
  expected: readonly string[],
  listed: readonly string[],
  received: readonly ReceivedMessage[],
): string[] {
  const unmatched = [...listed]
  const left = new Map<string, number>()
  for (const { recipient, moreCount } of received) left.set(recipient, (left.get(recipient) ?? 0) + moreCount)
  const kept: string[] = []
  for (const line of expected) {
    const index = unmatched.indexOf(line)
    const recipient = line.slice(0, line.indexOf(' '))
    const count = left.get(recipient) ?? 0
    if (index < 0 && count > 0) left.set(recipient, count - 1)
    else kept.push(line)
    if (index >= 0) unmatched.splice(index, 1)
  }
  return [
    ...kept,
    ...[...left].filter(([, count]) => count > 0).map(([recipient, count]) => `${recipient} counts ${count} more`),
  ]
}

/** Compares what was received since the last time with what the model sends. */
async function compareMessages(
  { world, studio, receivers, counts, messageIds, problems }: Lived,
  moment: string,
  { isOneEach }: { isOneEach: boolean },
): Promise<void> {
  const expected = send(world, studioDay(studio), studio.clock.nowMs())
  const received = receivers.take()
  const lines = received.flatMap(toLines)
  // Workflows that send at the same time may list what one message would only count.
  const listed = expected
    .filter(({ line, isUnlisted }) => !isUnlisted || (!isOneEach && lines.includes(line)))
    .map(({ line }) => line)
  expect(lines.toSorted(), `${moment}: messages (${await describeUnsent(studio)})`).toEqual(
    withoutCounted(listed, lines, received).toSorted(),
  )
  for (const { recipient, reminders } of received)
    problems.push(...reminders.filter(({ isProblem }) => isProblem).map(({ title }) => `${recipient} ${title}`))
  expect(receivers.falsehoods, `${moment}: what was not true`).toEqual([])
  for (const { messageId } of received) {
    expect(messageIds.has(messageId), `${moment}: ${messageId} is sent twice`).toBe(false)
    messageIds.add(messageId)
  }
  if (isOneEach)
    expect(new Set(received.map(({ recipient }) => recipient)).size, `${moment}: one message each`).toBe(
      received.length,
    )
  counts.messages += received.length
  counts.reminders += expected.length
}

const toLine = (tag: string, service: string, due: string, status: string): string =>
  `${tag} ${service} ${due} ${status}`
const lineOf = ({ item, service, due, status }: Service): string => toLine(item.tag, service, textOf(due), status)

/** Compares all maintenance records, and tells the model the ids of those that plans have created. */
async function compareRecords({ world, studio, counts }: Lived, moment: string): Promise<void> {
  const tags = new Map(world.items.map(({ id, tag }) => [id, tag]))
  const records = (await listServices(studio.api)).map((record) => ({
    id: record.id,
    line: toLine(
      tags.get(String(record['item_id'])) ?? '',
      String(record['service_type']),
      String(record['service_date']),
      record.status,
    ),
  }))
  const services = world.services.filter(exists)
  expect(records.map(({ line }) => line).toSorted(), `${moment}: records`).toEqual(services.map(lineOf).toSorted())
  const known = new Set(services.map(({ id }) => id))
  const added = records.filter(({ id }) => !known.has(id))
  for (const service of services)
    if (service.id === '') service.id = added.find(({ line }) => line === lineOf(service))?.id ?? ''
  counts.records = records.length
}

const listRecipients = ({ people }: World): Set<string> => new Set(people.map(({ recipient }) => recipient))

async function liveMorning(lived: Lived, day: DayNumber, isOneEach: boolean): Promise<void> {
  const { world, studio } = lived
  const nowMs = studio.clock.nowMs()
  await studio.runDaily()
  await settle(studio)
  // A workflow of events may hold reminders back for a moment.
  await sendDue(studio, listRecipients(world))
  planServices(world, day, nowMs)
  queueCoverages(world, day, nowMs)
  queueShoots(world, day, nowMs)
  queueServices(world, day, nowMs)
  queueRecentCovered(world, day, nowMs)
  world.opened.clear()
  await compareRecords(lived, `${textOf(day)} 08:00`)
  await compareMessages(lived, `${textOf(day)} 08:00`, { isOneEach })
}

async function deliver(lived: Lived, moment: string): Promise<void> {
  await sendDue(lived.studio, listRecipients(lived.world))
  await settle(lived.studio)
  await compareMessages(lived, moment, { isOneEach: false })
}

/** What happens at noon besides random edits. @returns true when kitroom.yaml has other people */
export type Script = (lived: Lived, day: DayNumber) => Promise<boolean>

/** What the worker does at noon. @returns true when a record is created */
function learnOfEdits({ world, studio }: Lived, day: DayNumber, hasOtherPeople: boolean): boolean {
  const nowMs = studio.clock.nowMs()
  queueCoverages(world, day, nowMs)
  queueCovered(world, world.opened, day, nowMs)
  world.opened.clear()
  if (world.hasEditedShoots) queueShoots(world, day, nowMs)
  world.hasEditedShoots = false
  const isPlanned = planByUse(world, day, nowMs)
  if (isPlanned || hasOtherPeople) queueServices(world, day, nowMs)
  if (isPlanned) queueRecentCovered(world, day, nowMs)
  return isPlanned
}

/** People edit, and the worker learns of it by events. */
export async function liveNoon(lived: Lived, day: DayNumber, script: Script): Promise<void> {
  const { studio } = lived
  const isEdited = (await editAtRandom(lived, day)) || lived.world.metered?.isReadToday === true
  const hasOtherPeople = await script(lived, day)
  if (lived.isWorkerDown) return
  await deliverEvents(studio, isEdited)
  await settleSettings(studio)
  if (learnOfEdits(lived, day, hasOtherPeople)) await compareRecords(lived, `${textOf(day)} 12:30`)
  await deliver(lived, `${textOf(day)} 12:30`)
}

/** @param isOneEach false on a morning on which the worker also starts */
export async function liveDay(lived: Lived, day: DayNumber, script: Script, isOneEach: boolean): Promise<void> {
  const { studio } = lived
  moveTo(studio, day, '08:00')
  if (!lived.isWorkerDown) await liveMorning(lived, day, isOneEach)
  moveTo(studio, day, '12:30')
  await liveNoon(lived, day, script)
  moveTo(studio, day, '20:00')
  if (lived.isWorkerDown) return
  await lived.checkProblems()
  await deliver(lived, `${textOf(day)} 20:00`)
}
