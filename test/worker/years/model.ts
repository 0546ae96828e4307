// The naive model of the automations: it goes through everything each time, and forgets nothing.
import type { DayNumber } from '../yearModel.ts'
import { describeNotice, isNoticeHeld, readMeter } from './notices.ts'
import { describeCoverage, describeService, ESCALATED, nameItem } from './titles.ts'
import {
  dateOf,
  exists,
  isOpen,
  isUnfinished,
  listReminders,
  type Item,
  type Notice,
  type Person,
  type Plan,
  type Reminder,
  type Service,
  type Subject,
  type World,
} from './world.ts'

const DAY_MS = 86_400_000
const MAX_WAIT_DAYS = 14
const ESCALATION_MS = 2 * DAY_MS
/** A message with several reminders only counts coverage that ended earlier. */
const LISTED_DAYS = 30

const addService = ({ services }: World, item: Item, { service }: Plan, due: DayNumber, nowMs: number): number =>
  services.push({
    kind: 'maintenance',
    id: '',
    item,
    service,
    due,
    status: 'scheduled',
    doneOn: null,
    isDeleted: false,
    isOfPlan: true,
    isPriced: false,
    changedAtMs: nowMs,
    isReported: false,
    reminders: [],
  })

function planItem(world: World, day: DayNumber, nowMs: number, item: Item, plan: Plan): void {
  const listSame = (): Service[] =>
    world.services.filter((one) => one.item === item && one.service === plan.service && exists(one))
  const lastDone = Math.max(item.since, ...listSame().map(({ doneOn }) => doneOn ?? 0))
  const dates = plan.dates(item, lastDone).filter((due) => due > item.since)
  const missed = dates.findLast((due) => due < day)
  for (const due of [missed, dates.find((next) => next >= day)]) {
    if (due === undefined || due > day + plan.leadDays || world.planned.has(`${item.id} ${plan.id} ${due}`)) continue
    const same = listSame()
    const isThere = same.some((record) => record.due === due)
    if (!isThere && plan.waits && same.some(isUnfinished)) continue
    world.planned.add(`${item.id} ${plan.id} ${due}`)
    const wasDone = due === missed && same.some(({ doneOn }) => doneOn !== null && doneOn >= due - plan.leadDays)
    if (!isThere && !wasDone) addService(world, item, plan, due, nowMs)
  }
}

/** Work that is due by the present reading, and that by time. @returns true when a record is created */
export function planByUse(world: World, day: DayNumber, nowMs: number): boolean {
  const { metered, services } = world
  const plan = world.plans.find(({ id }) => id === metered?.plan)
  if (!metered || !plan) return false
  const { item } = metered
  const before = services.length
  const due = readMeter(world, nowMs)
  const isOpen = services.some(
    (one) => one.item === item && one.service === plan.service && exists(one) && isUnfinished(one),
  )
  if (due !== undefined && !world.planned.has(due) && !isOpen) {
    world.planned.add(due)
    addService(world, item, plan, day, nowMs)
  }
  planItem(world, day, nowMs, item, plan)
  return services.length > before
}

/** Creates the records that plans require. */
export function planServices(world: World, day: DayNumber, nowMs: number): void {
  for (const item of world.items)
    for (const plan of world.plans)
      if (plan.id !== world.metered?.plan && !item.isDeleted && !item.isRetired && plan.applies(item))
        planItem(world, day, nowMs, item, plan)
  planByUse(world, day, nowMs)
}

const isSamePerson = (a: Person, b: Person): boolean => a.channel === b.channel && a.recipient === b.recipient

/** The step of which a person should have been reminded by now: the last one that has been reached. */
function findStep(world: World, about: Subject, day: DayNumber, person: Person): number | undefined {
  const due = dateOf(about)
  const steps = about.kind === 'maintenance' ? person.maintenanceSteps : person.coverageSteps
  const step = steps.findLast((one) => one >= due - day)
  const answer = world.answers.find((one) => one.about === about && one.due === due)
  if (step === undefined || !answer) return step
  return answer.until === null || answer.until > day ? undefined : Math.min(step, due - answer.until)
}

const listOf = (about: Subject, to: Person): Reminder[] => about.reminders.filter((one) => isSamePerson(one.to, to))

/** @returns false when the person was reminded of this step or a later one */
function queueTo(about: Subject, to: Person, step: number, nowMs: number): boolean {
  const due = dateOf(about)
  const earlier = listOf(about, to)
  if (earlier.some((one) => one.state !== 'dropped' && one.due === due && one.step <= step)) return false
  for (const one of earlier) if (one.state === 'queued') one.state = 'dropped'
  about.reminders.push({ about, due, step, to, queuedAtMs: nowMs, state: 'queued' })
  return true
}

/** Once per record and date, unless that person is reminded anyway. */
function escalate(about: Subject, to: Person, nowMs: number): void {
  const due = dateOf(about)
  const earlier = listOf(about, to)
  if (earlier.some((one) => one.state !== 'dropped' && one.due === due)) return
  for (const one of earlier) if (one.state === 'queued') one.state = 'dropped'
  about.reminders.push({
    about,
    due,
    step: 0,
    to,
    queuedAtMs: nowMs,
    notBeforeMs: nowMs + ESCALATION_MS,
    state: 'queued',
  })
}

function queue(world: World, about: Subject, day: DayNumber, nowMs: number): void {
  if (!isOpen(about)) return
  const concerned = world.people.filter((person) => person.takes(about.kind, about.item))
  let isAdded = false
  for (const to of concerned.length > 0 ? concerned : world.people.slice(0, 1)) {
    const step = findStep(world, about, day, to)
    if (step !== undefined && queueTo(about, to, step, nowMs)) isAdded = true
  }
  if (isAdded) escalate(about, world.escalatesTo, nowMs)
}

/** Queues what is due of maintenance. */
export function queueServices(world: World, day: DayNumber, nowMs: number): void {
  for (const record of world.services) queue(world, record, day, nowMs)
}

/** Queues what is due of warranties and insurances. */
export function queueCoverages(world: World, day: DayNumber, nowMs: number): void {
  for (const coverage of world.coverages) {
    for (const one of coverage.reminders) if (one.state === 'queued' && one.due !== coverage.ends) one.state = 'dropped'
    queue(world, coverage, day, nowMs)
  }
}

function describe({ about, due, notBeforeMs }: Reminder, day: DayNumber): string {
  const item = about.item ? nameItem(about.item) : undefined
  const title =
    about.kind === 'maintenance'
      ? describeService(about.service, item ?? '', due, day)
      : describeCoverage(about.kind, item, about.title, due, day)
  return notBeforeMs === undefined ? title : `${ESCALATED}${title}`
}

const isLongEnded = ({ about, due }: Reminder, day: DayNumber): boolean =>
  about.kind !== 'maintenance' && due < day - LISTED_DAYS

/** A line of a message. */
export interface SentLine {
  /** `<recipient> <end of the id> <title>`; without the id where the message has none. */
  line: string
  /** True for what only a message of its own lists. */
  isUnlisted: boolean
}

/** What is due for a person now. Drops what is not true any more. */
function listDue(
  world: World,
  person: Person,
  day: DayNumber,
  nowMs: number,
): { reminders: Reminder[]; notices: Notice[] } {
  const isDue = ({ notBeforeMs, queuedAtMs }: Reminder): boolean =>
    notBeforeMs === undefined ? !person.isHeld(nowMs, queuedAtMs) : notBeforeMs <= nowMs
  const reminders = listReminders(world).filter(
    (one) => one.state === 'queued' && isSamePerson(one.to, person) && isDue(one),
  )
  const notices = world.notices.filter(
    (one) => one.state === 'queued' && isSamePerson(one.to, person) && !isNoticeHeld(one, nowMs),
  )
  for (const one of reminders) if (!isOpen(one.about) || dateOf(one.about) !== one.due) one.state = 'dropped'
  for (const one of notices) if (describeNotice(world, one, day, nowMs) === undefined) one.state = 'dropped'
  const isQueued = ({ state }: { state: Reminder['state'] }): boolean => state === 'queued'
  return { reminders: reminders.filter(isQueued), notices: notices.filter(isQueued) }
}

function dropOld(world: World, nowMs: number): void {
  for (const one of [...listReminders(world), ...world.notices])
    if (one.state === 'queued' && one.queuedAtMs < nowMs - MAX_WAIT_DAYS * DAY_MS) one.state = 'dropped'
}

/** Sends to everybody what is due. */
export function send(world: World, day: DayNumber, nowMs: number): SentLine[] {
  dropOld(world, nowMs)
  // A channel that fails is asked no more until later.
  const failed = new Set<string>()
  return world.people.flatMap((person) => {
    if (failed.has(person.channel)) return []
    const { reminders, notices } = listDue(world, person, day, nowMs)
    if (reminders.length + notices.length > 0 && world.downChannels.has(person.channel)) {
      failed.add(person.channel)
      return []
    }
    for (const one of [...reminders, ...notices]) one.state = 'sent'
    const isSingle = reminders.length + notices.length === 1
    const toLine = (id: string, title: string): string =>
      `${person.recipient} ${person.channel === 'push' ? '' : id} ${title}`
    return [
      ...reminders.map((one) => ({
        line: toLine(one.about.id.slice(-8), describe(one, day)),
        isUnlisted: !isSingle && isLongEnded(one, day),
      })),
      ...notices.map((one) => ({ line: toLine('', describeNotice(world, one, day, nowMs) ?? ''), isUnlisted: false })),
    ]
  })
}

/**
 * Stores the answer to a reminder.
 * @param days to postpone by; null: acknowledge
 * @returns the day of the next reminder
 */
export function answer(world: World, { about, due }: Reminder, day: DayNumber, days: number | null): DayNumber | null {
  const wanted = days === null ? null : day + days
  const until = wanted !== null && due > day && wanted > due ? due : wanted
  world.answers = [...world.answers.filter((one) => one.about !== about || one.due !== due), { about, due, until }]
  for (const one of about.reminders) if (one.due === due && one.state === 'queued') one.state = 'dropped'
  return until
}
