import { meterFields } from './gearFields.ts'
import { inboxTopics, type InboxTopic } from '../temporal.ts'

/** Event patterns of each inbox topic: a type, or all types of a noun (`document.*`). */
const eventsOfTopic: Readonly<Record<InboxTopic, readonly string[]>> = {
  warranty: ['document.*', 'gear.deleted', 'gear.updated'],
  service: ['gear.updated', 'maintenance.*'],
  // The topic wakes calendars, which show more than shoots. Rows and workflow ids of earlier versions have its name.
  shoots: ['shoot.*', 'maintenance.*', 'document.*'],
}

/** Events the worker subscribes to. */
export const watchedEvents: readonly string[] = [...new Set(Object.values(eventsOfTopic).flat())]

const matchesPattern = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

type Changes = Readonly<Record<string, unknown>>

const hasNewReading = (changes: Changes): boolean => meterFields.some((field) => Object.hasOwn(changes, field))

/** True for an item that was retired and is in use again. */
export const isInUseAgain = (changes: Changes): boolean =>
  (changes['status'] as { from?: unknown } | undefined)?.from === 'retired'

/** Checks per topic if changes of gear concern it. */
const concerningChanges: Readonly<Record<InboxTopic, (changes: Changes) => boolean>> = {
  warranty: isInUseAgain,
  service: hasNewReading,
  shoots: () => false,
}

/** Finds the topics for an event; an unknown type has none. @param changes of the event, by field */
export const topicsOf = (type: string, changes: Changes): InboxTopic[] =>
  inboxTopics.filter(
    (topic) =>
      (type !== 'gear.updated' || concerningChanges[topic](changes)) &&
      eventsOfTopic[topic].some((pattern) => matchesPattern(pattern, type)),
  )
