import type { CustomField } from '../../../contract/api/customFields.ts'
import { findByKey, formatCustomValue, labelByKey } from '../../base/customFields.ts'
import type { Format } from '../../base/createFormat.ts'
import { useFormat } from '../../base/format.ts'
import { useTexts } from '../../base/language.tsx'
import { useCategoryLabels } from '../../base/useCategories.ts'
import { useCustomFields } from '../../base/useCustomFields.ts'
import type { Texts } from '../../texts/en.ts'

const MONEY = new Set(['purchase_price', 'replacement_value', 'cost', 'amount'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const fieldLabel = (texts: Texts, name: string): string =>
  (texts.fields as Record<string, string>)[name] ?? texts.sync.columnMeanings[name] ?? name.replaceAll('_', ' ')

/** @param categories labels of categories by name */
function describeValue(
  texts: Texts,
  categories: Readonly<Record<string, string>>,
  format: Format,
  name: string,
  value: unknown,
): string {
  if (value === null || value === undefined || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return MONEY.has(name) ? format.money(value) : format.number(value)
  if (Array.isArray(value)) return value.join('\n')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const names: Record<string, Readonly<Record<string, string>>> = {
    status: texts.gearStatuses,
    condition: texts.gearConditions,
    gear_type: texts.gearTypes,
    sensor_format: texts.sensorFormats,
    image_circle: texts.sensorFormats,
    category: categories,
    filter_kind: texts.filterKinds,
  }
  const named = names[name]?.[text]
  if (named !== undefined) return named
  return DAY.test(text) ? format.day(text) : text
}

const NONE: readonly CustomField[] = []

/** Labels a field. Own fields have the names of events, such as `fields.supplier`. */
export function useFieldLabel(): (name: string) => string {
  const texts = useTexts()
  const { fields = NONE } = useCustomFields()
  return (name) => labelByKey(fields, name) ?? fieldLabel(texts, name)
}

/** Formats the value of a field with the studio's words, numbers and dates. */
export function useFieldText(): (name: string, value: unknown) => string {
  const texts = useTexts()
  const format = useFormat()
  const { fields = NONE } = useCustomFields()
  const categories = useCategoryLabels()
  return (name, value) => {
    const field = findByKey(fields, name)
    return field
      ? formatCustomValue(field, value, texts, format)
      : describeValue(texts, categories, format, name, value)
  }
}
