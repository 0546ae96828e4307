import type { Command } from 'commander'

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
