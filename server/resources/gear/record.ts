import type { CustomFieldValues } from '../../../contract/api/customFieldValues.ts'
import { writableFields, type GearType } from '../../../contract/api/gearFields.ts'

/** A gear item as stored and returned: members in contract order, `null` when empty. */
export type GearRecord = Record<string, unknown> & {
  id: string
  gear_type: GearType
  brand: string
  model: string
  status: string
  condition: string
  asset_tag: string | null
  serial_number: string | null
  storage_location: string | null
  purchase_date: string | null
  purchase_price: number | null
  replacement_value: number | null
  warranty_expires_on: string | null
  /** Accessories have it. */
  category?: string | null
  warranty_provider: string | null
  /** Own fields with a value; absent without any. */
  fields?: CustomFieldValues
  created_at: string
  updated_at: string
}

const fieldsOf: Record<GearType, readonly string[]> = {
  camera: writableFields('camera'),
  lens: writableFields('lens'),
  accessory: writableFields('accessory'),
  filter: writableFields('filter'),
  drone: writableFields('drone'),
}

export function buildRecord(
  id: string,
  type: GearType,
  values: Record<string, unknown>,
  createdAt: string,
  updatedAt: string,
): GearRecord {
  const record: Record<string, unknown> = { id, gear_type: type }
  for (const field of fieldsOf[type]) record[field] = values[field] ?? null
  if (values['fields'] !== undefined) record['fields'] = values['fields']
  record['created_at'] = createdAt
  record['updated_at'] = updatedAt
  return record as GearRecord
}

/** Replaces the own fields of a record. They stand before the times. */
export function withFields(
  { created_at: createdAt, updated_at: updatedAt, ...rest }: GearRecord,
  fields: GearRecord['fields'],
): GearRecord {
  const record = rest as GearRecord
  delete record.fields
  if (fields !== undefined) record.fields = fields
  record.created_at = createdAt
  record.updated_at = updatedAt
  return record
}
