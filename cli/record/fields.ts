import type { Command } from 'commander'
import type { z } from 'zod'
import { CliError } from '../errors.ts'
import { flagList } from '../fieldFlags.ts'

/** Fields of a record with what each may hold. */
export type Shape = Readonly<Record<string, z.ZodType>>

const flagOf = (field: string): string => `--${field.replaceAll('_', '-')}`
const optionOf = (field: string): string => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Adds a flag for each field, those that a new record needs marked. */
export function addRecordFlags(command: Command, shape: Shape, required: readonly string[] = []): Command {
  for (const field of Object.keys(shape)) command.option(`${flagOf(field)} <value>`, required.includes(field) ? '(required)' : '')
  return command
}

/** What a text can mean: itself, a number, yes or no, a list with commas. */
function* readings(text: string): Generator {
  yield text
  if (text.trim() !== '' && !Number.isNaN(Number(text))) yield Number(text)
  if (text === 'true' || text === 'false') yield text === 'true'
  yield text.split(',').map((entry) => entry.trim())
}

/** The first reading that the field may hold; none: the text, of which the server says what is wrong. */
const readValue = (schema: z.ZodType, text: string): unknown => readings(text).find((value) => schema.safeParse(value).success) ?? text

/** Reads the fields that were given as flags. An empty value clears a field. */
export function readRecord(options: Readonly<Record<string, unknown>>, shape: Shape): Record<string, unknown> {
  const given = Object.entries(shape).map(([field, schema]) => [field, schema, options[optionOf(field)]] as const)
  return Object.fromEntries(
    given.flatMap(([field, schema, text]) => (typeof text === 'string' ? [[field, text === '' ? null : readValue(schema, text)]] : [])),
  )
}

/** Reads what to change. @throws CliError when nothing is given */
export function readUpdates(options: Readonly<Record<string, unknown>>, shape: Shape): Record<string, unknown> {
  const updates = readRecord(options, shape)
  if (Object.keys(updates).length > 0) return updates
  throw new CliError(`Say what to change: ${flagList(Object.keys(shape))}. An empty value clears a field.`)
}
