import { flattenFields } from '../../../contract/api/fieldKeys.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Format } from '../../base/createFormat.ts'
import { toTypedText, toTypedValue } from '../../base/typed.ts'
import { typedKindOf, type FieldInfo } from './fields.ts'

/** Values of a form: texts as typed; `null` is an empty field. */
export type FormValues = Record<string, string | null>

/** Formats a stored value as form text. */
function toFormText(field: FieldInfo, value: unknown, format: Format): string | null {
  if (value === null || value === undefined) return null
  if (typedKindOf(field) !== undefined) return toTypedText(value, format)
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const valueOf = (item: Gear | undefined, { name }: FieldInfo): unknown => item && flattenFields(item)[name]

export const toFormValues = (item: Gear | undefined, fields: readonly FieldInfo[], format: Format): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, toFormText(field, valueOf(item, field), format)]))

/**
 * Converts form text to the value to send. A number or day that is refused is sent as typed: the API refuses it too.
 */
export function toSentValue(field: FieldInfo, text: string | null, format: Format): unknown {
  const { kind } = field
  if (text === null || text.trim() === '') return null
  const typedKind = typedKindOf(field)
  if (typedKind !== undefined) return toTypedValue(typedKind, text, format)
  if (kind === 'yesNo') return text === 'true'
  if (kind !== 'list') return text
  const entries = text.split('\n').map((line) => line.trim())
  return entries.filter((line) => line !== '')
}

/** Finds the fields whose value differs from the item's, as the body of an update. */
export function findUpdates(
  item: Gear,
  values: FormValues,
  fields: readonly FieldInfo[],
  format: Format,
): Record<string, unknown> {
  const sent = (field: FieldInfo): unknown => toSentValue(field, values[field.name] ?? null, format)
  const before = toFormValues(item, fields, format)
  const isChanged = (field: FieldInfo): boolean =>
    typedKindOf(field) === undefined
      ? (values[field.name] ?? '').trim() !== (before[field.name] ?? '').trim()
      : sent(field) !== (valueOf(item, field) ?? null)
  return Object.fromEntries(fields.filter(isChanged).map((field) => [field.name, sent(field)]))
}
