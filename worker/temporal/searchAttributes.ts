import { defineSearchAttributeKey, TypedSearchAttributes, type SearchAttributePair } from '@temporalio/common'
import type { NativeConnection } from '@temporalio/worker'
import type { Logger } from '../../platform/log.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'
import type { SearchAttributes } from '../context/context.ts'

/** Labels of a workflow for lists in Temporal. They are not encrypted, so they contain nothing personal. */
export interface RunLabels {
  /** Id of the source. */
  source?: string
  /** YYYY-MM-DD */
  day?: string
}

const keys = {
  source: defineSearchAttributeKey('KitroomSource', 'KEYWORD'),
  day: defineSearchAttributeKey('KitroomDay', 'KEYWORD'),
} as const
const names = Object.values(keys).map(({ name }) => name)
const TIMEOUT_MS = 10_000
/** INDEXED_VALUE_TYPE_KEYWORD */
const KEYWORD_TYPE = 2

/** Creates options of a workflow's start, with search attributes if they are registered. */
export const toLabelOptions = (
  { isRegistered }: SearchAttributes,
  labels: RunLabels,
): { typedSearchAttributes?: TypedSearchAttributes } => {
  const pairs = Object.entries(labels).map(([name, value]): SearchAttributePair => ({
    key: keys[name as keyof RunLabels],
    value,
  }))
  return isRegistered && pairs.length > 0 ? { typedSearchAttributes: new TypedSearchAttributes(pairs) } : {}
}

/** True for a start that Temporal refused because a search attribute is not registered (any longer). */
const isUnknownAttribute = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause)
    if (/search attribute/i.test(current.message)) return true
  return false
}

/** Starts a workflow; without search attributes if Temporal does not have them. */
export async function startLabelled<T>(attributes: SearchAttributes, start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (!attributes.isRegistered || !isUnknownAttribute(error)) throw error
    attributes.isRegistered = false
    return start()
  }
}

const areRegistered = async (connection: NativeConnection, namespace: string): Promise<boolean> => {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
  return names.every((name) => Number(customAttributes?.[name]) === KEYWORD_TYPE)
}

async function register(connection: NativeConnection, namespace: string): Promise<boolean> {
  if (await areRegistered(connection, namespace)) return true
  const searchAttributes = Object.fromEntries(names.map((name) => [name, KEYWORD_TYPE]))
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes })
  return areRegistered(connection, namespace)
}

/**
 * Registers the search attributes in the background. Until then, and without the right to do so, workflows have only a
 * memo.
 */
export function registerSearchAttributes(
  connection: NativeConnection,
  namespace: string,
  log: Logger,
): SearchAttributes {
  const attributes: SearchAttributes = { isRegistered: false }
  connection
    .withDeadline(Date.now() + scaleTimeLimit(TIMEOUT_MS), () => register(connection, namespace))
    .then((isRegistered) => void (attributes.isRegistered = isRegistered))
    .catch((error: unknown) =>
      log.info(
        { err: error },
        `The search attributes ${names.join(' and ')} cannot be registered; workflows have a memo only.`,
      ),
    )
  return attributes
}
