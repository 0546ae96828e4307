export const writableFields = [
  'type',
  'title',
  'gear_id',
  'provider',
  'reference_number',
  'issued_on',
  'expires_on',
  'amount',
  'file_name',
  'notes',
] as const

export const numberFields = ['amount'] as const
