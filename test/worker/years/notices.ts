// The naive model of messages that are sent once: covered repairs, shoots of the next day, and readings that people
// should check.
import type { DayNumber } from '../yearModel.ts'
import { momentOf, STUDIO_ZONE } from './settings.ts'
import { describeCovered, describeReading, describeShoot, nameItem } from './titles.ts'
import {
  exists,
  isUnfinished,
  type Coverage,
  type Item,
  type Metered,
  type Notice,
  type Person,
  type Service,
  type Shoot,
  type World,
} from './world.ts'

const DAY_MS = 86_400_000
/** The longest time before a date at which somebody is reminded, and for which a lost event is made up for. */
const MAX_DAYS_BEFORE = 30
const EVENTS_LOST_DAYS = 14

/** Who gets reminders of maintenance of an item. */
function listConcerned({ people }: World, item: Item): Person[] {
  const concerned = people.filter((person) => person.takes('maintenance', item))
  return concerned.length > 0 ? concerned : people.slice(0, 1)
}

/** What is in force for the item on the date of a service: a warranty before an insurance, then what ends last. */
function findCoverage({ coverages }: World, { item, due }: Service): Coverage | undefined {
  const inForce = coverages.filter(
    (one) => exists(one) && one.item === item && (item.purchased ?? due) <= due && one.ends >= due,
  )
  const ofKind = (kind: Coverage['kind']): Coverage[] =>
    inForce.filter((one) => one.kind === kind).toSorted((a, b) => b.ends - a.ends)
  return ofKind('warranty')[0] ?? ofKind('insurance')[0]
}

function describeCoveredService(world: World, service: Service, day: DayNumber): string | undefined {
  if (!exists(service) || !isUnfinished(service) || service.item.isRetired) return undefined
  const coverage = findCoverage(world, service)
  return coverage && coverage.ends >= day
    ? describeCovered(service.service, nameItem(service.item), coverage.ends)
    : undefined
}

function isUpcoming({ day, time, status, isDeleted }: Shoot, today: DayNumber, nowMs: number): boolean {
  if (isDeleted || status === 'cancelled' || status === 'completed' || day < today || day > today + 1) return false
  return day > today || time === null || momentOf(day, time, STUDIO_ZONE) > nowMs
}

function describeUse(
  { item, value, use }: Metered,
  { change, from, to }: { change: 'fallen' | 'jumped'; from: number; to: number },
): string | undefined {
  const isTrue = change === 'fallen' ? value < from : value === to && use.pendingJump === to
  return isTrue ? describeReading(nameItem(item), { change, from }, value) : undefined
}

/** Its title; undefined once it is not true any more. */
export function describeNotice(
  world: World,
  { about, due }: Notice,
  day: DayNumber,
  nowMs: number,
): string | undefined {
  if (about.kind === 'maintenance') return describeCoveredService(world, about, day)
  if (about.kind === 'meter') return world.metered && describeUse(world.metered, about)
  return about.day === due && isUpcoming(about, day, nowMs) ? describeShoot(about, due === day) : undefined
}

/** Shoots and readings wait for the end of quiet hours only. */
export const isNoticeHeld = ({ about, to, queuedAtMs }: Notice, nowMs: number): boolean =>
  about.kind === 'maintenance' ? to.isHeld(nowMs, queuedAtMs) : to.isQuiet(nowMs)

/** Queues messages of covered gear that was opened or priced. */
export function queueCovered(world: World, services: Iterable<Service>, day: DayNumber, nowMs: number): void {
  for (const about of services) {
    if (
      about.isReported ||
      (about.isOfPlan && !about.isPriced) ||
      describeCoveredService(world, about, day) === undefined
    )
      continue
    about.isReported = true
    for (const to of listConcerned(world, about.item))
      world.notices.push({ about, due: about.due, to, queuedAtMs: nowMs, state: 'queued' })
  }
}

/** What a search for lost events finds. */
export const queueRecentCovered = (world: World, day: DayNumber, nowMs: number): void =>
  queueCovered(
    world,
    world.services.filter(
      ({ due, changedAtMs }) => due <= day + MAX_DAYS_BEFORE && changedAtMs >= nowMs - EVENTS_LOST_DAYS * DAY_MS,
    ),
    day,
    nowMs,
  )

/** Queues reminders of shoots that are missing. */
export function queueShoots(world: World, day: DayNumber, nowMs: number): void {
  for (const about of world.shoots.filter((shoot) => isUpcoming(shoot, day, nowMs)))
    for (const to of world.people.filter(({ takesShoots }) => takesShoots)) {
      const earlier = world.notices.filter((one) => one.about === about && one.to.id === to.id)
      if (earlier.some((one) => one.due === about.day && one.state !== 'dropped')) continue
      for (const one of earlier) if (one.state === 'queued') one.state = 'dropped'
      world.notices.push({ about, due: about.day, to, queuedAtMs: nowMs, state: 'queued' })
    }
}

/** Reads the meter. @returns the reading at which work is due, with what it is counted from */
export function readMeter(world: World, nowMs: number): string | undefined {
  const { metered } = world
  if (!metered) return undefined
  const { item, plan, value, readAt, completedAt, use } = metered
  const before = use.reports.length
  const due = use.step({ reading: { value, at: readAt }, completedAt }).get(plan)
  for (const text of use.reports.slice(before)) {
    const [change, from, to] = text.split(' ')
    const about = { kind: 'meter' as const, change: change as 'fallen' | 'jumped', from: Number(from), to: Number(to) }
    for (const person of listConcerned(world, item))
      world.notices.push({ about, due: 0, to: person, queuedAtMs: nowMs, state: 'queued' })
  }
  const start = use.startOf(plan)
  return due === undefined ? undefined : `at ${due} from ${start?.value} on ${start?.at.slice(0, 10)}`
}
