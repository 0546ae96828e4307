import { findCustomField } from '../vocabulary/customFields.ts'

/** Accepted units by field, after a number or in a header. Lower case, without points. */
export const unitsOfField: Readonly<Record<string, readonly string[]>> = {
  focal_length_min_mm: ['mm', 'millimeter', 'millimetre', 'millimeters', 'millimetres'],
  focal_length_max_mm: ['mm', 'millimeter', 'millimetre', 'millimeters', 'millimetres'],
  filter_thread_mm: ['mm', 'millimeter', 'millimetre', 'millimeters', 'millimetres'],
  thread_mm: ['mm', 'millimeter', 'millimetre', 'millimeters', 'millimetres'],
  weight_g: ['g', 'gr', 'gram', 'grams', 'gramm', 'gramme', 'grammes', 'gramo', 'gramos'],
  resolution_mp: ['mp', 'mpx', 'mpix', 'megapixel', 'megapixels'],
  battery_wh: ['wh', 'watt-hours'],
  max_flight_minutes: ['min', 'mins', 'minutes', 'minuten', 'minutos'],
  flight_hours: ['h', 'hr', 'hrs', 'hours', 'std', 'stunden', 'heures', 'horas'],
  nd_stops: ['stop', 'stops', 'blenden', 'diaphragmes', 'pasos'],
}

/** Units that belong to no field. A header with one stays unmapped, because its numbers would be off by a factor. */
export const unsupportedUnits: ReadonlySet<string> = new Set([
  'kg',
  'lb',
  'lbs',
  'oz',
  'cm',
  'm',
  'inch',
  'inches',
  'mah',
  'ah',
  'kwh',
  's',
  'sec',
  'secs',
  'seconds',
  'sekunden',
  'px',
  'pixel',
  'pixels',
  'days',
  'tage',
])

/** Lists the accepted units of a field. An own field has the one that its definition names. */
export function listUnits(field: string): readonly string[] {
  const unit = findCustomField(field)?.unit ?? null
  return unitsOfField[field] ?? (unit === null ? [] : [unit.toLowerCase().replace(/\.$/, '')])
}
