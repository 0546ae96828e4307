// kitroom.yaml of the two years: plans and people, for the product as text and for the model as rules.
import { dayOf, monthsLater, textOf, type DayNumber } from '../yearModel.ts'
import type { Person, Plan } from './world.ts'

export const STUDIO_ZONE = 'Europe/Berlin'
const TRAVEL_ZONE = 'America/New_York'

/** Unix milliseconds of a local time. */
export const momentOf = (day: DayNumber, time: string, zone: string): number =>
  Temporal.PlainDateTime.from(`${textOf(day)}T${time}`).toZonedDateTime(zone).epochMilliseconds

const dayAt = (ms: number, zone: string): DayNumber =>
  dayOf(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString())

const count = (from: number): number[] => Array.from({ length: 80 }, (_, index) => from + index)
const everyMonths = (anchor: DayNumber, months: number, from: number): DayNumber[] =>
  count(from).map((k) => monthsLater(textOf(anchor), k * months))
const everyDays = (anchor: DayNumber, days: number, from: number): DayNumber[] =>
  count(from).map((k) => anchor + k * days)

/** Of the plan by use. */
export const USE = { id: 'shutter', service: 'Shutter check', count: 250, lead: 20 }

const STRAPS_FROM = '2027-03-04'
const INSPECTIONS_FROM = '2024-02-29'

/** @param isEdited after the edit of two plans */
export const plansOf = (isEdited: boolean): Plan[] => [
  {
    id: 'sensor',
    service: 'Sensor cleaning',
    settings: `applies_to: { type: camera }, every: ${isEdited ? 1 : 2} months, from: purchase, lead_days: ${isEdited ? 12 : 5}`,
    leadDays: isEdited ? 12 : 5,
    waits: false,
    applies: ({ type }) => type === 'camera',
    dates: ({ since }) => everyMonths(since, isEdited ? 1 : 2, 1),
  },
  {
    id: 'clean',
    service: 'Cleaning',
    settings: 'applies_to: { type: lens }, every: 40 days, from: last_completed, lead_days: 10',
    leadDays: 10,
    waits: true,
    applies: ({ type }) => type === 'lens',
    dates: (_item, lastDone) => everyDays(lastDone, 40, 1),
  },
  {
    id: 'check',
    service: 'Inspection',
    settings: `applies_to: { type: drone }, every: 1 year, from: ${INSPECTIONS_FROM}`,
    leadDays: 30,
    waits: false,
    applies: ({ type }) => type === 'drone',
    dates: () => everyMonths(dayOf(INSPECTIONS_FROM), 12, 0),
  },
  {
    id: 'strap',
    service: 'Strap check',
    settings: `applies_to: { type: accessory, brand: gitzo }, every: ${isEdited ? 3 : 2} weeks, from: ${STRAPS_FROM}, lead_days: 0`,
    leadDays: 0,
    waits: false,
    applies: ({ type, brand }) => type === 'accessory' && brand === 'Gitzo',
    dates: () => everyDays(dayOf(STRAPS_FROM), isEdited ? 21 : 14, 0),
  },
  {
    id: 'firmware',
    service: 'Firmware',
    settings: 'applies_to: { brand: canon }, every: 45 days, from: purchase, lead_days: 7',
    leadDays: 7,
    waits: false,
    applies: ({ brand }) => brand === 'Canon',
    dates: ({ since }) => everyDays(since, 45, 1),
  },
  {
    id: USE.id,
    service: USE.service,
    settings: `applies_to: { asset_tags: [T-1] }, every: { shutter_count: ${USE.count} }, or: 3 months, lead: ${USE.lead}, lead_days: 10`,
    leadDays: 10,
    waits: true,
    applies: ({ tag }) => tag === 'T-1',
    dates: (_item, lastDone) => everyMonths(lastDone, 3, 1),
  },
]

/** Steps after the last fixed one, every so many days. */
const repeat = (after: number, every: number): number[] =>
  Array.from({ length: 150 }, (_, index) => -after - every * (index + 1))
const MAINTENANCE_STEPS = [14, 7, 1, 0, -1, -7, ...repeat(7, 7)]
const COVERAGE_STEPS = [90, 30, 7, 1, 0]
const never = (): boolean => false
const reminded = { isQuiet: never, takesShoots: false }

/** The last moment of a digest. @param isOn the days on which there is one */
function findLastDigest(nowMs: number, time: string, zone: string, isOn: (day: DayNumber) => boolean): number {
  for (let day = dayAt(nowMs, zone) + 1; ; day--)
    if (isOn(day) && momentOf(day, time, zone) <= nowMs) return momentOf(day, time, zone)
}

/** 1970-01-01 was a Thursday. */
const isMonday = (day: DayNumber): boolean => (day + 3) % 7 === 0

function isAtNight(nowMs: number): boolean {
  const today = dayAt(nowMs, TRAVEL_ZONE)
  return nowMs < momentOf(today, '07:00', TRAVEL_ZONE) || nowMs >= momentOf(today, '20:00', TRAVEL_ZONE)
}

const mailTo = (id: string): Pick<Person, 'id' | 'channel' | 'recipient'> => ({
  id,
  channel: 'mail',
  recipient: `${id}@studio.example`,
})
const usualSteps = { ...reminded, maintenanceSteps: MAINTENANCE_STEPS, coverageSteps: COVERAGE_STEPS }

/** Gets only what nobody has acted on. */
export const chief: Person = {
  ...mailTo('chief'),
  ...usualSteps,
  settings: 'only: { brand: None }',
  takes: never,
  isHeld: never,
}

/** @param hasLeft true while one of them is not in kitroom.yaml */
export const peopleOf = (hasLeft: boolean): Person[] => [
  ...everybody.filter(({ id }) => !hasLeft || id !== 'travel'),
  chief,
]

const everybody: readonly Person[] = [
  { ...mailTo('lead'), ...usualSteps, settings: '', takes: () => true, isHeld: never, takesShoots: true },
  {
    ...reminded,
    id: 'pilot',
    channel: 'team',
    recipient: 'team',
    settings:
      'only: { type: drone }, steps: { maintenance: { before: [30, 7], on: false, after: [2], every_after: 10 }, warranty: [60, 20, 0] }',
    takes: (_kind, item) => item?.type === 'drone',
    maintenanceSteps: [30, 7, -2, ...repeat(2, 10)],
    coverageSteps: [60, 20, 0],
    isHeld: never,
  },
  {
    ...mailTo('travel'),
    ...usualSteps,
    settings: `only: { brand: canon }, kinds: [maintenance, warranty, shoot_tomorrow], timezone: ${TRAVEL_ZONE}, quiet: { from: '20:00', to: '07:00' }`,
    takes: (kind, item) => kind !== 'insurance' && item?.brand === 'Canon',
    isHeld: isAtNight,
    isQuiet: isAtNight,
    takesShoots: true,
  },
  {
    ...mailTo('weekly'),
    ...usualSteps,
    settings: "kinds: [warranty, insurance], digest: { every: week, on: monday, at: '09:00' }",
    takes: (kind) => kind !== 'maintenance',
    isHeld: (nowMs, queuedAtMs) => queuedAtMs > findLastDigest(nowMs, '09:00', STUDIO_ZONE, isMonday),
  },
  {
    ...mailTo('night'),
    ...usualSteps,
    settings: `only: { type: lens }, kinds: [maintenance, shoot_tomorrow], timezone: ${TRAVEL_ZONE}, digest: { every: day, at: '07:15' }`,
    takes: (kind, item) => kind === 'maintenance' && item?.type === 'lens',
    isHeld: (nowMs, queuedAtMs) => queuedAtMs > findLastDigest(nowMs, '07:15', TRAVEL_ZONE, () => true),
    takesShoots: true,
  },
  {
    ...usualSteps,
    id: 'phone',
    channel: 'push',
    recipient: 'push',
    settings: 'only: { type: accessory }',
    takes: (_kind, item) => item?.type === 'accessory',
    isHeld: never,
  },
]

const toPersonLine = ({ id, channel, recipient, settings }: Person): string => {
  const target = channel === 'mail' ? `{ channel: mail, to: ${recipient} }` : channel
  return `    - { id: ${id}, name: ${id}, channels: [${target}]${settings === '' ? '' : `, ${settings}`} }`
}

/** The text of kitroom.yaml. */
export const toConfigText = (
  plans: readonly Plan[],
  people: readonly Person[],
  receivers: { mailPort: number; pushUrl: string },
): string => `
reminders:
  shoots: true
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${receivers.mailPort}, security: none } }
    - { id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }
    - { id: push, type: ntfy, server: "${receivers.pushUrl}", topic: studio }
  people:
${people.map(toPersonLine).join('\n')}
  escalation: { after: 48h, to: chief }
maintenance:
  plans:
${plans.map(({ id, service, settings }) => `    - { id: ${id}, service_type: ${service}, ${settings} }`).join('\n')}
`
