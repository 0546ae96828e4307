import type { ChannelRecipient } from '../../messages/channels/channel.ts'
import { getChannelRecipients, getPersonRecipients } from '../../messages/channels/kinds.ts'
import type { Config } from '../../config/config.ts'
import { matchesGear } from '../../config/gearFilter.ts'
import type { ReminderSteps } from '../../config/maintenance.ts'
import type { Person } from '../../config/people.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { isGearKind, isProblemKind, isReminderKind, type PersonKind } from '../../contract/control/reminders.ts'

export interface Recipient extends ChannelRecipient {
  channel: string
}

/** Recipients who get the same reminders. Each person is one route; without people, all channels are one route. */
export interface Route {
  recipients: readonly Recipient[]
  /** Recipients who did not unsubscribe from reminders. */
  reminded: readonly Recipient[]
  maintenanceSteps: ReminderSteps
  /** Days before the end. */
  coverageSteps: readonly number[]
  /** True for recipients who may get a kind. */
  takesKind(kind: PersonKind): boolean
  /** True for recipients who get reminders of an item. @param gear undefined for a document without an item */
  takesGear(gear: Gear | undefined): boolean
}

/** All routes, and the route of reminders that match nobody. */
export interface Routes {
  all: readonly Route[]
  fallback: Route
}

function toPersonRecipients({ reminders }: Pick<Config, 'reminders'>, person: Person): Recipient[] {
  return person.channels.flatMap(({ channel: id, to }) => {
    const channel = reminders.channels.find((candidate) => candidate.id === id)
    return channel ? getPersonRecipients(channel, to).map((recipient) => ({ channel: id, ...recipient })) : []
  })
}

function takesKind({ kinds, only }: Person, kind: PersonKind): boolean {
  if (kinds === undefined) return only === undefined || isGearKind(kind)
  return kinds.includes(kind) || (kinds.includes('problems') && isProblemKind(kind))
}

/** Finds the person who gets reminders that match nobody. */
export const findFallbackId = ({ reminders: { people, fallback } }: Pick<Config, 'reminders'>): string | undefined =>
  fallback ?? people?.[0]?.id

/** True if a person has unsubscribed. For the fallback person this has no effect. */
export const isUnsubscribed = (
  config: Config,
  { id }: Person,
  { channel, recipient }: Pick<Recipient, 'channel' | 'recipient'>,
): boolean =>
  id !== findFallbackId(config) &&
  (config.unsubscribed ?? []).some((one) => one.person === id && one.channel === channel && one.recipient === recipient)

function toRoute(config: Config, person: Person): Route {
  const { only, steps } = person
  const recipients = toPersonRecipients(config, person)
  const reminded = recipients.filter((to) => !isUnsubscribed(config, person, to))
  return {
    recipients,
    reminded,
    maintenanceSteps: steps.maintenance ?? config.maintenance.reminders,
    coverageSteps: steps.warranty ?? config.warranty.steps,
    takesKind: (kind) => takesKind(person, kind) && (reminded.length > 0 || !isReminderKind(kind)),
    takesGear: (gear) => only === undefined || (gear !== undefined && matchesGear(only, gear)),
  }
}

function toCommonRoute({ reminders, maintenance, warranty }: Config): Route {
  const recipients = reminders.channels.flatMap((channel) =>
    getChannelRecipients(channel).map((recipient) => ({ channel: channel.id, ...recipient })),
  )
  return {
    recipients,
    reminded: recipients,
    maintenanceSteps: maintenance.reminders,
    coverageSteps: warranty.steps,
    takesKind: () => true,
    takesGear: () => true,
  }
}

export function listRoutes(config: Config): Routes {
  const { people = [] } = config.reminders
  const [first] = people
  if (!first) {
    const common = toCommonRoute(config)
    return { all: [common], fallback: common }
  }
  const routes = new Map(people.map((person) => [person.id, toRoute(config, person)]))
  const fallback = routes.get(findFallbackId(config) ?? first.id) ?? toRoute(config, first)
  return { all: [...routes.values()], fallback }
}

const keyOf = ({ channel, recipient }: Pick<Recipient, 'channel' | 'recipient'>): string =>
  JSON.stringify([channel, recipient])

export const toDistinct = (recipients: readonly Recipient[]): Recipient[] => [
  ...new Map(recipients.map((one) => [keyOf(one), one])).values(),
]

/** Lists all recipients of any message. */
export const listRecipients = (config: Config): Recipient[] =>
  toDistinct(listRoutes(config).all.flatMap(({ recipients }) => recipients))

/** Lists all recipients of any message by a channel. */
export const listChannelRecipients = (config: Config, channelId: string): Recipient[] =>
  listRecipients(config).filter(({ channel }) => channel === channelId)

/** Lists the addresses of a person; none if there is no such person. */
export const listPersonRecipients = (config: Config, id: string): Recipient[] =>
  toDistinct(
    (config.reminders.people ?? [])
      .filter((person) => person.id === id)
      .flatMap((person) => toPersonRecipients(config, person)),
  )

/** Lists the people who have an address; none without people. */
export const listPeopleOf = (
  config: Pick<Config, 'reminders'>,
  to: Pick<Recipient, 'channel' | 'recipient'>,
): Person[] =>
  (config.reminders.people ?? []).filter((person) =>
    toPersonRecipients(config, person).some((one) => keyOf(one) === keyOf(to)),
  )

/** Lists routes that may get a kind, for any item. */
export const listPossibleRoutes = ({ all, fallback }: Routes, kinds: readonly PersonKind[]): Route[] => [
  ...new Set([...all.filter((route) => kinds.some((kind) => route.takesKind(kind))), fallback]),
]

/** Selects the people whom a reminder concerns, or the fallback. @param gear undefined without an item */
export function selectRoutes({ all, fallback }: Routes, kind: PersonKind, gear: Gear | undefined): readonly Route[] {
  const matching = all.filter((route) => route.takesKind(kind) && route.takesGear(gear))
  return matching.length > 0 ? matching : [fallback]
}

/** Lists recipients of a kind that is not about gear. */
export function listRecipientsOfKind(routes: Routes, kind: PersonKind): Recipient[] {
  const matching = routes.all.filter((route) => route.takesKind(kind))
  const selected = matching.length > 0 ? matching : [routes.fallback]
  return toDistinct(selected.flatMap(({ recipients, reminded }) => (isReminderKind(kind) ? reminded : recipients)))
}

/**
 * Lists recipients of shoot reminders: with `shoots: true` everybody who gets this kind, else the people whose `kinds`
 * contain it.
 */
export function listShootRecipients(config: Config): Recipient[] {
  const { people = [], shoots: isForAll } = config.reminders
  const { all, fallback } = listRoutes(config)
  const asking = all.filter((_route, index) => isForAll || people[index]?.kinds?.includes('shoot_tomorrow'))
  return asking.length === 0 ? [] : listRecipientsOfKind({ all: asking, fallback }, 'shoot_tomorrow')
}

/** A reminder step that is due for a recipient, in days before the due day; negative after it. */
export interface DueStep {
  /** The step to send. */
  step: number
  /** A recipient who was notified of this step or a later one needs no reminder. */
  notifiedStep: number
}

export type DueRecipient = Recipient & DueStep

/**
 * Lists recipients with a due step. A recipient in several routes gets the latest step of them.
 * @param findStep finds the due step of a route
 */
export function listDueRecipients(
  routes: readonly Route[],
  findStep: (route: Route) => DueStep | undefined,
): DueRecipient[] {
  const due = new Map<string, DueRecipient>()
  for (const route of routes) {
    const found = findStep(route)
    if (!found) continue
    for (const recipient of route.reminded) {
      const other = due.get(keyOf(recipient))
      const [step, notifiedStep] = [
        Math.min(found.step, other?.step ?? Infinity),
        Math.min(found.notifiedStep, other?.notifiedStep ?? Infinity),
      ]
      due.set(keyOf(recipient), { ...recipient, step, notifiedStep })
    }
  }
  return [...due.values()]
}
