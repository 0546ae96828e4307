// What the naive model knows: items, records, documents, people and messages. Written from docs/reminders.md and its
// neighbours, without the product's code.
import type { NaiveUse } from '../../activities/maintenance/useModel.ts'
import type { DayNumber } from '../yearModel.ts'

export interface Item {
  id: string
  tag: string
  name: string
  type: string
  brand: string
  /** Day of purchase, else of entry. */
  since: DayNumber
  purchased: DayNumber | null
  isRetired: boolean
  isDeleted: boolean
}

type Status = 'scheduled' | 'in_progress' | 'completed' | 'cancelled'

export interface Service {
  kind: 'maintenance'
  /** Empty until the record of a plan was found in the API. */
  id: string
  item: Item
  service: string
  due: DayNumber
  status: Status
  doneOn: DayNumber | null
  isDeleted: boolean
  isOfPlan: boolean
  isPriced: boolean
  changedAtMs: number
  /** True once people were told that the item is covered. */
  isReported: boolean
  reminders: Reminder[]
}

export interface Coverage {
  kind: 'warranty' | 'insurance'
  id: string
  item: Item | null
  title: string
  ends: DayNumber
  /** True for the warranty of an item, which its item's field sets. */
  isOfGear: boolean
  isDeleted: boolean
  reminders: Reminder[]
}

export type Subject = Service | Coverage

export interface Shoot {
  kind: 'shoot'
  id: string
  title: string
  client: string | null
  day: DayNumber
  time: string | null
  status: 'planning' | 'confirmed' | 'completed' | 'cancelled'
  isDeleted: boolean
}

/** The item with a meter, and all that was read of it. */
export interface Metered {
  item: Item
  plan: string
  value: number
  /** ISO 8601 UTC. */
  readAt: string
  completedAt: string | undefined
  isReadToday: boolean
  use: NaiveUse
}

interface Report {
  kind: 'meter'
  change: 'fallen' | 'jumped'
  from: number
  to: number
}

/** A message that is sent once, and that nobody answers. */
export interface Notice {
  about: Shoot | Service | Report
  /** Of a shoot. */
  due: DayNumber
  to: Person
  queuedAtMs: number
  state: Reminder['state']
}

/** Who gets messages, where and when. */
export interface Person {
  id: string
  channel: 'mail' | 'team' | 'push'
  recipient: string
  /** Lines of kitroom.yaml besides id and name. */
  settings: string
  takes: (kind: Subject['kind'], item: Item | null) => boolean
  /** Days before the date, negative after it; the earliest step first. */
  maintenanceSteps: readonly number[]
  coverageSteps: readonly number[]
  /** True while a reminder waits for a digest or for the end of quiet hours. */
  isHeld: (nowMs: number, queuedAtMs: number) => boolean
  /** True in quiet hours, which hold what does not wait for a digest too. */
  isQuiet: (nowMs: number) => boolean
  takesShoots: boolean
}

export interface Reminder {
  about: Subject
  due: DayNumber
  step: number
  to: Person
  queuedAtMs: number
  /** Of a reminder for the person to whom it is escalated: not sent earlier. */
  notBeforeMs?: number
  state: 'queued' | 'sent' | 'dropped'
}

/** What people answered. `until`: the day to which it was postponed; null: acknowledged. */
interface Answer {
  about: Subject
  due: DayNumber
  until: DayNumber | null
}

export interface Plan {
  id: string
  service: string
  /** Lines of kitroom.yaml besides id and service type. */
  settings: string
  leadDays: number
  /** True when no record is created while another is open. */
  waits: boolean
  applies: (item: Item) => boolean
  /** All dates, in order. @param lastDone day of the last service, else of the purchase */
  dates: (item: Item, lastDone: DayNumber) => DayNumber[]
}

export interface World {
  items: Item[]
  services: Service[]
  coverages: Coverage[]
  plans: Plan[]
  people: Person[]
  /** Who is notified when nobody acts for two days. */
  escalatesTo: Person
  /** Dates for which a plan has had a record. */
  planned: Set<string>
  answers: Answer[]
  shoots: Shoot[]
  notices: Notice[]
  metered: Metered | undefined
  /** Records that people have opened or priced since the worker learned of such records. */
  opened: Set<Service>
  /** True when a shoot was edited since then. */
  hasEditedShoots: boolean
  downChannels: Set<string>
}

export const dateOf = (about: Subject): DayNumber => (about.kind === 'maintenance' ? about.due : about.ends)

export const isUnfinished = ({ status }: Service): boolean => status === 'scheduled' || status === 'in_progress'

/** True while the record exists. The records of a deleted item are deleted too. */
export const exists = (about: Subject): boolean => !about.isDeleted && about.item?.isDeleted !== true

/** True while somebody is to be reminded of it. */
export const isOpen = (about: Subject): boolean =>
  exists(about) && about.item?.isRetired !== true && (about.kind !== 'maintenance' || isUnfinished(about))

export const listReminders = ({ services, coverages }: World): Reminder[] =>
  [...services, ...coverages].flatMap(({ reminders }) => reminders)
