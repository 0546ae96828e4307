import { toFieldKey } from '../../../contract/api/fieldKeys.ts'
import { z } from 'zod'
import type { CustomField } from '../../../contract/api/customFields.ts'
import { MAX_TEXT_VALUE, type CustomFieldType } from '../../../contract/api/customFieldValues.ts'
import {
  commonFields,
  defaultedFields,
  ownFields,
  requiredFields,
  type GearType,
} from '../../../contract/api/gearFields.ts'
import { labelWithUnit, writableFieldsOf } from '../../base/customFields.ts'
import type { TypedKind } from '../../base/typed.ts'

/** Describes how a field is shown and edited, from the contract's schema or the definition of an own field. */
export interface FieldInfo {
  name: string
  /** `category`: a choice among the built-in categories and those of the account. */
  kind: 'text' | 'lines' | 'number' | 'integer' | 'day' | 'choice' | 'category' | 'yesNo' | 'list'
  isRequired: boolean
  isMoney: boolean
  choices: readonly string[]
  maxLength: number | undefined
  min: number | undefined
  max: number | undefined
  /** Label and help of an own field. Others have their label by name. */
  label?: string
  help?: string | undefined
}

const MONEY = new Set(['purchase_price', 'replacement_value'])
const LINES_LENGTH = 1000

interface JsonSchema {
  type?: string
  format?: string
  enum?: string[]
  maxLength?: number
  minimum?: number
  maximum?: number
}

function kindOf({ type, format, enum: choices, maxLength = 0 }: JsonSchema): FieldInfo['kind'] {
  if (choices) return 'choice'
  if (type === 'boolean') return 'yesNo'
  if (type === 'array') return 'list'
  if (type === 'integer' || type === 'number') return type
  if (format === 'date') return 'day'
  return maxLength > LINES_LENGTH ? 'lines' : 'text'
}

function describeField(name: string, schema: z.ZodType): FieldInfo {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return {
    name,
    kind: name === 'category' ? 'category' : kindOf(json),
    isRequired: Object.hasOwn(requiredFields, name) || Object.hasOwn(defaultedFields, name),
    isMoney: MONEY.has(name),
    choices: json.enum ?? [],
    maxLength: json.maxLength,
    min: json.minimum,
    max: json.maximum,
  }
}

const customKinds: Readonly<Record<CustomFieldType, FieldInfo['kind']>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  date: 'day',
  boolean: 'yesNo',
  choice: 'choice',
}

const describeCustomField = (field: CustomField): FieldInfo => ({
  name: toFieldKey(field.name),
  kind: customKinds[field.type],
  isRequired: false,
  isMoney: false,
  choices: field.choices ?? [],
  maxLength: field.type === 'text' ? MAX_TEXT_VALUE : undefined,
  min: undefined,
  max: undefined,
  label: labelWithUnit(field),
  help: field.help ?? undefined,
})

/** Returns how a field's value is typed, if it is a number, an amount or a day. */
export function typedKindOf({ kind, isMoney }: FieldInfo): TypedKind | undefined {
  if (isMoney) return 'money'
  return kind === 'number' || kind === 'integer' || kind === 'day' ? kind : undefined
}

export type FieldPart = 'general' | 'own' | 'custom' | 'money' | 'warranty'

const PARTS: Record<string, FieldPart> = {
  purchase_price: 'money',
  purchase_date: 'money',
  replacement_value: 'money',
  warranty_expires_on: 'warranty',
  warranty_provider: 'warranty',
}
const GENERAL = [
  'brand',
  'model',
  'asset_tag',
  'serial_number',
  'status',
  'condition',
  'storage_location',
  'weight_g',
  'notes',
]

/** Lists the fields of a gear type by part of the page, in the order of the page. */
export function fieldsOf(type: GearType, customFields: readonly CustomField[] = []): Record<FieldPart, FieldInfo[]> {
  const shared: Record<string, z.ZodType> = { ...requiredFields, ...defaultedFields, ...commonFields }
  const describe = (names: string[], schemas: Record<string, z.ZodType>): FieldInfo[] =>
    names.flatMap((name) => (schemas[name] ? [describeField(name, schemas[name])] : []))
  const isIn = (part: FieldPart) => (name: string) => (PARTS[name] ?? 'general') === part
  const others = Object.keys(shared).filter((name) => isIn('general')(name) && !GENERAL.includes(name))
  return {
    general: describe([...GENERAL.slice(0, -1), ...others, 'notes'], shared),
    own: describe(Object.keys(ownFields[type]), ownFields[type]),
    custom: writableFieldsOf(customFields, type).map(describeCustomField),
    money: describe(Object.keys(shared).filter(isIn('money')), shared),
    warranty: describe(Object.keys(shared).filter(isIn('warranty')), shared),
  }
}

export const allFieldsOf = (type: GearType, customFields: readonly CustomField[] = []): FieldInfo[] =>
  Object.values(fieldsOf(type, customFields)).flat()
