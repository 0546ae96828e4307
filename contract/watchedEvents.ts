import { inboxTopics, type InboxTopic } from './temporal.ts'

/** Event patterns of each inbox topic: a type, or all types of a noun (`document.*`). */
const eventsOfTopic: Readonly<Record<InboxTopic, readonly string[]>> = {
  warranty: ['document.*', 'gear.deleted'],
  service: ['maintenance.*'],
  // Wakes calendars, which show more than shoots: the name of the topic is in rows and workflow ids of earlier versions.
  shoots: ['shoot.*', 'maintenance.*', 'document.*'],
}

/** Events the worker subscribes to. */
export const watchedEvents: readonly string[] = [...new Set(Object.values(eventsOfTopic).flat())]

const matchesPattern = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

/** The topics for an event type; an unknown type has none. */
export const topicsOf = (type: string): InboxTopic[] =>
  inboxTopics.filter((topic) => eventsOfTopic[topic].some((pattern) => matchesPattern(pattern, type)))
