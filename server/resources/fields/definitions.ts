import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { appliesTo, type CustomField } from '../../../contract/api/customFields.ts'
import { toValueSchema, type CustomFieldType, type CustomFieldValue } from '../../../contract/api/customFieldValues.ts'
import type { GearType } from '../../../contract/api/gearFields.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { AccountWrite } from '../../db/write.ts'
import type { GearFieldRow } from '../../db/fieldRows.ts'
import { readFieldRows } from './store.ts'

/** The own fields of an account, by name. */
export type Definitions = ReadonlyMap<string, CustomField>

type DefinitionState = Pick<AccountState, 'account_id' | 'epoch' | 'fields_version'>

const MAX_ACCOUNTS = 500
const NONE: Definitions = new Map()
const cache = new LRUCache<string, Definitions>({ max: MAX_ACCOUNTS })

export const toField = (row: GearFieldRow): CustomField => ({
  id: row.id,
  name: row.name,
  label: row.label,
  gear_type: row.gear_type as GearType | null,
  type: row.type as CustomFieldType,
  unit: row.unit,
  choices: row.choices === null ? null : (JSON.parse(row.choices) as string[]),
  unique: row.is_unique === 1,
  filterable: row.is_filterable === 1,
  help: row.help,
  state: row.state,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Reads the definitions of a state. A version has the same definitions in each process, so they are cached by it. */
export async function readDefinitions(tx: Tx, state: DefinitionState): Promise<Definitions> {
  if (state.fields_version === 0) return NONE
  const key = `${state.account_id} ${state.epoch} ${state.fields_version}`
  const known = cache.get(key)
  if (known) return known
  const rows = await readFieldRows(tx, state.account_id)
  const definitions = new Map(rows.map((row) => [row.name, toField(row)]))
  cache.set(key, definitions)
  return definitions
}

/** Reads the definitions that a write needs: none if the item has no own fields before and after it. */
export const readDefinitionsFor = (
  { tx, state }: Pick<AccountWrite, 'tx' | 'state'>,
  ...fields: readonly unknown[]
): Promise<Definitions> =>
  fields.every((given) => given === undefined) ? Promise.resolve(NONE) : readDefinitions(tx, state)

/** True if values of the field are in the table that lists filter and sort by. */
export const hasValueRows = ({ filterable, unique }: CustomField): boolean => filterable || unique

/** True if lists can be filtered and sorted by the field now: its rows are complete. */
export const isFilterable = (field: CustomField): boolean => field.state === 'active' && hasValueRows(field)

const schemas = new WeakMap<CustomField, ReturnType<typeof toValueSchema>>()

/** Returns the schema of a field's values, made once for each definition. */
export function schemaOf(field: CustomField): ReturnType<typeof toValueSchema> {
  const known = schemas.get(field)
  if (known) return known
  const schema = toValueSchema(field)
  schemas.set(field, schema)
  return schema
}

type FieldChangesSchema = z.ZodType<Record<string, CustomFieldValue | null>>

const shapes = new WeakMap<Definitions, Map<GearType | undefined, FieldChangesSchema>>()

/**
 * Returns the schema of `fields` in a body, made once for each version of the definitions: those of a type, or all
 * while the type is not known.
 */
export function shapeOf(definitions: Definitions, type: GearType | undefined): FieldChangesSchema {
  const byType = shapes.get(definitions) ?? new Map<GearType | undefined, FieldChangesSchema>()
  shapes.set(definitions, byType)
  const known = byType.get(type)
  if (known) return known
  const fields = [...definitions.values()].filter(
    (field) => field.state !== 'ending' && (type === undefined || appliesTo(field, type)),
  )
  const schema = z.strictObject(
    Object.fromEntries(fields.map((field) => [field.name, schemaOf(field).nullable().optional()])),
  ) as unknown as FieldChangesSchema
  byType.set(type, schema)
  return schema
}
