import type { Command } from 'commander'

const flagOf = (field: string): string => `--${field.replaceAll('_', '-')}`
const optionOf = (field: string): string => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Adds a flag for each field, `--issued-on` for `issued_on`; what a new record needs is marked. */
export function addFieldFlags(command: Command, fields: readonly string[], required: readonly string[] = []): Command {
  for (const field of fields) command.option(`${flagOf(field)} <value>`, required.includes(field) ? '(required)' : '')
  return command
}

/**
 * Reads the fields that were given. An empty value clears the field; of the fields named in `numbers` what reads as a number is one.
 * Everything else is left to the server, which knows what may be written.
 */
export function readFields(
  options: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  numbers: readonly string[] = [],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const given = options[optionOf(field)]
    if (typeof given !== 'string') continue
    const isNumber = numbers.includes(field) && given.trim() !== '' && !Number.isNaN(Number(given))
    values[field] = given === '' ? null : isNumber ? Number(given) : given
  }
  return values
}

/** The flags as a person types them, for messages. */
export const flagList = (fields: readonly string[]): string => fields.map(flagOf).join(', ')
