import type { WriteActor } from './write.ts'

/** Definition of an own field of the account. */
export interface GearFieldRow {
  account_id: string
  id: string
  name: string
  label: string
  /** `null`: all types. */
  gear_type: string | null
  type: string
  unit: string | null
  /** JSON array of texts. */
  choices: string | null
  is_unique: number
  is_filterable: number
  help: string | null
  state: 'active' | 'filling' | 'ending'
  /** Id of the last item whose value was collected or deleted; empty while nothing is under way. */
  cursor: string
  /** The caller that deletes the field, as JSON, for the events of items. */
  actor: string | null
  created_at: string
  updated_at: string
}

/** Value of an own field that lists filter and sort by. See `resources/fields/valueKey.ts`. */
export interface GearFieldValueRow {
  account_id: string
  field: string
  key: string
  gear_id: string
  /** The key, if the field is unique. */
  unique_key: string | null
}

/** The caller that deletes a field, and its request. */
export type EndingActor = WriteActor & { requestId: string }
