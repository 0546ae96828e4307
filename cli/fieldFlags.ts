import type { Command } from 'commander'

const flagOf = (field: string): string => `--${field.replaceAll('_', '-')}`
const optionOf = (field: string): string => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Adds a flag per field, such as `--issued-on` for `issued_on`, and marks required ones. */
export function addFieldFlags(command: Command, fields: readonly string[], required: readonly string[] = []): Command {
  for (const field of fields) command.option(`${flagOf(field)} <value>`, required.includes(field) ? '(required)' : '')
  return command
}

/** Reads field flags. An empty value clears a field; fields in `numbers` are parsed. The server validates. */
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

export const flagList = (fields: readonly string[]): string => fields.map(flagOf).join(', ')
