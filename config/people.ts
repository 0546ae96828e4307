import { z } from 'zod'
import { findAddressSchema, type ChannelSettings } from '../messages/channels/kinds.ts'
import { configId } from '../contract/control/configId.ts'
import { rejectDuplicateIds } from '../contract/control/rejectDuplicateIds.ts'
import { personKinds } from '../contract/control/reminders.ts'
import { say, type Said } from '../contract/sentences/say.ts'
import { sayIssue } from '../contract/sentences/sayIssue.ts'
import { createSettingIssue, toSettingMessage } from '../contract/sentences/schemaSentences.ts'
import { requiredText } from '../contract/text.ts'
import { languages } from '../messages/languages/language.ts'
import { createGearFilterSchema } from './gearFilter.ts'
import { ReminderStepsSchema } from './maintenance.ts'
import { Digest, Quiet, TimeZone } from './personTimes.ts'
import { CoverageSteps } from './warranty.ts'

const MAX_PEOPLE = 200
const CHANNEL_MESSAGE = toSettingMessage(say('setting_person_channel'))
const ONLY_MESSAGE = toSettingMessage(say('setting_filter_of_person'))

/** A channel of a person, and the person's address in it. */
const PersonChannel = z.preprocess(
  (value) => (typeof value === 'string' ? { channel: value } : value),
  z.strictObject(
    { channel: configId, to: z.string().optional() },
    { error: (issue) => (issue.code === 'invalid_type' ? CHANNEL_MESSAGE : undefined) },
  ),
)

const Person = z.strictObject({
  id: configId,
  name: requiredText(120),
  channels: z
    .array(PersonChannel)
    .min(1, { message: toSettingMessage(say('setting_no_channels')) })
    .max(20),
  /** Kinds of reminders for this person. Default: all kinds; with `only`, those about gear. */
  kinds: z
    .array(z.enum(personKinds))
    .min(1, { message: toSettingMessage(say('setting_no_kinds')) })
    .optional(),
  only: createGearFilterSchema(['type', 'brand', 'model', 'location', 'asset_tags'], ONLY_MESSAGE).optional(),
  quiet: Quiet.optional(),
  digest: Digest.optional(),
  /** Time zone of `quiet`, `digest` and the times in messages; default: the studio's. */
  timezone: TimeZone.optional(),
  /** Language of messages; default: `reminders: language`. */
  language: z.enum(languages).optional(),
  /** True to offer unsubscribing in mails to the person's own addresses. */
  unsubscribe: z.boolean().optional(),
  /** Steps that replace `maintenance: reminders` and `warranty: steps`. */
  steps: z
    .strictObject({ maintenance: ReminderStepsSchema.optional(), warranty: CoverageSteps.optional() })
    .prefault({}),
})
export type Person = z.output<typeof Person>

export const People = z
  .array(Person)
  .min(1, { message: toSettingMessage(say('setting_no_people')) })
  .max(MAX_PEOPLE, { message: toSettingMessage(say('setting_too_many_people', { max: MAX_PEOPLE })) })
  .superRefine((people, context) => rejectDuplicateIds(people, 'person', context))
  .optional()

interface PeopleSettings {
  channels: readonly ChannelSettings[]
  people?: readonly Person[] | undefined
  fallback?: string | undefined
  escalation?: { to: string } | undefined
}

type AddFault = (path: PropertyKey[], fault: Said) => void

function checkAddress(channel: ChannelSettings, to: string | undefined): Said | undefined {
  const schema = findAddressSchema(channel)
  if (to === undefined)
    return schema && 'to' in channel && channel.to.length === 0
      ? say('setting_address_needed', { channel: channel.id })
      : undefined
  if (!schema) return say('setting_address_not_used', { channel: channel.id })
  const issue = schema.safeParse(to).error?.issues[0]
  return issue && sayIssue(issue, to)
}

function checkPeople(people: readonly Person[], channels: readonly ChannelSettings[], addFault: AddFault): void {
  people.forEach((person, personIndex) =>
    person.channels.forEach(({ channel: id, to }, index) => {
      const channel = channels.find((candidate) => candidate.id === id)
      const path = ['people', personIndex, 'channels', index]
      if (!channel) addFault(path, say('setting_channel_unknown', { channel: id }))
      const fault = channel && checkAddress(channel, to)
      if (fault) addFault(to === undefined ? path : [...path, 'to'], fault)
    }),
  )
  const usedIds = new Set(people.flatMap((person) => person.channels.map(({ channel }) => channel)))
  channels.forEach(({ id }, index) => {
    if (!usedIds.has(id)) addFault(['channels', index], say('setting_channel_unused'))
  })
}

/**
 * Rejects `unsubscribe` for the fallback person, who gets what concerns nobody else, and for a person without their own
 * address.
 */
function checkUnsubscribe(people: readonly Person[], { channels, fallback }: PeopleSettings, addFault: AddFault): void {
  people.forEach(({ id, unsubscribe, channels: own }, index) => {
    if (!unsubscribe) return
    const path = ['people', index, 'unsubscribe']
    const hasAddress = own.some(({ channel, to }) => to !== undefined && channels.some((one) => one.id === channel))
    if (!hasAddress) addFault(path, say('setting_unsubscribe_address'))
    if (id === (fallback ?? people[0]?.id)) addFault(path, say('setting_unsubscribe_fallback'))
  })
}

/** Rejects people and channels that do not fit together, so that no reminder is lost. */
export function rejectUnreachable(settings: PeopleSettings, context: z.RefinementCtx): void {
  const { channels, people, fallback, escalation } = settings
  const addFault: AddFault = (path, fault) => context.addIssue(createSettingIssue(fault, path))
  if (people) {
    checkPeople(people, channels, addFault)
    checkUnsubscribe(people, settings, addFault)
  } else
    channels.forEach((channel, index) => {
      if ('to' in channel && channel.to.length === 0) addFault(['channels', index, 'to'], say('setting_no_address'))
    })
  const checkPerson = (path: string[], id: string | undefined): void => {
    if (id !== undefined && !people?.some((person) => person.id === id))
      addFault(path, say('setting_person_unknown', { person: id }))
  }
  checkPerson(['fallback'], fallback)
  checkPerson(['escalation', 'to'], escalation?.to)
}
