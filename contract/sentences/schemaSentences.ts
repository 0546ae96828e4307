import type { Said } from './say.ts'

/**
 * Sentences of schemas' faults, by the messages that schemas were built with: zod passes on only the message of a
 * format.
 */
const saidByMessage = new Map<string, Said>()

/**
 * Returns the message of a schema's fault, for zod. `findSchemaSentences` finds its sentences by it. Call it only where
 * schemas are built.
 */
export function toSettingMessage(said: Said): string {
  saidByMessage.set(said.message, said)
  return said.message
}

export const findSchemaSentences = (message: string): Said | undefined => saidByMessage.get(message)

/**
 * Creates a zod issue for a fault of kitroom.yaml that names values of the file.
 * @param path below the checked value
 */
export const createSettingIssue = (
  said: Said,
  path: PropertyKey[] = [],
): { code: 'custom'; path: PropertyKey[]; message: string; params: { said: Said } } => ({
  code: 'custom',
  path,
  message: said.message,
  params: { said },
})
