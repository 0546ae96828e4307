// What a year must bring, worked out day by day from the words of the documentation and from nothing else: plain numbers of days and months,
// none of the product's code.

/** Days since 1970-01-01, in the studio. */
export type DayNumber = number

const DAY_MS = 86_400_000
export const dayOf = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / DAY_MS
export const textOf = (day: DayNumber): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The same day so many months later, or the last of a month that has no such day. */
function monthsLater(text: string, months: number): DayNumber {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth)) / DAY_MS
}

export interface ModelPlan {
  id: string
  service: string
  leadDays: number
  /** The k-th day, k from 1; from the last service where the plan counts from there. */
  days: (lastDone: DayNumber) => (k: number) => DayNumber
  /** Makes no record while one is open. */
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
  /** The day as the plan had it; a person may move the record. */
  plannedFor: DayNumber
  doneOn: DayNumber | null
}

export interface ModelCover {
  item: ModelItem | null
  /** As people are told of it: `Warranty of Canon R5`, `Insurance "All risks"`. */
  words: string
  ends: DayNumber | null
}

interface Message {
  /** What it is about: of two that wait the later one counts. */
  about: object
  title: string
}

const SERVICE_STEPS = [14, 7, 1, 0, -1, -7, ...Array.from({ length: 100 }, (_, week) => -14 - 7 * week)]
const COVER_STEPS = [90, 30, 7, 1, 0]

/** The last step of a list, earliest first, whose day has come. */
const reached = (steps: readonly number[], left: number): number | undefined => steps.filter((step) => step >= left).at(-1)

function endWords(ends: DayNumber, left: number): string {
  const on = `on ${textOf(ends)}`
  if (left === 0) return `ends today, ${on}`
  if (left === 1) return `ends tomorrow, ${on}`
  if (left > 1) return `ends ${on}, in ${left} days`
  return left === -1 ? `ended yesterday, ${on}` : `ended ${on}, ${-left} days ago`
}

/** What the studio is like, and what has been said. */
export interface Year {
  items: ModelItem[]
  records: ModelRecord[]
  covers: ModelCover[]
  /** `day title` of what the log is told. */
  logged: string[]
  /** `day title` of what is mailed. */
  mailed: string[]
  /** What plans have made or found. */
  planned: Set<string>
  /** The last step of each thing and day that was told. */
  told: Map<object, Map<DayNumber, number>>
  /** Mails that could not be sent yet. */
  waiting: Map<object, string>
}

export const newYear = (): Year => ({
  items: [],
  records: [],
  covers: [],
  logged: [],
  mailed: [],
  planned: new Set(),
  told: new Map(),
  waiting: new Map(),
})

function plan(year: Year, day: DayNumber, item: ModelItem, what: ModelPlan): void {
  const { service, leadDays } = what
  const same = year.records.filter((record) => record.item === item && record.service === service)
  const lastDone = Math.max(item.since, ...same.map(({ doneOn }) => doneOn ?? 0))
  const days = Array.from({ length: 200 }, (_, index) => what.days(lastDone)(index + 1))
  const missed = days.findLast((due) => due < day && due > item.since)
  const next = days.find((due) => due >= day && due > item.since && due <= day + leadDays)
  for (const due of [missed, next]) {
    if (due === undefined || year.planned.has(`${item.name} ${what.id} ${due}`)) continue
    if (what.waits && year.records.some((record) => record.item === item && record.service === service && record.doneOn === null)) continue
    year.planned.add(`${item.name} ${what.id} ${due}`)
    const wasDone = due === missed && same.some(({ doneOn }) => doneOn !== null && doneOn >= due - leadDays)
    if (!wasDone) year.records.push({ item, service, due, madeOn: day, plannedFor: due, doneOn: null })
  }
}

/** Whether a step is news: neither it nor a later one was told. */
function isNews({ told }: Year, about: object, due: DayNumber, step: number): boolean {
  const steps = told.get(about) ?? new Map<DayNumber, number>()
  told.set(about, steps)
  if ((steps.get(due) ?? Infinity) <= step) return false
  steps.set(due, step)
  return true
}

const remindOfService = (year: Year, day: DayNumber): Message[] =>
  year.records.flatMap((record) => {
    const { item, service, due, doneOn } = record
    const step = reached(SERVICE_STEPS, due - day)
    if (item.gone || doneOn !== null || step === undefined || !isNews(year, record, due, step)) return []
    const words = due < day ? `was due on ${textOf(due)} and is not done` : `is due on ${textOf(due)}`
    return [{ about: record, title: `${service} of ${item.name} ${words}` }]
  })

const remindOfCovers = (year: Year, day: DayNumber): Message[] =>
  year.covers.flatMap((cover) => {
    const { item, words, ends } = cover
    if (ends === null || item?.gone) return []
    const step = reached(COVER_STEPS, ends - day)
    if (step === undefined || !isNews(year, cover, ends, step)) return []
    return [{ about: cover, title: `${words} ${endWords(ends, ends - day)}` }]
  })

/** A day on which the worker runs; the mail server may not. */
export function liveDay(year: Year, day: DayNumber, mailWorks: boolean): void {
  for (const item of year.items) if (!item.gone) for (const what of item.plans) plan(year, day, item, what)
  for (const { about, title } of [...remindOfService(year, day), ...remindOfCovers(year, day)]) {
    year.logged.push(`${textOf(day)} ${title}`)
    year.waiting.set(about, title)
  }
  if (!mailWorks) return
  for (const [about, title] of year.waiting) {
    // What was done while it waited is not told.
    const isDone = year.records.some((record) => record === about && record.doneOn !== null)
    if (!isDone) year.mailed.push(`${textOf(day)} ${title}`)
  }
  year.waiting.clear()
}
