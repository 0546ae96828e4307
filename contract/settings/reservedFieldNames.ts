import { commonFields, defaultedFields, ownFields, requiredFields } from '../api/gearFields.ts'

/** Names that an own field cannot have, because records have them. */
export const reservedFieldNames: ReadonlySet<string> = new Set([
  'id',
  'gear_type',
  'fields',
  'created_at',
  'updated_at',
  ...[requiredFields, defaultedFields, commonFields, ...Object.values(ownFields)].flatMap((group) =>
    Object.keys(group),
  ),
])
