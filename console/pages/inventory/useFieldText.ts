import type { Format } from '../../base/createFormat.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import type { Texts } from '../../texts/en.ts'

const MONEY = new Set(['purchase_price', 'replacement_value', 'cost', 'amount'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const fieldLabel = (texts: Texts, name: string): string =>
  (texts.fields as Record<string, string>)[name] ?? name.replaceAll('_', ' ')

/** Formats values of the contract that have no text, such as `full_frame`. */
const toWords = (value: string): string => value.replaceAll('_', ' ')

function describeValue(texts: Texts, format: Format, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return MONEY.has(name) ? format.money(value) : format.number(value)
  if (Array.isArray(value)) return value.join('\n')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const names: Record<string, Record<string, string>> = {
    status: texts.gearStatuses,
    condition: texts.gearConditions,
    gear_type: texts.gearTypes,
  }
  const named = names[name]?.[text]
  if (named !== undefined) return named
  if (DAY.test(text)) return format.day(text)
  return /^(?:sensor_format|image_circle|category|filter_kind)$/.test(name) ? toWords(text) : text
}

/** Formats the value of a field with the studio's words, numbers and dates. */
export function useFieldText(): (name: string, value: unknown) => string {
  const texts = useTexts()
  const format = useFormat()
  return (name, value) => describeValue(texts, format, name, value)
}
