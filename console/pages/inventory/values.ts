import type { Gear } from '../../../contract/api/gear.ts'
import type { FieldInfo } from './fields.ts'

/** Values of a form: texts as typed; `null` is an empty field. */
export type FormValues = Record<string, string | null>

/** Formats a stored value as form text. */
function toFormText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const toFormValues = (item: Gear | undefined, fields: readonly FieldInfo[]): FormValues =>
  Object.fromEntries(
    fields.map(({ name }) => [name, toFormText((item as Record<string, unknown> | undefined)?.[name])]),
  )

/** Converts form text to the value to send. Text that is not a number is sent unchanged, so that the API names the fault. */
export function toSentValue({ kind }: FieldInfo, text: string | null): unknown {
  if (text === null || text.trim() === '') return null
  if (kind === 'number' || kind === 'integer') return Number.isFinite(Number(text)) ? Number(text) : text
  if (kind === 'yesNo') return text === 'true'
  if (kind !== 'list') return text
  const entries = text.split('\n').map((line) => line.trim())
  return entries.filter((line) => line !== '')
}

/** Finds the fields whose value differs from the item's, as the body of an update. */
export function findUpdates(item: Gear, values: FormValues, fields: readonly FieldInfo[]): Record<string, unknown> {
  const before = toFormValues(item, fields)
  const isChanged = ({ name }: FieldInfo): boolean => (values[name] ?? '').trim() !== (before[name] ?? '').trim()
  return Object.fromEntries(
    fields.filter(isChanged).map((field) => [field.name, toSentValue(field, values[field.name] ?? null)]),
  )
}
