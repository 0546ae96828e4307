import type { Command } from 'commander'
import type { z } from 'zod'
import { CliError } from './errors.ts'

const toFlagName = (field: string): string => `--${field.replaceAll('_', '-')}`
const toOptionName = (field: string): string => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Adds a flag per field, such as `--issued-on` for `issued_on`, and marks required ones. */
export function addFieldFlags(command: Command, fields: readonly string[], required: readonly string[] = []): Command {
  for (const field of fields)
    command.option(`${toFlagName(field)} <value>`, required.includes(field) ? '(required)' : '')
  return command
}

/** Reads field flags. An empty value clears a field; fields in `numbers` are parsed. The server validates. */
export function readFields(
  options: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  numbers: readonly string[] = [],
): Record<string, unknown> {
  const fieldValues: Record<string, unknown> = {}
  for (const field of fields) {
    const text = options[toOptionName(field)]
    if (typeof text !== 'string') continue
    const isNumber = numbers.includes(field) && text.trim() !== '' && !Number.isNaN(Number(text))
    const given = isNumber ? Number(text) : text
    fieldValues[field] = text === '' ? null : given
  }
  return fieldValues
}

export const formatFlagNames = (fields: readonly string[]): string => fields.map(toFlagName).join(', ')

export type RecordShape = Readonly<Record<string, z.ZodType>>

/** Adds a flag per field of a schema and marks required ones. */
export const addRecordFlags = (command: Command, shape: RecordShape, required: readonly string[] = []): Command =>
  addFieldFlags(command, Object.keys(shape), required)

/** Lists interpretations of a text, in order: text, number, boolean, list. */
function* listInterpretations(text: string): Generator {
  yield text
  if (text.trim() !== '' && !Number.isNaN(Number(text))) yield Number(text)
  if (text === 'true' || text === 'false') yield text === 'true'
  yield text.split(',').map((entry) => entry.trim())
}

/** Returns the first interpretation that the schema accepts, else the text, so that the server reports the fault. */
const readValue = (schema: z.ZodType, text: string): unknown =>
  listInterpretations(text).find((value) => schema.safeParse(value).success) ?? text

/** Reads field flags. An empty value clears a field. */
export function readRecord(options: Readonly<Record<string, unknown>>, shape: RecordShape): Record<string, unknown> {
  const textFields = Object.entries(shape).map(
    ([field, schema]) => [field, schema, options[toOptionName(field)]] as const,
  )
  return Object.fromEntries(
    textFields.flatMap(([field, schema, text]) =>
      typeof text === 'string' ? [[field, text === '' ? null : readValue(schema, text)]] : [],
    ),
  )
}

/** @throws CliError when no field was given */
export function readUpdates(options: Readonly<Record<string, unknown>>, shape: RecordShape): Record<string, unknown> {
  const updates = readRecord(options, shape)
  if (Object.keys(updates).length > 0) return updates
  throw new CliError(`Say what to change: ${formatFlagNames(Object.keys(shape))}. An empty value clears a field.`)
}
