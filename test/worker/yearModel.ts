// A naive model of a year, written from the documentation alone: numbers of days and months, and none of the product's
// code.

/** Days since 1970-01-01, in the studio's time zone. */
export type DayNumber = number

const DAY_MS = 86_400_000
export const dayOf = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / DAY_MS
export const textOf = (day: DayNumber): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The same day `months` later, or the last day of a shorter month. */
export function monthsLater(text: string, months: number): DayNumber {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth)) / DAY_MS
}

export interface ModelPlan {
  id: string
  service: string
  leadDays: number
  /** The k-th due day, from k = 1. `lastDone` counts only for plans from the last service. */
  days: (lastDone: DayNumber) => (k: number) => DayNumber
  /** True when no record is created while another is open. */
  waits: boolean
}

export const everyMonths = (anchor: string, months: number): ModelPlan['days'] => {
  return () => (k) => monthsLater(anchor, k * months)
}
export const everyDays = (anchor: string, days: number): ModelPlan['days'] => {
  return () => (k) => dayOf(anchor) + k * days
}
export const everyDaysSinceDone = (days: number): ModelPlan['days'] => {
  return (lastDone) => (k) => lastDone + k * days
}

export interface ModelItem {
  name: string
  since: DayNumber
  plans: ModelPlan[]
  gone: boolean
}

export interface ModelRecord {
  item: ModelItem
  service: string
  due: DayNumber
  madeOn: DayNumber
  /** The day of the plan. A person may move the record. */
  plannedFor: DayNumber
  doneOn: DayNumber | null
}

export interface ModelCoverage {
  item: ModelItem | null
  /** The subject in messages: `Warranty of Canon R5`, `Insurance "All risks"`. */
  words: string
  ends: DayNumber | null
}

interface Message {
  /** The record or coverage. Of two pending messages about the same one, only the later is sent. */
  about: object
  title: string
}

const SERVICE_STEPS = [14, 7, 1, 0, -1, -7, ...Array.from({ length: 100 }, (_, week) => -14 - 7 * week)]
const COVERAGE_STEPS = [90, 30, 7, 1, 0]

/** The last step that has been reached. `steps` begins with the earliest. */
const reached = (steps: readonly number[], daysLeft: number): number | undefined =>
  steps.filter((step) => step >= daysLeft).at(-1)

function describeEnd(ends: DayNumber, daysLeft: number): string {
  const datePhrase = `on ${textOf(ends)}`
  if (daysLeft === 0) return `ends today, ${datePhrase}`
  if (daysLeft === 1) return `ends tomorrow, ${datePhrase}`
  if (daysLeft > 1) return `ends ${datePhrase}, in ${daysLeft} days`
  return daysLeft === -1 ? `ended yesterday, ${datePhrase}` : `ended ${datePhrase}, ${-daysLeft} days ago`
}

export interface Year {
  items: ModelItem[]
  records: ModelRecord[]
  coverages: ModelCoverage[]
  /** `<day> <title>` of each logged reminder. */
  logged: string[]
  /** `<day> <title>` of each mailed reminder. */
  mailed: string[]
  /** Records that plans have created or found. */
  planned: Set<string>
  /** The last notified step, by record or coverage and by date. */
  notified: Map<object, Map<DayNumber, number>>
  /** Mails that could not be sent yet. */
  waiting: Map<object, string>
}

export const newYear = (): Year => ({
  items: [],
  records: [],
  coverages: [],
  logged: [],
  mailed: [],
  planned: new Set(),
  notified: new Map(),
  waiting: new Map(),
})

function planRecords(year: Year, day: DayNumber, item: ModelItem, plan: ModelPlan): void {
  const { service, leadDays } = plan
  const sameRecords = year.records.filter((record) => record.item === item && record.service === service)
  const lastDone = Math.max(item.since, ...sameRecords.map(({ doneOn }) => doneOn ?? 0))
  const days = Array.from({ length: 200 }, (_, index) => plan.days(lastDone)(index + 1))
  const missedDay = days.findLast((due) => due < day && due > item.since)
  const nextDay = days.find((due) => due >= day && due > item.since && due <= day + leadDays)
  for (const due of [missedDay, nextDay]) {
    if (due === undefined || year.planned.has(`${item.name} ${plan.id} ${due}`)) continue
    if (
      plan.waits &&
      year.records.some((record) => record.item === item && record.service === service && record.doneOn === null)
    )
      continue
    year.planned.add(`${item.name} ${plan.id} ${due}`)
    const wasDone = due === missedDay && sameRecords.some(({ doneOn }) => doneOn !== null && doneOn >= due - leadDays)
    if (!wasDone) year.records.push({ item, service, due, madeOn: day, plannedFor: due, doneOn: null })
  }
}

/** Records a step as notified. @returns false when this step or a later one was already notified */
function markNotified({ notified }: Year, about: object, due: DayNumber, step: number): boolean {
  const steps = notified.get(about) ?? new Map<DayNumber, number>()
  notified.set(about, steps)
  if ((steps.get(due) ?? Infinity) <= step) return false
  steps.set(due, step)
  return true
}

const remindOfService = (year: Year, day: DayNumber): Message[] =>
  year.records.flatMap((record) => {
    const { item, service, due, doneOn } = record
    const step = reached(SERVICE_STEPS, due - day)
    if (item.gone || doneOn !== null || step === undefined || !markNotified(year, record, due, step)) return []
    const words = due < day ? `was due on ${textOf(due)} and is not done` : `is due on ${textOf(due)}`
    return [{ about: record, title: `${service} of ${item.name} ${words}` }]
  })

const remindOfCoverage = (year: Year, day: DayNumber): Message[] =>
  year.coverages.flatMap((coverage) => {
    const { item, words, ends } = coverage
    if (ends === null || item?.gone) return []
    const step = reached(COVERAGE_STEPS, ends - day)
    if (step === undefined || !markNotified(year, coverage, ends, step)) return []
    return [{ about: coverage, title: `${words} ${describeEnd(ends, ends - day)}` }]
  })

export function simulateDay(year: Year, day: DayNumber, mailWorks: boolean): void {
  for (const item of year.items) if (!item.gone) for (const plan of item.plans) planRecords(year, day, item, plan)
  for (const { about, title } of [...remindOfService(year, day), ...remindOfCoverage(year, day)]) {
    year.logged.push(`${textOf(day)} ${title}`)
    year.waiting.set(about, title)
  }
  if (!mailWorks) return
  for (const [about, title] of year.waiting) {
    // A reminder of a service that was done while it was pending is not sent.
    const isDone = year.records.some((record) => record === about && record.doneOn !== null)
    if (!isDone) year.mailed.push(`${textOf(day)} ${title}`)
  }
  year.waiting.clear()
}
