import { inboxTopics, type InboxTopic } from './temporal.ts'

/** The events that each topic of the worker's inbox looks at: a type, or all of one kind (`document.*`). */
const eventsOfTopic: Readonly<Record<InboxTopic, readonly string[]>> = {
  warranty: ['document.*', 'gear.deleted'],
  service: ['maintenance.*'],
}

/** What the worker's endpoint is registered for: nothing comes that nobody looks at. */
export const watchedEvents: readonly string[] = [...new Set(Object.values(eventsOfTopic).flat())]

const covers = (pattern: string, type: string): boolean => pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

/** The topics that look at events of a type; none for a type that nobody knows. */
export const topicsOf = (type: string): InboxTopic[] => inboxTopics.filter((topic) => eventsOfTopic[topic].some((pattern) => covers(pattern, type)))
