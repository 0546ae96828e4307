import type { z } from 'zod'
import {
  commonFields,
  defaultedFields,
  gearTypes,
  ownFields,
  requiredFields,
  typesWithField,
  type GearType,
} from '../../contract/api/gearFields.ts'
import { WARRANTY_LENGTH } from './warrantyHeaders.ts'
import { findCustomField, findCustomKind, findCustomSchema, lacksCustomField } from './customFields.ts'

export type FieldKind =
  | 'identifier'
  | 'text'
  | 'lines'
  | 'money'
  | 'measure'
  | 'count'
  | 'date'
  | 'word'
  | 'boolean'
  | 'list'
  | 'length'

const namesByKind = {
  identifier: ['asset_tag', 'serial_number', 'registration_number', 'remote_id', 'firmware_version'],
  text: ['brand', 'model', 'storage_location', 'warranty_provider', 'mount'],
  lines: ['notes'],
  money: ['purchase_price', 'replacement_value'],
  measure: [
    'resolution_mp',
    'focal_length_min_mm',
    'focal_length_max_mm',
    'max_aperture',
    'filter_thread_mm',
    'battery_wh',
    'thread_mm',
    'nd_stops',
    'flight_hours',
  ],
  count: ['weight_g', 'shutter_count', 'max_flight_minutes', 'battery_count'],
  date: [
    'purchase_date',
    'warranty_expires_on',
    'last_service',
    'next_service',
    'last_calibration',
    'next_calibration',
    'last_inspection',
    'next_inspection',
  ],
  word: ['gear_type', 'status', 'condition', 'sensor_format', 'image_circle', 'category', 'filter_kind'],
  boolean: ['stabilized'],
  list: ['compatible_with'],
  length: [WARRANTY_LENGTH, 'service_interval', 'calibration_interval', 'inspection_interval'],
} as const satisfies Record<FieldKind, readonly string[]>

/** Fields whose values are texts that a spreadsheet program may change. */
export const textFields: readonly string[] = [...namesByKind.identifier, ...namesByKind.text, ...namesByKind.lines]

const kinds = new Map(
  Object.entries(namesByKind).flatMap(([kind, names]) =>
    names.map((name): [string, FieldKind] => [name, kind as FieldKind]),
  ),
)

const ownSchemas: Record<string, z.ZodType> = Object.assign({}, ...gearTypes.map((type) => ownFields[type]))
const schemas = new Map<string, z.ZodType>(
  Object.entries({ ...requiredFields, ...defaultedFields, ...commonFields, ...ownSchemas }),
)

/** Finds the kind of a field. @returns undefined for an unknown field */
export const findFieldKind = (field: string): FieldKind | undefined => kinds.get(field) ?? findCustomKind(field)

/** Finds a field's schema in the contract; `gear_type` has none. */
export const findFieldSchema = (field: string): z.ZodType | undefined => schemas.get(field) ?? findCustomSchema(field)

/** All fields that a column can fill, `gear_type` first. */
export const sheetFields: readonly string[] = ['gear_type', ...schemas.keys()]

const ownersByField: ReadonlyMap<string, readonly GearType[]> = new Map(
  sheetFields.map((field) => [field, typesWithField(field)]),
)

/** True for a field of some gear types only. */
export const isOwnField = (field: string): boolean =>
  typesWithField(field).length > 0 || (findCustomField(field)?.gear_type ?? null) !== null

/** True if a type lacks the field. */
export function lacksField(type: GearType, field: string): boolean {
  const owners = ownersByField.get(field) ?? []
  return (owners.length > 0 && !owners.includes(type)) || lacksCustomField(type, field)
}

/** Fields that are required once an item exists. */
export const nonEmptyFields: ReadonlySet<string> = new Set([
  'gear_type',
  ...Object.keys(requiredFields),
  ...Object.keys(defaultedFields),
])
